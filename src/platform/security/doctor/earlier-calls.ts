import { LRUCache } from 'lru-cache'
import type { SignedLine } from '../signature/signing-string.ts'
import { type SignedText, type SigningPlan, writePlan } from './signing-plans.ts'

/** The signed lines of earlier calls, the latest first. */
export type EarlierCalls = readonly (readonly SignedLine[])[]

/** How many calls of how many TPPs are remembered: a reused value usually comes from the call just before. */
const CALLS = 8
const TPPS = 500

/** Lines of more characters are not remembered: all together are 16 MB at most. */
const LONGEST = 4_000

/** Remembers the last signed lines of each TPP, for as long as the bank is open. */
export function rememberCalls() {
  const calls = new LRUCache<string, (readonly SignedLine[])[]>({ max: TPPS })
  return {
    of: (tppId: string): EarlierCalls => (calls.get(tppId) ?? []).toReversed(),
    add: (tppId: string, lines: readonly SignedLine[]): void => {
      if (lines.reduce((sum, { value }) => sum + value.length, 0) > LONGEST) return
      const own = calls.get(tppId)
      if (own === undefined) calls.set(tppId, [lines])
      else if (own.push(lines) > CALLS) own.shift()
    },
  }
}

/**
 * The strings that result from values of an earlier call: a value that was created once and used again, or created anew between string and header.
 */
export function* listEarlierTexts(plan: SigningPlan, earlier: EarlierCalls): Generator<SignedText> {
  for (const lines of earlier) {
    const known = new Map(lines.map(({ name, value }) => [name, value]))
    const isOther = (name: string) =>
      known.has(name) && plan.lines.some(line => line.name === name && line.value !== known.get(name))
    const id = known.get('x-request-id')?.slice(0, 128)
    for (const name of Object.keys(SHOWN)) if (isOther(name)) yield withEarlier(plan, known, name)
    yield {
      bytes: writePlan({ ...plan, lines }),
      noun: `the signing string of an earlier call${id === undefined ? '' : `, with X-Request-ID ${id}`}`,
      remedy: ['sign each call anew, over its own headers'],
    }
  }
}

function withEarlier(plan: SigningPlan, known: ReadonlyMap<string, string>, of: string): SignedText {
  const earlier = known.get(of) ?? ''
  const lines = plan.lines.map(({ name, value }) => ({ name, value: name === of ? earlier : value }))
  return {
    bytes: writePlan({ ...plan, lines }),
    did: [`with the ${SHOWN[of]} of an earlier call${of === 'x-request-id' ? ` (${earlier.slice(0, 128)})` : ''}`],
    remedy: [`make the ${SHOWN[of]} once for each call, for the header and for the string`],
  }
}

const SHOWN: Readonly<Record<string, string>> = {
  'x-request-id': 'X-Request-ID',
  date: 'Date',
  digest: 'Digest',
  'psu-id': 'PSU-ID',
  'psu-corporate-id': 'PSU-Corporate-ID',
  'tpp-redirect-uri': 'TPP-Redirect-URI',
  '(request-target)': '(request-target)',
}
