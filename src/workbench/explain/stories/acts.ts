import type { Context } from '../../../bank/context.ts'
import { CALLERS, type CallSummary, type CallWindow, type JournaledCall } from '../../../domain/calls.ts'
import { parseJson } from '../../../domain/texts.ts'
import { DEFAULT_WORLD, nameOf } from '../../../domain/worlds.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import { JOURNAL_LIMITS } from '../../../sandbox/journal/limits.ts'
import { readyJournal } from '../../../sandbox/journal/requests.ts'
import type { GraphqlDocument } from '../commands.ts'
import { inputOf, type RootField, readDocument, rootFields } from '../graphql/documents.ts'
import { isUndo } from './undone.ts'

/** How many acts that change something a story may have before its first call, and as many between its calls. */
export const MOST_ACTS = 500
/** The limit for all that a story writes out, because it is written in one turn (D74). */
export const MOST_BYTES = 500_000
/** Of reads only the last ones are examined: a story has one only for an id in its answer. */
const MOST_READS = 500

/** The calls of operator and PSUs in a part of a world's life which a story can repeat, in the order in which they began. */
export type Acts = {
  readonly calls: readonly JournaledCall[]
  /** How many of them change something, and the size of their bodies. Beyond the limits of a story the calls are not complete. */
  readonly changes: number
  readonly bytes: number
  /** Acts that cannot be repeated, since the journal has only the beginning of their bodies. */
  readonly cut: readonly JournaledCall[]
}

/** What operator and PSUs did between two calls. */
export function actsBetween(ctx: Context, bounds: Pick<CallWindow, 'older' | 'newer'>): Promise<Acts> {
  return collectActs(ctx, bounds, () => 'GOES_ON')
}

/**
 * What PSUs decided and how the clock was moved after a call (D104), until something else made the world another: `goesOn` says whether nothing did,
 * so that the world still shows what came of it.
 */
export async function actsAfter(
  ctx: Context,
  last: string,
  concerns: (call: JournaledCall) => boolean,
): Promise<{ readonly calls: readonly JournaledCall[]; readonly goesOn: boolean }> {
  const own = nameOf(ctx.world)
  const calls: JournaledCall[] = []
  const journal = await readyJournal(ctx)
  for await (const slice of journal.each(own, { refused: false, by: CALLERS }, { newer: last, older: undefined }))
    for (const call of slice) {
      await yieldTurn()
      const document = call.door === 'REST' ? undefined : readDocument(call)
      if (call.door === 'REST' ? isChange(call) && concerns(call) : document !== undefined && changesAll(document))
        return { calls, goesOn: false }
      if (document === undefined || !changesWorld(call) || isCutOff(call)) continue
      const fields = rootFields(document)
      const isMove = fields.every(({ name }) => MOVES.test(name))
      if (fields.length === 0 || !fields.every(({ name }) => name === 'completeAuthorisation' || MOVES.test(name)))
        continue
      if (isMove || concerns(call)) calls.push(call)
      if (calls.length > MOST_ACTS) return { calls: [], goesOn: false }
    }
  return { calls, goesOn: true }
}

const MOVES = /^(?:advanceClock|freezeClock|resumeClock)$/
const isChange = ({ method, status }: JournaledCall) => status < 300 && !/^(?:GET|HEAD)$/.test(method)

/** Whether a document makes the world another, or changes a thing in a way that a story after its last call does not repeat. */
function changesAll(document: GraphqlDocument): boolean {
  return rootFields(document).some(({ name }) =>
    /^(?:initialize|resetWorld|restoreSnapshot|cancel|delete|revoke)/.test(name),
  )
}

/** What operator and PSUs did before a call, and what of it is not there (D104). */
export type SetUp = {
  readonly calls: readonly JournaledCall[]
  /** Whether the journal reaches back to the begin of the world. */
  readonly isWhole: boolean
  /** When this world began, as far as the journal knows, and the last call before which nothing counts: that put the world back. */
  readonly begin: { readonly at: Date | undefined; readonly id: string | undefined }
  /** Sentences on what is missing. */
  readonly notes: readonly string[]
}

