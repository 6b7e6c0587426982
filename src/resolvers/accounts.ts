import type { Context } from '../context.ts'
import { normaliseIban } from '../domain/account-numbers.ts'
import { setBalances } from '../domain/accounts.ts'
import { NO_LIMIT, ROLES } from '../domain/engagements.ts'
import { byRule, DomainError, type Fault, unknownInWorld } from '../domain/errors.ts'
import type { PageArgs } from '../domain/paging.ts'
import type { Account, CardAccount, Customer } from '../generated/client.ts'
import type { ChangeBalances, CreateAccount, CreateCardAccount } from '../inputs/accounts.ts'
import type { AccountFilter, CardAccountFilter } from '../inputs/filters.ts'
import { command } from './command.ts'
import { addEngagement } from './engagements.ts'
import { bookAgainstClearing, closeHoldings } from './ledger.ts'
import { equal, idOfCustomer, type Listing, listWorld, rowsOf } from './lists.ts'
import { assertNoUnfinishedPayments } from './payments/unfinished.ts'
import { namedInBody } from './references.ts'

export type AccountListing = { readonly account: Account; readonly owner: Customer }

/** Adds an account. A private owner's joins its agreement at once, with all roles and no limit ([I] Endpoints 6, D26). */
export function createAccount(ctx: Context, input: CreateAccount): Promise<AccountListing> {
  return command(ctx, async tx => {
    const { customerNumber, accountName, balances, ...fields } = input
    const owner = await namedInBody(tx.load.customerByNumber(customerNumber), 'customerNumber')
    const opening = setBalances(balances, input.currency, undefined)
    await assertNumbersFree(tx, input)
    const key = { worldId: tx.world.id, createdAt: tx.now }
    const account = await tx.db.account.create({
      data: { ...key, id: tx.newId('Account'), ownerId: owner.id, name: accountName, ...fields, ...opening },
    })
    await bookAgainstClearing(tx, account, account.bookedMinor, 'OPENING_BALANCE')
    if (owner.type === 'PRIVATE') await openToOwner(tx, account, owner)
    return { account, owner }
  })
}

/** One account. RESOURCE_UNKNOWN when the world does not have it. */
export async function getAccount(ctx: Context, id: string): Promise<AccountListing> {
  const where = { worldId_id: { worldId: ctx.world.id, id } }
  const account = await ctx.db.account.findUnique({ where, include: { owner: true } })
  if (account === null) throw unknownInWorld('account', id)
  return { account, owner: account.owner }
}

/** One account by exactly one of its names; spaces in an iban do not count (D23). Refuses as `findCustomer`. */
export function findAccount(
  ctx: Context,
  key: { id?: string | null | undefined; iban?: string | null | undefined },
): Promise<Account> {
  if (key.id != null && key.iban == null) return ctx.load.account(key.id)
  if (key.iban != null && key.id == null) return ctx.load.accountByIban(normaliseIban(key.iban))
  throw new DomainError('FORMAT_ERROR', 'Name the account by id or by iban, exactly one of them.', 'id')
}

/** All accounts of the world, oldest first. */
export async function listAccounts(ctx: Context): Promise<AccountListing[]> {
  const rows = await ctx.db.account.findMany({
    where: { worldId: ctx.world.id },
    include: { owner: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ owner, ...account }) => ({ account, owner }))
}

/** Sets an account's balances; the difference is booked against clearing. */
export function changeBalances(ctx: Context, id: string, input: ChangeBalances): Promise<AccountListing> {
  return command(ctx, async tx => {
    const before = await tx.load.account(id)
    const data = setBalances(input.balances, before.currency, before)
    await bookAgainstClearing(tx, before, data.bookedMinor - before.bookedMinor, 'BALANCE_SET')
    const account = await tx.db.account.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data })
    return { account, owner: await tx.load.customer(account.ownerId) }
  })
}

/** Deletes an account with its transactions and engagements; what is left on it goes to clearing. CONFLICT while a payment from it is unfinished (D29). */
export function deleteAccount(ctx: Context, id: string): Promise<Account> {
  return command(ctx, async tx => {
    const account = await tx.load.account(id)
    await assertNoUnfinishedPayments(tx, [id])
    await closeHoldings(tx, { accounts: [account] })
    await tx.db.account.delete({ where: { worldId_id: { worldId: tx.world.id, id } } })
    return account
  })
}

// D24: in one world no two accounts share a number. Both faults are reported together.
async function assertNumbersFree(tx: Context, { iban, bban }: { iban: string; bban: string }): Promise<void> {
  const taken = await tx.db.account.findMany({ where: { worldId: tx.world.id, OR: [{ iban }, { bban }] } })
  const faults: Fault[] = taken.flatMap(account => [
    ...(account.iban === iban
      ? [{ path: 'iban', ...byRule.D24`is already the iban of the account ${account.id}.` }]
      : []),
    ...(account.bban === bban
      ? [{ path: 'bban', ...byRule.D24`is already the bban of the account ${account.id}.` }]
      : []),
  ])
  if (faults.length > 0) throw new DomainError('CONFLICT', faults)
}

