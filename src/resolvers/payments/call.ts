import type { PsuClaim } from '../psus.ts'

/** What a call says besides its body. */
export type PaymentCall = PsuClaim & {
  readonly redirectUri: string
  readonly redirectPreferred: boolean
  readonly allowLogicalDuplicate?: boolean | undefined
}
