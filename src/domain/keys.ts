import { IBAN_SHAPE, norwegianBban, norwegianIban } from './account-numbers.ts'
import { isUuid } from './ids.ts'

/** The tables whose rows may have a key, and what people call a row of each (D83). */
export const KEYED = {
  Customer: 'customer',
  Agreement: 'agreement',
  Engagement: 'engagement',
  Account: 'account',
  Transaction: 'transaction',
  CardAccount: 'card account',
  CardTransaction: 'card transaction',
  Consent: 'consent',
  Authorisation: 'authorisation',
  Payment: 'payment',
  SigningBasket: 'signing basket',
  Scenario: 'scenario',
} as const
export type KeyedKind = keyof typeof KEYED

/** Whether the rows of a table may have a key. */
export function isKeyed(table: string): table is KeyedKind {
  return Object.hasOwn(KEYED, table)
}

const KEY = /^[A-Za-z0-9._-]{1,64}$/

/** Whether a text has the form of a key: what looks like an id or an IBAN is one (D83). */
export function isKey(text: string): boolean {
  return KEY.test(text) && !isUuid(text) && !IBAN_SHAPE.test(text)
}

type Numbers = Readonly<Record<string, unknown>>

/** The fields that follow from the key where an input leaves them out, by what a command makes (D83). */
const NUMBERS: { readonly [Kind in KeyedKind]?: (key: string, stated: Numbers) => Numbers } = {
  Customer: key => ({ customerNumber: derivedCustomerNumber(key) }),
  Account: (key, { bban, iban }) => derivedNumbers(key, { bban: textOf(bban), iban: textOf(iban) }),
  CardAccount: key => ({ maskedPan: derivedPan(key) }),
}

/** The names of those fields. */
export function derivedFields(kind: KeyedKind): readonly string[] {
  return Object.keys(NUMBERS[kind]?.('', {}) ?? {})
}

/** An input with the numbers that it leaves out, as they follow from the key (D83). Null is as if left out. */
export function withDerivedNumbers(kind: KeyedKind, key: string, input: object): Numbers {
  const stated = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))
  return { ...input, ...NUMBERS[kind]?.(key, stated), ...stated }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The numbers of an account: those that are stated, and for the others what follows from them or from the key. */
export function derivedNumbers(
  key: string,
  { bban, iban }: { readonly bban?: string | undefined; readonly iban?: string | undefined },
): { bban: string; iban: string } {
  const own = bban ?? (iban?.startsWith('NO') ? iban.slice(4) : derivedBban(key))
  return { bban: own, iban: iban ?? norwegianIban(own.replaceAll(/\D/g, '').padStart(11, '0').slice(-11)) }
}

/**
 * The id of an entry that names none (D83): in the form of UUID v7, older than any that a clock gives, sorted by the place in the document. Its
 * last part follows from the name alone, so that an entry with a key is found again wherever it stands.
 */
export function derivedId(place: number, name: string): string {
  const digits = place.toString(16).padStart(6, '0')
  return `018cc251-f400-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${nameDigits(name)}`
}

/** What the ids of entries begin with that name none, whatever their place: up to here, and then by name. */
export const DERIVED = { from: '018cc251-f400-7', to: '018cc251-f400-8' } as const

/** The place that a derived id has. */
export function placeOfDerivedId(derived: string): number {
  return Number.parseInt(derived.slice(15, 18) + derived.slice(20, 23), 16)
}

/** What a derived id has of its name. */
export function nameOfDerivedId(derived: string): string {
  return derived.slice(-12)
}

/** The last part of a derived id. */
export function nameDigits(name: string): string {
  return hash(name).toString(16).padStart(12, '0').slice(-12)
}

/** A number for a customer that has none: 11 digits (D83). */
export function derivedCustomerNumber(name: string): string {
  return `9${String(hash(name) % 10_000_000_000).padStart(10, '0')}`
}

/** A valid Norwegian account number (D23, D83). About one in eleven has no check digit: then the next one. */
export function derivedBban(name: string): string {
  const first = hash(name) % 1_000_000_000
  for (let step = 0; ; step += 1) {
    const bban = norwegianBban(`9${String((first + step) % 1_000_000_000).padStart(9, '0')}`)
    if (bban !== undefined) return bban
  }
}

/** A masked card number (D83). */
export function derivedPan(name: string): string {
  const digits = String(hash(name) % 10_000_000_000).padStart(10, '0')
  return `${digits.slice(0, 6)}******${digits.slice(6)}`
}

/** 53 bits that follow from a text (cyrb53). */
function hash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
