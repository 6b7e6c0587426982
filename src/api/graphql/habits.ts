import { z } from '@hono/zod-openapi'
import { parseInput } from '../../bank/inputs/parse.ts'
import { day, text } from '../../bank/inputs/values.ts'
import { type LineShown, linesShownTo } from '../../bank/resolvers/account-information/habits.ts'
import { ACCOUNTS, CARD_ACCOUNTS, type HolderKind } from '../../bank/resolvers/holders.ts'
import { withKeys } from '../../bank/resolvers/keys.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import { findTpp } from '../../bank/resolvers/tpp-register.ts'
import { withoutNulls } from '../../domain/given.ts'
import { HABITS } from '../../domain/habits.ts'
import type { Habit } from '../../generated/client.ts'
import { setHabit } from '../../sandbox/worlds/habits/inputs.ts'
import * as rules from '../../sandbox/worlds/habits/rules.ts'
import { builder } from './builder.ts'
import { listOfAll } from './connections.ts'
import { extend, type Fields, implement, type Kinds, payload } from './fields.ts'
import { argsOf, flatArg, flatInput, KEY, naming, partOf } from './inputs.ts'
import { Accounts, CardAccounts, listType, showKey, Tpps } from './nouns.ts'
import { tppOrNone } from './tpps-of-rows.ts'

const HabitRef = builder.objectRef<Habit>('Habit')
implement(
  HabitRef,
  "How statements of this world differ from its books, as real banks' do. Nothing of it is in the books.",
  t => ({
    id: t.id('What clearHabits names it by.'),
    habit: t.text('What it does, as the header Sandbank-Habit has it.'),
    tpp: t.optional.of(Tpps.type, 'The TPP that is shown it; every one when absent.', tppOrNone),
    account: t.optional.of(
      Accounts.type,
      'The account whose statement has it; any when this and cardAccount are absent.',
      ({ accountId }, { bank }) => (accountId === null ? null : unlessGone(bank.load.account(accountId))),
    ),
    cardAccount: t.optional.of(
      CardAccounts.type,
      'The card account whose statement has it; any when this and account are absent.',
      ({ cardAccountId }, { bank }) =>
        cardAccountId === null ? null : unlessGone(bank.load.cardAccount(cardAccountId)),
    ),
    seed: t.int('What it chooses lines and ids from.'),
    createdAt: t.instant("When it was set, by the world's clock."),
  }),
)

showKey(HabitRef, 'Habit')

builder.queryFields(t => ({
  habits: listOfAll(
    t,
    listType(HabitRef),
    'The habits of the statements of this world, in the order in which they were set. All that fit a statement act together.',
    rules.pageOfHabits,
  ),
}))

const ShownLine = builder.objectRef<LineShown>('ShownLine')
implement(ShownLine, 'A booked line, and as what a TPP is shown it.', t => ({
  transactionId: t.id('Its id in the books.'),
  shownId: t.optional.id('The id under which it is shown; absent while a habit hides it.'),
  shownDate: t.optional.day('The bookingDate with which it is shown; absent while a habit hides it.'),
  why: t.of(
    ['String'],
    'The habits by which it is shown otherwise than it is booked; empty where it is shown as it is.',
  ),
}))

const which = {
  tpp: text(70, 'The TPP that reads: its id, with the prefix PSD or without, or its name.'),
  dateFrom: day.optional().openapi({ description: 'Earliest bookingDate of what is shown.' }),
  dateTo: day.optional().openapi({ description: 'Latest bookingDate of what is shown.' }),
}
const shownTo = (t: Kinds<{ readonly id: string }>['raw'], table: HolderKind<never, never>['lines']['table']) =>
  t.field({
    type: [ShownLine],
    description:
      'Which line is which: its booked lines as a TPP is shown them, latest first; one that comes twice stands here twice. So a test says whether its client lost or doubled one. FORMAT_ERROR where the days have more than 10,000 lines.',
    args: argsOf(which),
    resolve: async ({ id }, args, { bank }) => {
      const { tpp, ...days } = parseInput(z.strictObject(which), withoutNulls(args))
      const { id: tppId } = await findTpp(bank, tpp, 'tpp')
      return linesShownTo(table, bank, id, { tppId, ...days })
    },
  })

extend(Accounts.type, t => ({ shownTo: shownTo(t.raw, ACCOUNTS.lines.table) }))
extend(CardAccounts.type, t => ({ shownTo: shownTo(t.raw, CARD_ACCOUNTS.lines.table) }))

const setting = flatInput('SetHabitInput', 'A habit, and the statements that have it.', {
  key: KEY,
  habit: partOf(setHabit),
})

builder.mutationFields(t => ({
  setHabit: t.field({
    type: payload<Habit, Fields<Habit>>('setHabit', p => ({ habit: p.of(HabitRef, 'The habit.', row => row) })),
    description: `Gives statements of this world a habit of real banks, from now on, for example "${HABITS['value-date'].example}": what TPPs read by consent, and never the books. All habits that fit a statement act together: members and nights add up, of two of another name the later one counts, and one of the call's own header comes last. FORMAT_ERROR for unknown names and wrong values, RESOURCE_UNKNOWN for an unknown TPP or account, CONFLICT when the world has 100 of them.`,
    extensions: { makes: 'Habit' },
    args: flatArg(setting, 'The habit, and what it is about.'),
    resolve: (_, { input: { key, habit } }, { bank }) => {
      const { for: about, ...set } = habit
      return withKeys(bank, { kind: 'Habit', keys: [key.key] }, tx => rules.setHabit(tx, { ...set, ...about }))
    },
  }),
  clearHabits: t.field({
    type: payload<readonly Habit[], Fields<readonly Habit[]>>('clearHabits', p => ({
      habits: p.of([HabitRef], 'What they were.', rows => [...rows]),
    })),
    description:
      'Takes habits of this world away: those that are named, or all. Answers what they were. RESOURCE_UNKNOWN for an id that the world does not have.',
    args: { ids: t.arg.idList({ description: 'Which ones; all when not given.', extensions: naming('Habit') }) },
    resolve: (_, { ids }, { bank }) => rules.clearHabits(bank, ids?.map(String)),
  }),
}))
