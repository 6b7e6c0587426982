import type {
  Account,
  CardAccount,
  Consent,
  ConsentAccount,
  ConsentCardAccount,
  Customer,
  Key,
  Payment,
  PaymentEntry,
} from '../../../generated/client.ts'
import type { Tx } from '../transaction.ts'
import { type Loading, startLoading } from './loading.ts'

/** The kinds of rows that `counts` knows. */
const KINDS = {
  customers: 'Customer',
  agreements: 'Agreement',
  engagements: 'Engagement',
  accounts: 'Account',
  transactions: 'Transaction',
  cardAccounts: 'CardAccount',
  cardTransactions: 'CardTransaction',
  consents: 'Consent',
  payments: 'Payment',
  bookings: 'Booking',
} as const
export type Kind = keyof typeof KINDS

type Of = Loading
type Ids = string[]

/** Rows of a table by their ids. */
const rows = {
  customer: (of: Of) => (ids: Ids) => of.db.customer.findMany(of.withIds(ids)),
  agreement: (of: Of) => (ids: Ids) => of.db.agreement.findMany(of.withIds(ids)),
  engagement: (of: Of) => (ids: Ids) => of.db.engagement.findMany(of.withIds(ids)),
  account: (of: Of) => (ids: Ids) => of.db.account.findMany(of.withIds(ids)),
  cardAccount: (of: Of) => (ids: Ids) => of.db.cardAccount.findMany(of.withIds(ids)),
  transaction: (of: Of) => (ids: Ids) => of.db.transaction.findMany(of.withIds(ids)),
  cardTransaction: (of: Of) => (ids: Ids) => of.db.cardTransaction.findMany(of.withIds(ids)),
  consent: (of: Of) => (ids: Ids) => of.db.consent.findMany(of.withIds(ids)),
  authorisation: (of: Of) => (ids: Ids) => of.db.authorisation.findMany(of.withIds(ids)),
  payment: (of: Of) => (ids: Ids) => of.db.payment.findMany(of.withIds(ids)),
  execution: (of: Of) => (ids: Ids) => of.db.execution.findMany(of.withIds(ids)),
  signingBasket: (of: Of) => (ids: Ids) => of.db.signingBasket.findMany(of.withIds(ids)),
  booking: (of: Of) => (ids: Ids) => of.db.booking.findMany(of.withIds(ids)),
}

const inConsents = (of: Of, ids: Ids) => ({ where: { worldId: of.worldId, consentId: { in: ids } } })
const ofConsent = (row: { readonly consentId: string }) => row.consentId

const customerNamed = (of: Of) => async (customerNumber: string) => {
  const row = await of.db.customer.findUnique({
    where: { worldId_customerNumber: { worldId: of.worldId, customerNumber } },
  })
  return row === null ? undefined : { name: 'customerNumber', id: row.id }
}
const accountNamed = (of: Of) => async (key: string) => {
  const { worldId } = of
  const byIban = await of.db.account.findUnique({ where: { worldId_iban: { worldId, iban: key } } })
  if (byIban !== null) return { name: 'iban', id: byIban.id }
  const byBban = await of.db.account.findUnique({ where: { worldId_bban: { worldId, bban: key } } })
  return byBban === null ? undefined : { name: 'bban', id: byBban.id }
}

