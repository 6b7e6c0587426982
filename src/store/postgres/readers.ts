import type { Connection, RunText } from './connection.ts'
import { ConnectionLostError } from './faults.ts'

/** Reads of all calls share some connections, on which they follow each other without waiting. What a lost connection has not answered is read again once. */
export function createReaders(open: () => Promise<Connection>, most: number) {
  const slots: { opened: Promise<Connection> | undefined; used: Connection | undefined }[] = Array.from(
    { length: most },
    () => ({ opened: undefined, used: undefined }),
  )
  let turn = 0

  async function next(): Promise<Connection> {
    turn = (turn + 1) % most
    const slot = slots[turn]
    if (slot === undefined) return open()
    if (slot.used?.isLost() === true) {
      void slot.used.close()
      slot.opened = undefined
    }
    if (slot.opened === undefined) {
      const opening = open()
      slot.opened = opening
      slot.used = undefined
      opening.catch(() => {
        if (slot.opened === opening) slot.opened = undefined
      })
    }
    slot.used = await slot.opened
    return slot.used
  }

  const run: RunText = async (text, values) => {
    try {
      return await (await next()).run(text, values)
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error
      return (await next()).run(text, values)
    }
  }

  return {
    run,
    close: async () => {
      for (const { opened } of slots)
        await opened?.then(
          connection => connection.close(),
          () => undefined,
        )
    },
  }
}
