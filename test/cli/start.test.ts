import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cli, createCli, type RunningBank, runBash } from '../support/cli.ts'

let cli: Cli
let bank: RunningBank
beforeAll(async () => {
  cli = createCli()
  bank = await cli.start()
})
afterAll(() => cli.remove())

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
      const told = await other.run(['graphql', query, '--world', 'green', '--base', started.url])
      totals.push(JSON.parse(told.stdout).data.customers.totalCount)
      expect(await started.stop()).toBe(0)
    }
    expect(totals[0]).toBeGreaterThan(2)
    expect(totals[1]).toBe(totals[0])
  } finally {
    other.remove()
  }
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
