import type Database from 'better-sqlite3'
import {
  type CallFilter,
  type CallOrder,
  type CallSummary,
  type CallWindow,
  COMPARED,
  DOORS,
  type HeaderLine,
  JOURNAL_LIMITS,
  type Journal,
  type JournaledCall,
  type Message,
  STEPS,
  type Verdict,
  warningsIn,
} from '../domain/journal.ts'
import { judgeFault } from '../domain/verdicts.ts'
import { type KeptCall, readBatch } from './journal-texts.ts'

const SUMMARY = [
  'id',
  'world',
  'at',
  'door',
  'operation',
  'tppId',
  'method',
  'target',
  'requestId',
  'status',
  'code',
  'durationMs',
  'cause',
] as const

// Where a call stands is not a column of its own.
const LISTED = `${SUMMARY.map(name => `Call.${name}`).join(', ')}, Call.rowid AS place`

type SummaryRow = Readonly<Record<(typeof SUMMARY)[number] | 'place', unknown>>
type PlacedRow = SummaryRow & { readonly batch: number; readonly nth: number }
type Batch = (place: number) => KeptCall

/** How many batches stay read: each is up to a megabyte. */
const KEPT_BATCHES = 4

/** How many calls are read at once by who looks at all of them. */
const SLICE = 50

type BodyRow = { readonly side: string; readonly text: string }

/** What is read from a journal. `settle` writes what is still waiting, so that a caller finds its own last call. */
export function createJournalReader(
  database: Database.Database,
  settle: () => void,
  machineNow: () => Date,
): Pick<Journal, 'list' | 'count' | 'latest' | 'find' | 'each'> {
  // What is too old is not shown, even where it was not deleted yet.
  const since = () => machineNow().getTime() - JOURNAL_LIMITS.ms
  const conditionsOf = (world: string | undefined, filter: CallFilter) => {
    const given = [
      ['world = ?', world],
      ['at > ?', since()],
      ...COMPARED.map(name => [`${name} = ?`, filter[name]] as const),
      ['instr(target, ?) > 0', filter.path],
    ].filter(([, value]) => value !== undefined)
    const refused =
      filter.refused === undefined ? [] : [`${filter.refused ? '' : 'NOT '}(status >= 400 OR code IS NOT NULL)`]
    return { where: [...given.map(([text]) => text), ...refused], values: given.map(([, value]) => value) }
  }
  // A batch never changes: whoever looks at one of its calls often looks at the next one, too.
  const batches = new Map<number, Batch>()
  const batchOf = (id: number): Batch => {
    const known = batches.get(id)
    if (known !== undefined) return known
    const text = database.prepare<[number], string>('SELECT text FROM Batch WHERE id = ?').pluck().get(id)
    const batch = readBatch(text ?? '{"shared":[],"calls":[]}')
    for (const oldest of [...batches.keys()].slice(0, Math.max(0, batches.size - KEPT_BATCHES))) batches.delete(oldest)
    batches.set(id, batch)
    return batch
  }
  return {
    list: (world, filter, window) => {
      settle()
      const { where, values } = conditionsOf(world, filter)
      const column = ORDERED_BY[window.order]
      const { bounds, marks } = boundsOf(column, window)
      const sql = `SELECT ${LISTED} FROM Call WHERE ${[...where, ...bounds].join(' AND ')} ORDER BY ${column} ${window.backwards ? 'ASC' : 'DESC'} LIMIT ?`
      return database
        .prepare<unknown[], SummaryRow>(sql)
        .all(...values, ...marks, window.take)
        .map(summaryOf)
    },
    count: (world, filter) => {
      settle()
      const { where, values } = conditionsOf(world, filter)
      const sql = `SELECT count(*) FROM Call WHERE ${where.join(' AND ')}`
      return Number(
        database
          .prepare(sql)
          .pluck()
          .get(...values),
      )
    },
    latest: (world, filter, after, take) => {
      settle()
      const { where, values } = conditionsOf(world, filter)
      const sql = `SELECT ${LISTED} FROM Call WHERE ${[...where, 'rowid > ?'].join(' AND ')} ORDER BY rowid DESC LIMIT ?`
      return database
        .prepare<unknown[], SummaryRow>(sql)
        .all(...values, after, take)
        .map(summaryOf)
    },
    find: (world, id) => {
      settle()
      const row = database
        .prepare<unknown[], PlacedRow>(`SELECT ${LISTED}, batch, nth FROM Call WHERE world = ? AND id = ? AND at > ?`)
        .get(world, id, since())
      if (row === undefined) return undefined
      const bodies = database
        .prepare<unknown[], BodyRow>('SELECT side, text FROM Body WHERE batch = ? AND nth = ?')
        .all(row.batch, row.nth)
      const long = Object.fromEntries(bodies.map(({ side, text }) => [side, text]))
      return shownAs(row, { ...batchOf(row.batch)(row.nth), ...long })
    },
    *each(world, filter) {
      settle()
      const { where, values } = conditionsOf(world, filter)
      const page = database.prepare<unknown[], PlacedRow>(
        `SELECT ${LISTED}, batch, nth FROM Call WHERE ${[...where, 'id > ?'].join(' AND ')} ORDER BY id LIMIT ${SLICE}`,
      )
      for (let after = ''; ; ) {
        const rows = page.all(...values, after)
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows.map(row => shownAs(row, batchOf(row.batch)(row.nth)))
        after = String(last.id)
      }
    },
  }
}

