import { CURRENCIES, minorUnits } from '../../../src/domain/money.ts'
import { Prisma } from '../../../src/generated/client.ts'
import { tables } from '../../../src/platform/store/queries/tables.ts'
import type { Random } from '../../platform/store/sqlite/random-calls.ts'
import { isOnPostgres } from '../harness/database.ts'

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]

const TEXTS = [
  ...['Ola Nordmann', 'ÆØÅ æøå', '🏦 bank', '"quoted"', 'back\\slash', "o'b", '</script>', '%d %s', '', ' ', '[', '{}'],
  ...[
    'line\nbreak',
    'tab\tstop',
    '\r\b\f',
    // PostgreSQL holds none.
    isOnPostgres ? 'ab' : 'a\u0000b',
    '\u001f\u007f\u0080',
    '\u2028\u2029',
    ',"id":null',
    'é'.repeat(140),
  ],
] as const satisfies readonly string[]
const AMOUNTS = [
  ...[0n, 1n, -1n, 9n, -10n, 99n, -99n, 100n, -100n, 101n, 999n, -12_345n, 10_000_000n, 123_456_789_012_345n],
  ...[9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 9_007_199_254_740_993n],
] as const
const STORED = {
  remittanceInformationUnstructuredArray: [['one', 'two "lines"'], [], { no: 'list' }],
  remittanceInformationStructuredArray: [[{ reference: '2345676' }], [{ reference: 'x', referenceType: 'SCOR' }], [{}]],
  currencyExchange: [
    {
      sourceCurrency: 'EUR',
      exchangeRate: '11.4320',
      unitCurrency: 'EUR',
      targetCurrency: 'NOK',
      quotationDate: '2030-01-02',
    },
    { exchangeRate: 'no rate' },
  ],
} as const satisfies Readonly<Record<string, readonly unknown[]>>

/** Lines of a statement in which anything stands that a column may hold, also what no command would write. */
export function randomLines(
  random: Random,
  count: number,
  of: { readonly worldId: string; readonly accountId: string; readonly bookingDate: string },
): Record<string, unknown>[] {
  const fields = [...(tables.get('Transaction')?.fields.values() ?? [])]
  const odd = CURRENCIES.filter(code => minorUnits(code) !== 2)
  return Array.from({ length: count }, (_, place) => {
    const row: Record<string, unknown> = {}
    for (const { name, nullable, type } of fields) {
      if (type === 'Json') {
        const values: readonly unknown[] = Reflect.get(STORED, name)
        row[name] = random() < 0.9 ? Prisma.DbNull : values[Math.floor(random() * values.length)]
      } else row[name] = nullable && random() < 0.5 ? null : pick(random, TEXTS)
    }
    return {
      ...row,
      ...of,
      id: `line-${String(place).padStart(6, '0')}${pick(random, ['', '"', '\\', 'Ø'])}`,
      amountMinor: random() < 0.5 ? pick(random, AMOUNTS) : BigInt(Math.floor((random() - 0.5) * 1_000_000)),
      currency: pick(random, ['NOK', 'NOK', 'NOK', 'EUR', 'a"b', 'JPY', ...odd]),
      paymentId: null,
      createdAt: new Date(Math.floor(random() * 4_000_000_000_000)),
    }
  })
}
