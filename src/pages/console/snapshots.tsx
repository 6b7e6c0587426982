import type { Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { given } from '../../domain/given.ts'
import { nameOf, worldBasePath } from '../../domain/worlds.ts'
import { ask, placeOf, written } from '../../explain/commands.ts'
import { reachedAt } from '../../http/headers.ts'
import { type Difference, diffWorlds, type Side } from '../../worlds/differences.ts'
import { pageOfSnapshots } from '../../worlds/snapshots/snapshots.ts'
import { respond } from '../respond.ts'
import { Command } from '../whole-words.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton, AsGraphql } from './actions/button.tsx'
import { isStep, stepsOf } from './actions/undo.ts'
import { BackButton } from './clock.tsx'
import { type Choice, FilterForm, Select } from './filter-form.tsx'
import { Back, ConsoleFrame, Moment, Table } from './frame.tsx'
import { More, nextOf } from './more.tsx'

const SHOWN = { snapshots: 100, differences: 100 } as const
const PRIVATE = { isPrivate: true } as const
const NOW = ''

/** The kept states of a world: each can be restored, compared and deleted (D86, D98). */
export async function showSnapshots(c: HonoContext, ctx: Context): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const page = await pageOfSnapshots(ctx, { first: SHOWN.snapshots, ...given({ after: c.req.query('after') }) })
  const place = { base, token: consoleToken(c), back: `${base}/console/snapshots` }
  const names = page.rows.map(({ name }) => name)
  return respond(
    c,
    <ConsoleFrame title="Snapshots" base={base}>
      <Back base={base} />
      <div class="heading">
        <h1>Snapshots of {nameOf(ctx.world)}</h1>
        <ActionButton action="takeSnapshot" place={place} />
      </div>
      <BackButton steps={await stepsOf(ctx)} base={base} token={place.token} />
      {names.length === 0 ? <p class="soft">None yet. A snapshot keeps all of the world, its clock too.</p> : null}
      <Table
        head={['Name', 'Taken', 'Do']}
        rows={page.rows.map(snapshot => [
          <>
            {snapshot.name} {isStep(snapshot) ? <span class="tag">for Back</span> : null}
          </>,
          <Moment at={snapshot.takenAt} />,
          <div class="row-actions">
            <ActionButton
              action="restoreSnapshot"
              label="Restore"
              about={snapshot.name}
              place={place}
              given={{ name: snapshot.name }}
              isWhole={true}
            />
            <a class="button second small" href={compareAddress(base, snapshot.name, NOW)}>
              Compare with now<span class="hidden">: {snapshot.name}</span>
            </a>
            <ActionButton
              action="deleteSnapshot"
              label="Delete"
              about={snapshot.name}
              place={place}
              given={{ name: snapshot.name }}
            />
          </div>,
        ])}
      />
      {names.length === 0 ? null : <AsGraphql place={place} actions={[{ action: 'restoreSnapshot' }]} />}
      <More path={`${base}/console/snapshots`} given={{ after: nextOf(page) }} />
      {names.length === 0 ? null : <CompareForm base={base} names={names} left={names[0] ?? NOW} right={NOW} />}
    </ConsoleFrame>,
    PRIVATE,
  )
}

function compareAddress(base: string, left: string, right: string): string {
  return `${base}/console/compare?${new URLSearchParams({ left, right })}`
}

function CompareForm(props: {
  readonly base: string
  readonly names: readonly string[]
  readonly left: string
  readonly right: string
}) {
  const { base, names, left, right } = props
  const choices = [NOW, ...names].map((name): Choice => [name, name === NOW ? 'the world now' : name])
  return (
    <FilterForm action={`${base}/console/compare`} label="Compare two states" submit="Compare">
      <Select name="left" id="compare-left" label="Before" chosen={left} choices={choices} />
      <Select name="right" id="compare-right" label="After" chosen={right} choices={choices} />
    </FilterForm>
  )
}

/** What was created, deleted and changed between two states of a world (D87). */
export async function showCompare(c: HonoContext, ctx: Context): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const [left, right] = [c.req.query('left') ?? NOW, c.req.query('right') ?? NOW]
  const args = { first: SHOWN.differences, ...given({ after: c.req.query('after') }) }
  const page = await diffWorlds(ctx, sideOf(left), sideOf(right), args)
  const names = (await pageOfSnapshots(ctx, { first: SHOWN.snapshots })).rows.map(({ name }) => name)
  const origin = reachedAt(name => c.req.header(name)) ?? new URL(c.req.url).origin
  const query = `{ diffWorlds(left: ${argumentOf(left)}, right: ${argumentOf(right)}) { equal nodes { kind noun id fields { name left right } } } }`
  return respond(
    c,
    <ConsoleFrame title="Compare" base={base} scripts={['copy.js']}>
      <p class="crumbs">
        <a href={`${base}/console/snapshots`}>Snapshots</a>
      </p>
      <h1>
        From {called(left)} to {called(right)}
      </h1>
      <CompareForm base={base} names={names} left={left} right={right} />
      {page.rows.length === 0 ? <p class="good">There is no difference.</p> : null}
      <Table
        head={['What', 'Which', 'Fields']}
        rows={page.rows.map(difference => [
          <>
            <span class={`tag ${difference.kind === 'DELETED' ? 'bad' : 'good'}`}>{difference.kind.toLowerCase()}</span>{' '}
            {difference.noun}
          </>,
          <Subject difference={difference} base={base} />,
          <Fields difference={difference} />,
        ])}
      />
      <More path={`${base}/console/compare`} given={{ left, right, after: nextOf(page) }} />
      <section class="copies" aria-labelledby="as">
        <h2 id="as">The same elsewhere</h2>
        <pre tabindex={0} data-copy="">
          <Command text={written(ask(placeOf(nameOf(ctx.world), origin), query))} />
        </pre>
      </section>
    </ConsoleFrame>,
    PRIVATE,
  )
}

function sideOf(snapshot: string): Side {
  return snapshot === NOW ? {} : { snapshot }
}

function argumentOf(snapshot: string): string {
  return snapshot === NOW ? '{}' : `{ snapshot: ${JSON.stringify(snapshot)} }`
}

function called(snapshot: string): string {
  return snapshot === NOW ? 'now' : snapshot
}

const PAGES: Readonly<Record<string, string>> = {
  Payment: 'payments',
  Account: 'accounts',
  CardAccount: 'card-accounts',
  Customer: 'customers',
}

function Subject({ difference: { kind, noun, id }, base }: { readonly difference: Difference; readonly base: string }) {
  const page = PAGES[noun]
  const text = <code>{id}</code>
  return page === undefined || kind === 'DELETED' ? text : <a href={`${base}/console/${page}/${id}`}>{text}</a>
}

/** The values of what was changed; of what only one side has, they are folded. */
function Fields({ difference: { kind, fields } }: { readonly difference: Difference }) {
  const list = (
    <ul class="plain fields">
      {fields.map(({ name, left, right }) => (
        <li>
          {name}: {kind === 'CREATED' ? null : <del>{left ?? 'none'}</del>}{' '}
          {kind === 'DELETED' ? null : <ins>{right ?? 'none'}</ins>}
        </li>
      ))}
    </ul>
  )
  if (kind === 'CHANGED') return list
  return (
    <details>
      <summary>{fields.length} fields</summary>
      {list}
    </details>
  )
}
