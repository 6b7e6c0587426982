import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type Effects, jsonOf, KARI, type Tried } from './tried.ts'

/** compare. */
export const COMPARE: Effects = {
  'compare --calls': async ({ print, run }) => {
    expect(await print('compare', '--calls', '2', '--world', 'seen')).toMatch(/^2 calls of .*: nothing differs\./)
    expect((await run('compare', '--calls', 'none')).exitCode).toBe(2)
  },
  'compare --world': async ({ print, run }) => {
    expect(await print('compare', '--calls', '--world', 'seen')).toMatch(/^3 calls of /)
    const { exitCode, stderr } = await run('compare', '--calls', '--world', 'nowhere')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('nowhere')])
  },
  'compare --bank': async tried => {
    const { stdout } = await tried.run('compare', await seen(tried), '--bank', await elsewhere(tried))
    expect(stdout).toMatch(/compared with http:\/\/127\.0\.0\.1:\d+\/worlds\/elsewhere: /)
    expect(stdout).toContain('there 401 ')
  },
  'compare --cert': signs('--cert', 'cert.pem'),
  'compare --key': signs('--key', 'key.pem'),
  'compare --writes': async tried => {
    const args = ['compare', await seen(tried), '--bank', await elsewhere(tried), ...signer(tried)]
    expect(await tried.print(...args)).toContain('only --writes sends it')
    expect(await tried.print(...args, '--writes')).not.toContain('--writes')
  },
  'compare --from': async tried => {
    expect(await statuses(tried, '--from', 'STANDARD')).toBe(0)
    expect(await statuses(tried, '--from', 'EMPTY')).toBe(1)
  },
  'compare --fixture': async tried => {
    expect(await statuses(tried, '--fixture', 'payments')).toBe(1)
    expect((await tried.run('compare', await ofKari(tried), '--fixture', 'none')).exitCode).toBe(2)
  },
  'compare --copy-of': async tried => expect(await statuses(tried, '--copy-of', 'green')).toBe(1),
  'compare --tpp': async tried => {
    expect(await statuses(tried, '--tpp', 'other')).toBe(0)
    const { exitCode, stderr } = await tried.run('compare', await ofKari(tried), '--tpp', 'stranger')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('There is no TPP stranger')])
  },
  'compare --psu': async tried => {
    const file = accountsOfNone(tried)
    expect((await tried.run('compare', file)).stdout).toContain('here 401')
    expect((await tried.run('compare', file, '--psu', KARI, '--context', 'PRIVATE')).stdout).not.toContain('here 401')
  },
  'compare --context': async tried => {
    const { exitCode, stderr } = await tried.run('compare', accountsOfNone(tried), '--psu', KARI)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('context')])
  },
  'compare --json': jsonOf(['compare', '--calls', '--world', 'seen'], expect.objectContaining({ differences: 0 })),
  'compare --junit': async ({ print, file }) => {
    await print('compare', '--calls', '--world', 'seen', '--junit', file('drift.xml'))
    expect(readFileSync(file('drift.xml'), 'utf8')).toMatch(/^<\?xml [\s\S]*<testsuites name="sandbank compare">/)
  },
  'compare --html': async ({ print, file }) => {
    await print('compare', '--calls', '--world', 'seen', '--html', file('drift.html'))
    expect(readFileSync(file('drift.html'), 'utf8')).toMatch(/^<!DOCTYPE html>\n<html lang="en">/)
  },
  'compare --base': async ({ cli, bank }) => {
    const away = { env: { SANDBANK_URL: 'http://127.0.0.1:9' } }
    const args = ['compare', '--calls', '--world', 'seen']
    const missed = await cli.run(args, away)
    expect([missed.exitCode, missed.stderr]).toEqual([2, expect.stringContaining('http://127.0.0.1:9')])
    expect((await cli.run([...args, '--base', bank.url], away)).exitCode).toBe(0)
  },
}

/** The calls of the world `seen`, as a file. */
async function seen({ print, file }: Tried): Promise<string> {
  writeFileSync(file('seen.har'), await print('log', '--as', 'har', '--world', 'seen'))
  return file('seen.har')
}

/** The base URL of a world that stands for another bank. */
async function elsewhere({ run, bank }: Tried): Promise<string> {
  await run('world', 'create', 'elsewhere', '--from', 'EMPTY')
  return `${bank.url}/worlds/elsewhere`
}

const partOf = ({ file }: Tried, name: string) => file(`tpps/acme/${name}`)
const signer = (tried: Tried) => ['--cert', partOf(tried, 'cert.pem'), '--key', partOf(tried, 'key.pem')]

/** With certificate and key the other bank accepts the calls; one of them alone is refused. */
function signs(option: string, name: string): Effects[string] {
  return async tried => {
    const args = ['compare', await seen(tried), '--bank', await elsewhere(tried)]
    const alone = await tried.run(...args, option, partOf(tried, name))
    expect([alone.exitCode, alone.stderr]).toEqual([2, expect.stringContaining('--cert and --key belong together')])
    expect(await tried.print(...args, ...signer(tried))).toContain('nothing differs')
  }
}

function harOf(tried: Tried, path: string, headers: readonly object[]): string {
  const answer = { status: 200, headers: [], content: { text: '{}' } }
  const request = { method: 'GET', url: `https://bank.example/psd2${path}`, headers }
  const name = tried.file('made.har')
  writeFileSync(name, JSON.stringify({ log: { entries: [{ request, response: answer }] } }))
  return name
}

/** A read of a customer of the standard set, as a file. */
async function ofKari(tried: Tried): Promise<string> {
  const id = JSON.stringify(await tried.ask(`{ customer(by: { customerNumber: "${KARI}" }) { id } }`))
    .split('"')
    .at(-2)
  return harOf(tried, `/v1/sandbox/customers/${id}`, [])
}

/** A read of the accounts of a PSU whom this bank does not know. */
function accountsOfNone(tried: Tried): string {
  const headers = { 'PSU-ID': '5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1', 'TPP-Session-ID': 's', 'x-accept-fix': 'none' }
  const lines = Object.entries({ ...headers, 'TPP-Redirect-URI': 'https://tpp.example/back' })
  return harOf(
    tried,
    '/v1/accounts',
    lines.map(([name, value]) => ({ name, value })),
  )
}

/** How many statuses differ from those of the file. */
async function statuses(tried: Tried, ...args: string[]): Promise<number> {
  const { stdout } = await tried.run('compare', await ofKari(tried), ...args, '--json')
  return stdout.split('"kind": "STATUS"').length - 1
}
