import {
  chai,
  customMatchers,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'

/**
 * What the quick tests use of vitest, kept as a list of functions that a mutant can be tried with again and again: vitest itself
 * loads every module anew for each of thousands of mutants.
 */

/** All tests, in their order. */
export const tests = []

/** @type {{ names: string[], prepare: (() => unknown)[] }} */
let suite = { names: [], prepare: [] }

export function beginFile(name) {
  suite = { names: [name], prepare: [] }
}

export function forgetTests() {
  tests.length = 0
}

export function describe(name, define) {
  const outer = suite
  suite = { names: [...outer.names, String(name)], prepare: [...outer.prepare] }
  define()
  suite = outer
}
describe.each = rows => (name, define) => {
  for (const [place, row] of rows.entries()) describe(`${name} [${place}]`, () => define(...argumentsOf(row)))
}

export function it(name, run) {
  const { names, prepare } = suite
  const title = [...names, String(name)].join(' > ')
  const twins = tests.filter(one => one.title === title).length
  tests.push({ title, id: twins === 0 ? title : `${title} (${twins + 1})`, file: names[0], prepare, run })
}
it.each = rows => (name, run) => {
  for (const [place, row] of rows.entries()) it(`${name} [${place}]`, () => run(...argumentsOf(row)))
}
/** The same by another name. */
export const test = Object.assign((name, run) => it(name, run), { each: it.each })

function argumentsOf(row) {
  return Array.isArray(row) ? row : [row]
}

const prepared = new WeakMap()

/** Runs once, before the first test of its suite. */
export function beforeAll(run) {
  suite.prepare.push(run)
}

/** What is cleared away at the end goes with the process. */
export function afterAll() {}

export async function prepare({ prepare: steps }) {
  for (const step of steps) {
    if (!prepared.has(step)) prepared.set(step, step())
    await prepared.get(step)
  }
}

let finished = []

export function onTestFinished(run) {
  finished.push(run)
}

/** Runs a test; throws what makes it fail. */
export async function runTest(one) {
  try {
    await one.run()
  } finally {
    for (const clear of finished) await clear()
    finished = []
  }
}

export const vi = undefined

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect)
globalThis[GLOBAL_EXPECT] = expect
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect)
chai.expect.extend(expect, customMatchers)
