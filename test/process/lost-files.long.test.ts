import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { builtProgram } from '../support/harness/built.ts'
import { keepChild } from '../support/harness/children.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'

async function usedHome(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-lost-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  await fillHome(home)
  return home
}

async function ask({ url }: Pick<ServerProcess, 'url'>, query: string) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return answer.json()
}

const addCustomer = (number: number) =>
  `mutation { createCustomer(input: { customerNumber: "9${number}", name: "Ola", type: PRIVATE }) { customer { id } } }`

/** `sandbank start` of the package, as its users run it. */
async function startByCommand(home: string, ...options: readonly string[]) {
  const child = spawn(
    process.execPath,
    [await builtProgram('cli.js'), 'start', '--port', '0', '--home', home, ...options],
    {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  keepChild(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', part => {
      output += part
    })
  const exited = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  const url = await Promise.race([
    exited.then(() => ''),
    new Promise<string>(resolve =>
      child.stdout.on('data', () => {
        const [, found] = /Base URL\s+(http:\S+)[\s\S]*\n\n/.exec(output) ?? []
        if (found !== undefined) resolve(found)
      }),
    ),
  ])
  return { child, url, exited, output: () => output }
}

it('a log that lost acknowledged rows stops the start with what is gone; --accept-loss starts without them and says so', async () => {
  const home = await usedHome()
  const server = await startServerProcess({ SANDBANK_HOME: home })
  for (let number = 0; number < 40; number += 1) await ask(server, addCustomer(number))
  const count = '{ customers { totalCount } }'
  const all = (await ask(server, count)).data.customers.totalCount
  server.kill('SIGKILL')
  await server.exited

  const untouched = await startServerProcess({ SANDBANK_HOME: home })
  expect((await ask(untouched, count)).data.customers.totalCount).toBe(all)
  await ask(untouched, addCustomer(99))
  untouched.kill('SIGKILL')
  await untouched.exited

  truncateSync(join(home, 'sandbank.db-wal'), 0)
  const refused = await runServerToItsEnd({ SANDBANK_HOME: home })
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(
    /^Sandbank cannot start\.\nCannot open the store .*sandbank\.db: its log \(-wal\) was cut, emptied or damaged while the store was in use: it has 0 of the \d+ pages that were acknowledged, and what was written after \d{4}-.*Z is gone: put the log back\..*start as before with --accept-loss\n$/,
  )

  const accepted = await startByCommand(home, '--accept-loss')
  expect(accepted.output()).toMatch(/WARNING: something is missing from file:.*sandbank\.db: its log \(-wal\) was cut/)
  expect((await ask(accepted, count)).data.customers.totalCount).toBe(all)
  accepted.child.kill('SIGTERM')
  expect(await accepted.exited).toBe(0)
  const next = await startByCommand(home)
  expect(next.output()).not.toContain('WARNING')
  next.child.kill('SIGTERM')
  expect(await next.exited).toBe(0)
})

it('a store of which one file cannot be written stops the start with that file and what to do', async () => {
  const home = await usedHome()
  const server = await startServerProcess({ SANDBANK_HOME: home })
  await ask(server, addCustomer(1))
  server.kill('SIGKILL')
  await server.exited
  const files = ['sandbank.db', 'sandbank.db-wal', 'sandbank.db-shm', 'sandbank.db-witness'].map(name =>
    join(home, name),
  )
  for (const file of files) {
    chmodSync(file, 0o444)
    expect(await startAsAnyUser(home)).toEqual([
      1,
      `Sandbank cannot start.\nCannot open the store ${join(home, 'sandbank.db')}: it cannot be written: make it, its -wal and its folder writable for the user that starts the bank, or choose another SANDBANK_HOME (EACCES: permission denied, access '${file}')\n`,
    ])
    chmodSync(file, 0o600)
  }
})

/** Root may write every file, unless the process has given that right up. */
const AS_ANY_USER = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

/** Starts a bank in vain. Returns the exit status and what it said. */
async function startAsAnyUser(home: string) {
  const [command = '', ...words] = [...AS_ANY_USER, process.execPath, await builtProgram('main.js')]
  const env = { PATH: process.env['PATH'] ?? '', SANDBANK_HOME: home, PORT: '0' }
  const { status, stderr } = spawnSync(command, words, { env, encoding: 'utf8', timeout: 20_000 })
  return [status, stderr]
}

it("a folder of the sandbox's CA that cannot be read, or is a file, stops the start with that folder and what to do", async () => {
  const home = await usedHome()
  const folder = join(home, 'ca')
  const refusal = [
    1,
    `Sandbank cannot start.\n${folder}, the folder of the sandbox's CA, cannot be read: make it a folder that the user who starts the bank may read (chmod 700), or choose another SANDBANK_HOME.\n`,
  ]
  for (const mode of [0o000, 0o600, 0o100]) {
    chmodSync(folder, mode)
    expect(await startAsAnyUser(home)).toEqual(refusal)
  }
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  expect(await startAsAnyUser(home)).toEqual(refusal)
})

it('a log and its witness that are lost together are reported, and the bank starts without them when that is accepted', async () => {
  const home = await usedHome()
  const server = await startServerProcess({ SANDBANK_HOME: home })
  for (let number = 0; number < 5; number += 1) await ask(server, addCustomer(number))
  server.kill('SIGKILL')
  await server.exited
  truncateSync(join(home, 'sandbank.db-wal'), 0)
  rmSync(join(home, 'sandbank.db-witness'))
  const { code, stderr } = await runServerToItsEnd({ SANDBANK_HOME: home })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^Sandbank cannot start\.\nCannot open the store .*: its witness \(-witness\), which says how much .*, is gone: .*start as before with --accept-loss\n$/,
  )
  const accepted = await startByCommand(home, '--accept-loss')
  expect(accepted.output()).toMatch(/WARNING: something is missing from .*its witness/)
  accepted.child.kill('SIGTERM')
  expect(await accepted.exited).toBe(0)
})

