import type { Child } from 'hono/jsx'
import type { Context } from '../../../bank/context.ts'
import { pageOfCustomers } from '../../../bank/resolvers/customers.ts'
import { pageOfPayments } from '../../../bank/resolvers/payments/list.ts'
import { hasTpps } from '../../../bank/resolvers/tpps.ts'
import { waitsForSca } from '../../../domain/status.ts'
import { Form } from '../fields.tsx'
import { Name } from '../parts.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import { Decisions, type WaitingView } from './waiting.tsx'

/** Which of the first three steps in a bank are done (D103). */
export type FirstSteps = {
  readonly hasTpp: boolean
  readonly hasPayment: boolean
  readonly isApproved: boolean
  /** Whether an approved payment still waits for its batch. */
  readonly isDue: boolean
  /** Whether the world has the customer of the first call, and whether it has any. */
  readonly hasDebtor: boolean
  readonly hasCustomers: boolean
}

const LOOKED_AT = 20
/** Kari Nordmann, whose payment the first call is. */
const DEBTOR = '13039319955'

export async function readFirstSteps(ctx: Context): Promise<FirstSteps> {
  const [hasTpp, payments, debtors, customers] = await Promise.all([
    hasTpps(ctx),
    pageOfPayments(ctx, { last: LOOKED_AT }),
    pageOfCustomers(ctx, { first: 1 }, { customerNumber: DEBTOR }),
    ctx.load.rowsInWorld('customers', ctx.world.id),
  ])
  return {
    hasDebtor: debtors.rows.length > 0,
    hasCustomers: customers > 0,
    hasTpp,
    hasPayment: payments.rows.length > 0,
    isApproved: payments.rows.some(payment => !waitsForSca(payment)),
    isDue: payments.rows.some(({ status }) => status === 'ACTC' || status === 'ACWC'),
  }
}

/** What the bank is and the first three steps; one line when all are done. A change of the world loads it again, so ticks appear by themselves. */
export function FirstStepsCard(props: {
  readonly steps: FirstSteps
  readonly baseUrl: string
  readonly place: ActionPlace
  /** The SCAs that wait, the latest first. */
  readonly waiting: readonly WaitingView[]
}) {
  const { steps, baseUrl, place, waiting } = props
  const { hasTpp, hasPayment, isApproved, isDue, hasDebtor, hasCustomers } = steps
  const isDone = hasTpp && hasPayment && isApproved
  const payment = waiting.find(({ authorisation }) => authorisation.purpose === 'PAYMENT')
  const docs = `${place.base}/docs/operations/createPayment`
  return (
    <section class="card" id="first-steps" aria-labelledby="first" data-fresh>
      <details open={!isDone}>
        <summary>
          <h2 class="first" id="first">
            {isDone ? 'The first three steps are done' : 'Three steps to the first payment'}
          </h2>
        </summary>
        <p class="lead">
          A test bank. Your application calls <code>{baseUrl}</code>.
        </p>
        <ol class="first-steps">
          {hasDebtor || hasPayment ? null : (
            <Step title="Fill with the standard set" isDone={false}>
              {hasCustomers
                ? 'The first call is a payment of Kari Nordmann, whom this world does not have. The standard set replaces what the world has; Undo takes that back.'
                : 'This world is empty. The standard set has Kari Nordmann, who pays.'}
              <div class="row-actions">
                <ActionButton action="initialize" label="Fill it" place={place} isWhole={true} />
                <ActionButton action="applyFixture" place={place} />
              </div>
            </Step>
          )}
          <Step title="Make a TPP" isDone={hasTpp}>
            The application that calls, with its key and certificate.
            {hasTpp ? null : (
              <Form action={`${place.base}/console/tpps`} token={place.token} hidden={{ name: 'acme' }}>
                <button type="submit">Make the TPP acme</button>
              </Form>
            )}
          </Step>
          <Step title="Send a signed call" isDone={hasPayment}>
            {hasPayment || hasDebtor
              ? 'A payment of Kari Nordmann, filled in and ready to be sent.'
              : 'The call needs the standard set: fill the world first.'}
            {hasPayment || !hasDebtor ? null : (
              <a class={`button ${hasTpp ? '' : 'second'}`} href={docs}>
                Send a payment
              </a>
            )}
          </Step>
          <Step title="Approve the payment as its customer" isDone={isApproved}>
            {isApproved ? null : payment === undefined ? (
              'The buttons come here with the payment.'
            ) : (
              <>
                The payment waits for <Name text={payment.customer?.name ?? 'its PSU'} />.
                <Decisions row={payment} place={place} />
              </>
            )}
          </Step>
        </ol>
      </details>
      {isDone ? <WhatNext isDue={isDue} base={place.base} /> : null}
    </section>
  )
}

function WhatNext({ isDue, base }: { readonly isDue: boolean; readonly base: string }) {
  if (isDue)
    return (
      <p>
        The next batch books the payment: <strong>Next batch</strong> in the bar moves the clock there.
      </p>
    )
  return (
    <p>
      Next: <a href={`${base}/docs`}>sign a call of your own application</a>.
    </p>
  )
}

function Step(props: { readonly title: string; readonly isDone: boolean; readonly children?: Child }) {
  const { title, isDone, children } = props
  return (
    <li class={isDone ? 'taken' : ''}>
      <h3>
        {title} {isDone ? <span class="good">done</span> : null}
      </h3>
      <div>{children}</div>
    </li>
  )
}
