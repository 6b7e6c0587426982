import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cli, type CliResult, createCli, type RunningBank } from '../../support/clients/cli.ts'

let cli: Cli
let bank: RunningBank

beforeAll(async () => {
  cli = createCli()
  cli.addTpp('acme')
  bank = await cli.serve()
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

const run = (...args: string[]): Promise<CliResult> => cli.run(args, { env: { SANDBANK_URL: bank.url } })

it('keeps values of an answer for the owner alone, and later calls use them in path, header, body and GraphQL', async () => {
  const listed = await run('call', 'GET', '/v1/sandbox/accounts', '--save', 'account=[0].id', '--save', 'iban=[0].iban')
  expect(listed.exitCode).toBe(0)
  expect(listed.stderr).toMatch(/^Saved account = [0-9a-f-]{36}\nSaved iban = NO\d+\n$/)
  expect(statSync(join(cli.home, 'saved.json')).mode & 0o777).toBe(0o600)
  const { account, iban } = JSON.parse(readFileSync(join(cli.home, 'saved.json'), 'utf8'))

  const one = await run('call', 'GET', '/v1/sandbox/accounts/{account}', '--header', 'X-Request-ID: {iban}', '--json')
  expect(JSON.parse(one.stdout)).toMatchObject({
    status: 200,
    headers: { 'x-request-id': iban },
    body: [{ id: account }],
  })

  const body = '{"owner":"18129215603","name":"For {iban} and {nothing}"}'
  const made = await run('call', 'POST', '/v1/sandbox/agreements', '--json', '--data', body, '--save', 'agreement=id')
  expect(JSON.parse(made.stdout).body.name).toBe(`For ${iban} and {nothing}`)

  const asked = await run(
    'graphql',
    'query ($id: ID!) { account(by: { iban: "{iban}" }) { id } agreement(id: $id) { name } }',
    '--variables',
    '{"id":"{agreement}"}',
    '--save',
    'same=account.id',
  )
  expect(JSON.parse(asked.stdout).data).toEqual({
    account: { id: account },
    agreement: { name: `For ${iban} and {nothing}` },
  })
  expect(asked.stderr).toBe(`Saved same = ${account}\n`)
})

it('braces of GraphQL are left alone, though a value is saved under the name in them', async () => {
  await run('graphql', '{ world { name } }', '--save', 'name=world.name')
  const { stdout, exitCode } = await run('graphql', '{world{name}}')
  expect([JSON.parse(stdout), exitCode]).toEqual([{ data: { world: { name: 'default' } } }, 0])
})

it('takes the id of a link: the last part of its address', async () => {
  const { stdout } = await run(
    'call',
    'POST',
    '/v1/bank-offered-consents',
    '--save',
    'sca=_links.scaRedirect.id',
    '--json',
  )
  const { href } = JSON.parse(stdout).body._links.scaRedirect
  const kept = JSON.parse(readFileSync(join(cli.home, 'saved.json'), 'utf8'))
  expect(new URL(href).pathname).toBe(`/sca/${kept.sca}`)
})

it('says what an answer does not have, and ends with exit code 2, so that a script stops there', async () => {
  const { stderr, exitCode } = await run('call', 'GET', '/v1/sandbox/accounts', '--save', 'x=[0].nothing')
  expect(stderr).toBe('The answer has no [0].nothing: nothing is saved as x.\n')
  expect(exitCode).toBe(2)
})

it('saves nothing of a refusal', async () => {
  const { stderr, exitCode } = await run(
    'call',
    'GET',
    '/v1/sandbox/accounts/none',
    '--save',
    'text=tppMessages[0].text',
  )
  expect([stderr, exitCode]).toEqual(['', 1])
})

it.each([
  [['call', 'GET', '/v1/sandbox/accounts/{never}'], /Nothing is saved as never: add --save never=PATH .*account/],
  [['call', 'GET', '/v1/sandbox/accounts', '--save', 'account'], /must be NAME=PATH/],
  [['call', 'GET', '/v1/sandbox/accounts', '--save', '1=[0].id'], /must be NAME=PATH/],
  [['graphql', '{ world { name } }', '--save', '=world'], /must be NAME=PATH/],
])('%j is wrong usage', async (args, words) => {
  const { stderr, stdout, exitCode } = await run(...args)
  expect([stdout, exitCode]).toEqual(['', 2])
  expect(stderr).toMatch(words)
})

it('a damaged file of saved values is named', async () => {
  const whole = readFileSync(join(cli.home, 'saved.json'), 'utf8')
  writeFileSync(join(cli.home, 'saved.json'), whole.slice(0, -3))
  const { stderr, exitCode } = await run('call', 'GET', '/v1/sandbox/accounts')
  writeFileSync(join(cli.home, 'saved.json'), whole)
  expect(stderr).toMatch(/saved\.json is damaged: remove it/)
  expect(exitCode).toBe(2)
})

it('takes a whole URL, of another world too', async () => {
  await run(
    'graphql',
    'mutation { createWorld(input: { name: "blue", source: { standard: true } }) { world { name } } }',
  )
  const here = (...args: string[]) => cli.run(['call', 'GET', ...args, '--json'])
  const { stdout } = await here(`${bank.url}/worlds/blue/v1/sandbox/customers?withAccounts=true`)
  const { status, body } = JSON.parse(stdout)
  expect([status, body.length]).toEqual([200, 4])
  expect(body[0]._links.self.href).toMatch(/^\/worlds\/blue\//)
  expect(JSON.parse((await here(`${bank.url}/v1/sandbox/customers`)).stdout).status).toBe(200)
})

it('prints the links that a person opens as whole ones, and leaves the others as they were sent', async () => {
  const { stdout } = await run('call', 'POST', '/v1/bank-offered-consents', '--world', 'blue')
  expect(stdout).toMatch(new RegExp(`"href": "${bank.url}/worlds/blue/sca/[0-9a-f-]+"`))
  const listed = await run('call', 'GET', '/v1/sandbox/customers', '--world', 'blue')
  expect(listed.stdout).toContain('"href": "/worlds/blue/v1/sandbox/customers/')
})

it('shows in its own words what answered in place of the bank', async () => {
  const { stderr, exitCode } = await cli.run(['graphql', '{ world { name } }', '--base', `${bank.url}/docs`])
  expect(stderr).toMatch(/did not answer like Sandbank's GraphQL door \(404\).*\nIt answered: .*NOT_FOUND/s)
  expect(exitCode).toBe(1)
})
