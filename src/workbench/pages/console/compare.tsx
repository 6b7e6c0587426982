import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { given } from '../../../domain/given.ts'
import { basePathOf, nameOf, worldBasePath } from '../../../domain/worlds.ts'
import {
  clockOnSide,
  type Difference,
  diffWorlds,
  type ShownClock,
  type Side,
} from '../../../sandbox/worlds/differences.ts'
import { pageOfWorlds } from '../../../sandbox/worlds/doors.ts'
import { pageOfSnapshots } from '../../../sandbox/worlds/snapshots/snapshots.ts'
import { counted } from '../language.ts'
import { More } from '../list.tsx'
import { nextOf } from '../listing.tsx'
import { snapshotTitle, stepsOf } from './actions/undo.ts'
import { Change, isThing, sentenceOf, THINGS } from './changes.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { type Choice, FilterForm, Select } from './filter-form.tsx'
import { ConsoleFrame, instant } from './frame.tsx'

const SHOWN = { states: 100, differences: 40, described: 500 } as const

/** Names the present state of the page's world. Other states are `snapshot`, `world/` and `world/snapshot`. */
export const NOW = ''

export function compareAddress(base: string, left: string, right: string): string {
  return `${base}/console/compare?${new URLSearchParams({ left, right })}`
}

/** The states that a comparison offers: those of this world, other worlds, and snapshots of the chosen worlds. */
export async function statesOf(ctx: Context, chosen: readonly string[]): Promise<Choice[]> {
  const named = new Set(chosen.map(state => sideOf(state).world))
  const { rows } = await pageOfWorlds(ctx, { first: SHOWN.states })
  const choices: Choice[] = []
  for (const world of [ctx.world, ...rows.filter(({ id }) => id !== ctx.world.id)]) {
    const prefix = world === ctx.world ? '' : `${nameOf(world)}/`
    choices.push([prefix, called(prefix)])
    if (prefix !== '' && !named.has(nameOf(world))) continue
    const snapshots = await pageOfSnapshots({ ...ctx, world }, { first: SHOWN.states })
    for (const snapshot of snapshots.rows)
      choices.push([`${prefix}${snapshot.name}`, called(`${prefix}${snapshot.name}`, snapshotTitle(snapshot))])
  }
  const missing = chosen.filter(state => !choices.some(([value]) => value === state))
  return [...choices, ...missing.map((state): Choice => [state, called(state)])]
}

export function CompareForm(props: {
  readonly base: string
  readonly choices: readonly Choice[]
  readonly left: string
  readonly right: string
}) {
  const { base, choices, left, right } = props
  return (
    <FilterForm action={`${base}/console/compare`} label="Compare two states" submit="Compare">
      <span>Before</span>
      <Select name="left" label="Before" chosen={left} choices={choices} />
      <span>After</span>
      <Select name="right" label="After" chosen={right} choices={choices} />
    </FilterForm>
  )
}

/** The rows that were created, deleted and changed between two worlds or snapshots (D87). */
export async function showCompare(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const [left, right] = [c.req.query('left') ?? (await beforeLastStep(ctx)), c.req.query('right') ?? NOW]
  const after = c.req.query('after')
  // The sentence of the first page describes more rows than the page shows.
  const isFirst = after === undefined
  const first = isFirst ? SHOWN.described : SHOWN.differences
  const found = await diffWorlds(ctx, sideOf(left), sideOf(right), { first, after })
  const rows = found.rows.slice(0, SHOWN.differences)
  const page = { ...found, rows, hasNextPage: found.hasNextPage || rows.length < found.rows.length }
  const choices = await statesOf(ctx, [left, right])
  const titleOf = (state: string) => choices.find(([value]) => value === state)?.[1]
  const query = `{ diffWorlds(left: ${argumentOf(left)}, right: ${argumentOf(right)}) { equal nodes { kind noun id fields { name left right } } } }`
  return (
    <ConsoleFrame title="Compare" scripts={['copy.js']}>
      <p class="crumbs">
        <a href={`${base}/console/snapshots`}>Snapshots</a>
      </p>
      <h1>
        From {titleOf(left)} to {titleOf(right)}
      </h1>
      <CompareForm base={base} choices={choices} left={left} right={right} />
      <Sentence
        rows={found.rows}
        isAll={isFirst && !found.hasNextPage}
        clocks={[await clockOnSide(ctx, sideOf(left)), await clockOnSide(ctx, sideOf(right))]}
      />
      {Object.entries(THINGS).map(([noun, [, title]]) => (
        <Group
          title={title}
          rows={page.rows.filter(one => one.noun === noun)}
          hrefOf={one => addressIn(one, [left, right], nameOf(ctx.world))}
        />
      ))}
      <Rest rows={page.rows.filter(({ noun }) => !isThing(noun))} />
      <More path={`${base}/console/compare`} given={{ left, right, after: nextOf(page) }} />
      <Elsewhere c={c} ctx={ctx} query={query} variables={{}} />
    </ConsoleFrame>
  )
}

