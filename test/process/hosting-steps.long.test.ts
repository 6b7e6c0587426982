import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import {
  BACKUP,
  CONTAINER_FILE,
  DATABASE_BACKUP,
  INSTALL,
  MOVE,
  RESTORE,
  SYSTEMD_UNIT,
  UPGRADE,
} from '../../src/workbench/pages/docs/hosting-files.ts'
import { builtProgram } from '../support/harness/built.ts'
import { keepChild } from '../support/harness/children.ts'
import { installedNode } from '../support/harness/other-nodes.ts'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { freePort } from '../support/harness/proxies.ts'

// What /docs/hosting shows is done by a shell, with the folders of this machine in the places of the page's, the tarball as `npm pack` makes it, and Node 22 as the
// container has it. systemctl is a script that does what the unit says.

const ROOT = new URL('../..', import.meta.url).pathname
const WAIT = { timeout: 60_000, interval: 100 }
const TOKEN = 'a-token-of-the-hosting-page'
const machine = mkdtempSync(join(tmpdir(), 'sandbank-machine-'))
const place = (path: string) => join(machine, path)
let env: Readonly<Record<string, string>>
let port: number

beforeAll(async () => {
  await builtProgram('cli.js')
  const node = await installedNode('22.23.3')
  port = await freePort()
  for (const folder of ['bin', 'tmp', 'etc', 'usr/local/bin', 'var/lib/sandbank', 'root'])
    mkdirSync(place(folder), { recursive: true })
  writeFileSync(place('bin/systemctl'), systemctl(), { mode: 0o755 })
  // The user of the unit is not on this machine: its commands run as who runs the tests.
  writeFileSync(place('bin/runuser'), '#!/bin/sh\ntest "$1 $2 $3" = "-u sandbank --" && shift 3 && exec "$@"\n', {
    mode: 0o755,
  })
  const { PATH = '' } = process.env
  env = {
    PATH: [place('bin'), place('usr/local/bin'), join(node, 'bin'), PATH].join(delimiter),
    HOME: place('root'),
    TMPDIR: place('tmp'),
    NO_COLOR: '1',
    npm_config_prefix: place('usr/local'),
    npm_config_cache: process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? '', '.npm'),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  }
  await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--pack-destination', place('root')], {
    cwd: ROOT,
    env,
  })
})
afterAll(async () => {
  await shell('systemctl stop sandbank')
  rmSync(machine, { recursive: true, force: true })
})

/** A text of the page with the folders of this machine. */
const here = (text: string) =>
  text.replaceAll(/(?<![\w.])\/(?:var\/lib|usr\/local|etc|tmp|home\/node)\b/g, folder => place(folder))

/** Starts what the unit starts, with its settings, and waits until it listens; stops it as systemd does. */
function systemctl(): string {
  const [, settings = ''] = /^Environment=(.*)$/m.exec(SYSTEMD_UNIT) ?? []
  const [, file = ''] = /^EnvironmentFile=-(.*)$/m.exec(SYSTEMD_UNIT) ?? []
  const [, program = ''] = /^ExecStart=(.*)$/m.exec(SYSTEMD_UNIT) ?? []
  return here(`#!/bin/sh
set -e
case "$1" in
start)
  set -a
  ${settings}
  . ${file}
  set +a
  # Emptied first: the words of the bank that ran before are not those of this one.
  : >/tmp/log
  ${program} >/tmp/log 2>&1 </dev/null &
  echo $! >/tmp/pid
  while ! grep -q 'Base URL' /tmp/log; do
    kill -0 "$(cat /tmp/pid)" || { cat /tmp/log; exit 1; }
    sleep 0.1
  done ;;
stop)
  test -e /tmp/pid || exit 0
  kill -TERM "$(cat /tmp/pid)"
  while kill -0 "$(cat /tmp/pid)" 2>/dev/null; do sleep 0.1; done
  rm /tmp/pid ;;
esac
`)
}

/** What a shell does with a text of the page, in a folder with the tarball. */
async function shell(text: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const running = promisify(execFile)('bash', ['-ec', here(text)], { cwd: place('root'), env: { ...env, ...more } })
  const { stdout } = await running.catch(error => {
    throw new Error(`${text}\n${error.stdout}${error.stderr}`)
  })
  return stdout
}

const settle = (settings: Readonly<Record<string, string>>) =>
  writeFileSync(
    place('etc/sandbank.env'),
    Object.entries({ PORT: String(port), SANDBANK_TOKEN: TOKEN, ...settings })
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )

