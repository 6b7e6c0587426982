import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../src/platform/store/db.ts'
import { addTransactions } from '../../support/builders/large-world.ts'
import { type Cli, createCli, type RunningBank, runBash } from '../../support/clients/cli.ts'
import { urlOf } from '../../support/harness/stores.ts'
import { fillHome } from '../../support/harness/template.ts'

let cli: Cli
let bank: RunningBank
beforeAll(async () => {
  cli = createCli()
  bank = await cli.start()
})
const homes: Cli[] = []
afterAll(() => {
  for (const one of [cli, ...homes]) one.remove()
})

it('the bank trusts a TPP that is made while it runs, and takes its calls, those of the printed curl command too', async () => {
  expect((await cli.run(['tpp', 'new', 'acme'])).exitCode).toBe(0)
  const body = (number: string) => `{"customerNumber":"${number}","name":"Åse O'Hara","type":"PRIVATE"}`
  const call = ['call', '--base', bank.url, 'POST', '/v1/sandbox/customers', '--data']
  const made = await cli.run([...call, body('01017012345'), '--json'])
  expect({ exitCode: made.exitCode, status: JSON.parse(made.stdout).status }).toEqual({ exitCode: 0, status: 201 })
  const { stdout } = await cli.run([...call, body('01017012346'), '--curl'])
  expect((await runBash(stdout)).stdout).toMatch(/^HTTP\/1\.1 201 /)
  const listed = await cli.run(['call', 'GET', '/v1/sandbox/customers', '--json'], { env: { SANDBANK_URL: bank.url } })
  for (const number of ['01017012345', '01017012346']) expect(listed.stdout).toContain(`"${number}"`)
})

it('a required header that is taken out is refused by name', async () => {
  const { exitCode, stdout } = await cli.run([
    'call',
    'POST',
    '/v1/sandbox/customers',
    '--data',
    '{}',
    '--header',
    'Digest:',
    '--base',
    bank.url,
  ])
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/^HTTP 400 /)
  expect(stdout).toContain('"HTTP_HEADER_REQUIRED"')
  expect(stdout).toContain('"path": "Digest"')
})

it('--world and --fixture make a world at the start, once', async () => {
  const other = createCli()
  try {
    const options = ['--world', 'green', '--fixture', 'approvals']
    const query = '{ customers { totalCount } }'
    const totals: unknown[] = []
    for (let start = 0; start < 2; start += 1) {
      const started = await other.start(options)
      const counted = await other.run(['graphql', query, '--world', 'green', '--base', started.url])
      totals.push(JSON.parse(counted.stdout).data.customers.totalCount)
      expect(await started.stop()).toBe(0)
    }
    expect(totals[0]).toBeGreaterThan(2)
    expect(totals[1]).toBe(totals[0])
  } finally {
    other.remove()
  }
})

it('--export-on-exit writes the world down when the bank is stopped, and --import takes it up again, elsewhere too', async () => {
  const file = join(cli.home, 'kept.yaml')
  const world =
    'query { customers { nodes { customerNumber name } } payments { totalCount } accounts { nodes { iban booked: balances { balanceAmount { amount } } } } }'
  const reads: unknown[] = []
  for (const [options, home] of [
    [[], createCli()],
    [['--import', file], createCli()],
    [['--import', file], undefined],
  ] satisfies [string[], Cli | undefined][]) {
    const other = home ?? homes.at(-1)
    if (other === undefined) throw new Error('There is no home to start in again.')
    homes.push(other)
    const started = await other.start([...options, '--export-on-exit', file])
    if (options.length === 0) {
      const create =
        'mutation { createCustomer(input: { customerNumber: "01017012345", name: "Kari", type: PRIVATE }) { customer { name } } }'
      expect((await other.run(['graphql', create, '--base', started.url])).exitCode).toBe(0)
    }
    reads.push(JSON.parse((await other.run(['graphql', world, '--base', started.url])).stdout).data)
    expect(await started.stop()).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('\n    name: Kari\n')
    expect(existsSync(`${file}.part`)).toBe(false)
  }
  expect(JSON.stringify(reads[0])).toContain('01017012345')
  expect(reads[1]).toEqual(reads[0])
  expect(reads[2]).toEqual(reads[0])
})

