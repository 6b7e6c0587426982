import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIXTURES } from '../../../src/sandbox/fixtures/documents/list.ts'
import { PATHS } from '../../support/builders/builders.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'

let cli: Cli
let bank: RunningBank
beforeAll(async () => {
  cli = createCli()
  cli.addTpp('acme')
  bank = await cli.serve()
  for (const args of [
    ['world', 'create', 'green'],
    ['snapshot', 'take', 'before'],
    ['call', 'POST', PATHS.customers, '--data', '{}'],
  ])
    await run(...args)
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

const run = (...args: string[]) => cli.run(args, { env: { SANDBANK_URL: bank.url } })

async function jsonOf(...args: string[]) {
  const { stdout, stderr } = await run(...args, '--json')
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

it.each([
  ['tpp list', { name: 'acme', roles: ['PSP_PI', 'PSP_AI'] }],
  ['world list', { name: 'green', basePath: '/worlds/green', frozen: false, expiresAt: null }],
  ['snapshot list', { name: 'before', world: 'default' }],
  ['fixture list', { name: 'payments' }],
  ['fixture apply payments --world green', { key: 'tora', id: expect.any(String) }],
])('`%s` prints a table, with --json its rows', async (command, row) => {
  const args = command.split(' ')
  const rows = await jsonOf(...args)
  expect(rows).toEqual(expect.arrayContaining([expect.objectContaining(row)]))
  const lines = (await run(...args)).stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(rows.length + 1)
})

it('`log --json` prints a call in each line, `log ID --json` all of one; `report`, `audit` and `why` know it too', async () => {
  const lines = (await run('log', '--json')).stdout.trimEnd().split('\n')
  const calls = lines.map(line => JSON.parse(line))
  expect(calls.at(-1)).toMatchObject({ world: 'default', by: 'TPP', status: 400, code: 'FORMAT_ERROR' })
  const { id } = calls.at(-1)
  expect(await jsonOf('log', id)).toMatchObject({ id, request: { body: '{}' }, verdicts: expect.any(Array) })
  expect(await jsonOf('why', id)).toMatchObject({ state: 'FORMAT_ERROR', advice: expect.any(String) })
  expect(await jsonOf('audit')).toMatchObject({ findings: [] })
  expect(await jsonOf('report')).toMatchObject({ calls: 1, refused: 1 })
})

it('every command that lists knows --json (D101)', async () => {
  const { stdout } = await run('completion', 'bash')
  const lists = [...stdout.matchAll(/^ {4}'(\S*\/list|\/log|\/why|\/audit|\/report|\/explain)'\) words='(.*)' ;;$/gm)]
  expect(lists.length).toBeGreaterThanOrEqual(9)
  for (const [, path, words = ''] of lists)
    expect([path, words.split(' ')]).toEqual([path, expect.arrayContaining(['--json'])])
})

it('`log` filters as the console does, and shows the calls of all worlds', async () => {
  const { body } = await jsonOf('call', 'GET', PATHS.customers)
  expect(body).toHaveLength(4)
  await run(
    'call',
    'GET',
    PATHS.customers,
    '--world',
    'green',
    '--header',
    'X-Request-ID: 99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  )
  await run('graphql', '{ clock { now } }')
  await run('call', 'GET', PATHS.customers, '--psu', '13039319955')
  const listed = async (...options: string[]) => {
    const { stdout } = await run('log', '--json', ...options)
    return stdout.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
  }
  const all = await listed()
  for (const [options, kept] of [
    [['--caller', 'tpps'], call => call.door === 'REST'],
    [['--caller', 'operator'], call => call.door === 'GRAPHQL'],
    [['--tpp', 'acme'], call => call.tppId !== null],
    [['--answer', 'refused'], call => call.status === 400],
    [['--answer', 'accepted'], call => call.status === 200],
    [['--answer', '400'], call => call.status === 400],
    [['--operation', 'createCustomer'], call => call.method === 'POST' && call.door === 'REST'],
    [['--code', 'FORMAT_ERROR'], call => call.code === 'FORMAT_ERROR'],
    [['--path', '/graphql'], call => call.target === '/graphql'],
  ] satisfies [
    string[],
    (call: Record<'door' | 'tppId' | 'status' | 'method' | 'code' | 'target', unknown>) => boolean,
  ][]) {
    const expected = all.filter(kept)
    expect(expected.length).toBeGreaterThan(0)
    expect([options, await listed(...options)]).toEqual([options, expected])
  }
  const ofKit = await listed('--caller', 'kit')
  expect(new Set(ofKit.map(({ by }) => by))).toEqual(new Set(['KIT']))
  const [elsewhere, ...others] = await listed('--all-worlds', '--request', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721')
  expect([elsewhere.world, others]).toEqual(['green', []])
  expect(await listed('--request', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721')).toEqual([])
  expect(await run('log', '--answer', 'odd')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('accepted'),
  })
  expect(await run('log', '--all-worlds', '--world', 'green')).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('leave --world out'),
  })
  expect((await run('log', '--caller', 'nobody')).stderr).toContain('Allowed choices are tpps, operator, psus, kit')
})

it('`why` says why a call was refused and what a payment waits for, as the bank does, and what it does not have', async () => {
  const refused = await run('log', '--json', '--answer', 'refused')
  const { id } = JSON.parse(refused.stdout.split('\n')[0] ?? '')
  const { stdout, exitCode } = await run('why', id)
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/: FORMAT_ERROR\n/)])
  expect(stdout).toMatch(/^ {2}rule +\S/m)
  expect(stdout).toContain('/docs/operations/')
  const listed = await run(
    'graphql',
    '{ payments(first: 1) { nodes { id } } }',
    '--world',
    'green',
    '--save',
    'payment=payments.nodes[0].id',
  )
  expect(listed.exitCode).toBe(0)
  const waiting = await run('why', '{payment}', '--world', 'green')
  expect(waiting.stdout).toMatch(/^ {2}waits for +\S/m)
  expect(await run('why', 'no-such')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('This world has no call, payment, basket, consent or SCA "no-such"'),
  })
  expect(await run('why', 'no-such', '--world', 'nowhere')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('There is no world "nowhere"'),
  })
})

