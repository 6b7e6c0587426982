import { describe, expect, it } from 'vitest'
import {
  lackingProduct,
  PRODUCT_RULES,
  PRODUCTS,
  requireProduct,
  SERVICE_PATHS,
  SERVICES,
} from '../../src/domain/products.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const [NDCT, ...OTHERS] = PRODUCTS

describe('the payment products', () => {
  it('are four, all of them for single payments', () => {
    expect(PRODUCTS).toHaveLength(4)
    for (const product of PRODUCTS) expect(requireProduct('SINGLE', product)).toBe(product)
  })

  it.each(['BULK', 'PERIODIC'] as const)(
    'of %s payments are domestic credit transfers only: PRODUCT_INVALID',
    service => {
      expect(requireProduct(service, NDCT)).toBe(NDCT)
      for (const product of OTHERS)
        expectRefusal(
          () => requireProduct(service, product),
          'PRODUCT_INVALID',
          /offers norwegian-domestic-credit-transfers only/,
        )
    },
  )

  it.each(['', 'domestic', 'toString', `${NDCT} `, NDCT.toUpperCase()])('are not %j: PRODUCT_UNKNOWN', name => {
    expectRefusal(() => requireProduct('SINGLE', name), 'PRODUCT_UNKNOWN', /There is no payment product/)
  })

  it.each([
    [NDCT, 'NOK', 1, 0n],
    ['instant-norwegian-domestic-credit-transfers-straks', 'NOK', 0, 0n],
    ['cross-border-credit-transfers', undefined, 2, 5000n],
    ['sepa-credit-transfers', 'EUR', 2, 1000n],
  ] as const)('%s: currency %s, %d batches, a fee of %d øre (D35, D48)', (product, currency, batches, feeMinor) => {
    expect(PRODUCT_RULES[product]).toMatchObject({ currency, batches, feeMinor, instant: batches === 0 })
  })
})

it('each payment service has a path of its own', () => {
  for (const [path, service] of Object.entries(SERVICES)) expect(SERVICE_PATHS[service]).toBe(path)
})

it('a product that does not exist is refused with the four that do, at the path', () => {
  const long = 'x'.repeat(81)
  const refusal = expectRefusal(() => requireProduct('SINGLE', long), 'PRODUCT_UNKNOWN', /There is no payment product/)
  expect(refusal.faults[0]?.path).toBe('payment-product')
  expect(refusal.message).toContain(`"${'x'.repeat(80)}". There are ${PRODUCTS.join(', ')}.`)
})

it('a product that a service does not offer is refused with those that it does, at the path', () => {
  const refusal = expectRefusal(() => requireProduct('BULK', OTHERS[0] ?? ''), 'PRODUCT_INVALID', / offers .* only\./)
  expect(refusal.faults[0]?.path).toBe('payment-product')
  expect(refusal.message).toContain(`${SERVICE_PATHS.BULK} offers ${NDCT} only.`)
})

it('an id in the place of a product is refused with the path that has both, and only there', () => {
  const id = '018cc251-f400-7000-8001-12da4f2b8e96'
  const path = '/v1/periodic-payments/{payment-product}/{paymentId}'
  expect(lackingProduct('periodic-payments', id)).toContain(path)
  expect(lackingProduct('periodic-payments', 'daily')).toBe('')
  const refusal = expectRefusal(() => requireProduct('PERIODIC', id), 'PRODUCT_UNKNOWN', /An id stands where/)
  expect(refusal.message).toContain(path)
  expect(expectRefusal(() => requireProduct('PERIODIC', 'daily'), 'PRODUCT_UNKNOWN', /./).message).toMatch(
    new RegExp(`${PRODUCTS.at(-1)}\\.$`),
  )
})
