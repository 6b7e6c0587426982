import type { Child } from 'hono/jsx'
import type { Context } from '../../../bank/context.ts'
import { authorisationStatus, pageOfAuthorisations } from '../../../bank/resolvers/authorisations/read.ts'
import { pageOfPayments } from '../../../bank/resolvers/payments/list.ts'
import { unlessGone } from '../../../bank/resolvers/references.ts'
import { UNAUTHORISED_STATUSES, waitsForSca } from '../../../domain/status.ts'
import type { Authorisation, Payment } from '../../../generated/client.ts'
import { formatCount } from '../language.ts'
import { RowActions } from '../list.tsx'
import { Name } from '../parts.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import { money, When } from './frame.tsx'

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

/** What waits for a person, each with the button that approves it (D98). A live part stays on the page even when it is empty. */
export function WaitingPart({ waiting, place }: { readonly waiting: Waiting; readonly place: ActionPlace }) {
  const { open, unstarted, more } = waiting
  const first = open.slice(0, SHOWN_FIRST)
  const rest = unstarted.slice(0, SHOWN_FIRST - first.length)
  const left = open.length + unstarted.length + more - first.length - rest.length
  return (
    <section aria-labelledby="waits" id="waiting-list" data-fresh hidden={open.length + unstarted.length === 0}>
      <div class="heading">
        <h2 id="waits">Waits for a person</h2>
        {left === 0 ? null : (
          <a href={`${place.base}/console/payments?status=RCVD`}>
            {formatCount(left)} more<span class="hidden"> payments that wait</span>
          </a>
        )}
      </div>
      <ul class="plain">
        {first.map(row => (
          <li class="waiting-row">
            <What of={row.authorisation.purpose} payment={row.payment} place={place}>
              <Name text={[row.customer?.name ?? 'a PSU', row.authorisation.tppName].join(BETWEEN)} />, until{' '}
              <When at={row.authorisation.expiresAt} />
            </What>
            <Decisions row={row} place={place} isShort={true} />
          </li>
        ))}
        {rest.map(({ payment, customer }) => (
          <li class="waiting-row">
            <What of="PAYMENT" payment={payment} place={place}>
              <Name text={[customer?.name ?? 'its PSU', payment.tppName].join(BETWEEN)} />, no SCA yet
            </What>
            <PaymentActions payment={payment} psu={customer?.customerNumber} place={place} isShort={true} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const BETWEEN = ' · '
const PURPOSES: Readonly<Record<Authorisation['purpose'], string>> = {
  CONSENT: 'Consent',
  PAYMENT: '',
  CANCELLATION: 'Cancellation of ',
  BASKET: 'Basket',
}

function What(props: {
  readonly of: Authorisation['purpose']
  readonly payment: Payment | null
  readonly place: ActionPlace
  readonly children: Child
}) {
  const { of, payment, place, children } = props
  return (
    <span>
      {payment === null ? (
        PURPOSES[of]
      ) : (
        <a href={`${place.base}/console/payments/${payment.id}`} class="number">
          {PURPOSES[of]}
          {money(payment.totalMinor, payment.debtorCurrency)}
        </a>
      )}
      <small>{children}</small>
    </span>
  )
}

/** The buttons of one SCA: for the known PSU, or with a choice of PSUs. Where it is short, all but the first are in a menu. */
export function Decisions(props: {
  readonly row: WaitingView
  readonly place: ActionPlace
  readonly isShort?: boolean
}) {
  const {
    row: { authorisation, customer },
    place,
    isShort = false,
  } = props
  const { id } = authorisation
  const given = { id, psu: customer?.customerNumber }
  const decide = (label: string, outcome: string) => (
    <ActionButton
      action="completeAuthorisation"
      label={label}
      about={`as ${customer?.name}`}
      place={place}
      given={{ ...given, outcome }}
      isWhole={true}
    />
  )
  const rest = (
    <>
      {customer === null ? null : decide('Reject', 'REJECTED')}
      <a href={`${place.base}/sca/${id}`} class="button second">
        Open<span class="hidden"> its page</span>
      </a>
    </>
  )
  return (
    <div class="row-actions">
      {customer === null ? (
        <ActionButton action="completeAuthorisation" label="Decide as …" place={place} given={{ id }} />
      ) : (
        decide('Approve', 'APPROVED')
      )}
      {isShort ? <RowActions name={`the SCA of ${customer?.name ?? 'a PSU'}`}>{rest}</RowActions> : rest}
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
  /** Whether all but the first action are in a menu. */
  readonly isShort?: boolean
}) {
  const { payment, psu, isOpen = false, place, isShort = false } = props
  const { id, tppId: tpp, context, agreementId } = payment
  if (!CANCELLABLE.includes(payment.status)) return null
  const given = { id, psu, tpp, agreementId: context === 'CORPORATE' ? agreementId : undefined }
  const cancel = (
    <ActionButton
      action="cancelPaymentInBank"
      label="Cancel"
      about="the payment"
      place={place}
      given={{ id }}
      isWhole={true}
    />
  )
  return (
    <div class="row-actions">
      {waitsForSca(payment) && !isOpen ? (
        <ActionButton action="startPaymentAuthorisation" place={place} given={given} />
      ) : null}
      {isShort ? (
        <RowActions name={`the payment of ${money(payment.totalMinor, payment.debtorCurrency)}`}>{cancel}</RowActions>
      ) : (
        cancel
      )}
    </div>
  )
}
