import { type DocumentNode, GraphQLError, getVariableValues, Kind, parse } from 'graphql'
import type { GraphqlContext } from '../../api/graphql/builder.ts'
import { schema } from '../../api/graphql/schema.ts'
import { faultsOfDocument } from '../../api/graphql/yoga/suggestions.ts'
import { answerByYoga } from '../../api/graphql/yoga/yoga.ts'
import { parseBody, parseQuery } from '../../api/rest/checks.ts'
import { headerChecks } from '../../api/rest/headers.ts'
import { readInputs, replyTo } from '../../api/rest/replies.ts'
import { unknownMethod, unknownPath } from '../../api/rest/router.ts'
import { ROUTER } from '../../api/rest/routes.ts'
import { actingAs, type Context } from '../../bank/context.ts'
import { OPERATIONS } from '../../bank/operations/list.ts'
import { command } from '../../bank/resolvers/command.ts'
import { DomainError, unknownInWorld } from '../../domain/errors.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { newNote } from '../../platform/http/notes.ts'
import { runAndRollBack } from '../../platform/store/run-and-roll-back.ts'
import type { Command, Commands, GraphqlDocument, RefusedCall } from './commands.ts'
import { guessRequired } from './copies/required-headers.ts'

/** What the doors pass to each field of the graph, besides the bank. */
export type DoorTools = Omit<GraphqlContext, 'bank' | 'script' | 'made'>

/** Runs commands in sequence and rolls them back (D97): returns the refusal of the first that is refused. */
export async function rehearse(ctx: Context, commands: Commands, tools: DoorTools): Promise<DomainError | undefined> {
  try {
    await command(ctx, tx =>
      runAndRollBack(tx.db, async () => {
        for (const one of commands) await play(guarded(tx), one, tools)
      }),
    )
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error
    if (error instanceof NotToBeTried) return undefined
    throw error
  }
}

/** Thrown for a write outside of the transaction, which could not be rolled back. */
class NotToBeTried extends Error {}

function guarded(tx: Context): Context {
  tx.load.clearAll()
  const refuse = () => Promise.reject(new NotToBeTried())
  return { ...tx, deps: { ...tx.deps, store: { ...tx.deps.store, transaction: refuse } } }
}

async function play(tx: Context, one: Command, tools: DoorTools): Promise<void> {
  if (one.door === 'NONE') return
  const place = one.door === 'REST' ? one.call.place : one.place
  // Only this world can be rolled back.
  if (place.world !== (tx.world.name ?? DEFAULT_WORLD)) throw new NotToBeTried()
  await (one.door === 'REST' ? callRest(tx, one.call) : askGraph(tx, one, tools))
}

/** The call as `sandbank call` would send it, from its required headers on (D12). */
async function callRest(tx: Context, call: RefusedCall): Promise<void> {
  const mark = call.path.indexOf('?')
  const [path, search] = mark < 0 ? [call.path] : [call.path.slice(0, mark), call.path.slice(mark + 1)]
  const found = ROUTER.find(path)
  if (found === undefined) throw unknownPath(path)
  const route = found.handlers.get(call.method)
  if (route === undefined) throw unknownMethod(call.method, found.allowed)
  const checks = headerChecks(route.headerSet, 'strict')
  const lines = new Map(
    [
      ...MADE.map(name => [name, name] as const),
      ['X-Request-ID', tx.newId()] as const,
      ...guessRequired(route.headerSet, { origin: 'http://bank', pathname: path }, tx.newId),
      ...(call.psu === undefined ? [] : [['PSU-ID', await psuIdOf(tx, call.psu)] as const]),
      ...call.headers,
    ].map(([name, value]) => [name.toLowerCase(), value]),
  )
  const sent = (name: string) => lines.get(name.toLowerCase())
  checks.assertPresent(sent)
  checks.assertFormats(sent)
  const header = checks.used(sent)
  const seen = { method: call.method, target: call.path, header, body: Buffer.from(call.body ?? '') }
  const at = actingAs(tx, { kind: 'tpp', ...(await callerOf(tx, call)) })
  const raw = {
    params: found.params(call.method),
    query: parseQuery(search === undefined ? path : `${path}?${search}`),
    body: parseBody(seen, route),
    header,
    origin: () => undefined,
  }
  await replyTo(at, route, await readInputs(at, route, raw), raw)
}

/** PSU-ID as `--psu` finds it. */
async function psuIdOf({ db, world }: Context, customerNumber: string): Promise<string> {
  const found = await db.customer.findFirst({ where: { worldId: world.id, customerNumber } })
  if (found === null) throw unknownInWorld('customer', customerNumber)
  return found.psuId
}

// Headers that each signed call has anew.
const MADE = ['TPP-Signature-Certificate', 'Signature', 'Digest']

async function callerOf({ deps }: Context, { signer, tppId }: RefusedCall) {
  const local = (await deps.localTpps?.()) ?? []
  const known =
    signer.createdBy === undefined ? (local.find(one => one.localName === signer.tpp) ?? local[0]) : undefined
  return { tppId: known?.id ?? tppId ?? 'PSDNO-FSA-NEW', tppName: known?.name ?? 'New' }
}

/** Mutations that can be rolled back: operations of the bank, and the operator's own on consents, SCA and payments. */
const TRIED: ReadonlySet<string> = new Set([
  ...OPERATIONS.map(({ name }) => name),
  ...['completeAuthorisation', 'grantConsent', 'revokeConsent', 'cancelPaymentInBank', 'clearScenarios'],
])

async function askGraph(
  bank: Context,
  { query, variables }: Extract<Command, { door: 'GRAPHQL' }>,
  tools: DoorTools,
): Promise<void> {
  const document = documentOf(query)
  const faults = [...faultsOfDocument(schema, document), ...faultsOfVariables(document, variables)]
  const [fault] = faults
  if (fault !== undefined) throw new DomainError('FORMAT_ERROR', fault.message)
  if (!mayBeTried(document)) return
  let broken: unknown
  const note = newNote()
  const context = { ...tools, bank, script: { requested: undefined, habits: undefined, acted: [] }, made: [] }
  const report = (error: unknown) => {
    broken = error
  }
  const request = { method: 'POST', mediaType: 'application/json', params: { query, variables } } as const
  await answerByYoga(request, { context, report, note })
  if (broken !== undefined) throw broken
  if (note.refusal !== undefined) throw note.refusal
}

/** Also for mutations that are not tried: variables are held to the schema, as the document is. */
function faultsOfVariables(document: DocumentNode, variables: GraphqlDocument['variables']): readonly GraphQLError[] {
  return document.definitions.flatMap(one =>
    one.kind === Kind.OPERATION_DEFINITION
      ? (getVariableValues(schema, one.variableDefinitions ?? [], variables).errors ?? [])
      : [],
  )
}

function documentOf(query: string): DocumentNode {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) throw new DomainError('FORMAT_ERROR', error.message)
    throw error
  }
}

/** Queries run unchanged; of mutations only those that can be rolled back. */
function mayBeTried({ definitions }: DocumentNode): boolean {
  return definitions.every(
    one =>
      one.kind === Kind.FRAGMENT_DEFINITION ||
      (one.kind === Kind.OPERATION_DEFINITION &&
        one.operation !== 'subscription' &&
        one.selectionSet.selections.every(
          field =>
            field.kind === Kind.FIELD &&
            (one.operation === 'query' ? field.name.value !== 'why' : TRIED.has(field.name.value)),
        )),
  )
}
