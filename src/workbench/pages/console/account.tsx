import type { Context as HonoContext } from 'hono'
import type { Child } from 'hono/jsx'
import type { Context } from '../../../bank/context.ts'
import { ACCOUNTS, CARD_ACCOUNTS, getHolder } from '../../../bank/resolvers/holders.ts'
import { keyOf } from '../../../bank/resolvers/keys.ts'
import { type Listing, TRANSACTION_ORDERS, type TransactionOrder } from '../../../bank/resolvers/lists.ts'
import { pageOfPayments } from '../../../bank/resolvers/payments/list.ts'
import { type BalanceDay, balanceDays } from '../../../bank/resolvers/statements.ts'
import { pageOfCardTransactions, pageOfTransactions } from '../../../bank/resolvers/transactions.ts'
import { availableMinor, creditLineMinor } from '../../../domain/accounts.ts'
import { encodeCursor, type PageArgs } from '../../../domain/paging.ts'
import { WAITING_STATUSES } from '../../../domain/status.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Account, CardAccount, CardTransaction, Customer, Transaction } from '../../../generated/client.ts'
import { addressOf, idOf, More, nextOf, orderOf, type SortHead } from '../listing.tsx'
import { Empty, Facts, Name, Table } from '../parts.tsx'
import { AccountNumber } from '../whole-words.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton } from './actions/button.tsx'
import { BalanceCurve } from './drawings.tsx'
import { ConsoleFrame, money, shortDay } from './frame.tsx'
import { KeyNote, PaymentList } from './items.tsx'
import { type PaymentRow, readPaymentRow } from './reading.ts'

const LINES = 25
const PENDING = 10
/** The curve shows this many lines. */
const POINTS = 2_000

/** One account: its owner, its balance over time, and its transactions, the latest first. */
export async function showAccount(c: HonoContext, ctx: Context) {
  const { holder: account, owner } = await getHolder(ACCOUNTS, ctx, idOf(c))
  return show(c, ctx, {
    kind: 'account',
    holding: account,
    owner,
    numbers: [
      ['IBAN', account.iban],
      ['BBAN', account.bban],
    ],
    columns: ['With', 'Message'],
    path: `accounts/${account.id}`,
    pageOf: (args, order) => pageOfTransactions(ctx, account, args, null, order),
    describe: describeLine,
  })
}

/** One card account, likewise. A purchase in another currency is shown in both. */
export async function showCardAccount(c: HonoContext, ctx: Context) {
  const { holder: cardAccount, owner } = await getHolder(CARD_ACCOUNTS, ctx, idOf(c))
  return show(c, ctx, {
    kind: 'cardAccount',
    holding: cardAccount,
    owner,
    numbers: [['Card', cardAccount.maskedPan]],
    columns: ['At', 'Details'],
    path: `card-accounts/${cardAccount.id}`,
    pageOf: (args, order) => pageOfCardTransactions(ctx, cardAccount, args, null, order),
    describe: describeCardLine,
  })
}

/** The address of an account's page that begins with this line. */
export function lineAddress(base: string, { id, accountId, bookingDate }: Transaction): string {
  // The place just before the line, in the order of the page.
  const after = encodeCursor('Transaction', [bookingDate, `${id}~`])
  return `${addressOf(`${base}/console/accounts/${accountId}`, { after })}#${id}`
}

/** The payments for which an account has reserved money, with their transfers. */
async function readPending(ctx: Context, accountId: string) {
  const pages = await Promise.all(
    WAITING_STATUSES.map(status => pageOfPayments(ctx, { first: PENDING }, { accountId, status })),
  )
  const counts = await Promise.all(pages.map(({ count }) => count()))
  const rows = pages.flatMap(page => page.rows).slice(0, PENDING)
  return {
    rows: await Promise.all(rows.map(payment => readPaymentRow(ctx, payment))),
    more: counts.reduce((sum, count) => sum + count, 0) - rows.length,
  }
}

