import type { z } from '@hono/zod-openapi'
import { GraphQLError, Kind, type ValueNode } from 'graphql'
import type { currencyExchange, structuredRemittance } from '../../bank/inputs/transactions.ts'
import { type Balance, balancesOf } from '../../domain/accounts.ts'
import { EXCHANGE_RATES, type ExchangeRate } from '../../domain/exchange-rates.ts'
import { amountIn } from '../../domain/views.ts'
import { builder } from './builder.ts'
import { EXACT_DIGITS, exactText, isExact, plainDecimal } from './decimals.ts'
import { BalanceTypeEnum } from './enums.ts'
import { implement } from './fields.ts'

/** A day stays text here: that it is a day of the calendar is checked with the other inputs, so that both doors give the same refusal. */
builder.scalarType('Date', {
  description: 'A calendar day in Europe/Oslo, written YYYY-MM-DD (ISO 8601), for example "2026-05-18".',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: value => value,
  parseValue: readDay,
  parseLiteral: node => readDay(textOf(node), node),
})

builder.scalarType('DateTime', {
  description:
    'An instant (RFC 3339). Answered in UTC as YYYY-MM-DDTHH:MM:SS.sssZ, for example "2026-05-18T09:30:00.000Z"; given with Z or any other offset.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: value => value.toISOString(),
  parseValue: readInstant,
  parseLiteral: node => readInstant(textOf(node), node),
})

builder.scalarType('Decimal', {
  specifiedByURL: 'https://www.w3.org/TR/xmlschema-2/#decimal',
  description:
    'A decimal number of any length, written as text, for example "1250.00"; a number is taken too. Given as a variable, a number may have 15 digits: JSON holds more of them only as text.',
  serialize: value => value,
  parseValue: value => {
    if (typeof value === 'string') return value
    // A number that JSON cannot hold, such as 1e400, is read as infinite.
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new GraphQLError(NO_DECIMAL)
    if (exactText(value) === undefined)
      throw new GraphQLError(
        `has more than ${EXACT_DIGITS} digits, which a number of JSON may not hold: give it as text.`,
      )
    return value
  },
  parseLiteral: node => {
    if (node.kind === Kind.STRING) return node.value
    const plain = node.kind === Kind.INT || node.kind === Kind.FLOAT ? plainDecimal(node.value) : undefined
    if (plain === undefined) throw new GraphQLError(NO_DECIMAL, { nodes: node })
    return isExact(plain) ? Number(plain) : plain
  },
})

const NO_DECIMAL = 'must be a decimal number, as text such as "1250.00" or as a number.'

textScalar('Duration', {
  description: 'A time by the calendar, written as in ISO 8601, for example "PT1H", "P1D" or "P1M".',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-A',
  fault: 'must be a duration, written as in ISO 8601, for example "P1D", as a string.',
})

textScalar('Currency', {
  description: 'A currency, by its alphabetic code in ISO 4217, for example "NOK".',
  specifiedByURL: 'https://www.six-group.com/en/products-services/financial-information/data-standards.html',
  fault: 'must be an ISO 4217 code, for example "NOK", as a string.',
})

/** A text whose form is checked with the other inputs, as that of a day is. */
function textScalar(
  name: 'Currency' | 'Duration',
  { fault, ...about }: { readonly description: string; readonly specifiedByURL: string; readonly fault: string },
): void {
  const read = (value: unknown, nodes: ValueNode | null = null): string => {
    if (typeof value === 'string') return value
    throw new GraphQLError(fault, { nodes })
  }
  builder.scalarType(name, {
    ...about,
    serialize: value => value,
    parseValue: value => read(value),
    parseLiteral: node => read(textOf(node), node),
  })
}

builder.scalarType('JSON', {
  description: 'A JSON value: an object, list, text, number, boolean or null (RFC 8259).',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: value => value,
  parseValue: value => value,
})

// GraphQL itself gives the refusal of a literal no position.
function readDay(value: unknown, nodes?: ValueNode): string {
  if (typeof value === 'string') return value
  throw new GraphQLError('must be a day of the calendar, written YYYY-MM-DD, as a string.', { nodes: nodes ?? null })
}

