import { findOperation } from '../../../api/rest/routes.ts'
import type { Context } from '../../../bank/context.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import type { JournaledCall } from '../../../domain/calls.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isObject } from '../../../domain/given.ts'
import { idsIn } from '../../../domain/ids.ts'
import { parseJson } from '../../../domain/texts.ts'
import { nameOf } from '../../../domain/worlds.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import { getRequest } from '../../../sandbox/journal/requests.ts'
import type { GraphqlDocument } from '../commands.ts'
import { sketchOf } from '../copies/sketch.ts'
import { inputOf, operationIn, readDocument, rootFields } from '../graphql/documents.ts'
import { isOfOlderGraph, OLDER_DOCUMENT } from '../graphql/older-documents.ts'
import {
  actsAfter,
  actsBetween,
  changesWorld,
  isCutOff,
  isRepeatable,
  MOST_ACTS,
  MOST_BYTES,
  setUpBefore,
  tooMuch,
} from './acts.ts'
import { callStep, type Tpps } from './call-step.ts'
import { makeLost } from './lost.ts'
import { isOfSandbox, neededCalls } from './needed.ts'
import { readsOfOutcomes } from './outcomes.ts'
import { sourceFor } from './source.ts'
import type { OperationStep, ShortOperation, Story, StoryStep, StoryTpp } from './story.ts'
import { takingSnapshots } from './undone.ts'
import { carryValues, type DraftStep, idsOfAnswer, isMadeFrom, textsOf } from './values.ts'
import { freeWord } from './words.ts'

/** How many chosen calls a story may have. */
const MOST_CALLS = 200

/**
 * Calls of this world's journal as a story, with what operator and PSUs did before the first, since the world began, and between the first and the last
 * (D104). FORMAT_ERROR when there are no calls, too many, or one whose body the journal has cut off; RESOURCE_UNKNOWN when the journal does not have a
 * call.
 */
export async function composeStory(ctx: Context, ids: readonly string[]): Promise<Story> {
  const chosen = await readCalls(ctx, ids)
  assertWhole(chosen.filter(({ door }) => door !== 'PAGE'))
  const { acts, fault } = await actsAround(ctx, chosen)
  if (fault !== undefined) throw new DomainError('FORMAT_ERROR', fault, 'ids')
  assertWhole(acts.cut)
  const [begin = missing()] = chosen
  const setUp = await setUpBefore(ctx, begin)
  // Without their begin the moves of the clock lead elsewhere: the new world begins with the clock of the first call.
  const kept = setUp.isWhole ? setUp.calls : setUp.calls.filter(call => !movesClock(call))
  const needed = await neededCalls(ctx, chosen, [...kept, ...acts.calls], setUp.begin)
  const { after, reads } = await outcomesOf(ctx, [...chosen, ...needed.calls], chosen.at(-1)?.id ?? begin.id)
  const parts = { chosen, needed: needed.calls, acts: [...acts.calls, ...after], reads }
  const all = await withoutOlder({ ...parts, setUp: kept })
  const steps = await stepsFor(ctx, all.parts)
  const bytes = bytesOf(steps)
  const notes = [...setUp.notes, ...needed.notes, ...all.notes]
  if (bytes <= MOST_BYTES) return wholeStory(ctx, chosen, { parts: all.parts, steps, notes })
  const left = { ...all.parts, setUp: [] }
  const own = await stepsFor(ctx, left)
  const more = [...notes, tooMuch(kept.filter(changesWorld).length, bytes - bytesOf(own))]
  if (bytesOf(own) <= MOST_BYTES) return wholeStory(ctx, chosen, { parts: left, steps: own, notes: more })
  throw new DomainError(
    'FORMAT_ERROR',
    `These calls, with what operator and PSUs did between them, have ${bytesOf(own)} bytes: a story may have ${MOST_BYTES}. Choose fewer.`,
    'ids',
  )
}

type Draft = { readonly parts: Parts; readonly steps: readonly StoryStep[]; readonly notes: readonly string[] }

/** The story with what it needs of calls that are not in it, as far as mutations at its beginning can make that. */
async function wholeStory(ctx: Context, chosen: readonly JournaledCall[], { parts, steps, notes }: Draft) {
  const made = await makeLost(ctx, steps).catch(undefinedIfRefused)
  const whole = made === undefined ? steps : await stepsFor(ctx, parts, made)
  if (made === undefined || bytesOf(whole) > MOST_BYTES) return storyOf(ctx, chosen, steps, notes)
  return storyOf(ctx, chosen, whole, [...notes, MADE])
}

/** A world may hold what no document can say, such as too large a balance. */
function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}

