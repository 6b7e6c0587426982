import type { Reference } from '../../../domain/account-numbers.ts'
import { actWanted, byRule, checkTogether, DomainError } from '../../../domain/errors.ts'
import { type AnyOf, given } from '../../../domain/given.ts'
import { assertBalance } from '../../../domain/ledger.ts'
import { changeTo } from '../../../domain/payment-history.ts'
import {
  type DecidedTransfer,
  decideTransfer,
  type Transfer,
  totalsOf,
  type Warning,
} from '../../../domain/payments.ts'
import { PRODUCT_RULES, type Product, requireProduct } from '../../../domain/products.ts'
import type { PlanColumns } from '../../../domain/schedule.ts'
import { covers } from '../../../domain/settlement.ts'
import { waitsForSca } from '../../../domain/status.ts'
import type { Authorisation, Payment, PaymentEntry, PaymentService } from '../../../generated/client.ts'
import { type Context, tppOf } from '../../context.ts'
import { startSigning } from '../authorisations/start.ts'
import { command } from '../command.ts'
import type { PaymentCall } from '../psus.ts'
import { assertNoDuplicate, type Creditors, duplicateKeyOf, findCreditors } from './duplicates.ts'
import { assertMayRegister, type Payer, requirePayer } from './payers.ts'
import { getPayment, type PaymentPath } from './read.ts'

/** A new payment, the warnings for the TPP, and the SCA that was started at once when the context was given (D45). */
export type CreatedPayment = {
  readonly payment: Payment
  readonly entries: readonly PaymentEntry[]
  readonly warnings: readonly Warning[]
  readonly authorisation: Authorisation | undefined
}

/** What a service adds to a payment. */
type Fields = PlanColumns & Pick<Payment, 'paymentInformationId' | 'requestedExecutionDate' | 'ultimateDebtor'>
/** A payment of any service, ready to be registered. */
export type Order = {
  readonly service: PaymentService
  readonly product: string
  readonly debtorAccount: Reference
  readonly transfers: readonly Transfer[]
  /** The place of a transfer in the body. */
  readonly prefix: (index: number) => string
  readonly fields: AnyOf<Fields>
  /** The rules of the payment as a whole. */
  readonly assertRules: (tx: Context, product: Product) => void
  readonly warnings: readonly Warning[]
}

/**
 * Registers a payment of any service: checks the rules of its product and the rights of its PSU, stores it, and starts its SCA when the context was
 * given (D35, D45).
 */
export function registerPayment(ctx: Context, call: PaymentCall, order: Order): Promise<CreatedPayment> {
  return command(ctx, async tx => {
    const product = requireProduct(order.service, order.product)
    // The debtor's account is found with those of the creditors, by one statement.
    const named = findCreditors(tx, [
      order.debtorAccount,
      ...order.transfers.map(({ creditorAccount }) => creditorAccount),
    ])
    const [payer, creditors] = await Promise.all([requirePayer(tx, call, order.debtorAccount, named), named])
    const decided = decideAll(tx, product, payer, creditors, order)
    const { debitMinor, feeMinor } = totalsOf(decided)
    const totalMinor = debitMinor + feeMinor
    assertBalance(totalMinor)
    assertMayRegister(payer, debitMinor)
    assertFunds(product, payer, totalMinor)
    const duplicateKey = duplicateKeyOf(tx, payer.account, order, creditors, decided)
    if (call.allowLogicalDuplicate !== true) await assertNoDuplicate(tx, duplicateKey)
    const row = paymentRow(tx, product, { ...payer, customerId: payer.customer.id }, order)
    const payment = await tx.db.payment.create({ data: { ...row, ...shownStatus(tx, row), totalMinor, duplicateKey } })
    tx.touched?.payments.push(payment.id)
    const accountIds = order.transfers.map(transfer => creditors.find(transfer.creditorAccount)?.id ?? null)
    const entries = await storeEntries(tx, payment, order.transfers, decided, accountIds)
    const authorisation = call.context === undefined ? undefined : await startPaymentSca(tx, payment, call)
    const warnings = [...order.warnings, ...decided.flatMap(one => one.warnings), ...contextWarnings(call)]
    return { payment, entries, warnings, authorisation }
  })
}

// [I] PSU headers: PSU-Context is required for single-SCA payment initiation (D45).
function contextWarnings({ context }: PaymentCall): Warning[] {
  if (context !== undefined) return []
  const { text } = byRule.D45`PSU-Context would have given scaRedirect at once.`
  return [{ code: 'HTTP_HEADER_REQUIRED', path: 'PSU-Context', text }]
}

