import { z } from '@hono/zod-openapi'
import { nearest } from '../../domain/fixtures.ts'
import type { Scenario as Rule } from '../../generated/client.ts'
import { builder } from '../../graphql/builder.ts'
import { enumOf } from '../../graphql/enum-of.ts'
import { implement } from '../../graphql/fields.ts'
import { argsOf, given } from '../../graphql/inputs.ts'
import { listOfAll } from '../../graphql/list-fields.ts'
import { listType } from '../../graphql/nouns.ts'
import { parseInput } from '../../inputs/parse.ts'
import * as input from '../../inputs/values.ts'
import { OPERATIONS } from '../../operations/list.ts'
import { SCENARIO_EXAMPLES, scenario } from '../scenarios/inputs.ts'
import * as rules from '../scenarios/rules.ts'

const [firstName = '', ...otherNames] = OPERATIONS.map(({ name }) => name)
const OPERATION_NAMES = [firstName, ...otherNames] as const

const OperationNameEnum = enumOf<string>(
  'OperationName',
  'An operation of the bank, named alike at both doors (D71).',
  Object.fromEntries(OPERATIONS.map(({ name, summary }) => [name, `${summary}.`])),
)

const operation = z
  .enum(OPERATION_NAMES, {
    error: ({ input }) => {
      const like = nearest(String(input), OPERATION_NAMES)
      return `must be the name of an operation, which the enum OperationName lists${like === undefined ? '' : `: is it ${like}?`}`
    },
  })
  .openapi({ description: 'Only calls of this operation.' })

/** The arguments of setScenario (D88). */
const setScenario = z.strictObject({
  scenario,
  for: z
    .strictObject({
      tpp: input
        .text(70, 'Only calls of this TPP: its id, with the prefix PSD or without, or its local name.')
        .optional(),
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
    .default({}),
  times: input.int32(1, 'On how many calls it acts; on every one when not given.').optional(),
  probability: z
    .number('must be a number above 0 and up to 1.')
    .gt(0, 'must be above 0.')
    .lte(1, 'must be 1 at most.')
    .optional()
    .openapi({
      description:
        'How likely it acts on each of the calls that it is about: above 0, up to 1. Which ones follows from seed and order alone, so a run repeats. 1 when not given.',
    }),
  seed: input.int32(0, 'Another seed is another choice, the same seed the same; 1 when not given.').optional(),
})

const ScenarioRef = builder.objectRef<Rule>('Scenario')
implement(ScenarioRef, 'An outcome that this world forces on calls of TPPs, as a test has set it (D88).', t => ({
  id: t.id('What clearScenarios names it by.'),
  scenario: t.text('What it forces, as the header Sandbank-Scenario has it.'),
  tpp: t.optional.text('The id of the TPP whose calls it is about; of every one when absent.', 'tppId'),
  operation: t.optional.of(
    OperationNameEnum,
    'The operation that it is about; every one that it can act on when absent.',
  ),
  psu: t.optional.text('The customerNumber of the PSU that it is about; all calls when absent.', 'customerNumber'),
  creditorAccount: t.optional.text('The IBAN or BBAN that payments go to on which it acts; any when absent.'),
  times: t.optional.int('On how many calls it acts; on every one when absent.'),
  left: t.optional.int('How many of these are left. At 0 it acts no more.', ({ times, used }) =>
    times === null ? null : times - used,
  ),
  probability: t.optional.of('Float', 'How likely it acts on each call; always when absent.', rules.probabilityOf),
  seed: t.int('What the choice follows from, together with `asked`.'),
  asked: t.int('How many calls it could have acted on.'),
  used: t.int('On how many it did.'),
  createdAt: t.instant("When it was set, by the world's clock."),
}))

builder.queryFields(t => ({
  scenarios: listOfAll(
    t,
    listType(ScenarioRef),
    'The scenarios of this world, in the order in which they were set, those that are used up too (D88).',
    rules.pageOfScenarios,
  ),
}))

builder.mutationFields(t => ({
  setScenario: t.field({
    type: ScenarioRef,
    description: `Forces an outcome on calls of TPPs in this world, from now on (D88), for example "${SCENARIO_EXAMPLES[0]}". Of several the one that was set last acts; a call's own header comes before all. It acts on calls that would succeed, never on work of the operator. It belongs to the state of the world: copies and snapshots have it, a reset takes it away. FORMAT_ERROR for unknown names and wrong values, RESOURCE_UNKNOWN for a TPP or PSU that there is not, CONFLICT when the world has 100 of them.`,
    args: argsOf(setScenario.shape),
    resolve: (_, args, { bank }) => {
      const { for: about, ...set } = parseInput(given(setScenario), args)
      const operation = OPERATIONS.find(({ name }) => name === about.operation)
      return rules.setScenario(bank, { ...set, ...about, operation })
    },
  }),
  clearScenarios: t.field({
    type: [ScenarioRef],
    description:
      'Takes scenarios of this world away: those that are named, or all. Answers what they were. RESOURCE_UNKNOWN for an id that the world does not have.',
    args: { ids: t.arg.idList({ description: 'Which ones; all when not given.' }) },
    resolve: (_, { ids }, { bank }) => rules.clearScenarios(bank, ids?.map(String)),
  }),
}))
