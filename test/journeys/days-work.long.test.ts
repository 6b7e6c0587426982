import { afterAll, expect, it } from 'vitest'
import { createCli } from '../support/clients/cli.ts'
import { runCopiedTest } from '../support/clients/copied-test.ts'
import { openPage, startBrowser } from '../workbench/pages/browser.ts'
import { follow, press, undo } from '../workbench/pages/operator.ts'

const browser = await startBrowser()
const cli = createCli()
cli.addTpp('acme')
const bank = await cli.serve()
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

const FIXTURE = `customers:
  - key: nora
    name: Nora Lund
    type: PRIVATE
    customerNumber: "15059012345"
    accounts:
      - key: salary
        bban: "12010000015"
        accountName: Salary
        currency: NOK
        product: Current account
        cashAccountType: CACC
        creditLine: 0
        balances:
          - { balanceType: closingBooked, balanceAmount: { amount: 5000, currency: NOK } }
`
const BASE = '/worlds/a-day'

it('works with the bank for a day: from an empty world to a test that passes', async () => {
  const page = await openPage(browser, [bank.url])
  const main = async () => ((await page.locator('main').textContent()) ?? '').replaceAll('\u00a0', ' ')
  const graph = async (query: string) => {
    const answer = await fetch(`${bank.url}${BASE}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    const { data, errors } = await answer.json()
    expect(errors).toBeUndefined()
    return data
  }

  // An empty world, which says what to do with it.
  await page.goto(`${bank.url}/console/worlds`)
  await follow(page, 'Make a world')
  await page.getByLabel('Name', { exact: true }).fill('a-day')
  await page.getByLabel('Filled with').selectOption('EMPTY')
  await page.getByLabel('Its clock begins at').fill('2026-03-02T09:00:00Z')
  await page.getByLabel('Its clock stands still').check()
  await press(page, 'Make a world')
  expect(await main()).toContain('Apply a fixture')

  // A fixture as text: first with a fault, which is shown at its line.
  await follow(page, 'Apply a fixture')
  await page.getByRole('textbox', { name: 'The document' }).fill(FIXTURE.replace('PRIVATE', 'PRIVAT'))
  await press(page, 'Apply a fixture')
  expect(await page.getByRole('alert').textContent()).toContain('Line 4')
  await page.getByRole('textbox', { name: 'The document' }).fill(FIXTURE)
  await press(page, 'Apply a fixture')
  expect(await graph('{ customers { nodes { name accounts { nodes { bban } } } } }')).toEqual({
    customers: { nodes: [{ name: 'Nora Lund', accounts: { nodes: [{ bban: '12010000015' }] } }] },
  })

  // A TPP, whose key and certificate are given once.
  await page.goto(`${bank.url}${BASE}/console/tpps`)
  await page.getByLabel('Name', { exact: true }).fill('Day Payments')
  await press(page, 'Make a TPP')
  for (const file of ['key.pem', 'cert.pem'])
    expect(await page.getByRole('link', { name: `Download ${file}` }).getAttribute('href')).toContain('base64,')

  // A call from the docs, which is refused, and is sent from the journal as it would pass.
  const { psus } = await graph('{ psus: customers { nodes { psuId } } }')
  const order = {
    instructedAmount: { amount: '125,50', currency: 'NOK' },
    debtorAccount: { bban: '12010000015', currency: 'NOK' },
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    creditorName: 'Fjord AS',
  }
  await page.goto(`${bank.url}${BASE}/docs/operations/createPayment`)
  await page.getByLabel(/^PSU-ID/).fill(psus.nodes[0].psuId)
  await page.getByRole('textbox', { name: 'Body', exact: true }).fill(JSON.stringify(order))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Answer 400 Bad Request' }).waitFor()
  await page.goto(`${bank.url}${BASE}/requests?answer=refused`)
  await page.locator('.calls tbody tr').filter({ hasText: '400' }).first().getByRole('link').first().click()
  await page.waitForURL(`${bank.url}${BASE}/requests/*`)
  await press(page, 'Use 125.50')
  await page.waitForURL(/\?again=/)
  expect((await graph('{ payments { nodes { status } } }')).payments.nodes).toEqual([{ status: 'RCVD' }])

  // A snapshot, the approval of a person in the console, and the clock at the batch that books it.
  const [payment] = (await graph('{ payments { nodes { id status } } }')).payments.nodes
  expect(payment.status).toBe('RCVD')
  const state = async () => {
    const { clock, ...found } = await graph(
      `{ clock { now } payment(id: "${payment.id}") { status } customers { nodes { accounts { nodes { transactions { totalCount } } } } } }`,
    )
    return [found.payment.status, found.customers.nodes[0].accounts.nodes[0].transactions.totalCount, clock.now]
  }
  await page.goto(`${bank.url}${BASE}/console/snapshots`)
  await follow(page, 'Take a snapshot')
  await page.getByLabel('Name', { exact: true }).fill('morning')
  await press(page, 'Take a snapshot')
  await page.goto(`${bank.url}${BASE}/`)
  await press(page, 'Approve as Nora Lund')
  expect(await state()).toEqual(['ACTC', 0, '2026-03-02T09:00:00.000Z'])
  await page.goto(`${bank.url}${BASE}/`)
  await press(page, /^Next batch/)
  expect(await state()).toEqual(['ACSC', 1, '2026-03-02T10:00:00.000Z'])

  // Back, and on again; what the morning was, compared with now.
  await undo(page)
  expect(await state()).toEqual(['ACTC', 0, '2026-03-02T09:00:00.000Z'])
  await press(page, /^Next batch/)
  await page.goto(`${bank.url}${BASE}/console/snapshots`)
  await page.getByLabel('Before').selectOption('morning')
  await press(page, 'Compare')
  expect(await main()).toMatch(/\d new transactions?, 1 payment \w+ → booked/)

  // A call that shows the result, as a test of its own.
  await page.goto(`${bank.url}${BASE}/docs/operations/paymentStatus`)
  await page.getByLabel('paymentId').fill(payment.id)
  await page.getByLabel(/^PSU-ID/).fill(psus.nodes[0].psuId)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Answer 200 OK' }).waitFor()
  await page.goto(`${bank.url}${BASE}/requests?path=status`)
  await page.locator('.calls tbody tr').filter({ hasText: '200' }).first().getByRole('link').first().click()
  await page.waitForURL(`${bank.url}${BASE}/requests/*`)
  await page.locator('summary').filter({ hasText: 'Copy as' }).click()
  await page.getByRole('link', { name: 'A test with the kit' }).click()
  const copied = (await page.locator('#as-test pre').textContent()) ?? ''
  expect(await runCopiedTest(bank.url, copied)).toMatch(/Tests +1 passed/)
})
