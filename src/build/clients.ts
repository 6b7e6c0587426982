import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { PACKAGE_ROOT } from '../platform/files/package-root.ts'

/** Builds one script and one style of GraphiQL for the page at /graphql, and the script of the editor of documents. Returns the files that went into them. */
export async function buildClients(folder: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: ['graphiql', 'editor'].map(name => ({
      in: fileURLToPath(new URL(`src/workbench/pages/${name}/client.mjs`, PACKAGE_ROOT)),
      out: name,
    })),
    outdir: folder,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    // One edition of it, so that each of its classes exists only once.
    alias: { graphql: fileURLToPath(new URL('node_modules/graphql/index.mjs', PACKAGE_ROOT)) },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [noFonts, adoptedStyles],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
  return Object.keys(metafile.inputs)
}

/** Its fonts are nine tenths of its style, and the fonts of our pages replace them. */
const noFonts: Plugin = {
  name: 'no fonts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /graphiql\/dist\/style\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/@font-face\s*\{[^{}]*\}/g, ''),
      loader: 'css',
    })),
}

/** CodeMirror's styles are adopted by the page: its policy refuses those that a script writes into it. */
const adoptedStyles: Plugin = {
  name: 'adopted styles',
  setup: ({ onLoad }) =>
    onLoad({ filter: /style-mod\/src\/style-mod\.js$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split('!root.head && root.adoptedStyleSheets')
      if (after === undefined || more.length > 0) throw new Error('style-mod adopts styles by another condition.')
      return { contents: `${before}root.adoptedStyleSheets${after}` }
    }),
}
