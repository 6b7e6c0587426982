import { expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { openPage, startBrowser } from './browser.ts'

// What a person reads in parts, and copies as a whole.

const bank = await startBank()
const browser = await startBrowser()
const PHONE = { viewport: { width: 390, height: 800 } }

it('no option and no name of a world is broken in two on a phone, and the command is copied as it is', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], PHONE)
  await page.goto(`${bank.url}${world.base}/callback?psu-id=p-1`)
  const lines = await page.$$eval('pre .whole-word', words =>
    words.map(word => [
      word.textContent,
      Math.round(word.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(word).lineHeight)),
    ]),
  )
  expect(lines).toContainEqual([`--world ${world.name}`, 1])
  expect(lines.filter(([, height]) => height !== 1)).toEqual([])
  const shown = await page.locator('pre').first().textContent()
  expect(shown).toContain(`npx sandbank call GET /v1/accounts --world ${world.name} --base ${bank.url}`)
})

it('no name of a fixture is broken in two, however wide the window', async () => {
  for (const width of [390, 580, 700, 1280]) {
    const page = await openPage(browser, [bank.url], { viewport: { width, height: 800 } })
    for (const path of ['/docs/fixtures', '/console/fixtures']) {
      await page.goto(bank.url + path)
      const lines = await page.$$eval('tr > :first-child code', names => names.map(one => one.getClientRects().length))
      expect([path, width, lines]).toEqual([path, width, lines.map(() => 1)])
      expect(lines.length).toBeGreaterThan(5)
    }
  }
})

it('no word of a table of the documentation is broken in two, and the page fits its window', async () => {
  for (const width of [577, 640, 768, 800, 1280]) {
    const page = await openPage(browser, [bank.url], { viewport: { width, height: 800 } })
    for (const path of ['/docs/errors', '/docs/operations/createAccount']) {
      await page.goto(bank.url + path)
      const broken = await page.$$eval('td, th', cells =>
        cells.flatMap(cell => {
          const range = document.createRange()
          const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          const found: string[] = []
          while (texts.nextNode() !== null) {
            const text = texts.currentNode
            for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\w+/g)) {
              range.setStart(text, index)
              range.setEnd(text, index + word.length)
              if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
            }
          }
          return found
        }),
      )
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, width, broken, over]).toEqual([path, width, [], 0])
      expect(await page.locator('td').count()).toBeGreaterThan(20)
    }
  }
})

it('a long name breaks no word of the columns beside it', async () => {
  const world = await bank.world('STANDARD')
  const transfer = (creditorName: string) =>
    `{ instructedAmount: { amount: "1110.50", currency: "NOK" }, creditorName: "${creditorName}", creditorAccount: { iban: "NO1815034020016", currency: "NOK" } }`
  const input = `psu: "13039319955", context: PRIVATE, debtorAccount: { iban: "NO3515034010010", currency: "NOK" }, payments: [${transfer('W'.repeat(70))}, ${transfer('Ola')}]`
  const { body } = await world.graphql(`mutation { createBulkPayment(input: { ${input} }) { payment { id } } }`)
  for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport]) {
    const page = await openPage(browser, [bank.url], { viewport })
    await page.goto(`${bank.url}${world.base}/console/payments/${body.data.createBulkPayment.payment.id}`)
    const lines = await page.$$eval('[aria-labelledby=transfers] td:is(.half, .amount)', cells =>
      cells.map(cell => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return [
          cell.textContent?.replaceAll(/\s/g, ' '),
          new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
        ]
      }),
    )
    const row = [
      ['open', 1],
      ['1 110.50 NOK', 1],
    ]
    expect(lines).toEqual([...row, ...row])
  }
})

it('an IBAN stands in fours in the console and at the SCA, and is copied without gaps', async () => {
  const world = await bank.world('STANDARD')
  const { body } = await world.graphql('{ account(by: { iban: "NO3515034010010" }) { id } }')
  const page = await openPage(browser, [bank.url], PHONE)
  const ibans = () =>
    page.$$eval('.iban', found =>
      found.map(one => {
        getSelection()?.selectAllChildren(one)
        const gaps = [...one.querySelectorAll('span')].map(part =>
          Number.parseFloat(getComputedStyle(part).paddingRight),
        )
        return { copied: getSelection()?.toString(), parts: gaps.length, gaps: gaps.filter(gap => gap > 1).length }
      }),
    )
  await page.goto(`${bank.url}${world.base}/console/accounts/${body.data.account.id}`)
  expect(await ibans()).toEqual([{ copied: 'NO3515034010010', parts: 4, gaps: 3 }])
  const { paymentId, path } = await pay()
  await page.goto(`${bank.url}${world.base}/console/payments/${paymentId}`)
  expect((await ibans()).map(({ copied }) => copied)).toEqual(['NO3515034010010', 'NO1815034020016'])
  await page.goto(`${bank.url}${path}`)
  await page.getByLabel('Customer number').fill('13039319955')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('.iban').first().waitFor()
  expect((await ibans()).map(({ copied, gaps }) => [copied, gaps]).toSorted()).toEqual([
    ['NO1815034020016', 3],
    ['NO3515034010010', 3],
  ])

  async function pay() {
    const input = `psu: "13039319955", context: PRIVATE, instructedAmount: { amount: "10.00", currency: "NOK" }, creditorName: "Ola", creditorAccount: { iban: "NO1815034020016", currency: "NOK" }, debtorAccount: { iban: "NO3515034010010", currency: "NOK" }`
    const made = await world.graphql(
      `mutation { createPayment(input: { ${input} }) { payment { id } authorisation { id } } }`,
    )
    const { payment, authorisation } = made.body.data.createPayment
    return { paymentId: payment.id, path: `${world.base}/sca/${authorisation.id}` }
  }
})
