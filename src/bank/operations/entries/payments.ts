import { z } from '@hono/zod-openapi'
import { NO_FIXES } from '../../../domain/account-information.ts'
import { isNumber, readBban } from '../../../domain/account-numbers.ts'
import { checkTogether } from '../../../domain/errors.ts'
import { judgeTransfer } from '../../../domain/payments.ts'
import { findProduct, PRODUCTS, type ServicePath } from '../../../domain/products.ts'
import { BASKET_STATUSES, PAYMENT_STATUSES } from '../../../domain/status.ts'
import { knownTransfer } from '../../inputs/known-parts.ts'
import { parseInput } from '../../inputs/parse.ts'
import { basketPayments, createBulkPayment, createPayment, createPeriodicPayment } from '../../inputs/payments.ts'
import { withRelativeDays } from '../../inputs/relative-times.ts'
import { account } from '../../inputs/transfers.ts'
import { oneOf, required } from '../../inputs/values.ts'
import { paymentsNamed } from '../../resolvers/exports/named.ts'
import { exportBaskets, exportPayments } from '../../resolvers/exports/payments.ts'
import { assertBrought, bringBasket, bringPayment, registeredFor } from '../../resolvers/payments/bring.ts'
import * as operations from '../payments.ts'
import { createSigningBasket } from '../signing-baskets.ts'
import { calledBy, reference, tppFields } from './calls.ts'
import { type EntryFields, entryKind, oneByOne, type Reference } from './entry.ts'

const SERVICES = ['payments', 'bulk-payments', 'periodic-payments'] as const satisfies readonly ServicePath[]

// The fields of all three bodies; the schema of the service says which of them go together.
const {
  debtorAccount: _debtor,
  creditorAccount: _creditor,
  payments: _payments,
  ...bodyFields
} = { ...createBulkPayment.shape, ...createPeriodicPayment.shape, ...createPayment.shape }
const body = z.strictObject(withRelativeDays(bodyFields)).partial().shape

const numbered = z
  .strictObject({
    iban: reference('The account').optional(),
    bban: account.shape.bban,
    currency: account.shape.currency.openapi({
      description: 'As the operation says: needed in periodic payments ([I] Create periodic payment).',
    }),
  })
  .openapi('FixturePaymentAccount', { description: 'An account by its key, iban or bban, and its currency (D23).' })

const bulkTransfer = z
  .strictObject({ ...createBulkPayment.shape.payments.element.shape, creditorAccount: numbered })
  .openapi('FixtureTransfer', { description: 'One of the payments of a bulk.' })

/** The TPP and the PSU of the call. */
const payer = {
  ...tppFields,
  psu: reference('Who registers it'),
  agreementId: reference('The agreement that a corporate PSU acts under').optional(),
}
const PAYER = [
  { at: 'psu', to: 'customer', by: 'number' },
  { at: 'agreementId', to: 'agreement', by: 'id' },
] as const satisfies readonly Reference[]

const fields = {
  ...payer,
  service: oneOf(SERVICES, 'payment-service in the path; payments when not given.').optional(),
  product: oneOf(PRODUCTS, 'payment-product in the path; domestic when not given.').optional(),
  status: oneOf(
    PAYMENT_STATUSES,
    'How it stands: RCVD when not given. It is brought there by what would bring it there; ACCP and ACWP only a scenario shows.',
  ).optional(),
  ...body,
  creditorAccount: numbered.optional(),
  debtorAccount: numbered,
  payments: z
    .array(bulkTransfer, required('a list'))
    .max(1000, 'must hold at most 1000 payments.')
    .optional()
    .openapi({ description: 'The transfers of a bulk.' }),
}

/** The fields of an entry besides the body of its operation. */
const order = z.looseObject({ ...payer, service: fields.service, product: fields.product, status: fields.status })

function orderIn(entry: unknown) {
  const { service = 'payments', product = PRODUCTS[0], status, ...rest } = parseInput(order, entry)
  const { psu, agreementId, tpp, tppName, ...input } = rest
  return { service, product, status, psu, agreementId, tpp, tppName, input }
}

function accessOf({ psu, agreementId }: { readonly psu: string; readonly agreementId?: string | undefined }) {
  const named = { customerNumber: psu, corporateId: agreementId }
  return { ...named, psuPresent: true, redirectUri: '', redirectPreferred: true }
}

