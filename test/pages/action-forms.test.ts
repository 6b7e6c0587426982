import { expect, it } from 'vitest'
import { ACTIONS, type Action } from '../../src/pages/console/actions/actions.ts'
import { startBank } from '../support/clients/bank.ts'
import { openPage, startBrowser } from './browser.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
const browser = await startBrowser()

it.each(Object.entries<Action>(ACTIONS))(
  'the form of %s says at its field what is missing, in its own words (D98)',
  async (name, action) => {
    const world = await bank.world()
    const required = action.fields.filter(field => field.required === true)
    const form = visitor(bank, `${world.base}/console/do/${name}`)
    await form.open()
    if (required.length === 0) return
    const refused = await form.submit({})
    expect(refused.status).toBe(400)
    for (const { name: field, label } of required) {
      const id = `field-${field.replace('.', '-')}`
      expect(textOf(refused)).toContain(`${label} is missing.`)
      expect(refused.text).toMatch(
        new RegExp(`<[^>]+ id="${id}"[^>]* aria-describedby="${id}-fault[ "][^>]* aria-invalid="true"`),
      )
    }
    // Never those of the graph, which know of arguments and types.
    expect(textOf(refused)).not.toMatch(/argument|of type|String!|ID!/)
  },
)

it('a number that is none is refused at its field, and the rest of the form stays as it was entered (D98)', async () => {
  const world = await bank.world('STANDARD')
  const form = visitor(bank, `${world.base}/console/do/setScenario`)
  await form.open()
  const refused = await form.submit({ scenario: 'delay; ms=10', times: 'three' })
  expect([refused.status, textOf(refused).includes('takes a number, such as 3.')]).toEqual([400, true])
  expect(refused.text).toContain('value="three"')
  expect((await world.graphql('{ scenarios { totalCount } }')).body.data.scenarios.totalCount).toBe(0)
})

it.each(['resetWorld', 'deleteWorld'])(
  '%s of a world asks under the name and the clock of that world, and takes no other (D98)',
  async action => {
    const [here, other] = [await bank.world(), await bank.world()]
    const page = await openPage(browser, [bank.url])
    await page.goto(`${bank.url}${here.base}/console/do/${action}?name=${other.name}`)
    expect(new URL(page.url()).pathname).toBe(`${other.base}/console/do/${action}`)
    expect(await page.locator('.head .worlds strong').textContent()).toBe(other.name)
    expect(await page.getByRole('textbox', { name: 'Name' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Yes/ }).click()
    await page.waitForLoadState()
    const left = await here.graphql('{ worlds { nodes { name } } }')
    const names = left.body.data.worlds.nodes.map((one: { name: string }) => one.name)
    expect(names).toContain(here.name)
    expect(names.includes(other.name)).toBe(action === 'resetWorld')
  },
)
