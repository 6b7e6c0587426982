import type { Context } from '../../../bank/context.ts'
import { command } from '../../../bank/resolvers/command.ts'
import { type Listing, listWorld } from '../../../bank/resolvers/lists.ts'
import { findTpp } from '../../../bank/resolvers/tpp-register.ts'
import { actWanted, DomainError } from '../../../domain/errors.ts'
import { FIRST_SEED, formatHabits, habitsIn, type SeededHabits } from '../../../domain/habits.ts'
import type { PageArgs } from '../../../domain/paging.ts'
import type { Habit } from '../../../generated/client.ts'

/** The habits that a test has set on a world (D133): part of its state. */

/** What a habit is about. */
export type SetHabit = {
  readonly habit: string
  readonly tpp?: string | undefined
  /** An account or card account, by its id. */
  readonly account?: string | undefined
  readonly seed?: number | undefined
}

/** A read judges all of them. */
const MOST_HABITS = 100

/** From now on statements of this world have a habit. */
export function setHabit(ctx: Context, { habit, tpp, account, seed }: SetHabit): Promise<Habit> {
  return command(ctx, async tx =>
    addHabit(tx, {
      id: tx.newId('Habit'),
      habit: formatHabits(habitsIn(habit)),
      tppId: tpp === undefined ? null : (await findTpp(tx, tpp, 'for.tpp')).id,
      ...(await holderNamed(tx, account)),
      seed: seed ?? FIRST_SEED,
      createdAt: tx.now,
    }),
  )
}

/** Adds a habit to the world. CONFLICT when the limit is reached. */
export async function addHabit(tx: Context, row: Omit<Habit, 'worldId'>): Promise<Habit> {
  if ((await tx.db.habit.count({ where: { worldId: tx.world.id } })) >= MOST_HABITS)
    throw new DomainError(
      'CONFLICT',
      actWanted('CLEAR_HABITS', `A world has at most ${MOST_HABITS} habits at once: clearHabits takes them away.`),
    )
  const habit = await tx.db.habit.create({ data: { worldId: tx.world.id, ...row } })
  await noteHabits(tx, true)
  return habit
}

/** The columns of the account or card account with an id. RESOURCE_UNKNOWN when the world has neither. */
export async function holderNamed(tx: Context, id: string | undefined) {
  if (id === undefined) return { accountId: null, cardAccountId: null }
  const where = { worldId_id: { worldId: tx.world.id, id } }
  if ((await tx.db.account.findUnique({ where })) !== null) return { accountId: id, cardAccountId: null }
  if ((await tx.db.cardAccount.findUnique({ where })) !== null) return { accountId: null, cardAccountId: id }
  const text = `This world has no account and no card account ${JSON.stringify(id.slice(0, 80))}.`
  throw new DomainError('RESOURCE_UNKNOWN', [
    { path: 'for.account', text, want: { kind: 'known', noun: 'account', key: id } },
  ])
}

// Recorded on the world, so that reads search for no habit when there is none.
async function noteHabits(tx: Context, hasHabits: boolean): Promise<void> {
  await tx.db.world.updateMany({ where: { id: tx.world.id }, data: { hasHabits } })
}

/** Those that are about what a TPP reads of an account or card account, oldest first. */
export async function habitsOf(ctx: Context, tppId: string, holderId: string): Promise<SeededHabits[]> {
  const all = await ctx.db.habit.findMany({ where: { worldId: ctx.world.id }, orderBy: { id: 'asc' } })
  return all
    .filter(one => (one.tppId ?? tppId) === tppId && (holderOf(one) ?? holderId) === holderId)
    .map(({ habit, seed }) => ({ habits: habitsIn(habit), seed }))
}

/** The account or card account that a habit is about; null for all. */
export function holderOf({ accountId, cardAccountId }: Habit): string | null {
  return accountId ?? cardAccountId
}

/** The habits of this world. */
export function pageOfHabits(ctx: Context, args: PageArgs): Promise<Listing<Habit>> {
  return listWorld(ctx, 'Habit', args, [], ids =>
    ctx.db.habit.findMany({ where: { worldId: ctx.world.id, id: { in: ids } } }),
  )
}

/** Removes habits: the named ones, or all. Returns them. RESOURCE_UNKNOWN for an id that the world does not have. */
export function clearHabits(ctx: Context, ids?: readonly string[]): Promise<Habit[]> {
  return command(ctx, async tx => {
    const habits = await tx.db.habit.findMany({ where: { worldId: tx.world.id }, orderBy: { id: 'asc' } })
    const unknown = ids?.find(id => habits.every(habit => habit.id !== id))
    if (unknown !== undefined)
      throw new DomainError(
        'RESOURCE_UNKNOWN',
        `This world has no habit ${JSON.stringify(unknown.slice(0, 80))}.`,
        'ids',
      )
    const gone = habits.filter(({ id }) => ids === undefined || ids.includes(id))
    await tx.db.habit.deleteMany({ where: { worldId: tx.world.id, id: { in: gone.map(({ id }) => id) } } })
    await noteHabits(tx, gone.length < habits.length)
    return gone
  })
}
