import type { CallWarning, JournaledCall } from '../../journal/calls.ts'

/** A call as the rules look at it. */
export type CallFacts = {
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

/** What the rules look at, of a call of the journal. */
export function factsOf(call: JournaledCall): CallFacts {
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
