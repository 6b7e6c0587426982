import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { based, type Effects, jsonOf, ONLY_IN_GREEN, type Tried, worlded } from './tried.ts'

const COUNT = '{ customers { totalCount } }'
/** A list of what has names. */
const SOME = expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })])
const NOWHERE = ['--world', 'nowhere'] as const

/** world, snapshot, fixture, open. */
export const WORLDS: Effects = {
  'world list --json': jsonOf(['world', 'list'], SOME),
  'world list --base': based('world', 'list'),
  'world create --from': creates(['--from', 'EMPTY'], 0),
  'world create --copy-of': creates(['--copy-of', 'green'], 1),
  'world create --snapshot': async tried => {
    await tried.print('snapshot', 'take', 'one', '--world', 'green')
    await creates(['--snapshot', 'one', '--world', 'green'], 1)(tried)
  },
  'world create --world': async ({ run, print }) => {
    await print('snapshot', 'take', 'two', '--world', 'green')
    const { exitCode, stderr } = await run('world', 'create', '--snapshot', 'two')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"two"')])
    await print('world', 'create', '--snapshot', 'two', '--world', 'green')
  },
  'world create --fixture': async tried => {
    writeFileSync(tried.file('small.yaml'), 'customers: [{ name: Kari, type: PRIVATE }]\n')
    await creates(['--fixture', tried.file('small.yaml')], 1)(tried)
  },
  'world create --clock': async ({ print }) => {
    expect(await print('world', 'create', '--from', 'EMPTY', '--clock', '2026-03-02T09:00:00Z')).toContain(
      '2026-03-02T09:00',
    )
  },
  'world create --expires-after': async ({ print }) => {
    await print('world', 'create', 'brief', '--from', 'EMPTY', '--expires-after', 'PT1H')
    const [brief] = JSON.parse(await print('world', 'list', '--json')).filter(named('brief'))
    expect(brief.expiresAt).toMatch(/^\d{4}-.*Z$/)
  },
  'world create --base': based('world', 'create', 'found', '--from', 'EMPTY'),
  'world reset --base': based('world', 'reset', 'nowhere'),
  'world delete --base': based('world', 'delete', 'nowhere'),
  'snapshot take --world': async tried => {
    await tried.print('snapshot', 'take', 'taken', '--world', 'green')
    expect(await snapshotsOf(tried, 'green')).toContain('taken')
    expect(await snapshotsOf(tried, 'default')).not.toContain('taken')
  },
  'snapshot restore --world': async ({ print, ask, run }) => {
    await print('world', 'create', 'moved', '--from', 'EMPTY')
    await print('snapshot', 'take', 'empty', '--world', 'moved')
    await ask(
      'mutation { createCustomer(input: { customerNumber: "01017000009", name: "Åse", type: PRIVATE }) { customer { id } } }',
      'moved',
    )
    await print('snapshot', 'restore', 'empty', '--world', 'moved')
    expect(await ask(COUNT, 'moved')).toEqual({ customers: { totalCount: 0 } })
    expect((await run('snapshot', 'restore', 'empty', ...NOWHERE)).stderr).toContain('nowhere')
  },
  'snapshot delete --world': async tried => {
    await tried.print('snapshot', 'take', 'gone', '--world', 'green')
    expect((await tried.run('snapshot', 'delete', 'gone')).exitCode).toBe(1)
    await tried.print('snapshot', 'delete', 'gone', '--world', 'green')
    expect(await snapshotsOf(tried, 'green')).not.toContain('gone')
  },
  'snapshot take --base': based('snapshot', 'take', 'found'),
  'snapshot restore --base': based('snapshot', 'restore', 'none'),
  'snapshot delete --base': based('snapshot', 'delete', 'none'),
  'snapshot list --base': based('snapshot', 'list'),
  'snapshot list --world': async tried => {
    await tried.print('snapshot', 'take', 'listed', '--world', 'green')
    await worlded(['snapshot', 'list'], /^listed /m)(tried)
  },
  'snapshot list --json': async tried => {
    await tried.run('snapshot', 'take', 'shown')
    await jsonOf(['snapshot', 'list'], SOME)(tried)
  },
  'snapshot save --name': async ({ print, file }) => {
    await print('snapshot', 'take', 'named')
    await print('snapshot', 'save', file('named.snapshot'), '--name', 'named')
    expect(readFileSync(file('named.snapshot'), 'utf8')).toMatch(/^\{.*"named"/)
  },
  'snapshot save --world': async ({ print, file }) => {
    await print('snapshot', 'save', file('green.snapshot'), '--world', 'green')
    expect(readFileSync(file('green.snapshot'), 'utf8')).toContain(ONLY_IN_GREEN)
  },
  'snapshot save --base': async tried => based('snapshot', 'save', tried.file('base.snapshot'))(tried),
  'snapshot load --name': async tried => {
    await tried.print('snapshot', 'save', tried.file('load.snapshot'), '--world', 'green')
    await tried.print('snapshot', 'load', tried.file('load.snapshot'), '--name', 'loaded')
    expect(await snapshotsOf(tried, 'default')).toContain('loaded')
  },
  'snapshot load --world': async tried => {
    await tried.print('snapshot', 'save', tried.file('into.snapshot'), '--world', 'green')
    await tried.print('snapshot', 'load', tried.file('into.snapshot'), '--name', 'into', '--world', 'green')
    expect(await snapshotsOf(tried, 'green')).toContain('into')
    expect(await snapshotsOf(tried, 'default')).not.toContain('into')
  },
  'snapshot load --base': async tried => {
    await tried.print('snapshot', 'save', tried.file('there.snapshot'))
    await based('snapshot', 'load', tried.file('there.snapshot'), '--name', 'there')(tried)
  },
  'fixture list --json': jsonOf(['fixture', 'list'], SOME),
  'fixture list --world': async ({ print, run }) => {
    expect(await print('fixture', 'list', '--world', 'green')).toContain('approvals')
    expect((await run('fixture', 'list', ...NOWHERE)).stderr).toContain('nowhere')
  },
  'fixture list --base': based('fixture', 'list'),
  'fixture schema': async ({ print }) => expect(JSON.parse(await print('fixture', 'schema'))).toHaveProperty('$schema'),
  'fixture show --yaml': async ({ print }) => {
    expect(await print('fixture', 'show', 'approvals')).toMatch(/^\{/)
    expect(await print('fixture', 'show', 'approvals', '--yaml')).toMatch(/^customers:$/m)
  },
  'fixture apply --world': async ({ print, ask, file }) => {
    writeFileSync(file('one.yaml'), 'customers: [{ customerNumber: "01017000077", name: Liv, type: PRIVATE }]\n')
    await print('world', 'create', 'applied', '--from', 'EMPTY')
    await print('fixture', 'apply', file('one.yaml'), '--world', 'applied')
    const find = '{ customers(filter: { customerNumber: "01017000077" }) { totalCount } }'
    expect(await ask(find, 'applied')).toEqual({ customers: { totalCount: 1 } })
    expect(await ask(find)).toEqual({ customers: { totalCount: 0 } })
  },
  'fixture apply --json': async tried => {
    writeFileSync(tried.file('keyed.yaml'), 'customers: [{ key: liv, name: Liv, type: PRIVATE }]\n')
    await jsonOf(['fixture', 'apply', tried.file('keyed.yaml')], [{ key: 'liv', id: expect.any(String) }])(tried)
  },
  'fixture apply --base': async tried => {
    writeFileSync(tried.file('none.yaml'), '{}\n')
    await based('fixture', 'apply', tried.file('none.yaml'))(tried)
  },
  'fixture export --yaml': async ({ print }) => {
    expect(await print('fixture', 'export', '--world', 'green')).toMatch(/^\{/)
    expect(await print('fixture', 'export', '--world', 'green', '--yaml')).toMatch(/^customers:$/m)
  },
  'fixture export --no-clock': async ({ print }) => {
    const keys = async (...more: string[]) =>
      Object.keys(JSON.parse(await print('fixture', 'export', '--world', 'green', ...more)))
    expect(await keys()).toContain('clock')
    expect(await keys('--no-clock')).not.toContain('clock')
  },
  'fixture export --world': worlded(['fixture', 'export'], new RegExp(ONLY_IN_GREEN)),
  'fixture export --base': based('fixture', 'export'),
  'open --world': async ({ cli, bank }) => {
    const env = { SANDBANK_URL: bank.url, BROWSER: '/no/such/browser' }
    expect((await cli.run(['open', '--world', 'green'], { env })).stdout).toBe(`${bank.url}/worlds/green/\n`)
  },
  'open --base': async ({ cli }) => {
    const env = { SANDBANK_URL: 'http://127.0.0.1:9', BROWSER: '/no/such/browser' }
    const { stdout } = await cli.run(['open', '--base', 'http://bank.example'], { env })
    expect(stdout).toBe('http://bank.example/\n')
  },
}

const named = (name: string) => (one: { readonly name: string }) => one.name === name

/** `world create` with an option makes a world with this many customers. */
function creates(option: readonly string[], customers: number): Effects[string] {
  return async ({ print, ask }) => {
    const name = `made${option[0] ?? ''}`
    await print('world', 'create', name, ...option)
    expect(await ask(COUNT, name)).toEqual({ customers: { totalCount: customers } })
  }
}

async function snapshotsOf({ print }: Tried, world: string): Promise<string[]> {
  const listed: { name: string }[] = JSON.parse(await print('snapshot', 'list', '--world', world, '--json'))
  return listed.map(({ name }) => name)
}
