import type { PrismaClient } from '../../../generated/client.ts'
import { Pool } from '../pool.ts'
import { wholeRow } from '../queries/shapes.ts'
import { tables } from '../queries/tables.ts'
import { unknown } from '../queries/values.ts'
import { turnsOn } from '../turn-clients.ts'
import type { Connection, RunText } from './connection.ts'
import { ConnectionLostError } from './faults.ts'
import type { Answer } from './sent.ts'
import { isRead } from './statements.ts'

/** How often shared connections are checked. One that had no answer at two checks is stuck. */
const LOOK_MS = 200

/** How many statements may run alone on a connection (D127), and how long a statement waits for that. */
const ALONE = 16
const ALONE_PATIENCE_MS = 4_000

/** A read whose connection was lost after this time is not repeated: a call is answered within 15 seconds (D127). */
const AGAIN_MS = 1_500

/**
 * Reads of all calls share some connections and follow each other there without waiting. The reads of one turn of the event loop go to the least busy
 * connection, in one write. When the first of them waits for a locked table, those behind it are read on other connections, alone. A read whose
 * connection was lost is repeated once.
 */
export class Readers {
  private readonly slots: readonly Slot[]
  private readonly alone: Pool<Connection>
  private ofTurn: Slot | undefined
  private looking: NodeJS.Timeout | undefined

  constructor(open: () => Promise<Connection>, most: number) {
    this.slots = Array.from({ length: most }, () => new Slot(open))
    this.alone = new Pool({ most: ALONE, keep: 2, patienceMs: ALONE_PATIENCE_MS, open })
  }

  readonly run: RunText = (text, values) => {
    const until = performance.now() + AGAIN_MS
    return this.attempt(text, values).catch(error => {
      if (!(error instanceof ConnectionLostError) || performance.now() > until) throw error
      return this.attempt(text, values)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.looking)
    await Promise.allSettled(this.slots.map(({ opening }) => opening))
    await this.alone.close()
    await Promise.all(this.slots.map(({ opened }) => opened?.close()))
  }

  private attempt(text: string, values: Values): Promise<Answer> {
    const slot = this.ready()
    if (slot?.opened !== undefined) {
      this.looking ??= setInterval(() => this.look(), LOOK_MS).unref()
      return slot.share(slot.opened, text, values, this.readAlone)
    }
    return this.slots.some(({ isStuck }) => isStuck)
      ? this.readAlone(text, values)
      : this.anyOpened().then(one => one.run(text, values))
  }

  private readonly readAlone: RunText = (text, values) => this.alone.use(({ run }) => run(text, values))

  /** The connection of this turn, else the least busy one; none while all are being opened or are stuck. */
  private ready(): Slot | undefined {
    if (this.ofTurn?.opened?.isLost() === false) return this.ofTurn
    if (this.ofTurn === undefined)
      setImmediate(() => {
        this.ofTurn = undefined
      })
    for (const slot of this.slots) slot.prepare()
    const usable = this.slots.filter(slot => slot.opened !== undefined && !slot.isStuck)
    this.ofTurn = usable.toSorted((one, other) => one.waiting() - other.waiting())[0]
    return this.ofTurn
  }

  private look(): void {
    const busy = this.slots.filter(slot => slot.look())
    if (busy.length > 0) return
    clearInterval(this.looking)
    this.looking = undefined
  }

  // The first open connection, or the reason why there is none.
  private anyOpened(): Promise<Connection> {
    return Promise.any(this.slots.map(slot => slot.open())).catch(error => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })
  }
}

type Values = Parameters<RunText>[1]

/** A shared connection. */
class Slot {
  opening: Promise<Connection> | undefined
  opened: Connection | undefined
  /** Nothing came since the last look. A stuck connection accepts nothing until all is answered. */
  isStuck = false
  private readonly connect: () => Promise<Connection>
  /** The reads without an answer, in the order in which they were sent. */
  private readonly reads = new Set<() => void>()
  /** How much was answered at the last look. */
  private seen = -1

  constructor(connect: () => Promise<Connection>) {
    this.connect = connect
  }

