import {
  CALLERS,
  type CallFilter,
  type CallOrder,
  type CallSummary,
  type CallWindow,
  DOORS,
  DURATION_DIGITS,
  type Journal,
  type JournaledCall,
  type Verdict,
  warningsIn,
} from '../../domain/calls.ts'
import type { StoreUnavailableError } from '../../platform/store/errors.ts'
import type { Maybe } from '../../platform/store/queries/maybe.ts'
import { lostCalls } from './backlog.ts'
import { COLUMNS, type Column, JOURNAL_LIMITS, type JournalEngine, PLACES } from './engine.ts'
import { COMPARED, SEARCHED, wantedCallers } from './filters.ts'
import { type CallDetails, unpack } from './messages.ts'
import { judgeFaults } from './verdicts.ts'

/** How many calls a reader of all calls reads at once. */
const SLICE = 50

const LISTED = quoted(COLUMNS)

type ReadEngine = Pick<JournalEngine, 'find' | 'microseconds' | 'rows' | 'messages'>
type Guard = <T>(run: () => Maybe<T>) => Promise<T>
type Row = readonly unknown[]
/** A condition counts only when all of its values are given. */
type Condition = readonly [sql: string, ...values: (string | number | undefined)[]]

/** Reads a journal, with one SQL for both engines. Calls that are too old are not shown, even when they are not deleted yet. */
export function createJournalReader(
  engine: ReadEngine,
  machineNow: () => Date,
  faultOf: (error: unknown) => StoreUnavailableError | undefined,
): Pick<Journal, 'list' | 'placeAfter' | 'count' | 'minutes' | 'find' | 'each' | 'usage' | 'lost'> {
  const guarded: Guard = async run => {
    try {
      return await run()
    } catch (error) {
      throw faultOf(error) ?? error
    }
  }
  const oldest = () => machineNow().getTime() - JOURNAL_LIMITS.ms
  const select = (what: string, conditions: readonly Condition[], order = '') => {
    const given = conditions.filter(([, ...values]) => !values.includes(undefined))
    const sql = `SELECT ${what} FROM Call WHERE ${given.map(([text]) => text).join(' AND ')} ${order}`
    const values = given.flatMap(([, ...own]) => own.filter(one => one !== undefined))
    return guarded(() => engine.rows(sql, values))
  }
  const wanted = (world: string | undefined, filter: CallFilter): Condition[] => [
    ['world = ?', world],
    ['at > ?', oldest()],
    ...conditionsOf(filter, engine),
  ]
  const orderedBy = columnsOf(engine)
  const page = (world: string | undefined, filter: CallFilter, window: CallWindow) => {
    const { order, older, newer, backwards, take } = window
    const column = orderedBy[order]
    const isAscending = order === 'DURATION_ASC'
    const bounds: Condition[] = [
      [`${column} ${isAscending ? '>' : '<'} ?`, older],
      [`${column} ${isAscending ? '<' : '>'} ?`, newer],
    ]
    const direction = backwards !== isAscending ? 'ASC' : 'DESC'
    return select(LISTED, [...wanted(world, filter), ...bounds], `ORDER BY ${column} ${direction} LIMIT ${take}`).then(
      rows => rows.map(summaryOf),
    )
  }
  const whole = createDetails(engine, guarded)
  return {
    list: page,
    placeAfter: async (place, calls, backwards) => {
      const [is, direction, outside] = backwards ? ['>', 'ASC', -1] : ['<', 'DESC', Number.MAX_SAFE_INTEGER]
      const order = `ORDER BY place ${direction} LIMIT 1 OFFSET ${calls - 1}`
      const [row] = await select('place', [[`place ${is} ?`, place ?? outside]], order)
      return row === undefined ? undefined : Number(row[0])
    },
    count: async (world, filter, { older, newer } = { older: undefined, newer: undefined }) => {
      const bounds: Condition[] = [
        ['place < ?', older],
        ['place > ?', newer],
      ]
      const [[count] = []] = await select('count(*)', [...wanted(world, filter), ...bounds])
      return Number(count)
    },
    minutes: async (world, filter, since) => {
      const columns = `at / 60000, count(*) FILTER (WHERE NOT (${REFUSED})), count(*) FILTER (WHERE ${REFUSED})`
      const rows = await select(columns, [...wanted(world, filter), ['at >= ?', since.getTime()]], 'GROUP BY 1')
      return rows.map(([minute, accepted, refused]) => ({
        minute: Number(minute),
        accepted: Number(accepted),
        refused: Number(refused),
      }))
    },
    find: async (world, id) => {
      const conditions: Condition[] = [
        ['world = ?', world],
        ['id = ?', id],
        ['at > ?', oldest()],
      ]
      return (await whole((await select(LISTED, conditions)).map(summaryOf)))[0]
    },
    async *each(world, filter, between) {
      const window = { take: SLICE, order: 'BEGUN', backwards: true, older: between?.older } as const
      for (let newer = between?.newer; ; ) {
        const rows = await page(world, filter, { ...window, newer })
        if (rows.length === 0) return
        yield await whole(rows)
        newer = rows.at(-1)?.id
      }
    },
    usage: async world => {
      const columns = '"tppId", count(*), count(DISTINCT operation), max(at), max(id)'
      const conditions: Condition[] = [
        ['world = ?', world],
        ['at > ?', oldest()],
        [`door = 'REST'`],
        ['"tppId" IS NOT NULL'],
      ]
      return (await select(columns, conditions, 'GROUP BY "tppId"')).map(usageOf)
    },
    lost: async world => {
      const sql = 'SELECT world, first, last, calls FROM Loss WHERE last > ? ORDER BY id'
      const losses = (await guarded(() => engine.rows(sql, [oldest()]))).map(lossOf)
      return losses.filter(loss => world === undefined || loss.world === world).map(lostCalls)
    },
  }
}

