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
import { formatCount } from '../language.ts'
import { type Column, List, type ListProps, Pager, type SortHead } from '../list.tsx'
import { addressOf, idOf, orderOf, readDrawnPage } from '../listing.tsx'
import { Empty, Name } from '../parts.tsx'
import { AccountNumber } from '../whole-words.tsx'
import { consoleToken } from './access.tsx'
import type { ActionPlace } from './actions/button.tsx'
import { KeyNote, paymentDrawing } from './columns.tsx'
import { BalanceCurve } from './drawings.tsx'
import { money, shortDay } from './frame.tsx'
import { type PaymentRow, readPaymentRow } from './reading.ts'
import { Part, RecordPage } from './record-page.tsx'
import { Rights, readRights } from './rights.tsx'
import { Opens, OpensMore } from './sheets/opens.tsx'
import { readShownLines, ShownTo } from './shown-lines.tsx'

const LINES = 25
const PENDING = 10
/** The curve shows this many lines. */
const POINTS = 2_000

/** One account: its owner, its balance over time, and its transactions, the latest first. */
export async function showAccount(c: HonoContext, ctx: Context) {
  const { holder: account, owner } = await getHolder(ACCOUNTS, ctx, idOf(c))
  return show<Transaction>(c, ctx, {
    kind: 'account',
    holding: account,
    owner,
    numbers: [
      ['IBAN', account.iban],
      ['BBAN', account.bban],
    ],
    columns: [
      { head: 'With', cell: line => <Name text={otherOf(line)} /> },
      // Shops write their own name into this field, too.
      { head: 'Message', cell: line => unlessSame(line.remittanceInformationUnstructured, otherOf(line)) },
    ],
    path: `accounts/${account.id}`,
    pageOf: (args, order) => pageOfTransactions(ctx, account, args, null, order),
    amountOf: ({ amountMinor, currency }) => amount(amountMinor, currency),
    paymentOf: ({ paymentId }) => paymentId,
  })
}

