import { expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { moveClock } from '../support/clients/clock.ts'
import { decide, PSU_PRESENT } from '../support/clients/psu.ts'

const bank = await startBank()

it('leads a single payment from its creation through SCA and batch to its booking', async () => {
  const world = await bank.world('STANDARD')
  const [kari, ola] = (await world.call('GET', '/v1/sandbox/accounts')).body
  const { psuId } = await bank.store.reader.customer.findFirstOrThrow({
    where: { worldId: world.name, customerNumber: '13039319955' },
  })
  const headers = { ...PSU_PRESENT, 'PSU-ID': psuId, 'PSU-Context': 'PRIVATE' }
  const made = await world.call('POST', '/v1/payments/norwegian-domestic-credit-transfers', {
    headers,
    body: {
      instructedAmount: { amount: '100.00', currency: 'NOK' },
      creditorName: 'Ola Nordmann',
      creditorAccount: { iban: ola.iban, currency: 'NOK' },
      debtorAccount: { iban: kari.iban, currency: 'NOK' },
    },
  })
  expect(made.text).toContain('RCVD')
  expect(made.status).toBe(201)
  const path = made.headers['location']?.slice(world.base.length) ?? ''
  await decide(bank, world, made.body._links.scaRedirect.href, { customerNumber: '13039319955' })
  expect((await world.call('GET', `${path}/status`, { headers })).body).toEqual({ transactionStatus: 'ACTC' })
  await moveClock(bank, world, { by: 'P5D' })
  expect((await world.call('GET', `${path}/status`, { headers })).body).toEqual({
    transactionStatus: 'ACSC',
    fundsAvailable: true,
  })
  const after = (await world.call('GET', '/v1/sandbox/accounts')).body
  expect(after[0].balances[0].balanceAmount.amount).toBe(kari.balances[0].balanceAmount.amount - 100)
  expect(after[1].balances[0].balanceAmount.amount).toBe(ola.balances[0].balanceAmount.amount + 100)
  expect(after[0].balances[1]).toEqual({ ...after[0].balances[0], balanceType: 'expected' })
})
