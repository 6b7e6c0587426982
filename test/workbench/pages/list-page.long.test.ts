import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { openPage, show, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()
const DESK = { viewport: { width: 1280, height: 900 } }

/** A world with more payments than a page of the list has. */
async function busyWorld() {
  const { psu, debtor, creditor } = await addPayer(bank)
  for (let n = 1; n <= 27; n += 1) {
    const instructedAmount = { amount: `${n}.00`, currency: 'NOK' }
    await register(psu, NDCT, paymentBody(debtor, creditor, { instructedAmount, creditorName: `Creditor ${n}` }))
  }
  return psu
}

const rowsOf = (page: Page) =>
  page.locator('.list tbody tr').evaluateAll(rows =>
    rows.map(row => {
      const { top, bottom, height } = row.getBoundingClientRect()
      return { top, bottom, height }
    }),
  )

it('a list has 18 rows of 40 px in a window of 1280 × 900, calls begin at 200 px at the latest, and the overview is one screen', async () => {
  const { base } = await busyWorld()
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}${base}/console/payments`)
  const payments = await rowsOf(page)
  expect(payments.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(18)
  expect([...new Set(payments.map(({ height }) => Math.round(height)))]).toEqual([40])
  await page.goto(`${bank.url}${base}/requests`)
  const calls = await rowsOf(page)
  expect(calls[0]?.top).toBeLessThanOrEqual(200)
  expect([...new Set(calls.map(({ height }) => Math.round(height)))]).toEqual([36])
  await page.goto(`${bank.url}${base}/`)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
})

it('by keys alone: / searches, j and k go from row to row, Enter opens one', async () => {
  const { base } = await busyWorld()
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}${base}/console/payments`)
  const present = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await present()).toMatch(/^26\.00/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/payments/*')
  expect(await page.locator('h1').textContent()).toContain('to Creditor 26')
  const opened = page.url()
  await page.keyboard.press('/')
  await page.keyboard.type('Creditor 19')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.href !== opened && url.pathname.includes('/console/payments/'))
  expect(await page.locator('h1').textContent()).toContain('to Creditor 19')
})

it('on a phone each row has two lines, whatever stands in it', async () => {
  const { base } = await busyWorld()
  const page = await openPage(browser, [bank.url], { viewport: { width: 390, height: 800 } })
  for (const path of ['/console/payments', '/requests', '/console/customers']) {
    await page.goto(`${bank.url}${base}${path}`)
    const heights = new Set((await rowsOf(page)).map(({ height }) => Math.round(height)))
    expect([path, [...heights].every(height => height > 44 && height < 72)]).toEqual([path, true])
  }
})

it('nothing moves after a page is drawn: what the stream and the scripts add has its place', async () => {
  const { base } = await busyWorld()
  const page = await openPage(browser, [bank.url], DESK)
  for (const path of ['/', '/requests', '/console/payments']) {
    await page.goto(`${bank.url}${base}${path}`)
    await show(page, { ...DESK, colorScheme: 'light' })
    const moved = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          let sum = 0
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 500)
        }),
    )
    expect([path, moved]).toEqual([path, 0])
  }
})
