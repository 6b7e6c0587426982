import type { StatusCause } from '../../../domain/payment-history.ts'
import type { EntryStatus, Payment, PaymentEntry, PaymentStatus } from '../../../generated/client.ts'
import { type Column, List, More } from '../list.tsx'
import { addressOf, earlierOf, nextOf } from '../listing.tsx'
import { Example, type FactRows, Name } from '../parts.tsx'
import { AccountNumber } from '../whole-words.tsx'
import { lineAddress } from './account.tsx'
import type { ActionPlace } from './actions/button.tsx'
import { callDrawing } from './calls.tsx'
import { PaymentState } from './columns.tsx'
import { StateDiagram } from './drawings.tsx'
import { instant, money, shortDay, TppLink } from './frame.tsx'
import { liveAddress } from './live-calls.tsx'
import { rowsOfBody, rowsOfTransfer } from './payment-fields.ts'
import { LineOfLife } from './payment-life.tsx'
import type { PaymentView } from './reading.ts'
import { Part, RecordPage } from './record-page.tsx'
import { Decisions, PaymentActions } from './waiting.tsx'

type Props = PaymentView & { readonly base: string; readonly token: string }

/** One payment: its state, its life, its facts and its calls. The page follows changes. */
export function PaymentPage(props: Props) {
  const { payment, why, entries, moreEntries, base, token } = props
  const path = `${base}/console/payments/${payment.id}`
  const place = { base, token, back: path }
  const entry = onlyTransferOf(payment, entries)
  return (
    <RecordPage
      here="payments"
      title="Payment"
      scripts={['console.js', 'copy.js']}
      within={[`${base}/console/payments`, 'Payments']}
      isLive={true}
      heading={
        <>
          Payment of {money(payment.totalMinor, payment.debtorCurrency)}
          {entry === undefined ? null : (
            <>
              {' '}
              to <Name text={entry.creditorName} />
            </>
          )}
        </>
      }
      state={<PaymentState status={payment.status} />}
      first={<Now {...props} place={place} />}
      facts={factsOf(props)}
    >
      <Calls {...props} />
      {why.change === undefined ? null : (
        <details class="copies fold">
          <summary>
            {payment.status === 'RJCT'
              ? 'The command that lets a new payment pass'
              : 'The command that moves the payment on'}
          </summary>
          <Example text={why.change} />
        </details>
      )}
      {entry === undefined ? (
        <Part id="transfers" title="Transfers">
          <List label="Transfers" rows={entries} columns={transferColumns(payment.status)} hrefOf={() => undefined} />
          <More path={path} given={{ entries: moreEntries?.toString() }} label="More transfers" />
        </Part>
      ) : null}
      <Approvals {...props} path={path} />
      <Runs {...props} path={path} />
    </RecordPage>
  )
}

/** The present state of a payment, the buttons to decide what waits, and its life; the states and the way through them are folded. */
function Now({ payment, why, way, life, open, psu, place }: Props & { readonly place: ActionPlace }) {
  return (
    <div id="now" data-fresh>
      <p>
        {why.text}
        {why.waitsFor === undefined || payment.dueAt === null ? null : (
          <span class="soft">
            {' '}
            It waits for {why.waitsFor}: {instant(payment.dueAt)}.
          </span>
        )}
      </p>
      {[...open.values()].map(row => (
        <>
          {row.authorisation.purpose === 'PAYMENT' ? null : <p>Its cancellation waits, too:</p>}
          <Decisions row={row} place={place} />
        </>
      ))}
      <PaymentActions payment={payment} psu={psu?.customerNumber} isOpen={open.size > 0} place={place} />
      {life.length < 3 ? null : (
        <section aria-label="Line of time">
          <LineOfLife events={life} />
        </section>
      )}
      <details class="fold">
        <summary>All states</summary>
        <ol class="way">
          {way.map(step => (
            <Step step={step} />
          ))}
        </ol>
        <StateDiagram payment={payment} way={way} />
      </details>
    </div>
  )
}

/** The transfer of a payment that has one; a bulk payment has a list. */
function onlyTransferOf({ service }: Payment, [first]: readonly PaymentEntry[]): PaymentEntry | undefined {
  return service === 'BULK' ? undefined : first
}

