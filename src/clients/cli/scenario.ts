import type { Command } from 'commander'
import { signerIdOf } from './banks.ts'
import { baseOption, command, finish, jsonOption, settings } from './command.ts'
import { CLEAR_SCENARIOS, SCENARIOS, type Scenario, SET_SCENARIO } from './documents.ts'
import { EXIT, EXIT_CODES_HELP, Failure } from './failure.ts'
import { askFor } from './operator.ts'
import { type Columns, formatList } from './output.ts'
import type { ListOptions } from './place.ts'

/** `scenario …`: the outcomes that a world forces on calls of TPPs (D88, D132). */
export function scenarioCommand(): Command {
  const group = command(
    'scenario',
    'Set, list and clear the outcomes that a world forces on calls of TPPs. "sandbank scenario" alone lists them.',
    [
      "npx sandbank scenario set 'error; code=ACCESS_EXCEEDED' --times 1",
      'npx sandbank scenario list',
      'npx sandbank scenario clear',
    ],
  )
  group.addCommand(listCommand(), { isDefault: true })
  for (const part of [setCommand(), clearCommand()]) group.addCommand(part)
  return group
}

function listCommand(): Command {
  return scenarioPart('list', 'List the scenarios of a world, those that are used up too.', [
    'npx sandbank scenario list --world green',
  ]).action(async (options: ListOptions) => {
    const { query, answer } = SCENARIOS
    const { scenarios } = await askFor(options, settings(), query, {}, answer)
    finish({ text: tableOf(scenarios.nodes, options), exitCode: EXIT.done })
  })
}

function setCommand(): Command {
  return scenarioPart('set', 'Force an outcome on calls of TPPs from now on (/docs/scenarios lists them).', [
    "npx sandbank scenario set 'error; code=ACCESS_EXCEEDED' --times 1",
    'npx sandbank scenario set lose-answer --operation createPayment --tpp acme',
    "npx sandbank scenario set 'delay; ms=1500' --probability 0.5 --seed 7 --world green",
  ])
    .argument('<scenario>', "the outcome, such as 'error; code=ACCESS_EXCEEDED' or lose-answer")
    .option('--tpp <name>', 'calls of this TPP alone: its id, or its name in SANDBANK_HOME')
    .option('--operation <name>', 'calls of this operation alone, such as createPayment')
    .option('--psu <number>', 'calls for this PSU alone: its customerNumber or key')
    .option('--creditor <account>', 'payments to this account alone: its IBAN, BBAN or key')
    .option('--times <number>', 'on how many calls (default: on every one)')
    .option('--probability <number>', 'how likely on each of them: above 0, up to 1 (default: 1)')
    .option('--seed <number>', 'another seed chooses other calls (default: 1)')
    .option('--key <key>', 'a name for the scenario, by which you clear it')
    .action(async (scenario: string, options: SetOptions) => {
      const config = settings()
      const { tpp, operation, psu, creditor: creditorAccount, times, probability, seed, key } = options
      const input = {
        scenario,
        key,
        for: {
          operation,
          psu,
          creditorAccount,
          tpp: tpp === undefined ? undefined : signerIdOf(config.home, options.base, tpp),
        },
        times: numberOf('--times', times),
        probability: numberOf('--probability', probability),
        seed: numberOf('--seed', seed),
      }
      const { made } = await askFor(options, config, SET_SCENARIO.query, { input }, SET_SCENARIO.answer)
      if (options.json === true) return finish({ text: JSON.stringify(made, null, 2), exitCode: EXIT.done })
      const name = made.key ?? made.id
      finish({
        text: `Set: ${made.scenario}. To end the scenario: npx sandbank scenario clear ${name}`,
        exitCode: EXIT.done,
      })
    })
}

function clearCommand(): Command {
  return scenarioPart('clear', 'Take scenarios of a world away: those that are named, or all.', [
    'npx sandbank scenario clear',
    'npx sandbank scenario clear slow --world green',
  ])
    .argument('[id or key...]', 'which ones (default: all)')
    .action(async (ids: readonly string[], options: ListOptions) => {
      const { query, answer } = CLEAR_SCENARIOS
      const variables = ids.length === 0 ? {} : { ids }
      const { cleared } = await askFor(options, settings(), query, variables, answer)
      finish({ text: tableOf(cleared, options), exitCode: EXIT.done })
    })
}

function scenarioPart(name: string, description: string, examples: readonly string[]): Command {
  return command(name, description, examples)
    .option('--world <world>', 'the world (default: default)')
    .addOption(jsonOption())
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
}

type SetOptions = ListOptions &
  Partial<Record<'tpp' | 'operation' | 'psu' | 'creditor' | 'times' | 'probability' | 'seed' | 'key', string>>

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw new Failure('usage', `${option} ${JSON.stringify(text)} is no number: write one such as 1.`)
}

function tableOf(scenarios: readonly Scenario[], options: ListOptions): string {
  return formatList(scenarios, COLUMNS, options)
}

const COLUMNS = {
  ID: ({ id, key }) => key ?? id,
  SCENARIO: ({ scenario }) => scenario,
  FOR: ({ tpp, operation, psu, creditorAccount }) =>
    [tpp, operation, psu, creditorAccount].filter(part => part !== null).join(' ') || 'every call',
  LEFT: ({ left }) => (left === null ? 'no end' : String(left)),
  USED: ({ used }) => String(used),
} satisfies Columns<Scenario>
