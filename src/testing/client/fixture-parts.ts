/**
 * A fixture that is larger than one call takes (D85): what it has besides its long lists, then their entries, in requests that fit. An entry that is too
 * large itself goes without its own lists, whose entries follow it.
 */

/** An operation of the operator: its field `made`. */
type Ask = (query: string, variables: Record<string, unknown>) => Promise<unknown>

/** The entries that one request adds to a list of the document. */
type Part = { readonly at: string; readonly entries: readonly object[] }

/** What one call takes of a fixture (D85). */
const MOST_BYTES = 8_388_608

/** How much a part may hold: less than other calls may (1 MiB, 15,000 values), so that each is checked in a moment (D74). */
const MOST_CHARACTERS = 300_000
const MOST_VALUES = 8_000

/** The lists of entries. What else is a list in an entry is a field of it. */
const LISTS = new Set([
  'customers',
  'accounts',
  'cardAccounts',
  'transactions',
  'agreements',
  'engagements',
  'contacts',
  'consents',
  'payments',
  'signingBaskets',
  'scenarios',
])

/** Sends a fixture in parts when one call does not take it. Answers what it is named by then; undefined when one call does. */
export async function sendLargeFixture(fixture: object, ask: Ask): Promise<unknown> {
  return Buffer.byteLength(JSON.stringify(fixture)) > MOST_BYTES ? sendInParts(fixture, ask) : undefined
}

/** Sends a fixture in parts, however small it is. Answers what it is named by then. */
export async function sendInParts(fixture: object, ask: Ask): Promise<unknown> {
  const { frame, lists } = split(fixture)
  const id = await ask('mutation ($fixture: JSON!) { made: beginFixture(fixture: $fixture) }', { fixture: frame })
  for (const [name, entries] of lists)
    for (const part of partsOf(name, entries))
      await ask(
        'mutation ($id: ID!, $at: String!, $entries: JSON!) { made: addFixtureEntries(id: $id, at: $at, entries: $entries) }',
        { id, ...part },
      )
  return id
}

function* partsOf(at: string, list: readonly object[]): Generator<Part> {
  let entries: object[] = []
  let filled: Size = { characters: 0, values: 0 }
  const apart: [string, readonly object[]][] = []
  for (const [place, entry] of list.entries()) {
    const whole = sizeOf(entry)
    const { frame, lists } = fits(whole) ? { frame: entry, lists: [] } : split(entry)
    const size = lists.length === 0 ? whole : sizeOf(frame)
    if (entries.length > 0 && !fits(sum(filled, size))) {
      yield { at, entries }
      entries = []
      filled = { characters: 0, values: 0 }
    }
    entries.push(frame)
    filled = sum(filled, size)
    for (const [name, others] of lists) apart.push([`${at}[${place}].${name}`, others])
  }
  if (entries.length > 0) yield { at, entries }
  for (const [place, others] of apart) yield* partsOf(place, others)
}

/** An entry without its lists, and those. */
function split(entry: object): { frame: object; lists: [string, readonly object[]][] } {
  const frame: Record<string, unknown> = {}
  const lists: [string, readonly object[]][] = []
  for (const [name, value] of Object.entries(entry))
    if (LISTS.has(name) && Array.isArray(value)) lists.push([name, value])
    else frame[name] = value
  return { frame, lists }
}

type Size = { readonly characters: number; readonly values: number }

/** About how large a value is as JSON. What is much too large is not gone through to its end. */
function sizeOf(value: unknown): Size {
  let [characters, values] = [0, 0]
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && fits({ characters, values })) {
    const one = waiting.pop()
    values += 1
    if (typeof one === 'string') characters += one.length + 3
    else if (typeof one !== 'object' || one === null) characters += 12
    else if (Array.isArray(one)) waiting.push(...one.slice(0, MOST_VALUES))
    else
      for (const [name, part] of Object.entries(one)) {
        characters += name.length + 4
        waiting.push(part)
      }
  }
  return { characters, values }
}

const fits = ({ characters, values }: Size) => characters <= MOST_CHARACTERS && values <= MOST_VALUES

const sum = (one: Size, other: Size): Size => ({
  characters: one.characters + other.characters,
  values: one.values + other.values,
})
