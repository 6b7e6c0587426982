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
import { type Fields, implement, payload } from './fields.ts'
import { flatArg, flatInput, KEY, naming, partOf } from './inputs.ts'
import { listType, showKey, Tpps } from './nouns.ts'
import { tppOrNone } from './tpps-of-rows.ts'

const OperationNameEnum = enumOf<string>(
  'OperationName',
  'An operation of the bank, named alike at both doors.',
  Object.fromEntries(OPERATIONS.map(({ name, summary }) => [name, `${summary}.`])),
)

const ScenarioRef = builder.objectRef<Rule>('Scenario')
implement(ScenarioRef, 'An outcome that this world forces on calls of TPPs, as a test has set it.', t => ({
  id: t.id('What clearScenarios names it by.'),
  scenario: t.text('What it forces, as the header Sandbank-Scenario has it.'),
  tpp: t.optional.of(Tpps.type, 'The TPP whose calls it is about; of every one when absent.', tppOrNone),
  operation: t.optional.of(
    OperationNameEnum,
    'The operation that it is about; every one that it can act on when absent.',
  ),
  psu: t.optional.text('The customerNumber of the PSU that it is about; all calls when absent.', 'customerNumber'),
  creditorAccount: t.optional.text('The IBAN or BBAN that payments go to on which it acts; any when absent.'),
  times: t.optional.int('On how many calls it acts; on every one when absent.'),
  left: t.optional.int(
    'How many of these are left. At 0 it acts no more. Absent when it acts on every call.',
    ({ times, used }) => (times === null ? null : times - used),
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
    'The scenarios of this world, in the order in which they were set, those that are used up too.',
    rules.pageOfScenarios,
  ),
}))

const setting = flatInput('SetScenarioInput', 'An outcome, and the calls that it is forced on.', {
  key: KEY,
  rule: partOf(setScenario),
})

builder.mutationFields(t => ({
  setScenario: t.field({
    type: payload<Rule, Fields<Rule>>('setScenario', p => ({
      scenario: p.of(ScenarioRef, 'The scenario.', row => row),
    })),
    description: `Forces an outcome on calls of TPPs in this world, from now on, for example "${SCENARIO_EXAMPLES[0]}". It acts on calls that would succeed, never on work of the operator; of several the one that was set last acts, after a call's own header. FORMAT_ERROR for unknown names and wrong values, RESOURCE_UNKNOWN for an unknown TPP or PSU, CONFLICT when the world has 100 of them.`,
    extensions: { makes: 'Scenario' },
    args: flatArg(setting, 'What is forced, and on which calls.'),
    resolve: (_, { input: { key, rule } }, { bank }) => {
      const { for: about, ...set } = rule
      const named = { kind: 'Scenario', keys: [key.key] } as const
      return withKeys(bank, named, tx =>
        rules.setScenario(tx, { ...set, ...about, operation: operationNamed(about.operation) }),
      )
    },
  }),
  clearScenarios: t.field({
    type: payload<readonly Rule[], Fields<readonly Rule[]>>('clearScenarios', p => ({
      scenarios: p.of([ScenarioRef], 'What they were.', rows => [...rows]),
    })),
    description:
      'Takes scenarios of this world away: those that are named, or all. Answers what they were. RESOURCE_UNKNOWN for an id that the world does not have.',
    args: { ids: t.arg.idList({ description: 'Which ones; all when not given.', extensions: naming('Scenario') }) },
    resolve: (_, { ids }, { bank }) => rules.clearScenarios(bank, ids?.map(String)),
  }),
}))