function Pending(props: {
  readonly rows: readonly PaymentRow[]
  readonly more: number
  readonly base: string
  /** The number of the owner. */
  readonly customer: string
}) {
  const { rows, more, base, customer } = props
  if (rows.length === 0) return null
  return (
    <section class="card" aria-labelledby="pending">
      <h2 class="first" id="pending">
        Reserved for
      </h2>
      <PaymentList rows={rows} base={base} />
      {more === 0 ? null : (
        <p>
          <a href={addressOf(`${base}/console/payments`, { customer })}>{more} more</a> among the payments of its owner.
        </p>
      )}
    </section>
  )
}

type Fact = readonly [name: string, value: string]
type HoldingPage<Row> = {
  readonly kind: 'account' | 'cardAccount'
  readonly holding: Account | CardAccount
  readonly owner: Customer
  readonly numbers: readonly Fact[]
  /** The column heads between day and amount. */
  readonly columns: readonly string[]
  /** The path of the page below the console. */
  readonly path: string
  readonly pageOf: (args: PageArgs, order: TransactionOrder | undefined) => Promise<Listing<Row>>
  readonly describe: (row: Row, base: string) => Child[]
}

async function show<Row extends { readonly id: string }>(c: HonoContext, ctx: Context, shown: HoldingPage<Row>) {
  const { kind, holding, owner, numbers, columns, path, pageOf, describe } = shown
  const base = worldBasePath(ctx.world)
  const address = `${base}/console/${path}`
  const order = orderOf(TRANSACTION_ORDERS, c.req.query('order'))
  const args = { first: LINES, after: c.req.query('after') }
  const page = await pageOf(args, order)
  const curve = await balanceDays(ctx, kind, holding, POINTS)
  const pending = kind === 'account' ? await readPending(ctx, holding.id) : { rows: [], more: 0 }
  const { name, currency, product } = holding
  const key = await keyOf(ctx, kind === 'account' ? 'Account' : 'CardAccount', holding.id)
  const lineKind = kind === 'account' ? 'Transaction' : 'CardTransaction'
  const keys = await Promise.all(page.rows.map(({ id }) => keyOf(ctx, lineKind, id)))
  const facts: readonly Fact[] = [
    ...numbers,
    ...(key === null ? [] : [['Key', key] as const]),
    ['Product', product],
    ['Credit line', money(creditLineMinor(holding), currency)],
  ]
  return (
    <ConsoleFrame title={name} here="customers">
      <p class="crumbs">
        <a href={`${base}/console/customers/${owner.id}`}>
          <Name text={owner.name} />
        </a>
      </p>
      <h1>
        <Name text={name} />
      </h1>
      <BalanceCard holding={holding} curve={curve} />
      <Pending {...pending} base={base} customer={owner.customerNumber} />
      <Facts
        rows={[
          [
            'Owner',
            <>
              <a href={`${base}/console/customers/${owner.id}`}>
                <Name text={owner.name} />
              </a>{' '}
              <span class="soft number">{owner.customerNumber}</span>
            </>,
          ],
          ...facts.map(
            ([title, value]) =>
              [
                title,
                <span class="number">{title === 'IBAN' ? <AccountNumber number={value} /> : value}</span>,
              ] as const,
          ),
        ]}
      />
      {kind === 'account' ? (
        <div class="actions">
          <ActionButton
            action="changeAccount"
            place={{ base, token: consoleToken(c), back: address }}
            given={{ id: holding.id, name, product, creditLine: String(holding.creditLine) }}
          />
        </div>
      ) : null}
      <h2>Transactions</h2>
      {page.rows.length === 0 ? <Empty>Nothing was booked yet.</Empty> : null}
      {args.after === undefined ? null : (
        <p>
          <a href={addressOf(address, { order })}>From the first one</a>
        </p>
      )}
      <Table
        kind="amounts"
        head={[BOOKED, ...columns, AMOUNT]}
        rows={page.rows.map((row, index) => withKey(describe(row, base), keys[index] ?? null))}
        ids={page.rows.map(({ id }) => id)}
        sorting={{ path: address, given: {}, order: order ?? BOOKED.down }}
      />
      <More
        path={address}
        given={{ order, after: nextOf(page) }}
        label={order === undefined || order === BOOKED.down ? 'Older transactions' : 'More transactions'}
      />
    </ConsoleFrame>
  )
}