/** Payments, by the operation of their service and product. */
export const payments = entryKind({
  noun: 'payment',
  isDated: true,
  operations: [operations.createPayment.name, operations.createBulkPayment.name, operations.createPeriodicPayment.name],
  fields,
  references: [
    ...PAYER,
    { at: 'debtorAccount.iban', to: 'account', by: 'number' },
    { at: 'creditorAccount.iban', to: 'account', by: 'number', orElsewhere: isNumber },
    { at: 'payments.*.creditorAccount.iban', to: 'account', by: 'number', orElsewhere: isNumber },
  ],
  madeAt: (entry, now) => {
    const { service, product, status } = orderIn(entry)
    return status === undefined ? now : registeredFor(SERVICE_OF[service], product, status, now)
  },
  make: oneByOne(async (at, entry) => {
    const { service, product, status, input, ...by } = orderIn(entry)
    const call = {
      ids: { paymentProduct: product },
      access: accessOf(by),
      fixes: NO_FIXES,
    }
    const options = { allowLogicalDuplicate: true }
    const as = calledBy(at, by)
    const { payment } = await (service === 'payments'
      ? operations.createPayment.run(as, { ...call, options, input: parseInput(createPayment, input) })
      : service === 'bulk-payments'
        ? operations.createBulkPayment.run(as, { ...call, options, input: parseInput(createBulkPayment, input) })
        : operations.createPeriodicPayment.run(as, {
            ...call,
            options: {},
            input: parseInput(createPeriodicPayment, input),
          }))
    if (status !== undefined) await bringPayment(as, payment.id, status)
    return { id: payment.id, number: payment.id }
  }),
  judge: judgeOrder,
  check: async (at, entry, { id }) => {
    const { status } = orderIn(entry)
    if (status !== undefined) await assertBrought(at, id, status)
  },
  rows: exportPayments,
  find: paymentsNamed,
})

/** Check digits and references; these rules need no other entry. */
function judgeOrder(entry: EntryFields, isNamed: (account: string) => boolean): void {
  const { service = 'payments', product = PRODUCTS[0] } = entry
  const found = services.safeParse(service).data
  const of = found && findProduct(SERVICE_OF[found], String(product))
  const { payments: transfers } = entry
  const parts: readonly (readonly [unknown, string])[] =
    found === 'bulk-payments' && Array.isArray(transfers)
      ? transfers.map((one, place) => [one, `payments[${place}].`])
      : [[entry, '']]
  checkTogether(
    ...parts.flatMap(([one, prefix]) => [
      () => {
        const { data: known } = knownTransfer.safeParse(one)
        if (of === undefined || known === undefined) return
        const { iban = '', bban = '' } = known.creditorAccount ?? {}
        const isOurs = [iban, bban, readBban(bban)].some(isNamed)
        judgeTransfer(of, undefined, undefined, isOurs ? { ...known, creditorAccount: undefined } : known, prefix)
      },
    ]),
  )
}

const services = z.enum(SERVICES)

const SERVICE_OF = { payments: 'SINGLE', 'bulk-payments': 'BULK', 'periodic-payments': 'PERIODIC' } as const

const basket = {
  ...payer,
  status: oneOf(BASKET_STATUSES, 'How it stands: RCVD when not given; its SCA brings it elsewhere.').optional(),
  paymentIds: basketPayments('The payments, by key or id (D39).', 'A payment, by key or id.'),
}
const basketInput = z.strictObject(basket)

/** Signing baskets, by createSigningBasket. */
export const signingBaskets = entryKind({
  noun: 'signing basket',
  isDated: true,
  operations: [createSigningBasket.name],
  fields: basket,
  references: [...PAYER, { at: 'paymentIds.*', to: 'payment', by: 'id' }],
  make: oneByOne(async (at, entry) => {
    const { paymentIds, status, ...by } = parseInput(basketInput, entry)
    const as = calledBy(at, by)
    const call = { ids: {}, options: {}, access: accessOf(by), fixes: NO_FIXES, input: { paymentIds } }
    const { basket: made } = await createSigningBasket.run(as, call)
    if (status !== undefined) await bringBasket(as, made.id, status)
    return { id: made.id, number: made.id }
  }),
  rows: exportBaskets,
})
