import { z } from '@hono/zod-openapi'
import { parseInput } from '../../../bank/inputs/parse.ts'
import { text } from '../../../bank/inputs/values.ts'
import { MOST_OF_A_NAME, reference } from '../../../bank/operations/entries/calls.ts'
import { entryKind, oneByOne } from '../../../bank/operations/entries/entry.ts'
import { plain } from '../../../bank/resolvers/exports/rows.ts'
import { FIRST_SEED, formatHabits, habitsIn } from '../../../domain/habits.ts'
import { normaliseTppId } from '../../../domain/tpps.ts'
import { habitText, seed } from './inputs.ts'
import { addHabit, holderNamed, holderOf } from './rules.ts'

const fields = {
  habit: habitText,
  for: z
    .strictObject({
      tpp: text(MOST_OF_A_NAME, 'Only what this TPP reads, by its id.').optional(),
      account: reference('Only this account or card account').optional(),
    })
    .openapi('FixtureHabitFor', { description: 'Which statements it is about; every one when not given.' })
    .optional(),
  seed,
}
const input = z.strictObject(fields)

/** Habits, by setHabit (D133). Its TPP may be one of another bank, which this one does not know. */
export const habits = entryKind({
  noun: 'habit',
  operations: ['setHabit'],
  fields,
  references: [{ at: 'for.account', to: ['account', 'card account'], by: 'id' }],
  make: oneByOne(async (at, entry) => {
    const { habit, for: about = {}, seed: own } = parseInput(input, entry)
    const { id } = await addHabit(at, {
      id: at.newId(),
      habit: formatHabits(habitsIn(habit)),
      tppId: about.tpp === undefined ? null : normaliseTppId(about.tpp),
      ...(await holderNamed(at, about.account)),
      seed: own ?? FIRST_SEED,
      createdAt: at.now,
    })
    return { id, number: id }
  }),
  rows: async ({ db, world }) => {
    const rows = await db.habit.findMany({ where: { worldId: world.id }, orderBy: { id: 'asc' } })
    return rows.map(row => {
      const about = { tpp: row.tppId, account: holderOf(row) }
      const entry = {
        habit: row.habit,
        for: Object.values(about).every(one => one === null) ? undefined : about,
        seed: row.seed === FIRST_SEED ? undefined : row.seed,
      }
      return { id: row.id, entry: plain(entry) }
    })
  },
})
