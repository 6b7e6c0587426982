import type { Json, Place } from '../builders/whole-fixture.ts'

/** A value that a document must not fall over, whatever becomes of it; `undefined` takes the field out. */
export type HostileCase = { readonly how: string; readonly place: Place; readonly value: Json | undefined }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isId = ({ value }: Place) => typeof value === 'string' && UUID.test(value)

/** What looks like days counted from the world's own and is none (D84). */
export const NO_RELATIVE_DAYS = [
  ...['-99999999D', '999999D', '--1D', '-+1D', '-1.5D', '1e1D', '0x1D', '-1_0D', 'D', '-D', '1'],
  ...[' -1D', '-1D ', '-1D\n', '- 1D', '-1 D', '\u22121D', '\uff11D', '\u0661D', '-1d', '-1\u0414', '-1D-1D'],
  ...['P1D', '-P1D', '-1W', '-1DT1H', '-1Days', 'today', 'yesterday', 'NaND', '-InfinityD'],
]
/** Those that are, at the edges of what is written, with the day that each is in a world whose day is 2 March 2030. */
export const RELATIVE_DAYS: Readonly<Record<string, string>> = {
  ...{ '0D': '2030-03-02', '-0D': '2030-03-02', '-1D': '2030-03-01', '1D': '2030-03-03', '-00001D': '2030-03-01' },
  ...{ '-2D': '2030-02-28', '-99999D': '1756-05-18', '99999D': '2303-12-16' },
}

const INSTANTS = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999Z',
  '2026-03-02T09:00:00+01:00',
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  ...Object.keys(RELATIVE_DAYS),
  ...NO_RELATIVE_DAYS,
]
const DAYS = [
  ...['0001-01-01', '9999-12-31', '0000-01-01', '1969-12-31'],
  ...Object.keys(RELATIVE_DAYS),
  ...NO_RELATIVE_DAYS,
]
const TEXTS = [
  ...['0', '-0', '0.00', '9999999999999.99', '-9999999999999.99', '99999999999999', '-0.01', '0.001', '1', '1e5'],
  ...['__proto__', 'constructor', '-1D', '9999-12-31', ' ', '\u202e', '\ud800', '😀'.repeat(35), 'x'.repeat(35)],
  ...["'; DROP TABLE Customer; --", '00000000-0000-0000-0000-000000000000', 'clearing', 'fees', 'SANDBANK', 'kari'],
  ...['NO9386011117947', 'NO6515039000018', '15039000018', '01017012345', 'DE89370400440532013000', 'DNBANOKK'],
  ...['NOK', 'JPY', 'BHD', 'XDR'],
]
const NUMBERS = [
  ...[0, -0, 1, -1, 12, 2_147_483_647, -2_147_483_648, 9_999_999_999_999.99, -9_999_999_999_999.99],
  ...[Number.MAX_SAFE_INTEGER, 1e-7, 5e-324, 1e21, 0.1 + 0.2],
]

/** Values of a field's own type at and beyond the edges of what it may be. */
export function hostileValues(place: Place): HostileCase[] {
  return [...valuesOf(place)].map(([how, value]) => ({ how, place, value }))
}

function* valuesOf({ schema: part, value, ...place }: Place): Generator<readonly [string, Json | undefined]> {
  yield ['left out', undefined]
  if (isId({ schema: part, value, ...place })) {
    yield ['the lowest id', '00000000-0000-0000-0000-000000000000']
    yield ['the highest id', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  } else if (part.enum !== undefined) for (const word of part.enum) yield [`the word ${word}`, word]
  else if (part.anyOf?.some(one => one.format === 'date-time') === true) for (const one of INSTANTS) yield [one, one]
  else if (part.pattern?.includes('\\d{4}-') === true) for (const one of DAYS) yield [one, one]
  else if (typeof value === 'string') for (const one of TEXTS) yield [JSON.stringify(one), one]
  else if (typeof value === 'number') for (const one of NUMBERS) yield [String(one), one]
  else if (typeof value === 'boolean') yield [String(!value), !value]
  else if (Array.isArray(value)) yield* lists(value)
  else yield ['empty', {}]
}

function* lists(value: readonly Json[]): Generator<readonly [string, Json]> {
  yield ['empty', []]
  yield ['each of it twice', [...value, ...value]]
  yield ['reversed', value.toReversed()]
  // About as long as a request has room for.
  const times = Math.min(500, Math.floor(400_000 / JSON.stringify(value).length))
  yield ['very long', Array.from({ length: times }, () => value).flat()]
}
