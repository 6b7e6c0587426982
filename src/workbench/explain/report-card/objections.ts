import type { CallWarning, JournaledCall } from '../../../domain/calls.ts'
import { COVERED_HEADERS } from '../../../domain/tpps.ts'

/** A call as the rules see it. */
export type CallFacts = {
  readonly call: JournaledCall
  /** A header of the request. */
  readonly sent: (name: string) => string | undefined
  /** A header of the answer. */
  readonly answered: (name: string) => string | undefined
  /** Codes and texts of Sandbank-Warning. */
  readonly warnings: readonly CallWarning[]
  /** Equal for equal method, target and body. */
  readonly fingerprint: string
  readonly isProduction: boolean
  readonly readsAccounts: boolean
  /** Whether a scenario acted on it (D88). */
  readonly isForced: boolean
}

/** The parts of a journal's call that the rules read. */
export function factsOf(call: JournaledCall): CallFacts {
  const [sent, answered] = [readerOf(call.request.headers), readerOf(call.answer.headers)]
  const [path = ''] = call.target.split('?', 1)
  return {
    call,
    sent,
    answered,
    warnings: call.warnings,
    fingerprint: [call.method, call.target, call.request.bytes, sent('Digest') ?? call.request.body ?? ''].join(' '),
    isProduction: !/\/v1\/(sandbox|tpps)\//.test(path),
    readsAccounts: call.method === 'GET' && /\/v1\/(card-)?accounts(\/|$)/.test(path),
    isForced: answered('Sandbank-Scenario') !== undefined,
  }
}

function readerOf(headers: JournaledCall['request']['headers']): (name: string) => string | undefined {
  const values = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return name => values.get(name.toLowerCase())
}

/** What the rules remember of earlier calls. */
export type Memory = {
  readonly ids: Map<string, string>
  readonly reads: Map<string, { readonly at: number; readonly inRow: number }>
  readonly deprecated: Set<string>
  readonly waits: Map<string, number>
  readonly failed: Map<string, { readonly requestId: string | undefined; readonly at: number }>
}

export function newMemory(): Memory {
  return { ids: new Map(), reads: new Map(), deprecated: new Set(), waits: new Map(), failed: new Map() }
}

export type ObjectionRule = {
  readonly title: string
  readonly text: string
  readonly rule: string
  readonly shows: (seen: CallFacts, before: Memory) => boolean
}

/** This many calls in a row, faster than once a second, are polling that a bank would stop. */
const POLL_MS = 1_000
const POLLS = 5
/** The longest time between a failed call and its repetition. */
const RETRY_MS = 60_000

