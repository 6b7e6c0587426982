import { EXCHANGE_RATES, type ExchangeRate } from '../domain/exchange-rates.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'

const ExchangeRateRef = builder.objectRef<ExchangeRate>('ExchangeRate')
implement(ExchangeRateRef, "A row of the bank's table of exchange rates (D49).", t => ({
  sourceCurrency: t.text('From which currency: ISO 4217.'),
  exchangeRate: t.text('What one unit of it costs in the target currency, a decimal number with four decimals.'),
  unitCurrency: t.text('The currency that is 1 in the rate: ISO 4217.'),
  targetCurrency: t.text('To which currency: NOK.'),
}))

builder.queryFields(t => ({
  exchangeRates: t.field({
    type: [ExchangeRateRef],
    description:
      'The rates at which the bank exchanges. They are fixed: the same in every world and on every day, so that a test knows its sums beforehand (D49). Currencies that are not listed cannot be exchanged.',
    resolve: () => [...EXCHANGE_RATES],
  }),
}))
