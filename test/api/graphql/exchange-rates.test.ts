import { expect, it } from 'vitest'
import { CURRENCIES } from '../../../src/domain/money.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()

it('publishes the rates at which the bank exchanges: one for each currency but its own, the same in every world (D49)', async () => {
  const query = '{ exchangeRates { sourceCurrency targetCurrency unitCurrency exchangeRate } }'
  const [one, other] = [await server.world(), await server.world('STANDARD')]
  const { exchangeRates } = (await one.run(query)).data
  expect(exchangeRates).toContainEqual({
    sourceCurrency: 'EUR',
    targetCurrency: 'NOK',
    unitCurrency: 'EUR',
    exchangeRate: '11.4000',
  })
  const sources: string[] = exchangeRates.map((rate: { sourceCurrency: string }) => rate.sourceCurrency)
  expect(new Set(sources).size).toBe(CURRENCIES.length - 1)
  expect(sources).not.toContain('NOK')
  expect((await other.run(query)).data.exchangeRates).toEqual(exchangeRates)
})
