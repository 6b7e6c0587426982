import { normaliseIban, readBban } from '../../../domain/account-numbers.ts'
import type { Context } from '../../context.ts'

/** Rows that documents name by a number or an id when they are not entries of the same document (D83). */

type IdentityByName = readonly (readonly [name: string, found: { readonly id: string; readonly number: string }])[]

/** Customers by their ids and numbers. */
export async function customersNamed({ db, world }: Context, names: readonly string[]): Promise<IdentityByName> {
  const rows = await db.customer.findMany({
    where: { worldId: world.id, OR: [{ customerNumber: { in: [...names] } }, { id: { in: [...names] } }] },
  })
  return rows.flatMap(({ id, customerNumber: number }) => [
    [id, { id, number }] as const,
    [number, { id, number }] as const,
  ])
}

/** Accounts by id and by number. Where a name could be both kinds of number, it is an iban. */
export async function accountsNamed({ db, world }: Context, names: readonly string[]): Promise<IdentityByName> {
  const ibans = names.map(normaliseIban)
  const bbans = new Set([...names, ...names.map(readBban)])
  const rows = await db.account.findMany({
    where: {
      worldId: world.id,
      OR: [{ iban: { in: ibans } }, { bban: { in: [...bbans] } }, { id: { in: [...names] } }],
    },
  })
  const found = rows.map(({ id, iban, bban }) => ({ bban, named: { id, number: iban } }))
  return [
    ...found.map(({ bban, named }) => [bban, named] as const),
    ...found.flatMap(({ named }) => [[named.number, named] as const, [named.id, named] as const]),
  ]
}

/** Card accounts by their ids and masked numbers. */
export async function cardAccountsNamed({ db, world }: Context, names: readonly string[]): Promise<IdentityByName> {
  const rows = await db.cardAccount.findMany({
    where: { worldId: world.id, OR: [{ maskedPan: { in: [...names] } }, { id: { in: [...names] } }] },
  })
  return rows.flatMap(({ id, maskedPan: number }) => [[number, { id, number }] as const, [id, { id, number }] as const])
}

/** Agreements by their ids. */
export async function agreementsNamed({ db, world }: Context, names: readonly string[]): Promise<IdentityByName> {
  return byId(await db.agreement.findMany({ where: { worldId: world.id, id: { in: [...names] } } }))
}

/** Payments by their ids. */
export async function paymentsNamed({ db, world }: Context, names: readonly string[]): Promise<IdentityByName> {
  const where = { worldId: world.id, id: { in: [...names] } }
  return byId(await db.payment.findMany({ where, select: { id: true } }))
}

const byId = (rows: readonly { readonly id: string }[]): IdentityByName =>
  rows.map(({ id }) => [id, { id, number: id }])