type PartProps = Props & { readonly path: string }

function Approvals({ authorisations, path, base }: PartProps) {
  if (authorisations.rows.length === 0) return null
  return (
    <Part id="approvals" title="Approvals">
      <List
        label="Approvals"
        rows={authorisations.rows}
        columns={[
          { head: 'Started', phone: 'first', cell: ({ createdAt }) => instant(createdAt) },
          { head: 'For', kind: 'wide', phone: 'second', cell: ({ purpose }) => purpose.toLowerCase() },
          { head: 'State', phone: 'end', cell: ({ status }) => <span class="chip">{status}</span> },
        ]}
        hrefOf={({ id, status }) => (status === 'RECEIVED' ? `${base}/sca/${id}` : undefined)}
      />
      <More path={path} given={{ approvals: nextOf(authorisations) }} label="More approvals" />
    </Part>
  )
}

function Runs({ executions, path }: PartProps) {
  if (executions.rows.length === 0) return null
  return (
    <Part id="runs" title="Executions">
      <List
        label="Executions"
        rows={executions.rows.toReversed()}
        columns={[
          { head: 'Day', phone: 'first', cell: ({ date }) => shortDay(date) },
          { head: 'State', phone: 'end', cell: ({ status }) => <span class="chip">{status}</span> },
          { head: 'Failure', kind: 'wide', phone: 'second', cell: ({ failure }) => failure ?? '' },
        ]}
        hrefOf={() => undefined}
      />
      <More path={path} given={{ runs: earlierOf(executions) }} label="Earlier executions" />
    </Part>
  )
}

function factsOf({ payment, psu, account, entries, lines, key, basketKey, base }: Props): FactRows {
  const { service, product, requestedExecutionDate, executionDate, startDate, forcedStatus, forcedReason } = payment
  const day = executionDate ?? requestedExecutionDate ?? startDate
  const entry = onlyTransferOf(payment, entries)
  const customer = psu && (
    <a href={`${base}/console/customers/${psu.id}`}>
      <Name text={psu.name} />
    </a>
  )
  return [
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
  ]
}

/** The calls about a payment, as links; new ones appear by themselves. */
function Calls({ payment, life, names, base }: Props) {
  const calls = life.flatMap(event => (event.kind === 'call' ? [event.call] : [])).toReversed()
  const search = { path: payment.id }
  const storyIds = calls.flatMap(({ id, door }) => (door === 'REST' ? [['id', id]] : []))
  return (
    <Part id="calls" title="Its calls">
      <div
        data-live={liveAddress(base, new URLSearchParams(search), 'plain')}
        data-after={Math.max(0, ...calls.map(call => call.place))}
        data-most="20"
        hidden={calls.length === 0}
      >
        <List label="Calls" rows={calls} {...callDrawing({ everyWorld: false, names })} />
      </div>
      <p class="pager">
        <a href={addressOf(`${base}/requests`, search)}>All calls that name the payment</a>
        {storyIds.length === 0 ? null : (
          <a href={`${base}/requests/story?${new URLSearchParams(storyIds)}`}>The story of these calls</a>
        )}
      </p>
    </Part>
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

function transferColumns(payment: PaymentStatus): readonly Column<PaymentEntry>[] {
  return [
    { head: 'To', kind: 'wide', phone: 'first', cell: ({ creditorName }) => <Name text={creditorName} /> },
    {
      head: 'Account',
      kind: 'meta',
      phone: 'second',
      cell: ({ creditorIban, creditorBban }) => <span class="number">{creditorIban ?? creditorBban}</span>,
    },
    { head: 'State', kind: 'half', phone: 'last', cell: entry => stateOf(entry, payment) },
    {
      head: 'Amount',
      kind: 'amount',
      phone: 'end',
      cell: ({ amountMinor, currency }) => <span class="number">{money(amountMinor, currency)}</span>,
    },
  ]
}

function stateOf({ status, failure }: PaymentEntry, payment: PaymentStatus): string {
  // The open transfers of a rejected or cancelled payment will never be executed.
  const isLost = status === 'OPEN' && (payment === 'RJCT' || payment === 'CANC')
  const state = isLost ? 'not carried out' : ENTRY_STATES[status]
  return failure === null ? state : `${state}: ${failure}`
}
