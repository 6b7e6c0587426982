import { z } from '@hono/zod-openapi'
import { CUSTOMER_TYPES } from '../../domain/accounts.ts'
import { CONSENT_STATES } from '../../domain/consents.ts'
import { BASKET_STATUSES, PAYMENT_STATUSES } from '../../domain/status.ts'
import { normaliseTppId } from '../../domain/tpps.ts'
import { bbanText, currency, day, daysInOrder, decimalNumber, oneOf, resourceId, sandboxIban, text } from './values.ts'

/** The filters of lists. All given conditions must hold. */

export const which = (rows: string) => ({
  description: `Which ${rows} to list: all conditions that are given must hold.`,
})

/** The customer that a list is about. */
const ofCustomer = (description: string) => ({ customer: text(35, description).optional() })
export type OfCustomer = Readonly<{ customer?: string | null | undefined }>

export const customerFilter = z
  .strictObject({
    type: oneOf(CUSTOMER_TYPES, 'Only persons, or only corporations.').optional(),
    customerNumber: text(35, 'Only the customer with exactly this number.').optional(),
    nameContains: text(70, 'Only customers whose name holds this text. Capitals of A to Z do not matter.').optional(),
  })
  .openapi('CustomerFilter', which('customers'))
export type CustomerFilter = z.output<typeof customerFilter>

export const agreementFilter = z
  .strictObject({
    owner: text(35, 'Only agreements that this customer owns: by its customerNumber, key or id.').optional(),
    nameContains: text(70, 'Only agreements whose name holds this text. Capitals of A to Z do not matter.').optional(),
  })
  .openapi('AgreementFilter', which('agreements'))
export type AgreementFilter = z.output<typeof agreementFilter>

export const accountFilter = z
  .strictObject({
    iban: sandboxIban.optional().openapi({ description: 'Only the account with this IBAN. Spaces are removed.' }),
    bban: bbanText('')
      .optional()
      .openapi({ description: 'Only the account with this BBAN, with or without blanks and dots.' }),
    ...ofCustomer('Only accounts that this customer owns: by its customerNumber, key or id.'),
    currency: currency.optional().openapi({ description: 'Only those in this currency: ISO 4217 alphabetic code.' }),
  })
  .openapi('AccountFilter', which('accounts'))
export type AccountFilter = z.output<typeof accountFilter>

export const cardAccountFilter = z
  .strictObject({
    ...ofCustomer('Only card accounts that this customer owns: by its customerNumber, key or id.'),
    currency: currency.optional().openapi({ description: 'Only those in this currency: ISO 4217 alphabetic code.' }),
  })
  .openapi('CardAccountFilter', which('card accounts'))
export type CardAccountFilter = z.output<typeof cardAccountFilter>

/** Amounts are checked against the account's currency when it is known: `domain/money.ts`. */
export const transactionFilter = z
  .strictObject({
    dateFrom: day.optional().openapi({ description: 'Earliest bookingDate.' }),
    dateTo: day.optional().openapi({ description: 'Latest bookingDate; not before dateFrom.' }),
    amountFrom: decimalNumber(z.string()).optional().openapi({
      description:
        'Smallest amount, signed, in units of the account\'s currency; "0.01" leaves only money that came in.',
    }),
    amountTo: decimalNumber(z.string()).optional().openapi({
      description:
        'Largest amount, signed, in units of the account\'s currency; "-0.01" leaves only money that went out.',
    }),
  })
  .superRefine(daysInOrder('dateFrom', 'dateTo'))
  .openapi('TransactionFilter', which('transactions'))
export type TransactionFilter = z.output<typeof transactionFilter>

export const tpp = text(70, "Only this TPP's.").transform(normaliseTppId)

const knownTpp = tpp.optional().openapi({
  description:
    "Only this TPP's, by its id, with the prefix PSD or without, or by its name. RESOURCE_UNKNOWN for one that the bank does not know.",
})

export const consentFilter = z
  .strictObject({
    tpp: knownTpp,
    ...ofCustomer('Only consents of this customer: by its customerNumber, key or id.'),
    state: oneOf(CONSENT_STATES, 'Only consents that stand so now.').optional(),
  })
  .openapi('ConsentFilter', which('consents'))
export type ConsentFilter = z.output<typeof consentFilter>

export const authorisationFilter = z
  .strictObject({
    tpp: knownTpp,
    status: oneOf(['RECEIVED', 'FINALISED', 'FAILED', 'EXPIRED'], 'Only authorisations in this state.').optional(),
    purpose: oneOf(['CONSENT', 'PAYMENT', 'CANCELLATION', 'SIGNING_BASKET'], 'Only authorisations of this kind.')
      .transform(purpose => (purpose === 'SIGNING_BASKET' ? 'BASKET' : purpose))
      .optional(),
  })
  .openapi('AuthorisationFilter', which('authorisations'))
export type AuthorisationFilter = z.output<typeof authorisationFilter>

export const paymentFilter = z
  .strictObject({
    tpp: knownTpp,
    status: oneOf(PAYMENT_STATUSES, 'Only payments in this state.').optional(),
    service: oneOf(['SINGLE', 'BULK', 'PERIODIC'], 'Only payments of this service.').optional(),
    ...ofCustomer('Only payments that this customer registered: by its customerNumber, key or id.'),
    accountId: resourceId('Only payments from this account.').optional(),
  })
  .openapi('PaymentFilter', which('payments'))
export type PaymentFilter = z.output<typeof paymentFilter>

export const signingBasketFilter = z
  .strictObject({
    tpp: knownTpp,
    status: oneOf(
      BASKET_STATUSES,
      'Only signing baskets in this state, the worst case among their payments.',
    ).optional(),
    ...ofCustomer('Only signing baskets that this customer made as a PSU: by its customerNumber, key or id.'),
    agreementId: resourceId('Only signing baskets of payments that are made under this agreement.').optional(),
  })
  .openapi('SigningBasketFilter', which('signing baskets'))
export type SigningBasketFilter = z.output<typeof signingBasketFilter>
