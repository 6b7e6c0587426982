import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnsweredCall, STEPS } from '../../src/journal/calls.ts'
import { readCalls } from '../../src/journal/text-reading.ts'
import { batchTexts } from '../../src/journal/texts.ts'

const { textOf } = batchTexts(undefined)
const AT = new Date('2026-11-22T10:00:00Z')

// Few values, so that calls often say what the call before them said; some begin with a mark of the format, hold an end of line, or are no bytes.
const text = fc.constantFrom(
  '',
  'a',
  'GET',
  '\u0001',
  '\u00032',
  '\u0004',
  'Ærlig',
  'two\nlines',
  '€',
  'x'.repeat(1_200),
)
const received = fc.constantFrom('', 'a', '\u00031', '\u0004', '\u00c3\u0086', 'id-1', 'x'.repeat(1_200))
const headers = (value: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(fc.constantFrom('Host', 'Accept', 'Digest'), value), { maxLength: 4 }).map(lines => lines.flat())
const fault = fc.record({ text, path: text })

const calls: fc.Arbitrary<AnsweredCall[]> = fc.array(
  fc.record({
    id: fc.constantFrom('id-1', 'id-2'),
    world: fc.constant('default'),
    at: fc.constant(AT),
    door: fc.constantFrom('REST', 'PAGE'),
    operation: fc.option(text, { nil: undefined }),
    tppId: fc.option(text, { nil: undefined }),
    method: fc.constantFrom('GET', 'POST'),
    target: text,
    requestId: fc.option(text, { nil: undefined }),
    status: fc.constantFrom(200, 404),
    code: fc.constantFrom(undefined, 'NOT_FOUND'),
    durationMs: fc.constantFrom(0.25, 3),
    requestHeaders: headers(received),
    requestBody: fc.option(
      text.map(body => Buffer.from(body)),
      { nil: undefined },
    ),
    answerHeaders: headers(text),
    answerBody: fc.option(text, { nil: undefined }),
    steps: fc.subarray([...STEPS]),
    faults: fc.array(fault, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('the text of calls that are written together', () => {
  it('says of each call what it said, whatever the calls before it said', () => {
    fc.assert(
      fc.property(calls, written => {
        const read = readCalls(textOf(written))
        expect(
          read.map(({ head, steps, faults, request, answer }) => ({ ...head, steps, faults, request, answer })),
        ).toEqual(
          written.map(call => ({
            id: call.id,
            at: String(AT.getTime()),
            micros: String(call.durationMs * 1000),
            door: call.door,
            operation: call.operation ?? '',
            tppId: call.tppId ?? '',
            method: call.method,
            target: call.target,
            requestId: call.requestId ?? '',
            status: String(call.status),
            code: call.code ?? '',
            cause: expect.any(String),
            steps: call.steps,
            faults: call.faults,
            request: { headers: pairs(call.requestHeaders), ...bodyOf(call.requestBody) },
            answer: { headers: pairs(call.answerHeaders), ...bodyOf(call.answerBody) },
          })),
        )
      }),
    )
  })

  it('has a call that is like the one before it in less than 100 characters', () => {
    const one = fc.sample(calls, { seed: 7, numRuns: 1 })[0]?.[0]
    if (one === undefined) throw new Error('No call was made.')
    const again = { ...one, id: '01a20365-9418-77b4-9f41-e91643d7b7e8' }
    const lengthOf = (written: AnsweredCall[]) => Object.values(textOf(written)).join('').length
    expect(lengthOf([one, again]) - lengthOf([one])).toBeLessThan(100)
  })
})

function pairs(lines: readonly string[]): string[][] {
  return lines.flatMap((name, place) => (place % 2 === 0 ? [[name, lines[place + 1] ?? '']] : []))
}

function bodyOf(body: string | Uint8Array | undefined): { body: string | undefined; bytes: number } {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body)
  return { body: bytes === 0 ? undefined : Buffer.from(body ?? '').toString(), bytes }
}