/** What operator and PSUs did in this world before a call, since it was created or last reset, as far as the journal has it. */
export async function setUpBefore(ctx: Context, first: JournaledCall): Promise<SetUp> {
  const begin = await beginOf(ctx, first)
  const taken = new Set<unknown>()
  let start: { readonly id: string; readonly isKnown: boolean; readonly note?: string } | undefined
  const bounds = { older: first.id, newer: undefined }
  const began = () => ({ at: begin, id: start?.id })
  const { calls, changes, bytes, cut } = await collectActs(ctx, bounds, (call, fields, { query }) => {
    if (begin !== undefined && call.at < begin) return 'LEFT_OUT'
    // A call that a scenario acts on requests it itself, because calls before may have used it up.
    if (fields.length > 0 && fields.every(({ name }) => /^(?:set|clear)Scenarios?$/.test(name))) return 'LEFT_OUT'
    for (const field of fields) {
      const { name, args } = field
      if (name === 'takeSnapshot') taken.add(args['name'])
      if (name === 'initialize' || name === 'resetWorld') {
        start = { id: call.id, isKnown: true }
        // The new world is what a reset makes, unless the reset says from what.
        return name === 'resetWorld' && inputOf(field)['source'] == null ? 'STARTS_AFTER' : 'STARTS'
      }
      const snapshot = name === 'restoreSnapshot' ? String(args['name']) : undefined
      if (snapshot === undefined || taken.has(snapshot) || isUndo(query)) continue
      const note = `The world was put back to the snapshot ${JSON.stringify(snapshot)}, which another world does not have: what it held is not in this story.`
      start = { id: call.id, isKnown: false, note }
      return 'STARTS_AFTER'
    }
    return 'GOES_ON'
  })
  const isWhole = start === undefined ? await reachesBack(ctx, begin) : start.isKnown
  const missing = start === undefined ? OLDER : start.note
  const notes = [
    ...(isWhole || missing === undefined ? [] : [missing]),
    ...cut.map(
      ({ request, operation = 'A call', id }) =>
        `${operation} before the first call had a body of ${request.bytes} bytes, of which the journal has the first 64 KiB: it is not in this story (${id}).`,
    ),
  ]
  if (changes <= MOST_ACTS && bytes <= MOST_BYTES) return { calls, isWhole, begin: began(), notes }
  return { calls: [], isWhole, begin: began(), notes: [...notes, tooMuch(changes, bytes)] }
}

const OLDER =
  'The journal has the last 10,000 calls of 24 hours, and this world is older: what was done in it before them is not in this story.'

/** The note on a set-up that is left out because of its size. */
export function tooMuch(changes: number, bytes: number): string {
  return `Before the first call, operator and PSUs changed this world ${changes} times, with ${bytes} bytes: a story may have ${MOST_ACTS} times and ${MOST_BYTES} bytes, so none of it is in this one.`
}

/** What an act means for those before it: a new begin with or after it, or nothing. */
type Meaning = 'GOES_ON' | 'LEFT_OUT' | 'STARTS' | 'STARTS_AFTER'

async function collectActs(
  ctx: Context,
  bounds: Pick<CallWindow, 'older' | 'newer'>,
  meaningOf: (call: JournaledCall, fields: readonly RootField[], document: GraphqlDocument) => Meaning,
): Promise<Acts> {
  const own = nameOf(ctx.world)
  const by = CALLERS.filter(one => one !== 'TPP')
  let [changes, bytes] = [0, 0]
  let found: { readonly call: JournaledCall; readonly kind: 'CHANGE' | 'READ' | 'CUT' }[] = []
  let reads = 0
  for await (const calls of (await readyJournal(ctx)).each(own, { by, refused: false }, bounds))
    for (const call of calls) {
      await yieldTurn()
      const document = call.operation === undefined ? undefined : documentOf(call)
      if (document === undefined || !isRepeatable(document, own)) continue
      const isChange = changesWorld(call)
      const meaning = isChange ? meaningOf(call, rootFields(document), document) : 'GOES_ON'
      if (meaning === 'STARTS' || meaning === 'STARTS_AFTER') [found, changes, bytes, reads] = [[], 0, 0, 0]
      if (meaning === 'LEFT_OUT' || meaning === 'STARTS_AFTER') continue
      const isCut = isCutOff(call)
      if (!isChange && (isCut || call.answer.bytes > JOURNAL_LIMITS.bodyBytes)) continue
      const kind = !isChange ? 'READ' : isCut ? 'CUT' : 'CHANGE'
      if (kind === 'CHANGE') [changes, bytes] = [changes + 1, bytes + call.request.bytes]
      if (kind === 'READ' && ++reads > MOST_READS) {
        found.splice(
          found.findIndex(one => one.kind === 'READ'),
          1,
        )
        reads -= 1
      }
      if (kind !== 'CHANGE' || (changes <= MOST_ACTS && bytes <= MOST_BYTES)) found.push({ call, kind })
    }
  const callsOf = (isWanted: boolean) =>
    found.flatMap(({ call, kind }) => ((kind === 'CUT') === isWanted ? [call] : []))
  return { calls: callsOf(false), changes, bytes, cut: callsOf(true) }
}

