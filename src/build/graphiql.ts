import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { PACKAGE_ROOT } from '../files/package-root.ts'

/** Builds one script and one style of GraphiQL for the page at /graphql. Returns the files that went into them. */
export async function buildGraphiql(folder: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('src/pages/graphiql/client.mjs', PACKAGE_ROOT))],
    outfile: `${folder}graphiql.js`,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    // One edition of it, so that each of its classes exists only once.
    alias: { graphql: fileURLToPath(new URL('node_modules/graphql/index.mjs', PACKAGE_ROOT)) },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [noFonts],
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
