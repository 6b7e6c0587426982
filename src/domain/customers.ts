import type { Agreement, Customer } from '../generated/client.ts'

/** A customer with the ids that lists show; undefined where the query leaves them out. */
export type CustomerListing = {
  readonly customer: Customer
  readonly agreements:
    | readonly { readonly agreement: Agreement; readonly engagementIds: readonly string[] }[]
    | undefined
  readonly accountIds: readonly string[] | undefined
  readonly cardAccountIds: readonly string[] | undefined
}

/** The new contents of a world, and the name of the snapshot with its old contents, if other TPPs lost something. */
export type FreshWorld = { readonly customers: readonly CustomerListing[]; readonly before: string | undefined }
