import { setBalances } from '../../domain/accounts.ts'
import type { Account, CardAccount, CardTransaction, Customer, Transaction } from '../../generated/client.ts'
import type { Statement } from '../../platform/store/statement-slices.ts'
import type { Context } from '../context.ts'
import type { ChangeBalances } from '../inputs/accounts.ts'
import { command } from './command.ts'
import { bookAgainstClearing, closeHoldings } from './ledger.ts'
import { rowsOf } from './lists.ts'
import { assertNoUnfinishedPayments } from './payments/unfinished.ts'
import { type SliceQuery, type StatementSlice, sliceOfAccount, sliceOfCardAccount } from './statements.ts'

/** The table of differences between accounts and card accounts, for everything that can be done with either. */
export type HolderKind<Row, Line> = {
  readonly noun: 'account' | 'card account'
  /** Reads one of them. RESOURCE_UNKNOWN when the world does not have it. */
  readonly load: (ctx: Context, id: string) => Promise<Row>
  readonly withOwner: (ctx: Context, id: string) => Promise<RowWithOwner<Row> | null>
  readonly allWithOwners: (ctx: Context) => Promise<readonly RowWithOwner<Row>[]>
  /** Those that a consent opens, oldest first. */
  readonly ofConsent: (ctx: Context, consentId: string) => Promise<Row[]>
  readonly oneOfConsent: (ctx: Context, consentId: string, id: string) => Promise<Row | undefined>
  readonly statement: (ctx: Context, id: string, query: SliceQuery) => Promise<StatementSlice<Line>>
  /** The table of its lines, and those of them with these ids. */
  readonly lines: {
    readonly table: Statement['table']
    readonly find: (ctx: Context, ids: string[]) => Promise<Line[]>
  }
  readonly update: (tx: Context, id: string, data: ReturnType<typeof setBalances>) => Promise<Row>
  /** Deletes it with its lines. Throws when a rule forbids it. */
  readonly remove: (tx: Context, row: Row) => Promise<void>
}

type RowWithOwner<Row> = Row & { readonly owner: Customer }

/** An account or card account, and its owner. */
export type Holding<Row> = { readonly holder: Row; readonly owner: Customer }

const rowKey = ({ world }: Context, id: string) => ({ worldId_id: { worldId: world.id, id } })
const ALL_WITH_OWNERS = { include: { owner: true }, orderBy: { id: 'asc' as const } }

export const ACCOUNTS: HolderKind<Account, Transaction> = {
  noun: 'account',
  load: (ctx, id) => ctx.load.account(id),
  withOwner: (ctx, id) => ctx.db.account.findUnique({ where: rowKey(ctx, id), include: { owner: true } }),
  allWithOwners: ({ db, world }) => db.account.findMany({ where: { worldId: world.id }, ...ALL_WITH_OWNERS }),
  ofConsent: async (ctx, consentId) => (await ctx.load.accountsOfConsent(consentId)).map(({ account }) => account),
  oneOfConsent: async ({ db, world }, consentId, accountId) => {
    const key = { worldId: world.id, consentId, accountId }
    const where = { worldId_consentId_accountId: key }
    return (await db.consentAccount.findUnique({ where, include: { account: true } }))?.account
  },
  statement: sliceOfAccount,
  lines: { table: 'Transaction', find: (ctx, ids) => ctx.db.transaction.findMany(rowsOf(ctx, ids)) },
  update: (tx, id, data) => tx.db.account.update({ where: rowKey(tx, id), data }),
  remove: async (tx, account) => {
    await assertNoUnfinishedPayments(tx, [account.id])
    await closeHoldings(tx, { accounts: [account] })
    await tx.db.account.delete({ where: rowKey(tx, account.id) })
  },
}

export const CARD_ACCOUNTS: HolderKind<CardAccount, CardTransaction> = {
  noun: 'card account',
  load: (ctx, id) => ctx.load.cardAccount(id),
  withOwner: (ctx, id) => ctx.db.cardAccount.findUnique({ where: rowKey(ctx, id), include: { owner: true } }),
  allWithOwners: ({ db, world }) => db.cardAccount.findMany({ where: { worldId: world.id }, ...ALL_WITH_OWNERS }),
  ofConsent: async (ctx, consentId) =>
    (await ctx.load.cardAccountsOfConsent(consentId)).map(({ cardAccount }) => cardAccount),
  oneOfConsent: async ({ db, world }, consentId, cardAccountId) => {
    const key = { worldId: world.id, consentId, cardAccountId }
    const where = { worldId_consentId_cardAccountId: key }
    return (await db.consentCardAccount.findUnique({ where, include: { cardAccount: true } }))?.cardAccount
  },
  statement: sliceOfCardAccount,
  lines: { table: 'CardTransaction', find: (ctx, ids) => ctx.db.cardTransaction.findMany(rowsOf(ctx, ids)) },
  update: (tx, id, data) => tx.db.cardAccount.update({ where: rowKey(tx, id), data }),
  remove: async (tx, cardAccount) => {
    await closeHoldings(tx, { cardAccounts: [cardAccount] })
    await tx.db.cardAccount.delete({ where: rowKey(tx, cardAccount.id) })
  },
}

/** An account or card account. RESOURCE_UNKNOWN when the world does not have it. */
export async function getHolder<Row extends Account | CardAccount, Line>(
  { load, withOwner }: HolderKind<Row, Line>,
  ctx: Context,
  id: string,
): Promise<Holding<Row>> {
  const found = await withOwner(ctx, id)
  if (found !== null) return { holder: found, owner: found.owner }
  // This refuses, and says whether the id is another name of an account.
  const holder = await load(ctx, id)
  return { holder, owner: await ctx.load.customer(holder.ownerId) }
}

/** All accounts or card accounts of the world, oldest first. */
export async function listHolders<Row, Line>(kind: HolderKind<Row, Line>, ctx: Context): Promise<Holding<Row>[]> {
  return (await kind.allWithOwners(ctx)).map(holder => ({ holder, owner: holder.owner }))
}

/** Sets the balances; the difference is booked against clearing. */
export function changeBalances<Row extends Account | CardAccount, Line>(
  { load, update }: HolderKind<Row, Line>,
  ctx: Context,
  id: string,
  input: ChangeBalances,
): Promise<Holding<Row>> {
  return command(ctx, async tx => {
    const before = await load(tx, id)
    const data = setBalances(input.balances, before.currency, before)
    await bookAgainstClearing(tx, before, data.bookedMinor - before.bookedMinor, 'BALANCE_SET')
    const holder = await update(tx, id, data)
    return { holder, owner: await tx.load.customer(holder.ownerId) }
  })
}

/**
 * Deletes an account or card account with its transactions and engagements; the remaining balance goes to clearing. CONFLICT while a payment from it
 * is unfinished (D29).
 */
export function deleteHolder<Row, Line>(
  { load, remove }: HolderKind<Row, Line>,
  ctx: Context,
  id: string,
): Promise<Row> {
  return command(ctx, async tx => {
    const holder = await load(tx, id)
    await remove(tx, holder)
    return holder
  })
}
