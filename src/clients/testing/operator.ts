import { z } from 'zod'
import { fieldOf } from '../../domain/given.ts'
import { parseJson } from '../../domain/texts.ts'
import { SNAPSHOT_TYPE } from '../../domain/worlds.ts'
import { type Door, lost } from './door.ts'
import { SandbankError } from './failure.ts'

/** The operator's door of a bank. */
export type Operator = {
  readonly door: Door
  /**
   * Runs an operation in a world; its `data` as the schema has it. Throws SandbankError when it is refused; the message begins with the `call` of the
   * kit.
   */
  ask<Data extends z.ZodType>(
    call: string,
    schema: Data,
    query: string,
    variables?: object,
    world?: string,
  ): Promise<z.output<Data>>
  run: Run
  /** The same for a document of the test's own. */
  relay: Run
  /** A snapshot's file (D131): reads it, or stores a body as one. */
  readSnapshot(call: string, name: string, world: string): Promise<AsyncIterable<string>>
  storeSnapshot(call: string, wanted: StoredSnapshot, body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void>
  /** The answers to a subscription of the test's own, until its signal; a refusal is thrown. */
  follow(signal: AbortSignal, ...request: Parameters<Run>): Promise<AsyncIterable<unknown>>
}

type StoredSnapshot = { readonly name: string; readonly expiresAfter: string }

type Run = (call: string, document: string | object, variables?: object, world?: string) => Promise<unknown>

/** Calls of the kit itself are marked in the journal (D95). */
const BY_KIT = [['Sandbank-By', 'kit']] as const

/** The operator's door of a bank. `end` ends its calls before they are answered. */
export function createOperator(door: Door, token: string | undefined, end?: AbortSignal): Operator {
  const authorization = token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]

  const post = async (
    { accept, by = [], signal = end }: Sending,
    ...[call, document, variables, world]: Parameters<Run>
  ): Promise<Response> => {
    const query = await textOf(call, document)
    return door.send({
      call,
      method: 'POST',
      target: `${basePath(world)}/graphql`,
      headers: [['Accept', accept], ['Content-Type', 'application/json'], ...by, ...authorization],
      body: JSON.stringify({ query, variables }),
      signal,
    })
  }
  const dataOf = (by: Sending['by'], response: Response, text: string, ...[call, , , world]: Parameters<Run>) => {
    const read = answered.safeParse(parseJson(text))
    const { data, errors = [], tppMessages = [] } = read.data ?? {}
    if (data !== undefined && errors.length === 0) return data
    const journal = response.headers.get('Sandbank-Request') ?? undefined
    if (journal === undefined) {
      const to = response.headers.get('Location')
      const said = `HTTP ${response.status} ${to === null ? plain(text) : `to ${to}`}`
      throw new SandbankError(
        `${call}: what answers at ${door.url} is not Sandbank: ${said}. Correct the address, or see whether the bank behind the proxy runs.`,
      )
    }
    if (response.status === 401)
      throw new SandbankError(`${call}: the bank at ${door.url} ${WANTED[token === undefined ? 'none' : 'wrong']}`, {
        code: 'FORBIDDEN',
        journal,
      })
    // A refusal before the operation was found has both forms.
    const faults = errors.length > 0 ? errors.flatMap(faultsOf) : tppMessages.map(faultOf)
    const [first = { code: undefined, path: undefined, words: `HTTP ${response.status} ${text.slice(0, 300)}` }] =
      faults
    const isOther = by === BY_KIT && faults.some(fault => OF_OTHER_VERSION.test(fault.words))
    const words = faults.length < 2 || isOther ? first.words : ['', ...faults.map(fault => fault.words)].join('\n  ')
    const remedy = isOther ? OTHER_VERSION : ''
    // The journal of the world "default" has the calls to a world that does not exist (D95).
    const place = journalOf(door, response.status === 404 ? undefined : world, journal)
    throw new SandbankError(`${call} was refused: ${words} [${place}]${remedy}`, {
      code: first.code,
      path: first.path,
      journal,
    })
  }

  const send = async (by: Sending['by'], ...request: Parameters<Run>) => {
    const response = await post({ accept: 'application/json', by }, ...request)
    const text = await response.text().catch((cause: unknown) => {
      throw lost(request[0], cause)
    })
    return dataOf(by, response, text, ...request)
  }
  const transfer = async (call: string, path: string, world?: string, body?: SnapshotBody): Promise<Response> => {
    const response = await door.send({
      call,
      method: body === undefined ? 'GET' : 'PUT',
      target: `${basePath(world)}/snapshots/${path}`,
      headers: [...(body === undefined ? [] : [['Content-Type', SNAPSHOT_TYPE] as const]), ...BY_KIT, ...authorization],
      body,
      signal: end,
    })
    if (!response.ok) dataOf(BY_KIT, response, await response.text(), call, '', undefined, world)
    return response
  }
  const run: Run = (...request) => send(BY_KIT, ...request)
  return {
    door,
    run,
    relay: (...request) => send([], ...request),
    readSnapshot: async (call, name, world) => {
      const { body } = await transfer(call, encodeURIComponent(name), world)
      return body?.pipeThrough(new TextDecoderStream()) ?? NOTHING
    },
    storeSnapshot: async (call, { name, expiresAfter }, body) => {
      const path = `${encodeURIComponent(name)}?${new URLSearchParams({ expiresAfter })}`
      await (await transfer(call, path, undefined, body)).text()
    },
    follow: async (signal, ...request) => {
      const response = await post({ accept: EVENTS, signal }, ...request)
      const isStream = response.headers.get('Content-Type')?.startsWith(EVENTS) === true
      const answers =
        isStream && response.body !== null
          ? answersIn(response.body.pipeThrough(new TextDecoderStream()))
          : [await response.text()]
      return (async function* () {
        for await (const text of answers) yield dataOf([], response, text, ...request)
      })()
    },
    ask: async (call, schema, query, variables, world) => {
      const { success, data } = schema.safeParse(await run(call, query, variables, world))
      if (success) return data
      throw new SandbankError(`${call}: what answers at ${door.url} is not Sandbank, or another version of it.`)
    },
  }
}

