import { z } from '@hono/zod-openapi'
import { BOOKING_STATUSES } from '../../domain/account-information.ts'
import { byRule, DomainError, type Want } from '../../domain/errors.ts'
import { accountReference, day, flag, oneOf, positiveAmount, required, ruleText, text, wholeNumber } from './values.ts'

/** The query of the statements (D42). `bookingStatus` is required; when it is missing, the refusal has its own code. */
export const statementQuery = z.strictObject({
  bookingStatus: oneOf(
    BOOKING_STATUSES,
    'Required: QUERY_PARAMETER_REQUIRED without it. Which part of the statement: booked, pending, or both; all means both ([I] 1.11.7, D42).',
  )
    .optional()
    .openapi({ param: { required: true, example: 'booked' } }),
  dateFrom: day.optional().openapi({
    description:
      'Earliest bookingDate, or day of entry of what is pending; 90 days ago when not given. Earlier needs the PSU present and a fresh SCA ([I] Limits).',
  }),
  dateTo: day
    .optional()
    .openapi({ description: 'Latest bookingDate, or day of entry of what is pending; today when not given.' }),
  offset: wholeNumber(0, 999_999_999, 0).openapi({
    description:
      'How many transactions to leave out: pending ones first, then booked ones, latest first; 0 when not given (D42).',
  }),
  limit: wholeNumber(1, 1000, 200).openapi({
    description:
      'How many transactions to answer, pending and booked together: 1 to 1000, 200 when not given ([I] Limits).',
  }),
})

/** The query of reading accounts. */
export const withBalance = z.strictObject({
  withBalance: flag('true includes the balances; without PSU-IP-Address that counts as a call for them (D41).'),
})

/** A missing bookingStatus has its own code: QUERY_PARAMETER_REQUIRED (D42). */
export function requireBookingStatus(query: z.output<typeof statementQuery>) {
  const { bookingStatus } = query
  if (bookingStatus !== undefined) return { ...query, bookingStatus }
  throw bookingStatusMissing()
}

/** The refusal of a statement for which no bookingStatus is given. */
export function bookingStatusMissing(): DomainError {
  return new DomainError(
    'QUERY_PARAMETER_REQUIRED',
    byRule.D42`bookingStatus is required: booked, pending, both or all.`,
    'bookingStatus',
  )
}

/** The body of POST /v1/funds-confirmations. */
export const confirmFunds = z
  .strictObject({
    account: accountReference.openapi({ description: 'An account of the consent.' }),
    instructedAmount: positiveAmount.openapi({
      description: "What is to be paid: more than zero, in the account's currency.",
    }),
    cardNumber: text(35, 'The card the PSU pays with; not used.').optional(),
    payee: text(70, 'Who is to be paid; not used.').optional(),
  })
  .openapi('ConfirmFunds', { description: 'An account of the consent and an amount.' })
export type ConfirmFunds = z.output<typeof confirmFunds>

/** The body of PUT /v1/tpps/{tppId}/contact-information. */
export const setContactInformation = z
  .strictObject({
    emails: z
      .array(
        z.email(required('an e-mail address')).max(254, 'must have at most 254 characters.'),
        required('a list of e-mail addresses'),
      )
      .min(1, 'must hold at least one address.')
      .max(10, 'must hold at most 10 addresses.')
      .refine(list => new Set(list.map(one => one.toLowerCase())).size === list.length, {
        error: 'must hold each address once.',
      })
      .openapi({
        uniqueItems: true,
        description: 'Group or shared mailboxes, not those of persons ([I] 1.18.0): 1 to 10 addresses, each once.',
      }),
  })
  .openapi('SetContactInformation', { description: 'Where a TPP wants operational notices ([I] 1.18.0).' })
export type SetContactInformation = z.output<typeof setContactInformation>

/**
 * The body of POST /v1/bank-offered-consents: none, or the one that clients of the Berlin Group's consents send. The PSU picks the accounts at the
 * bank, so `access` is empty (D32).
 */
export const offerConsent = z
  .strictObject({
    access: z
      .looseObject({}, ruleText('D32')`must be an empty object: the PSU picks the accounts at the bank.`)
      .refine(named => Object.keys(named).length === 0, {
        error: ruleText(
          'D32',
        )`names accounts, but the bank itself offers them to the PSU: send no access, or an empty object, and the PSU picks the accounts at scaRedirect.`,
        params: { want: { kind: 'value', value: {} } satisfies Want },
      })
      .optional()
      .openapi({
        additionalProperties: false,
        description: "Empty: the PSU picks the accounts on the bank's page (D32).",
      }),
    recurringIndicator: z
      .boolean(required('true or false'))
      .optional()
      .openapi({ description: 'Accepted; a consent serves repeated calls for 180 days.' }),
    validUntil: day.optional().openapi({ description: 'Accepted; a consent is good for 180 days ([I] Limits).' }),
    frequencyPerDay: z
      .int32(required('a whole number, as a JSON number'))
      .min(1, 'must be at least 1.')
      .optional()
      .openapi({ type: 'integer', minimum: 1, description: 'Accepted; the limits of the interface apply.' }),
    combinedServiceIndicator: z
      .boolean(required('true or false'))
      .optional()
      .openapi({ description: 'Accepted; it changes nothing.' }),
  })
  .optional()
