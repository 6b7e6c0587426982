import { afterAll, describe, expect, it } from 'vitest'
import { PATHS } from '../../support/builders/builders.ts'
import { sign } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { addBasket, describeBasketRefusals } from './shared/basket-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('shows its payments and its status, before and after the SCA', async () => {
    const { psu, number, payments, basket } = await addBasket(bank)
    const path = `${psu.base}${basket.path}`
    const shown = (transactionStatus: string) => ({
      basketId: basket.id,
      payments: payments.map(({ id }) => id),
      transactionStatus,
      _links: {
        self: { href: path, verbs: ['GET', 'DELETE'] },
        status: { href: `${path}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${path}/authorisations`, verbs: ['POST'] },
      },
    })
    expect((await psu.call('GET', basket.path)).body).toEqual(shown('RCVD'))
    await sign(bank, psu, basket, number)
    const { self, status } = shown('ACTC')._links
    // What would be refused now is no link of it any more.
    const _links = { self: { ...self, verbs: ['GET'] }, status }
    expect((await psu.call('GET', basket.path)).body).toEqual({ ...shown('ACTC'), _links })
  })

  it('is gone with everything else when the world is filled again', async () => {
    const { psu, number, basket } = await addBasket(bank)
    await sign(bank, psu, basket, number)
    expect((await psu.call('POST', PATHS.initialize)).status).toBe(200)
    expect((await psu.call('GET', basket.path)).status).toBe(404)
    const { data } = (await psu.graphql('{ signingBaskets { totalCount } payments { totalCount } }')).body
    expect(data).toEqual({ signingBaskets: { totalCount: 0 }, payments: { totalCount: 0 } })
  })
})

describeBasketRefusals(bank, { method: 'GET', tail: '' })
