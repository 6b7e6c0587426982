import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../../bank/inputs/payments.ts'
import { referencesIn } from '../../../bank/inputs/transactions.ts'
import { transfer } from '../../../bank/inputs/transfers.ts'
import { stored } from '../../../bank/inputs/values.ts'
import { frequencyRule } from '../../../domain/frequencies.ts'
import type { EachOf } from '../../../domain/given.ts'
import type { ShownTransfer, StructuredReference, Transfer } from '../../../domain/payments.ts'
import type { Payment, PaymentEntry } from '../../../generated/client.ts'
import { shortDay } from './frame.tsx'

type Row = readonly [name: string, value: string | undefined]
type Fields = Omit<
  CreatePayment & CreateBulkPayment & CreatePeriodicPayment,
  Exclude<keyof Transfer, 'ultimateDebtor'> | 'payments'
>

/** A field that the page shows in another way. */
const ELSEWHERE: Row = ['', undefined]

/** The fields of a payment's body that stand nowhere else on its page: a new field does not compile until it is here. */
export function rowsOfBody(payment: Payment): readonly Row[] {
  const { frequency, monthsOfExecution } = payment
  const rows = {
    debtorAccount: ELSEWHERE,
    requestedExecutionDate: ELSEWHERE,
    ultimateDebtor: row('On behalf of', payment.ultimateDebtor),
    paymentInformationId: row("The TPP's name for it", payment.paymentInformationId),
    frequency: row('How often', frequencyRule(frequency)?.meaning),
    startDate: row('First day', payment.startDate, shortDay),
    endDate: row('Last day', payment.endDate, shortDay),
    dayOfExecution: row('Day of the month', payment.dayOfExecution),
    monthsOfExecution: row('Months', monthsOfExecution?.replaceAll(' ', ', ')),
    executionRule: row('A day without banks moves to', payment.executionRule, rule => `the ${rule} banking day`),
  } satisfies EachOf<Fields>
  return Object.values(rows)
}

/** The same for the transfer of a payment that has one. */
export function rowsOfTransfer(entry: PaymentEntry): readonly Row[] {
  const references = referencesIn(entry.remittanceInformationStructured) ?? []
  const lives = Object.values(stored(transfer.creditorAddress, entry.creditorAddress) ?? {}).join(', ')
  const rows = {
    instructedAmount: ELSEWHERE,
    creditorName: ELSEWHERE,
    creditorAccount: ELSEWHERE,
    remittanceInformationUnstructured: row('Message to the creditor', entry.remittanceInformationUnstructured),
    remittanceInformationStructuredArray: row(
      references.length > 1 ? 'References' : references[0]?.referenceType === 'SCOR' ? 'KID' : 'Reference',
      references.length > 0 ? references.map(shownReference).join(', ') : null,
    ),
    ultimateDebtor: row('On behalf of', entry.ultimateDebtor),
    endToEndIdentification: row("The debtor's reference", entry.endToEndId),
    purposeCode: row('Purpose', entry.purposeCode),
    creditorAgent: row('Bank of the creditor', entry.creditorAgent),
    creditorAddress: row('Address of the creditor', lives === '' ? null : lives),
  } satisfies EachOf<ShownTransfer>
  return Object.values(rows)
}

// The reference alone says little where there are several.
function shownReference({ reference, referenceType }: StructuredReference, _: number, all: readonly unknown[]) {
  return all.length > 1 && referenceType !== undefined ? `${referenceType} ${reference}` : reference
}

function row<Value extends string | number>(
  name: string,
  value: Value | null | undefined,
  show: (value: Value) => string = String,
): Row {
  return [name, value == null ? undefined : show(value)]
}
