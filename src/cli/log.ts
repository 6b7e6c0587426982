import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { COPY_FORMS } from '../explain/copies/copies.ts'
import { formatJson } from '../http/json-text.ts'
import { Failure } from './failure.ts'
import { askFor } from './operator.ts'
import type { PlaceOptions } from './place.ts'

export type LogOptions = PlaceOptions & { readonly follow?: true; readonly as?: string }

type Tools = {
  readonly config: Config
  readonly print: (text: string) => void
  /** Says something beside the result: stderr. */
  readonly note: (text: string) => void
}

const FIELDS = 'id at door status method target operation tppId code cause durationMs'
// The newest come first in the journal; people read the newest last. Those before a cursor are newer than it, by the order in which they were written: a
// call that takes long began before others that were shown already.
const PAGE = `query Log($last: Int, $first: Int, $before: String) {
  requests(first: $first, last: $last, before: $before, order: WRITTEN) { edges { cursor node { ${FIELDS} } } }
  lostRequests { from to calls }
}`
const ONE = `query Call($id: ID!) {
  request(id: $id) {
    ${FIELDS} requestId
    request { headers { name value } body bytes }
    answer { headers { name value } body bytes }
    verdicts { step passed faults { text path expected found } }
    warnings { code text }
  }
}`

const COPY = `query Copy($id: ID!, $forms: [CopyForm!]) {
  request(id: $id) { copies(forms: $forms) { text note } }
}`
const copied = z.object({
  request: z.object({ copies: z.array(z.object({ text: z.string().nullable(), note: z.string().nullable() })) }),
})

const summary = z.object({
  id: z.string(),
  at: z.string(),
  door: z.string(),
  status: z.number(),
  method: z.string(),
  target: z.string(),
  operation: z.string().nullable(),
  tppId: z.string().nullable(),
  code: z.string().nullable(),
  cause: z.string().nullable(),
  durationMs: z.number(),
})
const page = z.object({
  requests: z.object({ edges: z.array(z.object({ cursor: z.string(), node: summary })) }),
  lostRequests: z.array(z.object({ from: z.string(), to: z.string(), calls: z.number() })),
})
const message = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
  bytes: z.number(),
})
const wholeCall = z.object({
  request: summary.extend({
    request: message,
    answer: message,
    warnings: z.array(z.object({ code: z.string(), text: z.string() })),
    verdicts: z.array(
      z.object({
        step: z.string(),
        passed: z.boolean(),
        faults: z.array(
          z.object({
            text: z.string(),
            path: z.string().nullable(),
            expected: z.string().nullable(),
            found: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
})

const LATEST = 20
const FOLLOW_MS = 400

/** `log`: the last calls of a world, with --follow those to come too, or all of one call. */
export async function runLog(id: string | undefined, options: LogOptions, tools: Tools): Promise<void> {
  const { config, print } = tools
  if (options.as !== undefined) return printCopy(id, options.as, options, tools)
  if (id !== undefined) return print(describe(await askFor(options, config, ONE, { id }, wholeCall)))
  let newest: string | undefined
  const printed = new Set<string>()
  const show = async (variables: object) => {
    const { requests, lostRequests } = await askFor(options, config, PAGE, variables, page)
    for (const line of lostRequests.map(lossOf)) {
      if (!printed.has(line)) print(line)
      printed.add(line)
    }
    for (const { node } of requests.edges.toReversed()) print(lineOf(node))
    newest = requests.edges[0]?.cursor ?? newest
  }
  await show({ first: LATEST })
  while (options.follow === true) {
    await sleep(FOLLOW_MS)
    await show(newest === undefined ? { first: LATEST } : { last: 500, before: newest })
  }
}

/** `log ID --as FORM`: the call in another form, and on stderr what it does otherwise. */
async function printCopy(id: string | undefined, as: string, options: LogOptions, { config, print, note }: Tools) {
  const form = COPY_FORMS.find(one => one.toLowerCase() === as.toLowerCase())
  const forms = COPY_FORMS.map(one => one.toLowerCase()).join(', ')
  if (form === undefined) throw new Failure('usage', `--as takes one of ${forms}, not ${JSON.stringify(as)}.`)
  if (id === undefined) throw new Failure('usage', '--as copies one call: give its id, which `sandbank log` shows.')
  const { request } = await askFor(options, config, COPY, { id, forms: [form] }, copied)
  const [copy] = request.copies
  if (copy?.text == null) throw new Failure('refused', copy?.note ?? 'The bank has no such copy of this call.')
  if (copy.note !== null) note(visible(copy.note))
  print(copy.text)
}

const CAUSE_CHARACTERS = 120

/** A call in one line: its id stands last, and before it what it was refused for. */
function lineOf({
  id,
  at,
  door,
  status,
  method,
  target,
  operation,
  tppId,
  code,
  cause,
  durationMs,
}: z.output<typeof summary>): string {
  const time = at.slice(11, 23)
  const who = tppId ?? (door === 'GRAPHQL' ? 'operator' : '-')
  const asked = door === 'GRAPHQL' && operation !== null ? `${target} ${operation}` : target
  const words = (cause ?? '').replaceAll(/\s+/g, ' ')
  const why = words.length <= CAUSE_CHARACTERS ? words : `${words.slice(0, CAUSE_CHARACTERS - 1)}…`
  const refused = code === null ? '' : why === '' ? code : `${code}: ${why}`
  const parts = [time, String(status), method.padEnd(6), asked, `${durationMs.toFixed(1)} ms`, who, refused, id]
  return visible(parts.filter(part => part !== '').join('  '))
}

/** What the journal lacks, as a line of it. */
function lossOf({ from, to, calls }: z.output<typeof page>['lostRequests'][number]): string {
  return `${calls} ${calls === 1 ? 'call' : 'calls'} between ${from} and ${to} could not be written: the journal does not have them.`
}

function describe({ request: call }: z.output<typeof wholeCall>): string {
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

/** What a caller sent may hold what a terminal acts on. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '\ufffd')
}
