import { parseInput } from '../../bank/inputs/parse.ts'
import { OPERATIONS } from '../../bank/operations/list.ts'
import { operationNamed } from '../../bank/operations/operation.ts'
import { withKeys } from '../../bank/resolvers/keys.ts'
import type { Scenario as Rule } from '../../generated/client.ts'
import { SCENARIO_EXAMPLES } from '../../sandbox/worlds/scenarios/inputs.ts'
import { setScenario } from '../../sandbox/worlds/scenarios/rule-inputs.ts'
import * as rules from '../../sandbox/worlds/scenarios/rules.ts'
import { builder } from './builder.ts'
import { listOfAll } from './connections.ts'
import { enumOf } from './enums.ts'
import { implement } from './fields.ts'
import { argsOf, given, keyArg } from './inputs.ts'
import { listType, showKey } from './nouns.ts'

const OperationNameEnum = enumOf<string>(
  'OperationName',
  'An operation of the bank, named alike at both doors (D71).',
  Object.fromEntries(OPERATIONS.map(({ name, summary }) => [name, `${summary}.`])),
)

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

showKey(ScenarioRef, 'Scenario')

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
    description: `Forces an outcome on calls of TPPs in this world, from now on (D88), for example "${SCENARIO_EXAMPLES[0]}". Of several the one that was set last acts; a call's own header comes before all. It acts on calls that would succeed, never on work of the operator. It belongs to the state of the world: copies, snapshots and fixtures have it, a reset leaves those that the world began with. FORMAT_ERROR for unknown names and wrong values, RESOURCE_UNKNOWN for an unknown TPP or PSU, CONFLICT when the world has 100 of them.`,
    extensions: { makes: 'Scenario' },
    args: { ...keyArg, ...argsOf(setScenario.shape) },
    resolve: (_, { key, ...args }, { bank }) => {
      const { for: about, ...set } = parseInput(given(setScenario), args)
      const naming = { kind: 'Scenario', keys: [typeof key === 'string' ? key : undefined] } as const
      return withKeys(bank, naming, tx =>
        rules.setScenario(tx, { ...set, ...about, operation: operationNamed(about.operation) }),
      )
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
