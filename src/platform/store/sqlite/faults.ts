import { basename } from 'node:path'
import type { StoreUnavailableError } from '../errors.ts'
import { hasRoom } from './room.ts'

/** Remembers the faults of the disk that calls met, for `/health`: a damaged file stays damaged, a full disk stays full until it has room again. */
export function createFaults(path: string) {
  let full: StoreUnavailableError | undefined
  let damage: StoreUnavailableError | undefined
  return {
    /** Receives each fault that a command met. */
    ofCommand: (fault: StoreUnavailableError): void => {
      if (/^SQLITE_(FULL|IOERR)/.test(fault.code ?? '')) full = fault
    },
    /** Receives each fault that a call met. */
    ofCall: (fault: StoreUnavailableError): void => {
      const isOurs = fault.file === undefined || fault.file === basename(path)
      if (isOurs && /^SQLITE_(CORRUPT|NOTADB)/.test(fault.code ?? '')) damage ??= fault
    },
    assertRoom: (): void => {
      if (full !== undefined && !hasRoom(path)) throw full
      full = undefined
    },
    assertUndamaged: (): void => {
      if (damage !== undefined) throw damage
    },
  }
}
