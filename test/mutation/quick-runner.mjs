import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, transform } from 'esbuild'
import { beginFile, forgetTests, prepare, runTest, tests } from './quick-tests.mjs'

/**
 * A test runner of Stryker that loads the quick tests of the rules once, as one bundle, and tries each mutant with the tests that
 * reach it, those first that noticed others of its file, then those that reach least and so are about it. Its own instruments choose the mutant while the code runs, so nothing is loaded again.
 */

/** The rooms whose tests run: all, or the one that is looked at (`MUTATION_OF=domain npm run mutation -- --mutate 'src/domain/money.ts'`). */
const ROOMS = process.env['MUTATION_OF']?.split(',') ?? ['domain', 'platform/security', 'workbench/explain']

/** Quick tests among others of their room. */
const ALONE = ['shell', 'http/json-mistakes', 'http/loose-json'].map(name => `test/platform/${name}.test.ts`)

/** Nor are those that start a bank: of the explanations the ones that need the rows of a world. */
const STARTS_BANK = /'(?:(?:\.\.\/)+support\/clients\/(?:bank|cli)|\.\/why-remedies)\.ts'/

const SHIM = new URL('./quick-tests.mjs', import.meta.url).href

/** Of each property a few runs, the same ones each time, so that a score repeats; and no search for the smallest case that fails. */
const FEW_RUNS = `
  import fc from 'fast-check'
  const assert = (property, options) => fc.assert(property, { ...options, numRuns: 15, seed: 1, endOnFailure: true })
  export default { ...fc, assert }`

/** What a module remembers is forgotten before each test: a mutant must be met by each, and must leave nothing to the next. */
const FORGETFUL = `
  import { LRUCache as Cache } from 'lru-cache'
  export class LRUCache extends Cache {
    constructor(options) {
      super(options)
      quickTests.caches.add(new WeakRef(this))
    }
  }`
const caches = new Set()
const forgetters = []

/** What is kept about an object, forgotten likewise: a certificate that all tests share outlives the mutant that read it. */
class ForgetfulWeakMap {
  #kept = new WeakMap()

  constructor() {
    caches.add(new WeakRef(this))
  }

  get(key) {
    return this.#kept.get(key)
  }

  set(key, value) {
    this.#kept.set(key, value)
    return this
  }

  clear() {
    this.#kept = new WeakMap()
  }
}

const OTHERWISE = { 'fast-check': FEW_RUNS, 'lru-cache': FORGETFUL }

/** A change that so many tests have let pass counts as not noticed, without those that reach nearly everything: those that noticed others of its file come first. */
const MOST_TESTS = 400

/** How many changes each test reaches, and its processor time in microseconds: in the sandbox that Stryker makes and removes. */
const COSTS = '.quick-costs.json'
const QUICK = 20_000

const SUCCESS = 0
const FAILED = 1

class QuickRunner {
  static inject = ['logger']

  #log
  // Where the instruments of Stryker look for the mutant, and count.
  #space = {}
  #loads = 0
  #costs = new Map()
  #killers = new Map()

  constructor(log) {
    this.#log = log
    globalThis['__stryker__'] = this.#space
  }

  /** Nothing has to be loaded again: no change is there while the tests are loaded, and what only runs then is left out (ignoreStatic). */
  capabilities() {
    return { reloadEnvironment: true }
  }

