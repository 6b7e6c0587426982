import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'
import { CALL_BY_HAND } from '../../../src/workbench/pages/docs/by-hand.tsx'
import { RECIPES } from '../../../src/workbench/pages/docs/recipes.ts'
import { type Cli, type CliResult, createCli, pasteHere, type RunningBank, runBash } from '../../support/clients/cli.ts'
import { builtProgram } from '../../support/harness/built.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
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

const run = (...args: string[]): Promise<CliResult> => cli.run(args, { env: { SANDBANK_URL: bank.url } })

async function call(...args: string[]) {
  const { stdout, stderr } = await run('call', ...args, '--json')
  return stdout === '' ? { stderr } : JSON.parse(stdout)
}

async function graphql(operation: string) {
  const { stdout, stderr } = await run('graphql', operation)
  return stdout === '' ? { stderr } : JSON.parse(stdout)
}

/** The commands of a part of the README, from its heading on, in order. */
function commandsOf(heading: string, until: string): string[] {
  const part = readme.slice(readme.indexOf(`\n${heading}\n`), readme.indexOf(`\n${until}\n`))
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script)
}

/** Commands as a newcomer would paste them into one shell, which stops at the first that fails. */
const scriptOf = (commands: readonly string[]) =>
  ['set -e', ...commands]
    .join('\n')
    .replace('http://127.0.0.1:4000', bank.url)
    .replace('.sandbank/tpps/acme', join(cli.home, 'tpps/acme'))

const paste = (commands: readonly string[]) => pasteHere(cli.home, scriptOf(commands), { SANDBANK_URL: bank.url })

/** Pastes each block into a terminal of its own: a block that says it is whole needs no variable of another, nor what another saved. */
async function pasteEach(blocks: readonly string[]): Promise<CliResult> {
  const whole = { exitCode: 0, stdout: '', stderr: '' }
  for (const block of blocks) {
    rmSync(join(cli.home, 'saved.json'), { force: true })
    const { exitCode, stdout, stderr } = await paste([block])
    whole.stdout += stdout
    whole.stderr += stderr
    if (exitCode !== 0) return { ...whole, exitCode }
  }
  return whole
}

it("the README's first calls by command, and the call by hand of /docs/by-hand with openssl and curl, create customers", async () => {
  // Each a process of its own, as it is for a newcomer.
  const program = await builtProgram('cli.js')
  const shell = [
    `cd '${cli.home}'`,
    `export SANDBANK_HOME='${cli.home}' PORT='${new URL(bank.url).port}'`,
    `npx() { shift; '${process.execPath}' '${program}' "$@"; }`,
  ]
  const commands = [...commandsOf('## First signed call', '### A bank in one document'), CALL_BY_HAND]
  expect(commands).toHaveLength(2)
  let stdout = ''
  for (const block of commands) {
    const ran = await runBash(scriptOf([...shell, block]))
    expect({ block, exitCode: ran.exitCode, stderr: ran.stderr }).toEqual({ block, exitCode: 0, stderr: '' })
    stdout += ran.stdout
  }
  expect(stdout).toContain('"customerNumber": "01017012345"')
  expect(stdout).toMatch(/HTTP\/1\.1 201 /)
  expect(stdout).toContain('"customerNumber":"01017054321"')
})

it("the README's bank in one document is made by one command", async () => {
  const [, mutation = ''] = /```graphql\n([\s\S]*?)```/.exec(readme) ?? []
  expect(await graphql(mutation)).toMatchObject({
    data: {
      createAccounts: { accounts: [{ key: 'daily' }, { key: 'savings' }] },
      completeAuthorisation: { authorisation: { payment: { key: 'saving', status: 'ACTC' } } },
    },
  })
})

it('each page that the README names is there', async () => {
  const paths = new Set(
    [...readme.matchAll(/`(\/(?:docs|graphql|openapi|report|fixture)[\w./]*)`|4000(\/docs\/[\w-]+)/g)].map(
      ([, one, other]) => one ?? other,
    ),
  )
  expect(paths.size).toBeGreaterThan(8)
  for (const path of paths)
    expect([
      path,
      (await fetch(`${bank.url}${path}`, { headers: { Accept: 'text/html, application/json' } })).status,
    ]).toEqual([path, 200])
})

it('the recipes of /docs/recipes run as they stand, each in a terminal of its own, with nothing to copy by hand', async () => {
  const { stdout, stderr, exitCode } = await pasteEach(RECIPES.map(({ commands }) => commands))
  expect(exitCode, `${stderr}\n${stdout.slice(-1500)}`).toBe(0)
  for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^Saved [\w.-]+ = \S+$/)
  expect(stdout.match(/^HTTP \d+/gm)?.every(line => line.startsWith('HTTP 2'))).toBe(true)
  expect(stdout).not.toContain('"errors"')
  const statuses = [...stdout.matchAll(/\{\n {2}"transactionStatus": "(\w+)"/g)].map(([, status]) => status)
  // Domestic after its batch, instant at once, the basket, the corporate one; and this one again while it is cancelled.
  expect(statuses).toEqual(['ACSC', 'ACSC', 'ACTC', 'ACTC', 'ACTC'])
  // The link that a person opens is whole.
  expect(stdout).toMatch(new RegExp(`"href": "${bank.url}/sca/[0-9a-f-]+"`))
  const audit = await run('audit')
  expect(audit.stdout).toMatch(/^The books add up: \d+ accounts, \d+ bookings, \d+ payments\.\n$/)
  expect(audit.exitCode).toBe(0)
})

