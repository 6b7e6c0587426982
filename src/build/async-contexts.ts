import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/**
 * Takes AsyncLocalStorage out of hono, which would use it for contexts of asynchronous elements. We have no such element, and from its first use on Node
 * tracks each promise of the process: every later call would take a tenth more.
 */
export const withoutAsyncContexts: Plugin = {
  name: 'without asynchronous contexts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /hono\/dist\/jsx\/context\.js$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split(PLACES)
      if (before === undefined || after === undefined || more.length > 0)
        throw new Error(`${path} looks for AsyncLocalStorage in another way.`)
      return { contents: `${before}[]${after}` }
    }),
}

/** Where hono looks for it. */
const PLACES = /\[\(\) => global\.process.*\](?=\) \{)/
