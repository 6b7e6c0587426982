import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Module } from 'node:module'
import { fileURLToPath } from 'node:url'
import { analyzeMetafile, type BuildOptions, build, type Plugin } from 'esbuild'
import { PACKAGE_ROOT } from '../platform/files/package-root.ts'
import { readMigrations } from '../platform/store/migrations.ts'
import { emptyStore, storableSchema } from '../platform/store/sqlite/integrity.ts'
import { standardRows } from '../sandbox/worlds/standard-rows.ts'
import { withoutAsyncContexts } from './async-contexts.ts'
import { buildClients } from './clients.ts'
import { declarations } from './declarations.ts'
import { findHighlights } from './highlights.tsx'
import { billOf, noticesOf, packagesOf } from './licences.ts'
import { recordAnswers } from './recorded-answers.ts'

// Makes dist/ from the source: one bundle with everything except the native store and two large files that few starts need, its code as compiled by
// V8, and a loader for each way to start. Fewer files and no compilation make the start fast, and users of the package need none of its dependencies.

const inPackage = (path: string) => fileURLToPath(new URL(path, PACKAGE_ROOT))
// Built beside it and swapped at the end: a program that starts meanwhile finds the old one complete.
// Several checkouts may share their packages by a link.
const DIST = inPackage(`node_modules/.sandbank-dist-${hash('sha256', PACKAGE_ROOT.href, 'hex').slice(0, 12)}/`)

rmSync(DIST, { recursive: true, force: true })
mkdirSync(DIST)

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  charset: 'ascii',
  minifyWhitespace: true,
  // Code that the loader compiles has no module loader: everything is required.
  supported: { 'dynamic-import': false },
  alias: {
    // The edition that is not ECMAScript gets 260 getters in each of the 46 files that import it.
    graphql: inPackage('node_modules/graphql/index.mjs'),
    // Yoga and its executor name two versions of it; the later one serves both.
    '@graphql-tools/utils': inPackage(
      'node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/index.js',
    ),
  },
  legalComments: 'linked',
  logLevel: 'warning',
} as const satisfies BuildOptions

/** Large modules that few starts need remain separate files beside the bundle. */
const ASIDE = [
  {
    module: '@prisma/client/runtime/query_compiler_fast_bg.sqlite.wasm-base64.mjs',
    file: 'query-compiler.cjs',
    folder: '.',
  },
  { module: 'pg', file: 'postgres.cjs', folder: '.' },
  { module: './sdk.ts', file: 'mcp.cjs', folder: 'src/clients/mcp' },
] as const

const aside: Plugin = {
  name: 'aside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(@prisma\/|pg$|\.\/sdk\.ts$)/ }, ({ path }) => {
      const found = ASIDE.find(({ module }) => module === path)
      return found && { path: `./${found.file}`, external: true }
    }),
}

/** Zod speaks fifty languages; the bank has its own sentences for faults. */
const oneLanguage: Plugin = {
  name: 'one language',
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js'" })),
}

/** The code that writes certificates is loaded when the first one is written, with only the needed parts of node-forge. */
const laterForge: Plugin = {
  name: 'later forge',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node-forge$/ }, ({ path }) => ({ path, namespace: 'later-forge' }))
    onLoad({ filter: /./, namespace: 'later-forge' }, () => {
      const parts = Object.entries({ asn1: 'asn1', jsbn: 'jsbn', pem: 'pem', pki: 'x509', util: 'util' })
      const getters = parts.map(([name, file]) => `get ${name}() { return require('node-forge/lib/${file}.js') }`)
      return { contents: `export default { ${getters.join()} }`, resolveDir: inPackage('.') }
    })
  },
}

