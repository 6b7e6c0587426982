import DataLoader from 'dataloader'
import { countPerWorld, type WorldTable } from '../counts.ts'
import type { Loading } from './loading.ts'

/** The kinds of rows that are counted for a world. */
const KINDS = {
  customers: 'Customer',
  agreements: 'Agreement',
  engagements: 'Engagement',
  accounts: 'Account',
  transactions: 'Transaction',
  cardAccounts: 'CardAccount',
  cardTransactions: 'CardTransaction',
  consents: 'Consent',
  payments: 'Payment',
  bookings: 'Booking',
} as const
export type Kind = keyof typeof KINDS

export function worldLoaders({ db, keep }: Loading) {
  const inWorlds: DataLoader<WorldTable, number, string> = keep(
    new DataLoader(keys => countPerWorld(db, keys), { cacheKeyFn: ({ table, worldId }) => `${table} ${worldId}` }),
  )
  return {
    /** How many rows of a kind a world has; the one lookup that leaves the request's own world. */
    rowsInWorld: (kind: Kind, worldId: string): Promise<number> => inWorlds.load({ table: KINDS[kind], worldId }),
  }
}
