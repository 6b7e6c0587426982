import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Cli, createCli } from '../support/clients/cli.ts'
import { type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'

/** A group of teams: a home of its own, with process, token and authority (D128). `host` is its name at the proxy. */
type Group = { readonly cli: Cli; readonly host: string; readonly token: string; server: ServerProcess }

const groups: Group[] = []
const proxy = createServer((incoming, outgoing) => {
  const group = groups.find(({ host }) => host === incoming.headers.host?.split(':')[0])
  if (group === undefined) return void outgoing.writeHead(421).end()
  const { method = '', url = '', headers } = incoming
  const onward = request(`${group.server.url}${url}`, { method, headers, agent: false })
  onward.on('response', answer => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)))
  onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
  incoming.pipe(onward)
})

beforeAll(async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const cli = createCli()
    expect((await cli.run(['tpp', 'new', 'acme'])).exitCode).toBe(0)
    const token = `the-token-of-${host}`
    groups.push({ cli, host, token, server: await start(cli, token) })
  }
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.close()
  for (const { cli, server } of groups) {
    server.kill('SIGTERM')
    await server.exited
    cli.remove()
  }
})

const start = ({ home }: Cli, token: string) =>
  startServerProcess({ SANDBANK_HOME: home, SANDBANK_TOKEN: token, LOG_LEVEL: 'info' })

function both(): readonly [Group, Group] {
  const [red, blue] = groups
  if (red === undefined || blue === undefined) throw new Error('There are two groups.')
  return [red, blue]
}

function baseOf({ host }: Group): string {
  const address = proxy.address()
  return `http://${host}:${address === null || typeof address === 'string' ? 0 : address.port}`
}

/** Runs a command of one group at the address of another, or of its own. */
const run = (group: Group, args: readonly string[], at: Group = group) =>
  group.cli.run([...args, '--base', baseOf(at)], { env: { SANDBANK_TOKEN: group.token } })

const LIST = ['call', 'GET', '/v1/sandbox/customers']
const CLOCK = ['graphql', '{ clock { now } }']

it('takes the certificates and the token of a group at its own name only', async () => {
  const [red, blue] = both()
  for (const [own, other] of [
    [red, blue],
    [blue, red],
  ] as const) {
    expect((await run(own, LIST)).stdout).toContain('customerNumber')
    expect((await run(own, LIST, other)).stdout).toContain('CERTIFICATE_')
    expect((await run(own, CLOCK)).exitCode).toBe(0)
    const refused = await run(own, CLOCK, other)
    expect([refused.exitCode !== 0, `${refused.stdout}${refused.stderr}`]).toEqual([
      true,
      expect.stringContaining('token'),
    ])
  }
})

it('names the process in each line of its log', async () => {
  for (const { server } of groups) {
    // A line is written after its call was answered.
    const lines = await vi.waitFor(() => {
      const written = server
        .output()
        .split('\n')
        .filter(line => line.startsWith('{'))
      expect(written).not.toEqual([])
      return written
    })
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ pid: server.pid, hostname: expect.any(String) })
  }
})

it('finishes what runs when a group is stopped, while the other one answers, and goes on where it was', async () => {
  const [red, blue] = both()
  expect((await run(red, ['world', 'create', 'kept'])).exitCode).toBe(0)
  const body = JSON.stringify({ query: 'mutation { createWorld(input: { name: "last" }) { world { name } } }' })
  const call = request(`${baseOf(red)}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${red.token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      Expect: '100-continue',
    },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => call.on('response', resolve).on('error', reject))
  const begun = new Promise(resolve => call.on('continue', resolve))
  call.flushHeaders()
  await begun
  call.write(body.slice(0, 10))
  await new Promise(resolve => setTimeout(resolve, 300))
  const stopped = performance.now()
  red.server.kill('SIGTERM')
  expect((await run(blue, CLOCK)).exitCode).toBe(0)
  call.end(body.slice(10))
  const answer = await answered
  const text = (await answer.setEncoding('utf8').toArray()).join('')
  expect([answer.statusCode, JSON.parse(text)]).toEqual([200, { data: { createWorld: { world: { name: 'last' } } } }])
  expect(await red.server.exited).toBe(0)
  expect(performance.now() - stopped).toBeLessThan(10_000)
  expect((await run(red, CLOCK)).stderr).toContain('502')

  red.server = await start(red.cli, red.token)
  const worlds = await run(red, ['world', 'list'])
  expect(worlds.stdout).toMatch(/kept[\s\S]*last|last[\s\S]*kept/)
})

it('moves a world from one group to the other by a file', async () => {
  const [red, blue] = both()
  const file = join(red.cli.home, 'moved.snapshot')
  const STATE =
    '{ clock { now frozen } accounts(first: 100) { nodes { id balances { balanceType balanceAmount { amount } } } } payments(first: 100) { nodes { id status } } }'
  const steps: [Group, string[]][] = [
    [red, ['world', 'create', 'moving']],
    [red, ['fixture', 'apply', 'payments', '--world', 'moving']],
    [red, ['graphql', 'mutation { freezeClock { clock { now } } }', '--world', 'moving']],
    [red, ['snapshot', 'save', file, '--world', 'moving']],
    [blue, ['snapshot', 'load', file, '--name', 'moved']],
    [blue, ['world', 'create', 'moving', '--snapshot', 'moved']],
    [blue, ['audit', '--world', 'moving']],
  ]
  for (const [group, args] of steps) {
    const done = await run(group, args)
    expect(done.exitCode, `${args.join(' ')}: ${done.stdout}${done.stderr}`).toBe(0)
  }
  const [there, here] = await Promise.all([
    run(blue, ['graphql', STATE, '--world', 'moving']),
    run(red, ['graphql', STATE, '--world', 'moving']),
  ])
  expect(JSON.parse(here.stdout).data.payments.nodes.length).toBeGreaterThan(0)
  expect(JSON.parse(there.stdout)).toEqual(JSON.parse(here.stdout))
  expect((await run(red, ['world', 'delete', 'moving'])).exitCode).toBe(0)
  expect((await run(blue, ['graphql', STATE, '--world', 'moving'])).exitCode).toBe(0)
})
