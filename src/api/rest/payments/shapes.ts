import { z } from '@hono/zod-openapi'
import type { Context } from '../../../bank/context.ts'
import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../../bank/inputs/payments.ts'
import { referencesIn, structuredRemittances } from '../../../bank/inputs/transactions.ts'
import { stored } from '../../../bank/inputs/values.ts'
import type { CreatedPayment } from '../../../bank/resolvers/payments/register.ts'
import { wireCode } from '../../../bank/wire/errors.ts'
import type { EachOf } from '../../../domain/given.ts'
import { formatAmount } from '../../../domain/money.ts'
import { PSU_MESSAGES, type ShownTransfer, type Transfer, type Warning } from '../../../domain/payments.ts'
import { SERVICE_PATHS } from '../../../domain/products.ts'
import { monthsIn } from '../../../domain/schedule.ts'
import { mayBeCancelled } from '../../../domain/status.ts'
import type { Authorisation, Payment, PaymentEntry } from '../../../generated/client.ts'
import { links, linkTo, scaLink, tppMessage } from '../answers.ts'
import type { Incoming } from '../call.ts'
import { scaState } from '../consents.ts'
import { amountAnswer } from '../transaction-details.ts'

/** [I] Payment status. */
export const transactionStatus = z.enum([
  'ACCP',
  'ACSC',
  'ACSP',
  'ACTC',
  'ACWC',
  'ACWP',
  'RCVD',
  'PDNG',
  'RJCT',
  'CANC',
  'PART',
])

/** [I] Create periodic payment: the answer, which all three services share. */
export const createdPayment = z
  .strictObject({
    paymentId: z.string(),
    transactionStatus,
    transactionFees: amountAnswer.openapi({ description: 'All fees of the payment, in NOK (D48).' }),
    transactionFeeIndicator: z.boolean().openapi({ description: 'Whether fees apply, by the price list (D48).' }),
    tppMessages: z.array(tppMessage).optional(),
    psuMessage: z
      .string()
      .max(512)
      .optional()
      .openapi({ description: 'Text for the PSU, in the language of Accept-Language.' }),
    _links: links,
  })
  .openapi('CreatedPayment')

/** The path of a payment below the world's base path. */
export function paymentPath({ service, product, id }: Pick<Payment, 'service' | 'product' | 'id'>): string {
  return `/v1/${SERVICE_PATHS[service]}/${product}/${id}`
}

export function showCreated(
  ctx: Context,
  { payment, warnings, authorisation }: CreatedPayment,
  feesMinor: bigint,
  { language, origin }: { readonly language: keyof typeof PSU_MESSAGES } & Pick<Incoming, 'origin'>,
) {
  const path = paymentPath(payment)
  return {
    paymentId: payment.id,
    transactionStatus: payment.status,
    transactionFees: { amount: formatAmount(feesMinor, 'NOK'), currency: 'NOK' },
    transactionFeeIndicator: feesMinor > 0n,
    tppMessages: warnings.length === 0 ? undefined : warnings.map(showWarning),
    psuMessage: PSU_MESSAGES[language],
    _links: {
      self: linkTo(ctx, path, 'GET', 'DELETE'),
      status: linkTo(ctx, `${path}/status`, 'GET'),
      // Single SCA: when the context is known, the PSU can be sent to its approval at once (D45).
      ...(authorisation === undefined
        ? { startAuthorisation: linkTo(ctx, `${path}/authorisations`, 'POST') }
        : {
            scaRedirect: scaLink(ctx, authorisation, origin),
            scaStatus: linkTo(ctx, `${path}/authorisations/${authorisation.id}`, 'GET'),
          }),
    },
  }
}

function showWarning({ code, path, text }: Warning) {
  return { category: 'WARNING' as const, code: wireCode(code), path, text }
}

const account = z
  .strictObject({ iban: z.string().optional(), bban: z.string().optional(), currency: z.string() })
  .openapi('PaymentAccount')

const address = z.record(z.string(), z.string())

const transfer = {
  instructedAmount: amountAnswer,
  creditorName: z.string().max(70),
  creditorAccount: account,
  creditorAddress: address.optional(),
  creditorAgent: z.string().optional(),
  ultimateDebtor: z.string().max(70).optional(),
  endToEndIdentification: z.string().max(35).optional(),
  purposeCode: z.string().optional(),
  remittanceInformationUnstructured: z.string().max(140).optional(),
  remittanceInformationStructuredArray: structuredRemittances.optional(),
} satisfies Record<keyof ShownTransfer, z.ZodType>

/** The result for one payment of a bulk payment; each is executed on its own (D35). */
const entryOutcome = {
  transactionStatus: transactionStatus.openapi({
    description: 'How this one stands: ACSC or RJCT once it was carried out or failed, else as the bulk (D35).',
  }),
  failure: z.string().optional().openapi({ description: 'Why it failed, if it did.' }),
}

const common = {
  paymentId: z.string(),
  transactionStatus,
  debtorAccount: account,
  ultimateDebtor: transfer.ultimateDebtor,
  _links: links,
}
const single = {
  requestedExecutionDate: z.iso.date().optional(),
  executionDate: z.iso.date().optional().openapi({ description: 'The day of the batch that takes or took it.' }),
}