const LOADERS = {
  customer: (of: Of) => of.lookup('customer', rows.customer(of), { named: customerNamed(of) }),
  customerByNumber: (of: Of) =>
    of.lookup<Customer>(
      'customer with the number',
      numbers => of.db.customer.findMany({ where: { worldId: of.worldId, customerNumber: { in: numbers } } }),
      { keyOf: row => row.customerNumber },
    ),
  agreement: (of: Of) => of.lookup('agreement', rows.agreement(of)),
  agreementsOfOwner: (of: Of) => of.children('Agreement', 'ownerId', rows.agreement(of)),
  engagement: (of: Of) => of.lookup('engagement', rows.engagement(of)),
  engagementsOfAgreement: (of: Of) => of.children('Engagement', 'agreementId', rows.engagement(of)),
  engagementsOfCustomer: (of: Of) => of.children('Engagement', 'customerId', rows.engagement(of)),
  engagementsOfAccount: (of: Of) => of.children('Engagement', 'accountId', rows.engagement(of)),
  account: (of: Of) => of.lookup('account', rows.account(of), { named: accountNamed(of) }),
  accountByIban: (of: Of) =>
    of.lookup<Account>(
      'account with the iban',
      ibans => of.db.account.findMany({ where: { worldId: of.worldId, iban: { in: ibans } } }),
      { keyOf: row => row.iban },
    ),
  accountsOfOwner: (of: Of) => of.children('Account', 'ownerId', rows.account(of)),
  cardAccount: (of: Of) => of.lookup('card account', rows.cardAccount(of)),
  cardAccountsOfOwner: (of: Of) => of.children('CardAccount', 'ownerId', rows.cardAccount(of)),
  transaction: (of: Of) => of.lookup('transaction', rows.transaction(of)),
  transactionsOfAccount: (of: Of) => of.children('Transaction', 'accountId', rows.transaction(of)),
  transactionsOfPayment: (of: Of) => of.children('Transaction', 'paymentId', rows.transaction(of)),
  cardTransaction: (of: Of) => of.lookup('card transaction', rows.cardTransaction(of)),
  transactionsOfCardAccount: (of: Of) => of.children('CardTransaction', 'cardAccountId', rows.cardTransaction(of)),
  consent: (of: Of) => of.lookup('consent', rows.consent(of)),
  consentsOfCustomer: (of: Of) => of.children('Consent', 'customerId', rows.consent(of)),
  consentsOfAgreement: (of: Of) => of.children('Consent', 'agreementId', rows.consent(of)),
  consentsOfAccount: (of: Of) => of.children('ConsentOfAccount', 'accountId', rows.consent(of)),
  consentsOfCardAccount: (of: Of) => of.children('ConsentOfCardAccount', 'cardAccountId', rows.consent(of)),
  consentHistory: (of: Of) =>
    of.list<Consent>(
      row => row.customerId,
      customers =>
        of.db.consent.findMany({
          where: { worldId: of.worldId, customerId: { in: customers } },
          orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
        }),
    ),
  accountsOfConsent: (of: Of) =>
    of.list<ConsentAccount & { account: Account }>(ofConsent, ids =>
      of.db.consentAccount.findMany({
        ...inConsents(of, ids),
        include: { account: true },
        orderBy: { accountId: 'asc' },
      }),
    ),
  cardAccountsOfConsent: (of: Of) =>
    of.list<ConsentCardAccount & { cardAccount: CardAccount }>(ofConsent, ids =>
      of.db.consentCardAccount.findMany({
        ...inConsents(of, ids),
        include: { cardAccount: true },
        orderBy: { cardAccountId: 'asc' },
      }),
    ),
  authorisation: (of: Of) => of.lookup('authorisation', rows.authorisation(of)),
  authorisationsOfResource: (of: Of) => of.children('Authorisation', 'resourceId', rows.authorisation(of)),
  authorisationsOfCustomer: (of: Of) => of.children('Authorisation', 'customerId', rows.authorisation(of)),
  payment: (of: Of) => of.lookup('payment', rows.payment(of)),
  paymentsOfCustomer: (of: Of) => of.children('Payment', 'customerId', rows.payment(of)),
  paymentsOfAgreement: (of: Of) => of.children('Payment', 'agreementId', rows.payment(of)),
  paymentsOfAccount: (of: Of) => of.children('Payment', 'debtorAccountId', rows.payment(of)),
  paymentsOfBasket: (of: Of) =>
    of.list<Payment>(
      row => row.basketId ?? '',
      baskets =>
        of.db.payment.findMany({ where: { worldId: of.worldId, basketId: { in: baskets } }, orderBy: { id: 'asc' } }),
    ),
  entriesOfPayment: (of: Of) =>
    of.list<PaymentEntry>(
      row => row.paymentId,
      payments =>
        of.db.paymentEntry.findMany({
          where: { worldId: of.worldId, paymentId: { in: payments } },
          orderBy: { position: 'asc' },
        }),
    ),
  execution: (of: Of) => of.lookup('execution of a periodic payment', rows.execution(of)),
  executionsOfPayment: (of: Of) => of.children('Execution', 'paymentId', rows.execution(of)),
  signingBasket: (of: Of) => of.lookup('signing basket', rows.signingBasket(of)),
  basketsOfCustomer: (of: Of) => of.children('SigningBasket', 'customerId', rows.signingBasket(of)),
  basketsOfAgreement: (of: Of) => of.children('SigningBasket', 'agreementId', rows.signingBasket(of)),
  booking: (of: Of) => of.lookup('booking', rows.booking(of)),
  bookingsOfPayment: (of: Of) => of.children('Booking', 'paymentId', rows.booking(of)),
  /** The bookings with an account or card account on either side. */
  bookingsOfAccount: (of: Of) => of.children('BookingSide', 'accountId', rows.booking(of)),
  keysOfId: (of: Of) =>
    of.list<Key>(
      row => row.id,
      ids => of.db.key.findMany({ where: { worldId: of.worldId, id: { in: ids } } }),
    ),
  rowOfKey: (of: Of) =>
    of.list<Key>(
      row => row.key,
      keys => of.db.key.findMany({ where: { worldId: of.worldId, key: { in: keys } } }),
    ),
  /** How many rows of a kind a world has. The only lookup outside of the request's own world. */
  rowsInWorld: (of: Of) => {
    const inWorlds = of.rowsInWorld()
    return (kind: Kind, worldId: string) => inWorlds.load({ table: KINDS[kind], worldId })
  },
}

/** What one request can look up in its world. */
export type Loaders = { readonly [Name in keyof typeof LOADERS]: ReturnType<(typeof LOADERS)[Name]> } & {
  /** Forgets all rows that were read: a command may have changed them. */
  readonly clearAll: () => void
}

const BY_NAME: ReadonlyMap<string | symbol, (of: Of) => unknown> = new Map(Object.entries(LOADERS))

/** Each loader is created at its first use: most calls look up one kind of row, some none. */
export function createLoaders(db: Tx, worldId: string): Loaders {
  let loading: Loading | undefined
  const created = new Map<string | symbol, unknown>()
  return new Proxy<Loaders>(Object.create(null), {
    get: (_, name) => {
      if (name === 'clearAll') return loading?.clearAll ?? NOTHING_TO_CLEAR
      loading ??= startLoading(db, worldId)
      if (!created.has(name)) created.set(name, BY_NAME.get(name)?.(loading))
      return created.get(name)
    },
  })
}

const NOTHING_TO_CLEAR = () => undefined
