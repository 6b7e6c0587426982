import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { parseJson } from '../../domain/texts.ts'
import { SNAPSHOT_TYPE } from '../../domain/worlds.ts'
import type { Config } from '../../platform/config.ts'
import { formatJson } from '../../platform/http/json-bodies.ts'
import type { RawHeaders } from '../../platform/security/signature/signing-string.ts'
import { EVENTS } from '../testing/operator.ts'
import type { CommandResult, Tools } from './command.ts'
import { EXIT, Failure } from './failure.ts'
import { formatTable } from './output.ts'
import { type ListOptions, type PlaceOptions, readArgument, worldUrl } from './place.ts'
import { exchange, type Reply, send } from './request.ts'
import { fillTexts, keep, parseSave, readSaved } from './saved.ts'

/** An answer of the operator's door. */
const answer = z.object({
  data: z.unknown().optional(),
  // The other parts of an error, such as its locations, are printed as received.
  errors: z
    .array(
      z.looseObject({
        message: z.string(),
        extensions: z
          .looseObject({
            code: z.string().optional(),
            tppMessages: z.array(z.looseObject({ path: z.string().optional() })).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})

export type Answer = z.output<typeof answer>

// Calls that the CLI makes by itself are marked in the journal (D95).
const BY_KIT: RawHeaders = [['Sandbank-By', 'kit']]

/** Calls the operator's door of a world; with the token, if the server requires one (D70). */
export async function askOperator(
  world: string,
  query: string,
  variables: unknown,
  token: string | undefined,
): Promise<Answer> {
  return readAnswer(await post(world, { query, variables }, token, BY_KIT), world, token)
}

function post(
  world: string,
  request: { readonly query: string; readonly variables: unknown; readonly operationName?: string | undefined },
  token: string | undefined,
  by: RawHeaders = [],
  onAnswer?: (text: string) => void,
): Promise<Reply> {
  const headers: RawHeaders = [
    ['Accept', onAnswer === undefined ? 'application/json' : `application/json, ${EVENTS}`],
    ['Content-Type', 'application/json'],
    ...authorization(token),
  ]
  const url = new URL(`${world}/graphql`)
  return send(
    { method: 'POST', url, headers: [...headers, ...by], body: Buffer.from(JSON.stringify(request)) },
    onAnswer,
  )
}

/** The answer of a world's operator's door, of known shape. Fails with the bank's own words when the call is refused. */
export async function askFor<Schema extends z.ZodType>(
  options: PlaceOptions,
  config: Config,
  query: string,
  variables: unknown,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, errors = [] } = await askOperator(worldUrl(options, config), query, variables, config.token)
  const read = schema.safeParse(data)
  if (read.success && errors.length === 0) return read.data
  throw new Failure('refused', errors.map(asOption).join('\n') || "The answer is not that of Sandbank's GraphQL door.")
}

/** What the graph says of an argument, for a person who wrote an option: `name` in place of `input.name`. */
function asOption({ message, extensions }: NonNullable<Answer['errors']>[number]): string {
  const places = (extensions?.tppMessages ?? []).flatMap(({ path }) => (path === undefined ? [] : [path]))
  return places.reduce((words, place) => words.replace(`${place}: `, `${place.replace(OUTER, '')}: `), message)
}

const OUTER = /^input\.(?:source\.)?/

/** A snapshot's file at the operator's door (D131), as text: what GET answers, or what PUT says of the file. */
export async function transfer(
  method: 'GET' | 'PUT',
  options: PlaceOptions,
  config: Config,
  name: string,
  body?: Readable,
): Promise<AsyncIterable<string>> {
  const world = worldUrl(options, config)
  const url = new URL(`${world}/snapshots/${encodeURIComponent(name)}`)
  const own =
    body === undefined ? [] : [['Content-Type', SNAPSHOT_TYPE] as const, ['Transfer-Encoding', 'chunked'] as const]
  const headers = [['Host', url.host] as const, ...own, ...authorization(config.token), ...BY_KIT]
  const incoming = await exchange({ method, url, headers }, body)
  const status = incoming.statusCode ?? 0
  if (status < 300) return partsOf(incoming, url)
  const reply = { status, reason: '', headers: [], body: Buffer.concat(await incoming.toArray()) }
  const { errors = [] } = readAnswer(reply, world, config.token)
  throw new Failure('refused', errors.map(error => error.message).join('\n'))
}

async function* partsOf(incoming: IncomingMessage, { origin }: URL): AsyncGenerator<string> {
  try {
    yield* incoming.setEncoding('utf8')
  } catch (error) {
    throw new Failure('unreachable', `The connection to ${origin} ended before the whole snapshot had come.`, error)
  }
}

function authorization(token: string | undefined): RawHeaders {
  return token === undefined ? [] : [['Authorization', `Bearer ${token}`]]
}

export type GraphqlOptions = PlaceOptions & {
  readonly variables?: string
  readonly operationName?: string
  readonly save?: readonly string[]
}

/** `graphql`: one operation of the operator; for a subscription, a line of JSON for each answer (D99). Exit code 1 when it was refused. */
export async function runGraphql(
  query: string,
  options: GraphqlOptions,
  { config, note, print }: Tools,
): Promise<CommandResult> {
  const wanted = (options.save ?? []).map(parseSave)
  const saved = readSaved(config.home)
  const filled = (text: string, what: string) => fillTexts(readArgument(text, what).toString('utf8'), saved)
  const variables = options.variables === undefined ? undefined : parseVariables(filled(options.variables, 'variables'))
  const world = worldUrl(options, config)
  const exitCodes = new Set<number>()
  const { operationName } = options
  const request = { query: filled(query, 'operation'), variables, operationName }
  const reply = await post(world, request, config.token, [], text => {
    print(text)
    exitCodes.add(answer.safeParse(parseJson(text)).data?.errors === undefined ? EXIT.done : EXIT.refused)
  })
  if (exitCodes.size > 0) return { exitCode: Math.max(...exitCodes) }
  const found = readAnswer(reply, world, config.token)
  const text = formatJson(JSON.stringify(found))
  if (found.errors !== undefined) return { text, exitCode: EXIT.refused }
  return { text, exitCode: keep(config.home, wanted, found.data, note) }
}

const AUDIT = '{ audit { accounts bookings payments findings { rule subject text } } }'

const audited = z.object({
  audit: z.object({
    accounts: z.number(),
    bookings: z.number(),
    payments: z.number(),
    findings: z.array(z.object({ rule: z.string(), subject: z.string(), text: z.string() })),
  }),
})

/** `audit`: checks the books of a running bank's world against its rules. Exit code 1 when there is an error in them. */
export async function runAudit(options: ListOptions, config: Config): Promise<CommandResult> {
  const world = worldUrl(options, config)
  const { data, errors = [] } = await askOperator(world, AUDIT, undefined, config.token)
  const parsed = audited.safeParse(data)
  if (!parsed.success)
    throw new Failure(
      'refused',
      `The books cannot be audited: ${errors.map(error => error.message).join(' ') || 'the answer is not that of Sandbank.'}`,
    )
  const { accounts, bookings, payments, findings } = parsed.data.audit
  if (options.json === true)
    return {
      text: JSON.stringify(parsed.data.audit, null, 2),
      exitCode: findings.length === 0 ? EXIT.done : EXIT.refused,
    }
  const looked = `${accounts} accounts, ${bookings} bookings, ${payments} payments`
  if (findings.length === 0) return { text: `The books add up: ${looked}.`, exitCode: EXIT.done }
  const rows = findings.map(({ rule, subject, text }) => [rule, subject, text])
  return {
    text: `${findings.length} findings in ${looked}:\n${formatTable(['RULE', 'SUBJECT', 'FINDING'], rows)}`,
    exitCode: EXIT.refused,
  }
}

function parseVariables(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('usage', '--variables takes a JSON object, @FILE, or - for standard input.')
  }
}

/** A refusal before GraphQL, for example of a world that does not exist (D16). */
const refused = z.object({ tppMessages: z.array(z.object({ code: z.string(), text: z.string() })) })

function readAnswer({ status, body }: Reply, world: string, token: string | undefined): Answer {
  if (status === 401 || status === 403) {
    const sent = token === undefined ? '' : ' The one that was sent is another.'
    throw new Failure(
      'refused',
      `The bank lets only its operator do this (${status}): set SANDBANK_TOKEN to the token that the server was started with.${sent}${wordsOf(body)}`,
    )
  }
  if (status >= 500)
    throw new Failure('serverFault', `The bank failed to answer (${status}): its log says why.${wordsOf(body)}`)
  const parsed = answer.safeParse(parseJson(body.toString('utf8')))
  if (parsed.success && (parsed.data.data !== undefined || parsed.data.errors !== undefined)) return parsed.data
  const [unknown] = refused.safeParse(parseJson(body.toString('utf8'))).data?.tppMessages ?? []
  if (unknown?.code === 'RESOURCE_UNKNOWN') throw new Failure('refused', unknown.text)
  throw new Failure(
    'refused',
    `${world}/graphql did not answer like Sandbank's GraphQL door (${status}): check --base and --world.${wordsOf(body)}`,
  )
}

/** An unexpected answer, in its own words: they may say more than we can guess. */
function wordsOf(body: Buffer): string {
  const text = body
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim()
  const refusals = refused.safeParse(parseJson(text)).data?.tppMessages
  const said = refusals?.map(({ code, text: words }) => `${code} ${words}`).join('; ') ?? text.slice(0, 500)
  return said === '' ? '' : `\nIt answered: ${said}`
}

/** Asks the operator's door for the PSU-ID of one customer. */
export const PSU_ID_QUERY =
  'query PsuId($customerNumber: String!) { customer(by: { customerNumber: $customerNumber }) { psuId } }'

const found = z.object({ customer: z.object({ psuId: z.string() }) })

/**
 * The PSU-ID of a customer (D20), which only the operator's door knows.
 * @param world the base URL of the customer's world, without a slash at its end
 * @param token the operator's, if the server requires one (D70)
 */
export async function findPsuId(world: string, customerNumber: string, token: string | undefined): Promise<string> {
  const { data, errors = [] } = await askOperator(world, PSU_ID_QUERY, { customerNumber }, token)
  const parsed = found.safeParse(data)
  if (parsed.success) return parsed.data.customer.psuId
  const reason = errors.map(error => error.message).join(' ') || 'There is no such customer.'
  throw new Failure(
    'refused',
    `The bank knows no psuId of ${JSON.stringify(customerNumber)}: ${reason} \`npx sandbank call GET /v1/sandbox/customers\` lists the customers.`,
  )
}
