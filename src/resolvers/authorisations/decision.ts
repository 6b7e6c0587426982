import type { Outcome } from '../../domain/authorisations.ts'
import type { Authorisation, Customer, PsuContext } from '../../generated/client.ts'
import type { Offer } from '../consents/offers.ts'

/** What the PSU says on the bank's page (D33). */
export type Decision = {
  /** Who decides; to reject needs it too. */
  readonly customerNumber?: string | undefined
  readonly context?: PsuContext | undefined
  readonly agreementId?: string | undefined
  /** Ids of accounts and card accounts to open; all that are offered when not given. */
  readonly accountIds?: readonly string[] | undefined
  readonly outcome: Outcome
}

export type Approval = {
  readonly authorisation: Authorisation
  readonly customer: Customer
  readonly offer: Offer
  readonly decision: Decision
}
