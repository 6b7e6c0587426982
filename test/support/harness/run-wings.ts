import { spawnSync } from 'node:child_process'

/** The wings in their order (src/README.md). */
const WINGS = ['domain', 'platform', 'bank', 'sandbox', 'api', 'workbench', 'clients']

/** `npm test` runs the quick tests, `npm test bank` those of the wing and of all that stand on it. Other arguments are Vitest's. */
const given = process.argv.slice(2)
const place = WINGS.indexOf(given[0] ?? '')
const chosen = place < 0 ? given : [...WINGS.slice(place).map(wing => `test/${wing}/`), ...given.slice(1)]
const isWhole = chosen.every(argument => argument.startsWith('-'))
const { status } = spawnSync('vitest', ['run', '--config', 'test/vitest.config.ts', '--project', 'quick', ...chosen], {
  stdio: 'inherit',
  env: { ...process.env, ...(isWhole ? { SANDBANK_TEST_WORDS: 'kept' } : {}) },
})
process.exitCode = status ?? 1
