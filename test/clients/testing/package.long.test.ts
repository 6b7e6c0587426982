import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CI_FILES, FIRST_SUITES, SHARED_SUITES, SUITES } from '../../../src/workbench/pages/docs/suites.ts'
import { readyKeysOfProcess } from '../../support/builders/ready-keys.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { installedJest } from '../../support/harness/jest.ts'
import { isOnPath, missingOf, skipWithout } from '../../support/harness/tools.ts'
import { missingForJava, runJavaTest } from './languages/tools.ts'

// A project of somebody else: the package as `npm pack` makes it, and nothing of this repository but what it would install besides.

const ROOT = new URL('../../..', import.meta.url).pathname
const project = mkdtempSync(join(tmpdir(), 'consumer-'))
afterAll(() => rmSync(project, { recursive: true }))

const run = promisify(execFile)
const PATH = process.env['PATH'] ?? ''
const env = { PATH, HOME: project, NO_COLOR: '1', SANDBANK_HOME: join(project, '.sandbank'), ...readyKeysOfProcess() }

await builtProgram('cli.js')
// What it would put into its archive. Asked of files of these names that are empty, since it packs them to say how large they are.
const outline = mkdtempSync(join(tmpdir(), 'outline-'))
for (const entry of readdirSync(ROOT, { withFileTypes: true })) {
  const [from, to] = [join(ROOT, entry.name), join(outline, entry.name)]
  if (/^package\.json$|ignore$/.test(entry.name)) cpSync(from, to)
  else if (entry.isFile()) writeFileSync(to, '')
  else if (!['node_modules', '.git'].includes(entry.name)) copyNames(from, to)
}
const packing = await run('npm', ['pack', '--ignore-scripts', '--dry-run', '--json'], { cwd: outline })
rmSync(outline, { recursive: true })
const [{ files: packed }] = JSON.parse(packing.stdout)
const installed = join(project, 'node_modules/sandbank')
for (const { path } of packed) cpSync(join(ROOT, path), join(installed, path))
// The one dependency is this project's own, and the tools of a consumer likewise.
const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
for (const name of [...Object.keys(dependencies), 'vitest', 'typescript', '@types/node']) {
  mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
}
writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))

function copyNames(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isDirectory()) copyNames(join(from, entry.name), join(to, entry.name))
    else if (entry.name.endsWith('ignore')) cpSync(join(from, entry.name), join(to, entry.name))
    else writeFileSync(join(to, entry.name), '')
}

