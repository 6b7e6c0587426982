import { Socket } from 'node:net'
import pg from 'pg'
import type { Bound } from '../queries/values.ts'
import { faultOf, lostError } from './faults.ts'
import { type Answer, Sent } from './sent.ts'

export type RunText = (text: string, values?: readonly Bound[]) => Promise<Answer>

/** A connection that sends what it is given without waiting for what it was given before. */
export type Connection = {
  readonly run: RunText
  /** Several statements at once, without values. */
  readonly script: (text: string) => Promise<void>
  /** It cannot be used any more. */
  readonly isLost: () => boolean
  /** Waits for something that may itself wait for what a lost connection will not answer. */
  readonly untilLost: <T>(running: Promise<T>) => Promise<T>
  /** How many statements it has not answered. */
  readonly open: () => number
  /** How many it has answered. */
  readonly answered: () => number
  /** For how long it may leave statements without any answer before it counts as lost (D127). */
  readonly patience: (ms: number) => void
  readonly close: () => Promise<void>
}

/** How long one may take to be opened, and to say something of what it was sent (D127). PostgreSQL ends a statement, or its wait for a lock, before. */
const OPENING_MS = 4_000
export const SILENCE_MS = 9_000
const CLOSING_MS = 1_000

/**
 * A process that died leaves nothing locked for longer (D125); what is acknowledged has reached the disk (D123). Each read and each check of a reference has an
 * index. PostgreSQL goes through a table of a few rows instead, and a connection keeps that plan while thousands come in: a copied world then took three times as
 * long. What is dear for having no index is small, and not worth compiling.
 */
const SETTINGS = [
  "idle_in_transaction_session_timeout = '10s'",
  "statement_timeout = '8s'",
  "lock_timeout = '6s'",
  'tcp_keepalives_idle = 10',
  'tcp_keepalives_interval = 5',
  'tcp_keepalives_count = 3',
  'synchronous_commit = on',
  "TimeZone = 'UTC'",
  'enable_seqscan = off',
  'jit = off',
]

/** Since when a connection to a database was silent that was lost for it: an idle one that has heard nothing since then is not believed to be there. */
const silentSince = new Map<string, number>()

/** Of a connection that makes tables, or waits for another one that does. */
export const UNLIMITED = ['statement_timeout = 0', 'lock_timeout = 0']

/** Opens a connection. `settings` are its own, besides those of all; by its `mark` others of the database see what server has it. */
export async function connect(url: string, settings: readonly string[] = [], mark = ''): Promise<Connection> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `sandbank ${process.pid} ${mark}`.trimEnd(),
  })
  let lost = false
  let giveUp: (error: Error) => void = () => undefined
  const lose = () => {
    lost = true
  }
  const end = () => {
    lose()
    giveUp(lostError(undefined))
  }
  client.on('error', end)
  client.on('end', end)

  // The statements of one turn of the event loop go out together: a third of what a statement costs is its own write.
  let isHeld = false
  const letGo = () => {
    isHeld = false
    socket.uncork()
  }
  let [open, answers, heardAt, silenceMs] = [0, 0, 0, SILENCE_MS]
  let watching: NodeJS.Timeout | undefined
  const leftMs = () => heardAt + silenceMs - performance.now()
  const watch = () => {
    watching = setTimeout(look, leftMs()).unref()
  }
  const look = () => {
    watching = undefined
    if (open > 0 && leftMs() > 0) watch()
    // What came while this process was held up is read first.
    else if (open > 0) setImmediate(() => (open > 0 && leftMs() <= 0 ? drop() : open > 0 && watch()))
  }
  const drop = () => {
    silentSince.set(url, Math.max(heardAt, silentSince.get(url) ?? 0))
    socket.destroy(new Error(`it has not answered for ${silenceMs / 1000} s`))
  }
  const isDoubtful = () => open === 0 && heardAt < (silentSince.get(url) ?? 0)
  const hear = () => {
    open -= 1
    answers += 1
    heardAt = performance.now()
  }
  const run: RunText = (text, values = []) => {
    if (!isHeld) {
      isHeld = true
      socket.cork()
      setImmediate(letGo)
    }
    if (open === 0) heardAt = performance.now()
    open += 1
    if (watching === undefined) watch()
    return new Promise((resolve, reject) => {
      const answered = (answer: Answer) => {
        hear()
        resolve(answer)
      }
      const failed = (error: Error) => {
        hear()
        reject(faultOf(error, lose))
      }
      client.query(new Sent(text, values, answered, failed))
    })
  }

  const untilLost = <T>(running: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      giveUp = reject
      running.then(resolve, reject)
    })

  const script = async (text: string) => {
    await client.query(text).catch(error => {
      throw faultOf(error, lose)
    })
  }

  const opening = setTimeout(
    () => socket.destroy(new Error(`it has not answered within ${OPENING_MS / 1000} s`)),
    OPENING_MS,
  )
  try {
    await client.connect()
    await script([...SETTINGS, ...settings].map(setting => `SET ${setting}`).join(';'))
  } catch (error) {
    client.end().catch(() => undefined)
    throw faultOf(error, lose)
  } finally {
    clearTimeout(opening)
  }
  heardAt = performance.now()
  const patience = (ms: number) => {
    const isShorter = ms < silenceMs
    silenceMs = ms
    if (!isShorter || watching === undefined) return
    clearTimeout(watching)
    look()
  }
  const close = async () => {
    const closing = setTimeout(() => socket.destroy(), CLOSING_MS)
    await client.end().catch(() => undefined)
    clearTimeout(closing)
  }
  return {
    run,
    script,
    isLost: () => lost || isDoubtful(),
    untilLost,
    open: () => open,
    answered: () => answers,
    patience,
    close,
  }
}
