import fc from 'fast-check'
import { completeAuthorisation } from '../../../src/bank/resolvers/authorisations/complete.ts'
import { ACCOUNTS, changeBalances, deleteHolder } from '../../../src/bank/resolvers/holders.ts'
import {
  authoriseCancellation,
  cancelPaymentInBank,
  changePaymentInBank,
} from '../../../src/bank/resolvers/payments/cancel.ts'
import { ORDERS } from '../../../src/bank/resolvers/payments/create.ts'
import {
  type Order,
  registerPayment,
  startPaymentAuthorisation,
} from '../../../src/bank/resolvers/payments/register.ts'
import { authoriseSigningBasket, createSigningBasket } from '../../../src/bank/resolvers/signing-baskets.ts'
import { createTransaction } from '../../../src/bank/resolvers/transactions.ts'
import { osloDay } from '../../../src/domain/calendar.ts'
import { PRODUCTS, SERVICE_PATHS } from '../../../src/domain/products.ts'
import { advanceClock } from '../../../src/sandbox/worlds/clock.ts'
import { ADDRESS, FOREIGN_IBAN, OUTSIDE_IBAN } from './payments.ts'
import { accountAt, type Town } from './populated-world.ts'

/** Any account of a town. */
export const place = fc.nat({ max: 5 })
/** The accounts that the payer and the clerk may use. */
const payers = fc.nat({ max: 3 })
/** Which of those that there are. */
export const pick = fc.nat({ max: 1000 })
const amount = fc.integer({ min: 1, max: 60_000 }).map(minor => (minor / 100).toFixed(2))

export const anyOperation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('single' as const),
      product: fc.constantFrom(...PRODUCTS),
      from: payers,
      to: place,
      amount,
      ahead: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      from: payers,
      to: fc.array(place, { minLength: 1, maxLength: 4 }),
      amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('periodic' as const),
      from: payers,
      to: place,
      amount,
      frequency: fc.constantFrom('Daily' as const, 'Weekly' as const, 'Monthly' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      pick,
      outcome: fc.constantFrom('APPROVED' as const, 'APPROVED' as const, 'REJECTED' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('basket' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('startAgain' as const, 'startCancelling' as const), pick }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelInBank' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('moveInBank' as const), pick, ahead: fc.nat({ max: 4 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 72 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deposit' as const), at: place, amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('setBalance' as const), at: place, amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), at: place }) },
)
export type Operation = typeof anyOperation extends fc.Arbitrary<infer Value> ? Value : never

/** Does one thing; what the bank refuses is thrown as it refuses it. */
export async function perform(town: Town, operation: Operation): Promise<unknown> {
  const { books } = town
  const register = async (from: number, order: Order) => registerPayment(await books.tpp(), callOf(town, from), order)
  switch (operation.kind) {
    case 'single':
      return register(
        operation.from,
        ORDERS.payments(operation.product, {
          ...transferOf(town, operation.product, operation.to, operation.amount),
          debtorAccount: numberOf(town, operation.from),
          requestedExecutionDate: await dayAhead(town, operation.ahead),
        }),
      )
    case 'bulk':
      return register(
        operation.from,
        ORDERS['bulk-payments'](PRODUCTS[0], {
          debtorAccount: numberOf(town, operation.from),
          payments: operation.to.map(to => transferOf(town, PRODUCTS[0], to, operation.amount)),
        }),
      )
    case 'periodic':
      return register(
        operation.from,
        ORDERS['periodic-payments'](PRODUCTS[0], {
          ...transferOf(town, PRODUCTS[0], operation.to, operation.amount),
          debtorAccount: numberOf(town, operation.from),
          frequency: operation.frequency,
          startDate: (await dayAhead(town, 0)) ?? '',
          endDate: await dayAhead(town, 10),
        }),
      )
    case 'decide':
      return decide(town, operation.pick, operation.outcome)
    case 'basket':
      return basket(town, operation.count)
    case 'startAgain':
    case 'startCancelling': {
      const payment = await pickPayment(town, operation.pick)
      if (payment === undefined) return
      const { id: paymentId, product, service } = payment
      const call = callOf(town, payment.context === 'CORPORATE' ? 3 : 0)
      const path = { paymentId, product, service: SERVICE_PATHS[service] }
      const start = operation.kind === 'startAgain' ? startPaymentAuthorisation : authoriseCancellation
      return start(await books.tpp(), call, path)
    }
    case 'cancelInBank': {
      const payment = await pickPayment(town, operation.pick)
      return payment && cancelPaymentInBank(await books.operator(), payment.id)
    }
    case 'moveInBank': {
      const payment = await pickPayment(town, operation.pick)
      const day = (await dayAhead(town, operation.ahead)) ?? ''
      return payment && changePaymentInBank(await books.operator(), payment.id, day)
    }
    case 'advance':
      return advanceClock(await books.operator(), { by: `PT${operation.hours}H` })
    case 'deposit': {
      const { id, currency } = accountAt(town, operation.at)
      const transactionAmount = { amount: operation.amount, currency }
      const dates = { bookingDate: '2030-05-15', valueDate: '2030-05-15' }
      return createTransaction(await books.operator(), id, { transactionAmount, ...dates })
    }
    case 'setBalance': {
      const { id, currency } = accountAt(town, operation.at)
      const balanceAmount = { amount: Number(operation.amount), currency }
      return changeBalances(ACCOUNTS, await books.operator(), id, {
        balances: [{ balanceType: 'closingBooked', balanceAmount }],
      })
    }
    case 'close':
      return deleteHolder(ACCOUNTS, await books.operator(), accountAt(town, operation.at).id)
  }
}

