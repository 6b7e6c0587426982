import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register, sign } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { openPage, startBrowser, startTpp } from './browser.ts'

await builtProgram('main.js')
const bank = await startBank()
const browser = await startBrowser()
const tpp = await startTpp()
const KARI = '13039319955'

/** What the keyboard can reach, in the order in which it is written; of radio buttons one of each group. */
const REACHABLE = `(() => {
  const seen = new Set()
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"], .cm-content')].filter(one => {
    if (one.disabled || one.type === 'hidden' || (one.tabIndex < 0 && !one.matches('.cm-content')) || !one.checkVisibility({ visibilityProperty: true })) return false
    if (one.type !== 'radio') return true
    const group = one.name
    return seen.has(group) ? false : seen.add(group)
  })
})()`

type Stop = {
  readonly what: string
  readonly top: number
  readonly left: number
  readonly stays: boolean
  readonly seen: boolean
  readonly within: boolean
  readonly isNew: boolean
}

/** Makes the page say where the focus is: what, at which place of the page, whether somebody sees that it is there, and whether it was there before. */
const WATCH = `(() => {
  const walked = new WeakSet()
  globalThis.stopNow = () => {
    const one = document.activeElement
    const isNew = !walked.has(one)
    walked.add(one)
    if (one === null || one === document.body || one === document.documentElement) return { what: '', isNew }
    const box = one.getBoundingClientRect()
    const style = getComputedStyle(one.closest('.editor') ?? one)
    const text = (one.labels?.[0]?.textContent || one.getAttribute('aria-label') || one.textContent || one.name || '').trim().replace(/\\s+/g, ' ')
    return {
      what: one.tagName.toLowerCase() + ' ' + text.slice(0, 40),
      // A list that scrolls by itself is read from its own top.
      top: box.top + scrollY + (one.closest('[popover], .panel')?.scrollTop ?? 0),
      left: box.left,
      stays: one.closest('.panel') !== null,
      seen: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
      isNew,
      within: box.bottom > 0 && box.top < innerHeight && box.width > 0 && box.height > 0,
    }
  }
})()`

/** From now on each key writes down where the one before it led. */
const WRITE_DOWN = `(() => {
  globalThis.stops = []
  let keys = 0
  addEventListener('keydown', () => { if (keys++ > 0) stops.push(stopNow()) }, true)
})()`

const SKIP = /^a (Skip to the content|Til innholdet)$/

const stopAt = (page: Page): Promise<Stop> => page.evaluate('stopNow()')

/** Goes through a whole page by Tab, also past its end, until it comes back to where it was: too early, where it is held. From its top. */
async function walk(page: Page, reachable: number): Promise<Stop[]> {
  await page.evaluate(WATCH)
  await page.evaluate(WRITE_DOWN)
  // Each control, the end of the page, the first one again, and the key that writes this down.
  for (let presses = reachable + 3; ; presses = 1) {
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('Tab')
    const stops: Stop[] = await page.evaluate('stops')
    const end = stops.findIndex(({ isNew }) => !isNew)
    if (end !== -1) return fromTop(stops.slice(0, end).filter(({ what }) => what !== ''))
  }
}

/** A page whose first field has the focus as it is opened is begun there. */
function fromTop(stops: readonly Stop[]): Stop[] {
  const top = Math.max(
    0,
    stops.findIndex(({ what }) => SKIP.test(what)),
  )
  return [...stops.slice(top), ...stops.slice(0, top)]
}

async function expectWalkable(page: Page): Promise<void> {
  // The browser moves the focus only after it has shown the page.
  if ((await page.locator('[autofocus]').count()) > 0) await page.locator('[autofocus]:focus').waitFor()
  // A field that has an editor is walked as it is used.
  const edited = page.locator('[data-editor]')
  if ((await edited.count()) > 0) {
    await edited.hover()
    await page.locator('.editor').waitFor()
  }
  const reachable: string[] = await page.evaluate(`${REACHABLE}.map(one => one.tagName.toLowerCase())`)
  const stops = await walk(page, reachable.length)
  // Every control once, in the order in which the page is written, which is that of a screen reader.
  expect(stops.map(({ what }) => what.split(' ')[0])).toEqual(reachable)
  expect(stops.filter(({ seen, within }) => !seen || !within)).toEqual([])
  // And in that in which it is read: never back up, but to the head of a column further right.
  const back = stops.filter(({ top, left }, place) => {
    const before = stops[place - 1]
    // What stays in sight beside the text has no place in it.
    return before !== undefined && place > 1 && !before.stays && top < before.top - 12 && left <= before.left
  })
  expect(back.map(({ what }) => what)).toEqual([])
  // The first is the way past the navigation: the next stop is then in the content.
  expect(stops[0]?.what).toMatch(SKIP)
}

