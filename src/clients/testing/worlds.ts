import { z } from 'zod'
import { systemClockAndIds } from '../../bank/context.ts'
import { fieldOf } from '../../domain/given.ts'
import { scaOf } from './answers.ts'
import { createCalls } from './calls.ts'
import { SandbankError } from './failure.ts'
import { createHabits } from './habits.ts'
import type { AnswerWithLink, Approval, ApproveOptions, World, WorldChange, WorldDiff } from './kit.ts'
import { basePath, type Operator, type Watches } from './operator.ts'
import { assertDocument, assertOptions, assertText, callText, nameOf, shown } from './options.ts'
import { createScenarios } from './scenarios.ts'
import { saveWorld } from './snapshot-files.ts'

/** A world of the bank, from a test's point of view. */
export function createWorld(operator: Operator, watches: Watches, name: string, gone: () => void): World {
  const base = basePath(name)
  const ask: Ask = (call, schema, query, variables) => operator.ask(call, schema, query, variables, name)

  async function decide(
    answer: AnswerWithLink,
    psu: string,
    outcome: string,
    options: ApproveOptions,
  ): Promise<string> {
    const call = outcome === 'APPROVED' ? 'world.approve' : 'world.reject'
    assertText(call, 'a customer, by its number or its key,', psu)
    const whole = callText(call, answer instanceof Response ? `HTTP ${answer.status}` : answer, psu, options)
    assertOptions(call, options, ['accountIds', 'context', 'agreementId'])
    const input = { id: await scaOf(whole, answer), outcome, psu, ...options }
    return (await ask(whole, decided, DECIDE, { input })).completeAuthorisation.redirectTo
  }

  let closed: Promise<void> | undefined
  const close = () => {
    gone()
    watches.end(name)
    closed ??= name === 'default' ? Promise.resolve() : remove()
    return closed
  }

  async function remove(): Promise<void> {
    try {
      await operator.run(`world.close() of ${shown(name)}`, DELETE, { name })
    } catch (error) {
      // It has expired, or was deleted by another hand: it is gone, as was wanted.
      if (!(error instanceof SandbankError && error.code === 'RESOURCE_UNKNOWN')) throw error
    }
  }

  function watch<Result>(document: string | object, variables?: object): AsyncIterableIterator<Result>
  function watch(document: string | object, variables?: object): AsyncIterableIterator<unknown> {
    return watches.follow(callText('world.watch', oneLine(document)), document, variables, name)
  }

  const world: World = {
    name,
    baseUrl: `${operator.door.url}${base}`,
    clock: createClock(ask),
    url: path => {
      assertText('world.url', 'a path, such as /v1/accounts,', path)
      // A link may be an address already (D19).
      if (path.startsWith(`${operator.door.url}/`)) return path
      const below = path.startsWith('/') ? path : `/${path}`
      return below.startsWith(`${base}/`) ? `${operator.door.url}${below}` : `${operator.door.url}${base}${below}`
    },
    graphql: async (document, variables) => ({
      data: JSON.parse(
        JSON.stringify(await operator.relay(callText('world.graphql', oneLine(document)), document, variables, name)),
      ),
    }),
    watch,
    approve: async (answer, psu, options = {}) => readApproval(await decide(answer, psu, 'APPROVED', options)),
    reject: async (answer, psu) => ({ redirectTo: await decide(answer, psu, 'REJECTED', {}) }),
    create: async document => {
      assertDocument('world.create', document)
      const { applied } = await ask('world.create(document)', made, APPLY, { fixture: document })
      return Object.fromEntries(applied.ids.map(({ key, id }) => [key, id]))
    },
    fixture: async () => (await ask('world.fixture()', exported, '{ fixture }')).fixture,
    snapshot: async (wanted = `s-${systemClockAndIds.newId()}`) => {
      assertText('world.snapshot', 'the name of the snapshot', wanted)
      const call = callText('world.snapshot', wanted)
      return { name: (await ask(call, taken, TAKE, { name: wanted })).takeSnapshot.snapshot.name, world: name }
    },
    save: async file => {
      assertText('world.save', 'the path of the file', file)
      await saveWorld(operator, callText('world.save', file), name, file)
    },
    diff: async (before, after) => {
      const [left, right] = [before, after ?? before].map(side => nameOf('world.diff', 'a snapshot', side))
      return diff(
        (...given) => ask(callText('world.diff', left, after), ...given),
        name,
        left,
        after === undefined ? undefined : right,
      )
    },
    restore: async before => {
      const snapshot = nameOf('world.restore', 'a snapshot', before)
      const of = fieldOf(before, 'world') ?? name
      if (of !== name)
        throw new SandbankError(
          `${callText('world.restore', snapshot)}: this snapshot is of the world ${shown(of)}, and this world is ${shown(name)}. bank.createWorld({ snapshot }) makes a new world from it.`,
        )
      await ask(callText('world.restore', snapshot), z.unknown(), RESTORE, { name: snapshot })
    },
    ...createScenarios(operator, name),
    ...createHabits(operator, name),
    calls: createCalls(operator, name),
    reset: async () => void (await operator.run('world.reset()', RESET, { input: { name } })),
    close,
    [Symbol.asyncDispose]: close,
  }
  return world
}

