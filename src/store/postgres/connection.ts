import { Socket } from 'node:net'
import pg from 'pg'
import type { Bound } from '../queries/values.ts'
import { faultOf } from './faults.ts'

/** What a statement answered: rows of texts as PostgreSQL writes them, which the shapes read. */
export type Answer = {
  readonly rows: unknown[][]
  readonly columns: readonly { readonly name: string; readonly dataTypeID: number }[]
  /** How many rows it changed. */
  readonly changes: number
  /** What PostgreSQL says that it did: a COMMIT may be a ROLLBACK. */
  readonly command: string
}

export type RunText = (text: string, values?: readonly Bound[]) => Promise<Answer>

/** A connection that sends what it is given without waiting for what it was given before. */
export type Connection = {
  readonly run: RunText
  /** Several statements at once, without values. */
  readonly script: (text: string) => Promise<void>
  /** It cannot be used any more. */
  readonly isLost: () => boolean
  readonly close: () => Promise<void>
}

// As texts: the shapes know what each column holds, and read nothing that nobody wants.
const AS_TEXT = { getTypeParser: () => (text: string) => text }

/** A text that names thousands of values is seldom the same again, and what is named is kept for as long as the connection. */
const LONGEST_NAMED = 20_000
const MOST_NAMED = 2_000

// There is nothing to plan in these.
const PLAIN = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (text.length > LONGEST_NAMED || PLAIN.test(text) || names.size >= MOST_NAMED) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

// PostgreSQL holds no U+0000. What is written has none, and what is looked for with one is not there, as with this in its place.
const NOWHERE = '\u{10ffff}\u{10fffe}'

function storable(value: Bound): Bound {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', NOWHERE) : value
}

// A process that died leaves nothing locked for longer (D125); what is told has reached the disk (D123).
const SETTINGS = ["idle_in_transaction_session_timeout = '30s'", 'synchronous_commit = on', "TimeZone = 'UTC'"]

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
  const lose = () => {
    lost = true
  }
  client.on('error', lose)
  client.on('end', lose)

  // What is sent in one turn goes out together: a third of what a statement costs is its own write.
  let isHeld = false
  const letGo = () => {
    isHeld = false
    socket.uncork()
  }
  const hold = () => {
    if (isHeld) return
    isHeld = true
    socket.cork()
    process.nextTick(letGo)
  }

  const run: RunText = async (text, values = []) => {
    hold()
    const name = nameOf(text)
    const query = {
      text,
      values: values.map(storable),
      rowMode: 'array' as const,
      types: AS_TEXT,
      ...(name === undefined ? {} : { name }),
    }
    try {
      const { rows, fields, rowCount, command } = await client.query<unknown[]>(query)
      return { rows, columns: fields, changes: rowCount ?? 0, command }
    } catch (error) {
      throw faultOf(error, lose)
    }
  }

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
    close: () => client.end().catch(() => undefined),
  }
}
