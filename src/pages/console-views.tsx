import type { Child } from 'hono/jsx'
import type { Account, Customer, Payment, PaymentEntry, Transaction } from '../generated/client.ts'
import { BalanceCurve, ConsentLine, StateDiagram } from './console-drawings.tsx'
import type { AccountView, ConsoleContent, CurvePoint, PaymentView } from './console-reading.ts'
import { Form } from './fields.tsx'
import { formatDay, formatInstant, formatMoney } from './language.ts'
import { Layout } from './layout.tsx'
import { Calls } from './requests.tsx'

/** The console speaks English, as all pages for developers do. */
const LANGUAGE = 'en'
const money = (minor: bigint, currency: string) => formatMoney(minor, currency, LANGUAGE)
const instant = (at: Date) => formatInstant(at, LANGUAGE)

/** The bank as it stands: clocks, people and their money, payments, consents, and what the day will bring. */
export function ConsolePage(props: ConsoleContent & { readonly path: string; readonly token: string }) {
  const { world, calls, worlds, customers, payments, consents, batches, now, path } = props
  return (
    <Page title={`Console of ${world}`}>
      <h1>Console of {world}</h1>
      <Clock {...props} />
      <h2 id="calls">Latest calls of TPPs</h2>
      {calls.length === 0 ? <p>None yet.</p> : <Calls calls={calls} path={path.replace(/console$/, 'requests')} />}
      <p>
        <a href={path.replace(/console$/, 'requests')}>All calls</a>
      </p>
      <h2 id="customers">Customers and accounts</h2>
      {customers.length === 0 ? <p>This world has no customers.</p> : null}
      <div class="people">
        {customers.map(({ customer, accounts }) => (
          <CustomerCard customer={customer} accounts={accounts} path={path} />
        ))}
      </div>
      <h2 id="payments">Latest payments</h2>
      {payments.length === 0 ? <p>None yet.</p> : <Payments payments={payments} path={path} />}
      <h2 id="consents">Consents</h2>
      {consents.length === 0 ? <p>None yet.</p> : <Consents consents={consents} now={now} />}
      <h2 id="batches">The day ahead</h2>
      <Table
        head={['Batch', 'Payments that wait for it']}
        rows={batches.map(one => [instant(one.at), String(one.payments)])}
      />
      <h2 id="worlds">Worlds</h2>
      <Table
        head={['World', 'Clock']}
        rows={worlds.map(({ name, path: there, clock }) => [<a href={there}>{name}</a>, describeClock(clock)])}
      />
    </Page>
  )
}

function describeClock({ now, frozen, moving }: ConsoleContent['clock']): string {
  if (moving !== null) return `${instant(now)}, moving to ${instant(moving.to)}`
  return `${instant(now)}, ${frozen ? 'frozen' : 'running'}`
}

function Clock({ clock, path, token }: ConsoleContent & { readonly path: string; readonly token: string }) {
  return (
    <section class="card" aria-labelledby="clock">
      <h2 class="first" id="clock">
        Clock
      </h2>
      <p class="number">{describeClock(clock)}</p>
      <Form action={`${path}/clock`} token={token}>
        <label for="by">Move forward by</label>
        <p class="hint" id="by-hint">
          An ISO 8601 duration: PT1H an hour, P1D a day, P1M a month. All that falls due on the way is done.
        </p>
        <input type="text" id="by" name="by" value="P1D" autocomplete="off" aria-describedby="by-hint" />
        <div class="actions">
          <button type="submit" name="action" value="advance">
            Move
          </button>
          <button type="submit" name="action" value={clock.frozen ? 'resume' : 'freeze'} class="second">
            {clock.frozen ? 'Let it run' : 'Freeze'}
          </button>
        </div>
      </Form>
    </section>
  )
}

function CustomerCard({
  customer,
  accounts,
  path,
}: {
  customer: Customer
  accounts: readonly AccountView[]
  path: string
}) {
  return (
    <section class="card">
      <h3>
        {customer.name} <span class="soft number">{customer.customerNumber}</span>
      </h3>
      {accounts.length === 0 ? <p class="soft">No accounts.</p> : null}
      {accounts.map(({ account, curve }) => (
        <p>
          <a href={`${path}/accounts/${account.id}`}>{account.name}</a>{' '}
          <strong class="number">{money(account.bookedMinor, account.currency)}</strong>
          <BalanceCurve label={`Balance of ${account.name}`} curve={curve} small={true} />
        </p>
      ))}
    </section>
  )
}

function Payments({ payments, path }: { payments: readonly Payment[]; path: string }) {
  return (
    <Table
      head={['Registered', 'Payment', 'Amount', 'Status']}
      rows={payments.map(payment => [
        <a href={`${path}/payments/${payment.id}`}>{instant(payment.createdAt)}</a>,
        `${payment.service.toLowerCase()}, ${payment.product}`,
        <span class="number">{money(payment.totalMinor, payment.debtorCurrency)}</span>,
        <span class={`tag ${payment.status}`}>{payment.status}</span>,
      ])}
    />
  )
}

