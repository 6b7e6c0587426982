import type { CustomerListing } from '../../domain/customers.ts'
import { byRule, DomainError } from '../../domain/errors.ts'
import { readId } from '../../domain/ids.ts'
import type { PageArgs } from '../../domain/paging.ts'
import { groupBy } from '../../domain/texts.ts'
import type { Agreement, Customer } from '../../generated/client.ts'
import { insertMany } from '../../platform/store/bulk-writes.ts'
import type { Context } from '../context.ts'
import type { ChangeCustomer, CreateCustomer } from '../inputs/customers.ts'
import type { CustomerFilter } from '../inputs/filters.ts'
import { command } from './command.ts'
import { closeHoldings } from './ledger.ts'
import { condition, equal, type Listing, listWorld, rowsOf } from './lists.ts'
import { assertApproversLeft, assertNoUnfinishedPayments } from './payments/unfinished.ts'

/** Adds a customer; a private one gets its agreement at once ([I] Endpoints 4, D26). CONFLICT when the number is taken (D24). */
export function createCustomer(ctx: Context, input: CreateCustomer): Promise<Customer> {
  return command(ctx, async tx => {
    const { customerNumber } = input
    const taken = await tx.db.customer.findUnique({
      where: { worldId_customerNumber: { worldId: tx.world.id, customerNumber } },
    })
    if (taken !== null) {
      throw new DomainError(
        'CONFLICT',
        byRule.D24`There is already a customer with the number ${JSON.stringify(customerNumber)}: ${taken.id}.`,
        'customerNumber',
      )
    }
    const [worldId, createdAt] = [tx.world.id, tx.now]
    const { name, type } = input
    const customer = await tx.db.customer.create({
      data: {
        worldId,
        id: tx.newId('Customer'),
        psuId: tx.newId('PSU'),
        customerNumber,
        name,
        type,
        createdAt,
      } satisfies Customer,
    })
    if (type === 'PRIVATE') {
      await tx.db.agreement.create({
        data: {
          worldId,
          id: tx.newId('Agreement'),
          ownerId: customer.id,
          name,
          automatic: true,
          createdAt,
        } satisfies Agreement,
      })
    }
    return customer
  })
}

/**
 * Adds many customers, all or nothing: faults are reported together, each with its place. The number of statements does not grow with that of the
 * customers (D74).
 */
export function createCustomers(ctx: Context, inputs: readonly CreateCustomer[]): Promise<Customer[]> {
  return command(ctx, async tx => {
    const [worldId, createdAt] = [tx.world.id, tx.now]
    const numbers = inputs.map(({ customerNumber }) => customerNumber)
    const taken = await tx.db.customer.findMany({ where: { worldId, customerNumber: { in: numbers } } })
    const holders = new Map(taken.map(({ customerNumber, id }) => [customerNumber, `the customer ${id}`]))
    const faults = inputs.flatMap(({ customerNumber }, place) => {
      const holder = holders.get(customerNumber)
      holders.set(customerNumber, holder ?? `inputs[${place}]`)
      const path = `inputs[${place}].customerNumber`
      return holder === undefined ? [] : [{ path, ...byRule.D24`is already the number of ${holder}.` }]
    })
    if (faults.length > 0) throw new DomainError('CONFLICT', faults)
    const [customers, agreements]: [Customer[], Agreement[]] = [[], []]
    for (const { customerNumber, name, type } of inputs) {
      const [id, psuId] = [tx.newId('Customer'), tx.newId('PSU')]
      customers.push({ worldId, id, psuId, customerNumber, name, type, createdAt })
      if (type === 'PRIVATE')
        agreements.push({ worldId, id: tx.newId('Agreement'), ownerId: id, name, automatic: true, createdAt })
    }
    await insertMany(tx.db, 'Customer', customers)
    await insertMany(tx.db, 'Agreement', agreements)
    return customers
  })
}

/** Changes the name of a customer, and with it that of a private one's automatic agreement (D26). */
export function changeCustomer(ctx: Context, id: string, { name }: ChangeCustomer): Promise<Customer> {
  return command(ctx, async tx => {
    const customer = await tx.load.customer(id)
    const worldId = tx.world.id
    await tx.db.agreement.updateMany({ where: { worldId, ownerId: customer.id, automatic: true }, data: { name } })
    return tx.db.customer.update({ where: { worldId_id: { worldId, id: customer.id } }, data: { name } })
  })
}

/** The customer with the number that PSU-ID carries. RESOURCE_UNKNOWN when the world does not have it. */
export async function findCustomerOfPsu(ctx: Context, psuId: string): Promise<Customer> {
  const { db, world } = ctx
  const found = await db.customer.findUnique({ where: { worldId_psuId: { worldId: world.id, psuId: readId(psuId) } } })
  return found ?? ctx.load.customer(psuId)
}

/** One customer with everything that belongs to it. RESOURCE_UNKNOWN when the world does not have it. */
export async function getCustomer(ctx: Context, id: string): Promise<CustomerListing> {
  const customer = await ctx.load.customer(id)
  const [listing] = await listingsOf(ctx, [customer], { withAccounts: true, withAgreements: true })
  return listing ?? { customer, agreements: [], accountIds: [], cardAccountIds: [] }
}

