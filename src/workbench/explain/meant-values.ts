import type { z } from '@hono/zod-openapi'
import { isDay, osloDay } from '../../domain/calendar.ts'
import { isObject } from '../../domain/given.ts'
import { isCurrency, minorUnits } from '../../domain/money.ts'

/** A place whose value was refused: the value, and how to check another one. */
export type RefusedPlace = {
  readonly found: unknown
  readonly accepts: (value: unknown) => boolean
  /** The words of an enumeration that may stand there. */
  readonly words: readonly string[]
  /** The surrounding object: the digits of an amount depend on the currency beside it. */
  readonly holder: unknown
  /** The currency of the whole input, which an account number without a currency may use. */
  readonly currency: string | undefined
}

/**
 * The caller's own value in the form that its place wants (D97); undefined unless exactly one such form exists. No digit, letter or word is invented:
 * `"10,00"` is 10.00, but `"1,000"` may be one or a thousand, so it is neither.
 */
export function meantValue(place: RefusedPlace): unknown {
  const { found, accepts } = place
  return formsOf(place).find(value => value !== undefined && value !== found && accepts(value))
}

function formsOf({ found, words, holder, currency }: RefusedPlace): readonly unknown[] {
  if (Array.isArray(found)) return found.length === 1 ? [found[0]] : []
  if (typeof found === 'boolean') return [String(found), [found]]
  if (typeof found !== 'string' && typeof found !== 'number') return [[found]]
  const text = String(found).trim()
  const amount = amountIn(text)
  // Only an amount has digits by its currency: another number is a text as it is.
  const stated = isObject(holder) && holder['amount'] === found ? String(holder['currency']) : undefined
  const written = text.replaceAll(/[\s.-]/g, '').toUpperCase()
  const iban = /^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/.test(written) ? written : undefined
  const bban = /^\d{11}$/.test(written) ? written : undefined
  return [
    ...(amount === undefined || stated === undefined ? [] : [inDigits(amount, stated), amount]),
    amount === undefined ? undefined : Number(amount),
    text,
    text.replace(/^["'](.*)["']$/, '$1'),
    words.find(word => word.toLowerCase() === text.toLowerCase()),
    text.toUpperCase(),
    text.toLowerCase(),
    iban,
    bban,
    dayIn(text),
    /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined,
    ...[{ iban }, { bban }].flatMap(account =>
      Object.values(account)[0] === undefined ? [] : [account, { ...account, currency }],
    ),
    [found],
  ]
}

/** A decimal number in the form of this interface, from one with a decimal comma or with groups of thousands; undefined if it may be two numbers. */
function amountIn(text: string): string | undefined {
  const plain = text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
  const [, sign = '', digits = ''] = /^(-?)(\d[\d .,'\u2019]*)$/.exec(plain) ?? []
  if (/^\d+(?:\.\d{1,2})?$/.test(digits)) return sign + digits
  if (/^\d+,\d{1,2}$/.test(digits)) return sign + digits.replace(',', '.')
  for (const [group, mark] of GROUPED) {
    const pattern = new RegExp(`^\\d{1,3}(?:${group}\\d{3})+(?:${mark}\\d{1,2})?$`)
    const isCertain = new RegExp(`${mark}\\d{1,2}$`).test(digits) || digits.split(new RegExp(group)).length > 2
    if (pattern.test(digits) && (group.includes(' ') || isCertain))
      return sign + digits.replaceAll(new RegExp(group, 'g'), '').replace(',', '.')
  }
  return undefined
}

/** The separator of thousands, and the one before the decimals. */
const GROUPED: readonly (readonly [group: string, mark: string])[] = [
  ["[ '\u2019]", '[.,]'],
  [',', '\\.'],
  ['\\.', ','],
]

/** The amount with all digits of its currency (D21). */
function inDigits(amount: string, currency: string): string {
  const code = currency.toUpperCase()
  const digits = isCurrency(code) ? minorUnits(code) : 2
  const [whole = '', rest = ''] = amount.split('.')
  return digits === 0 ? amount : `${whole}.${rest.padEnd(digits, '0')}`
}

/**
 * A day with a time, without hyphens, or with points, as in Norway. In 03/04/2026 the month is unknown. An instant that has another day in Oslo names
 * none: many programs write their midnight as 23:00 of the day before, in UTC.
 */
function dayIn(text: string): string | undefined {
  const instant = /^[^T ]*[T ].*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(instant) && osloDay(new Date(instant)) !== text.slice(0, 10)) return undefined
  const written = text
    .replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ].*)?$/, '$1-$2-$3')
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
  return isDay(written) ? written : undefined
}

/** Whether a schema accepts a value at a place, and the rules of the surrounding object do, too. */
export function acceptedBy(
  schema: z.ZodType | undefined,
  holder: { readonly value: unknown; readonly schema: z.ZodType | undefined; readonly name: string },
): (value: unknown) => boolean {
  return value => {
    if (schema === undefined || !schema.safeParse(value).success) return false
    if (holder.schema === undefined || !isObject(holder.value)) return true
    const { error } = holder.schema.safeParse({ ...holder.value, [holder.name]: value })
    return error === undefined || error.issues.every(({ path: [first] }) => first !== holder.name)
  }
}

/** The words of an enumeration; none where a schema is of another kind. */
export function wordsOf(schema: z.ZodType | undefined): readonly string[] {
  if (schema === undefined) return []
  const { def } = schema
  if ('entries' in def) return Object.values(Object(def.entries)).filter(word => typeof word === 'string')
  if ('in' in def) return wordsOf(Object(def.in))
  return 'innerType' in def ? wordsOf(Object(def.innerType)) : []
}
