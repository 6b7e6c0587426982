import { expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register, sign } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
const browser = await startBrowser()

it('a comparison begins with a sentence, and shows each thing by its name and its money; the columns are folded (D98)', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
  await psu.graphql('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  await sign(bank, psu, payment, number)
  await psu.graphql('mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }')
  const path = `${psu.base}/console/compare?left=before&right=`
  const page = textOf(await visitor(bank, path).open()).replaceAll('\u00a0', ' ')
  expect(page).toMatch(/2 accounts changed, 2 new transactions, 1 payment waiting → booked/)
  const [, from = '', to = '', change = ''] =
    /([\d .]+) → ([\d .]+) NOK \(\u2212([\d .]+) NOK\)/.exec(page.replaceAll(' NOK →', ' →')) ?? []
  const read = (text: string) => Number(text.replaceAll(' ', ''))
  expect(read(from) - read(to)).toBeCloseTo(read(change))
  expect(read(change)).toBeGreaterThan(0)
  const shown = await openPage(browser, [bank.url])
  await shown.goto(bank.url + path)
  expect(await shown.getByText('bookedMinor').first().isVisible()).toBe(false)
  await expectAccessibleAnywhere(shown)
})

it.each([true, false])(
  'after an action its page says what it did, and leads back and to all of it, with scripts: %s (D98)',
  async javaScriptEnabled => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    const page = await openPage(browser, [bank.url], { javaScriptEnabled })
    await page.goto(`${bank.url}${psu.base}/console/payments/${payment.id}`)
    await page.getByRole('button', { name: /^Next batch/ }).click()
    const notice = page.locator('.did')
    await notice.waitFor()
    expect(await notice.textContent()).toMatch(
      /Moved to 15 May 2030, 13:30\. 2 accounts changed, 1 payment approved → booked/,
    )
    if (javaScriptEnabled) await expectAccessibleAnywhere(page)
    await notice.getByRole('link', { name: 'What changed' }).click()
    await page.getByRole('heading', { name: 'Transactions' }).waitFor()
    await page.goBack()
    await notice.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'ACTC approved' }).waitFor()
    expect(await notice.textContent()).toBe('Undone: Move the clock.')
  },
)

it.each([true, false])(
  'what a TPP does after an action is not counted as done by it, and Undo asks before it takes that back, with scripts: %s (D98)',
  async javaScriptEnabled => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const page = await openPage(browser, [bank.url], { javaScriptEnabled })
    const first = `${bank.url}${psu.base}/`
    await page.goto(first)
    await page.getByRole('button', { name: /^Next batch/ }).click()
    const notice = page.locator('.did')
    await notice.waitFor()
    const did = (await notice.locator('span').textContent()) ?? ''
    expect(did).toMatch(/^Moved to \d+ \w+ \d+, \d\d:\d\d\.$/)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    const stored = async () => (await psu.graphql('{ payments { nodes { id } } clock { now } }')).body.data
    const before = await stored()
    expect(before.payments.nodes).toEqual([{ id: payment.id }])
    // It is found also behind more reads than are read from the journal at once.
    if (!javaScriptEnabled)
      for (let reads = 0; reads < 520; reads += 1)
        expect((await psu.call('GET', `${payment.path}/status`)).status).toBe(200)
    await page.goto(first)
    expect(await notice.locator('span').textContent()).toBe(did)

    const ask = async () => {
      await notice.getByRole('button', { name: 'Undo' }).click()
      await page
        .getByText('1 call of TPPs and PSUs came after this action. Undo also takes back what was written then.')
        .waitFor()
    }
    await ask()
    expect(await page.locator('main').textContent()).toContain('The last one: createPayment')
    if (javaScriptEnabled) await expectAccessibleAnywhere(page)
    await page.getByRole('link', { name: 'No', exact: true }).click()
    await page.waitForURL(first)
    expect(await stored()).toEqual(before)
    await ask()
    await page.getByRole('button', { name: 'Yes: undo all of that' }).click()
    await page.waitForURL(first)
    expect((await stored()).payments.nodes).toEqual([])
    expect(await notice.textContent()).toBe('Undone: Move the clock.')
  },
)

it('its first page describes more than it shows, and leads to the rest (D98)', async () => {
  const world = await bank.world('EMPTY')
  await world.graphql('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  const customers = Array.from({ length: 45 }, (_, place) => ({
    key: `c${place}`,
    name: `Kunde ${place}`,
    type: 'PRIVATE',
  }))
  await world.graphql('mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { __typename } }', {
    fixture: { customers },
  })
  const page = await openPage(browser, [bank.url])
  await page.goto(`${bank.url}${world.base}/console/compare?left=before`)
  expect(await page.locator('.lead').first().textContent()).toContain('45 new customers')
  const shown = page.locator('main li.change')
  const first = await shown.allTextContents()
  await page
    .locator('main')
    .getByRole('link', { name: /More|Next/ })
    .click()
  await page.waitForURL(/after=/)
  const rest = await shown.allTextContents()
  // Each customer comes with an agreement, so there are 40 more behind the first 40.
  expect([first.length, new Set([...first, ...rest]).size]).toEqual([40, 80])
})
