import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readyKeysOfProcess } from '../builders/ready-keys.ts'
import { builtProgram } from '../harness/built.ts'
import { makeDirectory } from '../harness/stores.ts'

const ROOT = new URL('../../..', import.meta.url).pathname

/** A project that has installed nothing but this package and vitest, with one file. */
export async function projectWith(file: string, text: string): Promise<string> {
  await builtProgram('cli.js')
  const project = await makeDirectory()
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(ROOT, join(project, 'node_modules', 'sandbank'))
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(project, 'node_modules', 'vitest'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(join(project, file), text)
  return project
}

/** Runs a copied test as it stands, in such a project. */
export async function runCopiedTest(bankUrl: string, text: string): Promise<string> {
  const project = await projectWith('copied.test.ts', text)
  const run = promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers', '1', '--testTimeout', '170000'],
    {
      cwd: project,
      env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', SANDBANK_URL: bankUrl, ...readyKeysOfProcess() },
    },
  )
  const { stdout } = await run.catch(error => ({ stdout: `${error.stdout}${error.stderr}` }))
  return stdout
}
