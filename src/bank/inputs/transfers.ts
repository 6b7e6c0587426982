import { z } from '@hono/zod-openapi'
import { IBAN_SHAPE, normaliseIban } from '../../domain/account-numbers.ts'
import { namesOf } from '../../domain/given.ts'
import { MOST_REFERENCES } from '../../domain/products.ts'
import { structuredRemittance } from './transactions.ts'
import {
  bbanText,
  bic,
  country,
  currency,
  hasNumber,
  having,
  NUMBER_NEEDED,
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

const bban = bbanText('; blanks and dots of a Norwegian number are removed (D23)')

/** AccountReference in single and bulk payments: by iban or bban or both (D23). */
export const account = named(
  z
    .strictObject(
      { iban: iban.optional(), bban: bban.optional(), currency: currency.optional() },
      required('an object with iban or bban'),
    )
    .refine(...hasNumber),
  'PaymentAccountReference',
  {
    description:
      "An account by iban, bban or both; both must name the same one. It exists in the world, or its check digits are right (D23). currency is the account's own when not given; of another bank's NOK, for SEPA EUR, for cross-border the instructed one.",
    ...NUMBER_NEEDED,
  },
)

/** AccountReference in periodic payments: always with its currency ([I] Create periodic payment). */
export const accountWithCurrency = named(
  z
    .strictObject({ ...account.shape, currency }, required('an object with iban or bban, and currency'))
    .refine(...hasNumber),
  'PeriodicPaymentAccountReference',
  // The currency and one of the numbers.
  { description: 'PaymentAccountReference with its currency ([I]).', minProperties: 2 },
)

const ABROAD = 'Required for cross-border-credit-transfers.'
const LONG = 'more than 70 characters get a Sandbank-Warning (D31).'

const address = z
  .strictObject(
    {
      street: text(70, `Street. ${ABROAD}`).optional(),
      // [I] gives these three no length: 70, and up to 140, which 1.0.0 took, with a Sandbank-Warning (D31).
      buildingNumber: text(140, `Number of the building; ${LONG}`).optional(),
      postalCode: text(140, `Postal code; ${LONG} ${ABROAD}`).optional(),
      city: text(140, `City; ${LONG} ${ABROAD}`).optional(),
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
    .min(1, 'must hold at least one reference.')
    .max(MOST_REFERENCES, ruleText('D47')`must hold at most ${MOST_REFERENCES} references.`)
    .optional()
    .openapi({
      description: `1 to ${MOST_REFERENCES} references, at most one of type SCOR: a KID, which by mod 11 may end in a hyphen. In SEPA and cross-border payments 1, of which SCOR is a reference of ISO 11649 (RF). Blanks in SCOR are removed (D47).`,
      minItems: 1,
      maxItems: MOST_REFERENCES,
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

export const CREDITOR = 'The account that is paid, of this bank or another.'

/** One transfer, the same in the bodies of all three services. */
export const transfer = {
  instructedAmount: positiveAmount.openapi({
    description: 'What the creditor gets: more than zero, in a currency of the product (D21).',
  }),
  creditorName: name(70, 'Who is paid.'),
  creditorAccount: account.openapi({ description: CREDITOR }),
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
