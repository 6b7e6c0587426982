import { IBAN_SHAPE, norwegianBban, norwegianIban } from './account-numbers.ts'
import { isUuid } from './ids.ts'

/** The tables whose rows may have a key, and the noun for a row of each (D83). */
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
  Habit: 'habit',
} as const
export type KeyedKind = keyof typeof KEYED

/** Whether the rows of a table may have a key. */
export function isKeyed(table: string): table is KeyedKind {
  return Object.hasOwn(KEYED, table)
}

/** The characters of a key. */
export const KEY_SHAPE = /^[A-Za-z0-9._-]{1,64}$/

/** Whether a text has the form of a key; ids and IBANs have it, too (D83). */
export function isKey(text: string): boolean {
  return KEY_SHAPE.test(text) && !isUuid(text) && !IBAN_SHAPE.test(text)
}

type Numbers = Readonly<Record<string, unknown>>

/** For each kind of thing, the fields that are derived from the key when an input leaves them out (D83). */
const NUMBERS: { readonly [Kind in KeyedKind]?: (key: string, stated: Numbers) => Numbers } = {
  Customer: key => ({ customerNumber: derivedCustomerNumber(key) }),
  Account: (key, { bban, iban }) => derivedNumbers(key, { bban: textOf(bban), iban: textOf(iban) }),
  CardAccount: key => ({ maskedPan: derivedPan(key) }),
}

/** An input with its missing numbers derived from the key (D83). Null counts as missing. */
export function withDerivedNumbers(kind: KeyedKind, key: string, input: object): Numbers {
  const stated = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))
  return { ...input, ...NUMBERS[kind]?.(key, stated), ...stated }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The numbers of an account: the stated ones; missing ones are derived from those or from the key. */
export function derivedNumbers(
  key: string,
  { bban, iban }: { readonly bban?: string | undefined; readonly iban?: string | undefined },
): { bban: string; iban: string } {
  const own = bban ?? (iban?.startsWith('NO') ? iban.slice(4) : derivedBban(key))
  return { bban: own, iban: iban ?? norwegianIban(own.replaceAll(/\D/g, '').padStart(11, '0').slice(-11)) }
}

/**
 * The id of an entry without a stated id (D83): in the form of UUID v7, older than any id of a clock, sorted by the place in the document. Its last
 * part is derived from the name alone, so that an entry with a key is found again at any place.
 */
export function derivedId(place: number, name: string): string {
  const digits = place.toString(16).padStart(6, '0')
  return `018cc251-f400-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${nameDigits(name)}`
}

/** The common prefix of the ids of entries without a stated id, up to the part of the place. */
export const DERIVED = { from: '018cc251-f400-7', to: '018cc251-f400-8' } as const

/** Derived ids in a text. */
export const DERIVED_ID = /018cc251-f400-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/g

/** The place within a derived id. */
export function placeOfDerivedId(derived: string): number {
  return Number.parseInt(derived.slice(15, 18) + derived.slice(20, 23), 16)
}

/** The last part of a derived id. */
export function nameDigits(name: string): string {
  return hash(name).toString(16).padStart(12, '0').slice(-12)
}

/** A customer number for an entry without one: 11 digits (D83). */
export function derivedCustomerNumber(name: string): string {
  return `9${String(hash(name) % 10_000_000_000).padStart(10, '0')}`
}

/** A valid Norwegian account number (D23, D83). About one in eleven has no check digit: then the next number is used. */
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

/** 53 bits derived from a text (cyrb53). */
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
