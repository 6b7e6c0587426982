import { readBban } from '../../domain/account-numbers.ts'
import { setBalances } from '../../domain/accounts.ts'
import { NO_LIMIT, ROLES } from '../../domain/engagements.ts'
import { byRule, checkPart, DomainError, type Fault } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import type { PageArgs } from '../../domain/paging.ts'
import type { Account, Agreement, CardAccount, Customer } from '../../generated/client.ts'
import { insertMany } from '../../platform/store/bulk-writes.ts'
import type { Context } from '../context.ts'
import type { ChangeAccount, CreateAccount, CreateCardAccount } from '../inputs/accounts.ts'
import type { AccountFilter, CardAccountFilter } from '../inputs/filters.ts'
import { command } from './command.ts'
import { addEngagement, engagementRow } from './engagements.ts'
import type { Holding } from './holders.ts'
import { bookAgainstClearing, bookingAgainstClearing } from './ledger.ts'
import { equal, idOfCustomer, type Listing, listWorld, rowsOf } from './lists.ts'
import { allTogether, namedInBody } from './references.ts'

/** Adds an account. That of a private owner joins the owner's agreement at once, with all roles and no limit ([I] Endpoints 6, D26). */
export function createAccount(ctx: Context, input: CreateAccount): Promise<Holding<Account>> {
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
    return { holder: account, owner }
  })
}

/**
 * Adds many accounts, all or nothing: faults are reported together, each with its place. The number of statements does not grow with that of the
 * accounts (D74).
 */
export function createAccounts(ctx: Context, inputs: readonly CreateAccount[]): Promise<Account[]> {
  return command(ctx, async tx => {
    const found = inputs.map(async ({ customerNumber, currency, balances }, place) => {
      const owner = await namedInBody(tx.load.customerByNumber(customerNumber), `inputs[${place}].customerNumber`)
      let opening = { bookedMinor: 0n, expectedOffsetMinor: 0n }
      checkPart(`inputs[${place}]`, () => {
        opening = setBalances(balances, currency, undefined)
      })
      return { owner, opening }
    })
    const founds = await allTogether(found)
    await assertAllNumbersFree(tx, inputs)
    const openings = await automaticAgreements(
      tx,
      founds.map(({ owner }) => owner),
    )
    const rows = inputs.flatMap((input, place) => {
      const one = founds[place]
      return one === undefined ? [] : [bulkRows(tx, input, one, openings.get(one.owner.id))]
    })
    await insertMany(
      tx.db,
      'Account',
      rows.map(({ account }) => account),
    )
    await insertMany(
      tx.db,
      'Booking',
      rows.flatMap(({ booking }) => booking ?? []),
    )
    await insertMany(
      tx.db,
      'Engagement',
      rows.flatMap(({ engagement }) => engagement ?? []),
    )
    return rows.map(({ account }) => account)
  })
}

type Opening = { readonly owner: Customer; readonly opening: ReturnType<typeof setBalances> }

function bulkRows(tx: Context, input: CreateAccount, { owner, opening }: Opening, agreement: Agreement | undefined) {
  const { customerNumber: _owner, accountName: name, balances: _balances, ...fields } = input
  const account: Account = {
    worldId: tx.world.id,
    id: tx.newId('Account'),
    ownerId: owner.id,
    name,
    ...fields,
    ...opening,
    reservedMinor: 0n,
    demandsKid: false,
    createdAt: tx.now,
  }
  const changeMinor = account.bookedMinor
  return {
    account,
    booking: changeMinor === 0n ? undefined : bookingAgainstClearing(tx, account, changeMinor, 'OPENING_BALANCE'),
    engagement: agreement && engagementRow(tx, agreement, { customer: owner, account }, ALL_RIGHTS),
  }
}

const ALL_RIGHTS = { roles: [...ROLES], registerLimit: NO_LIMIT, approvalLimit: NO_LIMIT }

/** The agreements of private owners, by owner (D26). */
async function automaticAgreements(
  { db, world }: Context,
  owners: readonly Customer[],
): Promise<ReadonlyMap<string, Agreement>> {
  const ids = [...new Set(owners.flatMap(({ id, type }) => (type === 'PRIVATE' ? [id] : [])))]
  const rows = await db.agreement.findMany({ where: { worldId: world.id, ownerId: { in: ids }, automatic: true } })
  return new Map(rows.map(row => [row.ownerId, row]))
}

