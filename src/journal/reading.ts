import type Database from 'better-sqlite3'
import {
  CALLERS,
  type CallFilter,
  type CallOrder,
  type CallSummary,
  type CallWindow,
  COMPARED,
  DOORS,
  DURATION_DIGITS,
  JOURNAL_LIMITS,
  type Journal,
  type JournaledCall,
  SEARCHED,
  type Verdict,
  wantedCallers,
  warningsIn,
} from './calls.ts'
import { type CallRow, LISTED, PLACES } from './file.ts'
import { type KeptCall, unpack } from './messages.ts'
import { judgeFault } from './verdicts.ts'

/** How many calls are read at once by a reader of all of them. */
const SLICE = 50

const DURATION = `printf('%0${DURATION_DIGITS}d', CAST(durationMs * 1000 AS INTEGER)) || id`
const ORDERED_BY = {
  BEGUN: 'id',
  WRITTEN: 'place',
  DURATION_DESC: DURATION,
  DURATION_ASC: DURATION,
} as const satisfies Record<CallOrder, string>

/** What is read from a journal. What is too old is not shown, also where it was not deleted yet. */
export function createJournalReader(
  database: Database.Database,
  machineNow: () => Date,
  guarded: <T>(run: () => T) => T,
): Pick<Journal, 'list' | 'placeAfter' | 'count' | 'find' | 'each'> {
  type Condition = readonly [sql: string, ...values: (string | number | undefined)[]]
  const select = (what: string, conditions: readonly Condition[], order = '') => {
    const given = conditions.filter(([, ...values]) => !values.includes(undefined))
    const sql = `SELECT ${what} FROM Call WHERE ${given.map(([text]) => text).join(' AND ')} ${order}`
    return guarded(() => database.prepare<unknown[], CallRow>(sql).all(...given.flatMap(([, ...values]) => values)))
  }
  const kept = (): Condition => ['at > ?', machineNow().getTime() - JOURNAL_LIMITS.ms]
  const wanted = (world: string | undefined, filter: CallFilter): Condition[] => [
    ['world = ?', world],
    kept(),
    ...COMPARED.map((name): Condition => [`"${name}" = ?`, filter[name]]),
    [`"by" IN (${wantedCallers(filter).map(() => '?')})`, ...wantedCallers(filter)],
    ['(status >= 400 OR code IS NOT NULL) = ?', filter.refused === undefined ? undefined : Number(filter.refused)],
    ['instr(target, ?) > 0', filter.path],
    [`concat_ws(char(10), ${SEARCHED.join()}) LIKE ? ESCAPE '\\'`, likeOf(filter.contains)],
  ]
  const page = (world: string | undefined, filter: CallFilter, window: CallWindow): CallRow[] => {
    const { order, older, newer, backwards, take } = window
    const column = ORDERED_BY[order]
    const isAscending = order === 'DURATION_ASC'
    const bounds: Condition[] = [
      [`${column} ${isAscending ? '>' : '<'} ?`, older],
      [`${column} ${isAscending ? '<' : '>'} ?`, newer],
    ]
    const direction = backwards !== isAscending ? 'ASC' : 'DESC'
    return select(LISTED, [...wanted(world, filter), ...bounds], `ORDER BY ${column} ${direction} LIMIT ${take}`)
  }

  const messages = database.prepare<[number], Buffer>('SELECT messages FROM Batch WHERE id = ?').pluck()
  // A batch never changes, and the next call that is opened is often one of the same.
  let opened: { readonly batch: number; readonly calls: readonly KeptCall[] } | undefined
  const wholeOf = (row: CallRow): JournaledCall[] => {
    const batch = Math.floor(Number(row.place) / PLACES)
    if (opened?.batch !== batch) {
      const found = guarded(() => messages.get(batch))
      opened = { batch, calls: found === undefined ? [] : unpack(found) }
    }
    const call = opened.calls[Number(row.place) % PLACES]
    return call === undefined ? [] : [shownAs(summaryOf(row), call)]
  }
  return {
    list: (world, filter, window) => page(world, filter, window).map(summaryOf),
    placeAfter: (place, calls, backwards) => {
      const bound: Condition = [
        backwards ? 'place > ?' : 'place < ?',
        place ?? (backwards ? -1 : Number.MAX_SAFE_INTEGER),
      ]
      const [row] = select('place', [bound], `ORDER BY place ${backwards ? 'ASC' : 'DESC'} LIMIT 1 OFFSET ${calls - 1}`)
      return row === undefined ? undefined : Number(row.place)
    },
    count: (world, filter, { older, newer } = { older: undefined, newer: undefined }) => {
      const bounds: Condition[] = [
        ['place < ?', older],
        ['place > ?', newer],
      ]
      return Number(select('count(*) AS place', [...wanted(world, filter), ...bounds])[0]?.place)
    },
    find: (world, id) => select(LISTED, [['world = ?', world], ['id = ?', id], kept()]).flatMap(wholeOf)[0],
    *each(world, filter) {
      for (let newer: string | undefined; ; ) {
        const rows = page(world, filter, { take: SLICE, order: 'BEGUN', backwards: true, older: undefined, newer })
        if (rows.length === 0) return
        yield rows.flatMap(wholeOf)
        newer = String(rows.at(-1)?.id)
      }
    },
  }
}

function summaryOf(row: CallRow): CallSummary {
  return {
    id: String(row.id),
    world: String(row.world),
    at: new Date(Number(row.at)),
    by: CALLERS.find(caller => caller === row.by) ?? 'TPP',
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

/** A text anywhere in another, in upper or lower case. */
function likeOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replace(/[%_\\]/g, '\\$&')}%`
}

function textOf(value: string | number | null): string | undefined {
  return value === null ? undefined : String(value)
}

function shownAs(summary: CallSummary, { steps, faults, request, answer }: KeptCall): JournaledCall {
  // A refused call was refused by the last of its steps.
  const verdicts = steps.map((step, place): Verdict => {
    const failed = summary.code !== undefined && place === steps.length - 1
    return {
      step,
      passed: !failed,
      faults: failed ? faults.map(fault => judgeFault(fault, step, { ...summary, request })) : [],
    }
  })
  return { ...summary, request, answer, verdicts, warnings: warningsIn(answer.headers) }
}
