import { defineConfig } from 'vitest/config'

/** The quick tests of the rules: no server, no browser, no other process. Each mutant runs those that reach it. */
export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/domain/*.test.ts', 'test/security/*.test.ts'],
    setupFiles: ['test/support/stories.ts'],
    // Stryker ends what a mutant lets run for ever.
    testTimeout: 180_000,
    isolate: false,
    experimental: { fsModuleCache: true },
  },
})
