import type { Command } from 'commander'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { baseOption, type CommandResult, command, finish, jsonOption, settings } from './command.ts'
import { EXIT, EXIT_CODES_HELP, Failure } from './failure.ts'
import { askFor, askOperator } from './operator.ts'
import { formatFields, readable } from './output.ts'
import { type ListOptions, readFileArgument, worldUrl } from './place.ts'
import { fill, readSaved } from './saved.ts'

export function explainCommand(): Command {
  return command(
    'explain',
    'Say what is wrong with a signed request: a running bank checks its certificate, signature, date and digest, and looks for the mistake. The request may be one to another bank with the same interface. The command also reads curl -v, curl commands, HAR, Postman, Insomnia, .http files, HTTPie, copies of Chrome, and logs of the usual HTTP clients. Where a log lacks the headers, the command says what to paste.',
    ['npx sandbank explain request.txt', 'curl -v … 2>&1 | npx sandbank explain -'],
  )
    .argument(
      '<file>',
      'the request as it is sent: method and path, headers, an empty line, the body; - for standard input',
    )
    .addOption(jsonOption())
    .addOption(baseOption())
    .action(async (file: string, options: ListOptions) => {
      finish(await runExplain(file, options, settings()))
    })
}

const EXPLAIN = `query($request: String!) {
  explainSignature(request: $request) { accepted signingString warnings steps { name passed texts } }
}`

const explained = z.object({
  explainSignature: z.object({
    accepted: z.boolean(),
    signingString: z.string().nullable(),
    warnings: z.array(z.string()),
    steps: z.array(z.object({ name: z.string(), passed: z.boolean(), texts: z.array(z.string()) })),
  }),
})

/** Exit code 1 when a step failed, 2 for text that is not a request. */
export async function runExplain(file: string, options: ListOptions, config: Config): Promise<CommandResult> {
  const request = readText(readFileArgument(file, 'request'))
  const { data, errors = [] } = await askOperator(worldUrl(options, config), EXPLAIN, { request }, config.token)
  const parsed = explained.safeParse(data)
  if (!parsed.success)
    throw new Failure(
      errors.some(({ extensions }) => extensions?.code === 'FORMAT_ERROR') ? 'usage' : 'refused',
      errors.map(error => error.message).join(' ') || 'The answer is not that of Sandbank: check --base.',
    )
  const { accepted, signingString, warnings, steps } = parsed.data.explainSignature
  const exitCode = accepted ? EXIT.done : EXIT.refused
  if (options.json === true) return { text: JSON.stringify(parsed.data.explainSignature, null, 2), exitCode }
  const lines = [
    ...steps.flatMap(({ name, passed, texts }) =>
      texts.map((text, place) =>
        formatRow(place === 0 ? name : '', place > 0 ? '' : passed ? 'passed' : 'FAILED', text),
      ),
    ),
    ...warnings.map(text => formatRow('warning', '', text)),
    ...(signingString === null ? [] : ['', 'Signing string:', ...signingString.split('\n').map(line => `  ${line}`)]),
  ]
  return { text: readable(lines.join('\n')), exitCode }
}

/** A little more than the bank reads of a request, in bytes. */
const MOST_BYTES = 800_000

/** A request is text. Windows PowerShell writes files in UTF-16. */
function readText(bytes: Buffer): string {
  if (bytes.length > MOST_BYTES)
    throw new Failure('usage', `The request has ${bytes.length} bytes: give one request, of at most 200000 characters.`)
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Failure('usage', describeOdd(bytes))
  }
}

function describeOdd(bytes: Buffer): string {
  const good = bytes.toString('utf8').indexOf('\ufffd')
  const before = bytes.toString('utf8').slice(0, good)
  const line = before.split('\n').length
  return `The request is no text in UTF-8: byte ${Buffer.byteLength(before) + 1}, in line ${line}, is none of it. If the client sends this byte, that is the mistake: JSON is UTF-8, and what is not ASCII in a header is written as in RFC 2047. If an editor made it, save the request in UTF-8.`
}

function formatRow(name: string, verdict: string, text: string): string {
  return `${name.padEnd(13)}${verdict.padEnd(8)}${text}`
}

export function whyCommand(): Command {
  return command(
    'why',
    'Say why a call was refused, or what a payment, basket, consent or SCA waits for, and the command that changes it.',
    [
      'npx sandbank why                                          # the last call that was refused',
      'npx sandbank why 0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11     # what Sandbank-Request of an answer says',
      'npx sandbank why {payment} --world green',
    ],
  )
    .argument(
      '[id]',
      'the id of a call of the journal, a payment, a signing basket, a consent or an SCA; or {NAME}, as --save kept it; without it, the last call that was refused',
    )
    .option('--world <world>', 'the world that has it (default: default)')
    .addOption(jsonOption())
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
    .action(async (id: string | undefined, options: ListOptions) => finish(await runWhy(id, options, settings())))
}

/** What the bank's query `why` can be asked of. An id names only one thing. */
const SUBJECTS = ['call', 'payment', 'signingBasket', 'consent', 'authorisation'] as const

const FIELDS =
  '{ subject state text rule since waitsFor until rows { noun id values { name value } } advice change }' as const
const WHY = `query Why($id: ID!) { ${SUBJECTS.map(name => `${name}: why(of: { ${name}: $id }) ${FIELDS}`).join(' ')} }`

const text = z.string()
const maybe = text.nullable()
const row = z.object({ noun: text, id: text, values: z.array(z.object({ name: text, value: text })) })
const explanation = z.object({
  subject: text,
  state: text,
  text,
  rule: text,
  since: maybe,
  waitsFor: maybe,
  until: maybe,
  rows: z.array(row),
  advice: maybe,
  change: maybe,
})
const answered = z.record(z.string(), explanation.nullable())

/** `why [ID]`: the answer of the bank's `why` query (D97). */
async function runWhy(named: string | undefined, options: ListOptions, config: Config): Promise<CommandResult> {
  const id = named === undefined ? await lastRefused(options, config) : fill(named, readSaved(config.home))
  const { data, errors = [] } = await askOperator(worldUrl(options, config), WHY, { id }, config.token)
  const [found] = Object.values(answered.safeParse(data).data ?? {}).filter(one => one !== null)
  if (found !== undefined)
    return {
      text: options.json === true ? JSON.stringify(found, null, 2) : describe(found),
      exitCode: EXIT.done,
    }
  // Without data nothing was looked for, such as in a world that does not exist.
  const other = data == null ? errors[0] : errors.find(({ extensions }) => extensions?.code !== 'RESOURCE_UNKNOWN')
  throw new Failure(
    'refused',
    other?.message ??
      `This world has no call, payment, basket, consent or SCA ${JSON.stringify(id)}: \`npx sandbank log\` shows the ids of calls, --world names another world.`,
  )
}

const LAST_REFUSED = '{ calls(first: 1, filter: { refused: true }, order: WRITTEN) { nodes { id } } }'
const refusals = z.object({ calls: z.object({ nodes: z.array(z.object({ id: text })) }) })

async function lastRefused(options: ListOptions, config: Config): Promise<string> {
  const { calls } = await askFor(options, config, LAST_REFUSED, {}, refusals)
  const [last] = calls.nodes
  if (last !== undefined) return last.id
  throw new Failure('refused', 'The journal has no refused call of this world: --world names another one.')
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