it('--export-on-exit says which payments a fixture leaves out, and keeps the file that held them (D85)', async () => {
  const file = join(cli.home, 'paid.yaml')
  const text = `customers:
  - key: kari
    name: Kari
    type: PRIVATE
    accounts:
      - { key: daily, accountName: Daily, currency: NOK, product: Current account, cashAccountType: CACC, creditLine: 0,
          balances: [{ balanceType: closingBooked, balanceAmount: { amount: 1000, currency: NOK } }] }
payments:
  - { key: rent, status: ACSC, psu: kari, debtorAccount: { iban: daily, currency: NOK }, instructedAmount: { amount: "10.00", currency: NOK },
      creditorAccount: { iban: NO9386011117947, currency: NOK }, creditorName: Ola }
`
  writeFileSync(file, text)
  const other = createCli()
  homes.push(other)
  const started = await other.start(['--home', join(other.home, 'new'), '--import', file, '--export-on-exit', file])
  const exported = await other.run(['fixture', 'export', '--base', started.url])
  expect(JSON.parse(exported.stdout)).not.toHaveProperty('payments')
  expect(exported.stderr).toBe(
    'The fixture leaves out what only a snapshot holds: 1 payment: rent (ACSC). `npx sandbank snapshot save FILE` keeps them.\n',
  )
  expect(await started.stop()).toBe(0)
  expect(started.output()).toContain(
    `${file} leaves out what only a snapshot holds: 1 payment: rent (ACSC). A name that ends in .snapshot keeps them. The file as it was is ${file}.before.`,
  )
  expect(readFileSync(`${file}.before`, 'utf8')).toBe(text)
  // The next end replaces what this one has written, and leaves what the user wrote.
  const again = await other.start(['--home', join(other.home, 'new'), '--export-on-exit', file])
  expect(await again.stop()).toBe(0)
  expect(again.output()).toContain('rent (ACSC). A name that ends in .snapshot keeps them.\n')
  expect(readFileSync(`${file}.before`, 'utf8')).toBe(text)
})

it('--import of a file that is not there yet starts an empty bank, says so, and the end writes the file (D86)', async () => {
  const file = join(cli.home, 'not-yet.yaml')
  const other = createCli()
  homes.push(other)
  const home = join(other.home, 'new')
  const started = await other.start(['--home', home, '--import', file, '--export-on-exit', file])
  const create =
    'mutation { createCustomer(input: { customerNumber: "01017012345", name: "Kari", type: PRIVATE }) { customer { name } } }'
  const count = '{ customers { totalCount } }'
  const read = async (document: string) =>
    JSON.parse((await other.run(['graphql', document, '--base', started.url])).stdout).data
  expect(await read(count)).toEqual({ customers: { totalCount: 0 } })
  expect(await read(create)).toEqual({ createCustomer: { customer: { name: 'Kari' } } })
  expect(await started.stop()).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('name: Kari')
  const again = await other.start(['--home', home, '--import', file, '--export-on-exit', file])
  expect((await other.run(['graphql', count, '--base', again.url])).stdout).toContain('"totalCount": 1')
  expect(await again.stop()).toBe(0)
})

