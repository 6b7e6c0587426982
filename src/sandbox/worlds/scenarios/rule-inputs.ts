import { z } from '@hono/zod-openapi'
import * as input from '../../../bank/inputs/values.ts'
import { OPERATIONS } from '../../../bank/operations/list.ts'
import { noOperation } from '../../../bank/operations/operation.ts'
import { chances, scenario } from './inputs.ts'

const [firstName = '', ...otherNames] = OPERATIONS.map(({ name }) => name)
const OPERATION_NAMES = [firstName, ...otherNames] as const

const operation = z
  .enum(OPERATION_NAMES, { error: ({ input }) => noOperation(input) })
  .openapi({ description: 'Only calls of this operation.' })

/** The calls to which a scenario applies. */
export const scenarioFor = z
  .strictObject({
    tpp: input.text(70, 'Only calls of this TPP: its id, with the prefix PSD or without, or its name.').optional(),
    operation: operation.optional(),
    psu: input.text(35, 'Only calls for this PSU: its customerNumber.').optional(),
    creditorAccount: input
      .text(
        34,
        'Only payments to this account, by its IBAN or BBAN without blanks; of a bulk payment one transfer suffices.',
      )
      .optional(),
  })
  .openapi('ScenarioFor', {
    description: 'Which calls of TPPs it is about: all conditions that are given must hold. Every call when none is.',
  })

/** The arguments of setScenario (D88). */
export const setScenario = z.strictObject({
  scenario,
  for: scenarioFor.default({}),
  ...chances,
})
