import type { Context } from '../context.ts'
import { setBalances } from '../domain/accounts.ts'
import { DomainError } from '../domain/errors.ts'
import type { PageArgs } from '../domain/paging.ts'
import type { CardAccount, Customer } from '../generated/client.ts'
import type { ChangeBalances, CreateCardAccount } from '../inputs/accounts.ts'
import type { CardAccountFilter } from '../inputs/filters.ts'
import { command } from './command.ts'
import { bookAgainstClearing, closeHoldings } from './ledger.ts'
import { equal, type Listing, listChildren, listWorld, ofOwner, rowsOf } from './lists.ts'
import { namedInBody } from './references.ts'

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
        id: tx.newId(),
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
  const conditions = [...equal('currency', filter?.currency), ...(await ofOwner(ctx, filter))]
  return listWorld(ctx, 'CardAccount', args, conditions, ids => ctx.db.cardAccount.findMany(rowsOf(ctx, ids)))
}

/** The card accounts that a customer owns, oldest first. */
export function pageOfOwnCardAccounts(ctx: Context, owner: Customer, args: PageArgs): Promise<Listing<CardAccount>> {
  return listChildren(ctx.load.cardAccountsOfOwner, owner.id, args)
}
