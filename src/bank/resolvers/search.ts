import { DomainError } from '../../domain/errors.ts'
import { findsWord } from '../../domain/texts.ts'
import type { Consent, Customer, Payment } from '../../generated/client.ts'
import { searched } from '../../platform/store/searched-texts.ts'
import { yieldTurn } from '../../platform/store/turns.ts'
import type { Context } from '../context.ts'
import { pageOfAccounts } from './accounts.ts'
import { findKeyed } from './keys.ts'
import { listChildren, rowsOf } from './lists.ts'
import { pageOfPayments, paymentsOfAmount } from './payments/list.ts'

/**
 * What a person searches for in a world: an id, key, number or amount exactly, by index; a name or message by the beginning of a word, among the
 * newest rows alone, since no index serves that (D74).
 */

/** Among how many of the newest rows a word is searched for. */
export const SEARCHED = 10_000
/** How many rows a search finds at most. */
export const MOST_FOUND = 500
const READ_AT_ONCE = 2_000

/** The payments that a text finds, newest first: by id, key, amount, number of account or customer, creditor or message. */
export async function findPayments(ctx: Context, text: string, most = MOST_FOUND): Promise<Payment[]> {
  const sought = searched(text)
  const [named, ofAmount, ofNumber, ofWord] = [
    await namedRow(ctx, 'Payment', sought, ctx.load.payment),
    await paymentsOf(ctx, sought, most),
    await ofNumberIn(ctx, sought, most),
    await paymentsOfWord(ctx, sought, most),
  ]
  return newestOf([...named, ...ofAmount, ...ofNumber, ...ofWord], most)
}

/** The customers that a text finds, newest first: by id, key, customer number, number of account, or name. */
export async function findCustomers(ctx: Context, text: string, most = MOST_FOUND): Promise<Customer[]> {
  const sought = searched(text)
  const where = { worldId: ctx.world.id, customerNumber: sought }
  const [named, numbered, owners, ofName] = [
    await namedRow(ctx, 'Customer', sought, ctx.load.customer),
    await ctx.db.customer.findMany({ where }),
    await Promise.all((await accountsOf(ctx, sought)).map(({ ownerId }) => ctx.load.customer(ownerId))),
    await customersOfWord(ctx, sought, most),
  ]
  return newestOf([...named, ...numbered, ...owners, ...ofName], most)
}

/** The consents that a text finds, newest first: by id, key, or by what finds their customers. */
export async function findConsents(ctx: Context, text: string, most = MOST_FOUND): Promise<Consent[]> {
  const found = await namedRow(ctx, 'Consent', searched(text), ctx.load.consent)
  const customers = await findCustomers(ctx, text, MOST_CUSTOMERS)
  const pages = await Promise.all(
    customers.map(({ id }) => listChildren(ctx.load.consentsOfCustomer, id, { last: MOST_OF_CUSTOMER })),
  )
  return newestOf([...found, ...pages.flatMap(({ rows }) => rows)], most)
}
const MOST_CUSTOMERS = 50
const MOST_OF_CUSTOMER = 25

function newestOf<Row extends { readonly id: string }>(rows: readonly Row[], most: number): Row[] {
  const all = [...new Map(rows.map(row => [row.id, row])).values()]
  return all.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most)
}

/** The row with this id or key. */
async function namedRow<Row>(ctx: Context, kind: string, sought: string, load: (id: string) => Promise<Row>) {
  const key = await findKeyed(ctx, sought)
  const id = key?.kind === kind ? key.id : ID.test(sought) ? sought.toLowerCase() : undefined
  return id === undefined ? [] : load(id).then(row => [row], noneIfUnknown)
}
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i

function noneIfUnknown(error: unknown): never[] {
  if (error instanceof DomainError) return []
  throw error
}

/** The accounts with this number. A number is looked for as it was written too: rows of 1.0.0 hold it so (D23). */
async function accountsOf(ctx: Context, sought: string) {
  const number = sought.replace(/[\s.]/g, '').toUpperCase()
  if (!/^[A-Z0-9]{5,34}$/.test(number)) return []
  const filter = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(number) ? { iban: number } : { bban: sought.trim() }
  return (await pageOfAccounts(ctx, { first: 20 }, filter)).rows
}

async function ofNumberIn(ctx: Context, sought: string, most: number): Promise<readonly Payment[]> {
  const accounts = await accountsOf(ctx, sought)
  const filters = [
    ...accounts.map(({ id }) => ({ accountId: id })),
    ...(/^\d{1,35}$/.test(sought) ? [{ customer: sought }] : []),
  ]
  const pages = await Promise.all(filters.map(filter => pageOfPayments(ctx, { last: most }, filter)))
  return pages.flatMap(({ rows }) => rows)
}

/** No amount of the bank has more digits before its decimal point. */
const MOST_DIGITS = 15

async function paymentsOf(ctx: Context, sought: string, most: number): Promise<Payment[]> {
  const [, whole, fraction = ''] = /^([\d\s]{1,20})(?:[.,](\d{1,2}))?(?:\s*[A-Z]{3})?$/.exec(sought) ?? []
  if (whole === undefined) return []
  const units = whole.replace(/\s/g, '')
  if (units === '' || units.length > MOST_DIGITS) return []
  // An amount of a currency without minor units is written without them.
  const minors = [`${units}${fraction.padEnd(2, '0')}`, ...(fraction === '' ? [units] : [])].map(BigInt)
  return paymentsOfAmount(ctx, minors, most)
}

async function paymentsOfWord(ctx: Context, sought: string, most: number): Promise<Payment[]> {
  const isFound = findsWord(sought)
  const ids = new Set<string>()
  await eachNewest(async (before, take) => {
    const rows = await ctx.db.paymentEntry.findMany({
      where: { worldId: ctx.world.id, ...before },
      select: { id: true, paymentId: true, creditorName: true, remittanceInformationUnstructured: true },
      orderBy: { id: 'desc' },
      take,
    })
    for (const { paymentId, creditorName, remittanceInformationUnstructured: message } of rows)
      if (isFound(creditorName) || (message !== null && isFound(message))) ids.add(paymentId)
    return ids.size < most ? rows : []
  })
  return ids.size === 0 ? [] : ctx.db.payment.findMany(rowsOf(ctx, [...ids].slice(0, most)))
}

async function customersOfWord(ctx: Context, sought: string, most: number): Promise<Customer[]> {
  const isFound = findsWord(sought)
  const found: Customer[] = []
  await eachNewest(async (before, take) => {
    const where = { worldId: ctx.world.id, ...before }
    const rows = await ctx.db.customer.findMany({ where, orderBy: { id: 'desc' }, take })
    found.push(...rows.filter(({ name }) => isFound(name)))
    return found.length < most ? rows : []
  })
  return found
}

type Before = { readonly id?: { readonly lt: string } }

/** Reads the newest rows of a table in parts that fit a turn (D74), until a part is the last one. */
async function eachNewest(read: (before: Before, take: number) => Promise<readonly { readonly id: string }[]>) {
  let before: Before = {}
  for (let looked = 0; looked < SEARCHED; looked += READ_AT_ONCE) {
    await yieldTurn()
    const last = (await read(before, READ_AT_ONCE)).at(READ_AT_ONCE - 1)
    if (last === undefined) return
    before = { id: { lt: last.id } }
  }
}