const MADE = 'What these calls name, and no call here makes, is made at the beginning, as it is now.'

/** What PSUs decided and how the clock was moved after the last call, and reads of what came of it; nothing where the story made nothing. */
async function outcomesOf(ctx: Context, calls: readonly JournaledCall[], last: string) {
  const ids = new Set(calls.filter(({ door }) => door === 'REST').flatMap(idsOfAnswer))
  const names = ({ request, target }: JournaledCall) => [target, request.body ?? ''].flatMap(idsIn)
  const { calls: after, goesOn } = await actsAfter(ctx, last, call => names(call).some(id => ids.has(id)))
  const made = calls.filter(({ door, method, status }) => door === 'REST' && method === 'POST' && status === 201)
  if (made.length === 0 && after.every(movesClock)) return { after: [], reads: [] }
  return { after, reads: goesOn ? await readsOfOutcomes(ctx, made, after) : [] }
}

async function storyOf(
  ctx: Context,
  calls: readonly JournaledCall[],
  steps: readonly StoryStep[],
  notes: readonly string[],
): Promise<Story> {
  const [begin = missing()] = calls
  const last = calls.at(-1) ?? begin
  const chosen = steps.filter(({ call }) => call.id >= begin.id)
  const [one] = chosen
  if (one === undefined)
    throw new DomainError('FORMAT_ERROR', 'None of these calls did anything that could be done again.', 'ids')
  const first = chosen.find(({ call }) => call.clock !== undefined)
  const before = steps.filter(({ call }) => call.id < begin.id)
  const begun = before.some(({ call }) => movesClock(call)) ? before[0]?.call.at : undefined
  return {
    title: titleOf(chosen.filter(({ call }) => call.id <= last.id)),
    notes: [...notes, ...missingIn(ctx, steps)],
    origin: (await sketchOf(ctx, one.call)).origin,
    source: await sourceFor(ctx, first?.call, begun),
    tpps: [...new Set(steps.flatMap(step => (step.kind === 'CALL' ? [step.tpp] : [])))],
    steps,
  }
}

/** Sentences on things that accepted calls name, and no call of the story made. */
function missingIn({ world }: Context, steps: readonly StoryStep[]): string[] {
  const named = steps.flatMap(step =>
    step.kind === 'CALL' && step.call.status < 300
      ? [step.path, step.body ?? '']
          .flatMap(idsIn)
          .flatMap(id => (isMadeFrom(id, world.createdAt) ? [{ step, id }] : []))
      : [],
  )
  return named
    .slice(0, MOST_MISSING)
    .map(
      ({ step, id }) =>
        `${step.call.operation ?? step.call.method} names ${id}, and the journal has no call that made it: another world does not have it.`,
    )
}
const MOST_MISSING = 10

/** Only the steps of such a story from its first call on, for a drawing: also of calls that cannot be repeated, since their bodies are cut off. */
export async function stepsOf(ctx: Context, ids: readonly string[]): Promise<StoryStep[]> {
  const calls = await readCalls(ctx, ids)
  const { acts, fault } = await actsAround(ctx, calls)
  const around = fault === undefined ? [...acts.calls, ...acts.cut] : []
  return stepsFor(ctx, { chosen: calls, needed: [], acts: around, setUp: [], reads: [] })
}

/** The parts of a story: chosen calls, calls that they need, what operator and PSUs did since the first and before it, and reads at the end. */
type Parts = Readonly<Record<'chosen' | 'needed' | 'acts' | 'setUp', readonly JournaledCall[]>> & {
  readonly reads: readonly OperationStep[]
}

/** The parts without documents of an earlier version's graph, which this one does not run, and sentences on them. */
async function withoutOlder(parts: Parts): Promise<{ readonly parts: Parts; readonly notes: readonly string[] }> {
  const older = new Map<string, JournaledCall>()
  for (const call of [...parts.setUp, ...parts.chosen, ...parts.acts]) {
    await yieldTurn()
    if (isOfOlderGraph(call)) older.set(call.id, call)
  }
  const left = (calls: readonly JournaledCall[]) => calls.filter(({ id }) => !older.has(id))
  const { chosen, acts, setUp } = parts
  if (chosen.every(({ id }) => older.has(id)))
    throw new DomainError('FORMAT_ERROR', `None of these calls can be repeated. ${OLDER_DOCUMENT}`, 'ids')
  const notes = [...older.values()]
    .slice(0, MOST_MISSING)
    .map(({ operation = 'A call', id }) => `${operation} (${id}) is not in this story. ${OLDER_DOCUMENT}`)
  return { parts: { ...parts, chosen: left(chosen), acts: left(acts), setUp: left(setUp) }, notes }
}

