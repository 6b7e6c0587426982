import { StoreBusyError, StoreUnavailableError } from '../../platform/store/errors.ts'
import type { JournalEngine } from './engine.ts'

/** While calls cannot be written. */
type Outage = { fault: StoreUnavailableError; readonly since: number; isReported: boolean }

/** Remembers why calls cannot be written now, and reports it once; and a damage of the file, which stays. */
export function createOutages(
  engine: Pick<JournalEngine, 'name' | 'faultOf'>,
  patienceMs: number,
  onFault: ((error: unknown) => void) | undefined,
) {
  let outage: Outage | undefined
  let damage: StoreUnavailableError | undefined
  return {
    faultOf: (error: unknown): StoreUnavailableError | undefined => {
      const fault = engine.faultOf(error)
      if (fault?.code?.startsWith('SQLITE_CORRUPT') === true) damage ??= fault
      return fault
    },
    isNow: () => outage !== undefined,
    end: (): void => {
      outage = undefined
    },
    /** A write has failed, and will be tried again. */
    note: (fault: StoreUnavailableError): void => {
      const now = performance.now()
      outage ??= { fault, since: now, isReported: false }
      outage.fault = fault
      // Another server usually unlocks the file at once.
      if (outage.isReported || (fault instanceof StoreBusyError && now - outage.since <= patienceMs)) return
      outage.isReported = true
      onFault?.(
        new StoreUnavailableError(
          `The journal cannot be written: ${fault.message} Calls are answered all the same; they wait for it, and it is tried again each second.`,
          fault.publicText,
          { cause: fault, file: engine.name, code: fault.code },
        ),
      )
    },
    /** The damage, or the outage that was reported, in words. */
    text: (): string | undefined => {
      const fault = damage ?? (outage?.isReported === true ? outage.fault : undefined)
      return fault === undefined ? undefined : `${engine.name}: ${fault.message}`
    },
  }
}
