import type { Context as HonoContext } from 'hono'
import type { Child } from 'hono/jsx'
import type { Context } from '../../../bank/context.ts'
import { nameOf, sourceOf, type WorldSource, worldBasePath } from '../../../domain/worlds.ts'
import type { World } from '../../../generated/client.ts'
import { latestRequests, readyJournal } from '../../../sandbox/journal/requests.ts'
import { type Clock, clockOf } from '../../../sandbox/worlds/clock.ts'
import { pageOfWorlds } from '../../../sandbox/worlds/doors.ts'
import { Form } from '../fields.tsx'
import { formatCount } from '../language.ts'
import { More, nextOf, searchTextOf } from '../listing.tsx'
import { NoneFound, Table } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import { progressOf } from './clock.tsx'
import { compareAddress, NOW } from './compare.tsx'
import { FilterForm, TextField } from './filter-form.tsx'
import { ConsoleFrame, instant } from './frame.tsx'

const SHOWN = 25
/** The search reads as many worlds as a server has by default (D75). */
const SEARCHED = 1_000
const MOST_TEXT = 70

/** All worlds of the bank, with their actions (D98). */
export async function showWorlds(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const search = searchTextOf(c, 'q', MOST_TEXT)
  const page = await pageOfWorlds(ctx, { first: search === '' ? SHOWN : SEARCHED, after: c.req.query('after') })
  const found = page.rows.filter(world => nameOf(world).includes(search.toLowerCase()))
  await readyJournal(ctx)
  const rows = await Promise.all(found.slice(0, SHOWN).map(world => readWorld(ctx, world)))
  const place = { base, token: consoleToken(c), back: `${base}/console/worlds` }
  return (
    <ConsoleFrame title="Worlds">
      <div class="heading">
        <h1>Worlds</h1>
        <ActionButton action="createWorld" place={place} />
      </div>
      <FilterForm action={`${base}/console/worlds`}>
        <TextField name="q" id="world-name" label="Name contains" value={search} />
      </FilterForm>
      {rows.length > 0 ? null : (
        <NoneFound path={`${base}/console/worlds`} by={{ q: ['a name that contains', search] }} />
      )}
      <Table kind="labelled" head={['World', 'Clock', 'Last call', 'Do']} rows={rows.map(row => cellsOf(row, place))} />
      <More path={`${base}/console/worlds`} given={{ after: search === '' ? nextOf(page) : undefined }} />
    </ConsoleFrame>
  )
}

function cellsOf(row: Awaited<ReturnType<typeof readWorld>>, place: ActionPlace): Child[] {
  // The page of the world itself asks whether it may be reset or deleted.
  const own = { ...place, base: row.path.slice(0, -1) }
  const isHere = row.path === `${place.base}/`
  return [
    <>
      <a href={row.path} aria-current={isHere ? 'true' : undefined}>
        <span class="whole-word">{row.name}</span>
      </a>
      <small class="soft until">
        <span class="number">{row.holds}</span>, made from {row.madeFrom}
        {row.expiresAt === null ? null : `, until ${instant(row.expiresAt)}`}
      </small>
    </>,
    <>
      <span class="number at">{instant(row.clock.now)}</span>
      <small class="soft until">{describeClock(row.clock)}</small>
      {row.clock.moving === null ? null : (
        <progress max="100" value={progressOf(row.clock.moving, row.clock.now)} aria-label={`Clock of ${row.name}`} />
      )}
    </>,
    row.lastCall === undefined ? (
      <span class="soft">no call</span>
    ) : (
      <a href={`${row.path}requests/${row.lastCall.id}`}>
        <time datetime={row.lastCall.at.toISOString()} title={row.lastCall.at.toISOString()}>
          {instant(row.lastCall.at)}
        </time>
      </a>
    ),
    <div class="row-actions">
      <Form action={`${row.path}console/clock`} token={place.token} hidden={{ action: 'advance' }}>
        <button type="submit" name="by" value="P1D" class="second small">
          +1 day<span class="hidden"> in {row.name}</span>
        </button>
      </Form>
      <ActionButton action="createWorld" label="Copy" about={row.name} place={place} given={{ copyOf: row.name }} />
      {isHere ? null : (
        <a class="button second small" href={compareAddress(place.base, `${row.name}/`, NOW)}>
          Compare<span class="hidden"> {row.name} with this world</span>
        </a>
      )}
      <ActionButton action="resetWorld" label="Reset" about={row.name} place={own} given={{ name: row.name }} />
      {row.path === '/' ? null : (
        <ActionButton action="deleteWorld" label="Delete" about={row.name} place={own} given={{ name: row.name }} />
      )}
    </div>,
  ]
}

async function readWorld(ctx: Context, world: World) {
  const count = (kind: Parameters<typeof ctx.load.rowsInWorld>[0]) => ctx.load.rowsInWorld(kind, world.id)
  const [customers, accounts, payments] = await Promise.all([count('customers'), count('accounts'), count('payments')])
  return {
    name: nameOf(world),
    path: `${worldBasePath(world)}/`,
    madeFrom: describeSource(sourceOf(world)),
    holds: described({ customers, accounts, payments }),
    clock: clockOf(world, ctx.deps.machineNow()),
    expiresAt: world.expiresAt,
    lastCall: (await latestRequests({ ...ctx, world }, false, {}, { after: 0, take: 1 }))[0],
  }
}

/** How many things of each kind a world has. Kinds without any are left out. */
function described(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).flatMap(([name, count]) =>
    count === 0 ? [] : [count === 1 ? `1 ${name.slice(0, -1)}` : `${formatCount(count)} ${name}`],
  )
  return parts.length === 0 ? 'empty' : parts.join(', ')
}

function describeSource(source: WorldSource): string {
  if (source.kind === 'COPY') return `a copy of ${source.world}`
  if (source.kind === 'SNAPSHOT') return `snapshot ${source.snapshot} of ${source.world}`
  if (source.kind === 'FIXTURE') return source.fixture === undefined ? 'a fixture' : `fixture ${source.fixture}`
  return source.kind === 'EMPTY' ? 'nothing' : 'the standard set'
}

function describeClock({ frozen, moving }: Clock): string {
  if (moving !== null) return `moving to ${instant(moving.to)}`
  return frozen ? 'frozen' : 'running'
}
