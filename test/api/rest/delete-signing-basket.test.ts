import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import { BASKETS, register, sign, startSca, statusOf } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { decide } from '../../support/clients/psu.ts'
import { addBasket, describeBasketRefusals } from './shared/basket-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('204', () => {
  it('dissolves the basket: its payments still wait for their SCA, and may be grouped again', async () => {
    const { psu, number, payments, basket } = await addBasket(bank)
    expect(await psu.call('DELETE', basket.path)).toMatchObject({ status: 204, text: '' })
    expectRefusal(await psu.call('GET', basket.path), 404, 'RESOURCE_UNKNOWN')
    for (const payment of payments) expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RCVD' })
    const again = await register(psu, BASKETS, { paymentIds: payments.map(({ id }) => id) })
    await sign(bank, psu, again, number)
    expect(await statusOf(psu, again)).toEqual({ transactionStatus: 'ACTC' })
  })

  it('dissolves one of which a payment was cancelled or rejected, so that the others can be grouped again', async () => {
    const { psu, number, payments, basket } = await addBasket(bank, [100, 200, 300])
    const [cancelled, rejected, waiting] = payments
    if (cancelled === undefined || rejected === undefined || waiting === undefined) throw new Error('three were made')
    await psu.call('DELETE', cancelled.path)
    await sign(bank, psu, rejected, number, { outcome: 'REJECTED' })
    expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'RJCT' })
    const { self } = (await psu.call('GET', basket.path)).body._links
    expect(self.verbs).toEqual(['GET', 'DELETE'])
    expect((await psu.call('DELETE', basket.path)).status).toBe(204)
    const again = await register(psu, BASKETS, { paymentIds: [waiting.id] })
    await sign(bank, psu, again, number)
    expect(await statusOf(psu, again)).toEqual({ transactionStatus: 'ACTC' })
  })

  it('ends an SCA of the basket that was started', async () => {
    const { psu, number, payments, basket } = await addBasket(bank)
    const sca = await startSca(psu, basket.path)
    await psu.call('DELETE', basket.path)
    await expect(decide(bank, psu, sca, { customerNumber: number })).rejects.toMatchObject({
      code: 'SCA_INVALID',
      message: 'This authorisation has ended. The signing basket was deleted.',
    })
    for (const payment of payments) expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RCVD' })
  })
})

describe('409', () => {
  it('CONFLICT once any of its payments went further', async () => {
    const { psu, number, payments, basket } = await addBasket(bank)
    const [first] = payments
    if (first === undefined) throw new Error('payments were made')
    await sign(bank, psu, first, number)
    expect(expectRefusal(await psu.call('DELETE', basket.path), 409, 'CONFLICT')).toEqual([
      `The payment ${first.id} of this basket is ACTC: a basket can be deleted only before any of its payments is authorised. Those that still wait are authorised by its SCA, or each by itself.`,
    ])
    expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'PATC' })
  })
})

describeBasketRefusals(bank, { method: 'DELETE', tail: '' })