  async dryRun() {
    await this.#load()
    const results = []
    for (const one of tests) {
      await prepare(one)
      this.#space.currentTestId = one.id
      const start = performance.now()
      const before = process.cpuUsage()
      const failure = await failureOf(one)
      const { user, system } = process.cpuUsage(before)
      const timeSpentMs = performance.now() - start
      this.#space.currentTestId = undefined
      const reach = Object.keys(this.#space.mutantCoverage?.perTest?.[one.id] ?? {}).length
      this.#costs.set(one.id, { reach, micros: user + system })
      const result = { id: one.id, name: one.id, fileName: join(process.cwd(), one.file), timeSpentMs }
      results.push(
        failure === undefined ? { ...result, status: SUCCESS } : { ...result, status: FAILED, failureMessage: failure },
      )
    }
    writeFileSync(COSTS, JSON.stringify([...this.#costs]))
    return { status: 'complete', tests: results, mutantCoverage: this.#space.mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    if (tests.length === 0) {
      // After a mutant that ran for ever, in a process of its own.
      await this.#load()
      this.#costs = new Map(JSON.parse(readFileSync(COSTS, 'utf8')))
    }
    const killers = this.#killers.get(activeMutant.fileName) ?? new Set()
    this.#killers.set(activeMutant.fileName, killers)
    const wanted = testFilter === undefined ? undefined : new Set(testFilter)
    const chosen = tests
      .filter(({ id }) => wanted?.has(id) ?? true)
      .sort(
        (a, b) =>
          Number(killers.has(b.id)) - Number(killers.has(a.id)) || this.#costOf(a).reach - this.#costOf(b).reach,
      )
      .slice(0, MOST_TESTS)
    let ran = 0
    for (const one of chosen) {
      await prepare(one)
      Object.assign(this.#space, { activeMutant: activeMutant.id, hitCount: 0, hitLimit })
      const failure = await failureOf(one)
      const { hitCount } = this.#space
      Object.assign(this.#space, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
      ran += 1
      if (hitLimit !== undefined && hitCount > hitLimit)
        return { status: 'timeout', reason: 'more hits than its limit' }
      if (failure === undefined) continue
      if (this.#costOf(one).micros < QUICK) killers.add(one.id)
      await this.#mend(one, activeMutant)
      return { status: 'killed', killedBy: [one.id], failureMessage: failure, nrOfTests: ran }
    }
    return { status: 'survived', nrOfTests: ran }
  }

  #costOf({ id }) {
    return this.#costs.get(id) ?? { reach: 0, micros: 0 }
  }

  /** What a mutant left behind must not kill the next one. */
  async #mend(one, { id, fileName }) {
    if ((await failureOf(one)) === undefined) return
    this.#log.info('The mutant %s of %s left something behind: the tests are loaded again.', id, fileName)
    await this.#load()
  }

  async #load() {
    forgetTests()
    forgetters.length = 0
    const root = process.cwd()
    this.#loads += 1
    const outfile = join(root, `.quick-tests-${process.pid}-${this.#loads}.mjs`)
    const files = [
      ...ROOMS.flatMap(room => readdirSync(join(root, 'test', room)).map(name => `test/${room}/${name}`)),
      ...(process.env['MUTATION_OF'] === undefined ? ALONE : []),
    ]
      .filter(file => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
      .filter(file => !STARTS_BANK.test(readFileSync(join(root, file), 'utf8')))
      .sort()
    const entry = files
      .flatMap(file => [`import 'begin:${file}'`, `import ${JSON.stringify(join(root, file))}`])
      .join('\n')
    await build({
      stdin: { contents: entry, resolveDir: root },
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      outfile,
      logLevel: 'error',
      define: { WeakMap: 'quickTests.ForgetfulWeakMap' },
      plugins: [testModules(root)],
    })
    try {
      globalThis['quickTests'] = { beginFile, caches, forgetters, ForgetfulWeakMap }
      await import(pathToFileURL(outfile).href)
    } finally {
      rmSync(outfile)
    }
  }
}

/** Gives the tests what they have under vitest: its functions, and the address of each module. */
function testModules(root) {
  return {
    name: 'test-modules',
    setup(builder) {
      builder.onResolve({ filter: /^vitest$/ }, () => ({ path: SHIM, external: true }))
      builder.onResolve({ filter: /^begin:/ }, ({ path }) => ({ path, namespace: 'quick' }))
      builder.onResolve({ filter: /^(?:fast-check|lru-cache)$/, namespace: 'file' }, ({ path }) => ({
        path,
        namespace: 'quick',
      }))
      builder.onLoad({ filter: /.*/, namespace: 'quick' }, ({ path }) => ({
        resolveDir: root,
        contents: OTHERWISE[path] ?? `quickTests.beginFile(${JSON.stringify(path.slice('begin:'.length))})`,
      }))
      builder.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const loader = path.endsWith('x') ? 'tsx' : 'ts'
        const contents = readFileSync(path, 'utf8').replaceAll(
          'import.meta.url',
          JSON.stringify(pathToFileURL(join(root, relative(root, path))).href),
        )
        if (!relative(root, path).startsWith('src/')) return { loader, contents }
        const { code } = await transform(contents, { loader, jsx: 'preserve' })
        return { loader: loader === 'tsx' ? 'jsx' : 'js', contents: code + forgetVariables(code) }
      })
    },
  }
}

/** Forgets what a module keeps in a variable of its own that began with nothing: who called last, say. */
function forgetVariables(code) {
  return [...code.matchAll(/^let (\w+);$/gm)]
    .map(([, name]) => `quickTests.forgetters.push(() => { ${name} = undefined })\n`)
    .join('')
}

async function failureOf(one) {
  forget()
  try {
    await runTest(one)
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

function forget() {
  for (const forgetVariable of forgetters) forgetVariable()
  for (const reference of caches) {
    const cache = reference.deref()
    if (cache === undefined) caches.delete(reference)
    else cache.clear()
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'quick', injectableClass: QuickRunner }]
