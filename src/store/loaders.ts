import DataLoader from 'dataloader'
import { DomainError } from '../domain/errors.ts'
import type { Page } from '../domain/paging.ts'
import type {
  Account,
  Agreement,
  Authorisation,
  Booking,
  CardAccount,
  CardTransaction,
  Consent,
  ConsentAccount,
  ConsentCardAccount,
  Customer,
  Engagement,
  Execution,
  Payment,
  PaymentEntry,
  SigningBasket,
  Transaction,
} from '../generated/client.ts'
import { countPerParent, countPerWorld, type WorldTable } from './counts.ts'
import type { Tx } from './db.ts'
import { KEYS_AT_ONCE, type PageQuery } from './page-sql.ts'
import { pagePerParent } from './pages.ts'

/** A page of the rows that belong to `parentId`. */
export type PageOfParent = PageQuery & { readonly parentId: string }

type PageLoader<Row> = DataLoader<PageOfParent, Page<Row>, string>
type CountLoader = DataLoader<PageOfParent, number, string>

/** A lookup by one key that refuses with RESOURCE_UNKNOWN, naming what is missing, for a key that the world does not have. */
type Lookup<Row> = (key: string) => Promise<Row>

/** A short list that belongs to one parent, whole; batched over all parents that are asked in one tick. */
type List<Row> = (parentId: string) => Promise<readonly Row[]>

/** What one request can look up. All keys asked for in one tick become one SQL statement, each key is read once. */
export type Loaders = {
  readonly customer: Lookup<Customer>
  readonly customerByNumber: Lookup<Customer>
  readonly agreement: Lookup<Agreement>
  readonly engagement: Lookup<Engagement>
  readonly account: Lookup<Account>
  readonly accountByIban: Lookup<Account>
  readonly transaction: Lookup<Transaction>
  readonly cardAccount: Lookup<CardAccount>
  readonly cardTransaction: Lookup<CardTransaction>
  readonly agreementsOfOwner: Children<Agreement>
  readonly accountsOfOwner: Children<Account>
  readonly cardAccountsOfOwner: Children<CardAccount>
  readonly engagementsOfAgreement: Children<Engagement>
  readonly engagementsOfCustomer: Children<Engagement>
  readonly engagementsOfAccount: Children<Engagement>
  readonly transactionsOfAccount: Children<Transaction>
  readonly transactionsOfCardAccount: Children<CardTransaction>
  readonly consent: Lookup<Consent>
  readonly payment: Lookup<Payment>
  readonly signingBasket: Lookup<SigningBasket>
  readonly consentsOfCustomer: Children<Consent>
  readonly consentsOfAgreement: Children<Consent>
  readonly consentsOfAccount: Children<Consent>
  readonly consentsOfCardAccount: Children<Consent>
  /** All consents of a customer, newest first. */
  readonly consentHistory: List<Consent>
  readonly accountsOfConsent: List<ConsentAccount & { account: Account }>
  readonly cardAccountsOfConsent: List<ConsentCardAccount & { cardAccount: CardAccount }>
  readonly authorisation: Lookup<Authorisation>
  readonly booking: Lookup<Booking>
  readonly execution: Lookup<Execution>
  readonly authorisationsOfResource: Children<Authorisation>
  readonly authorisationsOfCustomer: Children<Authorisation>
  readonly paymentsOfCustomer: Children<Payment>
  readonly paymentsOfAgreement: Children<Payment>
  /** The payments that an account pays. */
  readonly paymentsOfAccount: Children<Payment>
  readonly paymentsOfBasket: List<Payment>
  readonly entriesOfPayment: List<PaymentEntry>
  readonly executionsOfPayment: Children<Execution>
  readonly transactionsOfPayment: Children<Transaction>
  readonly bookingsOfPayment: Children<Booking>
  /** The bookings that have an account or card account on either side. */
  readonly bookingsOfAccount: Children<Booking>
  /** How many rows of a kind a world has; the one lookup that leaves the request's own world. */
  readonly rowsInWorld: (kind: Kind, worldId: string) => Promise<number>
  /** Forgets what was read: after a command the rows may be others. */
  clearAll(): void
}

