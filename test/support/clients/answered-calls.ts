import type { AnsweredCall } from '../../../src/domain/calls.ts'

/** A call as a door hands it to the journal: the number is its id. */
export const callAt = (number: number, at: Date, changes: Partial<AnsweredCall> = {}): AnsweredCall => ({
  id: String(number).padStart(10, '0'),
  world: 'default',
  at,
  by: 'TPP',
  door: 'REST',
  operation: 'customers',
  tppId: 'NO-FSA-1',
  method: 'GET',
  target: '/v1/sandbox/customers',
  requestId: 'r',
  traceId: undefined,
  status: 200,
  code: undefined,
  durationMs: 1,
  requestHeaders: [],
  requestBody: undefined,
  answerHeaders: [],
  answerBody: '{}',
  steps: ['ROUTE'],
  faults: [],
  ...changes,
})

/** A page that has all calls of a journal. */
export const ALL = { take: 20_000, older: undefined, newer: undefined, order: 'BEGUN', backwards: false } as const
