import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, show, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()

/** A person who counts clicks. To fill a field counts as none, to choose as one. */
function counting(page: Page) {
  let clicks = 0
  return {
    get clicks() {
      return clicks
    },
    async follow(name: string | RegExp) {
      clicks += 1
      await page.getByRole('link', { name }).first().click()
      await page.waitForLoadState()
    },
    async press(name: string | RegExp) {
      clicks += 1
      await page.locator('dialog').getByRole('button', { name }).click()
      await page.waitForLoadState()
    },
    async choose(label: string, value: string) {
      clicks += 1
      await page.getByLabel(label, { exact: true }).selectOption(value)
    },
  }
}

it.each([true, false])(
  'a customer, an account and a payment are made in an empty world within 12 clicks, scripts %s',
  async scripts => {
    const world = await bank.world('EMPTY')
    const page = await openPage(browser, [bank.url], { javaScriptEnabled: scripts })
    await page.goto(`${bank.url}${world.base}/`)
    const person = counting(page)
    await person.follow(/^Customers/)
    await person.follow('New customer')
    await page.getByLabel('Name', { exact: true }).fill('Ingrid Berg')
    await person.press('Make customer')
    await person.follow('New account')
    await page.getByLabel('Name', { exact: true }).fill('Everyday')
    await person.press('Make account')
    await person.follow('New payment')
    await page.getByLabel('Amount', { exact: true }).first().fill('250.00')
    await person.press('Make payment')
    expect(page.url()).toMatch(/\/console\/payments\/[\w-]+$/)
    const { body } = await world.graphql(
      '{ payments { nodes { status psu { name } debtorAccount { accountName } ... on SinglePayment { instructedAmount { amount currency } } } } }',
    )
    expect(body.data.payments.nodes).toEqual([
      {
        status: 'RCVD',
        psu: { name: 'Ingrid Berg' },
        debtorAccount: { accountName: 'Everyday' },
        instructedAmount: { amount: '250.00', currency: 'NOK' },
      },
    ])
    expect(person.clicks).toBeLessThanOrEqual(12)
    expect(person.clicks).toBe(7)
  },
)

it('a sheet is used by the keyboard alone: the focus is in it, Escape closes it, and returns to what opened it', async () => {
  const world = await bank.world('EMPTY')
  const page = await openPage(browser, [bank.url])
  await page.goto(`${bank.url}${world.base}/console/customers`)
  await page.getByRole('link', { name: 'New customer' }).first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/new=customer/)
  const focused = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
  // Whoever goes on from field to field stays in it, or leaves the page for the browser.
  for (let step = 0; step < 12; step += 1) {
    expect((await page.evaluate(() => document.activeElement === document.body)) || (await focused())).toBe(true)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  expect(await page.locator('dialog[open]').count()).toBe(0)
  expect(page.url()).toBe(`${bank.url}${world.base}/console/customers`)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New customer')

  await page.keyboard.press('Enter')
  await page.waitForURL(/new=customer/)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('in-name')
  await page.keyboard.type('Ola Dahl')
  await page.keyboard.press('Enter')
  await page.waitForURL(/customers\/[\w-]+$/)
  expect((await world.graphql('{ customers { nodes { name } } }')).body.data.customers.nodes).toEqual([
    { name: 'Ola Dahl' },
  ])
})

it('the GraphQL of a sheet follows what is typed, and runs as shown', async () => {
  const world = await bank.world('EMPTY')
  const page = await openPage(browser, [bank.url])
  await page.goto(`${bank.url}${world.base}/console/customers?new=customer`)
  await page.getByRole('button', { name: 'Show as GraphQL' }).click()
  await page.getByText('Name is missing.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Nora Lie')
  const document = page.locator('#making-graphql pre code')
  await document.filter({ hasText: 'Nora Lie' }).waitFor()
  // A text to copy, and what is typed is still there.
  await page.locator('#making-graphql').getByRole('button', { name: 'Copy' }).waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Nora Lie')
  const answer = await world.graphql((await document.textContent()) ?? '')
  expect(answer.body.errors).toBeUndefined()
  expect((await world.graphql('{ customers { nodes { name } } }')).body.data.customers.nodes).toEqual([
    { name: 'Nora Lie' },
  ])
})

it('a refused sheet has the focus at its first fault, and nothing moves while it opens', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url])
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'moved', 0)
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        Reflect.set(globalThis, 'moved', Reflect.get(globalThis, 'moved') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${bank.url}${world.base}/console/payments?new=payment`)
  await page.locator('dialog').getByRole('button', { name: 'Make payment' }).click()
  await page.waitForLoadState()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'moved'))).toBeLessThan(0.01)
})

const NOUNS = [
  'customer',
  'account',
  'card-account',
  'transaction',
  'card-transaction',
  'agreement',
  'engagement',
  'consent',
  'payment',
  'periodic-payment',
  'bulk-payment',
  'signing-basket',
  'scenario',
  'world',
]

it('every sheet is accessible on a desk and on a phone, light and dark, whole and refused', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url])
  for (const noun of NOUNS) {
    await page.goto(`${bank.url}${world.base}/console/customers?new=${noun}`)
    await expectAccessibleAnywhere(page)
    await page.locator('dialog details').evaluateAll(all => {
      for (const one of all) one.setAttribute('open', '')
    })
    await expectAccessibleAnywhere(page)
  }
  await page.goto(`${bank.url}${world.base}/console/payments?new=bulk-payment`)
  await page.locator('dialog').getByRole('button', { name: 'Make bulk payment' }).click()
  await page.waitForLoadState()
  await show(page, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await expectAccessibleAnywhere(page)
})