const REFUSED = 'status >= 400 OR code IS NOT NULL'

function conditionsOf(filter: CallFilter, { find }: Pick<ReadEngine, 'find'>): Condition[] {
  const callers = wantedCallers(filter)
  return [
    ...COMPARED.map((name): Condition => [`"${name}" = ?`, filter[name]]),
    [`"by" IN (${callers.map(() => '?')})`, ...callers],
    ...(filter.refused === undefined ? [] : [[`${filter.refused ? '' : 'NOT '}(${REFUSED})`] satisfies Condition]),
    [`${find}(target, ?) > 0`, filter.path],
    [`lower(concat_ws('\n', ${quoted(SEARCHED)})) LIKE lower(?) ESCAPE '\\'`, likeOf(filter.contains)],
  ]
}

function columnsOf({ microseconds }: Pick<ReadEngine, 'microseconds'>) {
  // With the same digits as durationPlace.
  const duration = `${microseconds(DURATION_DIGITS)} || id`
  return {
    BEGUN: 'id',
    WRITTEN: 'place',
    DURATION_DESC: duration,
    DURATION_ASC: duration,
  } as const satisfies Record<CallOrder, string>
}

/** Adds to calls what only their batches have. A batch never changes, and the next opened call often belongs to the same one. */
function createDetails(engine: Pick<ReadEngine, 'messages'>, guarded: Guard) {
  let opened: { readonly batch: number; readonly calls: readonly CallDetails[] } | undefined
  return async (calls: readonly CallSummary[]): Promise<JournaledCall[]> => {
    const found: JournaledCall[] = []
    for (const summary of calls) {
      const batch = Math.floor(summary.place / PLACES)
      const messages = opened?.batch === batch ? undefined : await guarded(() => engine.messages(batch))
      opened = opened?.batch === batch ? opened : { batch, calls: messages === undefined ? [] : unpack(messages) }
      const call = opened.calls[summary.place % PLACES]
      if (call !== undefined) found.push(shownAs(summary, call))
    }
    return found
  }
}

function usageOf([tppId, calls, operations, lastAt, lastId]: Row) {
  return {
    tppId: String(tppId),
    calls: Number(calls),
    operations: Number(operations),
    lastAt: new Date(Number(lastAt)),
    lastId: String(lastId),
  }
}

function lossOf([world, first, last, calls]: Row) {
  return { world: String(world), first: Number(first), last: Number(last), calls: Number(calls) }
}

function quoted(columns: readonly Column[]): string {
  return columns.map(name => `"${name}"`).join(', ')
}

/** In the order of COLUMNS. */
function summaryOf([
  place,
  world,
  id,
  at,
  by,
  door,
  operation,
  tppId,
  method,
  target,
  requestId,
  traceId,
  status,
  code,
  durationMs,
  cause,
]: readonly unknown[]): CallSummary {
  return {
    id: String(id),
    world: String(world),
    at: new Date(Number(at)),
    by: CALLERS.find(caller => caller === by) ?? 'TPP',
    door: DOORS.find(one => one === door) ?? 'REST',
    operation: textOf(operation),
    tppId: textOf(tppId),
    method: String(method),
    target: String(target),
    requestId: textOf(requestId),
    traceId: textOf(traceId),
    status: Number(status),
    code: textOf(code),
    durationMs: Number(durationMs),
    cause: textOf(cause),
    place: Number(place),
  }
}

function textOf(value: unknown): string | undefined {
  return value === null ? undefined : String(value)
}

/** A text anywhere within another, in upper or lower case. */
function likeOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replace(/[%_\\]/g, '\\$&')}%`
}

function shownAs(summary: CallSummary, { steps, faults, request, answer, clock }: CallDetails): JournaledCall {
  // A refused call was refused by the last of its steps.
  const verdicts = steps.map((step, place): Verdict => {
    const failed = summary.code !== undefined && place === steps.length - 1
    return {
      step,
      passed: !failed,
      faults: failed ? judgeFaults(faults, step, { ...summary, request }) : [],
    }
  })
  return { ...summary, clock, request, answer, verdicts, warnings: warningsIn(answer.headers) }
}
