import fc from 'fast-check'
import { anyText } from '../support/builders/texts.ts'

/** A valid body with one to three things wrong, or merely odd, anywhere in it. */
export function mutantsOf(valid: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(fc.record({ place: fc.nat(), change }), { minLength: 1, maxLength: 3 })
    .map(changes =>
      changes.reduce<unknown>((body, { place, change }) => applyAt(body, place % countPlaces(body), change), valid),
    )
}

/** JSON as a text that the grammar, or a reader's limits, may not bear. */
export function brokenTexts(valid: unknown): fc.Arbitrary<Uint8Array> {
  const text = JSON.stringify(valid)
  return fc.oneof(
    fc.nat(text.length).map(length => Buffer.from(text.slice(0, length))),
    fc
      .tuple(fc.nat(text.length), fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, bytes]) => Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))])),
    fc.uint8Array({ maxLength: 64 }),
    fc
      .constantFrom(
        `\ufeff${text}`,
        `${text}${text}`,
        `${text.slice(0, -1)},"type":"PRIVATE","type":"CORPORATE"}`,
        `${text.slice(0, -1)},"__proto__":{"polluted":1}}`,
        `${text.slice(0, -1)},"constructor":{"prototype":{"polluted":1}}}`,
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
        '1e400',
        '-1e400',
        '"\\ud800"',
        'null',
        '[]',
        '0',
        '""',
      )
      .map(raw => Buffer.from(raw)),
  )
}

/** Text that programs trip over. */
export const oddText = fc.oneof(
  anyText({ maxLength: 80 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\u0000b',
    '\u202eabc',
    '\u009b31m',
    '\u2028',
    '\ufeff',
    '__proto__',
    'constructor',
    'toString',
    "'; DROP TABLE Customer; --",
    '%s%n',
    '{{7*7}}',
    '../../etc/passwd',
    'NaN',
    '1e999',
    'x'.repeat(5000),
    '😀'.repeat(70),
    '👨‍👩‍👧‍👦'.repeat(20),
  ),
)

const oddNumber = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(
    0,
    -0,
    1e21,
    1e300,
    -1e300,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    0.1 + 0.2,
    5e-324,
    9_999_999_999_999.99,
    10_000_000_000_000,
  ),
)

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], nest(50)),
  fc.jsonValue({ maxDepth: 4 }),
)

type Change = (value: unknown) => unknown

const change: fc.Arbitrary<Change> = fc.oneof(
  oddValue.map(
    (odd): Change =>
      () =>
        odd,
  ),
  fc.tuple(oddText, oddValue).map(
    ([key, odd]): Change =>
      value =>
        withField(value, key, odd),
  ),
  fc.constant<Change>(value => [value]),
  fc.constant<Change>(value => (Array.isArray(value) ? [...value, ...value] : [value, value])),
  fc.constant<Change>(value => (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value))),
  fc.constant<Change>(() => undefined),
  fc.nat(100).map(
    (times): Change =>
      value =>
        typeof value === 'string' ? value.repeat(times) : times,
  ),
)

function withField(value: unknown, key: string, odd: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [key]: odd }
  const copy = { ...value }
  Object.defineProperty(copy, key, { value: odd, enumerable: true, configurable: true })
  return copy
}

function nest(depth: number): unknown {
  return depth === 0 ? 1 : { deeper: [nest(depth - 1)] }
}

function countPlaces(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce<number>((sum, child) => sum + countPlaces(child), 0)
}

/** Changes the value at the n-th place of a tree, counted from its root. */
function applyAt(value: unknown, place: number, change: Change): unknown {
  if (place === 0) return change(value)
  if (typeof value !== 'object' || value === null) return value
  let before = 1
  const children = Object.entries(value).map(([key, child]): [string, unknown] => {
    const at = place - before
    const size = countPlaces(child)
    before += size
    return [key, at >= 0 && at < size ? applyAt(child, at, change) : child]
  })
  return Array.isArray(value) ? children.map(([, child]) => child) : Object.fromEntries(children)
}