/** The balances of an account or card account, now and over its latest bookings. */
function BalanceCard({
  holding,
  curve,
}: {
  readonly holding: Account | CardAccount
  readonly curve: readonly BalanceDay[]
}) {
  const { name, currency, bookedMinor, reservedMinor } = holding
  const reserved = money(reservedMinor, currency)
  return (
    <div class="card">
      <dl class="sums number">
        <div>
          <dt>Booked</dt>
          <dd class="amount">{money(bookedMinor, currency)}</dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd class="amount">{money(availableMinor(holding), currency)}</dd>
        </div>
        {reservedMinor === 0n ? null : (
          <div>
            <dt>Reserved</dt>
            <dd class="amount held">{reserved}</dd>
          </div>
        )}
      </dl>
      <BalanceCurve
        label={`Balance of ${name} over its latest bookings`}
        curve={curve}
        small={false}
        reserved={{ minor: reservedMinor, text: reserved }}
      />
      <CurveEnds curve={curve} currency={currency} />
    </div>
  )
}

const BOOKED = { label: 'Booked', down: 'DATE_DESC', up: 'DATE_ASC' } as const satisfies SortHead
const AMOUNT = { label: 'Amount', down: 'AMOUNT_DESC', up: 'AMOUNT_ASC' } as const satisfies SortHead

/** Puts the key of a line after its text. */
function withKey([day, other, text, ...rest]: readonly Child[], key: string | null): Child[] {
  if (key === null) return [day, other, text, ...rest]
  return [
    day,
    other,
    <>
      {text}
      <KeyNote of={key} />
    </>,
    ...rest,
  ]
}

function describeLine(line: Transaction, base: string): Child[] {
  const { amountMinor, currency, creditorName, debtorName, bookingDate, remittanceInformationUnstructured: text } = line
  const other = (amountMinor < 0n ? creditorName : debtorName) ?? ''
  return [
    shortDay(bookingDate),
    line.paymentId === null ? (
      <Name text={other} />
    ) : (
      <a href={`${base}/console/payments/${line.paymentId}`}>
        <Name text={other === '' ? 'its payment' : other} />
      </a>
    ),
    // Shops write their own name into this field, too.
    text === null || text === other ? '' : text,
    amount(amountMinor, currency),
  ]
}

function describeCardLine(line: CardTransaction): Child[] {
  const { originalAmountMinor, originalCurrency, amountMinor, currency } = line
  const bought =
    currency === originalCurrency ? null : <small class="soft number">{money(amountMinor, currency)}</small>
  return [
    shortDay(line.bookingDate),
    line.cardAcceptorName ?? '',
    // This text often repeats the name of the shop.
    line.transactionDetails === line.cardAcceptorName ? '' : (line.transactionDetails ?? ''),
    <>
      {bought}
      {amount(originalAmountMinor, originalCurrency)}
    </>,
  ]
}

function amount(minor: bigint, currency: string): Child {
  return <span class={`number ${minor < 0n ? '' : 'good'}`}>{money(minor, currency)}</span>
}

function CurveEnds({ curve, currency }: { readonly curve: readonly BalanceDay[]; readonly currency: string }) {
  const [first, last] = [curve[0], curve.at(-1)]
  if (first === undefined || last === undefined || curve.length < 2) return null
  const sorted = curve.map(({ balanceMinor }) => balanceMinor).sort((one, other) => (one < other ? -1 : 1))
  const [lowest = 0n, highest = 0n] = [sorted[0], sorted.at(-1)]
  return (
    <p class="ends soft number">
      <span>{shortDay(first.day)}</span>
      <span>
        lowest {money(lowest, currency)}, highest {money(highest, currency)}
      </span>
      <span>{shortDay(last.day)}</span>
    </p>
  )
}
