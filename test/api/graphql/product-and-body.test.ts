import { afterAll, describe, expect, it } from 'vitest'
import { asProduct, CREATE, ordered } from '../../support/builders/graphql-payments.ts'
import { addPayer, BULK, bulkBody, NDCT, PERIODIC, paymentBody, periodicBody } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
const { psu, world, number, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

/** Every service, a body of it, the place of its transfer, and its fields. */
const KINDS = [
  ['payments', NDCT, CREATE.single, paymentBody(debtor, creditor), ''],
  ['bulk-payments', BULK, CREATE.bulk, bulkBody(debtor, creditor, ['100.00']), 'payments[0].'],
  ['periodic-payments', PERIODIC, CREATE.periodic, periodicBody(debtor, creditor), ''],
] as const

const WRONG_IBAN = 'NO0015034020016'

/** The body with the transfer changed, wherever it stands. */
function withTransfer(body: object, change: object): object {
  return 'payments' in body && Array.isArray(body.payments)
    ? { ...body, payments: body.payments.map((one: object) => ({ ...one, ...change })) }
    : { ...body, ...change }
}

const wire = (answer: { readonly body: { readonly tppMessages: readonly { code: string; path: string }[] } }) =>
  answer.body.tppMessages.map(({ code, path }) => `${code} ${path}`)

describe.each(KINDS)(
  'D16: a wrong product and the faults of the body of %s are one answer',
  (service, path, query, body, prefix) => {
    const post = (product: string, sent: object) => psu.call('POST', `/v1/${service}/${product}`, { body: sent })

    it('where the body has no form', async () => {
      const sent = withTransfer({ ...body, debtorAccount: { iban: WRONG_IBAN, currency: 'NOK' } }, { creditorName: 7 })
      const answer = await post('domestic', sent)
      expect(answer.status, answer.text).toBe(400)
      expect(wire(answer)).toEqual([
        `FORMAT_ERROR ${prefix}creditorName`,
        'FORMAT_ERROR payment-product',
        'FORMAT_ERROR debtorAccount.iban',
      ])
      // With the product mended the others are left.
      const mended = await psu.call('POST', path, { body: sent })
      expect(wire(mended)).toEqual([`FORMAT_ERROR ${prefix}creditorName`, 'FORMAT_ERROR debtorAccount.iban'])
    })

    it('where rules refuse the body for any product of the service', async () => {
      const sent = withTransfer(body, { creditorAccount: { iban: WRONG_IBAN, currency: 'NOK' } })
      const answer = await post('domestic', sent)
      expect(answer.status, answer.text).toBe(400)
      expect(wire(answer)).toEqual(['FORMAT_ERROR payment-product', `FORMAT_ERROR ${prefix}creditorAccount.iban`])
      // A body without a fault leaves the product alone.
      expect(wire(await post('domestic', body))).toEqual(['PRODUCT_UNKNOWN payment-product'])
    })

    it('with nothing that only some products refuse', async () => {
      const sent = withTransfer(body, { instructedAmount: { amount: '1.00', currency: 'EUR' } })
      const all = [`FORMAT_ERROR payment-product`, `FORMAT_ERROR ${prefix}instructedAmount.currency`]
      const faults = service === 'payments' ? ['PRODUCT_UNKNOWN payment-product'] : all
      expect(wire(await post('domestic', sent))).toEqual(faults)
    })

    if (service !== 'payments')
      it('at GraphQL too, where the service does not offer the product', async () => {
        for (const sent of [
          withTransfer(body, { creditorAccount: { iban: WRONG_IBAN, currency: 'NOK' } }),
          withTransfer({ ...body, debtorAccount: { iban: WRONG_IBAN, currency: 'NOK' } }, { creditorName: '' }),
        ]) {
          const rest = await post('sepa-credit-transfers', sent)
          expect(wire(rest)).toContain('FORMAT_ERROR payment-product')
          expect(rest.body.tppMessages.length).toBeGreaterThan(1)
          const args = {
            tpp,
            psu: number,
            context: 'PRIVATE',
            product: asProduct('sepa-credit-transfers'),
            input: sent,
          }
          expectSameRefusal(rest, await refused(world, query, ordered(args)), 'FORMAT_ERROR')
        }
      })

    it('at GraphQL too, where there is no such product', async () => {
      const sent = withTransfer({ ...body, debtorAccount: { iban: WRONG_IBAN, currency: 'NOK' } }, { creditorName: 7 })
      const args = { tpp, psu: number, context: 'PRIVATE', product: 'DOMESTIC', input: sent }
      const { errors } = (await world.graphql(query, ordered(args))).body
      const said = errors.map(({ message }: { message: string }) => message).join('\n')
      expect(said).toContain('DOMESTIC')
      expect(said).toContain('creditorName')
      expect(said).toContain('debtorAccount.iban')
      // Once, with the names that the graph has.
      expect(said).toContain('input.product: must be one of NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, ')
      expect(said).not.toContain('payment-product')
    })
  },
)
