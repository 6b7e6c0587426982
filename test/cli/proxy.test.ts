import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '../support/built.ts'
import { keepChild } from '../support/children.ts'
import { createCli, type RunningBank } from '../support/cli.ts'

const cli = createCli()
let bank: RunningBank
beforeAll(async () => {
  bank = await cli.serve()
  cli.addTpp('acme')
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

/** Starts the proxy; `stop` sends SIGTERM and gives the exit code. */
async function startProxy(...options: readonly string[]) {
  const args = [await builtProgram('cli.js'), 'proxy', '--port', '0', '--base', bank.url, ...options]
  const child = keepChild(
    spawn(process.execPath, args, { env: { PATH: process.env['PATH'], SANDBANK_HOME: cli.home } }),
  )
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, found] = /passes on: (\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    ended.then(code => reject(new Error(`The proxy ended with ${code}: ${said}`)))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, stop }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const KARI = '13039319955'

describe('sandbank proxy', () => {
  it('signs what comes without a signature, with its body, and hands the answer back', async () => {
    const { url, stop } = await startProxy()
    const body = JSON.stringify({ customerNumber: '01017012345', name: 'Åse', type: 'PRIVATE' })
    const created = await fetch(`${url}/v1/sandbox/customers`, { method: 'POST', headers: JSON_TYPE, body })
    expect(created.status).toBe(201)
    expect(created.headers.get('Location')).toContain('/v1/sandbox/customers/')
    expect(await created.json()).toMatchObject({ customerNumber: '01017012345', customerName: 'Åse' })
    expect((await (await fetch(`${url}/v1/sandbox/customers`)).json()).length).toBe(5)
    expect(await stop()).toBe(0)
  })

  it('sends the PSU that it was started with, and whatever headers the caller gives', async () => {
    const { url, stop } = await startProxy('--tpp', 'acme', '--psu', KARI)
    const refused = await fetch(`${url}/v1/accounts`, {
      headers: { 'X-Request-ID': 'mine-1', 'PSU-Context': 'PRIVATE' },
    })
    expect(refused.headers.get('X-Request-ID')).toBe('mine-1')
    expect(await refused.json()).toMatchObject({ tppMessages: [{ code: 'CONSENT_INVALID' }], _links: {} })
    expect(await stop()).toBe(0)
  })

  it('hands refusals on as they are, and says so when there is no bank', async () => {
    const { url, stop } = await startProxy()
    expect((await fetch(`${url}/v1/nothing`)).status).toBe(404)
    expect((await fetch(`${url}/v1/sandbox/customers`, { method: 'POST', headers: JSON_TYPE, body: '{' })).status).toBe(
      400,
    )
    await stop()
    const alone = await startProxy('--base', 'http://127.0.0.1:9')
    const answer = await fetch(`${alone.url}/v1/sandbox/customers`)
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('No bank answers at http://127.0.0.1:9')
    await alone.stop()
  })
})
