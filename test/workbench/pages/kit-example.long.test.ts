import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { examplesOf } from './visits.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
let cli: Cli
let bank: RunningBank

beforeAll(async () => {
  cli = createCli()
  bank = await cli.serve()
  await cli.run(['tpp', 'new', 'acme'])
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

it('the example of /docs/kit passes in a project that has the package', async () => {
  await builtProgram('cli.js')
  const [install, text = ''] = await examplesOf(bank.url, '/docs/kit')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(install).toBe(`npm install --save-dev ../sandbank/sandbank-${version}.tgz`)
  const project = join(cli.home, 'project')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  symlinkSync(ROOT, join(project, 'node_modules/sandbank'))
  const [, file = ''] = /^\/\/ (\S+)\n/.exec(text) ?? []
  writeFileSync(join(project, file), text)
  const options = ['--test', '--test-reporter=tap', file]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: project, timeout: 170_000 })
  expect(stdout).toMatch(/# pass 1\n# fail 0/)
  rmSync(project, { recursive: true })
})