function Consents({ consents, now }: Pick<ConsoleContent, 'consents' | 'now'>) {
  return (
    <ul class="plain">
      {consents.map(({ consent, state, expiresAt, customer }) => (
        <li>
          {consent.tppName} may read the accounts of {customer.name}{' '}
          <span class={`tag ${state}`}>{state.toLowerCase()}</span>
          <ConsentLine grantedAt={consent.grantedAt} expiresAt={expiresAt} now={now} />
          <span class="soft">
            {instant(consent.grantedAt)} to {instant(expiresAt)}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function AccountPage(props: {
  readonly account: Account
  readonly owner: Customer
  readonly curve: readonly CurvePoint[]
  readonly lines: readonly Transaction[]
  readonly path: string
}) {
  const { account, owner, curve, lines, path } = props
  return (
    <Page title={account.name}>
      <Back path={path} />
      <h1>{account.name}</h1>
      <dl class="facts request">
        <dt>Owner</dt>
        <dd>{owner.name}</dd>
        <dt>IBAN</dt>
        <dd class="number">{account.iban}</dd>
        <dt>Booked</dt>
        <dd class="number">{money(account.bookedMinor, account.currency)}</dd>
        <dt>Credit line</dt>
        <dd class="number">
          {account.creditLine} {account.currency}
        </dd>
      </dl>
      <BalanceCurve label={`Balance of ${account.name} over its latest bookings`} curve={curve} small={false} />
      <h2>Latest transactions</h2>
      <Table
        head={['Booked', 'With', 'Message', 'Amount']}
        rows={lines.map(line => [
          formatDay(line.bookingDate, LANGUAGE),
          (line.amountMinor < 0n ? line.creditorName : line.debtorName) ?? '',
          line.remittanceInformationUnstructured ?? '',
          <span class="number">{money(line.amountMinor, line.currency)}</span>,
        ])}
      />
    </Page>
  )
}

export function PaymentPage({
  payment,
  entries,
  authorisations,
  executions,
  path,
}: PaymentView & { readonly path: string }) {
  return (
    <Page title="Payment">
      <Back path={path} />
      <h1>
        Payment of {money(payment.totalMinor, payment.debtorCurrency)}{' '}
        <span class={`tag ${payment.status}`}>{payment.status}</span>
      </h1>
      <StateDiagram service={payment.service} status={payment.status} />
      <dl class="facts request">
        <dt>Id</dt>
        <dd>
          <code>{payment.id}</code>
        </dd>
        <dt>Product</dt>
        <dd>{payment.product}</dd>
        <dt>Registered</dt>
        <dd>
          {instant(payment.createdAt)}, by {payment.tppName}
        </dd>
        <dt>Last changed</dt>
        <dd>{instant(payment.changedAt)}</dd>
        <dt>Next due</dt>
        <dd>{payment.dueAt === null ? 'nothing: it waits for an approval, or is final' : instant(payment.dueAt)}</dd>
      </dl>
      <h2>Transfers</h2>
      <Table head={['To', 'Amount', 'State']} rows={entries.map(describeEntry)} />
      <h2>Approvals</h2>
      {authorisations.length === 0 ? <p>None was started.</p> : null}
      <Table
        head={['Started', 'For', 'State']}
        rows={authorisations.map(one => [instant(one.createdAt), one.purpose.toLowerCase(), one.status])}
      />
      {executions.length === 0 ? null : (
        <>
          <h2>Runs</h2>
          <Table
            head={['Day', 'State', 'Failure']}
            rows={executions.map(one => [one.date, one.status, one.failure ?? ''])}
          />
        </>
      )}
    </Page>
  )
}

function describeEntry(entry: PaymentEntry): Child[] {
  return [
    `${entry.creditorName} (${entry.creditorIban ?? entry.creditorBban ?? ''})`,
    <span class="number">{money(entry.amountMinor, entry.currency)}</span>,
    entry.failure === null ? entry.status : `${entry.status}: ${entry.failure}`,
  ]
}

function Back({ path }: { readonly path: string }) {
  return (
    <p class="crumbs">
      <a href={path}>Console</a>
    </p>
  )
}

function Table({ head, rows }: { readonly head: readonly string[]; readonly rows: readonly (readonly Child[])[] }) {
  if (rows.length === 0) return null
  return (
    <table>
      <thead>
        <tr>
          {head.map(name => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(cells => (
          <tr>
            {cells.map(cell => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Page({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <Layout language={LANGUAGE} title={title} kind="reading">
      {children}
    </Layout>
  )
}
