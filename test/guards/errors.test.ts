import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/wire/errors.ts'
import { sourceFiles } from '../support/source-files.ts'

/** Codes that no operation can answer yet, each with what it waits for. */
const NOT_YET: Readonly<Record<string, string>> = {}

// What a client of the whole bank sees, not a rule by itself.
const tests = sourceFiles('test').filter(({ path }) => /^test\/(?!guards|fuzz|domain).*\.test\.ts$/.test(path))
const texts = tests.map(({ text }) => text).join('\n')

// Several codes look the same to a client but for the status.
function isProvoked([code, row]: [string, (typeof ERRORS)[keyof typeof ERRORS]]): boolean {
  const sign = 'wireCode' in row ? new RegExp(`\\b${row.status}\\b`) : new RegExp(`['"\`:\\s]${code}['"\`\\s]`)
  return sign.test(texts)
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
})
