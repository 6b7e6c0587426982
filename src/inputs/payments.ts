import { z } from '@hono/zod-openapi'
import { IBAN_SHAPE, normaliseIban } from '../domain/iban.ts'
import { MAX_BULK_TRANSFERS } from '../domain/products.ts'
import { EXECUTION_RULES, FREQUENCIES, type Frequency } from '../domain/schedule.ts'
import { structuredRemittance } from './transactions.ts'
import {
  amount,
  bic,
  country,
  currency,
  day,
  flag,
  having,
  NOT_POSITIVE,
  named,
  oneOf,
  required,
  text,
} from './values.ts'

/** [I] Create periodic payment. */
export const PURPOSE_CODES = [
  'INVS',
  'SALA',
  'IDCP',
  'CASH',
  'CORT',
  'INTC',
  'PENS',
  'SSBE',
  'SUPP',
  'TAXS',
  'TREA',
  'VATX',
  'LOAN',
  'OTHR',
] as const

const iban = z
  .string(required('an IBAN'))
  .overwrite(normaliseIban)
  .regex(IBAN_SHAPE, 'must be an IBAN: two capitals, two digits, 1 to 30 capitals or digits.')
  .openapi({
    description: 'IBAN (ISO 13616-1:2007), at most 34 characters. Spaces are removed.',
    examples: ['NO9386011117947'],
  })

/** AccountReference in payments: by iban or bban or both, always with its currency ([I] Create periodic payment, D23). */
const account = named(
  z
    .strictObject(
      { iban: iban.optional(), bban: text(30, 'Basic bank account number.').optional(), currency },
      required('an object with iban or bban, and currency'),
    )
    .refine(({ iban, bban }) => iban !== undefined || bban !== undefined, {
      error: 'must have iban or bban or both (D23).',
    }),
  'PaymentAccountReference',
  {
    // The currency and one of the numbers.
    minProperties: 2,
    description:
      'An account by iban, bban or both; both must name the same one. It exists in the world, or its check digits are right (D23).',
  },
)

const address = z
  .strictObject(
    {
      street: text(70, 'Street.').optional(),
      // [I] gives these three no length: as long as a message may be, so that no address is refused for it (D31).
      buildingNumber: text(140, 'Number of the building.').optional(),
      postalCode: text(140, 'Postal code.').optional(),
      city: text(140, 'City.').optional(),
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
      description: 'Exactly one reference; of type SCOR it is a KID with a right check digit: KID_INVALID (D47).',
      minItems: 1,
      maxItems: 1,
    }),
  remittanceInformationStructured: structuredRemittance.optional().openapi({
    deprecated: true,
    description:
      'Deprecated: read as a list of one, with a WARNING. Use remittanceInformationStructuredArray ([I] Versioning 5, D47).',
  }),
}

// What the resolver refuses, said for those who read the schema: at most one of them (D47).
const TWO_REFERENCES = [
  having('remittanceInformationUnstructured', 'remittanceInformationStructuredArray'),
  having('remittanceInformationUnstructured', 'remittanceInformationStructured'),
  having('remittanceInformationStructuredArray', 'remittanceInformationStructured'),
]

// With the form of the body, so that it is told together with its other faults (D16, D21).
function isPositive({ amount: text }: { amount: string }, refinement: z.RefinementCtx): void {
  if (/^-?[0-9.]+$/.test(text) && Number(text) <= 0)
    refinement.addIssue({ code: 'custom', path: ['amount'], message: 'must be more than zero (D21).' })
}

const transfer = {
  instructedAmount: amount.superRefine(isPositive).openapi({
    description: 'What the creditor gets: more than zero, in a currency of the product (D21).',
    not: NOT_POSITIVE,
  }),
  creditorName: text(70, 'Who is paid.'),
  creditorAccount: account.openapi({ description: 'The account that is paid, of this bank or another.' }),
  creditorAddress: address
    .optional()
    .openapi({ description: 'Where the creditor lives or has its seat. Required for cross-border-credit-transfers.' }),
  creditorAgent: bic.optional().openapi({
    description: "BIC of the creditor's bank; required for cross-border-credit-transfers, and only with it.",
  }),
  endToEndIdentification: text(35, "The payer's own reference, passed on to the creditor.").optional(),
  purposeCode: oneOf(PURPOSE_CODES, `ISO 20022 purpose: ${PURPOSE_CODES.join(', ')}.`).optional(),
  ...remittance,
}

const DEBTOR = 'The account that pays: one of this bank on which the PSU has the role REGISTER (D35).'
const DAY =
  'The day to pay, today or later; a day without batches moves to the next one that has some. As soon as possible when not given.'

/** The query of creating single and bulk payments. */
export const takeDuplicate = z.strictObject({
  allowLogicalDuplicate: flag('true accepts a payment that looks like one already registered; else CONFLICT (D46).'),
})

/** The body of POST /v1/payments/{payment-product}. */
export const createPayment = z
  .strictObject({
    ...transfer,
    debtorAccount: account.openapi({ description: DEBTOR }),
    ultimateDebtor: text(70, 'On whose behalf is paid.').optional(),
    requestedExecutionDate: day.optional().openapi({ description: DAY }),
  })
  .openapi('CreatePayment', { description: 'A single payment to register.', not: { anyOf: TWO_REFERENCES } })
