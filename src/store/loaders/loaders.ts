import type { Tx } from '../transaction.ts'
import { accountLoaders } from './accounts.ts'
import { agreementLoaders } from './agreements.ts'
import { authorisationLoaders } from './authorisations.ts'
import { bookingLoaders } from './bookings.ts'
import { cardAccountLoaders } from './card-accounts.ts'
import { cardTransactionLoaders } from './card-transactions.ts'
import { consentLoaders } from './consents.ts'
import { customerLoaders } from './customers.ts'
import { engagementLoaders } from './engagements.ts'
import { type Loading, startLoading } from './loading.ts'
import { paymentLoaders } from './payments.ts'
import { signingBasketLoaders } from './signing-baskets.ts'
import { transactionLoaders } from './transactions.ts'
import { worldLoaders } from './worlds.ts'

const NOUNS = [
  customerLoaders,
  agreementLoaders,
  engagementLoaders,
  accountLoaders,
  cardAccountLoaders,
  transactionLoaders,
  cardTransactionLoaders,
  consentLoaders,
  authorisationLoaders,
  paymentLoaders,
  signingBasketLoaders,
  bookingLoaders,
  worldLoaders,
] as const

type OfNoun = (typeof NOUNS)[number]
type All<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never

/** What one request can look up in its world. */
export type Loaders = All<ReturnType<OfNoun>> & {
  /** Forgets what was read: after a command the rows may be others. */
  readonly clearAll: () => void
}

/** Those of a noun are made when one of them is asked for: most calls look up one thing, and some nothing. */
export function createLoaders(db: Tx, worldId: string): Loaders {
  let loading: Loading | undefined
  let made: Map<OfNoun, object> | undefined
  return new Proxy<Loaders>(Object.create(null), {
    get: (_, name) => {
      if (name === 'clearAll') return loading?.clearAll ?? NOTHING_TO_CLEAR
      const noun = NOUN_OF.get(name)
      if (noun === undefined) return undefined
      loading ??= startLoading(db, worldId)
      made ??= new Map()
      const own = made.get(noun) ?? noun(loading)
      made.set(noun, own)
      return Reflect.get(own, name)
    },
  })
}

const NOTHING_TO_CLEAR = () => undefined

/** Which noun a loader is of. */
const NOUN_OF: ReadonlyMap<string | symbol, OfNoun> = new Map(
  NOUNS.flatMap(noun => Object.keys(noun(startLoading(Object.create(null), ''))).map(name => [name, noun] as const)),
)
