import type { Context } from '../../../bank/context.ts'
import { authorisationStatus, pageOfAuthorisations } from '../../../bank/resolvers/authorisations/read.ts'
import { pageOfPayments } from '../../../bank/resolvers/payments/list.ts'
import { unlessGone } from '../../../bank/resolvers/references.ts'
import { UNAUTHORISED_STATUSES, waitsForSca } from '../../../domain/status.ts'
import type { Authorisation, Payment } from '../../../generated/client.ts'
import { Name } from '../parts.tsx'
import { ActionButton, type ActionPlace, AsGraphql } from './actions/button.tsx'
import { instant, money, TppLink } from './frame.tsx'

const SHOWN = 20
const SHOWN_FIRST = 5

/** An SCA that waits for a person: its purpose, and the person if known. */
export type WaitingView = Readonly<Awaited<ReturnType<typeof readWaitingOf>>>
type Waiting = Readonly<Awaited<ReturnType<typeof readWaiting>>>

/** SCAs that wait for a decision, and payments whose SCA was not started, the latest first. */
export async function readWaiting(ctx: Context) {
  const { rows, count } = await pageOfAuthorisations(ctx, { last: SHOWN }, { status: 'RECEIVED' })
  const received = rows.filter(row => authorisationStatus(ctx, row) === 'RECEIVED').toReversed()
  const open = await Promise.all(received.map(authorisation => readWaitingOf(ctx, authorisation)))
  const started = new Set(open.map(({ payment }) => payment?.id))
  const payments = await Promise.all(
    UNAUTHORISED_STATUSES.map(async status => (await pageOfPayments(ctx, { last: SHOWN }, { status })).rows),
  )
  const unstarted = payments.flat().filter(({ id }) => !started.has(id))
  return {
    open,
    /** How many more SCAs wait. */
    more: rows.length < SHOWN ? 0 : Math.max(0, (await count()) - rows.length),
    unstarted: await Promise.all(
      unstarted
        .toReversed()
        .map(async payment => ({ payment, customer: await unlessGone(ctx.load.customer(payment.customerId)) })),
    ),
  }
}

export async function readWaitingOf(ctx: Context, authorisation: Authorisation) {
  const { customerId, resourceId, purpose } = authorisation
  const isOfPayment = resourceId !== null && (purpose === 'PAYMENT' || purpose === 'CANCELLATION')
  return {
    authorisation,
    customer: customerId === null ? null : await unlessGone(ctx.load.customer(customerId)),
    payment: isOfPayment ? await unlessGone(ctx.load.payment(resourceId)) : null,
  }
}

