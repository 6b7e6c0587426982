import { expect, it } from 'vitest'
import { DECISIONS } from '../../src/workbench/pages/docs/decisions.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

/** Rules that no test of `npm test` can show, each with what it needs that only `npm run test:all` starts. */
const NEEDS: Readonly<Record<string, 'processes' | 'a browser' | 'PostgreSQL'>> = {
  D91: 'processes',
  D100: 'processes',
  D111: 'processes',
  D113: 'PostgreSQL',
  D120: 'PostgreSQL',
  D121: 'PostgreSQL',
  D123: 'PostgreSQL',
  D124: 'PostgreSQL',
  D125: 'PostgreSQL',
  D126: 'PostgreSQL',
  D128: 'PostgreSQL',
}

const tests = sourceFiles('test').filter(
  ({ path }) => /\.test\.tsx?$/.test(path) && path !== 'test/guards/rules.test.ts',
)
const quick = rulesIn(tests.filter(({ path }) => !/\.long\.test\./.test(path)))
const all = rulesIn(tests)

it('every decision of the product has a test', () => {
  expect(DECISIONS.map(({ id }) => id).filter(id => !all.has(id))).toEqual([])
})

it('every rule that a test names is named by one of npm test, but for those that need more', () => {
  expect(all.size).toBeGreaterThan(100)
  expect([...all].filter(rule => !quick.has(rule)).toSorted()).toEqual(Object.keys(NEEDS).toSorted())
})

/** Decisions by their number, and parts of the interface by its heading. */
function rulesIn(files: typeof tests): Set<string> {
  return new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/\bD[1-9]\d{0,2}\b|\[I\] [A-Z][a-z]+(?: [a-z]+)*(?: \d)?/g)].map(([rule]) => rule),
    ),
  )
}