/** Tabs on until a control of this name has the focus. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  await page.evaluate(WATCH)
  for (let presses = 0; presses < 300; presses += 1) {
    await page.keyboard.press('Tab')
    const stop = await stopAt(page)
    if (stop.what !== '' && (typeof name === 'string' ? stop.what.includes(name) : name.test(stop.what))) return
  }
  throw new Error(`No Tab leads to ${name}`)
}

async function sca(world: ReturnType<typeof bank.at>): Promise<string> {
  const offered = await world.call('POST', '/v1/bank-offered-consents', {
    headers: { ...PSU_PRESENT, 'TPP-Redirect-URI': tpp.callback },
  })
  return offered.body._links.scaRedirect.href
}

describe('By the keyboard alone', () => {
  it('every page is walked: each control once, in the order of reading, the focus in sight, with a way past the navigation', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    const refused = await psu.call('POST', '/v1/sandbox/customers', { body: {} })
    const { body } = await psu.graphql(
      'query ($number: String!) { customer(by: { customerNumber: $number }) { id } cardAccounts { nodes { id } } }',
      { number },
    )
    const standard = await bank.world('STANDARD')
    const cards = await standard.graphql('{ cardAccounts { nodes { id } } }')
    const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
    for (const path of [
      `${psu.base}/`,
      `${psu.base}/requests`,
      `${psu.base}/requests/${refused.headers['sandbank-request']}`,
      `${psu.base}/console/worlds`,
      `${psu.base}/console/customers`,
      `${psu.base}/console/customers/${body.data.customer.id}`,
      `${psu.base}/console/accounts/${debtor.id}`,
      `${standard.base}/console/card-accounts/${cards.body.data.cardAccounts.nodes[0].id}`,
      `${psu.base}/console/payments`,
      `${psu.base}/console/payments/${payment.id}`,
      `${psu.base}/console/consents`,
      `${psu.base}/report?tpp=${tppIdOf(bank, bank.tpp)}`,
      `${psu.base}/my/consents`,
      '/docs',
      '/docs/operations/createPayment',
      '/docs/errors',
      '/callback?error=access_denied',
      '/nowhere',
    ]) {
      await page.goto(bank.url + path)
      await expectWalkable(page).catch(error => {
        throw new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error })
      })
    }
    await page.goto(`${bank.url}/docs`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true)
  })

  it('a consent is given and taken back', async () => {
    const world = await bank.world('STANDARD')
    const page = await openPage(browser, [bank.url, tpp.origin])
    await page.goto(await sca(world))
    // The field has the focus, once the browser has shown the page.
    await page.locator('input:focus').waitFor()
    await page.keyboard.type(KARI)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sca/**')
    await page.getByRole('heading', { name: 'Who are you acting for?' }).waitFor()
    await expectWalkable(page)
    await tabTo(page, 'Myself')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox').first().waitFor()
    await expectWalkable(page)
    await tabTo(page, 'Brukskonto')
    await page.keyboard.press('Space')
    await tabTo(page, 'Approve')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${tpp.origin}/**`)
    await page.goto(`${bank.url}${world.base}/my/consents`)
    await page.locator('input:focus').waitFor()
    await page.keyboard.type(KARI)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Take/ }).waitFor()
    await tabTo(page, /^button Take/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Yes, take it back' }).waitFor()
    await tabTo(page, 'Yes, take it back')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('is taken back').waitFor()
  })

  it('a clock is frozen, a call is signed and sent, looked up in the console, and copied', async () => {
    const world = await bank.world('STANDARD')
    const page = await openPage(browser, [bank.url], { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${bank.url}${world.base}/`)
    await tabTo(page, /^summary \w{3} \d+ \w{3} \d\d:\d\d/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^button Freeze/)
    await page.keyboard.press('Enter')
    await page.locator('#clock-face').getByText('frozen').waitFor()
    await page.goto(`${bank.url}${world.base}/docs/operations/createCustomer`)
    await tabTo(page, /^button Send/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Answer 201 Created' }).waitFor()
    await page.goto(`${bank.url}${world.base}/`)
    await page.locator('.calls tbody tr').filter({ hasText: '/v1/sandbox/customers' }).getByText('201').waitFor()
    // "j" goes to the first row.
    await page.evaluate(WATCH)
    await page.keyboard.press('j')
    expect((await stopAt(page)).what).toMatch(/^a \d\d:\d\d:\d\d/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/requests/*')
    await tabTo(page, /^summary Copy the call as/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^summary sandbank call/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^button Copy/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Siri Hansen')
  })
})
