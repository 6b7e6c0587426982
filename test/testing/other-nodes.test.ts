import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { readyKeysOfProcess } from '../support/builders/ready-keys.ts'
import { builtProgram } from '../support/harness/built.ts'
import { installedNode } from '../support/harness/other-nodes.ts'

// npm run nodes runs all tests on each line of Node; this much is looked at each time.

const ROOT = new URL('../..', import.meta.url).pathname
const run = promisify(execFile)
const place = () => {
  const made = mkdtempSync(join(tmpdir(), 'other-node-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}
const env = (home: string) => ({
  PATH: process.env['PATH'] ?? '',
  SANDBANK_HOME: home,
  TMPDIR: home,
  ...readyKeysOfProcess(),
})

/** A project of somebody else, which has the package and the SQLite of Node 22 and later. */
async function projectOn22(sqlite: string): Promise<string> {
  const project = place()
  await builtProgram('cli.js')
  for (const part of ['dist', 'prisma/migrations', 'package.json'])
    cpSync(join(ROOT, part), join(project, 'node_modules/sandbank', part), { recursive: true })
  symlinkSync(sqlite, join(project, 'node_modules/better-sqlite3'))
  mkdirSync(join(project, 'home'))
  return project
}

it('answers signed calls on the newest line of Node, for which the SQLite of Node 20 cannot be loaded', async () => {
  const { node, sqlite } = await installedNode('26.10.0')
  const project = await projectOn22(sqlite)
  const program = `const { startSandbank } = require('sandbank/testing')
startSandbank().then(async bank => {
  const answer = await bank.tpp('acme').fetch(bank.world.url('/v1/sandbox/customers'))
  console.log(process.version, answer.status, (await answer.json()).length)
  await bank.close()
})`
  const options = { cwd: project, env: env(join(project, 'home')), timeout: 170_000 }
  const { stdout } = await run(join(node, 'bin/node'), ['-e', program], options)
  expect(stdout.trim()).toBe('v26.10.0 200 4')
})

it('says which SQLite a Node without Node-API 10 needs, where another is installed', async () => {
  const { sqlite } = await installedNode('26.10.0')
  const project = await projectOn22(sqlite)
  const program = `const { startSandbank } = require('sandbank/testing')
startSandbank().then(bank => bank.close()).then(() => console.log('closed'))`
  const running = run(process.execPath, ['-e', program], { cwd: project, env: env(join(project, 'home')) })
  const said = await running.then(
    ({ stdout }) => stdout,
    error => String(error.stderr),
  )
  if (Number(process.versions['napi']) >= 10) expect(said).toBe('closed\n')
  else
    expect(said).toContain(
      `better-sqlite3 13.2.0 needs Node 22.14 or later, and this is ${process.versions.node}: install better-sqlite3@12.11.1`,
    )
})

it('says in one sentence what to do where SQLite was compiled for another Node than the one that runs it now', async () => {
  const { node } = await installedNode(process.versions.node.startsWith('26.') ? '24.21.0' : '26.10.0')
  const project = await projectOn22(join(ROOT, 'node_modules/better-sqlite3'))
  const options = { cwd: project, env: { ...env(join(project, 'home')), PORT: '0' } }
  const program = join(project, 'node_modules/sandbank/dist/cli.js')
  const { code, stderr } = await run(join(node, 'bin/node'), [program, 'start'], options).catch(error => error)
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^Sandbank cannot start: Cannot open the store \S+: SQLite \(better-sqlite3\) was compiled for another version of Node, .*: run `npm rebuild better-sqlite3` where sandbank is installed, with the Node that is to run it\.\n$/,
    ),
  ])
})

it.each(['bun', 'deno'])('says at once that it needs Node where %s runs it, by each of its doors', async runtime => {
  const folder = place()
  const pretend = join(folder, 'runtime.cjs')
  writeFileSync(
    pretend,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, ${runtime}: '9.9.9' } })`,
  )
  const home = join(folder, 'home')
  const said = `Sandbank needs Node 20.19 or later, and this is ${runtime === 'bun' ? 'Bun' : 'Deno'} 9.9.9: run it by node or npx.`
  const options = { env: env(home) }
  for (const [file, ...words] of [['cli.js', 'start'], ['cli.js', '--version'], ['main.js']] as const) {
    const { code, stderr } = await run(
      process.execPath,
      ['-r', pretend, await builtProgram(file), ...words],
      options,
    ).catch(error => error)
    expect([code, stderr]).toEqual([1, `${said}\n`])
  }
  const testing = join(ROOT, 'dist/testing.cjs')
  const failed = await run(
    process.execPath,
    ['-r', pretend, '-e', `require(${JSON.stringify(testing)})`],
    options,
  ).catch(error => error)
  expect(failed.stderr).toContain(`Error: ${said}`)
  expect(existsSync(home)).toBe(false)
})
