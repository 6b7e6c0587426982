import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cli, type CliResult, createCli, type RunningBank, runBash } from '../support/cli.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
let cli: Cli
let bank: RunningBank
let tppId: string

beforeAll(async () => {
  cli = createCli()
  await cli.run(['tpp', 'new', 'acme'])
  tppId = JSON.parse((await cli.run(['tpp', 'list', '--json'])).stdout)[0].tppId
  bank = await cli.start()
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

const run = (...args: string[]): Promise<CliResult> => cli.run(args, { env: { SANDBANK_URL: bank.url } })

async function call(...args: string[]) {
  const { stdout, stderr } = await run('call', ...args, '--json')
  return stdout === '' ? { stderr } : JSON.parse(stdout)
}

async function graphql(operation: string) {
  const { stdout, stderr } = await run('graphql', operation)
  return stdout === '' ? { stderr } : JSON.parse(stdout)
}

it("the README's call by hand, with openssl and curl, creates a customer", async () => {
  const [, script = ''] = /### By hand[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? []
  const here = script
    .replace('http://127.0.0.1:4000', bank.url)
    .replace('.sandbank/tpps/acme', join(cli.home, 'tpps/acme'))
  const { stdout } = await runBash(here)
  expect(stdout).toMatch(/^HTTP\/1\.1 201 /)
  expect(stdout).toContain('"customerNumber":"01017054321"')
})

it("the README's consent without a browser lets the TPP read accounts", async () => {
  const granted = await graphql(
    `mutation { grantConsent(customerNumber: "13039319955", context: PRIVATE, access: { tpp: "${tppId}" }) { consent { id } psuId sessionId } }`,
  )
  expect(granted.data.grantConsent.psuId).toMatch(/^[0-9a-f-]{36}$/)
  const { status, body } = await call('GET', '/v1/accounts', '--psu', '13039319955')
  expect(status).toBe(200)
  expect(body.accounts).toHaveLength(2)
})

it("the README's payment is created, approved, carried out and audited", async () => {
  const [, body = ''] = /--data '(\{\s+"instructedAmount"[\s\S]*?\})'/.exec(readme) ?? []
  const path = '/v1/payments/norwegian-domestic-credit-transfers'
  const made = await call('POST', path, '--psu', '13039319955', '--header', 'PSU-Context: PRIVATE', '--data', body)
  expect(made.status).toBe(201)
  const sca = made.body._links.scaRedirect.href.split('/').at(-1)
  await graphql(
    `mutation { completeAuthorisation(id: "${sca}", customerNumber: "13039319955", outcome: APPROVED) { redirectTo } }`,
  )
  await graphql('mutation { advanceClock(by: "P4D") { now } }')
  const { body: status } = await call('GET', `${path}/${made.body.paymentId}/status`, '--psu', '13039319955')
  expect(status).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  const audit = await run('audit')
  expect(audit.stdout).toMatch(/^The books add up: 10 accounts, \d+ bookings, 1 payments\.\n$/)
  expect(audit.exitCode).toBe(0)
})

it('the audit of books that do not add up names the account and ends with exit code 1', async () => {
  const file = new Database(join(cli.home, 'sandbank.db'))
  const id = String(file.prepare(`SELECT "id" FROM "Account" WHERE "worldId" = 'default' LIMIT 1`).pluck().get())
  file
    .prepare(`UPDATE "Account" SET "bookedMinor" = "bookedMinor" + 1 WHERE "worldId" = 'default' AND "id" = ?`)
    .run(id)
  const { exitCode, stdout } = await run('audit')
  file
    .prepare(`UPDATE "Account" SET "bookedMinor" = "bookedMinor" - 1 WHERE "worldId" = 'default' AND "id" = ?`)
    .run(id)
  file.close()
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(new RegExp(`BALANCE +${id} `))
})

it('a GraphQL operation that is refused ends with exit code 1, one that cannot be sent with 2 or 3', async () => {
  expect((await run('graphql', '{ nothing }')).exitCode).toBe(1)
  expect((await run('graphql', '{ world { name } }', '--variables', '{')).exitCode).toBe(2)
  expect((await run('graphql', '@/no/such/file')).exitCode).toBe(2)
  expect((await cli.run(['audit', '--base', 'http://127.0.0.1:9'])).exitCode).toBe(3)
})
