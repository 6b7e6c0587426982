import type { Account, Customer, Transaction } from '../generated/client.ts'
import type { BalanceDay } from '../resolvers/transactions.ts'
import { BalanceCurve } from './console-drawings.tsx'
import { Back, ConsoleFrame, LANGUAGE, money, Table } from './console-frame.tsx'
import { formatDay } from './language.ts'

/** One account: whose it is, how its balance went, and its latest lines. */
export function AccountPage(props: {
  readonly account: Account
  readonly owner: Customer
  readonly curve: readonly BalanceDay[]
  readonly lines: readonly Transaction[]
  readonly base: string
}) {
  const { account, owner, curve, lines, base } = props
  const { name, currency, creditLine } = account
  return (
    <ConsoleFrame title={name} base={base}>
      <Back base={base} />
      <h1>{name}</h1>
      <div class="card">
        <p class="amount number">{money(account.bookedMinor, currency)}</p>
        <BalanceCurve label={`Balance of ${name} over its latest bookings`} curve={curve} small={false} />
        <CurveEnds curve={curve} currency={currency} />
      </div>
      <dl class="facts request">
        <dt>Owner</dt>
        <dd>
          {owner.name} <span class="soft number">{owner.customerNumber}</span>
        </dd>
        <dt>IBAN</dt>
        <dd class="number">{account.iban}</dd>
        <dt>BBAN</dt>
        <dd class="number">{account.bban}</dd>
        <dt>Product</dt>
        <dd>{account.product}</dd>
        <dt>Reserved</dt>
        <dd class="number">{money(account.reservedMinor, currency)}</dd>
        <dt>Credit line</dt>
        <dd class="number">
          {creditLine} {currency}
        </dd>
      </dl>
      <h2>Latest transactions</h2>
      {lines.length === 0 ? <p class="soft">None yet.</p> : null}
      <Table
        amounts={true}
        head={['Booked', 'With', 'Message', 'Amount']}
        rows={lines.map(line => [
          formatDay(line.bookingDate, LANGUAGE),
          (line.amountMinor < 0n ? line.creditorName : line.debtorName) ?? '',
          line.remittanceInformationUnstructured ?? '',
          <span class={`number ${line.amountMinor < 0n ? '' : 'good'}`}>{money(line.amountMinor, line.currency)}</span>,
        ])}
      />
    </ConsoleFrame>
  )
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