/** The kinds of rows that are counted for a world. */
export const KINDS = {
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

/** A nested list: its page and how many rows there are in all, batched over all parents that are asked in one tick. */
export type Children<Row> = {
  /** Which rows they are: a cursor serves only lists of these. */
  readonly table: string
  readonly page: (query: PageOfParent) => Promise<Page<Row>>
  readonly count: (query: PageOfParent) => Promise<number>
}

export function createLoaders(db: Tx, worldId: string): Loaders {
  const all: { clearAll(): unknown }[] = []
  function lookup<Row>(
    noun: string,
    keyOf: (row: NoInfer<Row>) => string,
    find: (keys: string[]) => Promise<Row[]>,
  ): Lookup<Row> {
    const readAll = async (keys: readonly string[]) => {
      const rows = new Map((await find([...keys])).map(row => [keyOf(row), row]))
      return keys.map(key => rows.get(key))
    }
    const loader = new DataLoader<string, Row | undefined>(readAll, { maxBatchSize: KEYS_AT_ONCE })
    all.push(loader)
    return async key => {
      const row = await loader.load(key)
      if (row === undefined)
        throw new DomainError(
          'RESOURCE_UNKNOWN',
          `There is no ${noun} ${JSON.stringify(key.slice(0, 80))} in this world.`,
        )
      return row
    }
  }

  function children<Row extends { id: string }>(
    table: string,
    parent: string,
    find: (ids: string[]) => Promise<Row[]>,
  ): Children<Row> {
    const pages: PageLoader<Row> = new DataLoader(
      queries => pagePerParent(db, { worldId, table, parent, queries, find }),
      { cacheKeyFn: pageKey },
    )
    const counts: CountLoader = new DataLoader(queries => countPerParent(db, { worldId, table, parent, queries }), {
      cacheKeyFn: countKey,
    })
    all.push(pages, counts)
    return { table, page: query => pages.load(query), count: query => counts.load(query) }
  }

  function list<Row>(
    parentOf: (row: NoInfer<Row>) => string,
    find: (parentIds: string[]) => Promise<Row[]>,
  ): List<Row> {
    const readAll = async (parentIds: readonly string[]) => {
      const own = new Map<string, Row[]>(parentIds.map(parentId => [parentId, []]))
      for (const row of await find([...parentIds])) own.get(parentOf(row))?.push(row)
      return parentIds.map(parentId => own.get(parentId) ?? [])
    }
    const loader = new DataLoader<string, Row[]>(readAll, { maxBatchSize: KEYS_AT_ONCE })
    all.push(loader)
    return parentId => loader.load(parentId)
  }

  const inWorlds: DataLoader<WorldTable, number, string> = new DataLoader(keys => countPerWorld(db, keys), {
    cacheKeyFn: ({ table, worldId: world }) => `${table} ${world}`,
  })
  all.push(inWorlds)

  const findAgreements = (ids: string[]) => db.agreement.findMany({ where: { worldId, id: { in: ids } } })
  const findEngagements = (ids: string[]) => db.engagement.findMany({ where: { worldId, id: { in: ids } } })
  const findAccounts = (ids: string[]) => db.account.findMany({ where: { worldId, id: { in: ids } } })
  const findCardAccounts = (ids: string[]) => db.cardAccount.findMany({ where: { worldId, id: { in: ids } } })
  const findTransactions = (ids: string[]) => db.transaction.findMany({ where: { worldId, id: { in: ids } } })
  const findCardTransactions = (ids: string[]) => db.cardTransaction.findMany({ where: { worldId, id: { in: ids } } })
  const findConsents = (ids: string[]) => db.consent.findMany({ where: { worldId, id: { in: ids } } })
  const findPayments = (ids: string[]) => db.payment.findMany({ where: { worldId, id: { in: ids } } })
  const findBookings = (ids: string[]) => db.booking.findMany({ where: { worldId, id: { in: ids } } })
  const findAuthorisations = (ids: string[]) => db.authorisation.findMany({ where: { worldId, id: { in: ids } } })
  const findExecutions = (ids: string[]) => db.execution.findMany({ where: { worldId, id: { in: ids } } })
  const id = (row: { id: string }) => row.id
  const inConsents = (ids: string[]) => ({ where: { worldId, consentId: { in: ids } } })
  const ofConsent = (row: { consentId: string }) => row.consentId

  return {
    customer: lookup('customer', id, ids => db.customer.findMany({ where: { worldId, id: { in: ids } } })),
    customerByNumber: lookup(
      'customer with the number',
      row => row.customerNumber,
      numbers => db.customer.findMany({ where: { worldId, customerNumber: { in: numbers } } }),
    ),
    agreement: lookup('agreement', id, findAgreements),
    engagement: lookup('engagement', id, findEngagements),
    account: lookup('account', id, findAccounts),
    accountByIban: lookup(
      'account with the iban',
      row => row.iban,
      ibans => db.account.findMany({ where: { worldId, iban: { in: ibans } } }),
    ),
    transaction: lookup('transaction', id, findTransactions),
    cardAccount: lookup('card account', id, findCardAccounts),
    cardTransaction: lookup('card transaction', id, findCardTransactions),
    agreementsOfOwner: children('Agreement', 'ownerId', findAgreements),
    accountsOfOwner: children('Account', 'ownerId', findAccounts),
    cardAccountsOfOwner: children('CardAccount', 'ownerId', findCardAccounts),
    engagementsOfAgreement: children('Engagement', 'agreementId', findEngagements),
    engagementsOfCustomer: children('Engagement', 'customerId', findEngagements),
    engagementsOfAccount: children('Engagement', 'accountId', findEngagements),
    transactionsOfAccount: children('Transaction', 'accountId', findTransactions),
    transactionsOfCardAccount: children('CardTransaction', 'cardAccountId', findCardTransactions),
    consent: lookup('consent', id, findConsents),
    payment: lookup('payment', id, findPayments),
    signingBasket: lookup('signing basket', id, ids =>
      db.signingBasket.findMany({ where: { worldId, id: { in: ids } } }),
    ),
    consentsOfCustomer: children('Consent', 'customerId', findConsents),
    consentsOfAgreement: children('Consent', 'agreementId', findConsents),
    consentsOfAccount: children('ConsentOfAccount', 'accountId', findConsents),
    consentsOfCardAccount: children('ConsentOfCardAccount', 'cardAccountId', findConsents),
    consentHistory: list(
      row => row.customerId,
      customers =>
        db.consent.findMany({
          where: { worldId, customerId: { in: customers } },
          orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
        }),
    ),
    accountsOfConsent: list(ofConsent, ids =>
      db.consentAccount.findMany({ ...inConsents(ids), include: { account: true }, orderBy: { accountId: 'asc' } }),
    ),
    cardAccountsOfConsent: list(ofConsent, ids =>
      db.consentCardAccount.findMany({
        ...inConsents(ids),
        include: { cardAccount: true },
        orderBy: { cardAccountId: 'asc' },
      }),
    ),
    authorisation: lookup('authorisation', id, findAuthorisations),
    booking: lookup('booking', id, findBookings),
    execution: lookup('run of a periodic payment', id, findExecutions),
    authorisationsOfResource: children('Authorisation', 'resourceId', findAuthorisations),
    authorisationsOfCustomer: children('Authorisation', 'customerId', findAuthorisations),
    paymentsOfCustomer: children('Payment', 'customerId', findPayments),
    paymentsOfAgreement: children('Payment', 'agreementId', findPayments),
    paymentsOfAccount: children('Payment', 'debtorAccountId', findPayments),
    paymentsOfBasket: list(
      row => row.basketId ?? '',
      baskets => db.payment.findMany({ where: { worldId, basketId: { in: baskets } }, orderBy: { id: 'asc' } }),
    ),
    entriesOfPayment: list(
      row => row.paymentId,
      payments =>
        db.paymentEntry.findMany({ where: { worldId, paymentId: { in: payments } }, orderBy: { position: 'asc' } }),
    ),
    executionsOfPayment: children('Execution', 'paymentId', findExecutions),
    transactionsOfPayment: children('Transaction', 'paymentId', findTransactions),
    bookingsOfPayment: children('Booking', 'paymentId', findBookings),
    bookingsOfAccount: children('BookingSide', 'accountId', findBookings),
    rowsInWorld: (kind, world) => inWorlds.load({ table: KINDS[kind], worldId: world }),
    clearAll: () => {
      for (const loader of all) loader.clearAll()
    },
  }
}

const pageKey = (query: PageOfParent) => JSON.stringify([query.parentId, query.order, query.window, filterKey(query)])
const countKey = (query: PageOfParent) => JSON.stringify([query.parentId, filterKey(query)])

function filterKey({ filter }: PageQuery): unknown {
  return filter.map(({ column, is, value }) => [column, is, String(value)])
}
