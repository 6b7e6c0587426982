import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'

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

const CUSTOMER = '{"customerNumber":"03019339941","name":"Ada","type":"PRIVATE"}'

it('a call whose answer is lost names its X-Request-ID, with which it is sent again and heard (D15, D88)', async () => {
  const call = (...more: string[]) =>
    cli.run(['call', 'POST', '/v1/sandbox/customers', '--data', CUSTOMER, ...more], { env: { SANDBANK_URL: bank.url } })
  const lost = await call('--scenario', 'lose-answer')
  expect(lost.exitCode).not.toBe(0)
  const [, id = ''] = /--header 'X-Request-ID: ([0-9a-f-]{36})' to hear\./.exec(lost.stderr) ?? []
  expect(id).not.toBe('')
  const heard = await call('--header', `X-Request-ID: ${id}`)
  expect([heard.exitCode, heard.stdout.includes('HTTP 201'), heard.stdout.includes('03019339941')]).toEqual([
    0,
    true,
    true,
  ])
})

it("an operator's call whose answer is lost names no header that it does not have", async () => {
  const server = createServer(request => request.socket.resetAndDestroy()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const lost = await cli.run(['graphql', '{ clock { now } }'], { env: { SANDBANK_URL: url } })
  expect(lost.exitCode).not.toBe(0)
  expect(lost.stderr).toContain(`The connection to ${url} ended without an answer.`)
  expect(lost.stderr).toContain('look at what is there before you send it again.')
  expect(lost.stderr).not.toContain('X-Request-ID')
})
