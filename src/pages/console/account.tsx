import type { Context as HonoContext } from 'hono'
import type { Child } from 'hono/jsx'
import type { Context } from '../../context.ts'
import { creditLineMinor } from '../../domain/accounts.ts'
import { given } from '../../domain/given.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import type { Account, CardAccount, CardTransaction, Customer, Transaction } from '../../generated/client.ts'
import { getAccount, getCardAccount } from '../../resolvers/accounts.ts'
import { TRANSACTION_ORDERS, type TransactionOrder } from '../../resolvers/lists.ts'
import type { BalanceDay } from '../../resolvers/statements.ts'
import { pageOfCardTransactions, pageOfTransactions } from '../../resolvers/transactions.ts'
import { Facts, Table } from '../blocks.tsx'
import { formatDay } from '../language.ts'
import { respond } from '../respond.ts'
import { AccountNumber } from '../whole-words.tsx'
import { BalanceCurve } from './drawings.tsx'
import { ConsoleFrame, LANGUAGE, money } from './frame.tsx'
import { More, nextOf } from './more.tsx'
import { readCurve } from './reading.ts'
import { orderOf, type SortHead } from './sorting.tsx'

const LINES = 25
const PRIVATE = { isPrivate: true } as const

/** One account: whose it is, how its balance went, and its transactions, the latest first. */
export async function showAccount(c: HonoContext, ctx: Context): Promise<Response> {
  const { account, owner } = await getAccount(ctx, c.req.param('id') ?? '')
  const order = orderOf(TRANSACTION_ORDERS, c.req.query('order'))
  const page = await pageOfTransactions(ctx, account, pageAsked(c), null, order)
  return respond(
    c,
    <HoldingPage
      holding={account}
      owner={owner}
      curve={await readCurve(ctx, 'account', account)}
      numbers={[
        ['IBAN', account.iban],
        ['BBAN', account.bban],
      ]}
      lines={{ head: [BOOKED, 'With', 'Message', AMOUNT], rows: page.rows.map(describeLine) }}
      base={worldBasePath(ctx.world)}
      path={`accounts/${account.id}`}
      order={order}
      further={nextOf(page)}
    />,
    PRIVATE,
  )
}

/** One card account, likewise. What was bought in another currency is shown in both. */
export async function showCardAccount(c: HonoContext, ctx: Context): Promise<Response> {
  const { cardAccount, owner } = await getCardAccount(ctx, c.req.param('id') ?? '')
  const order = orderOf(TRANSACTION_ORDERS, c.req.query('order'))
  const page = await pageOfCardTransactions(ctx, cardAccount, pageAsked(c), null, order)
  return respond(
    c,
    <HoldingPage
      holding={cardAccount}
      owner={owner}
      curve={await readCurve(ctx, 'cardAccount', cardAccount)}
      numbers={[['Card', cardAccount.maskedPan]]}
      lines={{ head: [BOOKED, 'At', 'Details', AMOUNT], rows: page.rows.map(describeCardLine) }}
      base={worldBasePath(ctx.world)}
      path={`card-accounts/${cardAccount.id}`}
      order={order}
      further={nextOf(page)}
    />,
    PRIVATE,
  )
}

function pageAsked(c: HonoContext) {
  return { first: LINES, ...given({ after: c.req.query('after') }) }
}

const BOOKED = { label: 'Booked', down: 'DATE_DESC', up: 'DATE_ASC' } as const satisfies SortHead
const AMOUNT = { label: 'Amount', down: 'AMOUNT_DESC', up: 'AMOUNT_ASC' } as const satisfies SortHead

type Fact = readonly [name: string, value: string]

function HoldingPage(props: {
  readonly holding: Account | CardAccount
  readonly owner: Customer
  readonly curve: readonly BalanceDay[]
  /** What it is known by. */
  readonly numbers: readonly Fact[]
  readonly lines: { readonly head: readonly (string | SortHead)[]; readonly rows: readonly (readonly Child[])[] }
  readonly base: string
  /** Where the page is below the console. */
  readonly path: string
  readonly order: TransactionOrder | undefined
  readonly further: string | undefined
}) {
  const { holding, owner, curve, numbers, lines, base, path, order, further } = props
  const address = `${base}/console/${path}`
  const { name, currency, product, bookedMinor, reservedMinor } = holding
  const facts: readonly Fact[] = [
    ...numbers,
    ['Product', product],
    ['Reserved', money(reservedMinor, currency)],
    ['Credit line', money(creditLineMinor(holding), currency)],
  ]
  return (
    <ConsoleFrame title={name} base={base}>
      <h1>{name}</h1>
      <div class="card">
        <p class="amount number">{money(bookedMinor, currency)}</p>
        <BalanceCurve label={`Balance of ${name} over its latest bookings`} curve={curve} small={false} />
        <CurveEnds curve={curve} currency={currency} />
      </div>
      <Facts
        rows={[
          [
            'Owner',
            <>
              <a href={`${base}/console/customers/${owner.id}`}>{owner.name}</a>{' '}
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
      <h2>Transactions</h2>
      {lines.rows.length === 0 ? <p class="soft">None yet.</p> : null}
      <Table kind="amounts" {...lines} sorting={{ path: address, given: {}, order: order ?? BOOKED.down }} />
      <More
        path={address}
        given={{ order, after: further }}
        label={order === undefined || order === BOOKED.down ? 'Older transactions' : 'More transactions'}
      />
    </ConsoleFrame>
  )
}

function describeLine(line: Transaction): Child[] {
  const { amountMinor, currency, creditorName, debtorName, bookingDate, remittanceInformationUnstructured: text } = line
  const other = (amountMinor < 0n ? creditorName : debtorName) ?? ''
  return [
    formatDay(bookingDate, LANGUAGE),
    other,
    // A shop writes its own name there, too.
    text === null || text === other ? '' : text,
    amount(amountMinor, currency),
  ]
}

function describeCardLine(line: CardTransaction): Child[] {
  const { originalAmountMinor, originalCurrency, amountMinor, currency } = line
  const bought =
    currency === originalCurrency ? null : <small class="soft number">{money(amountMinor, currency)}</small>
  return [
    formatDay(line.bookingDate, LANGUAGE),
    line.cardAcceptorName ?? '',
    // Often the name of the shop once more.
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
      <span>{formatDay(first.day, LANGUAGE)}</span>
      <span>
        {money(lowest, currency)} to {money(highest, currency)}
      </span>
      <span>{formatDay(last.day, LANGUAGE)}</span>
    </p>
  )
}
