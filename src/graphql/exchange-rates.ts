import { EXCHANGE_RATES, type ExchangeRate } from '../domain/exchange-rates.ts'
import { builder } from './builder.ts'

const ExchangeRateRef = builder.objectRef<ExchangeRate>('ExchangeRate').implement({
  description: "A row of the bank's table of exchange rates (D49).",
  fields: t => ({
    sourceCurrency: t.exposeString('sourceCurrency', { description: 'From which currency: ISO 4217.' }),
    exchangeRate: t.exposeString('exchangeRate', {
      description: 'What one unit of it costs in the target currency, a decimal number with four decimals.',
    }),
    unitCurrency: t.exposeString('unitCurrency', { description: 'The currency that is 1 in the rate: ISO 4217.' }),
    targetCurrency: t.exposeString('targetCurrency', { description: 'To which currency: NOK.' }),
  }),
})

builder.queryFields(t => ({
  exchangeRates: t.field({
    type: [ExchangeRateRef],
    description:
      'The rates at which the bank exchanges. They are fixed: the same in every world and on every day, so that a test knows its sums beforehand (D49). Currencies that are not listed cannot be exchanged.',
    resolve: () => [...EXCHANGE_RATES],
  }),
}))