const ORDERED_BY = { BEGUN: 'id', WRITTEN: 'rowid' } as const satisfies Record<CallOrder, string>

function boundsOf(column: string, { older, newer }: CallWindow) {
  const given = [
    { text: `${column} < ?`, mark: older },
    { text: `${column} > ?`, mark: newer },
  ].filter(({ mark }) => mark !== undefined)
  return { bounds: given.map(({ text }) => text), marks: given.map(({ mark }) => mark) }
}

/** The calls that were written after a place, oldest first; of more than that many the latest. */
export function callsSince(database: Database.Database, most: number): (place: number) => CallSummary[] {
  const since = database.prepare<[number], SummaryRow>(
    `SELECT ${LISTED} FROM Call WHERE rowid > ? ORDER BY rowid DESC LIMIT ${most}`,
  )
  return place => since.all(place).map(summaryOf).reverse()
}

function summaryOf(row: SummaryRow): CallSummary {
  return {
    id: String(row.id),
    world: String(row.world),
    at: new Date(Number(row.at)),
    door: DOORS.find(door => door === row.door) ?? 'REST',
    operation: textOf(row.operation),
    tppId: textOf(row.tppId),
    method: String(row.method),
    target: String(row.target),
    requestId: textOf(row.requestId),
    status: Number(row.status),
    code: textOf(row.code),
    durationMs: Number(row.durationMs),
    cause: textOf(row.cause),
    place: Number(row.place),
  }
}

function shownAs(row: SummaryRow, kept: KeptCall): JournaledCall {
  const summary = summaryOf(row)
  const request = messageOf(kept.requestHeaders, kept.requestBody, kept.requestBytes)
  const answer = messageOf(kept.answerHeaders, kept.answerBody, kept.answerBytes)
  return {
    ...summary,
    request,
    answer,
    verdicts: verdictsOf(summary, request, kept),
    warnings: warningsIn(answer.headers),
  }
}

function messageOf(headers: unknown, body: unknown, bytes: unknown): Message {
  const lines = listOf(headers).flatMap((line): HeaderLine[] =>
    Array.isArray(line) ? [[String(line[0]), String(line[1])]] : [],
  )
  return { headers: lines, body: textOf(body), bytes: Number(bytes) }
}

// A refused call was refused by the last of its steps.
function verdictsOf(call: CallSummary, request: Message, { steps, faults }: KeptCall): Verdict[] {
  const ran = listOf(steps).flatMap(step => STEPS.filter(known => known === step))
  const why = listOf(faults).flatMap(fault => {
    if (typeof fault !== 'object' || fault === null || !('text' in fault)) return []
    return ['path' in fault ? { text: String(fault.text), path: String(fault.path) } : { text: String(fault.text) }]
  })
  return ran.map((step, place) => {
    const failed = call.code !== undefined && place === ran.length - 1
    return {
      step,
      passed: !failed,
      faults: failed ? why.map(fault => judgeFault(fault, step, { ...call, request })) : [],
    }
  })
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function textOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}
