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
import { startLoading } from './loading.ts'
import { paymentLoaders } from './payments.ts'
import { signingBasketLoaders } from './signing-baskets.ts'
import { transactionLoaders } from './transactions.ts'
import { worldLoaders } from './worlds.ts'

/** What one request can look up in its world. */
export type Loaders = ReturnType<typeof makeLoaders>

/** Made when the first is asked for: most calls look up one thing, and some nothing. */
export function createLoaders(db: Tx, worldId: string): Loaders {
  let made: Loaders | undefined
  return new Proxy<Loaders>(Object.create(null), {
    get: (_, name) => {
      if (name === 'clearAll' && made === undefined) return () => undefined
      made ??= makeLoaders(db, worldId)
      return Reflect.get(made, name)
    },
  })
}

function makeLoaders(db: Tx, worldId: string) {
  const loading = startLoading(db, worldId)
  return {
    ...customerLoaders(loading),
    ...agreementLoaders(loading),
    ...engagementLoaders(loading),
    ...accountLoaders(loading),
    ...cardAccountLoaders(loading),
    ...transactionLoaders(loading),
    ...cardTransactionLoaders(loading),
    ...consentLoaders(loading),
    ...authorisationLoaders(loading),
    ...paymentLoaders(loading),
    ...signingBasketLoaders(loading),
    ...bookingLoaders(loading),
    ...worldLoaders(loading),
    /** Forgets what was read: after a command the rows may be others. */
    clearAll: loading.clearAll,
  }
}
