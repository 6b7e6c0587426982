import { expect } from 'vitest'
import { ERRORS } from '../../src/bank/wire/errors.ts'
import type { Answer, Bank } from '../support/clients/bank.ts'
import { storiesOf } from '../support/harness/property-runs.ts'

export const RUNS = { numRuns: storiesOf('fuzz') }

const DEADLINE_MS = 100_000

/** Rejects when an answer takes too long: no request may hang the server. */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`There was no answer within ${DEADLINE_MS} ms.`)), DEADLINE_MS)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Every answer is a success or a refusal of the documented shape (D16), with a code that goes with its status (D17); none is a fault. */
export function expectOutcome(bank: Bank, method: string, answer: Pick<Answer, 'status' | 'headers' | 'text'>): void {
  expect(bank.faults).toEqual([])
  expect(answer.status).toBeLessThan(500)
  if (method === 'HEAD') return
  if (answer.status < 300) {
    expect([200, 201, 204]).toContain(answer.status)
    return
  }
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expectRefusal(answer.status, JSON.parse(answer.text))
}

function expectRefusal(status: number, body: { tppMessages: Record<string, unknown>[] }): void {
  // A refusal before a document of GraphQL is read has the form of GraphQL beside that of REST.
  expect(Object.keys(body).filter(name => name !== 'errors')).toEqual(['tppMessages'])
  expect(body.tppMessages.length).toBeGreaterThan(0)
  for (const message of body.tppMessages) {
    expectMessage(message)
    expect(CODES_OF_STATUS.get(status)).toContain(message['code'])
  }
}

/** One TppMessage of a refusal: the same at both doors. */
export function expectMessage({ category, code, text, path = '', ...unknown }: Record<string, unknown>): void {
  expect(category).toBe('ERROR')
  expect(ALL_CODES).toContain(code)
  expect(typeof text === 'string' && Array.from(text).length).toBeGreaterThan(0)
  expect(Array.from(String(text)).length).toBeLessThanOrEqual(512)
  expect(typeof path).toBe('string')
  expect(unknown).toEqual({})
  // A trace or a statement of ours would be a leak; what the client sent is only ever quoted.
  expect(String(text)).not.toMatch(/node_modules|\.ts:\d|Prisma|SQLITE_/)
  for (const shown of [text, path]) expectShownControls(shown)
}

/** What a client sent is quoted so that no terminal obeys it, and no reader sees another text than there is (D74). */
export function expectShownControls(text: unknown): void {
  expect(String(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
}

/** Codes that one answer may hold together, since an answer has one status. */
export function expectOneStatus(codes: readonly string[]): void {
  const together = [...CODES_OF_STATUS.values()].filter(known => codes.every(code => known.includes(code)))
  expect(together, codes.join()).not.toEqual([])
}

const CODES_OF_STATUS = new Map<number, string[]>()
for (const [code, row] of Object.entries(ERRORS)) {
  const seen = 'wireCode' in row ? row.wireCode : code
  CODES_OF_STATUS.set(row.status, [...(CODES_OF_STATUS.get(row.status) ?? []), seen])
}
const ALL_CODES = [...new Set([...CODES_OF_STATUS.values()].flat())]
