import { messageOf } from '../errors.ts'
import type { Connection } from './adapter.ts'
import type { createCommits } from './commits.ts'
import type { Connections } from './connections.ts'
import { atExit } from './exits.ts'
import type { watchFiles } from './files.ts'
import type { createLongLog } from './long-log.ts'
import type { Loss } from './loss.ts'
import type { PendingCommits } from './pending-commits.ts'
import { markClosed } from './prepare.ts'
import type { createStillReader } from './still-reader.ts'

type Parts = Pick<Connections, 'writer' | 'reader' | 'witness'> & {
  readonly files: ReturnType<typeof watchFiles>
  readonly loss: Loss
  readonly pending: PendingCommits
  readonly commits: ReturnType<typeof createCommits>
  readonly still: ReturnType<typeof createStillReader>
  readonly longLog: ReturnType<typeof createLongLog>
}

/** The function that closes a store, once: it waits for what has begun, and puts the log into the main file. A store that is lost keeps its files. */
export function createClosing(path: string, parts: Parts): () => Promise<void> {
  const { witness, loss } = parts
  const forgetExit = atExit(() => {
    if (loss.error() === undefined) witness.claimNothing()
    for (const { database } of inOrder(parts)) database.close()
  })
  let closed: Promise<void> | undefined
  return () => {
    forgetExit()
    closed ??= closeAll(path, parts)
    return closed
  }
}

/**
 * The connections in the order in which they close. SQLite lets the last one move the log into the main file and delete it, unless that one only
 * reads. After a failed sync nothing more may be written: the log stays, and the next start finds it. A log that was deleted or replaced is not
 * found any more, so SQLite may save what is in it.
 */
function inOrder({ writer, reader, loss, files }: Parts): readonly Connection[] {
  return loss.error() !== undefined && files.isLogInPlace() ? [writer, reader] : [reader, writer]
}

async function closeAll(path: string, parts: Parts): Promise<void> {
  const { writer, witness, files, loss, pending, commits, still, longLog } = parts
  loss.stopLooking()
  await commits.close()
  await still.close()
  await longLog.close()
  await pending.settled()
  let fault: unknown
  try {
    if (loss.error() === undefined) {
      witness.claimNothing()
      writer.database.pragma('wal_checkpoint(TRUNCATE)')
    }
  } catch (error) {
    fault = error
  }
  for (const connection of inOrder(parts)) await connection.close()
  files.close()
  witness.close()
  if (loss.error() === undefined && fault === undefined) await markClosed(path)
  if (fault !== undefined)
    throw new Error(
      `The log of the store could not be put into ${path}: ${messageOf(fault)}. Nothing is lost: the next start goes on from both files.`,
      { cause: fault },
    )
}
