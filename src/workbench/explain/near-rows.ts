import type { Context } from '../../bank/context.ts'

/**
 * The key of the only row of this world that differs from a wrong one by one letter, or in case alone (D97). Undefined when several rows are as near,
 * since a person or an account is never exchanged for another.
 */
export async function nearKey(ctx: Context, noun: string, wrong: string): Promise<string | undefined> {
  // An account may be named by one of its numbers: "account with the iban".
  const rows = await KEYS[noun.split(' with ', 1)[0] ?? '']?.(ctx)
  const all = rows?.flatMap(row => Object.values(row)).flatMap(key => key ?? []) ?? []
  const keys = [...new Set(all)].filter(key => key !== wrong)
  const alike = keys.filter(key => key.toLowerCase() === wrong.toLowerCase())
  const [only, another] = alike.length > 0 ? alike : keys.filter(key => isOneLetterOff(key, wrong))
  return another === undefined ? only : undefined
}

/** A text of fewer letters is like too many others. */
const SHORTEST = 4

/** Whether two texts differ by one letter: changed, added or missing. */
function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  return short.slice(short.length === long.length ? start + 1 : start) === long.slice(start + 1)
}

type Keys = readonly Readonly<Record<string, string | null>>[]

/** How many rows of a noun are compared, the newest first. */
const MOST_ROWS = 1_000
const latest = ({ world }: Context) =>
  ({ where: { worldId: world.id }, orderBy: { id: 'desc' }, take: MOST_ROWS }) as const

const customers = (ctx: Context): Promise<Keys> =>
  ctx.db.customer.findMany({ ...latest(ctx), select: { id: true, psuId: true, customerNumber: true } })

/** The keys by which calls name the rows of a noun. */
const ROWS = {
  customer: customers,
  account: ctx => ctx.db.account.findMany({ ...latest(ctx), select: { id: true, iban: true, bban: true } }),
  'card account': ctx => ctx.db.cardAccount.findMany({ ...latest(ctx), select: { id: true } }),
  agreement: ctx => ctx.db.agreement.findMany({ ...latest(ctx), select: { id: true } }),
  engagement: ctx => ctx.db.engagement.findMany({ ...latest(ctx), select: { id: true } }),
  payment: ctx => ctx.db.payment.findMany({ ...latest(ctx), select: { id: true } }),
  consent: ctx => ctx.db.consent.findMany({ ...latest(ctx), select: { id: true } }),
  transaction: ctx => ctx.db.transaction.findMany({ ...latest(ctx), select: { id: true } }),
  'card transaction': ctx => ctx.db.cardTransaction.findMany({ ...latest(ctx), select: { id: true } }),
  'signing basket': ctx => ctx.db.signingBasket.findMany({ ...latest(ctx), select: { id: true } }),
  // Also by the payment, basket or consent that waits for it.
  authorisation: ctx => ctx.db.authorisation.findMany({ ...latest(ctx), select: { id: true, resourceId: true } }),
  habit: ctx => ctx.db.habit.findMany({ ...latest(ctx), select: { id: true } }),
  scenario: ctx => ctx.db.scenario.findMany({ ...latest(ctx), select: { id: true } }),
} as const satisfies Readonly<Record<string, (ctx: Context) => Promise<Keys>>>

const KEYS: Readonly<Record<string, (ctx: Context) => Promise<Keys>>> = {
  ...ROWS,
  corporation: customers,
  thing: async ctx => (await Promise.all(Object.values(ROWS).map(rows => rows(ctx)))).flat(),
}