const WANTED = {
  none: "wants a token: give connectSandbank that of its operator, { token: '…' }.",
  wrong: 'refuses this token: give connectSandbank that of its operator.',
} as const

/** The beginning of a body on one line, without the tags of HTML. */
function plain(text: string): string {
  const parts = text.slice(0, 10_000).split('<')
  const words = parts.flatMap((part, place) => part.slice(place === 0 ? 0 : part.indexOf('>') + 1).split(/\s/))
  return words
    .filter(word => word !== '')
    .join(' ')
    .slice(0, 100)
}

/** The documents of the kit itself are valid in its own version. */
const OF_OTHER_VERSION = /Cannot query field|Unknown (?:argument|type)|is not defined by type/
const OTHER_VERSION = ' This bank has another version than this package: install that of its version.'

type SnapshotBody = ReadableStream<Uint8Array<ArrayBuffer>>

const NOTHING: AsyncIterable<string> = {
  async *[Symbol.asyncIterator]() {
    // An answer without a body.
  },
}

type Sending = {
  readonly accept: string
  readonly by?: readonly (readonly [string, string])[] | undefined
  readonly signal?: AbortSignal
}

export const EVENTS = 'text/event-stream'

/** The answers of a stream as they come (GraphQL over SSE). */
export async function* answersIn(parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of parts) {
    const events = `${rest}${part}`.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) if (event.startsWith('event: next\n')) yield event.slice(event.indexOf('data: ') + 6)
  }
}

/** The base path of a world; the world `default` has none (D1). */
export function basePath(world: string | undefined): string {
  return world === undefined || world === 'default' ? '' : `/worlds/${encodeURIComponent(world)}`
}

const tppMessages = z.array(z.object({ code: z.string(), path: z.string().optional(), text: z.string().optional() }))

const graphqlError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional(), tppMessages: tppMessages.optional() }).optional(),
})

const answered = z.object({
  data: z.unknown().optional(),
  // A refusal before GraphQL has the form of REST (D16).
  tppMessages: tppMessages.optional(),
  errors: z.array(graphqlError).optional(),
})

type Fault = { readonly code: string | undefined; readonly path?: string | undefined; readonly words: string }

/** The faults of one error: all that it lists, or the error itself. */
function faultsOf({ message, extensions = {} }: z.output<typeof graphqlError>): readonly Fault[] {
  const { code, tppMessages = [] } = extensions
  const [only, second] = tppMessages
  if (second !== undefined) return tppMessages.map(faultOf)
  return [{ code, path: only?.path, words: [code, message].filter(Boolean).join(' ') }]
}

function faultOf({ code, path, text = '' }: z.output<typeof tppMessages>[number]): Fault {
  return { code, path, words: `${code} ${path === undefined ? '' : `${path}: `}${text}` }
}

/** Where the journal has a call (D95): its page, if the bank is served. */
function journalOf({ url, isServed }: Door, world: string | undefined, id: string): string {
  return isServed ? `${url}${basePath(world)}/requests/${id}` : `request ${id}`
}

async function textOf(call: string, document: string | object): Promise<string> {
  if (typeof document === 'string') return document
  // Code generators write documents as strings with types, or as trees.
  if (document instanceof String) return String(document)
  const tree = fieldOf(document, 'definitions')
  if (!Array.isArray(tree))
    throw new SandbankError(`${call} takes a document as text, or what a code generator makes of one.`)
  // Loaded on demand: it is a tenth of every start, including a server's.
  const { Kind, print } = await import('graphql')
  return print({ kind: Kind.DOCUMENT, definitions: tree })
}

/** The subscriptions of a bank that are open now (D99). */
export type Watches = {
  /** Begins at once; `call` is the kit's call, as the beginning of error messages. */
  follow(
    call: string,
    document: string | object,
    variables: object | undefined,
    world: string,
  ): AsyncIterableIterator<unknown>
  /** Ends the subscriptions of a world, or all. */
  end(world?: string): void
}

export function createWatches(operator: Operator): Watches {
  const open = new Map<AbortController, string>()

  const follow: Watches['follow'] = (call, document, variables, world) => {
    const leaving = new AbortController()
    open.set(leaving, world)
    const opening = operator.follow(leaving.signal, call, document, variables, world)
    // Thrown to the reader, even when it reads later.
    opening.catch(() => undefined)
    const answers = read()
    return {
      next: () => answers.next(),
      return: () => {
        leaving.abort()
        open.delete(leaving)
        return answers.return(undefined)
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }

    async function* read(): AsyncGenerator<unknown, undefined> {
      try {
        for await (const answer of await opening) yield answer
      } catch (error) {
        if (!leaving.signal.aborted) throw error
      } finally {
        leaving.abort()
        open.delete(leaving)
      }
      return undefined
    }
  }
  return {
    follow,
    end: world => {
      for (const [leaving, own] of open) if (world === undefined || world === own) leaving.abort()
    },
  }
}