/** One card account, likewise. A purchase in another currency is shown in both. */
export async function showCardAccount(c: HonoContext, ctx: Context) {
  const { holder: cardAccount, owner } = await getHolder(CARD_ACCOUNTS, ctx, idOf(c))
  return show<CardTransaction>(c, ctx, {
    kind: 'cardAccount',
    holding: cardAccount,
    owner,
    numbers: [['Card', cardAccount.maskedPan]],
    columns: [
      { head: 'At', cell: line => line.cardAcceptorName ?? '' },
      // This text often repeats the name of the shop.
      { head: 'Details', cell: line => unlessSame(line.transactionDetails, line.cardAcceptorName) },
    ],
    path: `card-accounts/${cardAccount.id}`,
    pageOf: (args, order) => pageOfCardTransactions(ctx, cardAccount, args, null, order),
    amountOf: cardAmount,
    paymentOf: () => null,
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
  readonly place: ActionPlace
  /** The number of the owner. */
  readonly customer: string
}) {
  const { rows, more, place, customer } = props
  if (rows.length === 0) return null
  return (
    <Part id="pending" title="Reserved for">
      <List label="Payments that reserve money" rows={rows} {...paymentDrawing(place)} />
      {more === 0 ? null : (
        <p class="pager">
          <a href={addressOf(`${place.base}/console/payments`, { customer })}>{formatCount(more)} more</a> among the
          payments of its owner
        </p>
      )}
    </Part>
  )
}

type Fact = readonly [name: string, value: string]
type HoldingPage<Row> = {
  readonly kind: 'account' | 'cardAccount'
  readonly holding: Account | CardAccount
  readonly owner: Customer
  readonly numbers: readonly Fact[]
  /** The columns between day and amount: with whom, and what is said. */
  readonly columns: readonly [other: Column<Row>, says: Column<Row>]
  /** The path of the page below the console. */
  readonly path: string
  readonly pageOf: (args: PageArgs, order: TransactionOrder | undefined) => Promise<Listing<Row>>
  readonly amountOf: (row: Row) => Child
  /** The payment that it belongs to. */
  readonly paymentOf: (row: Row) => string | null
}

async function show<Row extends { readonly id: string; readonly bookingDate: string }>(
  c: HonoContext,
  ctx: Context,
  shown: HoldingPage<Row>,
) {
  const { kind, holding, owner, numbers, path, pageOf } = shown
  const base = worldBasePath(ctx.world)
  const address = `${base}/console/${path}`
  const order = orderOf(TRANSACTION_ORDERS, c.req.query('order'))
  const place = { base, token: consoleToken(c), back: address }
  const page = await readDrawnPage(c, LINES, args => pageOf(args, order))
  const readBy = await readShownLines(ctx, kind, holding.id, page.rows, c.req.query('shown-to'))
  const curve = await balanceDays(ctx, kind, holding, POINTS)
  const pending = kind === 'account' ? await readPending(ctx, holding.id) : { rows: [], more: 0 }
  const { name, currency, product } = holding
  const key = await keyOf(ctx, kind === 'account' ? 'Account' : 'CardAccount', holding.id)
  const rights = kind === 'account' && owner.type !== 'PRIVATE' ? await readRights(ctx, holding.id) : []
  const iban = 'iban' in holding ? holding.iban : undefined
  const given = {
    psu: owner.type === 'PRIVATE' ? owner.customerNumber : undefined,
    'debtorAccount.iban': iban,
    'account.iban': iban,
    accountId: holding.id,
  }
  const lineKind = kind === 'account' ? 'Transaction' : 'CardTransaction'
  const keys = new Map(
    await Promise.all(page.rows.map(async ({ id }) => [id, await keyOf(ctx, lineKind, id)] as const)),
  )
  return (
    <RecordPage
      title={name}
      here="customers"
      within={[`${base}/console/customers/${owner.id}`, <Name text={owner.name} />]}
      heading={<Name text={name} />}
      actions={
        kind === 'account' ? (
          <div class="row-actions">
            <Opens path={address} noun="payment" given={given} />
            <OpensMore
              path={address}
              nouns={[
                'transaction',
                'periodic-payment',
                'bulk-payment',
                ...(owner.type === 'PRIVATE' ? [] : ['engagement']),
              ]}
              given={given}
            />
            <Opens
              path={address}
              does="change"
              noun="account"
              about="the account"
              given={{ id: holding.id, accountName: name, product, creditLine: String(holding.creditLine) }}
            />
          </div>
        ) : (
          <Opens path={address} noun="card-transaction" given={{ cardAccountId: holding.id }} />
        )
      }
      first={<Balances holding={holding} curve={curve} />}
      facts={[
        [
          'Owner',
          <>
            <a href={`${base}/console/customers/${owner.id}`}>
              <Name text={owner.name} />
            </a>{' '}
            <span class="soft number">{owner.customerNumber}</span>
          </>,
        ],
        ...numbers.map(
          ([title, value]) =>
            [title, <span class="number">{title === 'IBAN' ? <AccountNumber number={value} /> : value}</span>] as const,
        ),
        ['Product', product],
        ['Credit line', <span class="number">{money(creditLineMinor(holding), currency)}</span>],
        ['Key', key ?? undefined],
        ['Id', <code>{holding.id}</code>],
      ]}
    >
      <Pending {...pending} place={place} customer={owner.customerNumber} />
      {kind === 'account' && owner.type !== 'PRIVATE' ? <Rights rights={rights} path={address} base={base} /> : null}
      <Part id="transactions" title="Transactions">
        {page.rows.length === 0 ? <Empty>Nothing was booked yet.</Empty> : null}
        <List
          label="Transactions"
          rows={page.rows}
          {...lineDrawing(shown, keys, base)}
          sorting={{ path: address, given: {}, order: order ?? BOOKED.down }}
        />
        <Pager page={page} path={address} given={{ order }} />
      </Part>
      {readBy === undefined ? null : <ShownTo shown={readBy} path={address} />}
    </RecordPage>
  )
}

function lineDrawing<Row extends { readonly id: string; readonly bookingDate: string }>(
  { columns: [other, says], amountOf, paymentOf }: HoldingPage<Row>,
  keys: ReadonlyMap<string, string | null>,
  base: string,
): Omit<ListProps<Row>, 'label' | 'rows'> {
  return {
    columns: [
      { head: BOOKED, phone: 'second', cell: ({ bookingDate }) => shortDay(bookingDate) },
      { ...other, kind: 'half', phone: 'first' },
      {
        head: says.head,
        kind: 'wide',
        phone: 'last',
        cell: row => (
          <>
            {says.cell(row)}
            <KeyNote of={keys.get(row.id) ?? null} />
          </>
        ),
      },
      { head: AMOUNT, kind: 'amount', phone: 'end', cell: amountOf },
    ],
    idOf: ({ id }) => id,
    hrefOf: row => {
      const payment = paymentOf(row)
      return payment === null ? undefined : `${base}/console/payments/${payment}`
    },
  }
}

const otherOf = ({ amountMinor, creditorName, debtorName }: Transaction) =>
  (amountMinor < 0n ? creditorName : debtorName) ?? ''
const unlessSame = (text: string | null, other: string | null) => (text === other ? '' : (text ?? ''))

/** The balances of an account or card account, now and over its latest bookings. */
function Balances({
  holding,
  curve,
}: {
  readonly holding: Account | CardAccount
  readonly curve: readonly BalanceDay[]
}) {
  const { name, currency, bookedMinor, reservedMinor } = holding
  const reserved = money(reservedMinor, currency)
  return (
    <>
      <dl class="sums number">
        <div>
          <dt>Booked</dt>
          <dd>{money(bookedMinor, currency)}</dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd>{money(availableMinor(holding), currency)}</dd>
        </div>
        {reservedMinor === 0n ? null : (
          <div>
            <dt>Reserved</dt>
            <dd class="held">{reserved}</dd>
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
    </>
  )
}

const BOOKED = { label: 'Booked', down: 'DATE_DESC', up: 'DATE_ASC' } as const satisfies SortHead
const AMOUNT = { label: 'Amount', down: 'AMOUNT_DESC', up: 'AMOUNT_ASC' } as const satisfies SortHead

/** The amount of a purchase, and what it was on the card in another currency. */
function cardAmount(line: CardTransaction): Child {
  const { originalAmountMinor, originalCurrency, amountMinor, currency } = line
  return (
    <>
      {currency === originalCurrency ? null : <small>{money(amountMinor, currency)} </small>}
      {amount(originalAmountMinor, originalCurrency)}
    </>
  )
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
