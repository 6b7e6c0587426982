import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readyKeysOfProcess } from '../builders/ready-keys.ts'
import { builtProgram } from '../harness/built.ts'
import { installedJest } from '../harness/jest.ts'
import { projectWith } from './copied-test.ts'

const ROOT = new URL('../../..', import.meta.url).pathname

type Run = { readonly exitCode: number; readonly output: string }

/** A program of Node in a project; `url` is that of a bank that runs. */
export async function runNode(args: readonly string[], cwd: string, url?: string): Promise<Run> {
  const own = url === undefined ? {} : { SANDBANK_URL: url }
  const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', HOME: cwd, ...own, ...readyKeysOfProcess() }
  const run = promisify(execFile)(process.execPath, args, { cwd, env })
  return run.then(
    ({ stdout, stderr }) => ({ exitCode: 0, output: stdout + stderr }),
    error => ({ exitCode: Number(error.code), output: `${error.stdout}${error.stderr}` }),
  )
}

export function runVitest(project: string): Promise<Run> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  return runNode([vitest, 'run', '--maxWorkers', '1', '--testTimeout', '170000'], project)
}

export async function runExec(command: readonly string[], cwd: string): Promise<Run> {
  return runNode([await builtProgram('cli.js'), 'exec', '--', ...command], cwd)
}

/** How a story of each form that runs is run, as its reader would run it. */
export const RUNNABLE = {
  NODE_TEST: ['story.test.mjs', (project: string) => runNode(['--test', 'story.test.mjs'], project)],
  PYTEST: [
    'test_story.py',
    (project: string) => runExec(['pytest-3', '-q', '-p', 'no:cacheprovider', 'test_story.py'], project),
  ],
  CURL: ['story.sh', (project: string) => runExec(['bash', 'story.sh'], project)],
  VITEST: ['story.test.ts', runVitest],
  JEST: [
    'story.test.cjs',
    async (project: string) =>
      runNode([await installedJest(), '--rootDir', project, '--testMatch', '**/story.test.cjs'], project),
  ],
} as const

/** Runs the text of a story by its tool, in a project of its own. */
export async function runStory(form: keyof typeof RUNNABLE, text: string): Promise<Run> {
  const [file, run] = RUNNABLE[form]
  return run(await projectWith(file, text))
}
