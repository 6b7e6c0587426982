import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const LINE = 'query ($name: String!, $at: String) { snapshotLine(name: $name, at: $at) { line next } }'
const BEGIN = 'mutation ($line: String!) { beginSnapshot(line: $line) }'
const ADD = 'mutation ($id: ID!, $line: String!) { addSnapshotLine(id: $id, line: $line) }'
const FINISH = 'mutation ($id: ID!, $name: String) { finishSnapshot(id: $id, name: $name) { name takenAt } }'

let world: World
let lines: string[]
beforeAll(async () => {
  world = await bank.world('STANDARD')
  await ask(world, 'mutation { takeSnapshot(name: "kept") { name } }')
  lines = await read('kept')
})

async function read(name: string): Promise<string[]> {
  const found: string[] = []
  for (let at: string | null = null, more = true; more; ) {
    const { line, next }: { line: string; next: string | null } = (await ask(world, LINE, { name, at })).snapshotLine
    if (line !== '') found.push(line)
    more = next !== null
    at = next
  }
  return found
}
/** So deep that no recursion comes to its end. */
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000)
const begin = async (head = lines[0]) => (await ask(world, BEGIN, { line: head })).beginSnapshot

describe('The lines of a snapshot', () => {
  it('are small, and make the same world again in any world', async () => {
    expect(lines.length).toBeGreaterThan(8)
    for (const line of lines) expect(line.length).toBeLessThan(400_000)
    const other = await bank.world()
    const { beginSnapshot: id } = await ask(other, BEGIN, { line: lines[0] })
    for (const line of lines.slice(1)) await ask(other, ADD, { id, line })
    await ask(other, FINISH, { id })
    await ask(other, 'mutation { restoreSnapshot(name: "kept") { name } }')
    const compared = await ask(
      other,
      'query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!) { diffWorlds(left: $left, right: $right) { equal } }',
      { left: { world: world.name }, right: { world: other.name } },
    )
    expect(compared.diffWorlds.equal).toBe(true)
  })

  it('are those of one snapshot: another of the same name in the middle is a conflict', async () => {
    await ask(world, 'mutation { takeSnapshot(name: "twice") { name } }')
    const { next } = (await ask(world, LINE, { name: 'twice' })).snapshotLine
    await ask(world, 'mutation { deleteSnapshot(name: "twice") { name } takeSnapshot(name: "twice") { name } }')
    expect((await refused(world, LINE, { name: 'twice', at: next })).code).toBe('CONFLICT')
    for (const at of ['', '{}', '[]', '{"content":"x","table":-1}'])
      expect((await refused(world, LINE, { name: 'twice', at })).code).toBe('FORMAT_ERROR')
  })

  it('that are longer than any that the bank writes are refused before they are read', async () => {
    const long = { ...JSON.parse(lines[0] ?? ''), layout: 'x'.repeat(100_000) }
    const { tppMessages } = await refused(world, BEGIN, { line: JSON.stringify(long) })
    const text = 'must be a line that the bank has written.'
    expect(tppMessages).toEqual([expect.objectContaining({ code: 'FORMAT_ERROR', path: 'line', text })])
  })

  it('of another version are refused with what to do', async () => {
    const head = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), layout: 'older' })
    const refusal = await refused(world, BEGIN, { line: head })
    expect(refusal.code).toBe('FORMAT_ERROR')
    expect(refusal.tppMessages[0].text).toContain('written by another version of Sandbank (layout "older"')
    for (const line of [
      '',
      '[]',
      'null',
      '{"sandbank":"fixture"}',
      JSON.stringify({ ...JSON.parse(lines[0] ?? ''), keptAt: 'yesterday' }),
    ])
      expect((await refused(world, BEGIN, { line })).code).toBe('FORMAT_ERROR')
  })

  it('are refused with their place when any one value in them is of another kind', async () => {
    const id = await begin()
    for (const text of lines.slice(1)) {
      const { table, rows } = JSON.parse(text)
      for (const [column, value] of rows[0].entries()) {
        // A null says nothing of what else would be right.
        for (const wrong of value === null ? [{ x: 1 }] : [{ x: 1 }, typeof value === 'string' ? 12.5 : 'x']) {
          const line = JSON.stringify({ table, rows: [rows[0].with(column, wrong)] })
          const refusal = await refused(world, ADD, { id, line })
          expect([table, column, refusal.code, refusal.tppMessages[0].text]).toEqual([
            table,
            column,
            'FORMAT_ERROR',
            expect.stringContaining(`${table}[0].`),
          ])
        }
      }
    }
  })

  it('of the layout before this one are refused where they hold what no bank has written', async () => {
    const id = await begin(JSON.stringify({ ...JSON.parse(lines[0] ?? ''), layout: '2b055782c1d975a8' }))
    const line = `{"table":"FixtureEntry","rows":[["account","x","daily",${DEEP}]]}`
    expect((await refused(world, ADD, { id, line })).code).toBe('FORMAT_ERROR')
  })

  it('that are odd in any other way are refused, and nothing of them stays', async () => {
    const id = await begin()
    const customers = JSON.parse(lines[1] ?? '')
    const odd = [
      '',
      '{}',
      '[]',
      '{"table":"World","rows":[]}',
      `{"table":${DEEP},"rows":[]}`,
      `{"table":"Customer","rows":[${DEEP}]}`,
      '{"table":"sqlite_master","rows":[["x"]]}',
      JSON.stringify({ ...customers, rows: [customers.rows[0].slice(1)] }),
      JSON.stringify({ ...customers, rows: [customers.rows[0], customers.rows[0]] }),
      // Rows that refer to others come after them.
      lines.find(line => line.startsWith('{"table":"Account"')) ?? '',
    ]
    for (const line of odd)
      expect([line.slice(0, 60), (await refused(world, ADD, { id, line })).code]).toEqual([
        line.slice(0, 60),
        'FORMAT_ERROR',
      ])
    expect(await bank.store.reader.customer.count({ where: { worldId: id } })).toBe(0)
    expect((await refused(world, ADD, { id: world.name, line: lines[1] })).code).toBe('RESOURCE_UNKNOWN')
    expect((await refused(world, FINISH, { id, name: 'kept' })).code).toBe('CONFLICT')
    await ask(world, FINISH, { id, name: 'empty' })
    expect((await refused(world, ADD, { id, line: lines[1] })).code).toBe('RESOURCE_UNKNOWN')
  })
})
