import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { noticesOf, packagesOf } from '../../src/build/licences.ts'

// npm run licences: GraphiQL comes as one file, so its packages are not in the lock file. Installs what that file was built from, builds it again, and
// writes down which packages are in it, with their licences, and of which version it is.

const ROOT = new URL('../..', import.meta.url).pathname
const SOURCE = '@graphql-yoga/graphiql@4.5.0'
const { version } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules/@graphql-yoga/render-graphiql/package.json'), 'utf8'),
)

/** What its source imports, and the workers of its editor. */
const PARTS = [
  'json-bigint-patch',
  '@graphiql/plugin-explorer',
  'graphiql',
  '@graphiql/toolkit',
  '@graphql-tools/url-loader',
  'react-dom/client',
  'react',
  'monaco-editor/esm/vs/editor/editor.worker.js',
  'monaco-editor/esm/vs/language/json/json.worker.js',
  'monaco-graphql/esm/graphql.worker.js',
]

const place = mkdtempSync(join(tmpdir(), 'graphiql-'))
const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
execFileSync('npm', ['install', '--prefix', place, ...quietly, SOURCE], { stdio: 'inherit' })
const { metafile } = await build({
  stdin: {
    contents: PARTS.map((part, at) => `import * as part${at} from '${part}'\nconsole.log(part${at})`).join('\n'),
    resolveDir: place,
  },
  absWorkingDir: place,
  bundle: true,
  platform: 'browser',
  format: 'esm',
  outdir: 'out',
  write: false,
  metafile: true,
  loader: { '.ttf': 'empty', '.css': 'empty' },
  logLevel: 'error',
})
const packages = packagesOf([...Object.keys(metafile.inputs), `node_modules/${SOURCE.replace(/@[^@]+$/, '')}`], place)
// Prettier names the parts of all its programs; GraphiQL has the two that format GraphQL.
const PARTS_OF_PRETTIER = /^(@babel\/code-frame|diff|emoji-regex|get-east-asian-width|graphql|js-tokens|picocolors)@/
const shipped = packages.map(one => {
  const [text = '', ...parts] = one.name === 'prettier' ? one.text.split('\n## ') : [one.text]
  return { ...one, text: [text, ...parts.filter(part => PARTS_OF_PRETTIER.test(part))].join('\n## ').trim() }
})
writeFileSync(join(ROOT, 'test/support/graphiql-licences.txt'), `GraphiQL ${version}\n\n${noticesOf(shipped)}`)
rmSync(place, { recursive: true })
