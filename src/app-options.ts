import type { Deps } from './context.ts'
import type { Certify } from './domain/tpps.ts'
import type { Operator } from './http/operator-access.ts'
import type { Security } from './rest/checks.ts'

/** What the doors of a bank are made from. */
export type AppOptions = {
  readonly deps: Deps
  readonly security: Security
  /** The sandbox's own certificate authority, at the operator's door. */
  readonly certify: Certify
  readonly operator: Operator
  /** Told of every fault that is ours or the disk's, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}