async function stepsFor(
  ctx: Context,
  { chosen, needed, acts, setUp, reads }: Parts,
  made?: OperationStep,
): Promise<StoryStep[]> {
  const own = new Set([...chosen, ...needed.filter(call => !isOfSandbox(call))].map(({ id }) => id))
  const calls = [...chosen, ...needed, ...acts, ...setUp].sort((one, other) => (one.id < other.id ? -1 : 1))
  // What another TPP wrote of the sandbox's data, a TPP of the story writes.
  const known = await tppsOf(
    ctx,
    calls.filter(({ id, door }) => door !== 'REST' || own.has(id)),
  )
  const repeated = repeatedIn(calls.map(({ requestId }) => requestId))
  const drafts: DraftStep[] = made === undefined ? [] : [{ step: made, isInStory: true }]
  for (const call of calls) {
    await yieldTurn()
    const step =
      call.door === 'REST'
        ? await callStep(ctx, call, {
            tpps: known,
            repeated,
            isScripted: drafts.some(({ step }) => setsScenario(step)),
          })
        : operationStep(ctx, call, drafts)
    if (step === undefined) continue
    const isPart = own.has(call.id) || ((step.kind === 'CALL' || changes(step)) && 'IF_KNOWN')
    drafts.push({ step, isInStory: isPart })
  }
  for (const step of reads) drafts.push({ step, isInStory: 'IF_KNOWN' })
  const tpps = [...known.values()].map(({ variable }) => variable)
  const [first] = calls
  const since = first === undefined || first.at > ctx.world.createdAt ? ctx.world.createdAt : first.at
  return carryValues(takingSnapshots(drafts), tpps, since)
}

function missing(): never {
  throw new DomainError('FORMAT_ERROR', 'names no call: give the id of one, or of several.', 'ids')
}

/** The chosen calls, in the order in which they began. */
async function readCalls(ctx: Context, ids: readonly string[]): Promise<JournaledCall[]> {
  const sorted = [...new Set(ids)].sort()
  if (sorted.length > MOST_CALLS)
    throw new DomainError('FORMAT_ERROR', `names ${sorted.length} calls: a story may have ${MOST_CALLS}.`, 'ids')
  if (sorted.length === 0) missing()
  const found: JournaledCall[] = []
  for (const id of sorted) {
    await yieldTurn()
    found.push(await getRequest(ctx, id))
  }
  return found
}

/** What operator and PSUs did between chosen calls, without these themselves, and why it is too much for a story if it is. */
async function actsAround(ctx: Context, chosen: readonly JournaledCall[]) {
  const ids = new Set(chosen.map(({ id }) => id))
  const { calls, cut, changes, bytes } = await actsBetween(ctx, { newer: chosen[0]?.id, older: chosen.at(-1)?.id })
  const others = (some: readonly JournaledCall[]) => some.filter(({ id }) => !ids.has(id))
  const fault =
    changes > MOST_ACTS || bytes > MOST_BYTES
      ? `Between these calls, operator and PSUs changed this world ${changes} times, with ${bytes} bytes: a story may have ${MOST_ACTS} times and ${MOST_BYTES} bytes. Choose calls that are nearer to each other.`
      : undefined
  return { acts: { calls: others(calls), cut: others(cut) }, fault }
}

function assertWhole(calls: readonly JournaledCall[]): void {
  const short = calls.find(isCutOff)
  if (short === undefined) return
  const text = `${short.id} had a body of ${short.request.bytes} bytes, of which the journal has the first 64 KiB: it cannot be repeated.`
  throw new DomainError('FORMAT_ERROR', text, 'ids')
}

