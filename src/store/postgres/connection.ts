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
  readonly close: () => Promise<void>
}

/**
 * A process that died leaves nothing locked for longer (D125); what is acknowledged has reached the disk (D123). Each read and each check of a reference has an
 * index. PostgreSQL goes through a table of a few rows instead, and a connection keeps that plan while thousands come in: a copied world then took three times as
 * long. What is dear for having no index is small, and not worth compiling.
 */
const SETTINGS = [
  "idle_in_transaction_session_timeout = '30s'",
  'synchronous_commit = on',
  "TimeZone = 'UTC'",
  'enable_seqscan = off',
  'jit = off',
]

/** Opens a connection. `settings` are its own, besides those of all. */
export async function connect(url: string, settings: readonly string[] = []): Promise<Connection> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    application_name: `sandbank ${process.pid}`,
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
  let open = 0
  const run: RunText = (text, values = []) => {
    if (!isHeld) {
      isHeld = true
      socket.cork()
      setImmediate(letGo)
    }
    open += 1
    return new Promise((resolve, reject) => {
      const answered = (answer: Answer) => {
        open -= 1
        resolve(answer)
      }
      const failed = (error: Error) => {
        open -= 1
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

  try {
    await client.connect()
    await script([...SETTINGS, ...settings].map(setting => `SET ${setting}`).join(';'))
  } catch (error) {
    client.end().catch(() => undefined)
    throw faultOf(error, lose)
  }
  return {
    run,
    script,
    isLost: () => lost,
    untilLost,
    open: () => open,
    close: () => client.end().catch(() => undefined),
  }
}
