import type { Connection, RunText } from './connection.ts'
import { ConnectionLostError } from './faults.ts'

type Slot = { opening: Promise<Connection> | undefined; opened: Connection | undefined }

/**
 * Reads of all calls share some connections, on which they follow each other without waiting. Those of one turn of the event loop go to the one that has least
 * to do, so that they leave in one write. What a lost connection has not answered is read again once.
 */
export function createReaders(open: () => Promise<Connection>, most: number) {
  const slots: Slot[] = Array.from({ length: most }, () => ({ opening: undefined, opened: undefined }))
  let ofTurn: Connection | undefined

  /** The one of this turn, or else the one that has least to do; none while all are being opened. */
  function ready(): Connection | undefined {
    if (ofTurn !== undefined && !ofTurn.isLost()) return ofTurn
    if (ofTurn === undefined) setImmediate(() => (ofTurn = undefined))
    ofTurn = undefined
    for (const slot of slots) {
      if (slot.opened?.isLost() === true) {
        void slot.opened.close()
        slot.opened = undefined
      }
      if (slot.opened === undefined) openSlot(slot).catch(() => undefined)
      else if (ofTurn === undefined || slot.opened.open() < ofTurn.open()) ofTurn = slot.opened
    }
    return ofTurn
  }

  function openSlot(slot: Slot): Promise<Connection> {
    slot.opening ??= open()
      .then(opened => {
        slot.opened = opened
        return opened
      })
      .finally(() => {
        slot.opening = undefined
      })
    return slot.opening
  }

  const attempt: RunText = (text, values) => {
    const connection = ready()
    return connection === undefined ? anyOpened().then(one => one.run(text, values)) : connection.run(text, values)
  }

  // The first that is open, or the reason why none is.
  const anyOpened = () =>
    Promise.any(slots.map(openSlot)).catch(error => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })

  const run: RunText = (text, values) =>
    attempt(text, values).catch(error => {
      if (!(error instanceof ConnectionLostError)) throw error
      return attempt(text, values)
    })

  return {
    run,
    close: async () => {
      await Promise.allSettled(slots.map(({ opening }) => opening))
      await Promise.all(slots.map(({ opened }) => opened?.close()))
    },
  }
}
