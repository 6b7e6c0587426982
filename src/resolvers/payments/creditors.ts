import type { Context } from '../../context.ts'
import type { Account } from '../../generated/client.ts'

type Numbers = { readonly iban?: string | null | undefined; readonly bban?: string | null | undefined }

/** The accounts of the world among those that payments go to. */
export type Creditors = { readonly all: readonly Account[]; find(numbers: Numbers): Account | undefined }

/** Looks up all creditors at once, however many payments there are. */
export async function findCreditors(ctx: Context, numbers: readonly Numbers[]): Promise<Creditors> {
  const ibans = [...new Set(numbers.flatMap(one => one.iban ?? []))]
  const bbans = [...new Set(numbers.flatMap(one => one.bban ?? []))]
  const all = await ctx.db.account.findMany({
    where: { worldId: ctx.world.id, OR: [{ iban: { in: ibans } }, { bban: { in: bbans } }] },
  })
  const byIban = new Map(all.map(account => [account.iban, account]))
  const byBban = new Map(all.map(account => [account.bban, account]))
  return {
    all,
    find: ({ iban, bban }) =>
      (iban != null ? byIban.get(iban) : undefined) ?? (bban != null ? byBban.get(bban) : undefined),
  }
}
