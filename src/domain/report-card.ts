import type { ErrorCode } from './errors.ts'
import type { CallWarning, JournaledCall } from './journal.ts'
import { PAYMENT_STATUSES } from './status.ts'

/**
 * The report card of a TPP: what its integration has met of the bank, what it never tried, and what a bank would object to, each
 * with a call that shows it. Told by the journal alone (D95): pure, one call after the other.
 * What a scenario forced (D88) is met, since the integration had to handle it; but it is the bank's doing, so that it is no objection. What the TPP
 * sent with such a call, and how it went on after it, is its own doing as always.
 */
export type ReportCard = {
  readonly tppId: string
  readonly world: string
  /** The first and the last of its calls. */
  readonly from: Date | undefined
  readonly until: Date | undefined
  readonly calls: number
  readonly refused: number
  readonly sections: readonly ReportSection[]
  readonly objections: readonly Objection[]
}

/** What can be met, of one kind. */
export type ReportSection = { readonly name: SectionName; readonly title: string; readonly rows: readonly ReportRow[] }

export type ReportRow = {
  readonly name: string
  /** What it is, or how it can be met. */
  readonly text: string
  readonly calls: number
  readonly refused: number
  /** How many of the calls a scenario acted on (D88). */
  readonly forced: number
  /** The id of the latest call that met it. */
  readonly example: string | undefined
}

/** What a bank would object to. */
export type Objection = {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly rule: string
  readonly calls: number
  /** The ids of the first calls that show it. */
  readonly examples: readonly string[]
}

/** What of an operation the card tells. */
export type ReportedOperation = {
  readonly name: string
  readonly summary: string
  readonly refusals: readonly ErrorCode[]
}

const SECTIONS = {
  OPERATIONS: 'Operations',
  PAYMENT_STATES: 'States of payments that it was told',
  CONSENT_STATES: 'States of consents that it met',
  SCA_STATES: 'States of authorisations that it was told',
  ERRORS: 'Refusals',
  SITUATIONS: 'Limits, retries and other situations',
} as const
export type SectionName = keyof typeof SECTIONS

/** A call as the rules look at it. */
type CallFacts = {
  readonly call: JournaledCall
  /** A header of the request. */
  readonly sent: (name: string) => string | undefined
  /** A header of the answer. */
  readonly told: (name: string) => string | undefined
  /** Codes and texts of Sandbank-Warning. */
  readonly warnings: readonly CallWarning[]
  /** The same for the same method, target and body. */
  readonly fingerprint: string
  readonly isProduction: boolean
  readonly readsAccounts: boolean
  /** Whether a scenario acted on it (D88). */
  readonly isForced: boolean
}

/** What the calls before have left. */
type Memory = {
  readonly ids: Map<string, string>
  readonly reads: Map<string, { readonly at: number; readonly inRow: number }>
  readonly deprecated: Set<string>
  readonly waits: Map<string, number>
  readonly failed: Map<string, { readonly requestId: string | undefined; readonly at: number }>
}

type ObjectionRule = {
  readonly title: string
  readonly text: string
  readonly rule: string
  readonly shows: (seen: CallFacts, before: Memory) => boolean
}

/** Faster than once a second, this often in a row, is polling that a bank would stop. */
const POLL_MS = 1_000
const POLLS = 5
/** How soon a call that failed is repeated by who retries it. */
const RETRY_MS = 60_000

/** [I] Authentication 3: what a signature covers when the call has it. */
export const MUST_BE_SIGNED = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri']

