import type { z } from '@hono/zod-openapi'
import type { currencyExchange, structuredRemittance } from '../inputs/transactions.ts'
import { builder } from './builder.ts'

/** What transactions carry besides money: exchange rates and structured references, in and out. */

export const CurrencyExchange = builder.objectRef<z.output<typeof currencyExchange>>('CurrencyExchange').implement({
  description: 'An exchange rate of a day ([I] Exchange-rate object).',
  fields: t => ({
    sourceCurrency: t.exposeString('sourceCurrency', { description: 'From which currency: ISO 4217.' }),
    exchangeRate: t.exposeString('exchangeRate', { description: 'Factor from source to target, a decimal number.' }),
    unitCurrency: t.exposeString('unitCurrency', { description: 'The currency that is 1 in the rate: ISO 4217.' }),
    targetCurrency: t.exposeString('targetCurrency', { description: 'To which currency: ISO 4217.' }),
    quotationDate: t.expose('quotationDate', { type: 'Date', description: 'The day of the rate.' }),
    contractIdentification: t.string({
      nullable: true,
      description: 'Identification of the foreign exchange contract, at most 35 characters.',
      resolve: exchange => exchange.contractIdentification ?? null,
    }),
  }),
})

export const StructuredRemittance = builder
  .objectRef<z.output<typeof structuredRemittance>>('StructuredRemittance')
  .implement({
    description: 'A structured reference of a payment ([I] Structured remittance element).',
    fields: t => ({
      reference: t.exposeString('reference', {
        description: 'The reference, for example a KID; at most 35 characters.',
      }),
      referenceType: t.string({
        nullable: true,
        description: 'The kind of reference; SCOR is a KID.',
        resolve: remittance => remittance.referenceType ?? null,
      }),
      referenceIssuer: t.string({
        nullable: true,
        description: 'Who issued the reference.',
        resolve: remittance => remittance.referenceIssuer ?? null,
      }),
    }),
  })
