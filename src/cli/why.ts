import type { Command } from 'commander'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { baseOption, type CommandResult, command, finish, jsonOption, settings } from './command.ts'
import { EXIT, EXIT_CODES_HELP, Failure } from './failure.ts'
import { askOperator } from './operator.ts'
import { formatFields } from './output.ts'
import { type ListOptions, worldUrl } from './place.ts'
import { fill, readSaved } from './saved.ts'

/** The command `why`. */
export function whyCommand(): Command {
  return command(
    'why',
    'Say why a call was refused, or what a payment, basket, consent or SCA waits for, and the command that changes it.',
    [
      'npx sandbank why 0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11     # what Sandbank-Request of an answer says',
      'npx sandbank why {payment} --world green',
    ],
  )
    .argument(
      '<id>',
      'the id of a call of the journal, a payment, a signing basket, a consent or an SCA; or {NAME}, as --save kept it',
    )
    .option('--world <world>', 'the world that has it (default: default)')
    .addOption(jsonOption())
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
    .action(async (id: string, options: ListOptions) => finish(await runWhy(id, options, settings())))
}

/** What an id may name, as the arguments of the bank's `why` call it. An id names one thing alone. */
const SUBJECTS = ['requestId', 'paymentId', 'basketId', 'consentId', 'authorisationId'] as const

const FIELDS =
  '{ subject state text rule since waitsFor until rows { noun id values { name value } } advice change }' as const
const WHY = `query Why($id: ID!) { ${SUBJECTS.map(name => `${name}: why(${name}: $id) ${FIELDS}`).join(' ')} }`

const explanation = z.object({
  subject: z.string(),
  state: z.string(),
  text: z.string(),
  rule: z.string(),
  since: z.string().nullable(),
  waitsFor: z.string().nullable(),
  until: z.string().nullable(),
  rows: z.array(
    z.object({
      noun: z.string(),
      id: z.string(),
      values: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  advice: z.string().nullable(),
  change: z.string().nullable(),
})
const answered = z.record(z.string(), explanation.nullable())

/** `why ID`: what the bank's `why` says of it (D97). */
async function runWhy(named: string, options: ListOptions, config: Config): Promise<CommandResult> {
  const id = fill(named, readSaved(config.home))
  const { data, errors = [] } = await askOperator(worldUrl(options, config), WHY, { id }, config.token)
  const [found] = Object.values(answered.safeParse(data).data ?? {}).filter(one => one !== null)
  if (found !== undefined)
    return {
      text: options.json === true ? JSON.stringify(found, null, 2) : describe(found),
      exitCode: EXIT.done,
    }
  const other = errors.find(({ extensions }) => extensions?.code !== 'RESOURCE_UNKNOWN')
  throw new Failure(
    'refused',
    other?.message ??
      `This world has no call, payment, basket, consent or SCA ${JSON.stringify(id)}: \`npx sandbank log\` shows the ids of calls, --world names another world.`,
  )
}

function describe(found: z.output<typeof explanation>): string {
  const { subject, state, text, rule, since, waitsFor, until, rows, advice, change } = found
  const facts = Object.entries({ rule, since, 'waits for': waitsFor, until }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  )
  const counted = rows.map(
    row => `  ${row.noun} ${row.id}: ${row.values.map(one => `${one.name} ${one.value}`).join(', ')}`,
  )
  return [
    `${subject}: ${state}`,
    text,
    '',
    formatFields(facts),
    ...(rows.length === 0 ? [] : ['', 'What was looked at:', ...counted]),
    ...(advice === null ? [] : ['', advice]),
    ...(change === null ? [] : ['', 'To change it:', '', change]),
  ].join('\n')
}
