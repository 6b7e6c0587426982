import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { pageOfAccounts } from '../../../bank/resolvers/accounts.ts'
import { pageOfCustomers } from '../../../bank/resolvers/customers.ts'
import { findKeyed } from '../../../bank/resolvers/keys.ts'
import { paymentsOfAmount } from '../../../bank/resolvers/payments/list.ts'
import { pageOfTpps } from '../../../bank/resolvers/tpps.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isKeyed, KEYED, type KeyedKind } from '../../../domain/keys.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Customer } from '../../../generated/client.ts'
import { getRequest, pageOfRequests } from '../../../sandbox/journal/requests.ts'
import { addressOf, cut, searchTextOf } from '../listing.tsx'
import { ConsoleFrame, money } from './frame.tsx'

/** How many hits of each kind are shown. */
const SHOWN = 20

type Hit = { readonly kind: string; readonly title: string; readonly detail: string; readonly path: string }

/** Finds rows of a world by id, key, number, amount, name or X-Request-ID; a single hit is opened at once. */
export async function showSearch(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const text = searchTextOf(c, 'q')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  const all = text === '' ? [] : (await Promise.all(WAYS.map(way => way(ctx, text)))).flat()
  // The same thing may be found by key and by name.
  const hits = all.filter(({ path }, place) => all.findIndex(one => one.path === path) === place)
  const [only, ...others] = hits
  if (only !== undefined && others.length === 0) return c.redirect(`${base}${only.path}`, 303)
  return (
    <ConsoleFrame title="Search" sought={text}>
      <h1>{text === '' ? 'Search' : `Search for ${text}`}</h1>
      {hits.length === 0 ? (
        <p class="soft">
          {text === '' ? 'Enter something to find.' : 'This world does not have it.'} Found are ids, keys, customer and
          account numbers, amounts of payments, names of customers and TPPs, and X-Request-IDs.
        </p>
      ) : null}
      <ul class="plain">
        {hits.map(({ kind, title, detail, path }) => (
          <li>
            <span class="chip">{kind}</span> <a href={`${base}${path}`}>{title}</a> <span class="soft">{detail}</span>
          </li>
        ))}
      </ul>
      {text === '' ? null : (
        <p>
          <a href={addressOf(`${base}/docs`, { q: text })}>Search the documentation for it</a>
        </p>
      )}
    </ConsoleFrame>
  )
}

const hit = (kind: string, title: string, detail: string, path: string): Hit => ({ kind, title, detail, path })
const customerHit = ({ id, name, customerNumber }: Customer) =>
  hit('Customer', name, customerNumber, `/console/customers/${id}`)

type Way = (ctx: Context, text: string) => Promise<readonly Hit[]>

const WAYS: readonly Way[] = [byId, byKey, byRequestId, byNumber, byName, byAmount]

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i

async function byId(ctx: Context, text: string): Promise<readonly Hit[]> {
  if (!ID.test(text)) return []
  const id = text.toLowerCase()
  const hits = [
    [ctx.load.payment(id), 'Payment', '/console/payments/'],
    [ctx.load.account(id), 'Account', '/console/accounts/'],
    [ctx.load.cardAccount(id), 'Card account', '/console/card-accounts/'],
    [ctx.load.customer(id), 'Customer', '/console/customers/'],
    [ctx.load.consent(id), 'Consent', '/console/consents#'],
    [ctx.load.authorisation(id), 'SCA', '/sca/'],
    [getRequest(ctx, id), 'Call', '/requests/'],
  ] as const
  const found = hits.map(([lookup, kind, path]) => lookup.then(() => [hit(kind, id, '', path + id)], noneIfUnknown))
  return (await Promise.all(found)).flat()
}

