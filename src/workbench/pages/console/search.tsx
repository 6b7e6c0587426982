import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { pageOfAccounts } from '../../../bank/resolvers/accounts.ts'
import { findKeyed } from '../../../bank/resolvers/keys.ts'
import { findCustomers, findPayments, SEARCHED } from '../../../bank/resolvers/search.ts'
import { knownTpps } from '../../../bank/resolvers/tpp-register.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isKeyed, KEYED } from '../../../domain/keys.ts'
import { PAYMENT_WORDS } from '../../../domain/status.ts'
import { findsWord } from '../../../domain/texts.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { getRequest, pageOfRequests } from '../../../sandbox/journal/requests.ts'
import { formatCount } from '../language.ts'
import { List } from '../list.tsx'
import { addressOf, cut, searchTextOf } from '../listing.tsx'
import { Name } from '../parts.tsx'
import { ConsoleFrame, money, tppAddress } from './frame.tsx'
import { PAGES_OF_THINGS, pageOfThing } from './pages-of-things.ts'
import { readPaymentRow } from './reading.ts'

/** How many hits of each kind are shown. */
const SHOWN = 20

type Hit = { readonly kind: string; readonly title: string; readonly detail: string; readonly path: string }

/** Finds rows of a world by id, key, number, amount, name, message or X-Request-ID; a single hit is opened at once. */
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
      <p class="soft">
        {text === '' ? 'Enter something to find. ' : hits.length === 0 ? 'This world does not have it. ' : ''}The search
        finds exactly: ids, keys, numbers of customers and accounts, amounts of payments, X-Request-IDs. By the
        beginning of a word it finds: names of customers and TPPs, creditors and messages, among the newest{' '}
        {formatCount(SEARCHED)} customers and transfers.
      </p>
      <List
        label="Found"
        rows={hits}
        columns={[
          { head: 'Found', kind: 'wide', phone: 'first', cell: ({ title }) => <Name text={title} /> },
          { head: 'Kind', phone: 'end', cell: ({ kind }) => <span class="chip">{kind}</span> },
          { head: 'More', kind: 'wide', phone: 'second', cell: ({ detail }) => <Name text={detail} /> },
        ]}
        hrefOf={({ path }) => `${base}${path}`}
      />
      {text === '' ? null : (
        <p class="pager">
          <a href={addressOf(`${base}/docs`, { q: text })}>Search the documentation for it</a>
        </p>
      )}
    </ConsoleFrame>
  )
}

const hit = (kind: string, title: string, detail: string, path: string): Hit => ({ kind, title, detail, path })

type Way = (ctx: Context, text: string) => Promise<readonly Hit[]>

const WAYS: readonly Way[] = [byId, byKey, byRequestId, accounts, customers, tpps, payments]

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i

async function byId(ctx: Context, text: string): Promise<readonly Hit[]> {
  if (!ID.test(text)) return []
  const id = text.toLowerCase()
  const lookups = [
    [ctx.load.account(id), 'Account', () => pageOfThing(ctx, 'Account', id)],
    [ctx.load.cardAccount(id), 'Card account', () => pageOfThing(ctx, 'CardAccount', id)],
    [ctx.load.consent(id), 'Consent', () => pageOfThing(ctx, 'Consent', id)],
    [ctx.load.authorisation(id), 'SCA', () => pageOfThing(ctx, 'Authorisation', id)],
    [ctx.load.agreement(id), 'Agreement', () => pageOfThing(ctx, 'Agreement', id)],
    [ctx.load.signingBasket(id), 'Signing basket', () => pageOfThing(ctx, 'SigningBasket', id)],
    [getRequest(ctx, id), 'Call', async () => PAGES_OF_THINGS.Call + id],
  ] as const
  const found = lookups.map(([lookup, kind, page]) =>
    lookup.then(async () => [hit(kind, id, '', await page())], noneIfUnknown),
  )
  return (await Promise.all(found)).flat()
}

async function byKey(ctx: Context, text: string): Promise<readonly Hit[]> {
  const row = await findKeyed(ctx, text)
  if (row === undefined || !isKeyed(row.kind)) return []
  const path = await pageOfThing(ctx, row.kind, row.id)
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

async function accounts(ctx: Context, text: string): Promise<readonly Hit[]> {
  const number = text.replace(/[\s.]/g, '').toUpperCase()
  if (!/^[A-Z0-9]{5,34}$/.test(number)) return []
  // A number is looked for as it was written too: rows of 1.0.0 hold it so (D23).
  const filter = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(number) ? { iban: number } : { bban: text }
  const { rows } = await pageOfAccounts(ctx, { first: SHOWN }, filter)
  return rows.map(({ id, name, iban }) => hit('Account', name, iban, `/console/accounts/${id}`))
}

async function customers(ctx: Context, text: string): Promise<readonly Hit[]> {
  const isOfAccount = (await accounts(ctx, text)).length > 0
  const found = isOfAccount ? [] : await findCustomers(ctx, text, SHOWN)
  return found.map(({ id, name, customerNumber }) => hit('Customer', name, customerNumber, `/console/customers/${id}`))
}

async function tpps(ctx: Context, text: string): Promise<readonly Hit[]> {
  const fits = findsWord(text)
  const known = await knownTpps(ctx)
  return known
    .filter(
      ({ id, name, localName }) => id === text || [id, name, localName].some(one => one !== undefined && fits(one)),
    )
    .slice(0, SHOWN)
    .map(({ id, name, localName }) => hit('TPP', localName ?? name, id, tppAddress('', id)))
}

async function payments(ctx: Context, text: string): Promise<readonly Hit[]> {
  // The number of an account or customer leads there, and not to each of its payments.
  const isOfOther =
    (await accounts(ctx, text)).length > 0 || (await customers(ctx, text)).some(one => one.detail === text)
  const found = isOfOther ? [] : await findPayments(ctx, text, SHOWN)
  const rows = await Promise.all(found.map(payment => readPaymentRow(ctx, payment)))
  return rows.map(({ payment: { id, status, totalMinor, debtorCurrency }, to, message }) =>
    hit(
      'Payment',
      `${money(totalMinor, debtorCurrency)} to ${to}`,
      [PAYMENT_WORDS[status], message].filter(text => text !== '').join(', '),
      `/console/payments/${id}`,
    ),
  )
}