function bytesOf(steps: readonly StoryStep[]): number {
  return steps.flatMap(textsOf).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

function repeatedIn(ids: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(ids.flatMap((id, place) => (id !== undefined && ids.indexOf(id) !== place ? [id] : [])))
}

/** The TPPs that called, each with its roles: it lacks a role for which a call was refused (D14). */
async function tppsOf(ctx: Context, calls: readonly JournaledCall[]): Promise<Tpps> {
  const names = await namesOfTpps(ctx)
  const rest = calls.filter(({ door }) => door === 'REST')
  const ids = [...new Set(rest.map(({ tppId }) => tppId))]
  const known = ids.filter(id => id !== undefined)
  const [takenNames, taken] = [new Set<string>(), new Set<string>()]
  const entries = (known.length === 0 ? ids : known).map((id): [string | undefined, StoryTpp] => {
    const own = id === undefined ? 'tpp' : (names.get(id) ?? id)
    const name = unused(own, takenNames, '-')
    const variable = freeWord(/^[a-z][a-z\d]*$/.test(own) ? own : 'tpp', taken)
    const lacked = rest.flatMap(call =>
      call.tppId === id && call.verdicts.at(-1)?.step === 'ROLES' && call.code !== undefined ? [roleOf(call)] : [],
    )
    const roles = (['AI', 'PI'] as const).filter(role => !lacked.includes(role))
    const certified = id !== undefined && /^[A-Z]{2}-[A-Z]{2,8}-.+$/.test(id) ? id : undefined
    return [id, { variable, name, id: certified, roles }]
  })
  return new Map(entries)
}

/** The name, with a number where it is taken: two TPPs may have one name. */
function unused(name: string, taken: Set<string>, between = ''): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}${between}${number}`
  taken.add(free)
  return free
}

function roleOf({ method, target }: JournaledCall): string {
  const path = target.replace(/^\/worlds\/[^/]+(?=\/)/, '').split('?', 1)
  return findOperation(method, path.join(''))?.service === 'accountInformation' ? 'AI' : 'PI'
}

/** The act of a document of the operator's graph, sent by the operator or by a page. Undefined for any other call. */
function operationStep(ctx: Context, call: JournaledCall, before: readonly DraftStep[]): OperationStep | undefined {
  const document = readDocument(call)
  const own = nameOf(ctx.world)
  if (document === undefined || operationIn(document.query) === undefined || !isRepeatable(document, own))
    return undefined
  const [field, another] = rootFields(document)
  const name = field?.name ?? ''
  return {
    kind: 'OPERATION',
    call,
    gives: [],
    // The world that the story creates has another name.
    query: name === 'resetWorld' ? document.query.replaceAll(JSON.stringify(own), '"{world}"') : document.query,
    variables: JSON.stringify(name === 'resetWorld' ? namedAnew(document.variables, own) : document.variables),
    short:
      call.code === undefined
        ? shortOf(name, field === undefined || another !== undefined ? {} : inputOf(field), before)
        : undefined,
  }
}

/** The variables of a reset, in which `{world}` stands for the name of the world that the story creates. */
function namedAnew(variables: GraphqlDocument['variables'], own: string): GraphqlDocument['variables'] {
  const { input } = variables
  const named = Object.entries(variables).map(([name, value]) => [name, value === own ? '{world}' : value])
  const inner = isObject(input) && input['name'] === own ? { input: { ...input, name: '{world}' } } : {}
  return { ...Object.fromEntries(named), ...inner }
}

function changes(step: StoryStep): boolean {
  return step.kind === 'OPERATION' && operationIn(step.query)?.operation === 'mutation'
}

function setsScenario(step: StoryStep): boolean {
  return step.kind === 'OPERATION' && /\bsetScenario\b|"scenarios":/.test(step.query + step.variables)
}

const MOVES = /\b(?:advanceClock|freezeClock|resumeClock|clock)\b/

function movesClock({ door, request }: JournaledCall): boolean {
  return door !== 'REST' && MOVES.test(request.body ?? '')
}

/** The same as a function of the kits; undefined when they have none. */
function shortOf(
  name: string,
  input: Readonly<Record<string, unknown>>,
  before: readonly DraftStep[],
): ShortOperation | undefined {
  if (name === 'advanceClock') {
    const distance = input['by'] ?? input['to']
    return typeof distance === 'string' ? { name: 'advance', distance } : undefined
  }
  if (name !== 'completeAuthorisation') return undefined
  const { id, psu, outcome, ...options } = input
  const of = before.findLastIndex(({ step }) => step.kind === 'CALL' && leadsTo(step.call, id))
  if (of < 0 || typeof psu !== 'string') return undefined
  const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
  if (outcome === 'REJECTED') return { name: 'reject', of, psu, options: '{}' }
  return { name: 'approve', of, psu, options: JSON.stringify(chosen) }
}

/** Whether an answer contains the link to this SCA. */
function leadsTo({ answer }: JournaledCall, id: unknown): boolean {
  const body = parseJson(answer.body ?? '')
  const links = isObject(body) && isObject(body['_links']) ? body['_links'] : {}
  const link = isObject(links['scaRedirect']) ? links['scaRedirect']['href'] : undefined
  if (typeof link !== 'string' || typeof id !== 'string') return false
  return link.endsWith(`/${id}`) || (isObject(body) && Object.values(body).includes(id))
}

function titleOf(steps: readonly StoryStep[]): string {
  const names = steps.map(step => {
    const { call } = step
    const name =
      step.kind === 'CALL' ? (call.operation ?? call.method) : (step.short?.name ?? call.operation ?? 'operation')
    return call.code === undefined ? name : `${name} ${call.code}`
  })
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}
