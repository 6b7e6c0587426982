import type { PageWindow } from '../../domain/paging.ts'
import { REFUSED_STATUSES, REGISTERED_STATUSES, UNAUTHORISED_STATUSES } from '../../domain/status.ts'
import type { View } from '../../domain/views.ts'
import { type PaymentStatus, Prisma } from '../../generated/client.ts'

/** The orders of lists. Each ends in the id: it is total, and a cursor names one place. */
export const ORDERS = {
  /** In the order of creation (ids are UUID v7). */
  oldestFirst: { columns: ['id'], descending: false },
  latestFirst: { columns: ['id'], descending: true },
  /** As on a statement: latest booking first, ties by id (D42). */
  latestBookingFirst: { columns: ['bookingDate', 'id'], descending: true },
  earliestBookingFirst: { columns: ['bookingDate', 'id'], descending: false },
  largestFirst: { columns: ['amountMinor', 'id'], descending: true },
  smallestFirst: { columns: ['amountMinor', 'id'], descending: false },
  largestOriginalFirst: { columns: ['originalAmountMinor', 'id'], descending: true },
  smallestOriginalFirst: { columns: ['originalAmountMinor', 'id'], descending: false },
  largestTotalFirst: { columns: ['totalMinor', 'id'], descending: true },
  smallestTotalFirst: { columns: ['totalMinor', 'id'], descending: false },
  byStatus: { columns: ['status', 'id'], descending: false },
  byStatusBackwards: { columns: ['status', 'id'], descending: true },
} as const
export type Order = keyof typeof ORDERS

/** One condition on a column of the list's own table. */
export type Condition = {
  readonly column: string
  readonly is: keyof typeof OPERATORS
  readonly value: string | bigint | number
}
const OPERATORS = { equal: '=', atLeast: '>=', atMost: '<=', above: '>', below: '<', contains: 'LIKE' } as const

export type PageQuery = {
  readonly order: Order
  readonly window: PageWindow
  readonly filter: readonly Condition[]
  /** The form in which the rows are wanted, where that form is available. */
  readonly view?: View | undefined
}

/** A page of the rows that belong to a parent. */
export type PageOfParent = PageQuery & { readonly parentId: string }

/** Pages of a table, one for each parent; column `parent` names the parent. */
export type Parents = { readonly parent: string; readonly queries: readonly PageOfParent[] }

/** How many keys one statement may name: both SQLite and PostgreSQL stop a little above 32,000 values. */
export const KEYS_AT_ONCE = 30_000

type Sought = { readonly filter: readonly Condition[]; readonly order: Order }

export function filterSql(worldId: string, { filter, order }: Sought): Prisma.Sql {
  const parts = filter.map(condition => {
    const { column, is, value } = condition
    if (is === 'contains') return Prisma.sql`LOWER(${name(column)}) LIKE LOWER(${pattern(String(value))}) ESCAPE '\\'`
    // An expression in place of the column stops SQLite from using its index instead of the order's, which would sort all its rows in one turn (D74).
    const looked = isAmount(column) ? `("${column}" + 0)` : `("${column}" || '')`
    const sought = isSlow(condition, order) ? Prisma.raw(looked) : name(column)
    return Prisma.sql`${sought} ${Prisma.raw(OPERATORS[is])} ${value}`
  })
  return Prisma.join([Prisma.sql`"worldId" = ${worldId}`, ...parts], ' AND ')
}

// Whether no index serves a condition.
function isSlow({ column, is }: Condition, order: Order): boolean {
  const [first] = ORDERS[order].columns
  // The index of any other order serves only its own column.
  if (first !== 'id' && first !== 'bookingDate') return column !== first
  return is === 'contains' || isAmount(column) || LOOKED_AT.has(column)
}
// An index that begins with the TPP leads to all rows of the TPP, which would then be sorted.
const LOOKED_AT: ReadonlySet<string> = new Set(['standing', 'service', 'tppId'])

/** Which conditions of a query an index serves, and which require that rows are examined one by one. */
export function partsOf<Query extends Sought>(
  query: Query,
): { readonly fast: Query; readonly slow: Query | undefined } {
  const part = (wanted: boolean) => query.filter.filter(one => isSlow(one, query.order) === wanted)
  const slow = part(true)
  return { fast: { ...query, filter: part(false) }, slow: slow.length === 0 ? undefined : { ...query, filter: slow } }
}

/** Amounts are whole numbers; the other columns of orders are text. */
export function isAmount(column: string): boolean {
  return column.endsWith('Minor')
}

/** What to select for a row's place in an order: text, under names that no ORDER BY uses. */
export function placeOf(order: Order): Prisma.Sql {
  const texts = ORDERS[order].columns.map((column, part) =>
    Prisma.raw(`${isAmount(column) ? `CAST("${column}" AS TEXT)` : `"${column}"`} AS "at${part}"`),
  )
  return Prisma.join(texts)
}
export type PlaceRow = { readonly at0: string; readonly at1?: string }