// D24: the numbers must also differ among the new accounts.
async function assertAllNumbersFree({ db, world }: Context, inputs: readonly CreateAccount[]): Promise<void> {
  const own = { worldId: world.id }
  const same = await db.account.findMany({ where: { ...own, iban: { in: inputs.map(({ iban }) => iban) } } })
  const sameBban = await db.account.findMany({ where: { ...own, bban: { in: inputs.map(({ bban }) => bban) } } })
  const holders = new Map<string, string>([
    ...same.map(({ id, iban }) => [`iban ${iban}`, `the account ${id}`] as const),
    ...sameBban.map(({ id, bban }) => [`bban ${bban}`, `the account ${id}`] as const),
  ])
  const faults = inputs.flatMap((input, place) =>
    NUMBERS.flatMap((field): Fault[] => {
      const number = `${field} ${input[field]}`
      const holder = holders.get(number)
      holders.set(number, holder ?? `inputs[${place}]`)
      const path = `inputs[${place}].${field}`
      return holder === undefined ? [] : [{ path, ...byRule.D24`is already the ${field} of ${holder}.` }]
    }),
  )
  if (faults.length > 0) throw new DomainError('CONFLICT', faults)
}

const NUMBERS = ['iban', 'bban'] as const

/** The account with a BBAN, with or without blanks and dots. RESOURCE_UNKNOWN when the world does not have it. */
export async function findAccountByBban(ctx: Context, bban: string): Promise<Account> {
  const { db, world } = ctx
  const stored = await storedBban(ctx, bban)
  const found = await db.account.findUnique({ where: { worldId_bban: { worldId: world.id, bban: stored } } })
  return found ?? ctx.load.account(bban)
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
  await addEngagement(tx, agreement, { customer: owner, account }, ALL_RIGHTS)
}

/** All accounts that pass a filter, oldest first. */
export async function pageOfAccounts(
  ctx: Context,
  args: PageArgs,
  filter?: AccountFilter | null,
): Promise<Listing<Account>> {
  const { iban, bban, currency } = filter ?? {}
  const conditions = [
    ...equal('iban', iban),
    ...equal('bban', bban === undefined ? undefined : await storedBban(ctx, bban)),
    ...equal('currency', currency),
    ...equal('ownerId', await idOfCustomer(ctx, filter)),
  ]
  return listWorld(ctx, 'Account', args, conditions, ids => ctx.db.account.findMany(rowsOf(ctx, ids)))
}

/** The bban of a row, by the number as it is written, else by its digits alone (D23). */
async function storedBban({ db, world }: Context, bban: string): Promise<string> {
  const asSent = await db.account.findUnique({ where: { worldId_bban: { worldId: world.id, bban } } })
  return asSent === null ? readBban(bban) : bban
}

/** Changes name, product or credit line of an account. Money that is booked or reserved stays as it is (D37). */
export function changeAccount(
  ctx: Context,
  accountId: string,
  { accountName, product, creditLine }: ChangeAccount,
): Promise<Account> {
  return command(ctx, async tx => {
    const { id } = await tx.load.account(accountId)
    const data = given({ name: accountName, product, creditLine })
    return tx.db.account.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data })
  })
}

/** Sets whether an account accepts only payments with a KID (D47). RESOURCE_UNKNOWN when the world does not have it. */
export function setKidDemand(ctx: Context, accountId: string, demanded: boolean): Promise<Account> {
  return command(ctx, async tx => {
    const { id } = await tx.load.account(accountId)
    return tx.db.account.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data: { demandsKid: demanded } })
  })
}

/** Adds a card account. CONFLICT when the world already has its masked card number. */
export function createCardAccount(ctx: Context, input: CreateCardAccount): Promise<Holding<CardAccount>> {
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
    return { holder: cardAccount, owner }
  })
}

/** All card accounts that pass a filter, oldest first. */
export async function pageOfCardAccounts(
  ctx: Context,
  args: PageArgs,
  filter?: CardAccountFilter | null,
): Promise<Listing<CardAccount>> {
  const conditions = [...equal('currency', filter?.currency), ...equal('ownerId', await idOfCustomer(ctx, filter))]
  return listWorld(ctx, 'CardAccount', args, conditions, ids => ctx.db.cardAccount.findMany(rowsOf(ctx, ids)))
}
