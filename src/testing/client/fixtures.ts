import { z } from 'zod'

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

/** A world as a fixture: in one answer, or in slices of a snapshot when it is larger than that. */

/** So many entries always fit one answer: the bank leaves out what it would derive anyway (D85), which slices have in full. */
const MOST_AT_ONCE = 15_000

const document = z.record(z.string(), z.unknown())
const COUNTS = '{ made: world { counts { customers transactions cardTransactions consents payments } } }'
const counted = z.object({ counts: z.record(z.string(), z.number()) })
// Who dies in the middle deletes nothing: then it goes by itself.
const TAKE = 'mutation ($snapshot: String!) { made: takeSnapshot(name: $snapshot, expiresAfter: "PT1H") { name } }'
const DELETE = 'mutation ($snapshot: String!) { made: deleteSnapshot(name: $snapshot) { name } }'

/** What is in a world, as a fixture that makes another like it (D82). For a large one a snapshot is taken under the given name, and deleted again. */
export async function receiveFixture(ask: Ask, snapshot: string): Promise<Record<string, unknown>> {
  const { counts } = counted.parse(await ask(COUNTS, {}))
  const entries = Object.values(counts).reduce((sum, one) => sum + one, 0)
  if (entries <= MOST_AT_ONCE) return document.parse(await ask('{ made: fixture }', {}))
  await ask(TAKE, { snapshot })
  try {
    return await joined(ask, snapshot)
  } finally {
    await ask(DELETE, { snapshot })
  }
}

const SLICE =
  'query ($snapshot: String!, $at: String) { made: fixtureSlice(snapshot: $snapshot, at: $at) { list entries next } }'
const slice = z.object({ list: z.string(), entries: z.array(document), next: z.string().nullable() })

type Holder = Record<string, unknown> & { transactions?: unknown[] }

async function joined(ask: Ask, snapshot: string): Promise<Record<string, unknown>> {
  let clock: unknown
  const lists = new Map<string, object[]>()
  const holders = new Map<unknown, Holder>()
  for (let at: string | null | undefined; at !== null; ) {
    const { list, entries, next }: z.output<typeof slice> = slice.parse(await ask(SLICE, { snapshot, at }))
    if (list === 'clock') clock = entries[0]
    else if (list === 'transactions' || list === 'cardTransactions')
      for (const { id, transactions } of lines.parse(entries)) addLines(holders.get(id), transactions)
    else if (entries.length > 0) {
      for (const holder of entries.flatMap(holdersIn)) holders.set(holder['id'], holder)
      const found = lists.get(list) ?? []
      for (const one of entries) found.push(one)
      lists.set(list, found)
    }
    at = next
  }
  return { clock, ...Object.fromEntries(lists) }
}

const lines = z.array(z.object({ id: z.string(), transactions: z.array(z.unknown()) }))

function holdersIn({ accounts, cardAccounts }: Record<string, unknown>): Holder[] {
  return [accounts, cardAccounts].flatMap(list => (Array.isArray(list) ? list : []))
}

function addLines(holder: Holder | undefined, transactions: readonly unknown[]): void {
  if (holder === undefined) return
  holder.transactions ??= []
  for (const one of transactions) holder.transactions.push(one)
}