it('--export-on-exit x.snapshot writes all state, and --import of it in a new home brings back rows, clock and replays (D85, D86)', async () => {
  const file = join(cli.home, 'all.snapshot')
  const [one, two] = [createCli(), createCli()]
  homes.push(one, two)
  one.addTpp('acme')
  const first = await one.start(['--export-on-exit', file])
  const move = 'mutation { freezeClock { clock { now } } advanceClock(input: { by: "P3D" }) { clock { now } } }'
  expect((await one.run(['graphql', move, '--base', first.url])).exitCode).toBe(0)
  const body = '{"customerNumber":"01017012345","name":"Kari","type":"PRIVATE"}'
  const repeatable = [
    '--header',
    'X-Request-ID:7d0b7a6e-2c55-4c1d-9d2f-6b1f1f6c1a01',
    '--data',
    body,
    '--json',
    '--tpp',
  ]
  const create = ['call', 'POST', '/v1/sandbox/customers', ...repeatable, 'acme', '--base']
  const made = await one.run([...create, first.url])
  expect(JSON.parse(made.stdout)).toMatchObject({ status: 201 })
  const state =
    '{ clock { now frozen } customers(first: 100) { nodes { id psuId name createdAt } } accounts(first: 100) { nodes { id iban } } }'
  const before = await one.run(['graphql', state, '--base', first.url])
  expect(await first.stop()).toBe(0)
  expect(existsSync(`${file}.part`)).toBe(false)

  cpSync(join(one.home, 'tpps'), join(two.home, 'tpps'), { recursive: true })
  cpSync(join(one.home, 'ca'), join(two.home, 'ca'), { recursive: true })
  const home = ['--home', two.home]
  const unlike = join(two.home, 'named.yaml')
  cpSync(file, unlike)
  const second = await two.startFirst([...home, '--import', unlike, '--export-on-exit', file])
  expect((await two.run(['graphql', state, '--base', second.url])).stdout).toBe(before.stdout)
  const again = await two.run([...create, second.url])
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 201, body: JSON.parse(made.stdout).body })
  expect((await two.run(['graphql', state, '--base', second.url])).stdout).toBe(before.stdout)
  expect((await two.run(['snapshot', 'list', '--base', second.url])).stdout).not.toMatch(/save-|import-/)
  const more =
    'mutation { createCustomer(input: { customerNumber: "01017012346", name: "Ola", type: PRIVATE }) { customer { name } } }'
  expect((await two.run(['graphql', more, '--base', second.url])).exitCode).toBe(0)
  expect(await second.stop()).toBe(0)

  // What happened since is not undone by an older file.
  const third = await two.startFirst([...home, '--import', unlike])
  expect((await two.run(['graphql', state, '--base', third.url])).stdout).toContain('"Ola"')
  expect(await third.stop()).toBe(0)
})

it('--export-on-exit x.snapshot writes a world of 100,000 lines too, which takes more than one step (D85)', async () => {
  const large = createCli()
  homes.push(large)
  await fillHome(large.home)
  const store = await openStore(urlOf(join(large.home, 'sandbank.db')))
  const account = await store.reader.account.findFirstOrThrow()
  await store.transaction(tx => addTransactions(tx, account.worldId, account.id, 100_000))
  await store.close()
  const file = join(large.home, 'all.snapshot')
  const started = await large.start(['--export-on-exit', file])
  expect(await started.stop(), started.output()).toBe(0)
  expect(readFileSync(file, 'utf8').match(/Shop 49/g)?.length).toBe(2_000)
})

it.each([
  [
    '--import',
    'cut.snapshot',
    '{"sandbank":"snapshot"}\n',
    /is no whole snapshot of Sandbank: its end is missing\. .*\n$/,
  ],
  ['--import', 'words.yaml', 'only words', /^This is no fixture: it holds one string.*\n$/],
  ['--import', 'cut.json', '{ "customers": [', /^The document cannot be read as JSON: .* at line 1, column \d+\n$/],
  ['--import', 'wrong.yaml', 'customers: [{ name: Kari }]', /^customers\[0\]\.type: .*\n$/],
  ['--export-on-exit', 'no/folder/bank.yaml', undefined, /^--export-on-exit \S* cannot be written \(ENOENT.*\n$/],
])('%s %s does not start the bank, and says why in one sentence', async (option, name, text, said) => {
  const file = join(cli.home, name)
  if (text !== undefined) writeFileSync(file, text)
  const { exitCode, stdout, stderr } = await cli.run(['start', option, file], {
    env: { PORT: '0', LOG_LEVEL: 'silent' },
  })
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)])
})

it('--import that the world does not take does not start the bank, and --world goes with --fixture alone', async () => {
  const file = join(cli.home, 'other.yaml')
  writeFileSync(file, 'customers: [{ customerNumber: "13039319955", name: Else, type: CORPORATE }]')
  const refused = await cli.run(['start', '--import', file], { env: { PORT: '0', LOG_LEVEL: 'silent' } })
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/^Sandbank cannot start: customers\[0\]/),
  ])
  const both = await cli.run(['start', '--import', file, '--world', 'green'])
  expect([both.exitCode, both.stderr]).toEqual([
    2,
    expect.stringContaining("cannot be used with option '--world <name>'"),
  ])
})

it('a second bank on the same port does not start, and says why', async () => {
  const { port } = new URL(bank.url)
  const { exitCode, stderr } = await cli.run(['start'], { env: { PORT: port, LOG_LEVEL: 'silent' } })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('Sandbank cannot start')
  expect(stderr).toContain(port)
})

it('SIGTERM ends it with exit code 0', async () => {
  expect(await bank.stop()).toBe(0)
})
