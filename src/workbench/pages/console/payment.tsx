import type { Child } from 'hono/jsx'
import type { StatusCause } from '../../../domain/payment-history.ts'
import type { EntryStatus, Payment, PaymentEntry, PaymentStatus } from '../../../generated/client.ts'
import { addressOf, earlierOf, More, nextOf } from '../listing.tsx'
import { Example, Facts, Name, Table } from '../parts.tsx'
import { AccountNumber } from '../whole-words.tsx'
import { lineAddress } from './account.tsx'
import type { ActionPlace } from './actions/button.tsx'
import { CallTable } from './calls.tsx'
import { StateDiagram } from './drawings.tsx'
import { ConsoleFrame, instant, money, shortDay, TppLink } from './frame.tsx'
import { PaymentState } from './items.tsx'
import { rowsOfBody, rowsOfTransfer } from './payment-fields.ts'
import { LineOfLife } from './payment-life.tsx'
import type { PaymentView } from './reading.ts'
import { Decisions, PaymentActions } from './waiting.tsx'

type Props = PaymentView & { readonly base: string; readonly token: string }

/** One payment: its state, its life, and all that belongs to it. The page follows changes. */
export function PaymentPage(props: Props) {
  const { payment, why, entries, moreEntries, base, token } = props
  const path = `${base}/console/payments/${payment.id}`
  const place = { base, token, back: path }
  const entry = onlyTransferOf(payment, entries)
  return (
    <ConsoleFrame here="payments" title="Payment" scripts={['console.js', 'copy.js']}>
      <div class="heading" id="standing" data-fresh>
        <h1>
          Payment of {money(payment.totalMinor, payment.debtorCurrency)}
          {entry === undefined ? null : (
            <>
              {' '}
              to <Name text={entry.creditorName} />
            </>
          )}{' '}
          <PaymentState status={payment.status} />
        </h1>
        <p class="live" role="status" hidden></p>
      </div>
      <Now {...props} place={place} />
      <h2>What it is</h2>
      <PaymentFacts {...props} />
      <Calls {...props} />
      {why.change === undefined ? null : (
        <details class="copies fold">
          <summary>
            {payment.status === 'RJCT' ? 'The command that lets a new payment pass' : 'The command that moves it on'}
          </summary>
          <Example text={why.change} />
        </details>
      )}
      {entry === undefined ? (
        <>
          <h2>Transfers</h2>
          <Table
            kind="amounts"
            head={['To', 'State', 'Amount']}
            rows={entries.map(one => describeEntry(one, payment.status))}
          />
          <More path={path} given={{ entries: moreEntries?.toString() }} label="More transfers" />
        </>
      ) : null}
      <Approvals {...props} path={path} />
      <Runs {...props} path={path} />
    </ConsoleFrame>
  )
}

/** The present state of a payment and its way, with the buttons to decide what waits. */
function Now({ payment, why, way, life, open, psu, place }: Props & { readonly place: ActionPlace }) {
  return (
    <div id="now" data-fresh>
      <p class="lead">{why.text}</p>
      {[...open.values()].map(row => (
        <>
          {row.authorisation.purpose === 'PAYMENT' ? null : <p>Its cancellation waits, too:</p>}
          <Decisions row={row} place={place} />
        </>
      ))}
      <PaymentActions payment={payment} psu={psu?.customerNumber} isOpen={open.size > 0} place={place} />
      {life.length < 3 ? null : (
        <section class="card" aria-label="Line of time">
          <LineOfLife events={life} />
        </section>
      )}
      <div class="two">
        <section class="card" aria-label="States">
          <StateDiagram payment={payment} way={way} />
        </section>
        <section class="card" aria-labelledby="way">
          <h2 class="first" id="way">
            The way so far
          </h2>
          <ol class="way">
            {way.map(step => (
              <Step step={step} />
            ))}
          </ol>
          {why.waitsFor === undefined ? null : (
            <p class="soft next">
              It waits for {why.waitsFor}
              {payment.dueAt === null ? '' : `: ${instant(payment.dueAt)}`}.
            </p>
          )}
        </section>
      </div>
    </div>
  )
}

/** The transfer of a payment that has one; a bulk payment has a list. */
function onlyTransferOf({ service }: Payment, [first]: readonly PaymentEntry[]): PaymentEntry | undefined {
  return service === 'BULK' ? undefined : first
}

type PartProps = Props & { readonly path: string }

function Approvals({ authorisations, path }: PartProps) {
  if (authorisations.rows.length === 0) return null
  return (
    <>
      <h2>Approvals</h2>
      <Table
        head={['Started', 'For', 'State']}
        rows={authorisations.rows.map(({ createdAt, purpose, status }) => [
          instant(createdAt),
          purpose.toLowerCase(),
          status,
        ])}
      />
      <More path={path} given={{ approvals: nextOf(authorisations) }} label="More approvals" />
    </>
  )
}

function Runs({ executions, path }: PartProps) {
  if (executions.rows.length === 0) return null
  return (
    <>
      <h2>Runs</h2>
      <Table
        head={['Day', 'State', 'Failure']}
        rows={executions.rows.toReversed().map(one => [shortDay(one.date), one.status, one.failure ?? ''])}
      />
      <More path={path} given={{ runs: earlierOf(executions) }} label="Earlier runs" />
    </>
  )
}

