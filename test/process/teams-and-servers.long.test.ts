import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import {
  HAPROXY_GROUPS,
  MOVE_WORLD,
  START_GROUPS,
  START_SERVERS,
  START_TEAM,
} from '../../src/workbench/pages/docs/hosting-files.ts'
import { readyKeysOfProcess } from '../support/builders/ready-keys.ts'
import { builtProgram } from '../support/harness/built.ts'
import { keepChild } from '../support/harness/children.ts'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { freePort, startHaproxy } from '../support/harness/proxies.ts'
import { missingOf, PATH, skipWithout } from '../support/harness/tools.ts'
import { proxyCredentials } from '../workbench/pages/start-tls-proxy.ts'

// What /docs/teams and /docs/servers show is done by a shell, with the folders, ports and names of this machine in the places of the pages'. The recipes for HAProxy
// of several servers are in rolling-restart.test.ts, the dump in hosting-steps.test.ts.

const WAIT = { timeout: 60_000, interval: 100 }
const machine = mkdtempSync(join(tmpdir(), 'sandbank-teams-'))
const place = (path: string) => join(machine, path)
const servers: (() => Promise<unknown>)[] = []
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  mkdirSync(place('bin'))
  const program = await builtProgram('cli.js')
  writeFileSync(place('bin/npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
  env = {
    PATH: `${place('bin')}${delimiter}${PATH}`,
    HOME: place('root'),
    TMPDIR: tmpdir(),
    LOG_LEVEL: 'silent',
    NO_COLOR: '1',
    // The proxy's certificate is for one of the two names alone.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_NO_WARNINGS: '1',
    ...readyKeysOfProcess(),
  }
})
afterAll(async () => {
  await Promise.all(servers.map(stop => stop()))
  rmSync(machine, { recursive: true, force: true })
})

/** What a shell does with a text of a page in a folder of its own. */
async function shell(text: string, folder: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  mkdirSync(place(folder), { recursive: true })
  const running = promisify(execFile)('bash', ['-ec', text], { cwd: place(folder), env: { ...env, ...more } })
  const { stdout } = await running.catch(error => {
    throw new Error(`${text}\n${error.stdout}${error.stderr}`)
  })
  return stdout
}

/** A text of a page that stays until the end of the tests, when the bank on that port answers. */
async function stay(text: string, folder: string, port: number, more: Readonly<Record<string, string>> = {}) {
  mkdirSync(place(folder), { recursive: true })
  const child = spawn('bash', ['-ec', text.replace(/^(?=[A-Z_]+=\S+ .*npx|HOST=)/m, 'exec env ')], {
    cwd: place(folder),
    env: { ...env, PORT: String(port), ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  keepChild(child)
  const ended = new Promise(resolve => child.once('close', resolve))
  servers.push(() => {
    child.kill('SIGTERM')
    return ended
  })
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200), WAIT)
}

it('/docs/teams: two groups behind HAProxy, a team of one of them, and a world that moves to the other (D128)', async context => {
  skipWithout(context, missingOf('haproxy'))
  const [red, blue] = [await freePort(), await freePort()]
  const local = (text: string) =>
    text
      .replaceAll('/srv/', `${machine}/`)
      .replaceAll('4001', String(red))
      .replaceAll('4002', String(blue))
      .replaceAll('red.bank.example', 'localhost')
      .replaceAll('blue.bank.example', '127.0.0.1')
  const [first = '', second = ''] = local(START_GROUPS).split('\n')
  await stay(first, 'groups', red)
  await stay(second, 'groups', blue)
  const folder = place('proxy')
  mkdirSync(folder)
  const proxy = await startHaproxy(folder, local(HAPROXY_GROUPS), proxyCredentials().both)
  onTestFinished(proxy.stop)
  const behind = (text: string) => local(text).replaceAll(/https:\/\/(localhost|127\.0\.0\.1)/g, `$&:${proxy.port}`)

  expect(await shell(behind(START_TEAM), 'laptop')).toMatch(/^Made the TPP acme[\s\S]*^HTTP 200 /m)
  const create = behind('npx sandbank world create green --base https://red.bank.example')
  await shell(create, 'laptop', { SANDBANK_TOKEN: 'red-token-of-16-signs' })
  await shell(
    behind(
      `npx sandbank graphql 'mutation { advanceClock(input: { by: "P3D" }) { clock { now } } }' --world green --base https://red.bank.example`,
    ),
    'laptop',
    { SANDBANK_TOKEN: 'red-token-of-16-signs' },
  )
  await shell(behind(MOVE_WORLD), 'laptop')
  const clockOf = (base: string, token: string) =>
    shell(behind(`npx sandbank graphql '{ clock { now } }' --world green --base ${base}`), 'laptop', {
      SANDBANK_TOKEN: token,
    })
  const day = (text: string) => JSON.parse(text).data.clock.now.slice(0, 10)
  const there = day(await clockOf('https://blue.bank.example', 'blue-token-of-16-signs'))
  expect(there).toBe(day(await clockOf('https://red.bank.example', 'red-token-of-16-signs')))
  // The token of one group opens no door of the other.
  await expect(clockOf('https://blue.bank.example', 'red-token-of-16-signs')).rejects.toThrow('token')
})

it('/docs/servers: a database, and two servers that are one bank (D120)', async () => {
  const postgres = await sharedPostgres()
  const name = await postgres.createDatabase()
  await postgres.query('postgres', `DROP DATABASE ${name}`)
  const local = START_SERVERS.replaceAll(
    'postgresql://bank:PASSWORD@db.example/bank',
    postgres.urlOf(name).replace(/.*/, "'$&'"),
  ).replaceAll(/ bank(?=$| )/gm, ` ${name}`)
  const server = { PGHOST: postgres.folder, PGUSER: 'sandbank' }
  const ports = [await freePort(), await freePort()] as const
  await stay(local, 'one', ports[0], server)
  await stay(local.split('\n').slice(1).join('\n'), 'two', ports[1], server)
  const ask = async (port: number, query: string) => {
    const text = `npx sandbank graphql '${query}' --base http://127.0.0.1:${port}`
    return JSON.parse(await shell(text, 'three', { SANDBANK_TOKEN: 'one-token-for-all' })).data
  }
  await ask(ports[0], 'mutation { createWorld(input: { name: "shared" }) { world { name } } }')
  expect((await ask(ports[1], '{ worlds { nodes { name } } }')).worlds.nodes).toContainEqual({ name: 'shared' })
})
