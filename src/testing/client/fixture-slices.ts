import { z } from 'zod'

/** A world as a fixture: in one answer, or in slices of a snapshot when it is larger than that. */

/** An operation of the operator: its field `made`. */
type Ask = (query: string, variables: Record<string, unknown>) => Promise<unknown>

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
