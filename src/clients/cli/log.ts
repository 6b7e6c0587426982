import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { COPY_FORMS, STORY_FORMS } from '../../api/graphql/workbench.ts'
import { CALLERS as CALLED_BY, type CallFilter } from '../../domain/calls.ts'
import { beginningOf } from '../../domain/texts.ts'
import type { Config } from '../../platform/config.ts'
import { traceIdOf } from '../../platform/http/headers.ts'
import { formatJson } from '../../platform/http/json-bodies.ts'
import { notesOf } from '../../workbench/explain/stories/wording.ts'
import { signerIdOf } from './banks.ts'
import { baseOption, command, jsonOption, note, print, settings, type Tools } from './command.ts'
import { idOfTpp } from './documents.ts'
import { EXIT_CODES_HELP, Failure } from './failure.ts'
import { askFor } from './operator.ts'
import type { PlaceOptions } from './place.ts'

export function logCommand(): Command {
  return command('log', 'Show what was called: the last calls of a world, each new one as it happens, or all of one.', [
    'npx sandbank log',
    'npx sandbank log --follow --world green',
    'npx sandbank log --tpp acme --answer refused',
    'npx sandbank log --trace 4bf92f3577b34da6a3ce929d0e0e4736',
    'npx sandbank log 0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11 --as curl > again.sh',
    'npx sandbank log --as vitest --last 10 --tpp acme > story.test.ts',
    'npx sandbank log 0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11     # what Sandbank-Request of an answer says',
  ])
    .argument('[id]', 'the id of a call, to show all that the journal has of that call')
    .option(
      '--as <form>',
      `with an id: the call to be run again, as ${FORMS}; else the calls as one story, as ${STORIES}`,
    )
    .option('--last <number>', `how many calls, the latest that the other options leave (default: ${LATEST})`)
    .option('--follow', 'go on, and print a line for each call as it happens')
    .addOption(
      new Option('--caller <who>', 'only calls of these; not given: all but those of kit and CLI').choices(
        Object.keys(CALLERS),
      ),
    )
    .option('--tpp <name>', 'only calls of this TPP: its id or its name')
    .option('--answer <answer>', 'only these answers: accepted, refused, or a status such as 401')
    .option('--path <text>', 'only calls whose path and query contain this text')
    .option('--operation <name>', 'only calls of this operation, such as createPayment')
    .option('--code <code>', 'only refusals with this code, such as FORMAT_ERROR')
    .option('--request <id>', 'only calls with this X-Request-ID')
    .option('--trace <id>', 'only calls of this trace: its id, or a traceparent header')
    .option('--world <world>', 'the world whose calls to show (default: default)')
    .option('--all-worlds', 'the calls of every world')
    .addOption(jsonOption('one JSON document for each call, in a line of its own'))
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
    .action(async (id: string | undefined, options: LogOptions) => {
      await runLog(id, options, { config: settings(), print, note })
    })
}

export type LogOptions = PlaceOptions & {
  readonly follow?: true
  readonly as?: string
  readonly json?: true
  readonly allWorlds?: true
} & Partial<Record<'caller' | 'last' | 'tpp' | 'answer' | 'path' | 'operation' | 'code' | 'request' | 'trace', string>>

const FORMS = COPY_FORMS.map(one => one.toLowerCase()).join(', ')
/** Forms as users type them: node-test for NODE_TEST. */
const typed = (form: string) => form.toLowerCase().replaceAll('_', '-')
const STORIES = STORY_FORMS.map(typed).join(', ')
const LATEST = 20

const CALLERS: Readonly<Record<string, CallFilter>> = {
  tpps: { door: 'REST' },
  operator: { door: 'GRAPHQL' },
  psus: { door: 'PAGE' },
  kit: { by: ['KIT'] },
}

const FIELDS =
  'id world at by door status method target operation tppId: tpp { id } requestId: xRequestId traceId code cause durationMs'
