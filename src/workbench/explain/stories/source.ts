import type { Context } from '../../../bank/context.ts'
import { CALLERS, type JournaledCall } from '../../../domain/calls.ts'
import { DomainError } from '../../../domain/errors.ts'
import { fieldOf, isObject } from '../../../domain/given.ts'
import { DEFAULT_WORLD, type FirstClock, nameOf, sourceOf, worldNow } from '../../../domain/worlds.ts'
import { productFixture } from '../../../sandbox/fixtures/documents/list.ts'
import { readyJournal } from '../../../sandbox/journal/requests.ts'
import { inputOf, readDocument, rootFields } from '../graphql/documents.ts'
import type { StorySource } from './story.ts'

/** A clock that has run on for less than this needs no move. */
const NEAR_MS = 60_000

/**
 * The source of this world, from which another one can be made (D81), and the moves that bring its clock to the time of a call; none when the story
 * moves it there itself, and begins when the world's clock was at the machine's time `begun`. FORMAT_ERROR when the journal no longer has the document
 * of the source.
 */
export async function sourceFor(
  ctx: Context,
  first: JournaledCall | undefined,
  begun: Date | undefined,
): Promise<StorySource> {
  const source = sourceOf(ctx.world)
  const stood = first?.clock === undefined || begun !== undefined ? undefined : clockAt(first.clock, first.at)
  if (source.kind === 'COPY') return { options: { copyOf: source.world }, moves: [], isOfThisBank: true }
  if (source.kind === 'SNAPSHOT')
    return {
      options: { snapshotOf: { world: source.world, name: source.snapshot } },
      moves: [],
      isOfThisBank: true,
    }
  const { content, clock } =
    source.kind === 'FIXTURE'
      ? await fixtureOf(ctx, source.fixture)
      : { content: { from: source.kind }, clock: source.clock }
  const opens = begun === undefined ? stood : { now: begun.toISOString(), frozen: false }
  if (clock === undefined)
    return { options: opens === undefined ? content : { ...content, clock: opens }, moves: [], isOfThisBank: false }
  const own = source.kind === 'FIXTURE' ? {} : { clock }
  return { options: { ...content, ...own }, moves: movesOf(clock, stood), isOfThisBank: false }
}

function clockAt(clock: NonNullable<JournaledCall['clock']>, at: Date): FirstClock {
  return { now: worldNow(clock, at).toISOString(), frozen: clock.frozenAt !== null }
}

/** The moves from the begin of a new world's clock to the state at the call. */
function movesOf(begins: FirstClock, stood: FirstClock | undefined): string[] {
  if (stood === undefined) return []
  if (stood.frozen && !begins.frozen) return [`mutation { freezeClock(at: "${stood.now}") { clock { now } } }`]
  const isFar = Date.parse(stood.now) - Date.parse(begins.now) > NEAR_MS
  return isFar ? [`mutation { advanceClock(input: { to: "${stood.now}" }) { clock { now } } }`] : []
}

type FixtureSource = { readonly content: Readonly<Record<string, unknown>>; readonly clock: FirstClock | undefined }

/** A fixture by its name, or the document in the call that created this world; the journal keeps calls for a day. */
async function fixtureOf(ctx: Context, fixtureName: string | undefined): Promise<FixtureSource> {
  if (fixtureName !== undefined) return { content: { fixtureName }, clock: clockIn(productFixture(fixtureName).clock) }
  const journal = await readyJournal(ctx)
  const own = nameOf(ctx.world)
  const made = await journal.list(
    DEFAULT_WORLD,
    { by: CALLERS, refused: false, contains: 'createWorld' },
    { take: MOST_MADE, order: 'BEGUN', backwards: false, older: undefined, newer: undefined },
  )
  for (const { id } of made) {
    const call = await journal.find(DEFAULT_WORLD, id)
    const document = call && readDocument(call)
    if (document === undefined || call?.answer.body?.includes(`"name":${JSON.stringify(own)}`) !== true) continue
    const field = rootFields(document).find(({ name }) => name === 'createWorld')
    const input = field === undefined ? {} : inputOf(field)
    const { source = input, clock } = input
    const fixture = fieldOf(source, 'fixture')
    if (!isObject(fixture)) continue
    const given = isObject(clock) ? clock : isObject(fixture['clock']) ? fixture['clock'] : {}
    return { content: { fixture, ...(isObject(clock) ? { clock } : {}) }, clock: clockIn(given) }
  }
  throw new DomainError(
    'FORMAT_ERROR',
    `The world ${own} was made from a document that the journal does not have: apply its fixture to a world of a source that has a name.`,
    'ids',
  )
}

const MOST_MADE = 500

function clockIn(clock: unknown): FirstClock | undefined {
  const { now, frozen } = isObject(clock) ? clock : {}
  return typeof now === 'string' && !Number.isNaN(Date.parse(now)) ? { now, frozen: frozen === true } : undefined
}