  /** How many statements wait for an answer. */
  waiting(): number {
    return this.opened?.open() ?? 0
  }

  open(): Promise<Connection> {
    this.opening ??= this.connect()
      .then(opened => {
        this.opened = opened
        this.rest()
        return opened
      })
      .finally(() => {
        this.opening = undefined
      })
    return this.opening
  }

  /** Opens a connection in place of one that is lost, or of none. */
  prepare(): void {
    if (this.opened?.isLost() === true) {
      void this.opened.close()
      this.opened = undefined
    }
    if (this.opened === undefined) this.open().catch(() => undefined)
  }

  /** Reads on the connection, and elsewhere as soon as that is stuck. */
  share({ run }: Connection, text: string, values: Values, elsewhere: RunText): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const goElsewhere = () => {
        this.reads.delete(goElsewhere)
        elsewhere(text, values).then(resolve, reject)
      }
      this.reads.add(goElsewhere)
      run(text, values).then(
        answer => {
          this.reads.delete(goElsewhere)
          resolve(answer)
        },
        error => {
          if (this.reads.delete(goElsewhere)) reject(error)
        },
      )
    })
  }

  /** Sends the reads behind the first elsewhere when nothing came since the last look. Whether something waits. */
  look(): boolean {
    if (this.opened === undefined || this.waiting() === 0) {
      this.rest()
      return false
    }
    const before = this.seen
    this.seen = this.opened.answered()
    if (this.seen === before) {
      this.isStuck = true
      for (const goElsewhere of [...this.reads].slice(1)) goElsewhere()
    }
    return true
  }

  private rest(): void {
    this.seen = -1
    this.isStuck = false
  }
}

/** The state of the transaction on a connection. */
export type Trace = {
  /** The running command has sent a statement that writes. */
  wrote: boolean
  /** Why the first failed statement failed: PostgreSQL executes none after it. */
  fault: unknown
  /** The rows of the locked worlds by id, until the transaction writes to one. */
  readonly worlds: Map<string, Promise<object | null>>
}

/** A connection for commands, and how a transaction begins on it. */
export type Writer = Connection & {
  readonly trace: Trace
  readonly within: ReturnType<typeof turnsOn>
  /**
   * Begins a transaction that locks these worlds. A claiming transaction takes only worlds that no other holds. It is sent together with the first
   * statement of a command, without waiting.
   */
  readonly begin: (worlds: readonly string[], claims: boolean) => void
}

export function createWriter(
  connection: Connection,
  clientOn: (run: RunText, worlds: Trace['worlds']) => PrismaClient,
): Writer {
  const trace: Trace = { wrote: false, fault: undefined, worlds: new Map() }
  const run: RunText = (text, values) => {
    if (!isRead(text)) {
      trace.wrote = true
      if (/\bWorld\b/.test(text)) trace.worlds.clear()
    }
    return noting(connection.run(text, values))
  }
  // Includes a statement whose answer is not awaited.
  const noting = <T>(answer: Promise<T>): Promise<T> => {
    answer.catch(error => {
      trace.fault ??= error
    })
    return answer
  }
  const begin: Writer['begin'] = (worlds, claims) => {
    Object.assign(trace, { wrote: false, fault: undefined })
    trace.worlds.clear()
    void noting(connection.run('BEGIN ISOLATION LEVEL READ COMMITTED'))
    if (worlds.length === 0) return
    const shape = wholeRow(tables.get('World') ?? unknown())
    const places = worlds.map((_, place) => `$${place + 1}`).join(', ')
    const text = `SELECT ${shape.columns} ${shape.from} WHERE "id" IN (${places}) ORDER BY "id" FOR NO KEY UPDATE${claims ? ' SKIP LOCKED' : ''}`
    const locked = noting(connection.run(text, worlds.toSorted())).then(({ rows }) => rows.map(shape.ofTexts))
    for (const id of worlds) {
      const row = locked.then(found => found.find(one => Reflect.get(one, 'id') === id) ?? null)
      row.catch(() => undefined)
      trace.worlds.set(`id ${id}`, row)
    }
  }
  return { ...connection, trace, begin, within: turnsOn(clientOn(run, trace.worlds)) }
}