/** The page of a thing that has a key (D83): its own, or that of the thing to which it belongs. */
const SHOWN_AT: Readonly<Record<KeyedKind, (ctx: Context, id: string) => Promise<string>>> = {
  Account: async (_, id) => `/console/accounts/${id}`,
  Agreement: async ({ load }, id) => `/console/customers/${(await load.agreement(id)).ownerId}`,
  Authorisation: async (_, id) => `/sca/${id}`,
  CardAccount: async (_, id) => `/console/card-accounts/${id}`,
  CardTransaction: async ({ load }, id) => `/console/card-accounts/${(await load.cardTransaction(id)).cardAccountId}`,
  Consent: async (_, id) => `/console/consents#${id}`,
  Customer: async (_, id) => `/console/customers/${id}`,
  Engagement: async ({ load }, id) => `/console/accounts/${(await load.engagement(id)).accountId}`,
  Payment: async (_, id) => `/console/payments/${id}`,
  Scenario: async () => '/console/scenarios',
  SigningBasket: async ({ load }, id) =>
    ['/console/payments', ...(await load.paymentsOfBasket(id)).slice(0, 1).map(payment => payment.id)].join('/'),
  Transaction: async ({ load }, id) => `/console/accounts/${(await load.transaction(id)).accountId}`,
}

async function byKey(ctx: Context, text: string): Promise<readonly Hit[]> {
  const row = await findKeyed(ctx, text)
  if (row === undefined || !isKeyed(row.kind)) return []
  const path = await SHOWN_AT[row.kind](ctx, row.id)
  const noun = KEYED[row.kind]
  return [hit(`${noun[0]?.toUpperCase()}${noun.slice(1)}`, row.key, row.id, path)]
}

function noneIfUnknown(error: unknown): readonly Hit[] {
  if (error instanceof DomainError) return []
  throw error
}

async function byRequestId(ctx: Context, requestId: string): Promise<readonly Hit[]> {
  const { rows } = await pageOfRequests(ctx, { first: SHOWN }, { requestId })
  return rows.map(({ id, method, target, status }) =>
    hit('Call', `${method} ${cut(target, 80)}`, String(status), `/requests/${id}`),
  )
}

async function byNumber(ctx: Context, text: string): Promise<readonly Hit[]> {
  const number = text.replace(/[\s.]/g, '').toUpperCase()
  // A number is looked for as it was written too: rows of 1.0.0 hold it so (D23).
  const filter = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(number) ? { iban: number } : { bban: text.trim() }
  if (!/^[A-Z0-9]{5,34}$/.test(number)) return []
  const [accounts, customers] = await Promise.all([
    pageOfAccounts(ctx, { first: SHOWN }, filter),
    pageOfCustomers(ctx, { first: SHOWN }, { customerNumber: text }),
  ])
  return [
    ...accounts.rows.map(({ id, name, iban }) => hit('Account', name, iban, `/console/accounts/${id}`)),
    ...customers.rows.map(customerHit),
  ]
}

async function byName(ctx: Context, text: string): Promise<readonly Hit[]> {
  const customers = await pageOfCustomers(ctx, { first: SHOWN }, { nameContains: text.slice(0, 70).toWellFormed() })
  const small = text.toLowerCase()
  const tpps = (await pageOfTpps(ctx, { first: 1_000 })).rows.filter(({ id, name, localName }) =>
    [id, name, localName].some(one => one?.toLowerCase().includes(small)),
  )
  return [
    ...customers.rows.map(customerHit),
    ...tpps
      .slice(0, SHOWN)
      .map(({ id, name, localName }) =>
        hit('TPP', localName ?? name, id, `/report?${new URLSearchParams({ tpp: id })}`),
      ),
  ]
}

/** No amount of the bank has more digits before its decimal point. */
const MOST_DIGITS = 15

async function byAmount(ctx: Context, text: string): Promise<readonly Hit[]> {
  const [, whole, fraction = ''] = /^([\d\s]{1,20})(?:[.,](\d{1,2}))?(?:\s*[A-Z]{3})?$/.exec(text) ?? []
  if (whole === undefined) return []
  const units = whole.replace(/\s/g, '')
  if (units.length > MOST_DIGITS) return []
  // An amount of a currency without minor units is written without them.
  const minors = [`${units}${fraction.padEnd(2, '0')}`, ...(fraction === '' ? [units] : [])].map(BigInt)
  const payments = await paymentsOfAmount(ctx, minors, SHOWN)
  return payments.map(({ id, status, totalMinor, debtorCurrency }) =>
    hit('Payment', money(totalMinor, debtorCurrency), status, `/console/payments/${id}`),
  )
}