/** A payment as registered, and its status. Its fields depend on the service. */
export const paymentAnswer = z
  .union([
    z.strictObject({ ...common, ...single, ...transfer }).openapi('SinglePayment'),
    z
      .strictObject({
        ...common,
        ...single,
        paymentInformationId: z.string().optional(),
        payments: z.array(z.strictObject({ ...transfer, ...entryOutcome }).openapi('BulkPaymentEntry')),
      })
      .openapi('BulkPayment'),
    z
      .strictObject({
        ...common,
        ...transfer,
        startDate: z.iso.date(),
        endDate: z.iso.date().optional(),
        frequency: z.string(),
        executionRule: z.enum(['following', 'preceeding']).optional(),
        dayOfExecution: z.string().optional(),
        monthsOfExecution: z.array(z.int()).optional(),
        nextExecutionDate: z.iso.date().optional(),
      })
      .openapi('PeriodicPayment'),
  ])
  .openapi('Payment')

export function showPayment(
  ctx: Context,
  payment: Payment,
  entries: readonly PaymentEntry[],
): z.input<typeof paymentAnswer> {
  const path = paymentPath(payment)
  const ultimateDebtor = payment.ultimateDebtor ?? undefined
  const shared = {
    paymentId: payment.id,
    transactionStatus: payment.status,
    debtorAccount: {
      iban: payment.debtorIban ?? undefined,
      bban: payment.debtorBban ?? undefined,
      currency: payment.debtorCurrency,
    },
    ultimateDebtor,
    _links: {
      // A payment that is final or being executed cannot be cancelled (D36).
      self: linkTo(ctx, path, 'GET', ...(mayBeCancelled(payment) ? (['DELETE'] as const) : [])),
      status: linkTo(ctx, `${path}/status`, 'GET'),
    },
  }
  const dates = {
    requestedExecutionDate: payment.requestedExecutionDate ?? undefined,
    executionDate: payment.executionDate ?? undefined,
  }
  if (payment.service === 'BULK') {
    return {
      ...shared,
      ...dates,
      paymentInformationId: payment.paymentInformationId ?? undefined,
      payments: entries.map(entry => ({ ...showTransfer(entry), ...outcomeOf(payment, entry) })),
    } satisfies EachOf<CreateBulkPayment>
  }
  const [entry] = entries
  if (entry === undefined) throw new TypeError(`The payment ${payment.id} has no entry.`)
  if (payment.service === 'SINGLE')
    return { ...shared, ...dates, ...showTransfer(entry), ultimateDebtor } satisfies EachOf<BodyFields<CreatePayment>>
  return {
    ...shared,
    ...showTransfer(entry),
    ultimateDebtor,
    startDate: payment.startDate ?? '',
    endDate: payment.endDate ?? undefined,
    frequency: payment.frequency ?? '',
    executionRule: payment.executionRule ?? undefined,
    dayOfExecution: payment.dayOfExecution === null ? undefined : String(payment.dayOfExecution),
    monthsOfExecution: monthsIn(payment.monthsOfExecution),
    nextExecutionDate: payment.dueAt === null ? undefined : (payment.executionDate ?? undefined),
  } satisfies EachOf<BodyFields<CreatePeriodicPayment>>
}

type BodyFields<Body> = Omit<Body, Exclude<keyof Transfer, keyof ShownTransfer>>

function outcomeOf({ status }: Payment, entry: PaymentEntry) {
  const own = { OPEN: status, EXECUTED: 'ACSC', FAILED: 'RJCT' } as const
  return { transactionStatus: own[entry.status], failure: entry.failure ?? undefined }
}

function showTransfer(entry: PaymentEntry) {
  return {
    instructedAmount: { amount: formatAmount(entry.amountMinor, entry.currency), currency: entry.currency },
    creditorName: entry.creditorName,
    creditorAccount: {
      iban: entry.creditorIban ?? undefined,
      bban: entry.creditorBban ?? undefined,
      currency: entry.creditorCurrency,
    },
    creditorAddress: stored(address, entry.creditorAddress),
    creditorAgent: entry.creditorAgent ?? undefined,
    ultimateDebtor: entry.ultimateDebtor ?? undefined,
    endToEndIdentification: entry.endToEndId ?? undefined,
    purposeCode: entry.purposeCode ?? undefined,
    remittanceInformationUnstructured: entry.remittanceInformationUnstructured ?? undefined,
    remittanceInformationStructuredArray: referencesIn(entry.remittanceInformationStructured),
  } satisfies EachOf<ShownTransfer>
}

/** The answer to the start of an SCA ([BG] authorisation sub-resource). */
export const startedAuthorisation = z
  .strictObject({ authorisationId: z.string(), scaStatus: scaState, _links: links })
  .openapi('StartedAuthorisation')

export function showStarted(ctx: Context, started: Authorisation, collection: string, origin: Incoming['origin']) {
  const { id } = started
  return {
    location: `${collection}/${id}`,
    body: {
      authorisationId: id,
      scaStatus: 'received' as const,
      _links: {
        scaRedirect: scaLink(ctx, started, origin),
        scaStatus: linkTo(ctx, `${collection}/${id}`, 'GET'),
      },
    },
  }
}
