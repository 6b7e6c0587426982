import { startFault } from '../errors.ts'
import type { OnQuery } from '../queries/engine.ts'
import { type Connection, openReader, openWriter } from './adapter.ts'
import { filesOf } from './files.ts'
import { markInUse } from './prepare.ts'
import { openWitness, readWitness, type Witness } from './witness.ts'

export type Connections = {
  readonly writer: Connection
  readonly reader: Connection
  readonly witness: Witness
  /** The machine time that was shown last before this start, if the witness of the log records one. */
  readonly seen: Date | undefined
}

/** Opens a store's two connections and its witness, and marks it as in use. Throws an Error with the file and the reason when one cannot be used. */
export async function openConnections(path: string, shared: boolean, onQuery?: OnQuery): Promise<Connections> {
  try {
    const writer = await openWriter(path, onQuery)
    requireDurability(writer.database)
    const reader = await openReader(path, onQuery)
    const seen = readWitness(filesOf(path).witness)?.seen
    const witness = openWitness(filesOf(path).witness)
    // The log is new: nothing in it was acknowledged yet.
    if (!shared) witness.claimNothing()
    markInUse(writer.database)
    return { writer, reader, witness, seen }
  } catch (error) {
    throw startFault(`Cannot open the store ${path}`, error)
  }
}

function requireDurability(database: Connection['database']): void {
  const wanted = { journal_mode: 'wal', synchronous: 1, foreign_keys: 1 }
  for (const [pragma, value] of Object.entries(wanted)) {
    const found = database.pragma(pragma)
    if (found === value) continue
    database.close()
    throw new Error(
      `SQLite answers ${pragma}=${found} where ${value} is needed. Is it on a network or memory file system?`,
    )
  }
}
