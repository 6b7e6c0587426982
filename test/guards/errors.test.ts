import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/bank/wire/errors.ts'
import { ERROR_CODES, isReportedBeside } from '../../src/domain/errors.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

/** Codes that no operation can answer yet, each with what it waits for. */
const NOT_YET: Readonly<Record<string, string>> = {}

const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/

// What a client of the whole bank sees, not a rule by itself.
const tests = sourceFiles('test').filter(({ path }) => /^test\/(?!guards|fuzz|domain).*\.test\.ts$/.test(path))
const texts = tests.map(({ text }) => expectedIn(text)).join('\n')

/** A test without what proves nothing: comments, the names of tests, and codes that it forces. */
function expectedIn(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(new RegExp(`\\b(?:it|describe|test)\\(\\s*(?:${TEXT.source})`, 'g'), '(')
    .replaceAll(/error; ?code=[A-Z_]+/g, '')
}

/** Whether a test expects a code, as a value by itself or behind its status. Several codes look the same to a client but for the status. */
function isProvoked([code, row]: [string, (typeof ERRORS)[keyof typeof ERRORS]], within = texts): boolean {
  if ('wireCode' in row) return new RegExp(`[([,:]\\s*${row.status}(?=\\s*[,)\\]}])`).test(within)
  return new RegExp(`(['"\`])(?:\\d{3} )?${code}\\1`).test(within)
}

describe('Every code of the table of errors', () => {
  const rows = Object.entries(ERRORS)

  it('is provoked by a test', () => {
    expect(tests.length).toBeGreaterThan(5)
    expect(rows.filter(row => !isProvoked(row) && !Object.hasOwn(NOT_YET, row[0])).map(([code]) => code)).toEqual([])
  })

  it('that waits for an operation is struck from the list as soon as a test provokes it', () => {
    expect(rows.filter(row => isProvoked(row) && Object.hasOwn(NOT_YET, row[0])).map(([code]) => code)).toEqual([])
    expect(Object.keys(NOT_YET).filter(code => !Object.hasOwn(ERRORS, code))).toEqual([])
  })

  it('that may be reported beside another has its status: an answer has one (D16, D17)', () => {
    const pairs = ERROR_CODES.flatMap(one => ERROR_CODES.map(other => [one, other] as const))
    const beside = pairs.filter(([one, other]) => one !== other && isReportedBeside(one, other))
    expect(beside.length).toBeGreaterThan(10)
    expect(beside.filter(([one, other]) => ERRORS[one].status !== ERRORS[other].status)).toEqual([])
  })

  it.each([
    ['CONFLICT', `// 'CONFLICT' is another\n`, false],
    ['CONFLICT', `it('CONFLICT', async () => {})`, false],
    ['CONFLICT', `it("is 'CONFLICT' then", async () => {})`, false],
    ['CONFLICT', `const scenario = 'error; code=CONFLICT'`, false],
    ['CONFLICT', `expect(text).toContain('There was a CONFLICT before')`, false],
    ['CONFLICT', `expectRefusal(answer, 409, 'CONFLICT')`, true],
    ['CONFLICT', `expect(answer).toBe('409 CONFLICT')`, true],
    ['NOT_ACCEPTABLE', `it('is 406, says the header', () => {})`, false],
    ['NOT_ACCEPTABLE', `expect(answer.status).toBe(406)`, true],
  ] as const)('counts %s in %s: %s', (code, text, isCounted) => {
    expect(isProvoked([code, ERRORS[code]], expectedIn(text))).toBe(isCounted)
  })
})