// The journal returns the newest first; people read the newest last. Calls before a cursor are newer than it, in the order of writing: a long call
// began before others that were already shown.
const PAGE = `query Log($last: Int, $first: Int, $before: String, $filter: CallFilterInput, $allWorlds: Boolean) {
  calls(first: $first, last: $last, before: $before, filter: $filter, order: WRITTEN, allWorlds: $allWorlds) { edges { cursor node { ${FIELDS} } } }
  lostCalls(allWorlds: $allWorlds) { from to calls }
}`
const WHOLE = `${FIELDS}
    request { headers { name value } body bytes }
    answer { headers { name value } body bytes }
    verdicts { step passed faults { text path expected found } }
    warnings { code text }`
const ONE = `query Call($id: ID!) {
  call(by: { id: $id }) {
    ${WHOLE}
  }
}`
// The oldest first, and few at once: a body may have 64 KiB.
const ALL = `query All($last: Int, $before: String, $filter: CallFilterInput) {
  calls(last: $last, before: $before, filter: $filter, allWorlds: true) { edges { cursor node { ${WHOLE} } } }
}`

const COPY = `query Copy($id: ID!, $forms: [CopyForm!]) {
  call(by: { id: $id }) { copies(forms: $forms) { text note } }
}`
const [text, count] = [z.string(), z.number()]
const maybe = text.nullable()
const copied = z.object({
  call: z.object({ copies: z.array(z.object({ text: maybe, note: maybe })) }),
})

const summary = z.object({
  id: text,
  world: text,
  at: text,
  by: text,
  door: text,
  status: count,
  method: text,
  target: text,
  operation: maybe,
  tppId: idOfTpp,
  requestId: maybe,
  traceId: maybe,
  code: maybe,
  cause: maybe,
  durationMs: count,
})
const page = z.object({
  calls: z.object({ edges: z.array(z.object({ cursor: text, node: summary })) }),
  lostCalls: z.array(z.object({ from: text, to: text, calls: count })),
})
const message = z.object({ headers: z.array(z.object({ name: text, value: text })), body: maybe, bytes: count })
const fault = z.object({ text, path: maybe, expected: maybe, found: maybe })
const wholeCall = z.object({
  call: summary.extend({
    request: message,
    answer: message,
    warnings: z.array(z.object({ code: text, text })),
    verdicts: z.array(z.object({ step: text, passed: z.boolean(), faults: z.array(fault) })),
  }),
})

const wholePage = z.object({
  calls: z.object({ edges: z.array(z.object({ cursor: text, node: wholeCall.shape.call })) }),
})
const WHOLE_AT_ONCE = 25

/** All calls of all worlds, the kit's too, as `log ID --json` has one: a line for each, in the order of writing. */
export async function* wholeJournal(
  place: PlaceOptions,
  config: Config,
): AsyncGenerator<{ readonly id: string; readonly line: string }> {
  const chosen = { last: WHOLE_AT_ONCE, filter: { by: CALLED_BY } }
  for (let before: string | undefined; ; ) {
    const { calls } = await askFor(place, config, ALL, { ...chosen, before }, wholePage)
    for (const { node } of calls.edges.toReversed()) yield { id: node.id, line: `${JSON.stringify(node)}\n` }
    const newest = calls.edges[0]?.cursor
    if (newest === undefined) return
    before = newest
  }
}

const FOLLOW_MS = 400