export type CreatePayment = z.output<typeof createPayment>

/** The body of POST /v1/bulk-payments/{payment-product}. */
export const createBulkPayment = z
  .strictObject({
    paymentInformationId: text(35, "The TPP's own name for the bulk.").optional(),
    debtorAccount: account.openapi({ description: DEBTOR }),
    ultimateDebtor: text(70, 'On whose behalf is paid.').optional(),
    requestedExecutionDate: day.optional().openapi({ description: DAY }),
    payments: z
      .array(
        z
          .strictObject(transfer, required('a payment'))
          .openapi('BulkTransfer', { not: { anyOf: TWO_REFERENCES }, description: 'One of the payments of a bulk.' }),
        required('a list of payments'),
      )
      .min(1, 'must hold at least one payment.')
      .max(MAX_BULK_TRANSFERS, `must hold at most ${MAX_BULK_TRANSFERS} payments.`)
      .openapi({ description: `What is paid, 1 to ${MAX_BULK_TRANSFERS} entries.` }),
  })
  .openapi('CreateBulkPayment', { description: 'Transfers of one debtor that run together.' })
export type CreateBulkPayment = z.output<typeof createBulkPayment>

/** When a periodic payment runs. */
const plan = {
  startDate: day.openapi({ description: 'The first day it may run: today or later (D38).' }),
  endDate: day
    .optional()
    .openapi({ description: 'The last day it may run; without it, it runs until it is cancelled.' }),
  frequency: oneOf(FREQUENCIES, 'How often it runs.'),
  executionRule: oneOf(
    EXECUTION_RULES,
    'Where a day moves that is a bank holiday or in a weekend; following when not given (D38).',
  ).optional(),
  dayOfExecution: z
    .string(required('a day of the month in a string'))
    .regex(/^(0?[1-9]|[12]\d|3[01])$/, 'must be a day of the month from 1 to 31, in a string.')
    .optional()
    .openapi({
      description:
        "Day of the month, one or two digits; beyond the month's end it is the last day. Ignored with a WARNING for Daily, Weekly and EveryTwoWeeks (D38).",
    }),
  monthsOfExecution: z
    .array(
      z
        .int32(required('a month from 1 to 12'))
        .min(1, 'must be a month from 1 to 12.')
        .max(12, 'must be a month from 1 to 12.'),
      required('a list of months'),
    )
    .min(1, 'must hold at least one month.')
    .max(11, 'must hold at most 11 months; Monthly runs in all of them (D38).')
    .refine(months => new Set(months).size === months.length, { error: 'must hold each month once ([I] 1.18.1).' })
    .optional()
    .openapi({
      uniqueItems: true,
      description:
        'The months, 1 to 12, in which a MonthlyVariable payment runs: 1 to 11 of them, each once; with that frequency always, else never (D38).',
    }),
}

/** The same as a schema: what it must not be. */
const MONTHS_MISSING = {
  properties: { frequency: { enum: ['MonthlyVariable'] } },
  required: ['frequency'],
  not: having('monthsOfExecution'),
}
const MONTHS_IN_VAIN = {
  properties: { frequency: { enum: FREQUENCIES.filter(word => word !== 'MonthlyVariable') }, monthsOfExecution: {} },
  required: ['frequency', 'monthsOfExecution'],
}

function monthsGoWithMonthlyVariable(
  { frequency, monthsOfExecution }: { frequency: Frequency; monthsOfExecution?: readonly number[] | undefined },
  refinement: z.RefinementCtx,
): void {
  if (frequency === 'MonthlyVariable' && monthsOfExecution === undefined) {
    refinement.addIssue({
      code: 'custom',
      path: ['monthsOfExecution'],
      message: 'is required for MonthlyVariable (D38).',
    })
  }
  if (frequency !== 'MonthlyVariable' && monthsOfExecution !== undefined) {
    refinement.addIssue({
      code: 'custom',
      path: ['monthsOfExecution'],
      message: 'goes with MonthlyVariable only (D38).',
    })
  }
}

/** [I] The body of POST /v1/periodic-payments/{payment-product}. */
export const createPeriodicPayment = z
  .strictObject({
    ...transfer,
    debtorAccount: account.openapi({ description: DEBTOR }),
    ultimateDebtor: text(70, 'On whose behalf is paid.').optional(),
    ...plan,
  })
  .superRefine(monthsGoWithMonthlyVariable)
  .openapi('CreatePeriodicPayment', {
    description: 'A payment that runs again and again ([I] Create periodic payment).',
    not: { anyOf: [...TWO_REFERENCES, MONTHS_MISSING, MONTHS_IN_VAIN] },
  })
export type CreatePeriodicPayment = z.output<typeof createPeriodicPayment>

/** A plan by itself, to be looked at before there is a payment (D38). */
export const periodicPlan = z
  .strictObject(plan)
  .superRefine(monthsGoWithMonthlyVariable)
  .openapi('PeriodicPlan', { description: 'When a periodic payment would run. Here startDate may be any day.' })
export type PeriodicPlanInput = z.output<typeof periodicPlan>

/** What another channel of the bank may change of a payment (D36). */
export const changePaymentInBank = z.strictObject({ requestedExecutionDate: day })
