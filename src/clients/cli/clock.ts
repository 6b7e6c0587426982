import type { Command } from 'commander'
import { baseOption, type CommandResult, command, finish, jsonOption, settings } from './command.ts'
import { ADVANCE_CLOCK, type Clock, FREEZE_CLOCK, RESUME_CLOCK, SHOW_CLOCK } from './documents.ts'
import { EXIT, EXIT_CODES_HELP } from './failure.ts'
import { askFor } from './operator.ts'
import type { ListOptions } from './place.ts'

/** `clock …`: the clock of a world of a running bank (D40, D132). */
export function clockCommand(): Command {
  const group = command(
    'clock',
    'Show, move, freeze and resume the clock of a world. "sandbank clock" alone shows the clock.',
    [
      'npx sandbank clock',
      'npx sandbank clock advance P1D --world green',
      'npx sandbank clock to 2031-03-01T09:00:00Z',
      'npx sandbank clock freeze',
    ],
  )
  const show = clockPart('show', 'Show what the clock says.', ['npx sandbank clock show']).action(
    (options: ListOptions) => move(SHOW_CLOCK, {}, options),
  )
  const advance = clockPart('advance', 'Move the clock forward. The bank does on the way what falls due.', [
    'npx sandbank clock advance P1D',
    'npx sandbank clock advance PT30M --world green',
  ])
    .argument('<duration>', 'an ISO 8601 duration, such as P1D, PT30M or P6M')
    .action((by: string, options: ListOptions) => move(ADVANCE_CLOCK, { input: { by } }, options))
  const to = clockPart('to', 'Move the clock forward to an instant. The bank does on the way what falls due.', [
    'npx sandbank clock to 2031-03-01T09:00:00Z',
  ])
    .argument('<instant>', 'an instant, such as 2031-03-01T09:00:00Z')
    .action((instant: string, options: ListOptions) => move(ADVANCE_CLOCK, { input: { to: instant } }, options))
  const freeze = clockPart('freeze', 'Stop the clock: then only `clock advance` and `clock to` move the clock.', [
    'npx sandbank clock freeze',
    'npx sandbank clock freeze 2031-03-01T09:00:00Z',
  ])
    .argument('[instant]', 'where it stops, later than now (default: where it is)')
    .action((at: string | undefined, options: ListOptions) => move(FREEZE_CLOCK, { at }, options))
  const resume = clockPart('resume', 'Let a frozen clock run on.', ['npx sandbank clock resume']).action(
    (options: ListOptions) => move(RESUME_CLOCK, {}, options),
  )
  group.addCommand(show, { isDefault: true })
  for (const part of [advance, to, freeze, resume]) group.addCommand(part)
  return group
}

function clockPart(name: string, description: string, examples: readonly string[]): Command {
  return command(name, description, examples)
    .option('--world <world>', 'the world whose clock it is (default: default)')
    .addOption(jsonOption())
    .addOption(baseOption())
    .allowExcessArguments(false)
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
}

type Step = typeof SHOW_CLOCK | typeof ADVANCE_CLOCK | typeof FREEZE_CLOCK | typeof RESUME_CLOCK

async function move({ query, answer }: Step, variables: object, options: ListOptions): Promise<void> {
  const { clock } = await askFor(options, settings(), query, variables, answer)
  finish(shown(clock, options))
}

function shown(clock: Clock, { json }: ListOptions): CommandResult {
  if (json === true) return { text: JSON.stringify(clock, null, 2), exitCode: EXIT.done }
  const { now, frozen, nextDueAt } = clock
  const due = nextDueAt === null ? 'Nothing falls due.' : `Something falls due at ${nextDueAt}.`
  return { text: `The clock shows ${now} and ${frozen ? 'stands still' : 'runs'}. ${due}`, exitCode: EXIT.done }
}