/** All that waits for a person, with the buttons to decide it (D98). */
export function WaitingCard({ waiting, place }: { readonly waiting: Waiting; readonly place: ActionPlace }) {
  const { open, unstarted, more } = waiting
  const [first, others] = [open.slice(0, SHOWN_FIRST), open.slice(SHOWN_FIRST)]
  const rest = unstarted.slice(0, SHOWN_FIRST - first.length)
  const items = (rows: readonly WaitingView[]) =>
    rows.map(row => (
      <li>
        <WaitingItem row={row} place={place} />
      </li>
    ))
  // A live part stays on the page even when it is empty: otherwise it could not be replaced.
  if (open.length + unstarted.length === 0) return <div id="waiting-list" data-fresh hidden />
  return (
    <section class="card waits" aria-labelledby="waits" id="waiting-list" data-fresh>
      <h2 class="first" id="waits">
        Waits for a person
      </h2>
      <ul class="plain">
        {items(first)}
        {rest.map(({ payment, customer }) => (
          <li>
            <p class="what">
              <a href={`${place.base}/console/payments/${payment.id}`} class="number">
                Payment of {money(payment.totalMinor, payment.debtorCurrency)}
              </a>{' '}
              for {customer === null ? 'its PSU' : <Name text={customer.name} />}, without an SCA yet
            </p>
            <PaymentActions payment={payment} psu={customer?.customerNumber} place={place} />
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <details>
          <summary>{others.length + more} more</summary>
          <ul class="plain">{items(others)}</ul>
          {more === 0 ? null : <p class="soft">And {more} that began earlier.</p>}
        </details>
      )}
      {unstarted.length === 0 ? null : (
        <p class="more">
          <a href={`${place.base}/console/payments?status=${unstarted[0]?.payment.status}`}>Payments without an SCA</a>
        </p>
      )}
      {open[0] === undefined ? null : (
        <AsGraphql
          place={place}
          actions={[{ action: 'completeAuthorisation', given: { id: open[0].authorisation.id, outcome: 'APPROVED' } }]}
        />
      )}
    </section>
  )
}

const PURPOSES: Readonly<Record<Authorisation['purpose'], string>> = {
  CONSENT: 'Consent',
  PAYMENT: 'Payment',
  CANCELLATION: 'Cancellation',
  BASKET: 'Basket',
}

function WaitingItem({ row, place }: { readonly row: WaitingView; readonly place: ActionPlace }) {
  const { authorisation, customer, payment } = row
  const { base } = place
  const { purpose, tppId, tppName, expiresAt } = authorisation
  return (
    <>
      <p class="what">
        {payment === null ? (
          PURPOSES[purpose]
        ) : (
          <a href={`${base}/console/payments/${payment.id}`} class="number">
            {PURPOSES[purpose]} of {money(payment.totalMinor, payment.debtorCurrency)}
          </a>
        )}{' '}
        of <TppLink id={tppId} name={tppName} base={base} />
        {customer === null ? null : (
          <>
            {' '}
            for{' '}
            <a href={`${base}/console/customers/${customer.id}`}>
              <Name text={customer.name} />
            </a>
          </>
        )}
        <small class="soft">until {instant(expiresAt)}</small>
      </p>
      <Decisions row={row} place={place} />
    </>
  )
}

/** The buttons of one SCA: for the known PSU, or with a choice of PSUs. */
export function Decisions({ row, place }: { readonly row: WaitingView; readonly place: ActionPlace }) {
  const { authorisation, customer } = row
  const { id } = authorisation
  const sca = (
    <a href={`${place.base}/sca/${id}`} class="button second small">
      Open
      <span class="hidden"> its page</span>
    </a>
  )
  if (customer === null)
    return (
      <div class="row-actions">
        <ActionButton action="completeAuthorisation" label="Decide as …" place={place} given={{ id }} />
        {sca}
      </div>
    )
  const given = { id, psu: customer.customerNumber }
  return (
    <div class="row-actions">
      <ActionButton
        action="completeAuthorisation"
        label="Approve"
        about={`as ${customer.name}`}
        place={place}
        given={{ ...given, outcome: 'APPROVED' }}
        isWhole={true}
      />
      <ActionButton
        action="completeAuthorisation"
        label="Reject"
        about={`as ${customer.name}`}
        place={place}
        given={{ ...given, outcome: 'REJECTED' }}
        isWhole={true}
      />
      {sca}
    </div>
  )
}

const CANCELLABLE: readonly Payment['status'][] = ['RCVD', 'ACCP', 'ACWP', 'PDNG', 'ACTC', 'ACWC']

/** Other actions on a payment: start an SCA when none is open, or cancel the payment. */
export function PaymentActions(props: {
  readonly payment: Payment
  readonly psu: string | undefined
  readonly isOpen?: boolean
  readonly place: ActionPlace
}) {
  const { payment, psu, isOpen = false, place } = props
  const { id, tppId: tpp, context, agreementId } = payment
  if (!CANCELLABLE.includes(payment.status)) return null
  const agreement = context === 'CORPORATE' ? agreementId : undefined
  return (
    <div class="row-actions">
      {waitsForSca(payment) && !isOpen ? (
        <ActionButton
          action="startPaymentAuthorisation"
          place={place}
          given={{ id, psu, tpp, agreementId: agreement }}
        />
      ) : null}
      <ActionButton
        action="cancelPaymentInBank"
        label="Cancel"
        about="the payment"
        place={place}
        given={{ id }}
        isWhole={true}
      />
    </div>
  )
}