/** The worlds of the bank that runs, and whether the books of each add up. */
async function worlds(): Promise<readonly string[]> {
  const base = `--base http://127.0.0.1:${port}`
  const list = await shell(`sandbank graphql '{ worlds { nodes { name } } }' ${base}`, { SANDBANK_TOKEN: TOKEN })
  const names: string[] = JSON.parse(list).data.worlds.nodes.map(({ name }: { name: string }) => name)
  for (const name of names)
    expect(await shell(`sandbank audit --world ${name} ${base}`, { SANDBANK_TOKEN: TOKEN })).toContain('add up')
  return names.toSorted()
}

const newWorld = (name: string) =>
  shell(`sandbank world create ${name} --base http://127.0.0.1:${port}`, { SANDBANK_TOKEN: TOKEN })

it('shows a container file whose steps lead from the tarball to a bank, each done here in its order', async () => {
  const settings: Record<string, string> = {}
  let from = ''
  let exposed = 0
  let main: readonly string[] = []
  const steps: Readonly<Record<string, (rest: string) => unknown>> = {
    FROM: rest => {
      from = rest
    },
    COPY: rest => shell(`cp ${rest}`),
    RUN: rest => shell(rest),
    ENV: rest => {
      for (const setting of rest.split(' ')) {
        const [name = '', value = ''] = setting.split('=')
        settings[name] = here(value)
      }
    },
    // What an image says of itself: the user of the image of Node, and where it writes and listens.
    USER: rest => expect(rest).toBe('node'),
    VOLUME: rest => mkdirSync(here(rest), { recursive: true }),
    EXPOSE: rest => {
      exposed = Number(rest)
    },
    CMD: rest => {
      main = JSON.parse(rest)
    },
  }
  const lines = CONTAINER_FILE.trim()
    .split('\n')
    .filter(line => !line.startsWith('#'))
  expect(lines.length).toBeLessThanOrEqual(10)
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    expect(Object.keys(steps)).toContain(instruction)
    await steps[instruction]?.(rest)
  }
  expect(from).toBe('node:22-slim')
  expect(exposed).toBe(readConfig({}).port)
  expect(settings['SANDBANK_HOME']?.startsWith(place('home/node/'))).toBe(true)
  const [program = '', ...args] = main
  const child = spawn(program, args, { env: { ...env, ...settings, PORT: String(port) }, stdio: 'ignore' })
  keepChild(child)
  const ended = new Promise(resolve => child.once('close', resolve))
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200), WAIT)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(readdirSync(place('home/node/bank'))).toContain('sandbank.db')
})

it('shows how a service is installed, backed up, restored, upgraded and moved into a database, which is dumped and restored', async () => {
  settle({})
  await shell(INSTALL)
  await shell('systemctl start sandbank')
  await newWorld('kept')
  await shell(BACKUP)
  await newWorld('later')
  expect(await worlds()).toEqual(['default', 'kept', 'later'])
  await shell(RESTORE)
  expect(await worlds()).toEqual(['default', 'kept'])
  await shell(UPGRADE)
  expect(await worlds()).toEqual(['default', 'kept'])
  expect(readdirSync(place('root')).toSorted()).toEqual(expect.arrayContaining(['before.tar.gz', 'sandbank.tar.gz']))

  const postgres = await sharedPostgres()
  const ours = await postgres.createDatabase()
  await postgres.query('postgres', `DROP DATABASE ${ours}`)
  // The page's names are those of the databases, which other tests could have, too.
  const named = (text: string) =>
    text
      .replaceAll('postgresql://bank:PASSWORD@db.example/bank', postgres.urlOf(ours))
      .replaceAll(/ bank(?=$| )/gm, ` ${ours}`)
      .replaceAll('restored', `${ours}_restored`)
  const server = { PGHOST: postgres.folder, PGUSER: 'sandbank' }
  const printed = await shell(named(`${MOVE}; echo "secret $SANDBANK_SECRET"`), server)
  expect(printed).toMatch(/^2 worlds, in \d+ rows, are in the database\./m)
  const [, secret = ''] = /^secret (.+)$/m.exec(printed) ?? []
  const serve = async (database: string) => {
    settle({ DATABASE_URL: postgres.urlOf(database), SANDBANK_SECRET: secret })
    await shell('systemctl start sandbank')
  }
  await serve(ours)
  expect(await worlds()).toEqual(['default', 'kept'])
  await shell(named(DATABASE_BACKUP), server)
  await newWorld('later')
  await shell('systemctl stop sandbank')
  await serve(`${ours}_restored`)
  expect(await worlds()).toEqual(['default', 'kept'])
  await shell('systemctl stop sandbank')
})
