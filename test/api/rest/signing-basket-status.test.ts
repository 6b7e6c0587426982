import { afterAll, describe, expect, it } from 'vitest'
import type { PaymentStatus } from '../../../src/generated/client.ts'
import { sign, statusOf } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { addBasket, describeBasketRefusals } from './shared/basket-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200: the worst case among the payments ([I] Signing basket status, D39)', () => {
  const rows: readonly (readonly [string, ...PaymentStatus[]])[] = [
    ['RCVD', 'RCVD', 'RCVD'],
    ['PATC', 'RCVD', 'ACTC'],
    ['PATC', 'RCVD', 'PDNG'],
    ['PATC', 'PDNG', 'ACTC'],
    ['PATC', 'PDNG', 'ACSC'],
    ['ACTC', 'ACTC', 'ACTC'],
    ['ACTC', 'ACWC', 'ACSP'],
    ['ACTC', 'ACSC', 'ACTC'],
    ['ACTC', 'ACSC', 'ACSC'],
    ['RJCT', 'RJCT', 'ACSC'],
    ['RJCT', 'RCVD', 'CANC'],
    ['RJCT', 'PDNG', 'RJCT'],
    ['RJCT', 'CANC', 'CANC'],
  ]
  it('is answered for every kind of company', async () => {
    const { psu, payments, basket } = await addBasket(bank)
    for (const [worst, ...statuses] of rows) {
      await bank.store.transaction(
        async tx => {
          for (const [place, status] of statuses.entries()) {
            const id = String(payments[place]?.id)
            await tx.payment.update({ where: { worldId_id: { worldId: psu.name, id } }, data: { status } })
          }
        },
        { worlds: [psu.name] },
      )
      expect(await statusOf(psu, basket), statuses.join()).toEqual({ transactionStatus: worst })
    }
  })

  it('moves as its payments do: one signed alone, one cancelled', async () => {
    const { psu, number, payments, basket } = await addBasket(bank)
    const [first, second] = payments
    if (first === undefined || second === undefined) throw new Error('two payments were made')
    await sign(bank, psu, first, number)
    expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'PATC' })
    await psu.call('DELETE', second.path)
    expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'RJCT' })
    expect(await statusOf(psu, first)).toEqual({ transactionStatus: 'ACTC' })
  })

  it('is RJCT when one of its payments finds no funds, though the other is paid', async () => {
    const { psu, number, payments, basket } = await addBasket(bank, [600, 500])
    await sign(bank, psu, basket, number)
    expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'ACTC' })
    await moveClock(bank, psu, { by: 'PT2H' })
    expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'RJCT' })
    const own = await Promise.all(payments.map(payment => statusOf(psu, payment)))
    expect(own.map(({ transactionStatus }) => transactionStatus)).toEqual(['ACSC', 'RJCT'])
  })
})

describeBasketRefusals(bank, { method: 'GET', tail: '/status' })
