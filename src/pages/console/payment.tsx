import type { Child } from 'hono/jsx'
import type { StatusCause } from '../../domain/payment-history.ts'
import type { EntryStatus, PaymentEntry, PaymentStatus } from '../../generated/client.ts'
import { earlierOf, More, nextOf } from '../listing.tsx'
import { Example, Facts, Name, Table } from '../parts.tsx'
import { AccountNumber } from '../whole-words.tsx'
import { StateDiagram } from './drawings.tsx'
import { ConsoleFrame, instant, money, shortDay, TppLink } from './frame.tsx'
import type { PaymentView } from './reading.ts'
import { Decisions, PaymentActions } from './waiting.tsx'

/** One payment: where it stands, how it came there, and all that belongs to it. */
export function PaymentPage(props: PaymentView & { readonly base: string; readonly token: string }) {
  const { payment, why, way, entries, moreEntries, authorisations, open, psu, key, executions, base, token } = props
  const path = `${base}/console/payments/${payment.id}`
  const place = { base, token, back: path }
  return (
    <ConsoleFrame here="payments" title="Payment" scripts={['copy.js']}>
      <h1>
        Payment of {money(payment.totalMinor, payment.debtorCurrency)}{' '}
        <span class={`chip ${payment.status}`}>{payment.status}</span>
      </h1>
      <p class="lead">{why.text}</p>
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
      <PaymentActions payment={payment} psu={psu?.customerNumber} place={place} />
      {why.change === undefined ? null : (
        <section class="copies" aria-labelledby="change">
          <h2 id="change">What moves it on</h2>
          <Example text={why.change} />
        </section>
      )}
      <h2>What it is</h2>
      <Facts
        rows={[
          ['Id', <code>{payment.id}</code>],
          ['Key', key ?? undefined],
          ['Product', `${payment.service.toLowerCase()}, ${payment.product}`],
          [
            'Registered',
            <>
              {instant(payment.createdAt)}, by <TppLink id={payment.tppId} name={payment.tppName} base={base} />
              {psu === null ? null : (
                <>
                  {' '}
                  for <a href={`${base}/console/customers/${psu.id}`}>{psu.name}</a>
                </>
              )}
            </>,
          ],
          [
            'From',
            <a href={`${base}/console/accounts/${payment.debtorAccountId}`}>
              <AccountNumber number={payment.debtorIban ?? payment.debtorBban ?? ''} />
            </a>,
          ],
        ]}
      />
      <h2>Transfers</h2>
      <Table
        kind="amounts"
        head={['To', 'State', 'Amount']}
        rows={entries.map(entry => describeEntry(entry, payment.status))}
      />
      <More path={path} given={{ entries: moreEntries?.toString() }} label="More transfers" />
      <h2>Approvals</h2>
      {authorisations.rows.length === 0 ? <p class="soft">None was started.</p> : null}
      <Table
        head={['Started', 'For', 'State']}
        rows={authorisations.rows.map(one => {
          const row = open.get(one.id)
          const state = row === undefined ? one.status : <Decisions row={row} place={place} />
          return [instant(one.createdAt), one.purpose.toLowerCase(), state]
        })}
      />
      <More path={path} given={{ approvals: nextOf(authorisations) }} label="More approvals" />
      {executions.rows.length === 0 ? null : (
        <>
          <h2>Runs</h2>
          <Table
            head={['Day', 'State', 'Failure']}
            rows={executions.rows.toReversed().map(one => [shortDay(one.date), one.status, one.failure ?? ''])}
          />
          <More path={path} given={{ runs: earlierOf(executions) }} label="Earlier runs" />
        </>
      )}
    </ConsoleFrame>
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
        {customer === null ? '' : ` by ${customer.name}`}
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

const ENTRY_STATES = { OPEN: 'open', EXECUTED: 'carried out', FAILED: 'failed' } as const satisfies Record<
  EntryStatus,
  string
>

function describeEntry(entry: PaymentEntry, payment: PaymentStatus): Child[] {
  // What a rejected or cancelled payment left open is never carried out.
  const isLost = entry.status === 'OPEN' && (payment === 'RJCT' || payment === 'CANC')
  const state = isLost ? 'not carried out' : ENTRY_STATES[entry.status]
  return [
    <>
      <Name text={entry.creditorName} /> (<AccountNumber number={entry.creditorIban ?? entry.creditorBban ?? ''} />)
    </>,
    entry.failure === null ? state : `${state}: ${entry.failure}`,
    <span class="number">{money(entry.amountMinor, entry.currency)}</span>,
  ]
}