/** THE table of what a bank would object to. */
export const OBJECTIONS = {
  UNSIGNED_HEADERS: {
    title: 'Headers that must be signed are not',
    text: 'The signature does not cover a header that the call has and that must be signed: sign each of date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri that is sent.',
    rule: '[I] Authentication 3',
    shows: ({ sent }) => {
      const signed = signedNames(sent('Signature'))
      return signed !== undefined && MUST_BE_SIGNED.some(name => sent(name) !== undefined && !signed.includes(name))
    },
  },
  TARGET_UNSIGNED: {
    title: '(request-target) is not signed',
    text: 'Whoever captures such a call can send it to another path, or with another method: sign (request-target) too.',
    rule: 'D72',
    shows: ({ warnings }) => warnings.some(({ code }) => code === 'REQUEST_TARGET_UNSIGNED'),
  },
  DATE_UNSIGNED: {
    title: 'No Date is signed',
    text: 'Whoever captures such a call can send it at any later time: send a Date and sign it.',
    rule: 'D72',
    shows: ({ warnings }) => warnings.some(({ code }) => code === 'DATE_UNSIGNED'),
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
    text: 'After a failure nobody knows whether the first one had its effect: repeat it with the same X-Request-ID, or a payment may be made twice.',
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
    shows: ({ call, told }, { deprecated }) =>
      told('Deprecation') !== undefined && call.operation !== undefined && deprecated.has(call.operation),
  },
  PSU_ADDRESS_MISSING: {
    title: 'Calls for a PSU without PSU-IP-Address',
    text: 'PSU-IP-Address says that the PSU is there, and a bank refuses calls that need it. Only who reads accounts may leave it out, up to the quota.',
    rule: '[I] PSU headers, D41',
    shows: ({ sent, isProduction, readsAccounts }) =>
      isProduction && !readsAccounts && sent('PSU-ID') !== undefined && sent('PSU-IP-Address') === undefined,
  },
} as const satisfies Record<string, ObjectionRule>

type Situation = { readonly text: string; readonly met: (seen: CallFacts) => boolean }

/** THE table of situations that an integration should have met, and how it meets them here. */
export const SITUATIONS = {
  REPLAYED: {
    text: 'A repeated call got the first answer again: send the same call with the same X-Request-ID.',
    met: ({ told }) => told('Sandbank-Replayed') !== undefined,
  },
  PSU_PRESENT: {
    text: 'Accounts were read with the PSU there: send PSU-IP-Address.',
    met: ({ readsAccounts, sent }) => readsAccounts && sent('PSU-IP-Address') !== undefined,
  },
  PSU_ABSENT: {
    text: 'Accounts were read without the PSU: leave PSU-IP-Address out.',
    met: ({ readsAccounts, sent }) => readsAccounts && sent('PSU-IP-Address') === undefined,
  },
  QUOTA_REACHED: {
    text: 'The quota of reads was used up: read an account five times in a day without PSU-IP-Address, or force it with `Sandbank-Scenario: error; code=ACCESS_EXCEEDED` (D88).',
    met: ({ call }) => call.code === 'ACCESS_EXCEEDED',
  },
  CORPORATE_PSU: {
    text: 'A PSU acted for a corporation: send PSU-Corporate-ID.',
    met: ({ sent }) => sent('PSU-Corporate-ID') !== undefined,
  },
  SCA_LINK: {
    text: 'An answer had a link to an SCA: register a payment with PSU-Context, or read without a consent.',
    met: ({ call }) => call.answer.body?.includes('"scaRedirect"') === true,
  },
  NEXT_PAGE: {
    text: 'A list was read beyond its first page: follow _links.next.',
    met: ({ call }) => /[?&]offset=[1-9]/.test(call.target),
  },
  WARNED: {
    text: 'Something was accepted with a WARNING in tppMessages: give remittanceInformationStructured, which is deprecated.',
    met: ({ call }) => call.status < 400 && call.answer.body?.includes('"category":"WARNING"') === true,
  },
  DEPRECATION_TOLD: {
    text: 'An answer had the header Deprecation: POST /v1/consents has it.',
    met: ({ told }) => told('Deprecation') !== undefined,
  },
  BANK_FAILED: {
    text: 'The bank failed with 5xx: `Sandbank-Scenario: error; code=UNAVAILABLE` forces it (D88).',
    met: ({ call }) => call.status >= 500,
  },
} as const satisfies Record<string, Situation>