it('a journal that is no database any more is set aside with a line that says so, and the bank starts', async () => {
  const home = await usedHome()
  writeFileSync(join(home, 'sandbank.calls.db'), 'no database at all, '.repeat(500))
  const server = await startServerProcess({ SANDBANK_HOME: home })
  const { data } = await ask(server, '{ customers { totalCount } }')
  expect(data.customers.totalCount).toBeGreaterThan(0)
  const [aside = ''] = readdirSync(home).filter(name => name.includes('.damaged-'))
  expect(aside).toMatch(/^sandbank\.calls\.db\.damaged-\d+$/)
  expect(server.output()).toContain(`The journal sandbank.calls.db was damaged. It was set aside as ${aside}`)
  expect((await ask(server, '{ calls { totalCount } }')).data.calls.totalCount).toBe(1)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('a journal that cannot be opened stops the start with its file and what to do', async () => {
  const home = await usedHome()
  const file = join(home, 'bank.calls.db')
  mkdirSync(file)
  const { code, stderr } = await runServerToItsEnd({
    SANDBANK_HOME: home,
    DATABASE_URL: `file:${join(home, 'bank.db')}`,
  })
  expect(code).toBe(1)
  expect(stderr).toContain(
    `Cannot open the journal ${file}: it is a directory, or may not be read, or its directory cannot be used`,
  )
})

it('a bank whose output has no reader any more still answers, and ends on a signal, also just after the first GraphQL call', async () => {
  const { child, url, exited } = await startByCommand(await usedHome())
  expect((await ask({ url }, '{ customers { totalCount } }')).data.customers.totalCount).toBeGreaterThan(0)
  child.stdout.destroy()
  child.stderr.destroy()
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
})

it('a bank whose output has no reader any more goes on with its calls', async () => {
  const { child, url, exited } = await startByCommand(await usedHome())
  child.stdout.destroy()
  child.stderr.destroy()
  for (let number = 0; number < 5; number += 1) {
    expect((await ask({ url }, addCustomer(number))).errors).toBeUndefined()
    await sleep(50)
  }
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
})