function sideOf(state: string): Side {
  const [world, snapshot] = state.includes('/') ? state.split('/', 2) : [undefined, state]
  return given({ world, snapshot: snapshot === '' ? undefined : snapshot })
}

function argumentOf(state: string): string {
  const parts = Object.entries(sideOf(state)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function called(state: string, title = sideOf(state).snapshot ?? 'now'): string {
  const { world } = sideOf(state)
  return world === undefined ? title : `${world}: ${title}`
}

const PAGES: Readonly<Record<string, string>> = {
  Payment: 'payments',
  Account: 'accounts',
  CardAccount: 'card-accounts',
  Customer: 'customers',
}

/** The address of a row's page in a world that has the row now. A row that only a snapshot has has no page. */
function addressIn({ kind, noun, id, row }: Difference, states: readonly string[], here: string): string | undefined {
  const holders = states.slice(kind === 'CREATED' ? 1 : 0, kind === 'DELETED' ? 1 : 2).map(sideOf)
  const holder = holders.findLast(({ snapshot }) => snapshot === undefined)
  if (holder === undefined) return undefined
  const base = `${basePathOf(holder.world ?? here)}/console`
  if (PAGES[noun] !== undefined) return `${base}/${PAGES[noun]}/${id}`
  return noun === 'Transaction' ? `${base}/accounts/${row['accountId']}#${id}` : undefined
}

/** The state before the latest action; the present one when there is none. */
async function beforeLastStep(ctx: Context): Promise<string> {
  const [step] = await stepsOf(ctx)
  return step?.snapshot ?? NOW
}

/** Clocks that differ by less show the same minute. */
const MOVED_MS = 60_000

/** Whether a clock went further than it runs by itself. */
function isFurther(left: ShownClock, right: ShownClock): boolean {
  const differing = [left.shown.getTime() - right.shown.getTime()]
  if (left.offsetMs !== undefined && right.offsetMs !== undefined) differing.push(left.offsetMs - right.offsetMs)
  return differing.every(ms => Math.abs(ms) >= MOVED_MS)
}

function Sentence(props: {
  readonly rows: readonly Difference[]
  readonly isAll: boolean
  readonly clocks: readonly [left: ShownClock, right: ShownClock]
}) {
  const { rows, isAll, clocks } = props
  const isMoved = isFurther(...clocks)
  const moved = `The clock moved from ${instant(clocks[0].shown)} to ${instant(clocks[1].shown)}.`
  if (rows.length === 0)
    return isMoved ? <p class="lead">{moved} Nothing else differs.</p> : <p class="good">There is no difference.</p>
  const sentence = sentenceOf(rows)
  return (
    <p class="lead">
      {sentence === '' ? 'Only rows that belong to things differ' : sentence}.
      {isAll ? null : ` These are the first ${rows.length} rows that differ; more rows differ.`}
      {isMoved ? ` ${moved}` : null}
    </p>
  )
}

function Group(props: {
  readonly title: string
  readonly rows: readonly Difference[]
  readonly hrefOf: (one: Difference) => string | undefined
}) {
  const { title, rows, hrefOf } = props
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{`${title[0]?.toUpperCase()}${title.slice(1)}`}</h2>
      <ul class="plain">
        {rows.map(difference => (
          <li class="change">
            <span>
              <Change difference={difference} href={hrefOf(difference)} />
            </span>
            <Columns difference={difference} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Rows that belong to a thing of another table: bookings, transfers, rights. */
function Rest({ rows }: { readonly rows: readonly Difference[] }) {
  if (rows.length === 0) return null
  return (
    <details class="fold">
      <summary>{counted(rows.length, 'more row')} in the store: bookings, rights and the like</summary>
      <ul class="plain">
        {rows.map(difference => (
          <li>
            <span class={`chip ${difference.kind === 'DELETED' ? 'bad' : 'good'}`}>
              {difference.kind.toLowerCase()}
            </span>{' '}
            {difference.noun} <code>{difference.id}</code>
            <Columns difference={difference} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The changed columns of the store, folded. */
function Columns({ difference: { kind, id, fields } }: { readonly difference: Difference }) {
  return (
    <details>
      <summary class="soft">
        {counted(fields.length, 'column')} in the store
        <span class="hidden"> of {id}</span>
      </summary>
      <ul class="plain fields">
        {fields.map(({ name, left, right }) => (
          <li>
            {name}: {kind === 'CREATED' ? null : <del>{left ?? 'none'}</del>}{' '}
            {kind === 'DELETED' ? null : <ins>{right ?? 'none'}</ins>}
          </li>
        ))}
      </ul>
    </details>
  )
}