function PaymentFacts({ payment, psu, account, entries, lines, key, basketKey, base }: Props) {
  const { service, product, requestedExecutionDate, executionDate, startDate, forcedStatus, forcedReason } = payment
  const day = executionDate ?? requestedExecutionDate ?? startDate
  const entry = onlyTransferOf(payment, entries)
  const customer = psu && (
    <a href={`${base}/console/customers/${psu.id}`}>
      <Name text={psu.name} />
    </a>
  )
  return (
    <Facts
      rows={[
        [
          'From',
          <>
            <a href={`${base}/console/accounts/${payment.debtorAccountId}`}>
              {account === null ? null : <Name text={`${account.name} `} />}
              <AccountNumber number={payment.debtorIban ?? payment.debtorBban ?? ''} />
            </a>
            {customer === null ? null : <> of {customer}</>}
          </>,
        ],
        ...(entry === undefined ? [] : [['To', <Creditor entry={entry} />] as const, ...rowsOfTransfer(entry)]),
        ['Failure', entry?.failure ?? undefined],
        ...rowsOfBody(payment),
        [
          'Registered',
          <>
            {instant(payment.createdAt)}, by <TppLink id={payment.tppId} name={payment.tppName} base={base} />
          </>,
        ],
        ['Its day', day === null ? undefined : shortDay(day)],
        [
          'Booked as',
          lines.length === 0
            ? undefined
            : lines.map((line, place) => (
                <>
                  {place === 0 ? '' : ', '}
                  <a href={lineAddress(base, line)}>
                    {money(line.amountMinor, line.currency)} on {shortDay(line.bookingDate)}
                  </a>
                </>
              )),
        ],
        [
          'Scenario',
          forcedStatus === null ? undefined : (
            <>
              <a href={`${base}/console/scenarios`}>forces</a> {forcedStatus} {forcedReason}
            </>
          ),
        ],
        [
          'Consents',
          psu === null ? undefined : (
            <a href={addressOf(`${base}/console/consents`, { customer: psu.customerNumber })}>those of its customer</a>
          ),
        ],
        ['Product', `${service.toLowerCase()}, ${product}`],
        ['Key', key ?? undefined],
        ['Signing basket', payment.basketId === null ? undefined : <code>{basketKey ?? payment.basketId}</code>],
        ['Id', <code>{payment.id}</code>],
      ]}
    />
  )
}

/** The calls about a payment, as links; new ones appear by themselves. */
function Calls({ payment, life, names, base }: Props) {
  const calls = life.flatMap(event => (event.kind === 'call' ? [event.call] : [])).toReversed()
  const search = { path: payment.id }
  const storyIds = calls.flatMap(({ id, door }) => (door === 'REST' ? [['id', id]] : []))
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">Its calls</h2>
      <div
        class="no-ticks"
        data-live={addressOf(`${base}/console/live`, search)}
        data-after={Math.max(0, ...calls.map(call => call.place))}
        data-most="20"
        hidden={calls.length === 0}
      >
        <CallTable calls={calls} everyWorld={false} names={names} />
      </div>
      <p>
        <a href={addressOf(`${base}/requests`, search)}>All calls that name it</a>
        {storyIds.length === 0 ? null : (
          <>
            {' · '}
            <a href={`${base}/requests/story?${new URLSearchParams(storyIds)}`}>The story of these calls</a>
          </>
        )}
      </p>
    </section>
  )
}

const CAUSES = {
  REGISTRATION: 'registered by its TPP',
  APPROVAL: 'approved',
  REJECTION: 'rejected',
  EXECUTION: 'carried out by the bank, or found that it cannot be',
  CANCELLATION: 'cancelled by its TPP',
  CANCELLATION_APPROVAL: 'cancelled, with the approval',
  OTHER_CHANNEL: 'changed in another channel of the bank',
  FIXTURE: 'set by a fixture',
  SCENARIO: 'forced by a scenario',
  UNRECORDED: 'no cause is recorded',
} as const satisfies Record<StatusCause, string>

function Step({ step: { at, to, cause, customer } }: { readonly step: PaymentView['way'][number] }) {
  return (
    <li>
      <span class={`chip ${to}`}>{to}</span>{' '}
      <span>
        {cause === 'EXECUTION' ? (EXECUTED[to] ?? CAUSES[cause]) : CAUSES[cause]}
        {customer === null ? null : (
          <>
            {' '}
            by <Name text={customer.name} />
          </>
        )}
      </span>
      <time class="soft" datetime={at.toISOString()}>
        {instant(at)}
      </time>
    </li>
  )
}

const EXECUTED: Readonly<Record<string, string>> = {
  ACSP: 'taken by a batch, on its way',
  ACSC: 'carried out',
  PART: 'carried out in part',
  RJCT: 'could not be carried out',
}

function Creditor({ entry }: { readonly entry: PaymentEntry }) {
  return (
    <>
      <Name text={entry.creditorName} /> (<AccountNumber number={entry.creditorIban ?? entry.creditorBban ?? ''} />)
    </>
  )
}

const ENTRY_STATES = { OPEN: 'open', EXECUTED: 'carried out', FAILED: 'failed' } as const satisfies Record<
  EntryStatus,
  string
>

function describeEntry(entry: PaymentEntry, payment: PaymentStatus): Child[] {
  // The open transfers of a rejected or cancelled payment will never be executed.
  const isLost = entry.status === 'OPEN' && (payment === 'RJCT' || payment === 'CANC')
  const state = isLost ? 'not carried out' : ENTRY_STATES[entry.status]
  return [
    <Creditor entry={entry} />,
    entry.failure === null ? state : `${state}: ${entry.failure}`,
    <span class="number">{money(entry.amountMinor, entry.currency)}</span>,
  ]
}