function numberOf(town: Town, at: number) {
  const { iban, currency } = accountAt(town, at)
  return { iban, currency }
}

/** The corporation's account is the clerk's to use, all others are tried by the payer. */
function callOf({ payer, clerk, agreementId }: Town, from: number) {
  const who =
    from === 3
      ? { customerNumber: clerk, context: 'CORPORATE' as const, corporateId: agreementId }
      : { customerNumber: payer, context: 'PRIVATE' as const }
  return { ...who, redirectUri: 'https://tpp.example/', redirectPreferred: true, allowLogicalDuplicate: true }
}

function transferOf(town: Town, product: string, to: number, value: string) {
  const outside = product === PRODUCTS[0] ? OUTSIDE_IBAN : FOREIGN_IBAN
  // The last place stands for an account outside the bank.
  const creditorAccount = to === 5 ? { iban: outside, currency: 'NOK' as const } : numberOf(town, to)
  const foreign =
    product === 'cross-border-credit-transfers' ? { creditorAgent: 'COBADEFF', creditorAddress: ADDRESS } : {}
  const currency =
    product === 'sepa-credit-transfers' || product === 'cross-border-credit-transfers'
      ? ('EUR' as const)
      : ('NOK' as const)
  return { instructedAmount: { amount: value, currency }, creditorName: 'Ola', creditorAccount, ...foreign }
}

async function dayAhead({ books }: Town, days: number | undefined): Promise<string | undefined> {
  if (days === undefined) return undefined
  return osloDay(new Date((await books.operator()).now.getTime() + days * 86_400_000))
}

async function pickPayment({ books }: Town, at: number) {
  const all = await books.store.reader.payment.findMany({
    where: { worldId: await books.id() },
    orderBy: { id: 'asc' },
  })
  return all[at % Math.max(1, all.length)]
}

async function decide({ books, payer, clerk, boss }: Town, at: number, outcome: 'APPROVED' | 'REJECTED') {
  const where = { worldId: await books.id(), status: 'RECEIVED' } as const
  const open = await books.store.reader.authorisation.findMany({ where, orderBy: { id: 'asc' } })
  const one = open[at % Math.max(1, open.length)]
  if (one === undefined) return
  const customerNumber = one.context === 'PRIVATE' ? payer : one.customerId === null ? boss : clerk
  return completeAuthorisation(await books.operator(), one.id, { customerNumber, outcome })
}

/** Groups what waits for its SCA, of the payer or of the clerk, and starts an SCA for all of it. */
async function basket(town: Town, count: number) {
  const { books } = town
  const where = { worldId: await books.id(), status: 'RCVD', service: 'SINGLE', basketId: null } as const
  const free = await books.store.reader.payment.findMany({ where, orderBy: { id: 'desc' }, take: count })
  const call = callOf(town, free[0]?.context === 'CORPORATE' ? 3 : 0)
  const made = await createSigningBasket(await books.tpp(), call, { paymentIds: free.map(({ id }) => id) })
  return authoriseSigningBasket(await books.tpp(), call, made.basket.id)
}
