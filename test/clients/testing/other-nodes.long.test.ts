import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { readyKeysOfProcess } from '../../support/builders/ready-keys.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { installedNode, NODES } from '../../support/harness/other-nodes.ts'

// npm run nodes runs all tests on each line of Node; this much is looked at each time.

const ROOT = new URL('../../..', import.meta.url).pathname
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

/** A project of somebody else, which has the package and SQLite. */
async function projectOfOthers(): Promise<string> {
  const project = place()
  await builtProgram('cli.js')
  for (const part of ['dist', 'prisma/migrations', 'package.json'])
    cpSync(join(ROOT, part), join(project, 'node_modules/sandbank', part), { recursive: true })
  mkdirSync(join(project, 'node_modules/@photostructure'))
  symlinkSync(join(ROOT, 'node_modules/@photostructure/sqlite'), join(project, 'node_modules/@photostructure/sqlite'))
  mkdirSync(join(project, 'home'))
  return project
}

it.each(NODES)('answers signed calls on Node %s, with the same file of SQLite on each', async version => {
  const node = await installedNode(version)
  const project = await projectOfOthers()
  const program = `const { startSandbank } = require('sandbank/testing')
startSandbank().then(async bank => {
  const answer = await bank.tpp('acme').fetch(bank.world.url('/v1/sandbox/customers'))
  console.log(process.version, answer.status, (await answer.json()).length)
  await bank.close()
})`
  const options = { cwd: project, env: env(join(project, 'home')), timeout: 170_000 }
  const { stdout } = await run(join(node, 'bin/node'), ['-e', program], options)
  expect(stdout.trim()).toBe(`v${version} 200 4`)
})

it('says in one sentence what to do where SQLite has no file for the machine that runs it', async () => {
  const project = await projectOfOthers()
  const sqlite = join(project, 'node_modules/@photostructure/sqlite')
  rmSync(sqlite)
  for (const part of ['package.json', 'dist'])
    cpSync(join(ROOT, 'node_modules/@photostructure/sqlite', part), join(sqlite, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules/node-gyp-build'), join(project, 'node_modules/node-gyp-build'))
  const options = { cwd: project, env: { ...env(join(project, 'home')), PORT: '0' } }
  const program = join(project, 'node_modules/sandbank/dist/cli.js')
  const { code, stderr } = await run(process.execPath, [program, 'start'], options).catch(error => error)
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^Sandbank cannot start: Cannot open the store \S+: SQLite \(@photostructure\/sqlite\) has no file that can be loaded on this machine \(\w+ \w+, Node [\d.]+\): run `npm rebuild @photostructure\/sqlite` where sandbank is installed, .*\.\n$/,
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
