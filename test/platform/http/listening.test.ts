import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Server } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { listen } from '../../../src/api/server.ts'
import { startProxy } from '../../../src/clients/cli/proxy.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { createCli } from '../../support/clients/cli.ts'
import { sourceFiles } from '../../support/harness/source-files.ts'

/** D74: what goes wrong with a listening server ends neither its connections nor the process, and is said. */

const cli = createCli()
cli.addTpp('acme')
const bank = await cli.serve()
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

/** The server that answers a GET, as Node names it to whoever watches its calls. */
async function serverOf(url: string): Promise<Server> {
  const found: Server[] = []
  const watch = (message: unknown) => {
    if (message instanceof Object && 'server' in message && message.server instanceof Server) found.push(message.server)
  }
  subscribe('http.server.request.start', watch)
  expect((await fetch(url)).status).toBe(200)
  unsubscribe('http.server.request.start', watch)
  const [first] = found
  if (first === undefined) throw new Error(`${url} has no server here.`)
  return first
}

const fault = () => Object.assign(new Error('accept ENOBUFS'), { code: 'ENOBUFS', syscall: 'accept' })

it('the bank answers on, and its log hears of the connection that it could not take', async () => {
  const faults: Error[] = []
  const app = { fetch: () => new Response('here') }
  const server = await listen(app, { host: '127.0.0.1', port: 0, onFault: error => faults.push(error) })
  const listening = await serverOf(server.url)
  for (const _ of [1, 2]) listening.emit('error', fault())
  expect(faults.map(({ message }) => message)).toEqual(['accept ENOBUFS', 'accept ENOBUFS'])
  expect(await (await fetch(server.url)).text()).toBe('here')
  await server.stop()
})

it('the proxy passes on what comes next, and says it on standard error', async () => {
  const config = readConfig({ SANDBANK_HOME: cli.home })
  const tools = { config, now: () => new Date(), newId: () => crypto.randomUUID() }
  const proxy = await startProxy({ base: bank.url, port: '0', tpp: 'acme' }, tools)
  const warnings: string[] = []
  const hear = ({ message }: Error) => warnings.push(message)
  process.on('warning', hear)
  const listening = await serverOf(`${proxy.url}/v1/sandbox/customers`)
  for (const _ of [1, 2]) listening.emit('error', fault())
  expect((await fetch(`${proxy.url}/v1/sandbox/customers`)).status).toBe(200)
  expect(warnings).toEqual(['accept ENOBUFS', 'accept ENOBUFS'])
  process.off('warning', hear)
  await proxy.stop()
})

it('each server that the product makes listens in this way', () => {
  const makers = sourceFiles('src').filter(({ text }) => /\bcreateServer\(/.test(text))
  expect(makers.map(({ path }) => path).toSorted()).toEqual(['src/api/server.ts', 'src/clients/cli/proxy.ts'])
  for (const { text } of makers) {
    expect(text).toMatch(/\bstartListening\(/)
    expect(text).not.toMatch(/\bserver\.listen\(/)
  }
})
