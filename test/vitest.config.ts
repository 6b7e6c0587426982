import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { madeFolder } from './support/harness/made-folder.ts'
import { nativeSource } from './support/harness/native-source.ts'

const LONGEST_BLOCK = 'test/process/longest-block.long.test.ts'

// V8 renames its options, and Node ends where it is given one that it does not know.
const v8Options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
const isKnown = (option: string) => v8Options.includes(`  ${option.split('=')[0]} (`)

// What a file is shows in its name: `NAME.long.test.ts` starts programs, a browser or PostgreSQL, waits, or computes for seconds.
const ALL = ['test/**/*.test.ts', 'test/**/*.test.tsx']
const LONG = 'test/**/*.long.test.*'

const left = [
  '**/node_modules/**',
  // It measures for minutes, and wants a machine that does nothing else: `npm run blocks`.
  ...(process.env['MEASURE_BLOCKS'] === undefined ? [LONGEST_BLOCK] : []),
  ...(process.env['SANDBANK_TEST_DATABASE'] === 'postgres' ? ['test/platform/store/sqlite/**'] : []),
  // Prisma's client is made for SQLite.
  ...(['SANDBANK_ENGINE', 'SANDBANK_TEST_ENGINE'].some(name => process.env[name] !== undefined)
    ? ['test/**/postgres-*', 'test/process/contention*']
    : []),
]

// Who watches gets the source by way of Vitest, which then knows what depends on a file.
const plugins = process.argv.includes('run') ? [await nativeSource()] : []

const shared = {
  setupFiles: [
    'test/support/harness/no-orphans.ts',
    'test/support/harness/property-seed.ts',
    'test/support/builders/ready-keys.ts',
    'test/support/harness/chosen-engine.ts',
  ],
  // Against what hangs; a machine that is busy with other work is no reason to fail.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 170_000 } },
  // Most code runs a few times and most objects live for one call: compiling at once, optimizing only what runs nine times as long as V8 wants, and
  // collecting garbage rarely costs a fifth less. To optimize was a sixth of all that workers did, and code that was optimized a twentieth.
  // Run beside each other, garbage collection in one thread and a large young generation from the start gained nothing.
  execArgv: ['--always-sparkplug', '--interrupt-budget=1200000', '--max-semi-space-size=64'].filter(isKnown),
  // Files of one worker share their modules: no test changes a module, and loading them again for each file takes longer than the tests.
  isolate: false,
  server: { deps: { inline: [/@pothos/, /graphql-yoga/, /@graphql-tools/] } },
}

// vitest would load `graphql` twice, once as ESM and once as CommonJS, and graphql refuses schemas of its other copy.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

const projectOf = (test: object) => ({ plugins, resolve, test: { ...shared, ...test } })

export default defineConfig({
  plugins,
  resolve,
  test: {
    root: new URL('..', import.meta.url).pathname,
    projects: [
      projectOf({
        name: 'quick',
        include: ALL,
        exclude: [...left, LONG],
        setupFiles: [...shared.setupFiles, 'test/support/harness/quick-files.ts'],
      }),
      projectOf({ name: 'long', include: [LONG], exclude: left }),
    ],
    globalSetup: ['test/support/harness/run-folder.ts'],
    // One more than cores: some files wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    // What a module becomes before it runs is kept between runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: madeFolder('modules') },
  },
})
