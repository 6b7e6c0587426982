import { z } from '@hono/zod-openapi'
import { STATUS_CAUSES } from '../domain/payment-history.ts'
import { MAX_BULK_TRANSFERS } from '../domain/products.ts'
import { PAYMENT_STATUSES } from '../domain/status.ts'
import { fixtureDay, fixtureInstant, id, list } from './fixture-entries.ts'
import { bookedDecimal, oneOf, required, text } from './values.ts'

/**
 * How an entry of an export stood (D85). It is put so, and not brought there by the rules: what they looked at may have changed since, such as the rights of a PSU, a
 * balance, the hour, or an account that was closed.
 */

const CONTEXTS = ['PRIVATE', 'CORPORATE'] as const
const row = id.unwrap()

const change = z
  .strictObject({
    at: fixtureInstant.openapi({ description: 'When it changed, in UTC.' }),
    status: oneOf(PAYMENT_STATUSES, 'What it became.'),
    cause: oneOf(STATUS_CAUSES, 'What made it change.'),
    customer: row.optional().openapi({ description: 'The id of the customer who decided it, where one did.' }),
  })
  .openapi('FixtureStatusChange', { description: 'One step of a payment on its way (D35).' })

const transfer = z
  .strictObject({
    id: row.openapi({ description: 'Its id, which the pending line of a statement has.' }),
    account: row.optional().openapi({
      description: 'The id of the account of this bank that it goes to, also when that is closed since: then it fails.',
    }),
  })
  .openapi('FixtureTransferState', { description: 'What the bank keeps of a transfer besides its fields.' })

const execution = z
  .strictObject({
    id: row.openapi({ description: 'Its id.' }),
    date: fixtureDay.openapi({ description: 'The day that it ran for.' }),
    executedAt: fixtureInstant.openapi({ description: 'When it ran, in UTC.' }),
    failure: text(512, 'Why it failed; it was paid when not given.').optional(),
  })
  .openapi('FixtureExecution', { description: 'A run of a periodic payment (D38).' })

const forced = z
  .strictObject({
    status: oneOf(['RJCT', 'PART'], 'What its next execution comes to.'),
    reason: text(512, 'The reason that is told.').optional(),
  })
  .openapi('FixtureForcedOutcome', { description: 'What a scenario makes of the next execution (D88).' })

export const paymentState = z
  .strictObject({
    context: oneOf(CONTEXTS, 'For whom the PSU acts.'),
    changedAt: fixtureInstant.openapi({ description: 'When its status or its day last changed, in UTC.' }),
    executionDate: fixtureDay.optional().openapi({
      description: 'The day of the batch that takes or took it; of a periodic payment, of its next run.',
    }),
    fundsAvailable: z
      .boolean(required('true or false'))
      .optional()
      .openapi({ description: 'Whether the funds sufficed, once that was checked (D37).' }),
    forced: forced.optional(),
    history: list(change, 'Its way so far, without its registration, oldest first.'),
    transfers: z
      .array(transfer, required('a list'))
      .max(MAX_BULK_TRANSFERS, `must hold at most ${MAX_BULK_TRANSFERS} transfers.`)
      .openapi({ description: 'Its transfers in their order: one, or those of a bulk.' }),
    executions: list(execution, 'The runs of a periodic payment so far, oldest first.'),
  })
  .openapi('FixturePaymentState', { description: 'How a payment that is not finished stood when it was exported.' })
export type PaymentState = z.output<typeof paymentState>

export const balanceState = z
  .strictObject({
    closingBooked: bookedDecimal('What was booked before its transactions, in units of its currency.'),
    expected: bookedDecimal('What was expected then; as closingBooked when not given.').optional(),
  })
  .openapi('FixtureBalanceState', {
    description: 'Balances to the last digit, where they are more than the numbers in `balances` can tell (D22).',
  })

export const consentState = z
  .strictObject({
    context: oneOf(CONTEXTS, 'For whom the PSU gave it.'),
    revokesAt: fixtureInstant.optional().openapi({ description: 'When a scenario lets the PSU take it back (D88).' }),
  })
  .openapi('FixtureConsentState', { description: 'How a consent stood when it was exported.' })

export const basketState = z
  .strictObject({ context: oneOf(CONTEXTS, 'For whom the PSU acts.') })
  .openapi('FixtureBasketState', { description: 'How a signing basket stood when it was exported.' })
