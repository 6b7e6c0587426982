import { z } from '@hono/zod-openapi'
import { referenceIn } from '../../domain/views.ts'
import type { Payment, PaymentEntry } from '../../generated/client.ts'
import { structuredRemittance } from '../../inputs/transactions.ts'
import { builder } from '../builder.ts'
import { PaymentExecutionRef } from '../nouns.ts'
import { StructuredRemittance } from '../remittance.ts'
import { shows } from '../shown.ts'
import { AccountReference, Amount, stored } from '../values.ts'
import { EntryStatusEnum } from './enums.ts'

const optional = (description: string) => ({ nullable: true, description }) as const

const storedAddress = z.object({
  street: z.string().optional(),
  buildingNumber: z.string().optional(),
  postalCode: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
})

const Address = builder.objectRef<z.output<typeof storedAddress>>('Address').implement({
  description: 'A postal address ([I] Create periodic payment).',
  fields: t => ({
    street: t.exposeString('street', optional('Street, at most 70 characters.')),
    buildingNumber: t.exposeString('buildingNumber', optional('Number of the building.')),
    postalCode: t.exposeString('postalCode', optional('Postal code.')),
    city: t.exposeString('city', optional('City.')),
    country: t.exposeString('country', optional('ISO 3166-1 alpha-2 code.')),
  }),
})

/** An entry and the payment it belongs to, whose currency its debit has. */
export type EntryOf = PaymentEntry & { readonly payment: Payment }

export const PaymentEntryRef = builder.objectRef<EntryOf>('PaymentEntry').implement({
  description: 'One transfer of a payment: a bulk has several, any other payment one.',
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20).' }),
    position: t.exposeInt('position', { description: 'Its place in the body, from 0.' }),
    status: t.expose('status', {
      type: EntryStatusEnum,
      description: 'How it stands. That of a periodic payment stays OPEN: see its executions.',
    }),
    failure: t.exposeString('failure', optional('Why it failed, if it did.')),
    instructedAmount: t.field({
      type: Amount,
      description: 'What the creditor gets, in the instructed currency.',
      resolve: entry => entry,
    }),
    debitAmount: t.field({
      type: Amount,
      description: "What it takes from the debtor, without the fee, in the account's currency (D49).",
      resolve: ({ debitMinor, payment }) => ({ amountMinor: debitMinor, currency: payment.debtorCurrency }),
    }),
    fee: t.field({
      type: Amount,
      description: "Its fee, in the account's currency; booked as a transaction of its own (D48).",
      resolve: ({ feeMinor, payment }) => ({ amountMinor: feeMinor, currency: payment.debtorCurrency }),
    }),
    creditorName: t.exposeString('creditorName', { description: 'Who is paid.' }),
    creditorAccount: t.field({
      type: AccountReference,
      nullable: true,
      description: 'The account that is paid.',
      ...shows(referenceIn('creditorIban', 'creditorBban', 'creditorCurrency')),
    }),
    creditorAgent: t.exposeString('creditorAgent', optional("BIC of the creditor's bank.")),
    creditorAddress: t.field({
      ...optional("The creditor's address."),
      type: Address,
      resolve: entry => stored(storedAddress, entry.creditorAddress),
    }),
    endToEndIdentification: t.exposeString('endToEndId', optional("The payer's own reference.")),
    purposeCode: t.exposeString('purposeCode', optional('ISO 20022 purpose.')),
    remittanceInformationUnstructured: t.exposeString('remittanceInformationUnstructured', optional('A message.')),
    remittanceInformationStructured: t.field({
      ...optional('A reference; of type SCOR it is a KID (D47).'),
      type: StructuredRemittance,
      resolve: entry => stored(structuredRemittance, entry.remittanceInformationStructured),
    }),
  }),
})

PaymentExecutionRef.implement({
  description: 'One run of a periodic payment (D38).',
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20).' }),
    date: t.expose('date', { type: 'Date', description: 'The banking day of the run.' }),
    status: t.expose('status', { type: EntryStatusEnum, description: 'What became of it.' }),
    failure: t.exposeString('failure', optional('Why it failed, if it did. The payment lives on.')),
    executedAt: t.expose('executedAt', { type: 'DateTime', description: "When it ran, by the world's clock." }),
  }),
})
