import { type DocumentNode, GraphQLError, OperationTypeNode, parse, Source, validate } from 'graphql'
import { createYoga, getSSEProcessor, type Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { ERRORS } from '../../../bank/wire/errors.ts'
import { actWanted, DomainError, type ErrorCode, MOST_FAULTS } from '../../../domain/errors.ts'
import { isObject } from '../../../domain/given.ts'
import type { ReadyAnswer } from '../../../platform/http/answers.ts'
import type { Note } from '../../../platform/http/notes.ts'
import type { GraphqlContext } from '../builder.ts'
import type { WrittenAnswer } from '../execution/prepare.ts'
import { AnswerTooLarge } from '../execution/writing.ts'
import { schema } from '../schema.ts'
import { scriptFault } from '../scripted.ts'
import { refuseCost } from './cost.ts'
import { assertReadable, LIMITS, refusedRequest, SizeLimitsRule } from './limits.ts'
import {
  chooseOperation,
  type PreparedOperation,
  prepareOperation,
  refuseGet,
  runsOperation,
} from './prepared-operations.ts'
import { coerceVariables, findLiterals, holdLiterals, type RefusedDocument, type Variables } from './raw-input.ts'
import { codeOf, presentErrors } from './refusals.ts'
import { type AcceptableTypes, assertAccepted, EVENTS, type GraphqlRequest } from './requests.ts'
import { follow } from './subscriptions.ts'
import { faultsOfDocument } from './suggestions.ts'

/** What a call carries through Yoga besides the context of resolvers. */
type YogaContext = GraphqlContext &
  ReadyRequest &
  Pick<Caller, 'report' | 'note' | 'byKit'> & { readonly refused?: RefusedDocument }

/** The caller, as the door has admitted it. */
export type Caller = {
  readonly context: GraphqlContext
  readonly report: (error: unknown) => void
  readonly note: Note
  /** Whether the kit or the CLI calls with a document of its own (D95). */
  readonly byKit?: boolean
}

/** A request, read and negotiated as both doors do it. */
type ReadyRequest = AcceptableTypes & { readonly method: string; readonly params: GraphqlRequest }

/** An answer whose text is ready, in a form that Yoga passes on unchanged. */
type WrittenResult = {
  readonly data: null
  readonly extensions: {
    readonly http: { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  }
  readonly stringify: () => string
}

/** The memory of a document, in bytes: its text, and a node with its token and place for each few characters. */
const BYTES_PER_TOKEN = 800
/** The limit for all documents together. */
export const MOST_BYTES = 33_554_432
const MOST_UNREADABLE_BYTES = 4_194_304

// Limited by bytes, since a document may have a mebibyte (7.1): clients that write values into documents would fill any number of entries.
const documentCache = new LRUCache<string, DocumentNode>({
  maxSize: MOST_BYTES,
  sizeCalculation: ({ tokenCount = LIMITS.tokens }, text) => text.length * 2 + tokenCount * BYTES_PER_TOKEN + 1,
})
const errorCache = new LRUCache<string, Error>({
  maxSize: MOST_UNREADABLE_BYTES,
  sizeCalculation: (_, text) => text.length * 2 + 1,
})
const refusedDocuments = new WeakMap<DocumentNode, RefusedDocument>()

/** How many bytes the cached documents take, as estimated. */
export function cachedBytes(): number {
  return documentCache.calculatedSize
}

/** The request is read before Yoga receives it: limits and refusals of bodies are the same at both doors. */
const useOwnReader: Plugin<YogaContext, YogaContext> = {
  onRequestParse: ({ serverContext, setRequestParser }) => setRequestParser(() => serverContext.params),
}

/** The permitted size of documents, and which of their operations runs. */
const useDocumentLimits: Plugin<YogaContext, YogaContext> = {
  onParse({ setParseFn, context }) {
    setParseFn((text: string | Source) => {
      const source = typeof text === 'string' ? new Source(text) : text
      assertReadable(source)
      return parse(source)
    })
    return ({ result }) => {
      if (result instanceof Error) return
      const operation = chooseOperation(result, context.params.operationName)
      assertAccepted(operation.operation, context)
      if (context.method === 'GET' && operation.operation === OperationTypeNode.MUTATION) throw refuseGet(operation, [])
    }
  },
  onValidate({ setValidationFn, params: { documentAST }, extendContext }) {
    // Sizes first: GraphQL's own rules are slow with documents that were built to be slow.
    setValidationFn((of, document) => {
      const sizes = validate(of, document, [SizeLimitsRule], { maxErrors: MOST_FAULTS })
      return sizes.length > 0 ? sizes : faultsOfDocument(of, document)
    })
    return ({ valid, result }) => {
      if (valid) return
      const errors = result.filter(error => error instanceof GraphQLError)
      const refused = refusedDocuments.get(documentAST) ?? findLiterals(documentAST, errors)
      refusedDocuments.set(documentAST, refused)
      extendContext({ refused })
    }
  },
}

/** Runs operations by the executor that writes answers as text, and records for the journal what they are. */
const useWritingExecutor: Plugin<YogaContext, YogaContext> = {
  onExecute: ({ args, setExecuteFn, setResultAndStopExecution }) =>
    prepare(args, setResultAndStopExecution, (prepared, variables) =>
      setExecuteFn(() => run(prepared, variables, args.contextValue)),
    ),
  onSubscribe: ({ args, setSubscribeFn, setResultAndStopExecution }) =>
    prepare(args, setResultAndStopExecution, (prepared, variables) => {
      const { contextValue } = args
      const live = contextValue.live && { ...contextValue.live, cost: prepared.costOf(variables) }
      const context = { ...contextValue, ...(live === undefined ? {} : { live }) }
      const key = JSON.stringify([context.params, context.reached, context.origin])
      setSubscribeFn(() =>
        follow({
          document: prepared.document,
          context,
          run: (own, event) => shared(event, key, () => run(prepared, variables, own, event)),
          refuse: errors => refusal(errors, context),
        }),
      )
    }),
}

const answers = new WeakMap<object, Map<string, Promise<WrittenResult>>>()

/** The answer to an event: computed once for all subscribers with the same selection. */
function shared(event: object, key: string, make: () => Promise<WrittenResult>): Promise<WrittenResult> {
  const known = answers.get(event) ?? new Map<string, Promise<WrittenResult>>()
  answers.set(event, known)
  const answer = known.get(key) ?? make()
  known.set(key, answer)
  return answer
}

type Execution = {
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly contextValue: YogaContext
}

/** Passes an operation on when no check fails; else stops with the refusal. */
function prepare(
  { document, operationName, contextValue: context }: Execution,
  stop: (result: { readonly errors: readonly GraphQLError[] }) => void,
  goOn: (prepared: PreparedOperation, variables: Variables) => void,
): Promise<void> | void {
  const prepared = prepareOperation(document, chooseOperation(document, operationName ?? undefined))
  const { operation, fields } = prepared
  const { note, bank, params } = context
  note.operation = operation.name?.value ?? fields.slice(0, 5).join(' ')
  // Queries that read the journal are not recorded in it.
  note.quiet = fields.every(field => LOOKS_AT_JOURNAL.has(field))
  const stopped = context.method === 'GET' ? refuseGet(operation, fields) : undefined
  if (stopped !== undefined) return stop({ errors: [stopped] })
  const read = coerceVariables(prepared, params.variables ?? {}, bank)
  if ('refusals' in read) return read.refusals.then(errors => stop({ errors }))
  const costly = refuseCost(prepared.costOf, read.variables)
  if (costly !== undefined) return stop({ errors: [costly] })
  const idle = scriptFault(context.script, isMeant => runsOperation(prepared, isMeant))
  if (idle !== undefined) return stop({ errors: [refusedRequest(idle)] })
  note.steps.push('RULES')
  goOn(prepared, read.variables)
}

/** Shows refusals that were made before anything ran. */
const useRefusals: Plugin<YogaContext, YogaContext> = {
  onExecutionResult({ result, context, setResult }) {
    if (result === undefined || !('errors' in result) || result.errors === undefined) return
    const { refused, params, bank, byKit = false } = context
    if (refused === undefined) return setResult(refusal(result.errors, context))
    if (byKit) return setResult(refusal([ofOtherVersion()], context))
    return holdLiterals(refused, params.variables ?? {}, bank).then(errors => setResult(refusal(errors, context)))
  },
}

/** The documents of a kit fit to the bank of its own version: in one line what is wrong, in place of each name that this graph does not have. */
function ofOtherVersion(): GraphQLError {
  return refusedRequest(
    new DomainError(
      'FORMAT_ERROR',
      'The kit or command that calls has another version than this bank: install the one of the bank, or start the bank of its version.',
    ),
  )
}

const yoga = createYoga<YogaContext, YogaContext>({
  schema,
  plugins: [useOwnReader, useDocumentLimits, useWritingExecutor, useRefusals],
  parserAndValidationCache: { documentCache, errorCache },
  // An error that is not a refusal is a fault of ours, which the door reports and answers.
  maskedErrors: {
    maskError: error => {
      if (error instanceof GraphQLError) return error
      throw error
    },
  },
  maxRequestBodySize: false,
  batching: false,
  multipart: false,
  cors: false,
  graphiql: false,
  landingPage: false,
  logging: false,
})

const PLACE = 'http://127.0.0.1/graphql'
const REQUESTS = {
  GET: new Request(PLACE),
  POST: new Request(PLACE, { method: 'POST' }),
} as const

/** Answers a request by Yoga without creating a request of the Fetch API, which costs more than a small query. */
export async function answerByYoga(
  read: ReadyRequest,
  { context, report, note, byKit = false }: Caller,
): Promise<ReadyAnswer> {
  const { method, mediaType, params } = read
  const request = method === 'GET' ? REQUESTS.GET : REQUESTS.POST
  const serverContext: YogaContext = { ...context, ...read, report, note, byKit }
  const result: unknown = await yoga.getResultForParams({ params, request }, serverContext)
  if (isStream(result)) {
    const { body } = await sse(result, FETCH_API, EVENTS)
    return { status: 200, headers: STREAMED, body: '', stream: body ?? undefined }
  }
  if (!isWritten(result)) throw new TypeError('Yoga has answered with what no plugin wrote.')
  const { status, headers } = result.extensions.http
  if (mediaType === EVENTS && status === 200)
    return { status, headers: { ...STREAMED, ...headers }, body: onlyEvent(result.stringify()) }
  const type = mediaType === EVENTS ? 'application/json' : mediaType
  return { status, headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers }, body: result.stringify() }
}

const sse = getSSEProcessor()
// Node's own stream, which Node's answers accept directly; from another kind they create one that throws when its reader leaves.
const FETCH_API = { ...yoga.fetchAPI, ReadableStream, Response, TextEncoder: sharingEncoder() }
// Proxies must not buffer events that are to be seen at once.
const STREAMED = { 'Content-Type': `${EVENTS}; charset=utf-8`, 'X-Accel-Buffering': 'no' } as const

/** Gives all listeners of one large answer the same bytes: what waits for slow readers is no copy for each (D74). */
function sharingEncoder(): typeof TextEncoder {
  let last = { text: '', bytes: new Uint8Array() }
  return class extends TextEncoder {
    override encode(text = ''): Uint8Array<ArrayBuffer> {
      if (text.length < LARGE_TEXT) return super.encode(text)
      if (text !== last.text) last = { text, bytes: super.encode(text) }
      return last.bytes
    }
  }
}
const LARGE_TEXT = 65_536

// As Yoga writes the events of a subscription.
const onlyEvent = (text: string) => `event: next\ndata: ${text}\n\nevent: complete\ndata:\n\n`

function isStream(result: unknown): result is AsyncIterable<WrittenResult> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}

