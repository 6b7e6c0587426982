import type { Forms } from './names.ts'

/** The tests of a new noun: its rule, and both doors. */
export function nounTests(forms: Forms): Readonly<Record<string, string>> {
  const { file } = forms
  return {
    [`test/domain/${file}.test.ts`]: domain(forms),
    [`test/api/rest/${file}.test.ts`]: rest(forms),
    [`test/api/graphql/${file}.test.ts`]: graphql(forms),
  }
}

const domain = ({ One, file, word }: Forms) => `import { expect, it } from 'vitest'
import { assertNew${One} } from '../../src/domain/${file}.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

it('takes a name that no other ${word} has, and names the one that has it', () => {
  expect(() => assertNew${One}('Rent', null)).not.toThrow()
  expectRefusal(() => assertNew${One}('Rent', { id: 'one' }), 'CONFLICT', /There is already/)
})
`

const rest = ({ One, one, many, aWord, words, word }: Forms) => `import { afterAll, describe, expect, it } from 'vitest'
import { add${One}, ${one}Body, expectRefusal, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const path = PATHS.${many}
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it('adds ${aWord}, and says where it is', async () => {
    const world = await bank.world()
    const answer = await world.call('POST', path, { body: { name: 'Rent' } })
    expect(answer.status, answer.text).toBe(201)
    const self = \`\${world.base}\${path}/\${answer.body.id}\`
    expect(answer.headers['location']).toBe(self)
    expect(answer.body).toEqual({
      id: answer.body.id,
      name: 'Rent',
      _links: { self: { href: self, verbs: ['GET', 'DELETE'] } },
    })
    expect((await world.call('GET', \`\${path}/\${answer.body.id}\`)).body).toEqual(answer.body)
  })
})

describe('200', () => {
  it('lists the ${words} of the world alone, oldest first', async () => {
    const [world, other] = [await bank.world(), await bank.world()]
    const made = [await add${One}(world), await add${One}(world)]
    expect((await world.call('GET', path)).body).toEqual(made)
    expect((await other.call('GET', path)).body).toEqual([])
  })
})

describe('204', () => {
  it('deletes ${aWord}, whose name is free then', async () => {
    const world = await bank.world()
    const { id, name } = await add${One}(world)
    expect((await world.call('DELETE', \`\${path}/\${id}\`)).status).toBe(204)
    expectRefusal(await world.call('GET', \`\${path}/\${id}\`), 404, 'RESOURCE_UNKNOWN')
    await add${One}(world, { name })
  })
})

describe('400', () => {
  it.each([
    [{}, 'name: is required.'],
    [{ name: '' }, 'name: must have 1 to 70 characters; it has 0.'],
    [{ name: 'x'.repeat(71) }, 'name: must have 1 to 70 characters; it has 71.'],
    [{ name: 'Rent', title: 'Rent' }, 'title: '],
  ])('for the body %j', async (body, fault) => {
    const world = await bank.world()
    const faults = expectRefusal(await world.call('POST', path, { body }), 400, 'FORMAT_ERROR')
    expect(faults.some(text => text.startsWith(fault)), faults.join()).toBe(true)
    expect((await world.call('GET', path)).body).toEqual([])
  })
})

describe('404', () => {
  it.each(['GET', 'DELETE'] as const)('%s of ${aWord} that another world has', async method => {
    const [world, other] = [await bank.world(), await bank.world()]
    const { id } = await add${One}(other)
    for (const unknown of [id, UNKNOWN_ID])
      expectRefusal(await world.call(method, \`\${path}/\${unknown}\`), 404, 'RESOURCE_UNKNOWN')
  })
})

describe('409', () => {
  it('for a name that another ${word} has', async () => {
    const world = await bank.world()
    const { id, name } = await add${One}(world)
    const answer = await world.call('POST', path, { body: ${one}Body({ name }) })
    expect(expectRefusal(answer, 409, 'CONFLICT')).toEqual([
      \`name: There is already ${aWord} with the name \${JSON.stringify(name)}: \${id}.\`,
    ])
  })
})
`

const graphql = ({ One, Many, one, many, aWord, words, word }: Forms) => `import { expect, it } from 'vitest'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const CREATE = 'mutation ($input: Create${One}Input!) { create${One}(input: $input) { ${one} { id key name } } }'

it('creates ${aWord} with a key, which stands for its id (D83)', async () => {
  const world = await server.world()
  const made = await world.run(CREATE, { input: { key: 'rent', name: 'Rent' } })
  const { ${one} } = made.data.create${One}
  expect(${one}).toEqual({ id: expect.any(String), key: 'rent', name: 'Rent' })
  const read = await world.run('{ ${one}(id: "rent") { id key name } }')
  expect(read.data).toEqual({ ${one} })
})

it('creates several at once, or none', async () => {
  const world = await server.world()
  const create = (...names: string[]) =>
    world.run('mutation ($inputs: [Create${One}Input!]!) { create${Many}(inputs: $inputs) { ${many} { name } } }', {
      inputs: names.map(name => ({ name })),
    })
  expect((await create('Rent', 'Rent')).errors[0].extensions.code).toBe('CONFLICT')
  expect((await create('Rent', 'Power')).data.create${Many}.${many}).toEqual([{ name: 'Rent' }, { name: 'Power' }])
  expect((await world.run('{ ${many} { totalCount } }')).data.${many}.totalCount).toBe(2)
})

it('refuses a name that another ${word} has, as REST does', async () => {
  const world = await server.world()
  await world.run(CREATE, { input: { name: 'Rent' } })
  const { errors } = await world.run(CREATE, { input: { name: 'Rent' } })
  expect(errors[0].extensions).toMatchObject({ code: 'CONFLICT', tppMessages: [{ code: 'CONFLICT', path: 'input.name' }] })
})

it('lists ${words} by a part of their name', async () => {
  const world = await server.world()
  for (const name of ['Rent', 'Power']) await world.run(CREATE, { input: { name } })
  const list = async (filter: object) => {
    const query = 'query ($filter: ${One}FilterInput) { ${many}(filter: $filter) { nodes { name } } }'
    return (await world.run(query, { filter })).data.${many}.nodes.map(({ name }: { name: string }) => name)
  }
  expect(await list({})).toEqual(['Rent', 'Power'])
  expect(await list({ nameContains: 'REN' })).toEqual(['Rent'])
  expect(await list({ nameContains: '%' })).toEqual([])
})

it('deletes ${aWord}, and answers what it was', async () => {
  const world = await server.world()
  await world.run(CREATE, { input: { key: 'rent', name: 'Rent' } })
  const remove = () => world.run('mutation { delete${One}(id: "rent") { ${one} { name } } }')
  expect((await remove()).data.delete${One}.${one}).toEqual({ name: 'Rent' })
  expect((await remove()).errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
})

it('comes back in the document of its world, and from it (D85)', async () => {
  const world = await server.world()
  await world.run(CREATE, { input: { key: 'rent', name: 'Rent' } })
  const { fixture } = (await world.run('{ fixture }')).data
  expect(fixture.${many}).toEqual([{ key: 'rent', name: 'Rent' }])
  const again = await server.world()
  await again.run('mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { __typename } }', { fixture })
  expect((await again.run('{ fixture }')).data.fixture.${many}).toEqual(fixture.${many})
})
`