/** What a consent was when account information was read. */
const CONSENT_CODES = {
  CONSENT_INVALID: 'There is no consent that allows it.',
  CONSENT_EXPIRED: 'The consent is older than 180 days.',
  CONSENT_UNKNOWN: 'The consent does not exist.',
} as const satisfies Partial<Record<ErrorCode, string>>

const SCA_STATES = ['received', 'finalised', 'failed']
const EXAMPLES = 5

type Count = { calls: number; refused: number; forced: number; example: string | undefined }
const NONE: Readonly<Count> = { calls: 0, refused: 0, forced: 0, example: undefined }

/** Makes the card of a TPP: give it each call in its order, then ask. */
export function gradeCalls(tppId: string, world: string, operations: readonly ReportedOperation[]) {
  const counts = new Map<string, Count>()
  const found = new Map<string, { readonly about: Omit<ObjectionRule, 'shows'>; calls: number; examples: string[] }>()
  const memory: Memory = {
    ids: new Map(),
    reads: new Map(),
    deprecated: new Set(),
    waits: new Map(),
    failed: new Map(),
  }
  const all = { ...NONE }
  let from: Date | undefined
  let until: Date | undefined

  const meet = (section: SectionName, name: string, { call: { id, status }, isForced }: CallFacts) => {
    const key = `${section} ${name}`
    const { calls, refused, forced } = counts.get(key) ?? NONE
    counts.set(key, {
      calls: calls + 1,
      refused: refused + (status >= 400 ? 1 : 0),
      forced: forced + (isForced ? 1 : 0),
      example: id,
    })
  }
  const object = (name: string, about: Omit<ObjectionRule, 'shows'>, { id }: JournaledCall) => {
    const so = found.get(name) ?? { about, calls: 0, examples: [] }
    so.calls += 1
    if (so.examples.length < EXAMPLES) so.examples.push(id)
    found.set(name, so)
  }

  return {
    add: (call: JournaledCall): void => {
      const seen = look(call)
      all.calls += 1
      if (call.status >= 400) all.refused += 1
      from ??= call.at
      until = call.at
      for (const [section, name] of metBy(seen)) meet(section, name, seen)
      for (const [name, { shows, ...about }] of Object.entries<ObjectionRule>(OBJECTIONS))
        if (shows(seen, memory)) object(name, about, call)
      for (const { code, text } of seen.warnings)
        if (!ADVISED.has(code))
          object(`TOLERATED_${code}`, { title: 'Something that a bank may refuse', text, rule: 'D73' }, call)
      remember(seen, memory)
    },
    card: (): ReportCard => ({
      tppId,
      world,
      from,
      until,
      calls: all.calls,
      refused: all.refused,
      sections: sectionsOf(operations, counts),
      objections: [...found].map(([name, { about, calls, examples }]) => ({ name, ...about, calls, examples })),
    }),
  }
}

// Told by rules of their own.
const ADVISED = new Set(['REQUEST_TARGET_UNSIGNED', 'DATE_UNSIGNED'])

function sectionsOf(operations: readonly ReportedOperation[], counts: ReadonlyMap<string, Count>): ReportSection[] {
  const section = (name: SectionName, rows: readonly (readonly [name: string, text: string])[]): ReportSection => ({
    name,
    title: SECTIONS[name],
    rows: rows.map(([row, text]) => ({ name: row, text, ...(counts.get(`${name} ${row}`) ?? NONE) })),
  })
  const called = operations.filter(({ name }) => counts.has(`OPERATIONS ${name}`))
  const met = [...counts.keys()].flatMap(key => (key.startsWith('ERRORS ') ? [key.slice('ERRORS '.length)] : []))
  const possible = called.flatMap(({ refusals }) => refusals)
  const codes = [...new Set<string>([...met, ...possible])].sort()
  return [
    section(
      'OPERATIONS',
      operations.map(({ name, summary }) => [name, summary]),
    ),
    section(
      'PAYMENT_STATES',
      PAYMENT_STATUSES.map(status => [status, '']),
    ),
    section('CONSENT_STATES', [['VALID', 'Account information was read.'], ...Object.entries(CONSENT_CODES)]),
    section(
      'SCA_STATES',
      SCA_STATES.map(state => [state, '']),
    ),
    section(
      'ERRORS',
      codes.map(code => {
        const by = called.filter(({ refusals }) => refusals.some(one => one === code)).map(({ name }) => name)
        return [code, by.length === 0 ? 'Any operation can be refused so.' : `By ${by.join(', ')}.`] as const
      }),
    ),
    section(
      'SITUATIONS',
      Object.entries<Situation>(SITUATIONS).map(([name, { text }]) => [name, text]),
    ),
  ]
}