/** All customers of the world, oldest first. Leaving accounts and agreements out is faster ([I] Endpoints 5). */
export async function listCustomers(
  ctx: Context,
  parts: { withAccounts: boolean; withAgreements: boolean },
): Promise<CustomerListing[]> {
  const customers = await ctx.db.customer.findMany({ where: { worldId: ctx.world.id }, orderBy: { id: 'asc' } })
  return listingsOf(ctx, customers, parts)
}

/** Deletes a customer and what it owns: agreements, accounts, card accounts and their transactions (D29). */
export function deleteCustomer(ctx: Context, id: string): Promise<Customer> {
  return command(ctx, async tx => {
    const [owned, mine] = [
      { worldId: tx.world.id, ownerId: id },
      { worldId: tx.world.id, customerId: id },
    ]
    const [customer, accounts, cardAccounts, engagements] = await Promise.all([
      tx.load.customer(id),
      tx.db.account.findMany({ where: owned }),
      tx.db.cardAccount.findMany({ where: owned }),
      tx.db.engagement.findMany({ where: mine }),
    ])
    await assertNoUnfinishedPayments(
      tx,
      accounts.map(account => account.id),
    )
    await assertApproversLeft(tx, engagements)
    await closeHoldings(tx, { accounts, cardAccounts })
    await tx.db.customer.delete({ where: { worldId_id: { worldId: tx.world.id, id } } })
    return customer
  })
}

async function listingsOf(
  ctx: Context,
  customers: readonly Customer[],
  parts: { withAccounts: boolean; withAgreements: boolean },
): Promise<CustomerListing[]> {
  const worldId = ctx.world.id
  const one = customers.length === 1 ? customers[0] : undefined
  const mine = one === undefined ? { worldId } : { worldId, ownerId: one.id }
  const oldestFirst = { id: 'asc' } as const
  const ids = { id: true, ownerId: true } as const
  const readAgreements = async () => {
    const agreements = await ctx.db.agreement.findMany({ where: mine, orderBy: oldestFirst })
    const within = one === undefined ? {} : { agreementId: { in: agreements.map(({ id }) => id) } }
    const engagements = await ctx.db.engagement.findMany({
      where: { worldId, ...within },
      select: { id: true, agreementId: true },
      orderBy: oldestFirst,
    })
    return { agreements, engagements }
  }
  const [{ agreements, engagements }, accounts, cardAccounts] = await Promise.all([
    parts.withAgreements ? readAgreements() : { agreements: [], engagements: [] },
    parts.withAccounts ? ctx.db.account.findMany({ where: mine, select: ids, orderBy: oldestFirst }) : [],
    parts.withAccounts ? ctx.db.cardAccount.findMany({ where: mine, select: ids, orderBy: oldestFirst }) : [],
  ])
  const engagementIds = groupIds(engagements, row => row.agreementId)
  const agreementsOf = groupBy(agreements, row => row.ownerId)
  const accountIds = groupIds(accounts, row => row.ownerId)
  const cardAccountIds = groupIds(cardAccounts, row => row.ownerId)
  return customers.map(customer => ({
    customer,
    agreements: parts.withAgreements
      ? (agreementsOf.get(customer.id) ?? []).map(agreement => ({
          agreement,
          engagementIds: engagementIds.get(agreement.id) ?? [],
        }))
      : undefined,
    accountIds: parts.withAccounts ? (accountIds.get(customer.id) ?? []) : undefined,
    cardAccountIds: parts.withAccounts ? (cardAccountIds.get(customer.id) ?? []) : undefined,
  }))
}

function groupIds<Row extends { id: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, string[]> {
  return new Map([...groupBy(rows, keyOf)].map(([key, group]) => [key, group.map(row => row.id)]))
}

/** All customers that pass a filter, oldest first. */
export function pageOfCustomers(
  ctx: Context,
  args: PageArgs,
  filter?: CustomerFilter | null,
): Promise<Listing<Customer>> {
  const conditions = [
    ...equal('type', filter?.type),
    ...equal('customerNumber', filter?.customerNumber),
    ...condition('name', 'contains', filter?.nameContains),
  ]
  return listWorld(ctx, 'Customer', args, conditions, ids => ctx.db.customer.findMany(rowsOf(ctx, ids)))
}

/** The customers who can log in on the bank's pages: people, not corporations. */
export type Login = Pick<Customer, 'customerNumber' | 'name'>

/** The first people of a world, as many as fit on a page; or `only` one customer, when a TPP named it. */
export function listLogins(ctx: Context, only: string | null = null): Promise<Login[]> {
  return ctx.db.customer.findMany({
    where: { worldId: ctx.world.id, ...(only === null ? { type: 'PRIVATE' } : { id: only }) },
    select: { customerNumber: true, name: true },
    orderBy: { id: 'asc' },
    take: LOGINS,
  })
}
const LOGINS = 8
