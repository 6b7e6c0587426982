import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AnsweredCall, STEPS } from '../../../src/domain/calls.ts'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import { ALL, callAt } from '../../support/clients/answered-calls.ts'

// Few values, so that calls often say what the call before them said.
const text = fc.constantFrom('', 'a', 'GET', '0', 'Ærlig', 'two\nlines', '€', '"\\', 'x'.repeat(1_200))
const headers = fc
  .array(fc.tuple(fc.constantFrom('Host', 'Accept', 'Digest', 'Cookie'), text), { maxLength: 4 })
  .map(lines => lines.flat())
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const said = fc.record({
  operation: maybe(text),
  tppId: maybe(text),
  target: text,
  requestId: maybe(text),
  status: fc.constantFrom(200, 404),
  requestHeaders: headers,
  requestBody: maybe(text.map(body => Buffer.from(body))),
  answerHeaders: headers,
  answerBody: maybe(text),
  steps: fc.subarray([...STEPS]),
})

it('Each call is shown with what it said, whatever the calls before it said', async () => {
  const now = new Date()
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 6 }), async calls => {
      const journal = openJournal(':memory:', { machineNow: () => now, token: undefined })
      for (const [n, call] of calls.entries()) journal.add(callAt(n, now, call))
      await journal.ready()
      expect((await journal.list('default', {}, ALL)).map(({ id }) => Number(id))).toEqual([...calls.keys()].reverse())
      for (const [n, call] of calls.entries())
        expect(await journal.find('default', callAt(n, now).id)).toMatchObject({
          operation: call.operation || undefined,
          tppId: call.tppId || undefined,
          target: call.target,
          requestId: call.requestId || undefined,
          status: call.status,
          request: { headers: pairs(call.requestHeaders), ...bodyOf(call.requestBody) },
          answer: { headers: pairs(call.answerHeaders), ...bodyOf(call.answerBody) },
          verdicts: call.steps.map(step => ({ step, passed: true, faults: [] })),
        })
      await journal.close()
    }),
  )
})

function pairs(lines: readonly string[]): string[][] {
  return lines.flatMap((name, place) =>
    place % 2 === 0 ? [[name, name === 'Cookie' ? '[hidden]' : (lines[place + 1] ?? '')]] : [],
  )
}

function bodyOf(body: AnsweredCall['requestBody']): { body: string | undefined; bytes: number } {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body)
  return { body: bytes === 0 ? undefined : Buffer.from(body ?? '').toString(), bytes }
}