it('`log` says that no call passes its filters, and that none can', async () => {
  expect(await run('log', '--code', 'KID_INVALID')).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: 'The journal has no such call.\n',
  })
  expect(await run('log', '--operation', 'createPaymnt')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('No call has this operation: is it createPayment?'),
  })
})

it('`why` without an id explains the last call that was refused; a world without one has nothing to explain', async () => {
  const path = '/v1/sandbox/customer'
  expect((await run('call', 'GET', path)).stdout).toContain('HTTP 404')
  const first = await run('why')
  expect([first.exitCode, first.stdout]).toEqual([0, expect.stringContaining(`There is no path "${path}".`)])
  // Its own reading is no call that it explains.
  expect((await run('why')).stdout).toBe(first.stdout)
  expect((await run('world', 'create', 'quiet')).exitCode).toBe(0)
  expect(await run('why', '--world', 'quiet')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The journal has no refused call of this world'),
  })
})

it('`call --quiet` prints the body of an answer alone, a refusal as well', async () => {
  const { stdout } = await run('call', 'GET', PATHS.customers, '--quiet')
  expect(JSON.parse(stdout)).toHaveLength(4)
  const refused = await run('call', 'POST', PATHS.customers, '--data', '{}', '--quiet')
  expect([refused.exitCode, JSON.parse(refused.stdout)]).toEqual([
    1,
    expect.objectContaining({ tppMessages: expect.any(Array) }),
  ])
  expect((await run('call', 'GET', '/', '--quiet', '--json')).exitCode).toBe(2)
})

it('`fixture show` prints what the product wrote, without a bank', async () => {
  for (const { name, document } of FIXTURES) {
    const { stdout } = await cli.run(['fixture', 'show', name])
    expect(JSON.parse(stdout)).toEqual({ $schema: './fixture.schema.json', ...JSON.parse(JSON.stringify(document)) })
  }
  expect((await cli.run(['fixture', 'show', 'payments', '--yaml'])).stdout).toContain('\n  - key: tora\n')
  expect(await cli.run(['fixture', 'show', 'payment'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Is payments meant?'),
  })
})
