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
  type LastCall,
  type LostCalls,
  type Verdict,
  warningsIn,
} from '../../domain/calls.ts'
import type { StoreUnavailableError } from '../../platform/store/errors.ts'
import type { Maybe } from '../../platform/store/queries/maybe.ts'
import { lostCalls } from './backlog.ts'
import { COLUMNS, type Column, type JournalEngine, PLACES } from './engine.ts'
import { COMPARED, SEARCHED, wantedCallers } from './filters.ts'
import { JOURNAL_LIMITS } from './limits.ts'
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
): Pick<Journal, 'list' | 'placeAfter' | 'count' | 'minutes' | 'find' | 'each' | 'lastCalls' | 'usage' | 'lost'> {
  const calls = new Calls(engine, machineNow, faultOf)
  const whole = createDetails(engine, calls.guarded)
  return {
    list: (world, filter, window) => calls.page(world, filter, window),
    placeAfter: (place, distance, backwards) => placeAfter(calls, place, distance, backwards),
    count: (world, filter, { older, newer } = { older: undefined, newer: undefined }) =>
      calls.count([...calls.wanted(world, filter), ['place < ?', older], ['place > ?', newer]]),
    minutes: (world, filter, since) => minutesOf(calls, [...calls.wanted(world, filter), ['at >= ?', since.getTime()]]),
    find: async (world, id) => {
      const rows = await calls.select(LISTED, [...calls.kept(world), ['id = ?', id]])
      return (await whole(rows.map(summaryOf)))[0]
    },
    async *each(world, filter, between) {
      const window = { take: SLICE, order: 'BEGUN', backwards: true, older: between?.older } as const
      for (let newer = between?.newer; ; ) {
        const rows = await calls.page(world, filter, { ...window, newer })
        if (rows.length === 0) return
        yield await whole(rows)
        newer = rows.at(-1)?.id
      }
    },
    lastCalls: worlds => lastCallsIn(calls, worlds),
    usage: world => usageIn(calls, world),
    lost: world => lossesIn(calls, world),
  }
}

/** The calls of a journal that are not too old. */
class Calls {
  private readonly engine: ReadEngine
  private readonly machineNow: () => Date
  private readonly faultOf: (error: unknown) => StoreUnavailableError | undefined

  constructor(
    engine: ReadEngine,
    machineNow: () => Date,
    faultOf: (error: unknown) => StoreUnavailableError | undefined,
  ) {
    this.engine = engine
    this.machineNow = machineNow
    this.faultOf = faultOf
  }

  readonly guarded: Guard = async run => {
    try {
      return await run()
    } catch (error) {
      throw this.faultOf(error) ?? error
    }
  }

  oldest(): number {
    return this.machineNow().getTime() - JOURNAL_LIMITS.ms
  }

  rows(sql: string, values: readonly (string | number)[]): Promise<readonly Row[]> {
    return this.guarded(() => this.engine.rows(sql, values))
  }

  select(what: string, conditions: readonly Condition[], order = ''): Promise<readonly Row[]> {
    const given = conditions.filter(([, ...values]) => !values.includes(undefined))
    const sql = `SELECT ${what} FROM Call WHERE ${given.map(([text]) => text).join(' AND ')} ${order}`
    return this.rows(
      sql,
      given.flatMap(([, ...own]) => own.filter(one => one !== undefined)),
    )
  }

  /** The calls of a world, or of all. */
  kept(world: string | undefined): Condition[] {
    return [
      ['world = ?', world],
      ['at > ?', this.oldest()],
    ]
  }

  wanted(world: string | undefined, filter: CallFilter): Condition[] {
    return [...this.kept(world), ...conditionsOf(filter, this.engine)]
  }

  async page(world: string | undefined, filter: CallFilter, window: CallWindow): Promise<CallSummary[]> {
    const { order, older, newer, backwards, take } = window
    const column = columnsOf(this.engine)[order]
    const isAscending = order === 'DURATION_ASC'
    const bounds: Condition[] = [
      [`${column} ${isAscending ? '>' : '<'} ?`, older],
      [`${column} ${isAscending ? '<' : '>'} ?`, newer],
    ]
    const direction = backwards !== isAscending ? 'ASC' : 'DESC'
    const rows = await this.select(
      LISTED,
      [...this.wanted(world, filter), ...bounds],
      `ORDER BY ${column} ${direction} LIMIT ${take}`,
    )
    return rows.map(summaryOf)
  }

  async count(conditions: readonly Condition[]): Promise<number> {
    const [[count] = []] = await this.select('count(*)', conditions)
    return Number(count)
  }
}

async function placeAfter(calls: Calls, place: string | undefined, distance: number, backwards: boolean) {
  const [is, direction, outside] = backwards ? ['>', 'ASC', -1] : ['<', 'DESC', Number.MAX_SAFE_INTEGER]
  const order = `ORDER BY place ${direction} LIMIT 1 OFFSET ${distance - 1}`
  const [row] = await calls.select('place', [[`place ${is} ?`, place ?? outside]], order)
  return row === undefined ? undefined : Number(row[0])
}

async function minutesOf(calls: Calls, conditions: readonly Condition[]) {
  const columns = `at / 60000, count(*) FILTER (WHERE NOT (${REFUSED})), count(*) FILTER (WHERE ${REFUSED})`
  const rows = await calls.select(columns, conditions, 'GROUP BY 1')
  return rows.map(([minute, accepted, refused]) => ({
    minute: Number(minute),
    accepted: Number(accepted),
    refused: Number(refused),
  }))
}

async function lastCallsIn(calls: Calls, worlds: readonly string[]): Promise<ReadonlyMap<string, LastCall>> {
  if (worlds.length === 0) return new Map()
  // One place of an index for each world: to group all calls by their worlds reads every one of them.
  const sql = `WITH wanted (name) AS (VALUES ${worlds.map(() => '(?)')}) SELECT world, id, at FROM wanted JOIN Call
    ON place = (SELECT max(place) FROM Call AS own WHERE own.world = name)`
  const rows = await calls.rows(sql, worlds)
  return new Map(rows.map(([world, id, at]) => [String(world), { id: String(id), at: new Date(Number(at)) }]))
}

async function usageIn(calls: Calls, world: string | undefined) {
  const columns = '"tppId", count(*), count(DISTINCT operation), max(at), max(id)'
  const conditions: Condition[] = [...calls.kept(world), [`door = 'REST'`], ['"tppId" IS NOT NULL']]
  return (await calls.select(columns, conditions, 'GROUP BY "tppId"')).map(usageOf)
}

async function lossesIn(calls: Calls, world: string | undefined): Promise<LostCalls[]> {
  const sql = 'SELECT world, first, last, calls FROM Loss WHERE last > ? ORDER BY id'
  const losses = (await calls.rows(sql, [calls.oldest()])).map(lossOf)
  return losses.filter(loss => world === undefined || loss.world === world).map(lostCalls)
}

const REFUSED = 'status >= 400 OR code IS NOT NULL'

function conditionsOf(filter: CallFilter, { find }: Pick<ReadEngine, 'find'>): Condition[] {
  const callers = wantedCallers(filter)
  return [
    ...COMPARED.map((name): Condition => [`"${name}" = ?`, filter[name]]),
    [`"by" IN (${callers.map(() => '?')})`, ...callers],
    ...(filter.refused === undefined ? [] : [[`${filter.refused ? '' : 'NOT '}(${REFUSED})`] satisfies Condition]),
    ...(filter.acts === undefined ? [] : [[`(door <> 'PAGE' OR method <> 'GET' OR ${REFUSED})`] satisfies Condition]),
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