function isWritten(result: unknown): result is WrittenResult {
  return typeof result === 'object' && result !== null && 'stringify' in result
}

const LOOKS_AT_JOURNAL = new Set(['call', 'calls', 'lostCalls', '__typename'])

async function run(
  prepared: PreparedOperation,
  variables: Variables,
  context: YogaContext,
  event?: unknown,
): Promise<WrittenResult> {
  try {
    const answer = await prepared.execute(variables, context, event)
    const text = textOf(answer, context)
    return nothingCouldBeDone(answer) ? writtenAs('UNAVAILABLE', text) : written(text, 200)
  } catch (error) {
    if (error instanceof AnswerTooLarge) return refusal([answerTooLarge(prepared)], context)
    throw error
  }
}

/** Errors as the answer to a request that changed nothing: 405, 503, or the status that the media type has for a refused document. */
function refusal(
  errors: readonly unknown[],
  { report, note, origin, mediaType }: Pick<YogaContext, 'report' | 'note' | 'origin' | 'mediaType'>,
): WrittenResult {
  const text = JSON.stringify({ errors: presentErrors(errors, { report, note, origin }) })
  const [code] = errors.map(codeOf)
  if (code === 'METHOD_NOT_ALLOWED') return written(text, 405, { Allow: 'POST' })
  if (code === 'NOT_ACCEPTABLE') return written(text, 406)
  // Clients of event streams treat any other status as a network fault, and try again.
  if (mediaType === EVENTS && code === 'UNAVAILABLE') return writtenAs(code, text)
  return written(text, mediaType === 'application/graphql-response+json' ? 400 : 200)
}

