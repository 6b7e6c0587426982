import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cli, createCli, type RunningBank } from '../support/clients/cli.ts'

const homes: Cli[] = []
let taken: RunningBank
beforeAll(async () => {
  const cli = createCli()
  homes.push(cli)
  taken = await cli.serve()
})
afterAll(async () => {
  await taken.stop()
  for (const one of homes) one.remove()
})

const QUIET = { PORT: '0', LOG_LEVEL: 'silent' }
const WRONG = 'agreements: [{ name: X, owner: "13039319955" }]'
const RIGHT = 'customers: [{ customerNumber: "01017012345", name: Kari, type: PRIVATE }]'
const COUNT = '{ customers { totalCount } worlds { nodes { name } } }'

type Failing = (home: string) => {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly said: RegExp
}
const fileIn = (home: string, text: string) => {
  const file = join(home, 'bank.yaml')
  writeFileSync(file, text)
  return file
}
const KINDS = {
  'a port that is taken': () => ({ args: ['--port', new URL(taken.url).port], said: /Cannot listen on PORT=\d+/ }),
  'a taken port with a fixture for another world': home => ({
    args: ['--port', new URL(taken.url).port, '--world', 'green', '--fixture', fileIn(home, RIGHT)],
    said: /Cannot listen on PORT=\d+/,
  }),
  // Of the range that RFC 5737 leaves to examples.
  'an address that the machine has not': () => ({ args: ['--host', '203.0.113.1'], said: /HOST=203\.0\.113\.1/ }),
  'a host that nothing is called': () => ({ args: ['--host', 'no-such-host.invalid'], said: /no-such-host\.invalid/ }),
  'a fixture that its world does not take': home => ({
    args: ['--fixture', fileIn(home, WRONG)],
    said: /agreements\[0\]\.owner/,
  }),
  'an import that its world does not take': home => ({
    args: ['--import', fileIn(home, WRONG)],
    said: /agreements\[0\]\.owner/,
  }),
  'a fixture that cannot be read': home => ({
    args: ['--fixture', fileIn(home, 'customers: [{ name: Else')],
    said: /cannot be read as JSON or YAML/,
  }),
  'a name that no world can have': () => ({ args: ['--world', 'Not A Name'], said: /world/i }),
  'a database that does not answer, with a new home': home => ({
    args: ['--home', join(home, 'new', 'home')],
    env: {
      DATABASE_URL: 'postgresql://bank@127.0.0.1:9/bank',
      SANDBANK_TOKEN: 'a-token-of-16-signs',
      SANDBANK_SECRET: 'a-secret-of-more-than-32-characters-0123',
    },
    said: /DATABASE_URL/,
  }),
  "Prisma's engine for a database of PostgreSQL": home => ({
    args: ['--home', join(home, 'new', 'home')],
    env: {
      SANDBANK_ENGINE: 'prisma',
      DATABASE_URL: 'postgresql://bank@127.0.0.1:9/bank',
      SANDBANK_TOKEN: 'a-token-of-16-signs',
      SANDBANK_SECRET: 'a-secret-of-more-than-32-characters-0123',
    },
    said: /SANDBANK_ENGINE=prisma is for SQLite, and DATABASE_URL names a database of PostgreSQL: unset one of them\./,
  }),
  'a token that is too short': () => ({ args: [], env: { SANDBANK_TOKEN: 'short' }, said: /SANDBANK_TOKEN/ }),
} satisfies Record<string, Failing>

it.each(Object.entries(KINDS))(
  'a start that fails by %s leaves a home that starts, as if it had not been (D74)',
  async (_, failing: Failing) => {
    const cli = createCli()
    homes.push(cli)
    const { args, env = {}, said } = failing(cli.home)
    const before = readdirSync(cli.home)
    const failed = await cli.run(['start', ...args], { env: { ...QUIET, ...env } })
    expect([failed.exitCode, failed.stdout]).toEqual([2, ''])
    expect(failed.stderr).toMatch(said)
    // Only the bank itself knows what a world takes.
    if (!said.source.startsWith('agreements')) expect(readdirSync(cli.home)).toEqual(before)
    const started = await cli.startFirst()
    const { stdout } = await cli.run(['graphql', COUNT, '--base', started.url])
    const { customers, worlds } = JSON.parse(stdout).data
    expect([customers.totalCount, worlds.nodes]).toEqual([4, [{ name: 'default' }]])
    expect(await started.stop()).toBe(0)
  },
)

it('--fixture takes a file, whatever its name, and a second start with it changes nothing (D85)', async () => {
  const cli = createCli()
  homes.push(cli)
  const file = fileIn(cli.home, RIGHT)
  for (const world of ['default', 'green', 'green']) {
    const started = await cli.start(['--world', world, '--fixture', file])
    const { stdout } = await cli.run([
      'graphql',
      '{ customers { nodes { name } } }',
      '--world',
      world,
      '--base',
      started.url,
    ])
    const names = JSON.parse(stdout).data.customers.nodes.map(({ name }: { name: string }) => name)
    expect(names.filter((name: string) => name === 'Kari')).toEqual(['Kari'])
    if (world === 'green') expect(names).toEqual(['Kari'])
    expect(await started.stop()).toBe(0)
  }
})
