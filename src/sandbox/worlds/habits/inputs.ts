import { z } from '@hono/zod-openapi'
import * as input from '../../../bank/inputs/values.ts'
import { FIRST_SEED, HABIT_NAMES, HABITS, LONGEST_HABITS, readHabits } from '../../../domain/habits.ts'

/** Habits as text, in the header, in setHabit and in documents: `name=value; …` (D133). */
export const habitText = z
  .string(input.requiredText())
  .refine(text => typeof readHabits(text) !== 'string', { error: ({ input }) => `${readHabits(String(input))}` })
  .openapi({
    type: 'string',
    description: `How statements differ from the books (D133): name=value; … The names are ${HABIT_NAMES.join(', ')}.`,
    examples: [HABITS.missing.example],
    maxLength: LONGEST_HABITS,
  })

/** From what a habit chooses lines and ids. */
export const seed = input
  .int32(0, `Another seed is another choice of lines and ids, the same seed the same; ${FIRST_SEED} when not given.`)
  .optional()

/** The arguments of setHabit. */
export const setHabit = z.strictObject({
  habit: habitText,
  for: z
    .strictObject({
      tpp: input.text(70, 'Only what this TPP reads: its id, with the prefix PSD or without, or its name.').optional(),
      account: input.pathId(['Account', 'CardAccount'], 'Only this account or card account.').optional(),
    })
    .openapi('HabitFor', {
      description: 'Which statements it is about: all conditions that are given must hold. Every one when none is.',
    })
    .default({}),
  seed,
})
