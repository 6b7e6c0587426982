import { expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()

it.each(['resetWorld', 'deleteWorld'])(
  '%s of a world asks under the name and the clock of that world, and takes no other (D98)',
  async action => {
    const [here, other] = [await bank.world(), await bank.world()]
    const page = await openPage(browser, [bank.url])
    await page.goto(`${bank.url}${here.base}/console/do/${action}?name=${other.name}`)
    expect(new URL(page.url()).pathname).toBe(`${other.base}/console/do/${action}`)
    expect(await page.locator('.worlds summary strong').textContent()).toBe(other.name)
    expect(await page.getByRole('textbox', { name: 'Name' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Yes/ }).click()
    await page.waitForLoadState()
    const left = await here.graphql('{ worlds { nodes { name } } }')
    const names = left.body.data.worlds.nodes.map((one: { name: string }) => one.name)
    expect(names).toContain(here.name)
    expect(names.includes(other.name)).toBe(action === 'resetWorld')
  },
)

it('what a form shows follows what is entered: the sentence, the GraphQL, and the fields of what is chosen (D98)', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url])
  await page.goto(`${bank.url}${world.base}/console/do/setScenario`)
  await page.getByText('Each call of any TPP to any operation is refused with ACCESS_EXCEEDED.').waitFor()
  await page.getByRole('radio', { name: /^A delay/ }).check()
  expect(await page.getByLabel('Code', { exact: true }).isVisible()).toBe(false)
  await page.getByLabel('Milliseconds').fill('250')
  await page.getByLabel('On the operation').selectOption('createPayment')
  await page.getByLabel('On how many calls').fill('2')
  await page.getByText('Each of the next 2 calls of any TPP to createPayment is answered 250 ms late.').waitFor()
  const query =
    'mutation { setScenario(input: { scenario: "delay; ms=250", for: { operation: createPayment }, times: 2 }) { scenario { id scenario } } }'
  await page.locator('pre').first().getByText(query).waitFor()
  expect(await page.locator('#follows').getByRole('button', { name: 'Copy' }).count()).toBe(2)
  await expectAccessibleAnywhere(page)
  await page.getByLabel('Milliseconds').fill('')
  await page.getByText('Milliseconds is missing.').waitFor()
  expect(await page.locator('pre').count()).toBe(0)
})
