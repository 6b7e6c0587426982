import { norwegianBban } from './account-numbers.ts'

/** The address of a fixture's JSON Schema, below the base URL (D82). */
export const FIXTURE_SCHEMA_PATH = '/fixture.schema.json'

/** Whose life an account can be filled with (D84). */
export const PROFILES = ['household', 'savings', 'business', 'tax', 'card'] as const
export type Profile = (typeof PROFILES)[number]

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
