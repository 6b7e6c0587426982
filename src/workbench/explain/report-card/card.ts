import type { ReportCard, ReportSection, SectionName } from '../../../api/graphql/workbench.ts'
import type { Context } from '../../../bank/context.ts'
import type { AnyOperation } from '../../../bank/operations/operation.ts'
import { findTpp } from '../../../bank/resolvers/tpp-register.ts'
import type { JournaledCall } from '../../../domain/calls.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import { PAYMENT_STATUSES } from '../../../domain/status.ts'
import { nameOf } from '../../../domain/worlds.ts'
import type { WarningCode } from '../../../platform/security/warnings.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import { readyJournal } from '../../../sandbox/journal/requests.ts'
import { PAYMENT_REASONS } from '../causes.ts'
import { type CallFacts, factsOf, newMemory, OBJECTIONS, type ObjectionRule, remember } from './objections.ts'

/** An operation as the card shows it. */
export type ReportedOperation = Pick<AnyOperation, 'name' | 'summary' | 'refusals'>

const SECTIONS = {
  OPERATIONS: 'Operations',
  PAYMENT_STATES: 'States of payments that it received',
  CONSENT_STATES: 'States of consents that it met',
  SCA_STATES: 'States of authorisations that it received',
  ERRORS: 'Refusals',
  SITUATIONS: 'Limits, retries and other situations',
} as const satisfies Record<SectionName, string>

/** The state of a consent when account information was read. */
const CONSENT_CODES = {
  CONSENT_INVALID: 'There is no consent that allows it.',
  CONSENT_EXPIRED: 'The consent is older than 180 days.',
  CONSENT_UNKNOWN: 'The PSU took the consent back.',
} as const satisfies Partial<Record<ErrorCode, string>>

const SCA_STATES = {
  received: 'The PSU has not decided yet.',
  finalised: 'The PSU approved.',
  failed: 'The PSU rejected, or did not decide in time.',
}
const EXAMPLES = 5

type Count = { calls: number; refused: number; forced: number; example: string | undefined }
const NONE: Readonly<Count> = { calls: 0, refused: 0, forced: 0, example: undefined }

/** The card of a TPP: `add` takes each call in order, `card` returns the card. */
export function gradeCalls(tppId: string, operations: readonly ReportedOperation[]) {
  const counts = new Map<string, Count>()
  const found = new Map<string, { readonly about: Omit<ObjectionRule, 'shows'>; calls: number; examples: string[] }>()
  const memory = newMemory()
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
    const objection = found.get(name) ?? { about, calls: 0, examples: [] }
    objection.calls += 1
    if (objection.examples.length < EXAMPLES) objection.examples.push(id)
    found.set(name, objection)
  }

  return {
    add: (call: JournaledCall): void => {
      const seen = factsOf(call)
      all.calls += 1
      if (call.status >= 400) all.refused += 1
      from ??= call.at
      until = call.at
      for (const [section, name] of metBy(seen)) meet(section, name, seen)
      for (const { name, shows, about } of RULES) if (shows(seen, memory)) object(name, about, call)
      for (const { code, text } of seen.warnings)
        if (!ADVISED.has(code))
          object(`TOLERATED_${code}`, { title: 'Something that a bank may refuse', text, rule: 'D73' }, call)
      remember(seen, memory)
    },
    card: (): ReportCard => ({
      tppId,
      from,
      until,
      calls: all.calls,
      refused: all.refused,
      sections: sectionsOf(operations, counts),
      objections: [...found].map(([name, { about, calls, examples }]) => ({ name, ...about, calls, examples })),
    }),
  }
}

// Once for all calls.
const RULES = Object.entries<ObjectionRule>(OBJECTIONS).map(([name, { shows, ...about }]) => ({ name, shows, about }))

// Reported by separate rules.
/** What no bank refuses (D72, D73). */
const ADVISED: ReadonlySet<string> = new Set<WarningCode>([
  'REQUEST_TARGET_UNSIGNED',
  'DATE_UNSIGNED',
  'NOTIFICATION_NOT_SENT',
  'PAYEE_NOT_VERIFIED',
  'WORLD_SHARED',
])

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
      PAYMENT_STATUSES.map(status => [status, PAYMENT_REASONS[status].text]),
    ),
    section('CONSENT_STATES', [['VALID', 'Account information was read.'], ...Object.entries(CONSENT_CODES)]),
    section('SCA_STATES', Object.entries(SCA_STATES)),
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

export type Situation = { readonly text: string; readonly met: (seen: CallFacts) => boolean }

/** The table of situations that an integration should have met, and how it meets them here. */
export const SITUATIONS = {
  REPLAYED: {
    text: 'A repeated call got the first answer again: send the same call with the same X-Request-ID.',
    met: ({ answered }) => answered('Sandbank-Replayed') !== undefined,
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
  DEPRECATION_SENT: {
    text: 'An answer had the header Deprecation: POST /v1/consents has it.',
    met: ({ answered }) => answered('Deprecation') !== undefined,
  },
  BANK_FAILED: {
    text: 'The bank failed with 5xx: `Sandbank-Scenario: error; code=UNAVAILABLE` forces it (D88).',
    met: ({ call }) => call.status >= 500,
  },
} as const satisfies Record<string, Situation>

/**
 * The report card of a TPP in this world, from the journal's calls: at most 10,000, read in slices, so that others are answered meanwhile (D74).
 * RESOURCE_UNKNOWN for a TPP that the bank does not know.
 */
export async function reportCard(
  ctx: Context,
  tpp: string,
  operations: readonly ReportedOperation[],
): Promise<ReportCard> {
  const { id } = await findTpp(ctx, tpp, 'tpp')
  const world = nameOf(ctx.world)
  const report = gradeCalls(id, operations)
  for await (const calls of (await readyJournal(ctx)).each(world, { tppId: id, door: 'REST' })) {
    for (const call of calls) {
      report.add(call)
      await yieldTurn()
    }
    await yieldTurn()
  }
  return report.card()
}
