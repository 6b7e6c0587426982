import * as accountInformation from './account-information.ts'
import * as accounts from './accounts.ts'
import * as agreements from './agreements.ts'
import * as consents from './consents.ts'
import * as customers from './customers.ts'
import * as engagements from './engagements.ts'
import * as initialize from './initialize.ts'
import type { AnyOperation } from './operation.ts'
import * as payments from './payments.ts'
import * as signingBaskets from './signing-baskets.ts'
import * as tpps from './tpps.ts'
import * as transactions from './transactions.ts'

const NOUNS = [
  customers,
  initialize,
  agreements,
  engagements,
  accounts,
  transactions,
  consents,
  accountInformation,
  tpps,
  payments,
  signingBaskets,
] as const

/** Every operation of the bank: all exports of the files of this room. */
export const OPERATIONS: readonly AnyOperation[] = NOUNS.flatMap((noun): AnyOperation[] => Object.values(noun))

/** The names of all operations. What must know each of them says so by this type, and does not compile while one is missing: routes, twins, examples. */
export type OperationName = NameIn<(typeof NOUNS)[number]>
type NameIn<Noun> = Noun extends unknown
  ? Noun[keyof Noun] extends { readonly name: infer Name }
    ? Name
    : never
  : never
