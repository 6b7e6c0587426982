import { afterAll, expect, it } from 'vitest'
import { apart } from '../support/apart.ts'
import { startBank } from '../support/bank.ts'
import {
  damage,
  FIXTURE_SCHEMA,
  type Json,
  type Place,
  pathOf,
  placesIn,
  type Schema,
  WHOLE_FIXTURE,
} from '../support/whole-fixture.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'
const places = placesIn(WHOLE_FIXTURE)

/** What a field must not hold: another type, and whatever lies beyond a bound that the schema names. */
function* wrongs({ schema: part, value }: Place): Generator<readonly [string, Json]> {
  yield ['of a wrong type', typeof value === 'number' || typeof value === 'boolean' ? 'x' : { x: 1 }]
  if (typeof value === 'string') yield* wrongTexts(part)
  else if (typeof value === 'number') {
    yield ['far out of range', -1e15]
    if (part.type === 'integer') yield ['no whole number', 0.5]
    if (part.minimum !== undefined) yield ['below its minimum', part.minimum - 1]
    if (part.maximum !== undefined) yield ['above its maximum', part.maximum + 1]
  } else if (Array.isArray(value)) {
    if ((part.minItems ?? 0) > 0) yield ['too few', []]
    // More entries than that no request has room for.
    if (part.maxItems !== undefined && part.maxItems < 1000)
      yield ['too many', Array.from({ length: part.maxItems + 1 }, (_, place) => distinct(value[0] ?? null, place))]
    if (part.uniqueItems === true) yield ['one of them twice', [...value, value[0] ?? null]]
  }
}

function* wrongTexts(part: Schema): Generator<readonly [string, Json]> {
  yield ['far too long', `${'x'.repeat(9000)}\n`]
  if (part.enum !== undefined) yield ['none of its words', 'NOBODY']
  if ((part.minLength ?? 0) > 0) yield ['too short', '']
  if (part.maxLength !== undefined) yield ['one too long', 'x'.repeat(part.maxLength + 1)]
  if (part.anyOf?.some(one => one.format === 'date-time') === true) {
    yield ['no day of the calendar', '2026-02-30T10:00:00Z']
    yield ['no hour of the day', '2026-02-20T25:00:00Z']
    yield ['no instant', 'yesterday']
  }
  if (part.format === 'date' || part.pattern?.includes('D') === true) yield ['no day of the calendar', '2026-02-30']
  if (part.pattern !== undefined) {
    const pattern = new RegExp(part.pattern)
    for (const text of ['', 'x', '\u0007', '-', '0', '9'.repeat(20), 'ÅØ'])
      if (!pattern.test(text)) yield [`against its pattern, ${JSON.stringify(text)}`, text]
  }
}

/** Another entry like it, as far as its place can make it one. */
function distinct(value: Json, place: number): Json {
  return typeof value === 'number' ? (place % 12) + 1 : value
}

/** Fields that refer to other entries. */
const REFERENCES =
  /\.(owner|psu|agreement|customer|account\.iban|debtorAccount\.iban|accounts\[\d+\]|cardAccounts\[\d+\]|paymentIds\[\d+\])$/
const isReference = ({ keys, value }: Place) =>
  typeof value === 'string' && keys[0] !== 'customers' && REFERENCES.test(`.${pathOf(keys)}`)

let world = await bank.world()
const countAll = async () =>
  (
    await world.graphql(
      '{ worlds(first: 1) { totalCount } customers { totalCount } agreements { totalCount } consents { totalCount } payments { totalCount } }',
    )
  ).text
const apply = async (fixture: Json) => (await world.graphql(APPLY, { fixture })).body

it('has every field that the schema knows, and is right as it is', async () => {
  const known = new Set(places.map(({ keys }) => keys.map(key => (typeof key === 'number' ? '[]' : key)).join('.')))
  const missing = [...fieldsOf(FIXTURE_SCHEMA, [])].filter(field => !known.has(field) && !NEVER_RIGHT.has(field))
  expect(missing).toEqual([])
  const body = await apply(WHOLE_FIXTURE)
  expect(body.errors, JSON.stringify(body.errors)?.slice(0, 1500)).toBeUndefined()
  world = await bank.world()
})

// What editors find the schema by, and what no bulk payment may have.
const NEVER_RIGHT = new Set(['$schema', 'payments.[].payments.[].creditorAgent'])

function* fieldsOf(part: Schema, keys: readonly string[]): Generator<string> {
  for (const [name, inner] of Object.entries(part.properties ?? {})) {
    yield [...keys, name].join('.')
    yield* fieldsOf(inner, [...keys, name])
  }
  if (part.items !== undefined) yield* fieldsOf(part.items, [...keys, '[]'])
}

it('has no field of which an editor could not say what it is', () => {
  expect([...undescribed(FIXTURE_SCHEMA, [])]).toEqual([])
})

function* undescribed(part: Schema, keys: readonly string[]): Generator<string> {
  for (const [name, inner] of Object.entries(part.properties ?? {})) {
    if (inner.description === undefined) yield [...keys, name].join('.')
    yield* undescribed(inner, [...keys, name])
  }
  if (part.items !== undefined) yield* undescribed(part.items, [...keys, '[]'])
}

it('is refused with the path of each field that is damaged, and nothing of it stays', async () => {
  const before = await countAll()
  const everyCase = places.flatMap(place => [
    ...(place.required ? [['missing', place, undefined] as const] : []),
    ...[...wrongs(place)].map(([how, wrong]) => [how, place, wrong] as const),
    ...(isReference(place) ? [['a dangling key', place, 'nobody-of-this-name'] as const] : []),
  ])
  // A field once in each way, however many entries have it.
  const cases = [
    ...new Map(everyCase.map(one => [`${one[0]} ${pathOf(one[1].keys).replaceAll(/\d+/g, '')}`, one])).values(),
  ]
  expect(cases.length).toBeGreaterThan(900)
  const odd: unknown[] = []
  const refusalOf = async (damaged: readonly (typeof cases)[number][]) => {
    const { errors } = await apply(
      damaged.reduce<Json>((whole, [, { keys }, wrong]) => damage(whole, keys, wrong), WHOLE_FIXTURE),
    )
    const paths: (string | undefined)[] =
      errors?.[0].extensions.tppMessages.map((one: { path?: string }) => one.path) ?? []
    const names = (path: string) =>
      paths.some(at => at === path || at?.startsWith(`${path}.`) || at?.startsWith(`${path}[`))
    return { names, first: paths[0] ?? null, message: errors?.[0].message.slice(0, 120) ?? 'applied' }
  }
  // Faults are told together (D16), so several fields are damaged at once; what is not told then is looked at alone.
  for (const several of apart(cases, ([, { keys }]) => pathOf(keys.slice(0, -1)))) {
    const together = await refusalOf(several)
    for (const one of several) {
      const [how, { keys }, wrong] = one
      const path = pathOf(keys)
      if (together.names(path)) continue
      const { names, first, message } = await refusalOf([one])
      if (!names(path)) odd.push([how, path, wrong, first, message])
    }
  }
  expect(odd).toEqual([])
  expect(await countAll()).toBe(before)
})
