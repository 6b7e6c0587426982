import { z } from '@hono/zod-openapi'
import { FREQUENCIES, FREQUENCIES_BY_DAYS, FREQUENCIES_OF_MONTHS, type Frequency } from '../../domain/frequencies.ts'
import { MAX_BULK_TRANSFERS } from '../../domain/products.ts'
import { EXECUTION_RULES } from '../../domain/schedule.ts'
import { MAX_BASKET_PAYMENTS } from '../../domain/status.ts'
import { account, accountWithCurrency, CREDITOR, TWO_REFERENCES, transfer } from './transfers.ts'
import { day, flag, having, oneOf, required, resourceId, ruleText, text } from './values.ts'

const DEBTOR = 'The account that pays: one of this bank on which the PSU has the role REGISTER (D35).'
const DAY =
  'The day to pay, today or later; a day without batches moves to the next one that has some. As soon as possible when not given.'

/** The query of creating single and bulk payments. */
export const takeDuplicate = z.strictObject({
  allowLogicalDuplicate: flag('true accepts a payment that looks like one already registered; else CONFLICT (D46).'),
})

const ultimateDebtor = text(70, 'On whose behalf is paid.').optional()

/** The body of POST /v1/payments/{payment-product}. */
export const createPayment = z
  .strictObject({
    ...transfer,
    debtorAccount: account.openapi({ description: DEBTOR }),
    ultimateDebtor,
    requestedExecutionDate: day.optional().openapi({ description: DAY }),
  })
  .openapi('CreatePayment', { description: 'A single payment to register.', not: { anyOf: TWO_REFERENCES } })
export type CreatePayment = z.output<typeof createPayment>

/** The body of POST /v1/bulk-payments/{payment-product}. */
export const createBulkPayment = z
  .strictObject({
    paymentInformationId: text(35, "The TPP's own name for the bulk.").optional(),
    debtorAccount: account.openapi({ description: DEBTOR }),
    ultimateDebtor,
    requestedExecutionDate: day.optional().openapi({ description: DAY }),
    payments: z
      .array(
        z
          .strictObject({ ...transfer, ultimateDebtor }, required('a payment'))
          .openapi('BulkTransfer', { not: { anyOf: TWO_REFERENCES }, description: 'One of the payments of a bulk.' }),
        required('a list of payments'),
      )
      .min(1, 'must hold at least one payment.')
      .max(MAX_BULK_TRANSFERS, `must hold at most ${MAX_BULK_TRANSFERS} payments.`)
      .openapi({ description: `What is paid, 1 to ${MAX_BULK_TRANSFERS} entries.` }),
  })
  .openapi('CreateBulkPayment', { description: 'Transfers of one debtor that run together.' })
export type CreateBulkPayment = z.output<typeof createBulkPayment>

const MONTHS_CHOSEN = FREQUENCIES_OF_MONTHS.join(' or ')

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
      description: `Day of the month, one or two digits; beyond the month's end it is the last day. Ignored with a WARNING for ${FREQUENCIES_BY_DAYS.join(', ').replace(/, (?=\w+$)/, ' and ')} (D38).`,
    }),
  monthsOfExecution: z
    .array(
      z
        .int32(required('a month from 1 to 12, as a JSON number'))
        .min(1, 'must be a month from 1 to 12.')
        .max(12, 'must be a month from 1 to 12.')
        .openapi({ type: 'integer', format: 'int32', minimum: 1, maximum: 12 }),
      required('a list of months'),
    )
    .min(1, 'must hold at least one month.')
    .max(12, ruleText('D38')`must hold at most 12 months.`)
    .refine(months => new Set(months).size === months.length, {
      error: ruleText('[I] 1.18.1')`must hold each month once.`,
    })
    .optional()
    .openapi({
      uniqueItems: true,
      description: `The months, 1 to 12, in which a ${MONTHS_CHOSEN} payment runs: 1 to 12 of them, each once; with that frequency always, else never (D38).`,
    }),
}

/** The same rule in JSON Schema: the forbidden combinations. */
const MONTHS_MISSING = {
  properties: { frequency: { enum: [...FREQUENCIES_OF_MONTHS] } },
  required: ['frequency'],
  not: having('monthsOfExecution'),
}
const MONTHS_NOT_TAKEN = {
  properties: {
    frequency: { enum: FREQUENCIES.filter(word => !FREQUENCIES_OF_MONTHS.includes(word)) },
    monthsOfExecution: {},
  },
  required: ['frequency', 'monthsOfExecution'],
}

type Months = { readonly frequency: Frequency; readonly monthsOfExecution?: readonly number[] | undefined }

function assertMonths(plan: Months, refinement: z.RefinementCtx): void {
  const message = monthsFault(plan)
  if (message !== undefined) refinement.addIssue({ code: 'custom', path: ['monthsOfExecution'], message })
}

/** The fault of a plan's months, if they do not fit its frequency. */
export function monthsFault({ frequency, monthsOfExecution }: Months): string | undefined {
  const demanded = FREQUENCIES_OF_MONTHS.includes(frequency)
  if (demanded === (monthsOfExecution !== undefined)) return undefined
  return demanded ? ruleText('D38')`is required for ${frequency}.` : ruleText('D38')`goes with ${MONTHS_CHOSEN} only.`
}

/** [I] The body of POST /v1/periodic-payments/{payment-product}. */
export const createPeriodicPayment = z
  .strictObject({
    ...transfer,
    creditorAccount: accountWithCurrency.openapi({ description: CREDITOR }),
    debtorAccount: accountWithCurrency.openapi({ description: DEBTOR }),
    ultimateDebtor,
    ...plan,
  })
  .superRefine(assertMonths)
  .openapi('CreatePeriodicPayment', {
    description: 'A payment that runs again and again ([I] Create periodic payment).',
    not: { anyOf: [...TWO_REFERENCES, MONTHS_MISSING, MONTHS_NOT_TAKEN] },
  })
export type CreatePeriodicPayment = z.output<typeof createPeriodicPayment>

/** A plan without a payment, to preview its executions (D38). */
export const periodicPlan = z
  .strictObject(plan)
  .superRefine(assertMonths)
  .openapi('PeriodicPlan', { description: 'When a periodic payment would run. Here startDate may be any day.' })
export type PeriodicPlanInput = z.output<typeof periodicPlan>

/** The changes that another channel of the bank may make to a payment (D36). */
export const changePaymentInBank = z.strictObject({ requestedExecutionDate: day })

/** The payments of a basket: up to its limit, each once (D39). */
export function basketPayments(description: string, one: string) {
  return z
    .array(resourceId(one), required('a list of payment ids'))
    .min(1, 'must hold at least one payment.')
    .max(MAX_BASKET_PAYMENTS, ruleText('[I] Limits')`must hold at most ${MAX_BASKET_PAYMENTS} payments.`)
    .refine(ids => new Set(ids).size === ids.length, { error: ruleText('D39')`must hold each payment once.` })
    .openapi({ uniqueItems: true, description })
}

/** [I] The body of POST /v1/signing-baskets. */
export const createSigningBasket = z
  .strictObject({
    paymentIds: basketPayments(
      `1 to ${MAX_BASKET_PAYMENTS} different single payments of this TPP and PSU that wait for their SCA ([I] Limits, D39).`,
      'The id of a payment.',
    ),
  })
  .openapi('CreateSigningBasket', { description: 'Payments to be signed together ([I] Create signing basket).' })
export type CreateSigningBasket = z.output<typeof createSigningBasket>
