import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { FIXTURES } from '../../../src/sandbox/fixtures/documents/list.ts'
import { writtenFixture } from '../../support/builders/large-fixture.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { NO_RELATIVE_DAYS } from '../../support/hostile/hostile-values.ts'

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

it('lists the fixtures of the product with what they are for', async () => {
  const { stdout, exitCode } = await run('list')
  expect(exitCode).toBe(0)
  for (const { name, description } of FIXTURES) expect(stdout).toContain(`${name}  `.trim() && description)
})

it('applies a YAML file, a JSON file from standard input and one of the product, and exports what is there', async () => {
  const file = join(cli.home, 'bank.yaml')
  writeFileSync(
    file,
    `$schema: ./fixture.schema.json
customers:
  - key: siri
    name: Siri Hansen
    type: PRIVATE
    accounts:
      - key: siri-daily
        accountName: Brukskonto
        currency: NOK
        product: Brukskonto
        cashAccountType: CACC
        creditLine: 0
        balances: [{ balanceType: closingBooked, balanceAmount: { amount: 100, currency: NOK } }]
        transactions:
          - { transactionAmount: { amount: "-5.00", currency: NOK }, bookingDate: -3D, valueDate: -3D }
`,
  )
  await cli.run(['world', 'create', 'small', '--from', 'EMPTY'], { env: { SANDBANK_URL: bank.url } })
  const inSmall = (...args: string[]) => run(...args, '--world', 'small')
  expect((await inSmall('apply', 'approvals')).exitCode).toBe(0)
  const first = await inSmall('apply', file)
  expect(first.stderr).toBe('')
  expect(first.stdout).toMatch(/siri +018cc251-/)
  expect((await inSmall('apply', file)).stdout).toBe(first.stdout)
  expect((await inSmall('apply', 'consents')).exitCode).toBe(0)
  const exported = await inSmall('export', '--yaml')
  const names = parse(exported.stdout).customers.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['Havn og Lager AS', 'Siri Hansen', 'Solveig Samtykke']))
  const json = JSON.parse((await inSmall('export')).stdout)
  const { clock, ...content } = json
  expect(clock).toHaveProperty('now')
  expect(JSON.parse((await inSmall('export', '--no-clock')).stdout)).toEqual(content)
  expect(json.customers).toHaveLength(names.length)
})

it('says all that is wrong in a document, of shape and of references, and what is no document (D78)', async () => {
  const file = join(cli.home, 'wrong.json')
  writeFileSync(
    file,
    JSON.stringify({
      customers: [{ name: '', type: 'PERSON' }],
      custommers: [],
      agreements: [{ owner: 'firm', name: 'Bank' }],
    }),
  )
  const wrong = await run('apply', file)
  expect(wrong.exitCode).toBe(1)
  expect(wrong.stderr).toContain('customers[0].name: must have 1 to 70 characters')
  expect(wrong.stderr).toContain('customers[0].type: must be one of PRIVATE, CORPORATE')
  expect(wrong.stderr).toContain('custommers: is not a field')
  expect(wrong.stderr).toContain('agreements[0].owner: There is no customer "firm"')
  writeFileSync(file, '{ "customers": [')
  expect((await run('apply', file)).stderr).toContain('cannot be read as JSON: A comma, a colon, ')
  for (const [text, kind] of [
    ['only words', 'one string'],
    ['[]', 'a list'],
    ['', 'nothing'],
  ] as const) {
    writeFileSync(file, text)
    const { exitCode, stderr } = await run('apply', file)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`This is no fixture: it holds ${kind}`)])
  }
  const nowhere = await run('export', '--world', 'nowhere')
  expect([nowhere.exitCode, nowhere.stderr]).toEqual([1, expect.stringMatching(/^world: There is no world "nowhere"/)])
  expect((await run('apply', 'nothing')).stderr).toContain('There is no fixture nothing')
})

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

it.each([
  ['customers: [{ customerNumber: 13039319955, name: Kari, type: PRIVATE }]', 'customers[0].customerNumber'],
  ['customers: [{ name: true, type: PRIVATE }]', 'customers[0].name'],
])('says of %s that quotation marks are missing (D16)', async (text, path) => {
  const file = join(cli.home, 'unquoted.yaml')
  writeFileSync(file, text)
  const { exitCode, stderr } = await run('apply', file)
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining(`${path}: must be a string: put it into quotation marks.`),
  ])
})

it('says where a document has a day that is none, in JSON and YAML', async () => {
  const file = join(cli.home, 'days.yaml')
  for (const text of NO_RELATIVE_DAYS) {
    const document = { customers: [{ name: 'Kari', type: 'PRIVATE', createdAt: text }] }
    for (const written of [JSON.stringify(document), stringify(document)]) {
      writeFileSync(file, written)
      const { exitCode, stderr } = await run('apply', file)
      expect([text, exitCode, stderr]).toEqual([text, 1, expect.stringContaining('customers[0].createdAt: must be')])
    }
  }
})

it('prints the JSON Schema that the bank serves, which takes every fixture of the product and refuses others', async () => {
  const { stdout } = await run('schema')
  const served = await fetch(`${bank.url}/fixture.schema.json`)
  expect(served.headers.get('content-type')).toBe('application/schema+json; charset=utf-8')
  expect(JSON.parse(await served.text())).toEqual(JSON.parse(stdout))
  expect(JSON.parse(stdout)).toMatchObject({ $id: 'urn:sandbank:fixture' })
  // D82: strict validators take it. What a rule excludes together is described elsewhere, which strictRequired cannot see.
  const ajv = new Ajv2020({ strict: true, strictRequired: false })
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(stdout))
  for (const { name, document } of FIXTURES)
    expect([name, validate({ $schema: 'x', ...document }), validate.errors]).toEqual([name, true, null])
  expect(validate({ customers: [{ name: 'x' }] })).toBe(false)
  expect(validate({ customer: [] })).toBe(false)
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
