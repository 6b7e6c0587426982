import { defineConfig } from 'vitest/config'

export default defineConfig({
  // vitest would load `graphql` twice, once as ESM and once as CommonJS, and graphql refuses schemas of its other copy.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: [/@pothos/, /graphql-yoga/, /@graphql-tools/] } },
  },
})
