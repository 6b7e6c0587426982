import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { baseOption, type CommandResult, command, finish, jsonOption, settings } from './command.ts'
import { EXIT, Failure, orUsage } from './failure.ts'
import { isFixtureName, readFile } from './fixture.ts'
import { askFor } from './operator.ts'
import { type Columns, formatList } from './output.ts'
import { type ListOptions, type PlaceOptions, placeAsOptions, worldUrl } from './place.ts'
import { loadSnapshotFile, type SnapshotFileOptions, saveSnapshot } from './snapshot-files.ts'

/** `world …`: the worlds of a running bank. */
export function worldCommand(): Command {
  const world = command('world', 'List, create, reset and delete the worlds of a running bank.', [
    'npx sandbank world create green',
    'npx sandbank world create --copy-of green --expires-after PT1H',
    'npx sandbank world list',
  ])
  const list = command('list', 'List the worlds with their clocks.', ['npx sandbank world list'])
    .addOption(jsonOption())
    .addOption(baseOption())
    .action(async (options: ListOptions) => finish(await runWorldList(options, settings())))
  const create = command('create', 'Add a world: the standard set by default; a free name unless one is given.', [
    'npx sandbank world create green',
    'npx sandbank world create --from EMPTY',
  ])
    .argument('[name]', '1 to 63 letters a–z, digits, hyphens')
    .addOption(new Option('--from <content>', 'what it starts with').choices(['STANDARD', 'EMPTY']))
    .option('--copy-of <world>', 'a copy of this world, as it is now')
    .option('--snapshot <name>', 'a snapshot of the world that --world names')
    .option('--fixture <file>', 'a JSON or YAML file, or the name of a fixture of the product')
    .option('--clock <instant>', 'where its clock begins, also before today, such as 2026-03-02T09:00:00Z')
    .option('--expires-after <duration>', 'delete it after an ISO 8601 duration, such as PT1H')
    .option('--world <world>', 'the world that the snapshot is of (default: default)')
    .addOption(baseOption())
    .action(async (name: string | undefined, options: CreateWorldOptions) =>
      finish(await runWorldCreate(name, options, settings())),
    )
  const reset = command('reset', 'Make a world what it was when it was created, clock included.', [
    'npx sandbank world reset green',
  ])
    .argument('<name>', "the world's name")
    .addOption(baseOption())
    .action(async (name: string, options: PlaceOptions) => finish(await runWorldReset(name, options, settings())))
  const remove = command('delete', 'Delete a world with everything in it, its snapshots too.', [
    'npx sandbank world delete green',
  ])
    .argument('<name>', "the world's name")
    .addOption(baseOption())
    .action(async (name: string, options: PlaceOptions) => finish(await runWorldDelete(name, options, settings())))
  for (const part of [list, create, reset, remove]) world.addCommand(part)
  return world
}

const SNAPSHOT_WORDS = {
  take: 'Keep the state of a world under a name.',
  restore: 'Put a world back to a snapshot, also its clock.',
  delete: 'Forget a snapshot.',
} as const

const FILE_WORDS: Readonly<Record<string, string>> = {
  save: 'Write a snapshot to a file, so that it can be opened elsewhere.',
  load: 'Make a snapshot of what a file holds: ids and clock are as they were.',
}

