import type { Context } from '../../context.ts'
import { isObject } from '../../domain/given.ts'
import { formatAmount, minorUnits } from '../../domain/money.ts'
import type { Account } from '../../generated/client.ts'
import { again, ask, type Commands, fieldsOf, inTurn, type Place, type RefusedCall } from '../commands.ts'

/** The account of this world that a call pays from, by its numbers. */
export async function debtorOf(
  ctx: Context,
  call: Pick<RefusedCall, 'graphql' | 'body'>,
): Promise<Account | undefined> {
  const { debtorAccount } = fieldsOf(call)
  if (!isObject(debtorAccount)) return undefined
  const numbers = ['iban', 'bban'].flatMap(name => {
    const number = debtorAccount[name]
    return typeof number === 'string' ? [{ [name]: number.replaceAll(' ', '') }] : []
  })
  if (numbers.length === 0) return undefined
  return (await ctx.db.account.findFirst({ where: { worldId: ctx.world.id, OR: numbers } })) ?? undefined
}

/** What a payment comes to, as far as its amounts can be read. */
export function totalOf(call: Pick<RefusedCall, 'graphql' | 'body'>, currency: string): bigint {
  const { instructedAmount, payments } = fieldsOf(call)
  const amounts = [
    instructedAmount,
    ...(Array.isArray(payments) ? payments.map((one: unknown) => isObject(one) && one['instructedAmount']) : []),
  ]
  const sum = amounts.reduce<number>((total, one) => total + (isObject(one) ? Number(one['amount']) || 0 : 0), 0)
  return BigInt(Math.ceil(sum * 10 ** minorUnits(currency)))
}

/** The money on the debtor account first, then the payment (D37). */
export async function afterMoney(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const account = await debtorOf(ctx, call)
  if (account === undefined) return undefined
  const needed = totalOf(call, account.currency) + account.reservedMinor
  return inTurn(bookBalance(call.place, account, needed), again(call))
}

/** An account gets a booked balance. Its credit line is left as it is. */
export function bookBalance(place: Place, { id, currency }: Account, minor: bigint): Commands {
  const amount = `{ amount: ${formatAmount(minor, currency)}, currency: "${currency}" }`
  return ask(
    place,
    `mutation { changeBalances(id: "${id}", input: { balances: [{ balanceType: closingBooked, balanceAmount: ${amount} }] }) { id } }`,
  )
}
