import { PAYMENT_WORDS, waitsForSca } from '../../../domain/status.ts'
import type { Customer, Payment } from '../../../generated/client.ts'
import { formatCount } from '../language.ts'
import { Name } from '../parts.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import { BalanceCurve, ConsentLine, type Span } from './drawings.tsx'
import { instant, money, shortDay, TppLink } from './frame.tsx'
import type { ConsentView, HoldingView, PaymentRow } from './reading.ts'

export function CustomerCard(props: {
  readonly customer: Customer
  readonly accounts: readonly HoldingView[]
  /** How many more the customer has. */
  readonly more: number
  readonly base: string
}) {
  const { customer, accounts, more, base } = props
  const path = `${base}/console/customers/${customer.id}`
  return (
    <article class="card">
      <h3>
        <a href={path}>
          <Name text={customer.name} />
        </a>{' '}
        <span class="soft number">{customer.customerNumber}</span>
      </h3>
      {accounts.length === 0 ? <p class="soft">No accounts.</p> : null}
      {accounts.map(view => (
        <HoldingItem view={view} base={base} />
      ))}
      {more === 0 ? null : (
        <p class="more">
          <a href={path}>
            {formatCount(more)} more<span class="hidden"> accounts of {customer.name}</span>
          </a>
        </p>
      )}
    </article>
  )
}

export function HoldingItem({ view, base }: { readonly view: HoldingView; readonly base: string }) {
  const { kind, holding, curve } = view
  const { id, name, bookedMinor, reservedMinor, currency } = holding
  return (
    <div class="account">
      <span>
        <a href={`${base}/console/${PATHS[kind]}/${id}`}>
          <Name text={name} />
        </a>{' '}
        {'maskedPan' in holding ? <span class="soft number">{holding.maskedPan}</span> : null}
      </span>{' '}
      <strong class="number">{money(bookedMinor, currency)}</strong>
      {reservedMinor === 0n ? null : <small class="soft number">{money(reservedMinor, currency)} reserved</small>}
      <BalanceCurve label={`Balance of ${name}`} curve={curve} small={true} />
    </div>
  )
}

const PATHS = { account: 'accounts', cardAccount: 'card-accounts' } as const

export function PaymentList({ rows, base }: { readonly rows: readonly PaymentRow[]; readonly base: string }) {
  if (rows.length === 0) return null
  return (
    <ul class="plain">
      {rows.map(row => (
        <PaymentItem row={row} base={base} />
      ))}
    </ul>
  )
}

/** The state of a payment: its code and its word (D107). */
export function PaymentState({ status }: Pick<Payment, 'status'>) {
  return (
    <span class={`chip now ${status}`}>
      {status} {PAYMENT_WORDS[status]}
    </span>
  )
}

function PaymentItem({ row: { payment, to, psu }, base }: { readonly row: PaymentRow; readonly base: string }) {
  const { id, status, totalMinor, debtorCurrency, createdAt, changedAt, service, tppId, tppName } = payment
  const day = payment.executionDate ?? payment.requestedExecutionDate ?? payment.startDate
  const due = day === null ? '' : shortDay(day)
  const [created, changed] = [instant(createdAt), instant(changedAt)]
  const waits = waitsForSca(payment)
  return (
    <li class={`payment ${waits ? 'waits' : ''}`}>
      <a href={`${base}/console/payments/${id}`} class="number">
        {money(totalMinor, debtorCurrency)}
      </a>{' '}
      <span>
        to <Name text={to} />
      </span>
      <PaymentState status={status} />
      <small class="soft">
        {waits ? <strong>waits for a person, </strong> : null}
        {service.toLowerCase()} from{' '}
        <a href={`${base}/console/accounts/${payment.debtorAccountId}`}>
          {payment.debtorIban ?? payment.debtorBban ?? 'its account'}
        </a>
        {psu === null ? null : (
          <>
            , for{' '}
            <a href={`${base}/console/customers/${psu.id}`}>
              <Name text={psu.name} />
            </a>
          </>
        )}
        , by <TppLink id={tppId} name={tppName} base={base} />
        {created.startsWith(due) || changed.startsWith(due) ? null : `, due ${due}`}, made {created}
        {changed === created ? null : `, changed ${changed}`}
      </small>
    </li>
  )
}

/** Consents on one time line, with the hand of the world's clock. */
export function ConsentList(props: {
  readonly rows: readonly ConsentView[]
  readonly now: Date
  readonly place: ActionPlace
}) {
  const { rows, now, place } = props
  if (rows.length === 0) return null
  const span = {
    from: Math.min(now.getTime(), ...rows.map(({ consent }) => consent.grantedAt.getTime())),
    until: Math.max(now.getTime(), ...rows.map(({ expiresAt }) => expiresAt.getTime())),
  }
  return (
    <ul class="plain">
      {rows.map(row => (
        <ConsentItem row={row} span={span} now={now} place={place} />
      ))}
    </ul>
  )
}

/** The key of a thing, if it has one (D83). */
export function KeyNote({ of }: { readonly of: string | null }) {
  return of === null ? null : (
    <>
      {' '}
      <span class="soft">
        key <code>{of}</code>
      </span>
    </>
  )
}

function ConsentItem(props: { row: ConsentView; span: Span; now: Date; place: ActionPlace }) {
  const { row, span, now, place } = props
  const { consent, state, key, expiresAt, customer, accounts } = row
  const { grantedAt, revokedAt, tppName, tppId } = consent
  return (
    <li id={consent.id}>
      <TppLink id={tppId} name={tppName} base={place.base} /> {state === 'VALID' ? 'may' : 'could'} read {accounts}{' '}
      {accounts === 1 ? 'account' : 'accounts'} of{' '}
      <a href={`${place.base}/console/customers/${customer.id}`}>
        <Name text={customer.name} />
      </a>{' '}
      <span class={`chip ${state}`}>{state.toLowerCase()}</span>
      <ConsentLine span={span} grantedAt={grantedAt} endsAt={revokedAt ?? expiresAt} now={now} state={state} />
      <small class="soft">
        {instant(grantedAt)} to {instant(revokedAt ?? expiresAt)}
        <KeyNote of={key} />
      </small>
      {state === 'VALID' ? (
        <div class="row-actions">
          <ActionButton
            action="revokeConsent"
            label="Revoke"
            about={`the consent of ${customer.name} for ${tppName}`}
            place={place}
            given={{ id: consent.id }}
            isWhole={true}
          />
        </div>
      ) : null}
    </li>
  )
}
