import { afterAll, describe, expect, it } from 'vitest'
import { startSca } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { addBasket, describeBasketRefusals } from './shared/basket-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it("lists the basket's own SCAs, oldest first, and none of its payments", async () => {
    const { psu, basket, payments } = await addBasket(bank)
    const read = async () => (await psu.call('GET', `${basket.path}/authorisations`)).body
    expect(await read()).toEqual({ authorisationIds: [] })
    await startSca(psu, `${payments[0]?.path}`)
    const started = [await startSca(psu, basket.path), await startSca(psu, basket.path)]
    expect(await read()).toEqual({ authorisationIds: started.map(href => href.split('/').at(-1)) })
  })
})

describeBasketRefusals(bank, { method: 'GET', tail: '/authorisations' })