function readInstant(value: unknown, nodes?: ValueNode): Date {
  const instant = typeof value === 'string' && RFC3339.test(value) ? new Date(value) : undefined
  if (instant !== undefined && !Number.isNaN(instant.getTime())) return instant
  throw new GraphQLError(
    'must be an instant, written as in RFC 3339, for example "2026-05-18T09:30:00Z", as a string.',
    { nodes: nodes ?? null },
  )
}

function textOf(node: ValueNode): string | undefined {
  return node.kind === Kind.STRING ? node.value : undefined
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

type Money = { readonly amountMinor: bigint; readonly currency: string }
type Reference = {
  readonly iban?: string | null | undefined
  readonly bban?: string | null | undefined
  readonly currency?: string | null | undefined
}

export const Amount = builder.objectRef<Money>('Amount')
implement(Amount, 'An amount of money.', t => ({
  amount: t.of(
    'Decimal',
    'In units of the currency, with exactly its ISO 4217 fraction digits; negative takes money away. For example "-1250.00".',
    amountIn('amountMinor', 'currency'),
  ),
  currency: t.of('Currency', 'ISO 4217 alphabetic code.'),
}))

export const AccountReference = builder.objectRef<Reference>('AccountReference')
implement(AccountReference, 'An account of this or another bank, by its number.', t => ({
  iban: t.optional.text('IBAN (ISO 13616-1:2007), at most 34 characters. Absent when there is none.'),
  bban: t.optional.text('Basic bank account number, at most 30 characters. Absent when there is none.'),
  currency: t.optional.of('Currency', 'ISO 4217 alphabetic code, if it was given.'),
}))

/** The fields of transactions besides money: exchange rates and structured references, in and out. */

export const CurrencyExchange = builder.objectRef<z.output<typeof currencyExchange>>('CurrencyExchange')
implement(CurrencyExchange, 'An exchange rate of a day.', t => ({
  sourceCurrency: t.of('Currency', 'From which currency: ISO 4217.'),
  exchangeRate: t.of('Decimal', 'Factor from source to target, a decimal number.'),
  unitCurrency: t.of('Currency', 'The currency that is 1 in the rate: ISO 4217.'),
  targetCurrency: t.of('Currency', 'To which currency: ISO 4217.'),
  quotationDate: t.day('The day of the rate.'),
  contractIdentification: t.optional.text(
    'Identification of the foreign exchange contract, at most 35 characters. Absent when there is none.',
  ),
}))

export const StructuredRemittance = builder.objectRef<z.output<typeof structuredRemittance>>('StructuredRemittance')
implement(StructuredRemittance, 'A structured reference of a payment.', t => ({
  reference: t.text('The reference, for example a KID; at most 35 characters.'),
  referenceType: t.optional.text('The kind of reference; SCOR is a KID. Absent when there is none.'),
  referenceIssuer: t.optional.text('Who issued the reference. Absent when there is none.'),
}))

type BalanceOf = Balance & { readonly currency: string }

export const BalanceRef = builder.objectRef<BalanceOf>('Balance')
implement(BalanceRef, 'A balance of an account or card account.', t => ({
  balanceType: t.of(BalanceTypeEnum, 'Which of the balances it is.'),
  balanceAmount: t.of(Amount, 'How much there is, in the currency of the account.', balance => balance),
}))

/** Both balances of an account or card account. */
export function showBalances(row: Parameters<typeof balancesOf>[0] & { readonly currency: string }): BalanceOf[] {
  return balancesOf(row).map(balance => ({ ...balance, currency: row.currency }))
}

const ExchangeRateRef = builder.objectRef<ExchangeRate>('ExchangeRate')
implement(ExchangeRateRef, "A row of the bank's table of exchange rates.", t => ({
  sourceCurrency: t.of('Currency', 'From which currency: ISO 4217.'),
  exchangeRate: t.of(
    'Decimal',
    'What one unit of it costs in the target currency, a decimal number with four decimals.',
  ),
  unitCurrency: t.of('Currency', 'The currency that is 1 in the rate: ISO 4217.'),
  targetCurrency: t.of('Currency', 'To which currency: NOK.'),
}))

builder.queryFields(t => ({
  exchangeRates: t.field({
    type: [ExchangeRateRef],
    description:
      'The rates at which the bank exchanges. They are fixed: the same in every world and on every day, so that a test knows its sums beforehand. Currencies that are not listed cannot be exchanged.',
    resolve: () => [...EXCHANGE_RATES],
  }),
}))
