import { DomainError, type Fault, pathTo } from '../../domain/errors.ts'
import { formatAmount, isCurrency, lacksDigits, minorUnits, parseAmount } from '../../domain/money.ts'
import type { Warning } from '../../platform/security/warnings.ts'

type ShortAmount = { readonly path: string; readonly text: string; readonly currency: string; readonly right: string }

/** The amounts of a body with fewer digits after their point than their currency has (D21), in the body's order. */
export function findShortAmounts(body: unknown): readonly ShortAmount[] {
  const found: ShortAmount[] = []
  const waiting: { readonly at: unknown; readonly parts: readonly PropertyKey[] }[] = [{ at: body, parts: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, parts } = next
    if (typeof at !== 'object' || at === null) continue
    const short = shortAmount(at, parts)
    if (short !== undefined) found.push(short)
    const inside = Array.isArray(at) ? at.map((one, place) => [place, one] as const) : Object.entries(at)
    for (const [name, one] of inside.reverse())
      if (typeof one === 'object') waiting.push({ at: one, parts: [...parts, name] })
  }
  return found
}

/** One warning for all amounts of a body, since a header names each thing once (D73). */
export function warnOfShortAmounts([first, ...others]: readonly ShortAmount[]): Warning | undefined {
  if (first === undefined) return undefined
  const rest = others.length === 1 ? ' So has 1 more amount' : ` So have ${others.length} more amounts`
  const more = others.length === 0 ? '' : `${rest} of this body.`
  return { code: 'FRACTION_DIGITS', text: `${first.path}: ${sentenceOf(first)}${more}` }
}

/** The refusal of a strict server: FORMAT_ERROR at each amount (D73). */
export function refuseShortAmounts(short: readonly ShortAmount[]): void {
  if (short.length === 0) return
  const faults = short.map(
    (one): Fault => ({
      path: one.path,
      text: `${sentenceOf(one)} This server was set to refuse it (SANDBANK_STRICT=1).`,
      want: { kind: 'value', value: one.right },
      rule: 'D21',
    }),
  )
  throw new DomainError('FORMAT_ERROR', faults)
}

function shortAmount(value: object, parts: readonly PropertyKey[]): ShortAmount | undefined {
  const { amount, currency }: { readonly amount?: unknown; readonly currency?: unknown } = value
  if (typeof amount !== 'string' || typeof currency !== 'string' || !isCurrency(currency)) return undefined
  if (!lacksDigits(amount, currency)) return undefined
  const right = formatAmount(parseAmount(amount, currency, 'amount', amount.length), currency)
  return { path: pathTo([...parts, 'amount']), text: amount.slice(0, 40), currency, right }
}

function sentenceOf({ text, currency, right }: ShortAmount): string {
  return `"${text}" has fewer digits after its point than the ${minorUnits(currency)} of ${currency} (ISO 4217): write "${right.slice(0, 40)}".`
}