/** The README's test. */
const [, test = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
writeFileSync(join(project, 'payments.test.js'), test)

const bin = (tool: string) => join(project, 'node_modules', tool)
/** Runs a program of the project to its end. Whatever it was, nothing of the bank is left: no file, and no process, so no port either. */
async function started(
  program: string,
  args: readonly string[],
  cwd = project,
  settings: Readonly<Record<string, string>> = {},
) {
  const place = mkdtempSync(join(tmpdir(), 'consumer-place-'))
  try {
    const running = run(program, args, { cwd, env: { ...env, ...settings, TMPDIR: place }, timeout: 170_000 })
    const [ended] = await Promise.allSettled([running])
    // What jest has compiled is jest's own.
    expect(readdirSync(place).filter(name => !name.startsWith('jest'))).toEqual([])
    expect(processesIn(place)).toEqual([])
    if (ended.status === 'fulfilled') return ended.value
    const error: unknown = ended.reason
    if (!(error instanceof Error) || !('stdout' in error) || !('stderr' in error)) throw error
    throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`)
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** The processes that were started with a place for their files, and what each is. */
function processesIn(place: string): string[] {
  if (!existsSync('/proc/self/environ')) return []
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      // It has ended, or is somebody else's.
      return ''
    }
  }
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`TMPDIR=${place}`))
    .map(name => read(`/proc/${name}/cmdline`).replaceAll('\0', ' '))
}

/** What `npx` finds of a name in the project. */
async function nodeFileOf(program: string): Promise<string[]> {
  if (program === 'jest') return [await installedJest()]
  return [bin(program === 'vitest' ? 'vitest/vitest.mjs' : 'sandbank/dist/cli.js')]
}

describe('The package in a project of somebody else', () => {
  it('holds only what runs, and needs one package besides', () => {
    expect(Object.keys(dependencies)).toEqual(['@photostructure/sqlite'])
    const all = readdirSync(installed, { recursive: true, withFileTypes: true }).filter(one => one.isFile())
    // Each change of the schema adds one.
    expect(all.filter(one => one.name !== 'migration.sql').length).toBeLessThan(40)
    expect(all.map(one => one.name).filter(name => /\.(tsx|test\.\w+)$/.test(name))).toEqual([])
  })

  it.each([
    ['by prepared statements', {}],
    ["by Prisma's engine", { SANDBANK_ENGINE: 'prisma' }],
  ])('runs the file for vitest that the README shows, %s', async (_, settings) => {
    const vitest = [bin('vitest/vitest.mjs'), 'run', '--testTimeout', '170000', '--hookTimeout', '170000']
    const { stdout } = await started(process.execPath, [...vitest, 'payments.test.js'], project, settings)
    expect(stdout).toMatch(/Tests +1 passed/)
  })

  it('starts no bank with an engine that there is not', async () => {
    const exec = [bin('sandbank/dist/cli.js'), 'exec', '--', 'true']
    const refused = started(process.execPath, exec, project, { SANDBANK_ENGINE: 'prizma' })
    await expect(refused).rejects.toThrow('SANDBANK_ENGINE="prizma" must be prepared or prisma (is prisma meant?).')
  })

  /** Writes the files of a suite into a folder of its own: the first line of each is its name. */
  const folderWith = (texts: readonly string[]): string => {
    const folder = mkdtempSync(join(project, 'suite-'))
    for (const text of texts) {
      const [, name = ''] = /^(?:\/\/|#|<!--) (\S+)(?: -->)?\n/.exec(text) ?? []
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return folder
  }
  /** A folder from which npx finds the package, as a shell does. */
  const withNpx = (folder: string) => {
    mkdirSync(join(folder, 'bin'))
    writeFileSync(
      join(folder, 'bin/npx'),
      `#!/bin/sh\nshift\nexec ${process.execPath} ${bin('sandbank/dist/cli.js')} "$@"\n`,
      { mode: 0o755 },
    )
    return `PATH="${join(folder, 'bin')}:$PATH"`
  }

  it.each(FIRST_SUITES.map(suite => [suite.title, suite] as const))(
    'runs the file that /docs/kit shows for %s, and the process ends by itself',
    async (_, { files: texts, command }) => {
      const folder = folderWith(texts)
      const [first, program = '', ...args] = command.split(' ')
      const node =
        first === 'npx'
          ? [...(await nodeFileOf(program)), '--rootDir', folder, ...args, '--testTimeout', '170000']
          : [program, ...args]
      const { stdout, stderr } = await started(process.execPath, node, folder)
      expect(stdout + stderr).toMatch(/Tests: +1 passed|pass 1\n/)
      expect(stderr).not.toContain('did not exit')
    },
  )

  it.each(SHARED_SUITES.map(suite => [suite.title, suite] as const))(
    'runs the files that /docs/kit shows: %s',
    async (_, { files: texts, command }) => {
      const [, program = '', ...args] = command.split(' ')
      const node = [...(await nodeFileOf(program)), ...args, '--testTimeout', '170000']
      const { stdout, stderr } = await started(process.execPath, node, folderWith(texts))
      expect(stdout + stderr).toMatch(/Tests:? +1 passed/)
    },
  )

  it.for(SUITES.map(suite => [suite.title, suite] as const))(
    'runs what /docs/suites shows, in an empty folder, where its tool is: %s',
    async ([, { kit = '', files: texts, command }], context) => {
      const folder = folderWith(texts)
      const path = withNpx(folder)
      const tool = command.split(' ')[4] ?? ''
      skipWithout(context, tool === 'mvn' ? missingForJava() : missingOf(tool))
      await started('bash', ['-ec', `${path}; ${kit}`], folder)
      // Maven would fetch its parts and JUnit: it only reads the project.
      if (tool === 'mvn') {
        if (isOnPath('mvn')) await started('mvn', ['--offline', '--quiet', 'validate'], folder)
        const wrapper = [process.execPath, bin('sandbank/dist/cli.js'), 'exec', '--']
        const { exitCode, output } = await runJavaTest('ShopTest', { cwd: join(folder, 'src/test/java'), env }, wrapper)
        return expect({ exitCode, output }).toEqual({
          exitCode: 0,
          output: expect.stringContaining('1 tests successful'),
        })
      }
      const { stdout } = await started('bash', ['-ec', `${path}; ${command}`], folder)
      expect(stdout).toMatch(/1 passed in|^ok /m)
    },
  )

  it.for(CI_FILES.map(text => [/^# (\S+)\n/.exec(text)?.[1] ?? '', text] as const))(
    'does, step by step in a shell, what %s of /docs/suites says, but for what the machine of a CI server has installed',
    async ([, text], context) => {
      skipWithout(context, missingOf('pytest-3'))
      const folder = folderWith(SUITES[0]?.files ?? [])
      writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true }')
      await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: installed, env })
      // Nothing is asked of the registry: what the package needs is here.
      for (const name of ['@photostructure/sqlite', 'node-gyp-build', 'node-addon-api'])
        cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
      await run('npm', ['rebuild', '--ignore-scripts'], { cwd: folder, env })
      const { jobs, bank } = parse(text)
      const lines: string[] = bank?.script ?? jobs.bank.steps.flatMap((step: { run?: string }) => step.run ?? [])
      const own = lines.filter(line => !/^(sudo )?apt-get /.test(line))
      expect([lines.length, own.length]).toEqual([4, 3])
      for (const line of own)
        await run('bash', ['-ec', line], { cwd: folder, env: { ...env, npm_config_offline: 'true' }, timeout: 170_000 })
      expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toMatch(/errors="0" failures="0" skipped="0" tests="1"/)
    },
  )

  it('runs plain JavaScript that closes what it has opened, and the process ends by itself', async () => {
    const file = join(project, 'plain.mjs')
    writeFileSync(
      file,
      `import { connectSandbank, startSandbank } from 'sandbank/testing'
       const bank = await startSandbank({ port: 0 })
       const other = await connectSandbank(bank.url)
       const world = await other.createWorld()
       const { status } = await other.tpp('acme').fetch(world.url('/v1/sandbox/customers'))
       const names = async () =>
         (await bank.world.graphql('{ worlds { nodes { name } } }')).data.worlds.nodes.map(one => one.name)
       const before = (await names()).includes(world.name)
       await other.close()
       console.log(status, before, ...(await names()))
       await bank.close()`,
    )
    const { stdout, stderr } = await started(process.execPath, [file])
    expect([stdout, stderr]).toEqual(['200 true default\n', ''])
  })

  it.each([
    // So many that Node would warn if each listened for the end by itself.
    ['throws', 12, "throw new Error('in the middle')", /in the middle/],
    ['ends by itself', 2, "console.log('over')", /over/],
    ['ends at once', 2, "console.log('out'); process.exit(0)", /out/],
  ])('leaves nothing behind of banks that were never closed, by a test that %s', async (how, count, end, says) => {
    const file = join(project, `${how.replaceAll(' ', '-')}.mjs`)
    writeFileSync(
      file,
      `import { startSandbank } from 'sandbank/testing'
       for (let banks = 0; banks < ${count}; banks += 1) await startSandbank({ world: 'EMPTY' })
       ${end}`,
    )
    const ended = await started(process.execPath, [file]).catch(error => ({ stdout: String(error), stderr: '' }))
    expect(ended.stdout).toMatch(says)
    expect(ended.stdout + ended.stderr).not.toContain('Warning')
  })

  it.each(['mjs', 'cjs'])(
    'says of an uncaught refusal what it was and which line of the test asked, in .%s',
    async ending => {
      const file = join(project, `uncaught.${ending}`)
      const load = ending === 'mjs' ? 'import { startSandbank } from' : 'const { startSandbank } = require('
      writeFileSync(
        file,
        `${load} 'sandbank/testing'${ending === 'mjs' ? '' : ')'}
async function test() {
  const bank = await startSandbank({ world: 'EMPTY' })
  try {
    await bank.world.clock.advance('P1X')
  } finally {
    await bank.close()
  }
}
test()
`,
      )
      const failed = await started(process.execPath, [file]).catch(error => String(error))
      expect(failed).toContain('SandbankError: world.clock.advance("P1X") was refused: FORMAT_ERROR input.by: ')
      expect(failed).toMatch(new RegExp(`at async test \\(\\S*uncaught\\.${ending}:5:5\\)`))
      expect(failed).toContain("code: 'FORMAT_ERROR'")
      // Nothing of ours, which is written in lines of thousands of characters.
      expect(failed).not.toContain('sandbank.cjs')
      expect(
        Math.max(
          ...String(failed)
            .split('\n')
            .map(line => line.length),
        ),
      ).toBeLessThan(500)
    },
  )

  // The project's own TypeScript knows node10 no more.
  it('names its types where the module resolution node10 looks for them', () => {
    const { typesVersions, exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const [path] = typesVersions['*'].testing
    expect(exports['./testing'].import.types).toBe(`./${path}`)
    expect(packed.map((file: { path: string }) => file.path)).toContain(path)
  })

  // The same JavaScript, whatever it was compiled for, does the same.
  const ran = new Set<string>()
  it.each([
    ['nodenext', 'nodenext'],
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])(
    'runs TypeScript with module %s and moduleResolution %s, which has its types',
    async (module, moduleResolution) => {
      const name = `typed-${module}`
      writeFileSync(
        join(project, `${name}.ts`),
        `import { startSandbank, SandbankError, type World } from 'sandbank/testing'
       await using bank = await startSandbank({ world: 'EMPTY' })
       const world: World = await bank.createWorld({ fixture: { customers: [{ key: 'kari', name: 'Kari', type: 'PRIVATE' }] } })
       const tpp = bank.tpp('acme', { roles: ['AI'] })
       const answer: Response = await tpp.fetch(world.url('/v1/accounts'), { psu: 'kari' })
       const { data } = await world.graphql<{ customers: { totalCount: number } }>('{ customers { totalCount } }')
       const count: number = data.customers.totalCount
       const client: typeof fetch = tpp.fetch
       const again = await client(new Request(world.url('/v1/sandbox/customers')), { signal: AbortSignal.timeout(60_000) })
       console.log(answer.status, count, again.status, SandbankError.name)
       // @ts-expect-error a role that there is not
       export const wrong = () => bank.tpp('other', { roles: ['XX'] })
       // @ts-expect-error a field of a fixture that there is not
       export const field = () => bank.createWorld({ fixture: { customrs: [] } })
       // @ts-expect-error a field of an entry that there is not
       export const deep = () => bank.createWorld({ fixture: { customers: [{ name: 'K', type: 'PRIVATE', acounts: [] }] } })
       // @ts-expect-error a scenario that there is not
       export const name = () => world.setScenario('eror; code=CONSENT_INVALID')
       // @ts-expect-error a habit that there is not
       export const habit = () => world.setHabit('mising=creditorName')
       // @ts-expect-error an error code that there is not
       export const code = () => tpp.fetch('', { scenario: 'error; code=X' })
       // @ts-expect-error an operation that there is not
       export const operation = () => world.setScenario('lose-answer', { for: { operation: 'createPaymnt' } })
       const document = { customers: [{ key: 'kari', name: 'Kari', type: 'PRIVATE' }] }
       export const right = () => [
         bank.createWorld({ fixture: document }), world.fixture().then(fixture => bank.createWorld({ fixture })),
         world.setScenario('execution; status=RJCT; reason=AM04', { for: { operation: 'createPayment' } }),
         world.setHabit('missing=creditorName; late=P3D', { for: { tpp: 'x', account: 'daily' }, seed: 7 }),
         ...(['error; code=ACCESS_EXCEEDED', 'delay; ms=5', 'hang', 'sca; outcome=expired'] as const).map(scenario => world.setScenario(scenario)),
       ]`,
      )
      const settings = ['--strict', '--target', 'es2022', '--lib', 'es2022,esnext.disposable', '--types', 'node']
      await started(process.execPath, [
        bin('typescript/bin/tsc'),
        ...settings,
        '--module',
        module,
        '--moduleResolution',
        moduleResolution,
        join(project, `${name}.ts`),
      ])
      const made = readFileSync(join(project, `${name}.js`), 'utf8')
      if (ran.has(made)) return
      const { stdout } = await started(process.execPath, [join(project, `${name}.js`)])
      expect(stdout).toBe('401 1 200 SandbankError\n')
      ran.add(made)
    },
  )
})