/** `snapshot …`: the snapshots of a world. */
export function snapshotCommand(): Command {
  const snapshot = command(
    'snapshot',
    'Take, restore, list, delete, save and load the snapshots of a world of a running bank.',
    [
      'npx sandbank snapshot take before',
      'npx sandbank snapshot restore before --world green',
      'npx sandbank snapshot list',
      'npx sandbank snapshot save ./state.snapshot --world green',
    ],
  )
  const inWorld = (part: Command) =>
    part.option('--world <world>', 'the world that it is a state of (default: default)').addOption(baseOption())
  for (const what of ['take', 'restore', 'delete'] as const)
    snapshot.addCommand(
      inWorld(
        command(what, SNAPSHOT_WORDS[what], [`npx sandbank snapshot ${what} before`]).argument(
          '<name>',
          'what it is called',
        ),
      ).action(async (name: string, options: PlaceOptions) =>
        finish(await runSnapshot(what, name, options, settings())),
      ),
    )
  for (const [what, run] of Object.entries({ save: saveSnapshot, load: loadSnapshotFile }))
    snapshot.addCommand(
      inWorld(
        command(what, FILE_WORDS[what] ?? '', [`npx sandbank snapshot ${what} ./state.snapshot`])
          .argument('<file>', 'the file')
          .option(
            '--name <name>',
            `the snapshot${what === 'save' ? ' (default: the world as it is now)' : "'s name (default: the one in the file)"}`,
          ),
      ).action(async (file: string, options: SnapshotFileOptions) => finish(await run(file, options, settings()))),
    )
  snapshot.addCommand(
    inWorld(
      command('list', 'List the snapshots of a world.', ['npx sandbank snapshot list']).addOption(jsonOption()),
    ).action(async (options: ListOptions) => finish(await runSnapshotList(options, settings()))),
  )
  return snapshot
}

/** The source of `world create`, and the time until expiry. */
type CreateWorldOptions = PlaceOptions & {
  readonly from?: string
  readonly copyOf?: string
  readonly snapshot?: string
  readonly clock?: string
  readonly fixture?: string
  readonly expiresAfter?: string
}

const world = z.object({ name: z.string(), basePath: z.string(), now: z.string() })
const WORLD = 'name basePath now'
const oneWorld = z.object({ made: z.object({ world }).transform(made => made.world) })

/** `world list`: the worlds of a running bank. */
async function runWorldList(options: ListOptions, config: Config): Promise<CommandResult> {
  const rows = await pages(
    options,
    config,
    'worlds',
    `${WORLD} frozen expiresAt madeFrom { kind world snapshot fixture }`,
    listedWorld,
  )
  const columns = {
    NAME: ({ name }) => name,
    NOW: ({ now }) => now,
    CLOCK: ({ frozen }) => (frozen ? 'stands still' : 'runs'),
    EXPIRES: ({ expiresAt }) => expiresAt ?? 'never',
    'MADE FROM': ({ madeFrom: source }) => wordsOf(source),
  } satisfies Columns<z.output<typeof listedWorld>>
  return done(formatList(rows, columns, options))
}

const madeFrom = z.object({
  kind: z.string(),
  world: z.string().nullable(),
  snapshot: z.string().nullable(),
  fixture: z.string().nullable(),
})

const listedWorld = world.extend({ frozen: z.boolean(), expiresAt: z.string().nullable(), madeFrom })

/** The source of a world, which a reset restores: `COPY green`, `SNAPSHOT green before`, `FIXTURE payments`. */
function wordsOf(source: z.output<typeof madeFrom>): string {
  return [source.kind, source.world, source.snapshot, source.fixture].filter(word => word !== null).join(' ')
}

/** `world create`: a new world. */
async function runWorldCreate(
  name: string | undefined,
  options: CreateWorldOptions,
  config: Config,
): Promise<CommandResult> {
  const { snapshot, clock, expiresAfter } = options
  if (options.world !== undefined && snapshot === undefined)
    throw new Failure(
      'usage',
      '--world names the world of a --snapshot, which is not there: a copy of a world is made with --copy-of.',
    )
  const query = `mutation ($input: CreateWorldInput) { made: createWorld(input: $input) { world { ${WORLD} } } }`
  const source = {
    ...sourceOf(options),
    ...(snapshot === undefined ? {} : { snapshot: { name: snapshot } }),
  }
  const input = {
    name,
    expiresAfter,
    ...(Object.keys(source).length === 0 ? {} : { source }),
    ...(clock === undefined ? {} : { clock: { now: clock } }),
  }
  const { made } = await askFor(options, config, query, { input }, oneWorld)
  return done(
    `The world ${made.name} is at ${worldUrl({ ...options, world: made.name }, config)}. Its clock shows ${made.now}.`,
  )
}

