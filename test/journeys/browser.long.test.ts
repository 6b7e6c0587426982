import { expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { PSU_PRESENT } from '../support/clients/psu.ts'
import { openPage, startBrowser, startTpp } from '../workbench/pages/browser.ts'

const bank = await startBank()
const browser = await startBrowser()
const tpp = await startTpp()
const KARI = '13039319955'

/** The PSU goes from the link of a refusal to the bank's page, says who it acts for, opens everything, and is back at the TPP. */
async function consentInBrowser(href: string, context: 'Myself' | 'A company'): Promise<Record<string, string>> {
  const page = await openPage(browser, [bank.url, tpp.origin])
  await page.goto(href)
  await page.getByLabel('Customer number').fill(KARI)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: new RegExp(context) }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(`${tpp.origin}/**`)
  const { searchParams } = new URL(page.url())
  return { 'PSU-ID': searchParams.get('psu-id') ?? '', 'TPP-Session-ID': searchParams.get('tpp-session-id') ?? '' }
}

const asked = { ...PSU_PRESENT, 'TPP-Redirect-URI': tpp.callback }

it('a refused call leads the PSU to the bank and back, and the TPP to accounts, transactions and details', async () => {
  const world = await bank.world('STANDARD')
  const refused = await world.call('GET', '/v1/accounts', { headers: asked })
  expect(refused.status).toBe(401)
  const headers = { ...asked, ...(await consentInBrowser(refused.body._links.scaRedirect.href, 'Myself')) }

  const { accounts } = (await world.call('GET', '/v1/accounts', { headers })).body
  expect(accounts.map((one: { name: string }) => one.name)).toEqual(['Brukskonto', 'Sparekonto'])
  const path = `/v1/accounts/${accounts[0].resourceId}/transactions`
  const { transactions } = (await world.call('GET', `${path}?bookingStatus=both`, { headers })).body
  const [latest] = transactions.booked
  const details = await world.call('GET', `${path}/${latest.transactionId}`, { headers })
  expect(details.body).toEqual({ transactionsDetails: latest })
  const cards = await world.call('GET', '/v1/card-accounts', { headers })
  expect(cards.body.cardAccounts).toHaveLength(1)
})

it('a member of a corporation opens its accounts, which are then read under the agreement', async () => {
  const world = await bank.world('STANDARD')
  const refused = await world.call('GET', '/v1/accounts', { headers: asked })
  const psu = await consentInBrowser(refused.body._links.scaRedirect.href, 'A company')
  const agreements = (await world.call('GET', '/v1/sandbox/agreements')).body
  const { id } = agreements.find((one: { owner: string }) => one.owner === '18129215603')

  const without = await world.call('GET', '/v1/accounts', { headers: { ...asked, ...psu, 'PSU-Context': 'CORPORATE' } })
  expect({ status: without.status, path: without.body.tppMessages[0].path }).toEqual({
    status: 400,
    path: 'PSU-Corporate-ID',
  })
  const headers = { ...asked, ...psu, 'PSU-Context': 'CORPORATE', 'PSU-Corporate-ID': id }
  const { accounts } = (await world.call('GET', '/v1/accounts', { headers })).body
  expect(accounts).toHaveLength(3)
  const path = `/v1/accounts/${accounts[0].resourceId}/transactions`
  const { transactions } = (await world.call('GET', `${path}?bookingStatus=booked`, { headers })).body
  const details = await world.call('GET', `${path}/${transactions.booked[0].transactionId}`, { headers })
  expect(details.body.transactionsDetails._links.transactionDetails.verbs).toEqual(['GET'])
})