function writtenAs(code: ErrorCode, text: string): WrittenResult {
  const { status, headers } = ERRORS[code]
  return written(text, status, headers)
}

function written(text: string, status: number, headers: Readonly<Record<string, string>> = {}): WrittenResult {
  return { data: null, extensions: { http: { status, headers } }, stringify: () => text }
}

/** Whether an answer holds nothing because the bank is unavailable: as at REST, such a call should be repeated (D17, D127). */
function nothingCouldBeDone({ data, errors }: WrittenAnswer): boolean {
  if (errors.length === 0 || errors.some(error => codeOf(error) !== 'UNAVAILABLE')) return false
  return holdsNothing(JSON.parse(data))
}

// What a TPP reads is null below `asTpp`, and clients add __typename to each selection set.
function holdsNothing(answered: unknown): boolean {
  if (!isObject(answered)) return answered === null
  return Object.entries(answered).every(([name, value]) => name === '__typename' || holdsNothing(value))
}

/** The answer, errors first, as graphql-js writes it. */
function textOf({ data, errors, extensions }: WrittenAnswer, { report, note, origin, made }: YogaContext): string {
  // An answer that holds data had no mutation that failed.
  const call = { report, note, origin, made: data === 'null' ? made : [] }
  const refused = errors.length === 0 ? '' : `"errors":${JSON.stringify(presentErrors(errors, call))},`
  const more = extensions === undefined ? '' : `,"extensions":${JSON.stringify(extensions)}`
  const text = `{${refused}"data":${data}${more}}`
  // No character takes more than three bytes for each of its code units.
  if (text.length * 3 > LIMITS.answerBytes && Buffer.byteLength(text) > LIMITS.answerBytes) throw new AnswerTooLarge()
  return text
}

function answerTooLarge({ operation }: PreparedOperation): GraphQLError {
  const done = operation.operation === OperationTypeNode.MUTATION ? ' What it was to change is changed.' : ''
  const text = `An answer may have ${LIMITS.answerBytes} bytes; this one would have more. Ask for smaller pages or fewer fields.${done}`
  return refusedRequest(new DomainError('BAD_REQUEST', actWanted('SEND_LESS', text)))
}