export const OBJECTIONS = {
  UNSIGNED_HEADERS: {
    title: 'Headers that must be signed are not',
    text: 'The signature does not cover a header that the call has and that must be signed: sign each of date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri that is sent.',
    rule: '[I] Authentication 3',
    shows: ({ sent }) => {
      const signed = signedNames(sent('Signature'))
      return signed !== undefined && COVERED_HEADERS.some(name => sent(name) !== undefined && !signed.includes(name))
    },
  },
  TARGET_UNSIGNED: {
    title: '(request-target) is not signed',
    text: 'An attacker who captures such a call can send it to another path, or with another method: sign (request-target) too.',
    rule: 'D72',
    shows: ({ warnings }) => warnings.some(({ code }) => code === 'REQUEST_TARGET_UNSIGNED'),
  },
  DATE_UNSIGNED: {
    title: 'No Date is signed',
    text: 'An attacker who captures such a call can send it at any later time: send a Date and sign it.',
    rule: 'D72',
    // A browser lets no page send a Date, not those of the bank either.
    shows: ({ warnings, sent }) =>
      sent('Sec-Fetch-Mode') === undefined && warnings.some(({ code }) => code === 'DATE_UNSIGNED'),
  },
  REQUEST_ID_REUSED: {
    title: 'One X-Request-ID for two different calls',
    text: 'X-Request-ID is unique for each call, and the same only when the same call is repeated: a bank answers the second one with the answer to the first, or refuses it.',
    rule: '[I] Header sets, D15',
    shows: ({ call, fingerprint }, { ids }) =>
      call.requestId !== undefined && (ids.get(call.requestId) ?? fingerprint) !== fingerprint,
  },
  RETRIED_WITH_NEW_ID: {
    title: 'A write that failed is repeated under a new X-Request-ID',
    text: 'After a failure it is not known whether the first one had its effect: repeat it with the same X-Request-ID, or a payment may be made twice.',
    rule: 'D15',
    shows: ({ call, fingerprint }, { failed }) => {
      const before = failed.get(fingerprint)
      return before !== undefined && call.requestId !== before.requestId && call.at.getTime() - before.at < RETRY_MS
    },
  },
  QUOTA_EXCEEDED: {
    title: 'More reads without a PSU than its quota',
    text: 'Without PSU-IP-Address an account may be read four times a day: ask less often, or send the address when the PSU is there.',
    rule: '[I] Limits, D41',
    shows: ({ call, isForced }) => call.code === 'ACCESS_EXCEEDED' && !isForced,
  },
  POLLED: {
    title: 'The same is read faster than once a second',
    text: `The same address was read ${POLLS} times or more, each within a second of the one before: wait longer between reads.`,
    rule: '[I] Limits',
    shows: ({ call }, { reads }) => polls(call, reads) >= POLLS,
  },
  RETRY_AFTER_IGNORED: {
    title: 'Called again before Retry-After was over',
    text: 'An answer said how long to wait, and the same call came sooner.',
    rule: 'RFC 9110, 10.2.3',
    shows: ({ call, fingerprint }, { waits }) => call.at.getTime() < (waits.get(fingerprint) ?? 0),
  },
  DEPRECATION_IGNORED: {
    title: 'What is deprecated is called on',
    text: 'An answer had the header Deprecation, and the operation was called again: it will go away.',
    rule: '[I] Versioning',
    shows: ({ call, answered }, { deprecated }) =>
      answered('Deprecation') !== undefined && call.operation !== undefined && deprecated.has(call.operation),
  },
  PSU_ADDRESS_MISSING: {
    title: 'Calls for a PSU without PSU-IP-Address',
    text: 'PSU-IP-Address says that the PSU is there, and a bank refuses calls that need it. Only who reads accounts may leave it out, up to the quota.',
    rule: '[I] Header sets, D41',
    shows: ({ sent, isProduction, readsAccounts }) =>
      isProduction && !readsAccounts && sent('PSU-ID') !== undefined && sent('PSU-IP-Address') === undefined,
  },
} as const satisfies Record<string, ObjectionRule>

/** The headers that a signature declares as covered, also in a wrapped header (RFC 2047). */
function signedNames(signature: string | undefined): string[] | undefined {
  if (signature === undefined) return undefined
  const wrapped = /^=\?utf-8\?b\?([A-Za-z0-9+/=]+)\?=$/i.exec(signature)?.[1]
  const names = /headers="([^"]*)"/i.exec(wrapped === undefined ? signature : atob(wrapped))?.[1]
  return names?.toLowerCase().split(' ')
}

function polls({ method, target, at }: JournaledCall, reads: Memory['reads']): number {
  if (method !== 'GET') return 0
  const before = reads.get(target)
  return before !== undefined && at.getTime() - before.at < POLL_MS ? before.inRow + 1 : 1
}

/** Records a call for the rules of later ones. */
export function remember({ call, answered, fingerprint }: CallFacts, memory: Memory): void {
  const { requestId, at, status, method, operation, target } = call
  if (requestId !== undefined && !memory.ids.has(requestId)) memory.ids.set(requestId, fingerprint)
  if (method === 'GET') memory.reads.set(target, { at: at.getTime(), inRow: polls(call, memory.reads) })
  if (answered('Deprecation') !== undefined && operation !== undefined) memory.deprecated.add(operation)
  const wait = Number(answered('Retry-After') ?? 0)
  if (wait > 0) memory.waits.set(fingerprint, at.getTime() + wait * 1_000)
  else memory.waits.delete(fingerprint)
  if (method !== 'GET' && status >= 500) memory.failed.set(fingerprint, { requestId, at: at.getTime() })
  else memory.failed.delete(fingerprint)
}
