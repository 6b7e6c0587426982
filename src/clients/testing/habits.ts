import { z } from 'zod'
import { SandbankError } from './failure.ts'
import type { Habit, World } from './kit.ts'
import type { Operator } from './operator.ts'
import { assertOptions, assertText, callText } from './options.ts'
import { idOf } from './scenarios.ts'

const SET = 'mutation Set($input: SetHabitInput!) { setHabit(input: $input) { habit { id } } }'
const CLEAR = 'mutation Clear($ids: [ID!]) { clearHabits(ids: $ids) { habits { id } } }'
const LIST = '{ habits(first: 100) { nodes { id habit seed } } }'
const LINES = 'shownTo(tpp: $tpp, dateFrom: $dateFrom, dateTo: $dateTo) { transactionId shownId shownDate why }'
const SHOWN_TO = `query ShownTo($id: ID!, $tpp: String!, $dateFrom: Date, $dateTo: Date) {
  node(id: $id) { ... on Account { ${LINES} } ... on CardAccount { ${LINES} } } }`

const made = z.object({ setHabit: z.object({ habit: z.object({ id: z.string() }) }) })
const listed = z.object({
  habits: z.object({ nodes: z.array(z.object({ id: z.string(), habit: z.string(), seed: z.number() })) }),
})
const line = z.object({
  transactionId: z.string(),
  shownId: z.string().nullable(),
  shownDate: z.string().nullable(),
  why: z.array(z.string()),
})
const shown = z.object({ node: z.object({ shownTo: z.array(line).optional() }) })

/** The habits of the statements of a world, and what they show (D133). */
export function createHabits(
  operator: Operator,
  name: string,
): Pick<World, 'setHabit' | 'habits' | 'clearHabits' | 'shownTo'> {
  const clear = (call: string, ids?: readonly string[]) =>
    operator.run(call, CLEAR, { ids }, name).then(() => undefined)
  return {
    setHabit: async (habit, options = {}): Promise<Habit> => {
      assertText('world.setHabit', 'a habit', habit)
      assertOptions('world.setHabit', options, ['for', 'seed'])
      const { for: about = {}, seed } = options
      assertOptions('world.setHabit: for', about, ['tpp', 'account'])
      const { tpp, account } = about
      const input = { habit, seed, for: { account, tpp: await idOf('world.setHabit', 'a habit', tpp) } }
      const { id } = (await operator.ask(callText('world.setHabit', habit, options), made, SET, { input }, name))
        .setHabit.habit
      return { id, clear: () => clear('habit.clear()', [id]) }
    },
    habits: async () => (await operator.ask('world.habits()', listed, LIST, {}, name)).habits.nodes,
    clearHabits: () => clear('world.clearHabits()'),
    shownTo: async (account, tpp, options = {}) => {
      assertText('world.shownTo', 'the id or key of an account', account)
      assertOptions('world.shownTo', options, ['dateFrom', 'dateTo'])
      const call = callText('world.shownTo', account)
      const variables = { id: account, tpp: await idOf('world.shownTo', 'a statement', tpp), ...options }
      const { node } = await operator.ask(call, shown, SHOWN_TO, variables, name)
      if (node.shownTo !== undefined) return node.shownTo
      throw new SandbankError(`${call}: this is the id of another thing than an account or card account.`)
    },
  }
}