/** `log`: the last calls of a world, with --follow also future ones, or all of one call. */
export async function runLog(id: string | undefined, options: LogOptions, tools: Tools): Promise<void> {
  const { config, print, note } = tools
  if (options.allWorlds === true && options.world !== undefined)
    throw new Failure('usage', '--all-worlds shows the calls of every world: leave --world out, or --all-worlds.')
  if (options.as !== undefined)
    return id === undefined ? printStory(options.as, options, tools) : printCopy(id, options.as, options, tools)
  if (id !== undefined) {
    const whole = await askFor(options, config, ONE, { id }, wholeCall)
    return print(options.json === true ? JSON.stringify(whole.call, null, 2) : describe(whole))
  }
  const chosen = { filter: filterOf(options, config), allWorlds: options.allWorlds ?? false }
  const form = options.json === true ? (call: z.output<typeof summary>) => JSON.stringify(call) : lineOf
  // A report of missing calls is not a call.
  const printLoss = options.json === true ? note : print
  let newest: string | undefined
  const printed = new Set<string>()
  const show = async (variables: object) => {
    const { calls, lostCalls } = await askFor(options, config, PAGE, { ...variables, ...chosen }, page)
    for (const line of lostCalls.map(lossOf)) {
      if (!printed.has(line)) printLoss(line)
      printed.add(line)
    }
    for (const { node } of calls.edges.toReversed()) print(form(node))
    newest = calls.edges[0]?.cursor ?? newest
  }
  await show({ first: lastOf(options) })
  if (newest === undefined && options.follow !== true) note('The journal has no such call.')
  while (options.follow === true) {
    await sleep(FOLLOW_MS)
    // When there was no call before, all calls since then.
    await show({ last: 500, before: newest })
  }
}

/** The filters of the console's form, as options. */
function filterOf(
  { base, caller = '', tpp, answer, path, operation, code, request, trace }: LogOptions,
  { home }: Config,
) {
  return {
    ...CALLERS[caller],
    ...(tpp === undefined ? {} : { tpp: signerIdOf(home, base, tpp) }),
    ...(answer === undefined ? {} : answerOf(answer)),
    path,
    operation,
    code,
    xRequestId: request,
    traceId: trace === undefined ? undefined : traceIn(trace),
  }
}

/** The id in a traceparent header, or the argument itself. */
function traceIn(trace: string): string {
  return traceIdOf(trace) ?? trace.toLowerCase()
}

function answerOf(answer: string): CallFilter {
  if (answer === 'accepted' || answer === 'refused') return { refused: answer === 'refused' }
  if (/^[1-5]\d\d$/.test(answer)) return { status: Number(answer) }
  throw new Failure(
    'usage',
    `--answer takes accepted, refused, or a status of three digits, not ${JSON.stringify(answer)}.`,
  )
}

/** `log ID --as FORM`: the call in another form; stderr says where the form differs from the call. */
async function printCopy(id: string, as: string, options: LogOptions, { config, print, note }: Tools) {
  const form = COPY_FORMS.find(one => one.toLowerCase() === as.toLowerCase())
  if (form === undefined) throw new Failure('usage', `--as takes one of ${FORMS}, not ${JSON.stringify(as)}.`)
  const { call } = await askFor(options, config, COPY, { id, forms: [form] }, copied)
  const [copy] = call.copies
  if (copy?.text == null) throw new Failure('refused', copy?.note ?? 'The bank has no such copy of this call.')
  if (copy.note !== null) note(visible(copy.note))
  print(copy.text)
}

/** `log --as FORM`: the calls that pass the other options, as one story. */
async function printStory(as: string, options: LogOptions, { config, print, note }: Tools): Promise<void> {
  const form = STORY_FORMS.find(one => typed(one) === typed(as))
  const copied = COPY_FORMS.some(one => typed(one) === typed(as))
    ? ' With the id of a call, the log takes that form, too.'
    : ''
  if (form === undefined)
    throw new Failure('usage', `--as takes one of ${STORIES} for several calls, not ${JSON.stringify(as)}.${copied}`)
  if (options.allWorlds === true || options.follow === true || options.json === true)
    throw new Failure(
      'usage',
      'A story is of one world and of calls that were made: leave --all-worlds, --follow and --json out.',
    )
  print(await readStory(form, options, { config, note }))
}

