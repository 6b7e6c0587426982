import { z } from '@hono/zod-openapi'
import { IBAN_SHAPE, normaliseIban } from '../domain/account-numbers.ts'
import { namesOf } from '../domain/given.ts'
import { structuredRemittance } from './transactions.ts'
import {
  bic,
  country,
  currency,
  having,
  name,
  named,
  oneOf,
  positiveAmount,
  required,
  ruleText,
  text,
} from './values.ts'

/** [I] Create periodic payment: codes of ISO 20022. */
export const PURPOSES = {
  INVS: 'Investment and securities.',
  SALA: 'Salary.',
  IDCP: 'Irrevocable debit card payment.',
  CASH: 'Cash management.',
  CORT: 'Settlement of a trade.',
  INTC: 'Within a group of companies.',
  PENS: 'Pension.',
  SSBE: 'Social security benefit.',
  SUPP: 'Payment of a supplier.',
  TAXS: 'Tax.',
  TREA: 'Treasury.',
  VATX: 'Value added tax.',
  LOAN: 'Loan.',
  OTHR: 'Another reason.',
} as const
export const PURPOSE_CODES = namesOf(PURPOSES)

const iban = z
  .string(required('an IBAN'))
  .overwrite(normaliseIban)
  .regex(IBAN_SHAPE, 'must be an IBAN: two capitals, two digits, 1 to 30 capitals or digits.')
  .openapi({
    description: 'IBAN (ISO 13616-1:2007), at most 34 characters. Spaces are removed.',
    examples: ['NO9386011117947'],
  })

/** AccountReference in payments: by iban or bban or both, always with its currency ([I] Create periodic payment, D23). */
export const account = named(
  z
    .strictObject(
      { iban: iban.optional(), bban: text(30, 'Basic bank account number.').optional(), currency },
      required('an object with iban or bban, and currency'),
    )
    .refine(({ iban, bban }) => iban !== undefined || bban !== undefined, {
      error: ruleText('D23')`must have iban or bban or both.`,
    }),
  'PaymentAccountReference',
  {
    // The currency and one of the numbers.
    minProperties: 2,
    description:
      'An account by iban, bban or both; both must name the same one. It exists in the world, or its check digits are right (D23).',
  },
)

const ABROAD = 'Required for cross-border-credit-transfers.'

const address = z
  .strictObject(
    {
      street: text(70, `Street. ${ABROAD}`).optional(),
      // [I] gives these three no length: they may be as long as the message, so that no address is refused (D31).
      buildingNumber: text(140, 'Number of the building.').optional(),
      postalCode: text(140, `Postal code. ${ABROAD}`).optional(),
      city: text(140, `City. ${ABROAD}`).optional(),
      country,
    },
    required('an object with at least country'),
  )
  .openapi('Address', {
    description: 'A postal address ([I] Create periodic payment). Cross-border payments need all but buildingNumber.',
  })

const remittance = {
  remittanceInformationUnstructured: text(140, 'A message. Not together with a structured reference (D47).').optional(),
  remittanceInformationStructuredArray: z
    .array(structuredRemittance, required('a list of references'))
    .length(1, 'must hold exactly one reference.')
    .optional()
    .openapi({
      description:
        'Exactly one reference; of type SCOR it is a KID, 2 to 25 digits with a right check digit, which by mod 11 may be a hyphen: KID_INVALID (D47).',
      minItems: 1,
      maxItems: 1,
    }),
  remittanceInformationStructured: structuredRemittance.optional().openapi({
    deprecated: true,
    description:
      'Deprecated: read as a list of one, with a WARNING. Use remittanceInformationStructuredArray ([I] Versioning 5, D47).',
  }),
}

/** The resolver's rule as a schema: at most one of them (D47). */
export const TWO_REFERENCES = [
  having('remittanceInformationUnstructured', 'remittanceInformationStructuredArray'),
  having('remittanceInformationUnstructured', 'remittanceInformationStructured'),
  having('remittanceInformationStructuredArray', 'remittanceInformationStructured'),
]

/** One transfer, the same in the bodies of all three services. */
export const transfer = {
  instructedAmount: positiveAmount.openapi({
    description: 'What the creditor gets: more than zero, in a currency of the product (D21).',
  }),
  creditorName: name(70, 'Who is paid.'),
  creditorAccount: account.openapi({ description: 'The account that is paid, of this bank or another.' }),
  creditorAddress: address
    .optional()
    .openapi({ description: 'Where the creditor lives or has its seat. Required for cross-border-credit-transfers.' }),
  creditorAgent: bic.optional().openapi({
    description: "BIC of the creditor's bank; required for cross-border-credit-transfers, and only with it.",
  }),
  endToEndIdentification: text(35, "The debtor's own reference, passed on to the creditor.").optional(),
  purposeCode: oneOf(PURPOSE_CODES, `ISO 20022 purpose: ${PURPOSE_CODES.join(', ')}.`).optional(),
  ...remittance,
}
