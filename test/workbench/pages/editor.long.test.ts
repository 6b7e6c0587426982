import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startBank, type World } from '../../support/clients/bank.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { expectAccessible, expectNoSideways, openPage, show, startBrowser } from './browser.ts'

// What the build makes is what the pages load.
await builtProgram('main.js')
const bank = await startBank()
const browser = await startBrowser()

// The list of what is offered is led by the arrow keys from the text, and gets no focus.
const LED = ['scrollable-region-focusable']

/** A page with the editor in the place of its field, and nothing in it. */
async function openEditor(path: string, options: Parameters<typeof openPage>[2] = {}) {
  const page = await openPage(browser, [bank.url], options)
  await page.goto(bank.url + path)
  const before = await placeOf(page, '[data-editor]')
  await page.locator('[data-editor]').focus()
  await page.locator('.editor').waitFor()
  return { page, before, write: editorOf(page) }
}

const editorOf = (page: Page) => page.locator('.editor').getByRole('textbox')
const fixtureOf = (world: World) => `${world.base}/console/do/applyFixture`
const offered = (page: Page) => page.locator('.cm-completionLabel')
const written = (page: Page) => page.locator('[data-editor]').inputValue()

/** Where something stands on the page, and how long the page is. */
const placeOf = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector('${selector}').getBoundingClientRect()
    return { left, top: top + scrollY, width, height, page: document.documentElement.scrollHeight }
  })()`)

/** Chooses what is offered, as the keyboard does. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name }).first().click()
}

describe('the editor of a document', () => {
  it('completes names and values of a fixture in YAML, and what is written is applied', async () => {
    const world = await bank.world('EMPTY')
    const { page, write } = await openEditor(fixtureOf(world))
    await write.press('c')
    await page.getByRole('option', { name: 'contacts' }).waitFor()
    await choose(page, 'customers')
    await write.press('Enter')
    await page.keyboard.insertText('  - key: kari\n    name: Kari Nordmann\n    ')
    await write.press('t')
    await choose(page, 'type')
    await page.getByRole('option', { name: 'PRIVATE' }).waitFor()
    expect(await offered(page).allTextContents()).toEqual(['CORPORATE', 'PRIVATE'])
    await choose(page, 'PRIVATE')
    await expect.poll(() => written(page)).toBe('customers:\n  - key: kari\n    name: Kari Nordmann\n    type: PRIVATE')
    await page.getByRole('button', { name: 'Apply a fixture' }).click()
    await page.waitForURL(`**${world.base}/`)
    const { body } = await world.graphql('{ customers { nodes { name type } } }')
    expect(body.data.customers.nodes).toEqual([{ name: 'Kari Nordmann', type: 'PRIVATE' }])
  })

  it('completes a body in JSON where it stands, and the sample and the call have what is written', async () => {
    const world = await bank.world('EMPTY')
    const { page, write } = await openEditor(`${world.base}/docs/operations/createCustomer`)
    await write.fill('{ "customerNumber": "7", "name": "Kari", "t')
    await write.press('y')
    await choose(page, 'type')
    await choose(page, 'CORPORATE')
    await page.keyboard.insertText(' }')
    await expect.poll(() => written(page)).toBe('{ "customerNumber": "7", "name": "Kari", "type": "CORPORATE" }')
    await page.locator('#sample').getByText('CORPORATE').first().waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Answer 201 Created' }).waitFor()
    const { body } = await world.graphql('{ customers { nodes { name type } } }')
    expect(body.data.customers.nodes).toEqual([{ name: 'Kari', type: 'CORPORATE' }])
  })

  it('finds the schema of each place: through references, in lists, and for true and false', async () => {
    const { page, write } = await openEditor('/docs/operations/createPayment')
    const expectOffers = async (text: string, names: readonly string[]) => {
      await write.fill(text)
      await write.press('Control+ ')
      await expect.poll(() => offered(page).allTextContents()).toEqual(names)
    }
    await expectOffers('{ "instructedAmount": { ', ['amount', 'currency'])
    await expectOffers('{ "instructedAmount": { "amount": "1", ', ['currency'])
    await page.goto(`${bank.url}${fixtureOf(await bank.world('EMPTY'))}`)
    await page.locator('[data-editor]').focus()
    await page.locator('.editor').waitFor()
    await expectOffers('{ "clock": { "frozen": ', ['false', 'true'])
    await expectOffers('{ "customers": [{ "key": "a" }, { "key": "b", "type": ', ['CORPORATE', 'PRIVATE'])
    await expectOffers('clock:\n  frozen: ', ['false', 'true'])
    const customers = 'customers:\n- key: a\n  accounts:\n  - key: b\n'
    await expectOffers(`${customers}- key: c\n  type: `, ['CORPORATE', 'PRIVATE'])
    await expectOffers('clock:\n  ', ['frozen', 'now'])
    // Of the list of the account, not of the customer's; without what it has already.
    await expectOffers(`${customers}    accountN`, ['accountName'])
    await expectOffers(`${customers}  accountN`, [])
  })

  it('marks a fault of the syntax as it is written, and those that the bank answers at their lines', async () => {
    const world = await bank.world('EMPTY')
    const { page, write } = await openEditor(fixtureOf(world))
    const marked = page.locator('.cm-line').filter({ has: page.locator('.cm-lintRange-error, .cm-lintPoint-error') })
    const text = 'customers:\n  - key: kari\n    type: PRIVATE\n    name: [7\n'
    await write.fill(text)
    await marked.first().waitFor()
    expect(await write.getAttribute('aria-invalid')).toBe('true')
    await write.fill(text.replace('[7', '7'))
    await expect.poll(() => marked.count()).toBe(0)
    await page.getByRole('button', { name: 'Apply a fixture' }).click()
    // The page of the answer has its editor at once.
    await marked.first().waitFor()
    expect(await marked.allTextContents()).toEqual(['    name: 7'])
    expect(await page.getByRole('alert').textContent()).toContain('Line 4')
    await write.press('Control+Shift+M')
    expect(await page.locator('.cm-panel-lint').textContent()).toContain('must be a string')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await write.fill(text.replace('[7', 'Kari'))
    await expect.poll(() => marked.count()).toBe(0)

    await page.goto(`${bank.url}${world.base}/docs/operations/createCustomer`)
    await page.locator('[data-editor]').focus()
    await page.locator('.editor').waitFor()
    await write.fill('{\n  "customerNumber": "7",\n  "name": "Kari",\n  "type": "NOBODY"\n}')
    await page.getByRole('button', { name: 'Send' }).click()
    await marked.first().waitFor()
    expect(await marked.allTextContents()).toEqual(['  "type": "NOBODY"'])
  })

  it.each(['light', 'dark'] as const)('takes the place of its field without a jump, %s', async colorScheme => {
    const viewport = { width: 390, height: 844 }
    for (const path of ['/docs/operations/createPayment', '/console/do/applyFixture']) {
      const { page, before, write } = await openEditor(path, { colorScheme, viewport })
      expect(await placeOf(page, '.editor')).toEqual(before)
      await write.fill('{ "')
      await write.press('Control+ ')
      await offered(page).first().waitFor()
      await expectNoSideways(page)
      await expectAccessible(page, LED)
      await show(page, { colorScheme: colorScheme === 'light' ? 'dark' : 'light', viewport })
      await expectAccessible(page, LED)
    }
  })

  it('has the label of its field, holds no key that leads on, and is reset with its form', async () => {
    const page = await openPage(browser, [bank.url])
    await page.goto(`${bank.url}/docs/operations/createCustomer`)
    const first = await written(page)
    const loaded = () => page.evaluate('document.querySelector("script[src*=editor]") !== null')
    expect(await loaded()).toBe(false)
    await page.locator('h2 label').click()
    const write = page.getByRole('textbox', { name: 'Body', exact: true })
    await page.locator('.editor').waitFor()
    await page.locator('.editor:focus-within').waitFor()
    await write.fill('{}')
    // The page's own key for its search is a letter here.
    await write.press('/')
    await expect.poll(() => written(page)).toBe('{}/')
    await write.press('Tab')
    expect(await page.evaluate('document.activeElement.closest(".edited")')).toBe(null)
    await page.keyboard.press('Shift+Tab')
    await page.locator('.editor:focus-within').waitFor()
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate('document.activeElement.closest(".edited")')).toBe(null)
    await page.evaluate('document.getElementById("try").reset()')
    await expect.poll(() => write.textContent()).toContain('Siri Hansen')
    await expect.poll(() => written(page)).toBe(first)
    await page.locator('h2 label').click()
    await page.locator('.editor:focus-within').waitFor()
  })

  it('is not there without scripts: the field is, and its form is sent', async () => {
    const world = await bank.world('EMPTY')
    const page = await openPage(browser, [bank.url], { javaScriptEnabled: false })
    await page.goto(`${bank.url}${fixtureOf(world)}`)
    await page
      .getByRole('textbox', { name: 'The document' })
      .fill('customers: [{ key: kari, type: PRIVATE, name: Kari }]')
    expect(await page.locator('.editor').count()).toBe(0)
    await page.getByRole('button', { name: 'Apply a fixture' }).click()
    const { body } = await world.graphql('{ customers { nodes { name } } }')
    expect(body.data.customers.nodes).toEqual([{ name: 'Kari' }])
  })
})
