import type { z } from '@hono/zod-openapi'
import type { currencyExchange, structuredRemittance } from '../inputs/transactions.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'

/** What transactions carry besides money: exchange rates and structured references, in and out. */

export const CurrencyExchange = builder.objectRef<z.output<typeof currencyExchange>>('CurrencyExchange')
implement(CurrencyExchange, 'An exchange rate of a day ([I] Exchange-rate object).', t => ({
  sourceCurrency: t.text('From which currency: ISO 4217.'),
  exchangeRate: t.text('Factor from source to target, a decimal number.'),
  unitCurrency: t.text('The currency that is 1 in the rate: ISO 4217.'),
  targetCurrency: t.text('To which currency: ISO 4217.'),
  quotationDate: t.day('The day of the rate.'),
  contractIdentification: t.optional.text('Identification of the foreign exchange contract, at most 35 characters.'),
}))

export const StructuredRemittance = builder.objectRef<z.output<typeof structuredRemittance>>('StructuredRemittance')
implement(StructuredRemittance, 'A structured reference of a payment ([I] Structured remittance element).', t => ({
  reference: t.text('The reference, for example a KID; at most 35 characters.'),
  referenceType: t.optional.text('The kind of reference; SCOR is a KID.'),
  referenceIssuer: t.optional.text('Who issued the reference.'),
}))
