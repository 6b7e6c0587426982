import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writtenFixture } from '../../support/builders/large-fixture.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'

let cli: Cli
let bank: RunningBank
beforeAll(async () => {
  cli = createCli()
  bank = await cli.serve()
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

const run = (...args: string[]) => cli.run(['fixture', ...args], { env: { SANDBANK_URL: bank.url } })

it('refuses YAML with tens of thousands of keys and anchors, and a key that is there twice, at once', async () => {
  const file = join(cli.home, 'keys.yaml')
  const keys = Array.from({ length: 30_000 }, (_, place) => `&a${place} key${place}: &b${place} x`)
  for (const [lines, code, said] of [
    [keys.slice(0, 10_000), 1, /key0: is not a field of this request .*\b9980 more faults/s],
    [[...keys, 'key7: y'], 2, /cannot be read as JSON or YAML: .* "key7" twice/],
    [['customers:', ...keys.map(line => `  - {${line}}`), '  - *a0'], 2, /cannot be read as JSON or YAML: .*[Aa]lias/],
  ] as const) {
    writeFileSync(file, lines.join('\n'))
    const { exitCode, stderr } = await run('apply', file)
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(said)])
  }
})

it('sends a file of more than 1 MiB in one call (D85), makes worlds of it, and exports them', async () => {
  const file = join(cli.home, 'large.json')
  const fixture = writtenFixture(3, 1_700)
  writeFileSync(file, JSON.stringify(fixture))
  await cli.run(['world', 'create', 'large', '--from', 'EMPTY'], { env: { SANDBANK_URL: bank.url } })
  const first = await run('apply', file, '--world', 'large')
  expect([first.exitCode, first.stderr, first.stdout]).toEqual([0, '', expect.stringMatching(/account-1 +018cc251-/)])
  expect((await run('apply', file, '--world', 'large')).stdout).toBe(first.stdout)
  const made = await cli.run(['world', 'create', 'larger', '--fixture', file], { env: { SANDBANK_URL: bank.url } })
  expect([made.exitCode, made.stderr]).toEqual([0, ''])
  const count = (world: string) =>
    cli.run(
      ['graphql', '{ accounts(first: 3) { nodes { transactions(first: 1) { totalCount } } } }', '--world', world],
      {
        env: { SANDBANK_URL: bank.url },
      },
    )
  for (const world of ['large', 'larger'])
    expect((await count(world)).stdout.match(/"totalCount": 1700/g)).toHaveLength(3)
  // Which is more than the command asks for in one answer.
  const document = (await run('export', '--world', 'larger')).stdout
  expect(document.match(/"creditorName": "Shop"/g)).toHaveLength(5_100)
  const snapshots = await cli.run(['snapshot', 'list', '--world', 'larger'], { env: { SANDBANK_URL: bank.url } })
  expect(snapshots.stdout).not.toContain('export-')
})

it('sends a file of more than 8 MB in one call (D82)', async () => {
  const file = join(cli.home, 'largest.json')
  const fixture = writtenFixture(2, 2_600)
  const [name, message] = ['\u{1d11e}'.repeat(70), '\u{1d11e}'.repeat(140)]
  const long = {
    ultimateCreditor: name,
    ultimateDebtor: name,
    debtorName: name,
    remittanceInformationUnstructured: message,
  }
  for (const { accounts } of fixture.customers)
    for (const line of accounts[0]?.transactions ?? []) Object.assign(line, long)
  writeFileSync(file, JSON.stringify(fixture))
  const asked = async (query: string) => {
    const { stdout } = await cli.run(['graphql', query, '--world', 'largest'], { env: { SANDBANK_URL: bank.url } })
    return JSON.parse(stdout).data
  }
  await cli.run(['world', 'create', 'largest', '--from', 'EMPTY'], { env: { SANDBANK_URL: bank.url } })
  expect((await run('apply', file, '--world', 'largest')).exitCode).toBe(0)
  const { accounts } = await asked('{ accounts(first: 2) { nodes { transactions(first: 1) { totalCount } } } }')
  expect(accounts.nodes).toEqual(Array(2).fill({ transactions: { totalCount: 2_600 } }))
})

it('refuses a large file with the place of its fault, and leaves nothing in the world', async () => {
  const file = join(cli.home, 'wrong.json')
  const fixture = writtenFixture(2, 2_000)
  Object.assign(fixture.customers[1]?.accounts[0]?.transactions[1_999] ?? {}, {
    transactionAmount: { amount: '-1.00', currency: 'EUR' },
  })
  writeFileSync(file, JSON.stringify(fixture))
  await cli.run(['world', 'create', 'still-empty', '--from', 'EMPTY'], { env: { SANDBANK_URL: bank.url } })
  const { exitCode, stderr } = await run('apply', file, '--world', 'still-empty')
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining('customers[1].accounts[0].transactions[1999].transactionAmount.currency'),
  ])
  const { stdout } = await run('export', '--world', 'still-empty')
  expect(JSON.parse(stdout).customers ?? []).toEqual([])
})

it.each([
  ['fixture', 'apply'],
  ['world', 'create', 'too-large', '--fixture'],
  ['start', '--fixture'],
])('D82: refuses a document over 16 MiB with the way on: %s %s', async (...command) => {
  const file = join(cli.home, 'too-large.json')
  writeFileSync(file, JSON.stringify({ customers: [{ name: 'N'.repeat(17_000_000), type: 'PRIVATE' }] }))
  const { exitCode, stderr } = await cli.run([...command, file], { env: { SANDBANK_URL: bank.url, PORT: '0' } })
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(
      /A document may have 16777216 bytes; that of .* has 170000\d\d\. Send a fixture as several documents/,
    ),
  ])
})
