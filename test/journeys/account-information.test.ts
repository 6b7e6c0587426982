import { expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { grantConsent, PSU_PRESENT } from '../support/clients/psu.ts'

const bank = await startBank()

it('leads a TPP from its first call without a consent to the details of a transaction', async () => {
  const world = await bank.world('STANDARD')
  const refused = await world.call('GET', '/v1/accounts', { headers: PSU_PRESENT })
  expect(refused.status).toBe(401)
  expect(refused.body.tppMessages[0].code).toBe('CONSENT_INVALID')
  expect(refused.body._links.scaRedirect.href).toMatch(new RegExp(`^${bank.url}${world.base}/sca/`))

  const headers = await grantConsent(bank, world, { customerNumber: '13039319955', context: 'PRIVATE' })
  const { body: list } = await world.call('GET', '/v1/accounts?withBalance=true', { headers })
  expect(list.accounts).toHaveLength(2)
  const [account] = list.accounts
  expect(account.balances[0].balanceAmount.amount).toMatch(/^\d+\.\d\d$/)

  const { body: page } = await world.call('GET', `/v1/accounts/${account.resourceId}/transactions?bookingStatus=both`, {
    headers,
  })
  const [latest] = page.transactions.booked
  const { body: details } = await world.call(
    'GET',
    `/v1/accounts/${account.resourceId}/transactions/${latest.transactionId}`,
    { headers },
  )
  expect(details.transactionsDetails).toEqual(latest)
})