const { metafile } = await build({
  ...options,
  entryPoints: [inPackage('src/build/entry.ts')],
  outfile: `${DIST}sandbank.cjs`,
  plugins: [aside, oneLanguage, withoutAsyncContexts, laterForge],
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'bundleUrl' },
  metafile: true,
})
// In the form of a function that the loader calls: to build that from the text at each start would copy the text.
writeFileSync(`${DIST}sandbank.cjs`, Module.wrap(readFileSync(`${DIST}sandbank.cjs`, 'latin1')), 'latin1')
const inputs = Object.keys(metafile.inputs)
for (const { module, file, folder } of ASIDE) {
  const made = await build({
    ...options,
    stdin: { contents: `module.exports = require('${module}')`, resolveDir: inPackage(folder) },
    // Modules that pg loads in other environments: its binding in C, and the sockets of another runtime.
    external: ['pg-native', 'cloudflare:sockets'],
    outfile: DIST + file,
    metafile: true,
  })
  inputs.push(...Object.keys(made.metafile.inputs))
}
assertAscii(readFileSync(`${DIST}sandbank.cjs`, 'utf8'))
inputs.push(...(await buildClients(DIST)))
const shipped = packagesOf(inputs, inPackage('.'))
writeFileSync(`${DIST}THIRD-PARTY.txt`, noticesOf(shipped))
const { name, version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
writeFileSync(`${DIST}sandbank.cdx.json`, JSON.stringify(billOf({ name, version }, shipped)))
if (process.argv.includes('--sizes')) process.stdout.write(await analyzeMetafile(metafile))

cpSync(inPackage('src/build/loader.cjs'), `${DIST}loader.cjs`)
const start = (call: string) =>
  `#!/usr/bin/env node\nimport loader from './loader.cjs'\n\nawait loader.start(sandbank => sandbank.${call})\n`
writeFileSync(`${DIST}cli.js`, start('runCommand(process.argv)'))
writeFileSync(`${DIST}main.js`, start('serveFromEnvironment()'))
chmodSync(`${DIST}cli.js`, 0o755)
writeFileSync(
  `${DIST}testing.js`,
  `import loader from './loader.cjs'\n\nexport const { startSandbank, connectSandbank, SandbankError } = loader.load()\n`,
)
writeFileSync(
  `${DIST}testing.cjs`,
  `const { startSandbank, connectSandbank, SandbankError } = require('./loader.cjs').load()\n\nmodule.exports = { startSandbank, connectSandbank, SandbankError }\n`,
)
for (const ending of ['ts', 'cts']) writeFileSync(`${DIST}testing.d.${ending}`, declarations())
const migrations = readMigrations(new URL('prisma/migrations/sqlite/', PACKAGE_ROOT))
writeFileSync(`${DIST}schema.json`, JSON.stringify(storableSchema(migrations)))
writeFileSync(`${DIST}empty.db`, emptyStore(migrations))
const standard = await standardRows()
writeFileSync(`${DIST}standard.json`, JSON.stringify(standard))
const answers = await recordAnswers(standard)
writeFileSync(`${DIST}answers.json`, JSON.stringify(answers))
writeFileSync(`${DIST}highlights.json`, JSON.stringify(await findHighlights(answers)))
execFileSync(process.execPath, [inPackage('src/build/warm-up.cjs'), DIST], { stdio: ['ignore', 'inherit', 'inherit'] })
assertCompiledCodeCounts()
rmSync(inPackage('dist'), { recursive: true, force: true })
renameSync(DIST, inPackage('dist'))

// Without this file a start takes twice as long, and nothing else would reveal that.
function assertCompiledCodeCounts(): void {
  const program = `const { cached, compile } = require(${JSON.stringify(`${DIST}loader.cjs`)})
process.exit(compile(require('node:fs').readFileSync(cached)).cachedDataRejected ? 1 : 0)`
  execFileSync(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit'] })
}

// The loader reads the bundle as one byte for each character, and esbuild leaves regular expressions unchanged.
function assertAscii(bundle: string): void {
  const [found] = /.{0,60}[^\0-\x7f].{0,20}/.exec(bundle) ?? []
  if (found !== undefined)
    throw new Error(`Only ASCII can be bundled; write the character as \\u and its code: ${found}`)
}
