import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
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
