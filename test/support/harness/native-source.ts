import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { withoutAsyncContexts } from '../../../src/build/async-contexts.ts'
import { madeFolder } from './made-folder.ts'

const SOURCE = new URL('../../../src/', import.meta.url).pathname
const MADE = madeFolder('source')

const isCode = /\.tsx?$/
const madeOf = (path: string) => path.replace(isCode, '.mjs')

/**
 * Gives tests the source as modules of JavaScript, each a file of its own that Node loads itself. In what Vitest makes of a module, every use of an import is a call:
 * without, all tests together take a tenth less. They are made before each run, since Vitest asks no more where a module is that it has kept.
 */
export async function nativeSource() {
  await makeAll()
  return {
    name: 'native-source',
    enforce: 'pre',
    resolveId(source: string, importer: string | undefined) {
      if (importer === undefined || !source.startsWith('.') || !isCode.test(source)) return undefined
      const path = resolve(dirname(importer.replace(/\?.*/, '')), source)
      return path.startsWith(SOURCE) && existsSync(path) ? MADE + madeOf(path.slice(SOURCE.length)) : undefined
    },
  } as const
}

async function makeAll(): Promise<void> {
  const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  const made = await build({
    ...AS_MODULES,
    entryPoints: files.filter(one => one.isFile() && isCode.test(one.name)).map(one => join(one.parentPath, one.name)),
    outbase: SOURCE,
    packages: 'external',
    plugins: [
      {
        // Node sees where a file is behind a link: the package would be the other checkout, with its migrations.
        name: 'package-root',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/package-root\.ts$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replace('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
            loader: 'ts',
          })),
      },
      {
        name: 'apart',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^\./ }, ({ path, kind }) =>
            kind === 'entry-point' ? undefined : { path: madeOf(path), external: true },
          )
          onResolve({ filter: ELEMENTS }, ({ path }) => ({ path: `${MADE}${path}.mjs`, external: true }))
        },
      },
    ],
  })
  const elements = await build({
    ...AS_MODULES,
    entryPoints: Object.fromEntries(['hono/jsx', 'hono/jsx/jsx-runtime'].map(name => [name, name])),
    splitting: true,
    plugins: [withoutAsyncContexts],
  })
  const outputFiles = [...made.outputFiles, ...elements.outputFiles]
  for (const { path, text } of outputFiles) keep(path, text)
  // What the source has no more, no test finds.
  const wanted = new Set(outputFiles.map(({ path }) => path))
  for (const one of readdirSync(MADE, { recursive: true, withFileTypes: true })) {
    const path = join(one.parentPath, one.name)
    if (one.isFile() && path.endsWith('.mjs') && !wanted.has(path)) rmSync(path, { force: true })
  }
}

/** The elements of hono, which the built program has without contexts that cost. */
const ELEMENTS = /^hono\/jsx/

const AS_MODULES = {
  outdir: MADE,
  outExtension: { '.js': '.mjs' },
  write: false,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
} as const

// Another run may load it at this moment: it finds the one or the other, whole.
function keep(path: string, text: string): void {
  try {
    if (readFileSync(path, 'utf8') === text) return
  } catch {
    mkdirSync(dirname(path), { recursive: true })
  }
  writeFileSync(`${path}-${process.pid}`, text)
  renameSync(`${path}-${process.pid}`, path)
}