/** Whether a call of the operator's graph changes something. */
export function changesWorld({ request }: JournaledCall): boolean {
  return /\bmutation\b/.test(request.body ?? '')
}

/** Whether the journal has only the beginning of a call's body. */
export function isCutOff({ request }: JournaledCall): boolean {
  return request.bytes > Buffer.byteLength(request.body ?? '')
}

/** The document of a call, also when the journal has only its beginning: then without variables. */
function documentOf(call: JournaledCall): GraphqlDocument | undefined {
  if (!isCutOff(call)) return readDocument(call)
  const [, text] = /"query"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(call.request.body ?? '') ?? []
  const query = text === undefined ? undefined : parseJson(`"${text}"`)
  return typeof query === 'string' ? { query, variables: {} } : undefined
}

/** What is done to other worlds and to the bank, and what is read of the bank and its journal. */
const EXCLUDED = /\b(?:createWorld|deleteWorld|issueCertificate|deleteSnapshot|stopAdvance)\b/
const OF_THE_BANK = /^(?:calls?|copyCalls|lostCalls|reportCard|tpps|why|worlds)$/

/** Whether a story of a world can contain a document. */
export function isRepeatable(document: GraphqlDocument, own: string): boolean {
  if (EXCLUDED.test(document.query)) return false
  return rootFields(document).every(
    field => !OF_THE_BANK.test(field.name) && (field.name !== 'resetWorld' || inputOf(field)['name'] === own),
  )
}

/**
 * When the world of a call began: when it was created or reset, not when a snapshot of it was restored, although `createdAt` then says that. Undefined
 * when the journal does not know it.
 */
async function beginOf(ctx: Context, first: JournaledCall): Promise<Date | undefined> {
  const { createdAt } = ctx.world
  const own = nameOf(ctx.world)
  const journal = await readyJournal(ctx)
  const latest = (world: string, contains: string, older: string, take: number) =>
    journal.list(
      world,
      { by: CALLERS, refused: false, contains },
      { take, order: 'BEGUN', backwards: false, older, newer: undefined },
    )
  const restored = (await latest(own, 'restore', LAST_ID, MOST_ACTS)).find(call => isDuring(createdAt, call))
  if (restored === undefined && createdAt <= first.at) return createdAt
  const older = restored !== undefined && restored.id < first.id ? restored.id : first.id
  const makers = [
    ...(await latest(DEFAULT_WORLD, 'createWorld', older, MOST_ACTS)),
    ...(await latest(DEFAULT_WORLD, 'reset', older, MOST_ACTS)),
  ].sort((one, other) => (one.id > other.id ? -1 : 1))
  for (const { id } of makers) {
    await yieldTurn()
    const call = await journal.find(DEFAULT_WORLD, id)
    if (call?.answer.body?.includes(`"name":${JSON.stringify(own)}`) === true) return call.at
  }
  return undefined
}

/** After every id. */
const LAST_ID = '~'
/** A call's time begins a little before its command. */
const SLACK_MS = 1_000

function isDuring(instant: Date, { at, durationMs }: CallSummary): boolean {
  return at <= instant && instant.getTime() <= at.getTime() + durationMs + SLACK_MS
}

/** Whether the journal has all calls since then. The default world of a new bank began with the bank. */
async function reachesBack(ctx: Context, begin: Date | undefined): Promise<boolean> {
  const own = nameOf(ctx.world)
  const journal = await readyJournal(ctx)
  if (begin === undefined && own !== DEFAULT_WORLD) return false
  if (begin !== undefined && begin.getTime() < ctx.deps.machineNow().getTime() - JOURNAL_LIMITS.ms) return false
  if ((await journal.count(own, { by: CALLERS })) < JOURNAL_LIMITS.calls) return true
  const [oldest] = await journal.list(
    own,
    { by: CALLERS },
    { take: 1, order: 'BEGUN', backwards: true, older: undefined, newer: undefined },
  )
  return begin !== undefined && oldest !== undefined && oldest.at < begin
}
