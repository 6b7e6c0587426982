import { afterAll, describe, expect, it } from 'vitest'
import { cardTransactionBody, create, PATHS } from '../../support/builders/builders.ts'
import { addConsented, unattended } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'

const bank = await startBank()
const path = (id: string) => `/v1/card-accounts/${id}/balances`
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('shows the card account and both balances, moved by its transactions', async () => {
    const { world, headers, card } = await addConsented(bank)
    await create(world, `${PATHS.cardAccounts}/${card.id}/transactions`, cardTransactionBody())
    expect((await world.call('GET', path(card.id), { headers })).body).toEqual({
      cardAccount: { maskedPan: card.maskedPan, currency: 'NOK' },
      balances: [
        { balanceType: 'closingBooked', balanceAmount: { amount: '-100.00', currency: 'NOK' } },
        { balanceType: 'expected', balanceAmount: { amount: '-100.00', currency: 'NOK' } },
      ],
    })
  })

  it('counts for itself: the calls for an account do not use up those for a card account (D41)', async () => {
    const { world, headers, account, card } = await addConsented(bank)
    const read = async (target: string) => (await world.call('GET', target, { headers: unattended(headers) })).status
    for (let call = 1; call <= 4; call += 1) expect(await read(`/v1/accounts/${account.id}/balances`)).toBe(200)
    expect(await read(path(card.id))).toBe(200)
  })
})

describeConsentRefusals(bank, {
  path: ({ card }) => path(card.id),
  unknown: { path, noun: 'card account' },
  counted: true,
})
