import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeDirectory } from '../support/harness/stores.ts'

/** A noun and operations are begun in copies of the repository, so that this one stays as it is. */

const ROOT = new URL('../..', import.meta.url).pathname

async function copyOfRepository(): Promise<string> {
  const copy = await makeDirectory()
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(one => one !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  // The copy has a git of its own, which shows what a command changes.
  inGit(copy, 'init', '--quiet')
  inGit(copy, 'add', '--all')
  return copy
}

const inGit = (cwd: string, ...given: string[]) => execFileSync('git', given, { cwd, encoding: 'utf8' })
const changesIn = (copy: string) => inGit(copy, 'ls-files', '--modified', '--others', '--exclude-standard')

/** Runs a program of the copy. */
async function run(cwd: string, program: string, ...given: string[]) {
  const env = { ...process.env, NO_COLOR: '1' }
  const bin = join(cwd, 'node_modules/.bin', program)
  return promisify(execFile)(bin, given, { cwd, env, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

const scaffold = (copy: string, ...given: string[]) =>
  run(copy, 'tsx', 'test/support/harness/scaffold/scaffold.ts', ...given)

async function expectGreen(copy: string, program: string, ...given: string[]): Promise<void> {
  const { code, stdout, stderr } = await run(copy, program, ...given)
  expect(code, `${stdout}${stderr}`).toBe(0)
}

describe('A noun, an operation of it, and one of a noun that the bank has', () => {
  it('compile and pass their tests and the guards at once', { timeout: 900_000 }, async () => {
    const copy = await copyOfRepository()
    for (const begun of [
      ['noun', 'savings-goals'],
      ['operation', 'rename-savings-goal'],
      ['noun', 'caches', 'cache'],
      ['operation', 'rename-cache'],
      ['operation', 'relabel-agreement'],
      ['operation', 'relabel-card-account'],
      ['operation', 'relabel-customer'],
    ]) {
      const { code, stdout, stderr } = await scaffold(copy, ...begun)
      expect(code, stderr).toBe(0)
      expect(stdout).toContain('What is left to think about:')
    }
    await expectGreen(copy, 'biome', 'check', '--error-on-warnings', '.')
    await expectGreen(copy, 'tsc', '-p', 'tsconfig.json', '--incremental', 'false')
    await expectGreen(copy, 'knip', '--treat-config-hints-as-errors')
    const guards = ['errors', 'fields', 'fixtures', 'imports', 'keys', 'migrations', 'operations', 'patterns', 'routes']
    await expectGreen(
      copy,
      'vitest',
      ...['run', '--config', 'test/vitest.config.ts', '--project', 'quick', '--maxWorkers=1'],
      ...['savings-goal', 'cache', 'relabel', 'test/api/openapi', 'test/domain/keys'],
      ...[...guards, 'schema', 'statuses', 'words', 'world-tables'].map(name => `test/guards/${name}.test.ts`),
    )
  })
})

describe('A wrong name', () => {
  it('is refused with what would be right, and nothing is changed', { timeout: 300_000 }, async () => {
    const copy = await copyOfRepository()
    for (const [kind, name, right] of [
      ['noun', 'savingsGoals', 'npm run scaffold -- noun savings-goals'],
      ['noun', 'savings-goal', 'npm run scaffold -- noun savings-goals'],
      ['noun', 'people', 'name its singular behind it'],
      ['noun', 'payees', 'the bank says creditor'],
      ['noun', 'customers', 'src/domain/customers.ts'],
      ['noun', 'executions', 'the table or enum Execution'],
      ['noun', 'classes', 'class is a word of TypeScript'],
      ['operation', 'closeAccount', 'npm run scaffold -- operation close-account'],
      ['operation', 'close-accounts', 'npm run scaffold -- operation close-account'],
      ['operation', 'close', 'such as close-account'],
      ['operation', 'delete-account', 'has deleteAccount'],
      ['operation', 'close-payment', 'src/README.md says how'],
      ['operation', 'close-door', 'customer, agreement, account, card-account'],
      ['thing', 'savings-goals', '--help'],
    ] as const) {
      const { code, stdout, stderr } = await scaffold(copy, kind, name)
      expect({ code, stdout }, name).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(right)
    }
    expect(changesIn(copy)).toBe('')
  })

  it('and --help says what a right one is', { timeout: 100_000 }, async () => {
    const { code, stdout } = await run(ROOT, 'tsx', 'test/support/harness/scaffold/scaffold.ts', '--help')
    expect(code).toBe(0)
    for (const part of ['noun NAME', 'operation NAME', 'kebab-case', 'nothing is changed'])
      expect(stdout).toContain(part)
  })
})
