import type { Route } from '../../../api/rest/serve.ts'
import { type Comparison, DRIFT_KINDS, type Drift, type DriftKind, LEFT_ASIDE } from '../../../domain/drift.ts'
import { groupBy } from '../../../domain/texts.ts'
import type { RuleOf } from './rules.ts'

/** A call that both sides have answered. Calls are counted from 1, in the order of the file. */
export type ComparedCall = Comparison & {
  readonly number: number
  readonly route: Route
  readonly ruleOf: RuleOf
}
/** A call that was not compared, and why. */
export type UncomparedCall = { readonly number: number; readonly what: string; readonly why: string }

/** What a comparison has found (D134): without any value of a call. */
export type DriftReport = {
  /** The base URL of the other bank, or the file. */
  readonly with: string
  readonly calls: number
  readonly differences: number
  readonly operations: readonly {
    readonly operation: string
    readonly method: string
    readonly path: string
    readonly calls: readonly number[]
    readonly differences: readonly ReportedDrift[]
  }[]
  readonly leftOut: readonly { readonly why: string; readonly calls: readonly { number: number; what: string }[] }[]
  readonly leftAside: readonly string[]
}

/** A difference with the calls that have it, and how often they do. */
type ReportedDrift = Drift & {
  readonly count: number
  readonly calls: readonly number[]
  readonly rule: string
}

export function reportDrift(
  other: string,
  compared: readonly ComparedCall[],
  uncompared: readonly UncomparedCall[],
): DriftReport {
  return {
    with: other,
    calls: compared.length,
    differences: compared.reduce((sum, { drifts }) => sum + drifts.length, 0),
    operations: [...groupBy(compared, ({ route }) => route.operation).values()].flatMap(calls => {
      const [first] = calls
      if (first === undefined) return []
      const { operation, method, path } = first.route
      return [{ operation, method, path, calls: calls.map(({ number }) => number), differences: gathered(calls) }]
    }),
    leftOut: [...groupBy(uncompared, ({ why }) => why)].map(([why, calls]) => ({
      why,
      calls: calls.map(({ number, what }) => ({ number, what })),
    })),
    leftAside: LEFT_ASIDE,
  }
}

/** Equal differences of several calls as one. */
function gathered(calls: readonly ComparedCall[]): ReportedDrift[] {
  const all = calls.flatMap(({ number, drifts, ruleOf }) =>
    drifts.map(drift => ({ drift, number, rule: ruleOf(drift) })),
  )
  const groups = groupBy(all, ({ drift: { kind, place, here, there } }) => JSON.stringify([kind, place, here, there]))
  const found = [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const numbers = [...new Set(group.map(({ number }) => number))]
    return [{ ...first.drift, count: group.length, calls: numbers, rule: first.rule }]
  })
  return found.sort((one, other) => DRIFT_KINDS.indexOf(one.kind) - DRIFT_KINDS.indexOf(other.kind))
}

const WORDS: Readonly<Record<DriftKind, string>> = {
  STATUS: 'status',
  CODE: 'code',
  HEADER: 'header',
  MISSING: 'missing field',
  EXTRA: 'extra field',
  TYPE: 'other type',
  FORM: 'other form',
  ORDER: 'other order',
}

/** A difference in words: what it is, and where. */
export function nameOfDrift({ kind, place }: Drift): string {
  const isWhole = place === '' && kind !== 'STATUS' && kind !== 'CODE'
  return `${WORDS[kind]} ${isWhole ? 'the whole body' : place}`.trim()
}

/** What each side has. */
export function sidesOf({ here, there }: Drift): string {
  return `there ${there}, here ${here}`
}

/** The calls in words: the first of them by their numbers. */
export function numbersOf(calls: readonly number[]): string {
  const [word, listed] = [calls.length === 1 ? 'call' : 'calls', calls.slice(0, MOST_NUMBERS).join(', ')]
  return `${word} ${listed}${calls.length > MOST_NUMBERS ? ` and ${calls.length - MOST_NUMBERS} more` : ''}`
}
const MOST_NUMBERS = 8

/** What was compared and found, in one sentence. */
export function summaryOf({ with: other, calls, differences, operations }: DriftReport): string {
  const found = differences === 0 ? 'nothing differs' : counted(differences, 'difference')
  return `${counted(calls, 'call')} of ${counted(operations.length, 'operation')} compared with ${other}: ${found}.`
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The report for a terminal. */
export function driftText(report: DriftReport): string {
  const operations = report.operations.flatMap(({ operation, method, path, calls, differences }) =>
    differences.length === 0
      ? []
      : [
          [
            `${operation}: ${method} ${path}, ${counted(calls.length, 'call')}`,
            ...differences.flatMap(one => [
              `  ${nameOfDrift(one)}: ${sidesOf(one)} (${numbersOf(one.calls)})`,
              ...(one.rule === '' ? [] : [`    ${one.rule}`]),
            ]),
          ].join('\n'),
        ],
  )
  const leftOut = report.leftOut.map(
    ({ why, calls }) => `  ${why}: ${numbersOf(calls.map(({ number }) => number))} (${namedOf(calls)})`,
  )
  return [
    summaryOf(report),
    ...operations,
    ...(leftOut.length === 0 ? [] : [['Not compared:', ...leftOut].join('\n')]),
    ['Left aside:', ...report.leftAside.map(one => `  ${one}`)].join('\n'),
  ].join('\n\n')
}

/** The operations of calls, each once. */
export function namedOf(calls: readonly { readonly what: string }[]): string {
  return [...new Set(calls.map(({ what }) => what))].slice(0, MOST_NUMBERS).join(', ')
}
