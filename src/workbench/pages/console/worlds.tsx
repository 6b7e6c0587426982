import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { MAX_PAGE } from '../../../domain/paging.ts'
import { findsWord } from '../../../domain/texts.ts'
import { nameOf, sourceOf, type WorldSource, worldBasePath } from '../../../domain/worlds.ts'
import type { World } from '../../../generated/client.ts'
import { readyJournal } from '../../../sandbox/journal/requests.ts'
import { type Clock, clockOf } from '../../../sandbox/worlds/clock.ts'
import { pageOfWorlds } from '../../../sandbox/worlds/doors.ts'
import { Form } from '../fields.tsx'
import { counted } from '../language.ts'
import { drawnPageOf, orderOf, searchTextOf } from '../listing.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import { progressOf } from './clock.tsx'
import { compareAddress, NOW } from './compare.tsx'
import { instant, RealTime } from './frame.tsx'
import { ListPage } from './list-page.tsx'

const SHOWN = 25
const NAME = { label: 'World', down: 'name', up: 'name-down' } as const
const USED = { label: 'Last call', down: '', up: 'oldest' } as const

type WorldUse = { readonly world: World; readonly name: string; readonly last: Date | undefined }

/** `team-2` comes before `team-10`. */
const NATURAL = new Intl.Collator('en', { numeric: true })
const byName = (one: WorldUse, other: WorldUse) => NATURAL.compare(one.name, other.name)
const byUse = (one: WorldUse, other: WorldUse) =>
  Number(other.last ?? other.world.createdAt) - Number(one.last ?? one.world.createdAt) || byName(one, other)
const SORTS: Readonly<Record<string, (one: WorldUse, other: WorldUse) => number>> = {
  '': byUse,
  oldest: (one, other) => byUse(other, one),
  name: byName,
  'name-down': (one, other) => byName(other, one),
}

/** The worlds of the bank, those used last first (D98). */
export async function showWorlds(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const path = `${base}/console/worlds`
  const q = searchTextOf(c, 'q') || undefined
  const order = orderOf(SORTS, c.req.query('order')) ?? ''
  // As many worlds as a server has by default (D75).
  const { rows: worlds } = await pageOfWorlds(ctx, { first: MAX_PAGE })
  const fits = findsWord(q ?? '')
  const wanted = worlds.filter(world => q === undefined || fits(nameOf(world)))
  const calls = await (await readyJournal(ctx)).lastCalls(wanted.map(nameOf))
  const all = wanted
    .map(world => ({ world, name: nameOf(world), last: calls.get(nameOf(world))?.at }))
    .sort(SORTS[order] ?? byUse)
  const page = drawnPageOf(c, SHOWN, all)
  const place = { base, token: consoleToken(c), back: path }
  return (
    <ListPage
      title="Worlds"
      path={path}
      given={{ q, order: order === '' ? undefined : order }}
      page={{ ...page, rows: await Promise.all(page.rows.map(one => readWorld(ctx, one))) }}
      finds="Beginning of a word in the name"
      columns={[
        { head: NAME, kind: 'half', phone: 'first', cell: ({ name }) => name },
        { head: 'Holds', kind: 'half', phone: 'second', cell: ({ holds }) => <span class="number">{holds}</span> },
        { head: 'Made from', kind: 'meta', cell: ({ madeFrom }) => madeFrom },
        { head: 'Clock', kind: 'meta', cell: ({ clock }) => <span class="number">{instant(clock.now)}</span> },
        { head: 'State', phone: 'end', cell: row => <State {...row} /> },
        {
          head: USED,
          kind: 'meta',
          phone: 'last',
          cell: ({ last }) => (last === undefined ? 'no call' : <RealTime at={last} />),
        },
      ]}
      hrefOf={row => row.path}
      nameOf={({ name }) => name}
      isHere={row => row.path === `${base}/`}
      rowActions={row => <Actions row={row} place={place} />}
      sorting={{ path, given: { q }, order }}
      by={{ q: ['search', q] }}
      empty="There is no world."
      make={<ActionButton action="createWorld" place={place} />}
    />
  )
}

type WorldRow = Awaited<ReturnType<typeof readWorld>>

function State({ name, clock: { frozen, moving, now }, expiresAt }: WorldRow) {
  if (moving !== null)
    return <progress max="100" value={progressOf(moving, now)} aria-label={`Clock of ${name}, on its way`} />
  return (
    <>
      <span class="chip">{frozen ? 'frozen' : 'running'}</span>
      {expiresAt === null ? null : <span class="soft"> until {instant(expiresAt)}</span>}
    </>
  )
}

function Actions({ row, place }: { readonly row: WorldRow; readonly place: ActionPlace }) {
  const { name, path } = row
  // The page of the world itself asks whether it may be reset or deleted.
  const own = { ...place, base: path.slice(0, -1) }
  return (
    <>
      <Form action={`${path}console/clock`} token={place.token} hidden={{ action: 'advance' }}>
        <button type="submit" name="by" value="P1D" class="second">
          +1 day<span class="hidden"> in {name}</span>
        </button>
      </Form>
      <ActionButton action="createWorld" label="Copy" about={name} place={place} given={{ copyOf: name }} />
      {path === `${place.base}/` ? null : (
        <a class="button second" href={compareAddress(place.base, `${name}/`, NOW)}>
          Compare<span class="hidden"> {name} with this world</span>
        </a>
      )}
      <ActionButton action="resetWorld" label="Reset" about={name} place={own} given={{ name }} />
      {path === '/' ? null : (
        <ActionButton action="deleteWorld" label="Delete" about={name} place={own} given={{ name }} />
      )}
    </>
  )
}

async function readWorld(ctx: Context, { world, name, last }: WorldUse) {
  const count = (kind: Parameters<typeof ctx.load.rowsInWorld>[0]) => ctx.load.rowsInWorld(kind, world.id)
  const [customers, accounts, payments] = await Promise.all([count('customers'), count('accounts'), count('payments')])
  const clock: Clock = clockOf(world, ctx.deps.machineNow())
  return {
    name,
    path: `${worldBasePath(world)}/`,
    madeFrom: describeSource(sourceOf(world)),
    holds: described({ customers, accounts, payments }),
    clock,
    expiresAt: world.expiresAt,
    last,
  }
}

/** How many things of each kind a world has. Kinds without any are left out. */
function described(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).flatMap(([name, count]) =>
    count === 0 ? [] : [counted(count, name.slice(0, -1))],
  )
  return parts.length === 0 ? 'empty' : parts.join(', ')
}

function describeSource(source: WorldSource): string {
  if (source.kind === 'COPY') return `a copy of ${source.world}`
  if (source.kind === 'SNAPSHOT') return `snapshot ${source.snapshot} of ${source.world}`
  if (source.kind === 'FIXTURE') return source.fixture === undefined ? 'a fixture' : `fixture ${source.fixture}`
  return source.kind === 'EMPTY' ? 'nothing' : 'the standard set'
}
