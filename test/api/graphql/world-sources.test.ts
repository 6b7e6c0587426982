import { afterAll, describe, expect, it } from 'vitest'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

/** D130: what a world is made from is exactly one source, given to createWorld, or to resetWorld in place of what the world was made from. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const RESET =
  'mutation ($input: ResetWorldInput!) { resetWorld(input: $input) { world { madeFrom { kind } counts { customers } } } }'
const CREATE = 'mutation ($input: CreateWorldInput!) { createWorld(input: $input) { world { name } } }'
const KARI = { customers: [{ key: 'kari', name: 'Kari', type: 'PRIVATE' }] }

const reset = async ({ name }: World, source?: object) =>
  (await ask(bank.at('default'), RESET, { input: { name, source } })).resetWorld.world

it('gives a world the contents of another source, and without one those of its own (D81)', async () => {
  const world = await bank.world()
  const kind = 'EMPTY'
  const counting = (customers: number) => ({ madeFrom: { kind }, counts: { customers } })
  expect(await reset(world)).toEqual(counting(0))
  expect(await reset(world, { standard: true })).toEqual(counting(4))
  expect(await reset(world)).toEqual(counting(0))
  expect(await reset(world, { fixture: KARI })).toEqual(counting(1))
  await ask(world, 'mutation { takeSnapshot(name: "one") { snapshot { name } } }')
  const other = await bank.world()
  expect(await reset(other, { copyOf: world.name })).toEqual(counting(1))
  expect(await reset(other, { empty: true })).toEqual(counting(0))
  expect(await reset(other, { snapshot: { world: world.name, name: 'one' } })).toEqual(counting(1))
  expect(
    (await reset(other, { fixtureName: (await ask(world, '{ fixtures { name } }')).fixtures[0].name })).madeFrom,
  ).toEqual({ kind })
})

const existing = await bank.world()

describe.each([
  ['createWorld', CREATE, {}],
  ['resetWorld', RESET, { name: existing.name }],
] as const)('%s', (field, query, beside) => {
  const SOURCES: readonly (readonly [string, object, string, readonly string[]])[] = [
    ['two sources', { empty: true, standard: true }, '{ empty: true, standard: true }', ['input.source']],
    ['no source', {}, '{ }', ['input.source']],
    ['a source that is none', { emtpy: true }, '{ emtpy: true }', ['input.source', 'input.source.emtpy']],
    ['false', { standard: false }, '{ standard: false }', ['input.source.standard']],
    ['a number', { copyOf: 5 }, '{ copyOf: 5 }', ['input.source.copyOf']],
    ['a snapshot without its name', { snapshot: {} }, '{ snapshot: {} }', ['input.source.snapshot.name']],
    [
      'faults of a document, beside others',
      { fixture: { customers: [{ key: 'kari', nmae: 'x', type: 'PRIVATE' }] }, empty: true },
      '{ fixture: { customers: [{ key: "kari", nmae: "x", type: PRIVATE }] }, empty: true }',
      ['customers[0].name', 'customers[0].nmae', 'input.source'],
    ],
    [
      'faults of a document',
      { fixture: { customers: [{ key: 'kari', nmae: 'x', type: 'PRIVATE' }] } },
      '{ fixture: { customers: [{ key: "kari", nmae: "x", type: PRIVATE }] } }',
      ['customers[0].name', 'customers[0].nmae'],
    ],
  ]
  const placesOf = async (asked: string, variables = {}) => {
    const { code, tppMessages } = await refused(bank.at('default'), asked, variables)
    return [code, tppMessages.map(({ path }: { path?: string }) => path).toSorted()]
  }

  it.each(SOURCES)(
    'refuses %s with their places, in a variable and in a literal',
    async (_, source, literal, places) => {
      const wanted = ['FORMAT_ERROR', places]
      expect(await placesOf(query, { input: { ...beside, source } })).toEqual(wanted)
      const name = 'name' in beside ? `name: "${beside.name}", ` : ''
      expect(await placesOf(`mutation { ${field}(input: { ${name}source: ${literal} }) { __typename } }`)).toEqual(
        wanted,
      )
    },
  )

  it('refuses what is no field of the input, and names the one that is meant', async () => {
    const { tppMessages } = await refused(bank.at('default'), query, { input: { nmae: 'x', source: { empty: true } } })
    const fault = { path: 'input.nmae', text: 'is not a field of this request (D18): did you mean "name"?' }
    expect(tppMessages).toContainEqual(expect.objectContaining(fault))
    expect((await refused(bank.at('default'), query, { input: 'x' })).code).toBe('FORMAT_ERROR')
  })
})
