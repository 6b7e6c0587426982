import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { builtProgram } from '../../support/harness/built.ts'

const ROOT = new URL('../../..', import.meta.url).pathname

/** Runs the program that npx links, of the package in a folder. */
function run(folder: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(join(folder, manifest.bin.sandbank), args, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

it('is there for npx before it is built, and says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-unbuilt-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(ROOT, manifest.bin.sandbank), join(folder, manifest.bin.sandbank))
  expect(run(folder, 'tpp', 'new', 'acme')).toEqual({
    status: 2,
    stdout: '',
    stderr: `Sandbank is not built yet: wait for the end of \`npm ci\` in ${folder}.\n`,
  })
  await builtProgram('cli.js')
  expect(run(ROOT, '--version')).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' })
})
