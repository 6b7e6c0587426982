import type { ServedApp } from '../api/server.ts'
import type { Deps } from '../bank/context.ts'
import type { WorldContent } from '../domain/worlds.ts'
import type { Config } from '../platform/config.ts'
import type { Operator } from '../platform/http/operator-access.ts'

/** Opens a bank in this process: the edge hands this function in, since it knows all wings. */
export type OpenOwnBank = (options: {
  readonly config: Config
  /** Who may use the operator's door (D70). */
  readonly operator: Operator
  /** Receives every fault that is ours. */
  readonly report: (error: unknown) => void
  /** Called once when the store's files are no longer those that were opened. */
  readonly onLost: (error: Error) => void
  /** The content of its world `default`; the standard set when absent. */
  readonly content?: WorldContent
}) => Promise<{ readonly app: Required<ServedApp>; readonly deps: Deps; close(): Promise<void> }>
