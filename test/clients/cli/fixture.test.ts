import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { FIXTURES } from '../../../src/sandbox/fixtures/documents/list.ts'
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

it('says of a fixture that the product has not which ones there are, and no place of the graph', async () => {
  const { exitCode, stderr } = await run('show', 'aprovals')
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/^There is no fixture "aprovals"\. There are standard, .*\. Is approvals meant\?\n$/),
  ])
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
