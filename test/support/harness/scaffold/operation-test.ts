import { capital, withArticle } from './names.ts'
import type { Begun } from './operations.ts'

/** What a noun needs besides itself before one is made. */
const MADE: Readonly<Record<string, string>> = {
  Agreement: 'addAgreement(world, owner)',
}

/** The test of an operation at both doors, with a block for each status. */
export function operationTest({ name, Name, one, One, word, path, id, idField, nameField, unique }: Begun): string {
  const owner = MADE[One] !== undefined
  const make = MADE[One] ?? `add${One}(world)`
  const names = [`add${One}`, ...(owner ? ['addCorporation'] : []), 'expectRefusal', 'UNKNOWN_ID']
  return `import { afterAll, describe, expect, it } from 'vitest'
import { ${names.join(', ')} } from '../../support/builders/builders.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const pathOf = (id: string) => '${path}'.replace('{${id}}', id)
afterAll(() => expect(bank.faults).toEqual([]))

/** ${capital(withArticle(word))} of a world of its own. */
async function make(world: World): Promise<string> {
${owner ? '  const owner = (await addCorporation(world)).customerNumber\n' : ''}  return (await ${make}).${idField}
}

const nameOf = async (world: World, id: string) =>
  (await ask(world, 'query ($id: ID!) { node(id: $id) { ... on ${One} { ${nameField} } } }', { id })).node.${nameField}

describe('204', () => {
  it('gives ${withArticle(word)} another name, at REST and at GraphQL', async () => {
    const world = await bank.world()
    const id = await make(world)
    const answer = await world.call('PUT', pathOf(id), { body: { name: 'By REST' } })
    expect(answer.status, answer.text).toBe(204)
    expect(await nameOf(world, id)).toBe('By REST')
    const input = { id, name: 'By GraphQL' }
    const mutation = 'mutation ($input: ${Name}Input!) { ${name}(input: $input) { ${one} { ${nameField} } } }'
    expect(await ask(world, mutation, { input })).toEqual({ ${name}: { ${one}: { ${nameField}: 'By GraphQL' } } })
    expect(await nameOf(world, id)).toBe('By GraphQL')
  })
})

describe('400', () => {
  it('without a name, and the old one stays', async () => {
    const world = await bank.world()
    const id = await make(world)
    const before = await nameOf(world, id)
    expectRefusal(await world.call('PUT', pathOf(id), { body: {} }), 400, 'FORMAT_ERROR')
    expect(await nameOf(world, id)).toBe(before)
  })
})

describe('404', () => {
  it('for ${withArticle(word)} that the world does not have', async () => {
    const [world, other] = [await bank.world(), await bank.world()]
    for (const unknown of [await make(other), UNKNOWN_ID])
      expectRefusal(await world.call('PUT', pathOf(unknown), { body: { name: 'New' } }), 404, 'RESOURCE_UNKNOWN')
  })
})
${unique.length === 0 ? '' : conflict(owner, make, idField, word)}`
}

const conflict = (owner: boolean, make: string, idField: string, word: string) => `
describe('409', () => {
  it('for the name of another ${word}, but not for its own', async () => {
    const world = await bank.world()
${owner ? '    const owner = (await addCorporation(world)).customerNumber\n' : ''}    const [one, other] = [await ${make}, await ${make}]
    expectRefusal(await world.call('PUT', pathOf(one.${idField}), { body: { name: other.name } }), 409, 'CONFLICT')
    expect((await world.call('PUT', pathOf(one.${idField}), { body: { name: one.name } })).status).toBe(204)
  })
})
`
