import { PAYMENT_WORDS, waitsForSca } from '../../../domain/status.ts'
import type { Customer, Payment } from '../../../generated/client.ts'
import type { Column, ListProps, SortHead } from '../list.tsx'
import { cut } from '../listing.tsx'
import { Name } from '../parts.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import { BalanceCurve, ConsentLine } from './drawings.tsx'
import { money, When } from './frame.tsx'
import type { ConsentView, HoldingView, PaymentRow } from './reading.ts'
import { PaymentActions } from './waiting.tsx'

/** What a list of payments, consents or accounts shows of each, on the page of the list and within others. */
type Drawing<Row> = Omit<ListProps<Row>, 'label' | 'rows'>

export const PAYMENT_HEADS = {
  amount: { label: 'Amount', down: 'AMOUNT_DESC', up: 'AMOUNT_ASC' },
  when: { label: 'When', down: 'CREATED_DESC', up: 'CREATED_ASC' },
  state: { label: 'State', down: 'STATUS_ASC', up: 'STATUS_DESC' },
} as const satisfies Record<string, SortHead>

/** The state of a payment: its code and its word (D107). */
export function PaymentState({ status }: Pick<Payment, 'status'>) {
  return (
    <span class={`chip ${status}`}>
      {status} {PAYMENT_WORDS[status]}
    </span>
  )
}

export function paymentDrawing(place: ActionPlace): Drawing<PaymentRow> {
  const columns: readonly Column<PaymentRow>[] = [
    {
      head: PAYMENT_HEADS.amount,
      kind: 'amount',
      phone: 'end',
      cell: ({ payment }) => money(payment.totalMinor, payment.debtorCurrency),
    },
    { head: 'To', kind: 'wide', phone: 'first', cell: ({ to }) => <Name text={to} /> },
    { head: 'Message', kind: 'half', cell: ({ message }) => <Name text={message} /> },
    { head: 'From', kind: 'meta', cell: ({ payment }) => <span class="number">{numberOf(payment)}</span> },
    { head: 'TPP', kind: 'meta', phone: 'second', cell: ({ payment }) => <Name text={cut(payment.tppName, 24)} /> },
    { head: PAYMENT_HEADS.when, kind: 'meta', cell: ({ payment }) => <When at={payment.createdAt} /> },
    { head: PAYMENT_HEADS.state, phone: 'last', cell: ({ payment }) => <PaymentState status={payment.status} /> },
  ]
  return {
    columns,
    hrefOf: ({ payment }) => `${place.base}/console/payments/${payment.id}`,
    nameOf: ({ payment, to }) => `the payment of ${money(payment.totalMinor, payment.debtorCurrency)} to ${to}`,
    lookOf: ({ payment }) => (waitsForSca(payment) ? 'waits' : undefined),
  }
}

const numberOf = ({ debtorIban, debtorBban }: Payment) => debtorIban ?? debtorBban ?? ''

export const paymentRowActions = (place: ActionPlace) => (row: PaymentRow) =>
  PaymentActions({ payment: row.payment, psu: row.psu?.customerNumber, place })

export function consentDrawing(rows: readonly ConsentView[], now: Date, place: ActionPlace): Drawing<ConsentView> {
  const span = {
    from: Math.min(now.getTime(), ...rows.map(({ consent }) => consent.grantedAt.getTime())),
    until: Math.max(now.getTime(), ...rows.map(({ expiresAt }) => expiresAt.getTime())),
  }
  const columns: readonly Column<ConsentView>[] = [
    { head: 'PSU', phone: 'first', cell: ({ customer }) => <Name text={customer.name} /> },
    { head: 'TPP', kind: 'half', phone: 'second', cell: ({ consent }) => <Name text={consent.tppName} /> },
    { head: 'Accounts', kind: 'amount', cell: ({ accounts }) => accounts },
    {
      head: 'Time',
      kind: 'bar-of-time',
      cell: ({ consent, state, expiresAt }) => (
        <ConsentLine
          span={span}
          grantedAt={consent.grantedAt}
          endsAt={consent.revokedAt ?? expiresAt}
          now={now}
          state={state}
        />
      ),
    },
    {
      head: 'Ends',
      kind: 'meta',
      phone: 'last',
      cell: ({ consent, expiresAt }) => <When at={consent.revokedAt ?? expiresAt} />,
    },
    { head: 'State', phone: 'end', cell: ({ state }) => <ConsentState state={state} /> },
  ]
  return {
    columns,
    hrefOf: ({ consent }) => `${place.base}/console/consents/${consent.id}`,
    nameOf: ({ customer, consent }) => `the consent of ${customer.name} for ${consent.tppName}`,
    actionsOf: ({ consent, customer, state }) =>
      state !== 'VALID' ? null : <RevokeButton consent={consent} of={customer} place={place} />,
  }
}

export function ConsentState({ state }: Pick<ConsentView, 'state'>) {
  return <span class={`chip ${state}`}>{state.toLowerCase()}</span>
}

export function RevokeButton(props: {
  readonly consent: ConsentView['consent']
  readonly of: Customer
  readonly place: ActionPlace
}) {
  const { consent, of, place } = props
  return (
    <ActionButton
      action="revokeConsent"
      label="Revoke"
      about={`the consent of ${of.name} for ${consent.tppName}`}
      place={place}
      given={{ id: consent.id }}
      isWhole={true}
    />
  )
}

/** Accounts and card accounts, with their curves. */
export function holdingDrawing(base: string): Drawing<HoldingView> {
  const columns: readonly Column<HoldingView>[] = [
    { head: 'Account', kind: 'wide', phone: 'first', cell: ({ holding }) => <Name text={holding.name} /> },
    {
      head: 'Number',
      kind: 'meta',
      phone: 'second',
      cell: ({ holding }) => <span class="number">{'iban' in holding ? holding.iban : holding.maskedPan}</span>,
    },
    {
      head: 'Latest',
      kind: 'bar-of-time',
      cell: ({ holding, curve }) => <BalanceCurve label={`Balance of ${holding.name}`} curve={curve} small={true} />,
    },
    {
      head: 'Reserved',
      kind: 'amount',
      phone: 'last',
      cell: ({ holding: { reservedMinor, currency } }) => (reservedMinor === 0n ? '' : money(reservedMinor, currency)),
    },
    {
      head: 'Balance',
      kind: 'amount',
      phone: 'end',
      cell: ({ holding: { bookedMinor, currency } }) => money(bookedMinor, currency),
    },
  ]
  return {
    columns,
    hrefOf: ({ kind, holding }) => `${base}/console/${PATHS[kind]}/${holding.id}`,
  }
}

const PATHS = { account: 'accounts', cardAccount: 'card-accounts' } as const

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
