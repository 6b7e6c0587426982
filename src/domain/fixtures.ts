import { norwegianBban } from './account-numbers.ts'
import { addDays } from './calendar.ts'

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

/** A day as a document writes it: of the calendar, or counted from the world's own (D84), such as -90D, 10D or +10D. */
export function dayOf(written: string, today: string): string {
  return written.endsWith('D') ? addDays(today, Number(written.slice(0, -1))) : written
}

const DAY_MS = 86_400_000

/** An instant as a document writes it. */
export function instantOf(written: string, now: Date): Date {
  return written.endsWith('D') ? new Date(now.getTime() + Number(written.slice(0, -1)) * DAY_MS) : new Date(written)
}

/**
 * The name that is most like a wrong one, if any is like it: no more than so many letters differ. Where more than one does, a name that is the last word
 * of the wrong one is meant: `customerName` is `name` sooner than `customerNumber`. Of many or long names not all are looked at (D74).
 */
export function nearest(wrong: string, names: Iterable<string>, most = likeFor(wrong)): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined
  const [lastWord = wrong] = /[A-Z][a-z]+$/.exec(wrong) ?? []
  let best: { name: string; apart: number } | undefined
  let ending: string | undefined
  let looked = 0
  const letters = lettersOf(wrong)
  for (const name of names) {
    looked += 1
    if (looked > MOST_NAMES) break
    if (letters !== '' && lettersOf(name) === letters) return name
    if (lastWord !== wrong && name.toLowerCase() === lastWord.toLowerCase()) ending = name
    if (Math.abs(name.length - wrong.length) > most) continue
    const apart = distance(wrong, name, most)
    if (apart <= most && (best === undefined || apart < best.apart)) best = { name, apart }
  }
  return best !== undefined && best.apart < 2 ? best.name : (ending ?? best?.name)
}

/** A name without what other languages write between its words: `creditor_name` is `creditorName`. */
function lettersOf(name: string): string {
  return name.replaceAll(/[-_ ]/g, '').toLowerCase()
}

/** How many letters may differ, by default: with three in a short name any two would be alike. */
function likeFor({ length }: string): number {
  return Math.min(3, Math.floor(length * 0.4) + 1)
}

/** One search takes a millisecond or so, and a refusal lists 20 faults. */
const MOST_NAMES = 500
const LONGEST_NAME = 40

/** How many letters are to be changed, added or taken away (Levenshtein); for more than `most`, any number above it. */
function distance(one: string, other: string, most: number): number {
  let before = Array.from({ length: other.length + 1 }, (_, place) => place)
  let now = before.slice()
  for (let row = 1; row <= one.length; row += 1) {
    // Further from the diagonal more letters differ than may.
    const [first, last] = [Math.max(1, row - most), Math.min(other.length, row + most)]
    now[first - 1] = first === 1 ? row : most + 1
    const letter = one.charCodeAt(row - 1)
    let least = now[first - 1] ?? 0
    for (let column = first; column <= last; column += 1) {
      const same = letter === other.charCodeAt(column - 1) ? 0 : 1
      const above = column < row + most ? (before[column] ?? 0) : most
      const here = Math.min(above + 1, (now[column - 1] ?? 0) + 1, (before[column - 1] ?? 0) + same)
      now[column] = here
      least = Math.min(least, here)
    }
    if (least > most) return least
    ;[before, now] = [now, before]
  }
  return before[other.length] ?? 0
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
