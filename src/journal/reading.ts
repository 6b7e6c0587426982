import type Database from 'better-sqlite3'
import { type BatchRow, rowsOf, SUMMARY, type SummaryRow } from './call-index.ts'
import {
  type CallFilter,
  type CallOrder,
  type CallSummary,
  type CallWindow,
  COMPARED,
  DOORS,
  JOURNAL_LIMITS,
  type Journal,
  type JournaledCall,
  type Message,
  type Step,
  type Verdict,
  warningsIn,
} from './calls.ts'
import type { BatchText, KeptCall } from './format.ts'
import { readCalls } from './text-reading.ts'
import { judgeFault } from './verdicts.ts'
import { PLACES } from './writing.ts'

const LISTED = SUMMARY.join(', ')

/** How many batches stay read: each is up to a megabyte. */
const KEPT_BATCHES = 4

/** How many calls are read at once by who looks at all of them. */
const SLICE = 50

/** What is read from a journal: the calls that have rows. */
export function createJournalReader(
  database: Database.Database,
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
  const batches = new Map<number, readonly KeptCall[]>()
  const batchOf = (id: number): readonly KeptCall[] => {
    const known = batches.get(id)
    if (known !== undefined) return known
    const found = database
      .prepare<[number], Record<keyof BatchText, Buffer>>('SELECT heads, messages FROM Batch WHERE id = ?')
      .get(id)
    const batch =
      found === undefined
        ? []
        : readCalls({ heads: found.heads.toString('latin1'), messages: found.messages.toString('latin1') })
    for (const oldest of [...batches.keys()].slice(0, Math.max(0, batches.size - KEPT_BATCHES))) batches.delete(oldest)
    batches.set(id, batch)
    return batch
  }
  const wholeOf = (row: SummaryRow): JournaledCall[] => {
    const place = Number(row.place)
    const read = batchOf(Math.floor(place / PLACES))[place % PLACES]
    return read === undefined ? [] : [shownAs(row, read)]
  }
  return {
    list: (world, filter, window) => {
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
      const { where, values } = conditionsOf(world, filter)
      const sql = `SELECT ${LISTED} FROM Call WHERE ${[...where, 'place > ?'].join(' AND ')} ORDER BY place DESC LIMIT ?`
      return database
        .prepare<unknown[], SummaryRow>(sql)
        .all(...values, after, take)
        .map(summaryOf)
    },
    find: (world, id) => {
      const row = database
        .prepare<unknown[], SummaryRow>(`SELECT ${LISTED} FROM Call WHERE world = ? AND id = ? AND at > ?`)
        .get(world, id, since())
      return row === undefined ? undefined : wholeOf(row)[0]
    },
    *each(world, filter) {
      const { where, values } = conditionsOf(world, filter)
      const page = database.prepare<unknown[], SummaryRow>(
        `SELECT ${LISTED} FROM Call WHERE ${[...where, 'id > ?'].join(' AND ')} ORDER BY id LIMIT ${SLICE}`,
      )
      for (let after = ''; ; ) {
        const rows = page.all(...values, after)
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows.flatMap(wholeOf)
        after = String(last.id)
      }
    },
  }
}

const ORDERED_BY = { BEGUN: 'id', WRITTEN: 'place' } as const satisfies Record<CallOrder, string>

function boundsOf(column: string, { older, newer }: CallWindow) {
  const given = [
    { text: `${column} < ?`, mark: older },
    { text: `${column} > ?`, mark: newer },
  ].filter(({ mark }) => mark !== undefined)
  return { bounds: given.map(({ text }) => text), marks: given.map(({ mark }) => mark) }
}

/** The calls that were written after a place, oldest first; of more than that many the latest. They need no rows. */
export function callsSince(database: Database.Database, most: number): (place: number) => CallSummary[] {
  const batches = database.prepare<[number], BatchRow>(
    'SELECT id, world, heads FROM Batch WHERE id >= ? ORDER BY id DESC',
  )
  return after => {
    const parts: CallSummary[][] = []
    let count = 0
    for (const batch of batches.iterate(Math.floor(after / PLACES))) {
      const calls = rowsOf(batch).map(summaryOf)
      parts.push(calls.filter(({ place }) => place > after))
      count += calls.length
      if (count >= most) break
    }
    return parts.reverse().flat().slice(-most)
  }
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

function shownAs(row: SummaryRow, { request, answer, steps, faults }: KeptCall): JournaledCall {
  const summary = summaryOf(row)
  return {
    ...summary,
    request,
    answer,
    verdicts: verdictsOf(summary, request, steps, listOf(faults)),
    warnings: warningsIn(answer.headers),
  }
}

// A refused call was refused by the last of its steps.
function verdictsOf(
  call: CallSummary,
  request: Message,
  steps: readonly Step[],
  faults: readonly unknown[],
): Verdict[] {
  const why = faults.flatMap(fault => {
    if (typeof fault !== 'object' || fault === null || !('text' in fault)) return []
    return ['path' in fault ? { text: String(fault.text), path: String(fault.path) } : { text: String(fault.text) }]
  })
  return steps.map((step, place) => {
    const failed = call.code !== undefined && place === steps.length - 1
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
