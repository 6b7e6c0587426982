import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCli, type RunningBank } from '../../support/clients/cli.ts'

const cli = createCli()
let bank: RunningBank
beforeAll(async () => {
  bank = await cli.serve()
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

const run = async (...args: string[]) => cli.run([...args, '--base', bank.url])
const customers = async (world: string) => {
  const { stdout } = await run('graphql', '{ customers { totalCount } }', '--world', world)
  return JSON.parse(stdout).data.customers.totalCount
}
const add = (world: string, number: string) =>
  run(
    'graphql',
    `mutation { createCustomer(input: { customerNumber: "${number}", name: "Siri", type: PRIVATE }) { customer { id } } }`,
    '--world',
    world,
  )

it('makes worlds, lists them with their clocks, resets and deletes them', async () => {
  const made = await run('world', 'create', 'green', '--from', 'EMPTY')
  expect([made.exitCode, made.stdout]).toEqual([
    0,
    expect.stringMatching(/^The world green is at http.*\/worlds\/green\. Its clock shows /),
  ])
  await add('green', '1')
  expect((await run('world', 'create', 'copy', '--copy-of', 'green', '--expires-after', 'PT1H')).exitCode).toBe(0)
  expect(await customers('copy')).toBe(1)
  const list = await run('world', 'list')
  for (const name of ['default', 'green', 'copy']) expect(list.stdout).toMatch(new RegExp(`^${name} `, 'm'))
  await add('copy', '2')
  expect((await run('world', 'reset', 'copy')).stdout).toMatch(/^The world copy is what it was when it was created/)
  expect(await customers('copy')).toBe(1)
  expect((await run('world', 'delete', 'copy')).stdout).toBe('The world copy is gone, with its snapshots.\n')
  const again = await run('world', 'delete', 'copy')
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('There is no world "copy"')])
})

it('makes worlds of fixtures, and lists what each was made from', async () => {
  const file = join(cli.home, 'bank.yaml')
  writeFileSync(file, 'customers: [{ key: kari, name: Kari, type: PRIVATE }]\n')
  expect((await run('world', 'create', 'waiting', '--fixture', 'approvals')).exitCode).toBe(0)
  expect((await run('world', 'create', 'small', '--fixture', file)).exitCode).toBe(0)
  await run('world', 'create', 'again', '--copy-of', 'small')
  expect([await customers('small'), await customers('again')]).toEqual([1, 1])
  const { stdout } = await run('world', 'list')
  for (const [name, source] of [
    ['default', 'STANDARD'],
    ['waiting', 'FIXTURE approvals'],
    ['small', 'FIXTURE'],
    ['again', 'COPY small'],
  ])
    expect(stdout).toMatch(new RegExp(`^${name} .* ${source}$`, 'm'))
  const unknown = await run('world', 'create', '--fixture', 'aprovals')
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('Is approvals meant?')])
})

it('makes a world from one thing, and names an option that is refused as it is written here, not by its place in the graph', async () => {
  const two = await run('world', 'create', 'both', '--from', 'EMPTY', '--copy-of', 'default')
  expect([two.exitCode, two.stdout, two.stderr]).toEqual([1, '', expect.stringContaining('copyOf')])
  expect((await run('world', 'list')).stdout).not.toMatch(/^both /m)
  for (const [args, said] of [
    [['world', 'create', 'Bad Name'], /^name: The name of a world or snapshot has 1 to 63 letters /],
    [['world', 'create', '--copy-of', 'nowhere'], /^copyOf: There is no world "nowhere"/],
    [
      ['scenario', 'set', 'foo', '--times', '0'],
      /^scenario: names no scenario by "foo".* times: must be a whole number/,
    ],
    [['clock', 'advance', 'soon'], /^by: "soon" is no ISO 8601 duration/],
  ] as const) {
    const { exitCode, stderr } = await run(...args)
    expect([args, exitCode, stderr]).toEqual([args, 1, expect.stringMatching(said)])
  }
})

it('takes a snapshot of a world, restores it, lists it, and makes a world of it', async () => {
  await run('world', 'create', 'blue', '--from', 'EMPTY')
  await add('blue', '1')
  const taken = await run('snapshot', 'take', 'before', '--world', 'blue')
  expect([taken.exitCode, taken.stdout]).toEqual([0, expect.stringContaining('The snapshot before is taken.')])
  await add('blue', '2')
  // As it is printed: of the same world.
  const [, printed = ''] = /npx sandbank (snapshot restore .*)/.exec(taken.stdout) ?? []
  expect((await run(...printed.split(' '))).exitCode, printed).toBe(0)
  expect(await customers('blue')).toBe(1)
  expect((await run('snapshot', 'list', '--world', 'blue')).stdout).toMatch(/^before /m)
  expect((await run('world', 'create', 'navy', '--snapshot', 'before', '--world', 'blue')).exitCode).toBe(0)
  expect(await customers('navy')).toBe(1)
  expect((await run('snapshot', 'delete', 'before', '--world', 'blue')).stdout).toBe('The snapshot before is gone.\n')
  const copied = await run('world', 'create', 'teal', '--world', 'blue')
  expect([copied.exitCode, copied.stderr]).toEqual([2, expect.stringContaining('--copy-of')])
  const gone = await run('snapshot', 'restore', 'before', '--world', 'blue')
  expect([gone.exitCode, gone.stderr]).toEqual([1, expect.stringContaining('has no snapshot "before"')])
})