type Ask = <Data extends z.ZodType>(
  call: string,
  schema: Data,
  query: string,
  variables?: object,
) => Promise<z.output<Data>>

/** A document in an error message. */
function oneLine(document: unknown): unknown {
  return typeof document === 'string' || document instanceof String
    ? String(document).trim().split('\n', 1)[0]
    : document
}

const made = z.object({ applied: z.object({ ids: z.array(z.object({ key: z.string(), id: z.string() })) }) })
const APPLY = 'mutation Create($fixture: FixtureInput!) { applied: applyFixture(fixture: $fixture) { ids { key id } } }'
const exported = z.object({ fixture: z.looseObject({}) })
const decided = z.object({ completeAuthorisation: z.object({ redirectTo: z.string() }) })
const DECIDE =
  'mutation Decide($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { redirectTo } }'
const DELETE = 'mutation Delete($name: String!) { deleteWorld(name: $name) { world { name } } }'
const RESET = 'mutation Reset($input: ResetWorldInput!) { resetWorld(input: $input) { world { name } } }'
const TAKE = 'mutation Take($name: String!) { takeSnapshot(name: $name) { snapshot { name } } }'
const taken = z.object({ takeSnapshot: z.object({ snapshot: z.object({ name: z.string() }) }) })
const RESTORE = 'mutation Restore($name: String!) { restoreSnapshot(name: $name) { world { name } } }'

function readApproval(redirectTo: string): Approval {
  const { searchParams } = new URL(redirectTo)
  const psuId = searchParams.get('psu-id')
  const sessionId = searchParams.get('tpp-session-id')
  if (psuId !== null && sessionId !== null) return { psuId, sessionId, redirectTo }
  throw new SandbankError(
    `world.approve: the bank approved, but sent the PSU to ${redirectTo} without psu-id and tpp-session-id.`,
  )
}

const showing = z.object({ clock: z.object({ now: z.iso.datetime() }) })
const moved = z.object({ moved: showing })

function createClock(ask: Ask): World['clock'] {
  const move = async (call: string, query: string, variables?: object) =>
    new Date((await ask(call, moved, query, variables)).moved.clock.now)
  const advance = async (byOrTo: string | Date) => {
    if (!(byOrTo instanceof Date)) assertText('world.clock.advance', 'a duration or an instant', byOrTo)
    return move(
      callText('world.clock.advance', byOrTo),
      'mutation Advance($input: AdvanceClockInput!) { moved: advanceClock(input: $input) { clock { now } } }',
      { input: isInstant(byOrTo) ? { to: instantOf(byOrTo) } : { by: String(byOrTo) } },
    )
  }
  return {
    now: async () => new Date((await ask('world.clock.now()', showing, '{ clock { now } }')).clock.now),
    advance,
    freeze: async at => {
      if (at !== undefined && !(at instanceof Date)) assertText('world.clock.freeze', 'an instant', at)
      const query = 'mutation Freeze($at: DateTime) { moved: freezeClock(at: $at) { clock { now } } }'
      const call = callText('world.clock.freeze', at)
      return move(call, query, at === undefined ? {} : { at: isInstant(at) ? instantOf(at) : String(at) })
    },
    resume: () => move('world.clock.resume()', 'mutation { moved: resumeClock { clock { now } } }'),
  }
}

/** Any other text is sent as a duration; the bank reports what is wrong with it. */
function isInstant(byOrTo: string | Date): boolean {
  return !/^[+-]?P/i.test(String(byOrTo)) && !Number.isNaN(new Date(byOrTo).getTime())
}

// JavaScript reads an instant without a zone in that of the machine, and a day that does not exist as the first of the next month: the bank refuses both.
function instantOf(to: string | Date): string {
  if (to instanceof Date) return to.toISOString()
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:$|.*(?:Z|[+-]\d\d:?\d\d)$)/i.exec(to) ?? []
  if (day === '' || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return to
  return new Date(to).toISOString()
}

const DIFF = `query Diff($left: WorldDiffSideInput!, $right: WorldDiffSideInput!, $after: String) {
  diffWorlds(left: $left, right: $right, first: 200, after: $after) {
    equal
    pageInfo { hasNextPage endCursor }
    nodes { noun id kind fields { name left right } }
  }
}`
type AskOnce = <Data extends z.ZodType>(schema: Data, query: string, variables?: object) => Promise<z.output<Data>>

const value = z.string().nullable()
const difference = z.object({
  noun: z.string(),
  id: z.string(),
  kind: z.enum(['CREATED', 'DELETED', 'CHANGED']),
  fields: z.array(z.object({ name: z.string(), left: value, right: value })),
})
const diffPage = z.object({
  diffWorlds: z.object({
    equal: z.boolean(),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(difference),
  }),
})

async function diff(
  ask: AskOnce,
  world: string,
  before: string | undefined,
  after: string | undefined,
): Promise<WorldDiff> {
  const found: WorldChange[] = []
  const sides = { left: { world, snapshot: before }, right: { world, snapshot: after } }
  for (let cursor: string | null | undefined; ; ) {
    const { equal, pageInfo, nodes } = (await ask(diffPage, DIFF, { ...sides, after: cursor })).diffWorlds
    found.push(...nodes)
    cursor = pageInfo.endCursor
    if (!pageInfo.hasNextPage) return { equal, changes: found }
  }
}
