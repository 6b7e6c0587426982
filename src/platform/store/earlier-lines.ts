import { isObject } from '../../domain/given.ts'
import { parseJson } from '../../domain/texts.ts'
import type { Tx } from './transaction.ts'

/** Layouts of snapshots that earlier versions wrote (D112), each with a function that converts a line to this version's layout. */
const EARLIER: ReadonlyMap<string, (tx: Tx, worldId: string, line: string) => Promise<readonly string[]>> = new Map([
  ['2b055782c1d975a8', async (tx, worldId, line) => renewed(await keysApart(tx, worldId, line))],
  ['e771db2fe2125782', async (_, __, line) => renewed([line])],
  // Until version 2.0.0 there were no habits (D133).
  ['e5ca83121d498106', async (_, __, line) => [line]],
])

const renewed = (lines: readonly string[]) => withoutWrongNumbers(withDebtorOfEntry(lines))

export function isEarlierLayout(layout: unknown): boolean {
  return typeof layout === 'string' && EARLIER.has(layout)
}

/** Converts a line of a snapshot to this version's layout. Anything else stays unchanged; the code that reads it refuses it. */
export async function renewLine(tx: Tx, worldId: string, layout: string, line: string): Promise<readonly string[]> {
  return (await EARLIER.get(layout)?.(tx, worldId, line)) ?? [line]
}

// Until version 1.0.0 the entries of bulk payments had no ultimateDebtor of their own (D51).
function withDebtorOfEntry(lines: readonly string[]): readonly string[] {
  return lines.map(line => {
    const read = parseJson(line)
    if (!isObject(read) || read['table'] !== 'PaymentEntry') return line
    const exact = parseJson(withTextsOfLongNumbers(line))
    if (!isObject(exact) || !Array.isArray(exact['rows'])) return line
    const rows = exact['rows'].map(row =>
      Array.isArray(row) && row.length === DEBTOR_OF_ENTRY.columns
        ? row.toSpliced(DEBTOR_OF_ENTRY.place, 0, null)
        : row,
    )
    return JSON.stringify({ table: 'PaymentEntry', rows }).replaceAll(TEXT_OF_LONG_NUMBER, '$1')
  })
}

// Until version 1.1.0 wrong numbers were counted for each SCA (D75).
function withoutWrongNumbers(lines: readonly string[]): readonly string[] {
  return lines.map(line => {
    const read = parseJson(line)
    if (!isObject(read) || read['table'] !== 'Authorisation' || !Array.isArray(read['rows'])) return line
    const rows = read['rows'].map(row =>
      Array.isArray(row) && row.length === WRONG_NUMBERS.columns ? row.toSpliced(WRONG_NUMBERS.place, 1) : row,
    )
    return JSON.stringify({ table: 'Authorisation', rows })
  })
}

/** How many columns an SCA had, and which of them is gone. */
const WRONG_NUMBERS = { columns: 17, place: 15 }

// JavaScript's numbers cannot hold all of SQLite's: an amount that is longer would lose digits. The line is JSON, so each of its texts ends.
function withTextsOfLongNumbers(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, part => (part.startsWith('"') ? part : `"\\u0000${part}"`))
}

/** No text of a row begins with U+0000, which the store does not take. */
const TEXT_OF_LONG_NUMBER = /"\\u0000(-?\d{16,})"/g

/** How many columns an entry had, and where the new one stands. */
const DEBTOR_OF_ENTRY = { columns: 20, place: 15 }

// Version 0.1.0 stored keys in the rows of fixtures: [kind, id, key, life].
async function keysApart(tx: Tx, worldId: string, line: string): Promise<readonly string[]> {
  const read = parseJson(line)
  if (!isObject(read) || read['table'] !== 'FixtureEntry' || !Array.isArray(read['rows'])) return [line]
  const rows: unknown[][] = read['rows'].filter(row => Array.isArray(row) && row.length === 4 && row.every(isText))
  if (rows.length !== read['rows'].length) return [line]
  const named = new Map<string, unknown[]>()
  for (const [kind, id, key] of rows) {
    const table = TABLES.get(kind)
    // A key that two entries had stays with one of them, as in the store.
    if (typeof key === 'string' && table !== undefined && !named.has(key)) named.set(key, [key, table, id, null])
  }
  const taken = await tx.key.findMany({ where: { worldId, key: { in: [...named.keys()] } } })
  for (const { key } of taken) named.delete(key)
  const lives = rows.flatMap(([kind, id, , life]) => (life === null ? [] : [[kind, id, life]]))
  return [
    JSON.stringify({ table: 'FixtureEntry', rows: lives }),
    JSON.stringify({ table: 'Key', rows: [...named.values()] }),
  ]
}

const isText = (value: unknown) => value === null || typeof value === 'string'

const TABLES: ReadonlyMap<unknown, string> = new Map([
  ['customer', 'Customer'],
  ['account', 'Account'],
  ['card', 'CardAccount'],
  ['agreement', 'Agreement'],
  ['engagement', 'Engagement'],
  ['transaction', 'Transaction'],
  ['cardTransaction', 'CardTransaction'],
  ['consent', 'Consent'],
  ['payment', 'Payment'],
  ['basket', 'SigningBasket'],
  ['scenario', 'Scenario'],
])