/** The rows on one side of a place in an order. */
export function besidePlace(order: Order, is: '<' | '<=' | '>' | '>=', parts: readonly string[]): Prisma.Sql {
  const { columns } = ORDERS[order]
  const values = columns.map((column, part) => (isAmount(column) ? BigInt(parts[part] ?? 0) : (parts[part] ?? '')))
  return Prisma.sql`(${Prisma.join(columns.map(name))}) ${Prisma.raw(is)} (${Prisma.join(values)})`
}

// % and _ in the text stand for themselves. LOWER on both sides, since LIKE is case-sensitive in PostgreSQL and not in SQLite.
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

type Sorting = Pick<PageQuery, 'order'> & { readonly window: Pick<PageWindow, 'backwards'> }

export function orderBy(query: Sorting): Prisma.Sql {
  const { columns, descending } = ORDERS[query.order]
  const direction = descending !== query.window.backwards ? 'DESC' : 'ASC'
  return Prisma.raw(`ORDER BY ${columns.map(column => `"${column}" ${direction}`).join(', ')}`)
}

// A booking has two sides and appears in the list of both, by an index for each. A consent appears in the list of each of its accounts. A count of
// accesses has no id: its key serves as one, in the order of days.
export const DERIVED: Readonly<Record<string, string>> = {
  BookingSide: `(SELECT "worldId", "id", "debitId" AS "accountId" FROM "Booking"
    UNION ALL SELECT "worldId", "id", "creditId" AS "accountId" FROM "Booking") AS "BookingSide"`,
  AccessOfDay: `(SELECT "worldId", "tppId", "customerId", "accountId", "day",
    "day" || '\u001f' || "tppId" || '\u001f' || "customerId" || '\u001f' || "accountId" || '\u001f' || "operation" AS "id"
    FROM "AccessCount") AS "AccessOfDay"`,
  ConsentOfAccount: `(SELECT "worldId", "consentId" AS "id", "accountId" FROM "ConsentAccount") AS "ConsentOfAccount"`,
  StandingConsent: `(SELECT "worldId", "id", "tppId", "customerId", "grantedAt",
    CASE WHEN "revokedAt" IS NOT NULL THEN 'REVOKED' WHEN EXISTS (SELECT 1 FROM "Consent" AS "later"
      WHERE "later"."worldId" = "one"."worldId" AND "later"."tppId" = "one"."tppId" AND "later"."customerId" = "one"."customerId"
      AND "later"."context" = "one"."context" AND "later"."agreementId" = "one"."agreementId"
      AND ("later"."grantedAt", "later"."id") > ("one"."grantedAt", "one"."id"))
    THEN 'REPLACED' ELSE 'NEWEST' END AS "standing" FROM "Consent" AS "one") AS "StandingConsent"`,
  // As `basketStatus` computes it from the payments (D39).
  StandingBasket: `(SELECT "worldId", "id", "tppId", "customerId", "agreementId",
    CASE WHEN ${paymentsIn(REFUSED_STATUSES)} THEN 'RJCT' WHEN NOT ${paymentsIn(REGISTERED_STATUSES, 'NOT')} THEN 'RCVD'
    WHEN ${paymentsIn(UNAUTHORISED_STATUSES)} THEN 'PATC' ELSE 'ACTC' END AS "standing" FROM "SigningBasket" AS "one") AS "StandingBasket"`,
  ConsentOfCardAccount: `(SELECT "worldId", "consentId" AS "id", "cardAccountId" FROM "ConsentCardAccount") AS "ConsentOfCardAccount"`,
}

function paymentsIn(statuses: readonly PaymentStatus[], not: '' | 'NOT' = ''): string {
  return `EXISTS (SELECT 1 FROM "Payment" AS "of" WHERE "of"."worldId" = "one"."worldId" AND "of"."basketId" = "one"."id"
    AND "of"."status" ${not} IN (${statuses.map(status => `'${status}'`).join()}))`
}

export function rowsFrom(table: string): Prisma.Sql {
  return DERIVED[table] === undefined ? name(table) : Prisma.raw(DERIVED[table])
}

// Names come from this program's own tables, never from a request.
export function name(identifier: string): Prisma.Sql {
  return Prisma.raw(`"${identifier}"`)
}

/** Several such names, as a list. */
export function names(identifiers: readonly string[]): Prisma.Sql {
  return Prisma.raw(identifiers.map(identifier => `"${identifier}"`).join(', '))
}

export function groupByShape<Query>(
  queries: readonly Query[],
  shape: (query: Query) => unknown,
  most: (query: Query) => number = () => KEYS_AT_ONCE,
): Query[][] {
  const groups: Query[][] = []
  const open = new Map<string, Query[]>()
  for (const query of queries) {
    const key = JSON.stringify(shape(query), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    const group = open.get(key)
    if (group !== undefined && group.length < most(query)) {
      group.push(query)
      continue
    }
    const next = [query]
    groups.push(next)
    open.set(key, next)
  }
  return groups
}