async function openToOwner(tx: Context, account: Account, owner: Customer): Promise<void> {
  const where = { worldId: tx.world.id, ownerId: owner.id, automatic: true }
  const agreement = await tx.db.agreement.findFirstOrThrow({ where })
  const rights = { roles: [...ROLES], registerLimit: NO_LIMIT, approvalLimit: NO_LIMIT }
  await addEngagement(tx, agreement, { customer: owner, account }, rights)
}

/** All accounts that a filter leaves, oldest first. */
export async function pageOfAccounts(
  ctx: Context,
  args: PageArgs,
  filter?: AccountFilter | null,
): Promise<Listing<Account>> {
  const { iban, bban, currency } = filter ?? {}
  const conditions = [
    ...equal('iban', iban),
    ...equal('bban', bban),
    ...equal('currency', currency),
    ...equal('ownerId', await idOfCustomer(ctx, filter)),
  ]
  return listWorld(ctx, 'Account', args, conditions, ids => ctx.db.account.findMany(rowsOf(ctx, ids)))
}

/** Lets an account take only payments with a KID, or any (D47). RESOURCE_UNKNOWN when the world does not have it. */
export function setKidDemand(ctx: Context, accountId: string, demanded: boolean): Promise<Account> {
  return command(ctx, async tx => {
    const { id } = await tx.load.account(accountId)
    return tx.db.account.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data: { demandsKid: demanded } })
  })
}

export type CardAccountListing = { readonly cardAccount: CardAccount; readonly owner: Customer }

/** Adds a card account. CONFLICT when the world already has its masked card number. */
export function createCardAccount(ctx: Context, input: CreateCardAccount): Promise<CardAccountListing> {
  return command(ctx, async tx => {
    const { customerNumber, accountName, balances, ...fields } = input
    const owner = await namedInBody(tx.load.customerByNumber(customerNumber), 'customerNumber')
    const opening = setBalances(balances, input.currency, undefined)
    const { maskedPan } = input
    const taken = await tx.db.cardAccount.findUnique({
      where: { worldId_maskedPan: { worldId: tx.world.id, maskedPan } },
    })
    if (taken !== null)
      throw new DomainError('CONFLICT', `is already the number of the card account ${taken.id}.`, 'maskedPan')
    const cardAccount = await tx.db.cardAccount.create({
      data: {
        worldId: tx.world.id,
        createdAt: tx.now,
        id: tx.newId('CardAccount'),
        ownerId: owner.id,
        name: accountName,
        ...fields,
        ...opening,
      },
    })
    await bookAgainstClearing(tx, cardAccount, cardAccount.bookedMinor, 'OPENING_BALANCE')
    return { cardAccount, owner }
  })
}

/** One card account. RESOURCE_UNKNOWN when the world does not have it. */
export async function getCardAccount(ctx: Context, id: string): Promise<CardAccountListing> {
  const cardAccount = await ctx.load.cardAccount(id)
  return { cardAccount, owner: await ctx.load.customer(cardAccount.ownerId) }
}

/** All card accounts of the world, oldest first. */
export async function listCardAccounts(ctx: Context): Promise<CardAccountListing[]> {
  const rows = await ctx.db.cardAccount.findMany({
    where: { worldId: ctx.world.id },
    include: { owner: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ owner, ...cardAccount }) => ({ cardAccount, owner }))
}

/** Sets a card account's balances; the difference is booked against clearing. */
export function changeCardBalances(ctx: Context, id: string, input: ChangeBalances): Promise<CardAccountListing> {
  return command(ctx, async tx => {
    const before = await tx.load.cardAccount(id)
    const data = setBalances(input.balances, before.currency, before)
    await bookAgainstClearing(tx, before, data.bookedMinor - before.bookedMinor, 'BALANCE_SET')
    const cardAccount = await tx.db.cardAccount.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data })
    return { cardAccount, owner: await tx.load.customer(cardAccount.ownerId) }
  })
}

/** Deletes a card account with its transactions; what is left on it goes to clearing. */
export function deleteCardAccount(ctx: Context, id: string): Promise<CardAccount> {
  return command(ctx, async tx => {
    const cardAccount = await tx.load.cardAccount(id)
    await closeHoldings(tx, { cardAccounts: [cardAccount] })
    await tx.db.cardAccount.delete({ where: { worldId_id: { worldId: tx.world.id, id } } })
    return cardAccount
  })
}

/** All card accounts that a filter leaves, oldest first. */
export async function pageOfCardAccounts(
  ctx: Context,
  args: PageArgs,
  filter?: CardAccountFilter | null,
): Promise<Listing<CardAccount>> {
  const conditions = [...equal('currency', filter?.currency), ...equal('ownerId', await idOfCustomer(ctx, filter))]
  return listWorld(ctx, 'CardAccount', args, conditions, ids => ctx.db.cardAccount.findMany(rowsOf(ctx, ids)))
}