function metBy(seen: CallFacts): (readonly [SectionName, string])[] {
  const { call, readsAccounts } = seen
  const body = call.answer.body ?? ''
  const words = (pattern: RegExp) => [...new Set([...body.matchAll(pattern)].map(([, word = '']) => word))]
  return [
    ...(call.operation === undefined ? [] : [['OPERATIONS', call.operation] as const]),
    ...words(/"transactionStatus":"(\w+)"/g).map(state => ['PAYMENT_STATES', state] as const),
    ...words(/"scaStatus":"(\w+)"/g).map(state => ['SCA_STATES', state] as const),
    ...(readsAccounts && call.status < 400 ? [['CONSENT_STATES', 'VALID'] as const] : []),
    ...Object.keys(CONSENT_CODES).flatMap(code => (code === call.code ? [['CONSENT_STATES', code] as const] : [])),
    ...(call.code === undefined ? [] : [['ERRORS', call.code] as const]),
    ...Object.entries<Situation>(SITUATIONS).flatMap(([name, { met }]) =>
      met(seen) ? [['SITUATIONS', name] as const] : [],
    ),
  ]
}

function look(call: JournaledCall): CallFacts {
  const [sent, told] = [readerOf(call.request.headers), readerOf(call.answer.headers)]
  const [path = ''] = call.target.split('?', 1)
  return {
    call,
    sent,
    told,
    warnings: call.warnings,
    fingerprint: [call.method, call.target, call.request.bytes, sent('Digest') ?? call.request.body ?? ''].join(' '),
    isProduction: !/\/v1\/(sandbox|tpps)\//.test(path),
    readsAccounts: call.method === 'GET' && /\/v1\/(card-)?accounts(\/|$)/.test(path),
    isForced: told('Sandbank-Scenario') !== undefined,
  }
}

function readerOf(headers: JournaledCall['request']['headers']): (name: string) => string | undefined {
  const values = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return name => values.get(name.toLowerCase())
}

/** The headers that a signature says it covers, also where the header is wrapped (RFC 2047). */
function signedNames(signature: string | undefined): string[] | undefined {
  const [, wrapped] = /^=\?utf-8\?b\?([A-Za-z0-9+/=]+)\?=$/i.exec(signature ?? '') ?? []
  const [, names] = /headers="([^"]*)"/i.exec(wrapped === undefined ? (signature ?? '') : atob(wrapped)) ?? []
  return names?.toLowerCase().split(' ')
}

function polls({ method, target, at }: JournaledCall, reads: Memory['reads']): number {
  if (method !== 'GET') return 0
  const before = reads.get(target)
  return before !== undefined && at.getTime() - before.at < POLL_MS ? before.inRow + 1 : 1
}

function remember({ call, told, fingerprint }: CallFacts, memory: Memory): void {
  const { requestId, at, status, method, operation, target } = call
  if (requestId !== undefined && !memory.ids.has(requestId)) memory.ids.set(requestId, fingerprint)
  if (method === 'GET') memory.reads.set(target, { at: at.getTime(), inRow: polls(call, memory.reads) })
  if (told('Deprecation') !== undefined && operation !== undefined) memory.deprecated.add(operation)
  const wait = Number(told('Retry-After') ?? 0)
  if (wait > 0) memory.waits.set(fingerprint, at.getTime() + wait * 1_000)
  else memory.waits.delete(fingerprint)
  if (method !== 'GET' && status >= 500) memory.failed.set(fingerprint, { requestId, at: at.getTime() })
  else memory.failed.delete(fingerprint)
}