// All faults of a body are reported together, those of its days and of each transfer (D16).
function decideAll(
  tx: Context,
  product: Product,
  { account }: Payer,
  creditors: Creditors,
  { transfers, prefix, assertRules }: Order,
): DecidedTransfer[] {
  const decided: DecidedTransfer[] = []
  checkTogether(
    () => assertRules(tx, product),
    ...transfers.map((transfer, index) => () => {
      const creditor = creditors.find(transfer.creditorAccount)
      decided.push(decideTransfer(product, account, creditor, transfer, prefix(index)))
    }),
  )
  return decided
}

/** An instant payment that its account does not cover is not registered ([I] Errors); any other is refused at its batch (D37). */
function assertFunds(product: Product, { account }: Payer, totalMinor: bigint): void {
  if (!PRODUCT_RULES[product].instant || covers(account, account.bookedMinor, totalMinor)) return
  throw new DomainError(
    'PAYMENT_FAILED',
    byRule.D37`Booked balance and credit line of the debtor account do not cover the payment, which an instant one needs at once.`,
    'instructedAmount.amount',
  )
}

function paymentRow(
  tx: Context,
  product: Product,
  {
    customerId,
    context,
    agreementId,
    account,
  }: Pick<Payer, 'context' | 'agreementId' | 'account'> & { readonly customerId: string },
  { service, fields }: Order,
) {
  const { tppId, tppName } = tppOf(tx)
  return {
    worldId: tx.world.id,
    id: tx.newId('Payment'),
    tppId,
    tppName,
    service,
    product,
    status: 'RCVD' as const,
    customerId,
    context,
    agreementId,
    debtorAccountId: account.id,
    debtorIban: account.iban,
    debtorBban: account.bban,
    debtorCurrency: account.currency,
    ...given(fields),
    createdAt: tx.now,
    changedAt: tx.now,
  }
}

/** The status that a scenario shows instead of RCVD (D88). */
function shownStatus(tx: Context, row: Pick<Payment, 'id' | 'service' | 'status'>) {
  const status = tx.touched?.shows
  return status === undefined ? {} : changeTo({ ...row, history: '' }, status, tx.now, { cause: 'SCENARIO' })
}

async function storeEntries(
  tx: Context,
  payment: Payment,
  transfers: readonly Transfer[],
  decided: readonly DecidedTransfer[],
  creditorIds: readonly (string | null)[],
): Promise<PaymentEntry[]> {
  const rows = transfers.flatMap((transfer, position) => {
    const one = decided[position]
    if (one === undefined) return []
    const { creditorAddress, instructedAmount } = transfer
    return [
      {
        worldId: tx.world.id,
        id: tx.newId(),
        paymentId: payment.id,
        position,
        status: 'OPEN' as const,
        amountMinor: one.amountMinor,
        currency: instructedAmount.currency,
        debitMinor: one.debitMinor,
        feeMinor: one.feeMinor,
        creditorName: transfer.creditorName,
        creditorIban: one.creditorAccount.iban,
        creditorBban: one.creditorAccount.bban,
        creditorCurrency: one.creditorAccount.currency,
        creditorAccountId: creditorIds[position] ?? null,
        creditorAgent: transfer.creditorAgent ?? null,
        ultimateDebtor: transfer.ultimateDebtor ?? null,
        endToEndId: transfer.endToEndIdentification ?? null,
        remittanceInformationUnstructured: transfer.remittanceInformationUnstructured ?? null,
        purposeCode: transfer.purposeCode ?? null,
        failure: null,
        ...(creditorAddress && { creditorAddress: { ...creditorAddress } }),
        ...(one.references.length > 0 && {
          remittanceInformationStructured: one.references.map(reference => ({ ...reference })),
        }),
      } satisfies Omit<PaymentEntry, 'creditorAddress' | 'remittanceInformationStructured'>,
    ]
  })
  return tx.db.paymentEntry.createManyAndReturn({ data: rows })
}

/** Starts the SCA of a payment (D45). CONFLICT when it does not wait for one. */
export function startPaymentAuthorisation(ctx: Context, call: PaymentCall, path: PaymentPath): Promise<Authorisation> {
  return command(ctx, async tx => {
    const payment = await getPayment(tx, call, path)
    if (waitsForSca(payment)) return startPaymentSca(tx, payment, call)
    throw new DomainError(
      'CONFLICT',
      actWanted('LOOK_AT_STATE', `The payment is ${payment.status}: it does not wait for an authorisation.`),
    )
  })
}

/** Starts the SCA that authorises a payment. Its PSU must be a member of the payment's agreement. */
function startPaymentSca(
  tx: Context,
  payment: Payment,
  call: Pick<PaymentCall, 'redirectUri' | 'redirectPreferred'>,
): Promise<Authorisation> {
  // When a payment waits for another member, any of them may approve it (D35).
  return startSigning(tx, 'PAYMENT', payment, payment.status === 'PDNG' ? undefined : payment.customerId, call)
}