it('a GraphQL operation that is refused says where, and one with a name by which nothing is saved is not sent', async () => {
  const { stdout, exitCode } = await run('graphql', '{ nothing }')
  expect([exitCode, JSON.parse(stdout).errors[0].locations]).toEqual([1, [{ line: 1, column: 3 }]])
  for (const args of [
    ['{ authorisation(id: "{nosuch}") { status } }'],
    ['query ($id: ID!) { authorisation(id: $id) { status } }', '--variables', '{ "id": "{nosuch}" }'],
  ]) {
    const refused = await run('graphql', ...args)
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('Nothing is saved as nosuch')])
  }
})

it('the default redirect is a page of the bank that shows what came back, and the next command, which works', async () => {
  const sca = (await call('POST', '/v1/bank-offered-consents')).body._links.scaRedirect.href
  const approved = await graphql(
    `mutation { completeAuthorisation(input: { id: "${sca.split('/').at(-1)}", psu: "13039319955", context: PRIVATE, outcome: APPROVED }) { redirectTo } }`,
  )
  const { redirectTo } = approved.data.completeAuthorisation
  expect(redirectTo).toMatch(new RegExp(`^${bank.url}/callback\\?`))
  const page = await fetch(redirectTo)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const text = (await page.text()).replaceAll('&#39;', "'")
  const psuId = new URL(redirectTo).searchParams.get('psu-id')
  expect(text).toContain(`<code>${psuId}</code>`)
  const [, command = ''] = /<pre[^>]*><code[^>]*>(.*)<\/code><\/pre>/.exec(text) ?? []
  // Elements keep an option from being broken at its hyphens; what is copied is the text.
  expect((await paste([command.replaceAll(/<[^>]*>/g, '')])).stdout).toMatch(/^HTTP 200 /)
})

it('the callback page shows a rejected SCA, a call without a PSU and a script in the address', async () => {
  const text = async (query: string) => (await fetch(`${bank.url}/callback${query}`)).text()
  expect(await text('?error=access_denied')).toContain('The PSU did not approve')
  expect(await text('')).toContain('No SCA led here')
  expect(await text('?psu-id=%3Cscript%3Ealert(1)%3C/script%3E')).not.toContain('<script>alert')
  expect((await fetch(`${bank.url}/worlds/nowhere/callback`)).status).toBe(404)
})

it('the audit of books that do not add up names the account and ends with exit code 1', async () => {
  const file = new Database(join(cli.home, 'sandbank.db'))
  const id = String(file.prepare(`SELECT "id" FROM "Account" WHERE "worldId" = 'default' LIMIT 1`).pluck().get())
  file
    .prepare(`UPDATE "Account" SET "bookedMinor" = "bookedMinor" + 1 WHERE "worldId" = 'default' AND "id" = ?`)
    .run([id])
  const { exitCode, stdout } = await run('audit')
  file
    .prepare(`UPDATE "Account" SET "bookedMinor" = "bookedMinor" - 1 WHERE "worldId" = 'default' AND "id" = ?`)
    .run([id])
  file.close()
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(new RegExp(`BALANCE +${id} `))
})

it('what is printed shows in the order that it has: characters that turn it round are spelled, which JSON reads as the same', async () => {
  const turning = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  const name = `Kari${turning.map(code => String.fromCharCode(code)).join('x')} ğ`
  const input = JSON.stringify({ customerNumber: '01017012345', name, type: 'PRIVATE' })
  const world = ['--world', 'turning']
  await run('graphql', 'mutation { createWorld(input: { name: "turning" }) { world { name } } }')
  const created = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { name } } }'
  const { stdout } = await run('graphql', created, '--variables', `{"input":${input}}`, ...world)
  expect(stdout).not.toMatch(/\p{Bidi_Control}/u)
  expect(stdout).toContain('Kari\\u061cx\\u200ex')
  expect(JSON.parse(stdout)).toEqual({ data: { createCustomer: { customer: { name } } } })
})

it('a GraphQL operation that is refused ends with exit code 1, one that cannot be sent with 2 or 3', async () => {
  expect((await run('graphql', '{ nothing }')).exitCode).toBe(1)
  expect((await run('graphql', '{ world { name } }', '--variables', '{')).exitCode).toBe(2)
  expect((await run('graphql', '@/no/such/file')).exitCode).toBe(2)
  expect((await cli.run(['audit', '--base', 'http://127.0.0.1:9'])).exitCode).toBe(3)
})