/** What options say of the content of a new world, as GraphQL takes it: an empty object when they say nothing. */
export function sourceOf({ from, copyOf, fixture }: Pick<CreateWorldOptions, 'from' | 'copyOf' | 'fixture'>) {
  return {
    ...(from === undefined ? {} : from === 'EMPTY' ? { empty: true } : { standard: true }),
    ...(copyOf === undefined ? {} : { copyOf }),
    ...(fixture === undefined ? {} : documentOf(fixture)),
  }
}

function documentOf(named: string) {
  if (isFixtureName(named)) return { fixtureName: named }
  return { fixture: orUsage(() => readFile(named)) }
}

/** `world reset`: restores the world as it was created. */
async function runWorldReset(name: string, options: PlaceOptions, config: Config): Promise<CommandResult> {
  const query = `mutation ($input: ResetWorldInput!) { made: resetWorld(input: $input) { world { ${WORLD} } } }`
  const { made } = await askFor(options, config, query, { input: { name } }, oneWorld)
  return done(`The world ${made.name} is what it was when it was created. Its clock shows ${made.now}.`)
}

/** `world delete`: deletes it with everything in it. */
async function runWorldDelete(name: string, options: PlaceOptions, config: Config): Promise<CommandResult> {
  const query = `mutation ($name: String!) { made: deleteWorld(name: $name) { world { ${WORLD} } } }`
  const { made } = await askFor(options, config, query, { name }, oneWorld)
  return done(`The world ${made.name} is gone, with its snapshots.`)
}

const snapshot = z.object({ name: z.string(), world: z.string(), takenAt: z.string() })
const SNAPSHOT = 'name world takenAt'

/** `snapshot list`: the snapshots of a world. */
async function runSnapshotList(options: ListOptions, config: Config): Promise<CommandResult> {
  const rows = await pages(options, config, 'snapshots', SNAPSHOT, snapshot)
  const columns = {
    NAME: ({ name }) => name,
    TAKEN: ({ takenAt }) => takenAt,
  } satisfies Columns<z.output<typeof snapshot>>
  return done(formatList(rows, columns, options))
}

/** `snapshot take`, `restore` and `delete`: one mutation each, and its message. */
const SNAPSHOT_MUTATIONS = {
  take: {
    query: `mutation ($name: String!) { made: takeSnapshot(name: $name) { snapshot { ${SNAPSHOT} } } }`,
    says: (name: string, place: string) =>
      `The snapshot ${name} is taken. Put the world back to it with: npx sandbank snapshot restore ${name}${place}`,
  },
  restore: {
    query: `mutation ($name: String!) { made: restoreSnapshot(name: $name) { world { ${WORLD} } } }`,
    says: (name: string) => `The world is what it was when the snapshot ${name} was taken, clock included.`,
  },
  delete: {
    query: `mutation ($name: String!) { made: deleteSnapshot(name: $name) { snapshot { ${SNAPSHOT} } } }`,
    says: (name: string) => `The snapshot ${name} is gone.`,
  },
} as const

async function runSnapshot(
  what: keyof typeof SNAPSHOT_MUTATIONS,
  name: string,
  options: PlaceOptions,
  config: Config,
): Promise<CommandResult> {
  const { query, says } = SNAPSHOT_MUTATIONS[what]
  await askFor(options, config, query, { name }, z.object({ made: z.looseObject({}) }))
  return done(says(name, placeAsOptions(options)))
}

async function pages<Row extends z.ZodType>(
  options: PlaceOptions,
  config: Config,
  field: 'worlds' | 'snapshots',
  fields: string,
  row: Row,
): Promise<z.output<Row>[]> {
  const page = z.object({
    list: z.object({
      nodes: z.array(row),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  })
  const query = `query ($after: String) { list: ${field}(first: 500, after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`
  const rows: z.output<Row>[] = []
  for (let after: string | null = null; ; ) {
    const { list }: z.output<typeof page> = await askFor(options, config, query, { after }, page)
    rows.push(...list.nodes)
    if (!list.pageInfo.hasNextPage) return rows
    after = list.pageInfo.endCursor
  }
}

function done(text: string): CommandResult {
  return { text, exitCode: EXIT.done }
}
