import { Socket } from 'node:net'
import pg from 'pg'
import type { Bound } from '../queries/values.ts'
import { faultOf, lostError } from './faults.ts'
import { type Answer, Sent } from './sent.ts'
import { watchSilence } from './silence.ts'

export type RunText = (text: string, values?: readonly Bound[]) => Promise<Answer>

/** A connection that sends each statement without waiting for the answers of those before. */
export type Connection = {
  readonly run: RunText
  /** Several statements at once, without values. */
  readonly script: (text: string) => Promise<void>
  readonly isLost: () => boolean
  /** Waits for work that may itself wait for an answer which a lost connection will never send. */
  readonly untilLost: <T>(running: Promise<T>) => Promise<T>
  /** How many statements are without an answer. */
  readonly open: () => number
  /** How many statements were answered. */
  readonly answered: () => number
  /** How long statements may be without any answer before the connection counts as lost (D127). */
  readonly patience: (ms: number) => void
  readonly close: () => Promise<void>
}

/** How long a connection may take to open (D127). */
const OPENING_MS = 4_000
const CLOSING_MS = 1_000

/**
 * The locks of a process that died end after this time (D125); acknowledged changes are on the disk (D123). Each read and each check of a reference
 * has an index. PostgreSQL scans a table of few rows instead, and a connection keeps that plan while thousands of rows are added: a copy of a world
 * then took three times as long. Statements that have no index for a good reason read little, and are not worth JIT compilation.
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

/** Settings of a connection that creates tables, or waits for another one that does. */
export const UNLIMITED = ['statement_timeout = 0', 'lock_timeout = 0']

/** Opens a connection. `settings` are added to the common settings; other servers see in its `mark` which server opened it. */
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

  // The statements of one turn of the event loop are sent together: the write to the socket is a third of a statement's cost.
  let isHeld = false
  const letGo = () => {
    isHeld = false
    socket.uncork()
  }
  const silence = watchSilence(url, socket)

  const run: RunText = (text, values = []) => {
    if (!isHeld) {
      isHeld = true
      socket.cork()
      setImmediate(letGo)
    }
    silence.sent()
    return new Promise((resolve, reject) => {
      const answered = (answer: Answer) => {
        silence.heard()
        resolve(answer)
      }
      const failed = (error: Error) => {
        silence.heard()
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
  silence.opened()
  const close = async () => {
    const closing = setTimeout(() => socket.destroy(), CLOSING_MS)
    await client.end().catch(() => undefined)
    clearTimeout(closing)
  }
  return {
    run,
    script,
    isLost: () => lost || silence.isDoubtful(),
    untilLost,
    open: silence.open,
    answered: silence.answered,
    patience: silence.patience,
    close,
  }
}