/** The calls of TPPs that pass the options, as one story. */
export async function readStory(
  form: (typeof STORY_FORMS)[number],
  options: LogOptions,
  { config, note }: Pick<Tools, 'config' | 'note'>,
): Promise<string> {
  const callers = options.caller === undefined ? { by: ['TPP'] } : {}
  const chosen = { filter: { ...callers, ...filterOf(options, config) }, allWorlds: false, first: lastOf(options) }
  const { calls, lostCalls } = await askFor(options, config, PAGE, chosen, page)
  for (const lost of lostCalls) note(lossOf(lost))
  const ids = calls.edges.map(({ node }) => node.id)
  if (ids.length === 0) throw new Failure('refused', 'The journal has no such call.')
  const { copyCalls } = await askFor(options, config, STORY, { ids, form }, copiedStory).catch(error => {
    // The ids are chosen here, by this option.
    if (!(error instanceof Failure) || !error.message.startsWith('ids: ')) throw error
    throw new Failure('refused', error.message.replace('ids', `--last ${lastOf(options)}`))
  })
  for (const missing of notesOf(copyCalls, form)) note(missing)
  return copyCalls
}

const STORY = 'query Story($ids: [ID!]!, $form: StoryForm!) { copyCalls(ids: $ids, form: $form) }'
const copiedStory = z.object({ copyCalls: z.string() })
/** How many calls one command asks for. */
export const MOST_OF_STORY = 200

function lastOf({ last }: LogOptions): number {
  const number = Number(last ?? LATEST)
  if (Number.isInteger(number) && number > 0 && number <= MOST_OF_STORY) return number
  throw new Failure('usage', `--last takes a number from 1 to ${MOST_OF_STORY}, not ${JSON.stringify(last)}.`)
}

const CAUSE_CHARACTERS = 120

/** A call in one line: the id is last; before it, the reason of a refusal. */
function lineOf(call: z.output<typeof summary>): string {
  const { id, at, door, status, method, target, operation, tppId, code, cause, durationMs } = call
  const time = at.slice(11, 23)
  const who = tppId ?? (door === 'GRAPHQL' ? 'operator' : '-')
  const called = door === 'GRAPHQL' && operation !== null ? `${target} ${operation}` : target
  const words = (cause ?? '').replaceAll(/\s+/g, ' ')
  const why = words.length <= CAUSE_CHARACTERS ? words : `${beginningOf(words, CAUSE_CHARACTERS - 1)}…`
  const refused = code === null ? '' : why === '' ? code : `${code}: ${why}`
  const parts = [time, String(status), method.padEnd(6), called, `${durationMs.toFixed(1)} ms`, who, refused, id]
  return visible(parts.filter(part => part !== '').join('  '))
}

/** A line about calls that the journal has lost. */
function lossOf({ from, to, calls }: z.output<typeof page>['lostCalls'][number]): string {
  return `${calls} ${calls === 1 ? 'call' : 'calls'} between ${from} and ${to} could not be written: the journal does not have them.`
}

function describe({ call }: z.output<typeof wholeCall>): string {
  const steps = call.verdicts.flatMap(({ step, passed, faults }) => [
    `  ${passed ? 'passed' : 'FAILED'}  ${step}`,
    ...faults.flatMap(({ path, text, expected, found }) => [
      `          ${path === null ? '' : `${path}: `}${text}`,
      ...(expected === null || expected === text ? [] : [`            expected: ${expected}`]),
      ...(found === null ? [] : [`            found:    ${found}`]),
    ]),
  ])
  return visible(
    [
      lineOf(call),
      ...(call.operation === null ? [] : [`operation: ${call.operation}`]),
      ...(call.traceId === null ? [] : [`trace: ${call.traceId}`]),
      '',
      ...sideOf('Request', call.request),
      ...sideOf('Answer', call.answer),
      'Steps:',
      ...steps,
      ...call.warnings.map(({ code, text }) => `  WARNING ${code}: ${text}`),
    ].join('\n'),
  )
}

function sideOf(title: string, { headers, body, bytes }: z.output<typeof message>): string[] {
  const shown = body === null ? [] : formatJson(body).split('\n')
  return [
    `${title} (body of ${bytes} bytes):`,
    ...headers.map(({ name, value }) => `  ${name}: ${value}`),
    ...(shown.length === 0 ? [] : ['', ...shown.map(line => `  ${line}`)]),
    '',
  ]
}

/** A caller's text may contain characters that a terminal obeys. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '\ufffd')
}
