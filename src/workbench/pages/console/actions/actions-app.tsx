import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '../../../../bank/context.ts'
import { OPERATIONS } from '../../../../bank/operations/list.ts'
import { pageOfCustomers } from '../../../../bank/resolvers/customers.ts'
import { pageOfTpps } from '../../../../bank/resolvers/tpps.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { given } from '../../../../domain/given.ts'
import { distinctNames } from '../../../../domain/tpps.ts'
import { nameOf, WORLD_NAME, worldBasePath } from '../../../../domain/worlds.ts'
import { FIXTURES } from '../../../../sandbox/fixtures/documents/list.ts'
import { pageOfWorlds } from '../../../../sandbox/worlds/doors.ts'
import { pageOfSnapshots } from '../../../../sandbox/worlds/snapshots/snapshots.ts'
import { ownPath, readForm, readUpload } from '../../forms.ts'
import { withSearch } from '../../listing.tsx'
import type { PagesOptions } from '../../options.ts'
import { respond } from '../../respond.tsx'
import { consoleToken, operatorPages } from '../access.tsx'
import type { Choice } from '../filter-form.tsx'
import { ACTIONS, type Action, type ActionName, hasUndo, isAction, type OfferKind } from './actions.ts'
import { type FieldValues, filledIn } from './documents.ts'
import { type ActionFault, type Outcome, refusalOf } from './outcomes.ts'
import { ActionPage } from './page.tsx'
import { faultIn, runAction } from './run.ts'
import { callsSince, snapshotTitle, stepBack, stepsOf } from './undo.ts'
import { UndoQuestion } from './undo-question.tsx'
import { inTime } from './works.ts'

/** The actions of the console (D98): each has a page, and receives its form at the same address. */
export function createActions(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get(
    '/console/do/:action',
    guarded(async (c, ctx) => {
      const name = nameIn(c)
      const query = new URL(c.req.url).searchParams
      const elsewhere = await homeOf(ctx, name, query.get('name'))
      if (elsewhere !== undefined) return c.redirect(withSearch(`${elsewhere}/console/do/${name}`, query), 303)
      // The address fills in the fields, except documents: only a form of our own may send one.
      const known = { ...(await suggested(ctx, name)), ...given(enteredIn(name, query)) }
      const { fields }: Action = ACTIONS[name]
      const missing = fields.some(field => field.kind === 'id' && known[field.name] === undefined)
      // An action on one thing has no page without that thing.
      if (missing) return c.redirect(`${worldBasePath(ctx.world)}/`, 303)
      const entered = filledIn(ACTIONS[name], known)
      return show(c, ctx, name, { entered, back: query.get('back'), faults: [] })
    }),
  )
  app.post(
    '/console/do/:action',
    guarded(async (c, ctx) => {
      const name = nameIn(c)
      const form = await readUpload(c)
      const entered = enteredIn(name, form)
      const back = form.get('back')
      const acting = runAction(options, c, ctx, name, entered)
      const faultOf = (result: Outcome | { readonly error: unknown }) =>
        'faults' in result ? result.faults[0]?.text : faultIn(options, result)
      // An action with a document is awaited to the end, because its faults are shown beside the document.
      const isSeen = hasUndo(ACTIONS[name]) && !('fixture' in entered)
      const outcome = isSeen ? await inTime(ctx, ACTIONS[name].title, acting, faultOf) : await acting
      if (outcome === undefined) return c.redirect(ownPath(back, worldBasePath(ctx.world)), 303)
      const { faults, data, fixture } = outcome
      if (faults.length > 0) return show(c, ctx, name, { entered: cut(entered), fixture, back, faults })
      return c.redirect(leadsTo(name, ctx, data, back), 303)
    }),
  )
  app.post(
    '/console/back',
    guarded(async (c, ctx) => {
      const form = await readForm(c)
      const back = ownPath(form.get('back'), worldBasePath(ctx.world))
      const [step] = await stepsOf(ctx)
      if (step === undefined) return c.redirect(back, 303)
      const later = form.get('step') === step.snapshot ? [] : await callsSince(ctx, step)
      if (later.length > 0)
        return respond(
          c,
          <UndoQuestion ctx={ctx} step={step} later={later} place={{ token: consoleToken(c), back }} />,
          {
            isPrivate: true,
          },
        )
      await inTime(ctx, 'Undo', stepBack(options, c.req.raw, ctx, step), result => faultIn(options, result))
      return c.redirect(back, 303)
    }),
  )
  return app
}

/** The base path of the world that an action would delete or reset, if it is another world: that world's own page asks the question. */
async function homeOf(ctx: Context, action: ActionName, name: string | null): Promise<string | undefined> {
  if ((action !== 'resetWorld' && action !== 'deleteWorld') || name === null || name === nameOf(ctx.world)) return
  const world = WORLD_NAME.test(name) ? await ctx.db.world.findUnique({ where: { name } }) : null
  return world === null ? undefined : worldBasePath(world)
}

function nameIn(c: HonoContext): ActionName {
  const name = c.req.param('action') ?? ''
  if (isAction(name)) return name
  throw new DomainError('NOT_FOUND', `There is no action ${JSON.stringify(name.slice(0, 80))}.`)
}

function fieldsOf(name: ActionName): Action['fields'] {
  return ACTIONS[name].fields
}

function enteredIn(name: ActionName, form: URLSearchParams): FieldValues {
  const { fields, choice }: Action = ACTIONS[name]
  const names = [...fields.map(field => field.name), ...(choice === undefined ? [] : [choice.name])]
  return Object.fromEntries(names.map(field => [field, form.get(field) ?? undefined]))
}

/** How many characters of a field are shown again: each is escaped in one go (D74). A longer document is corrected in its file. */
const MOST_SHOWN = 262_144

function cut(entered: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(entered).map(([field, text]) => [field, text?.slice(0, MOST_SHOWN)]))
}

const named = z.record(z.string(), z.object({ world: z.object({ name: z.string() }) }))

// A new world is shown; a deleted world has no page any more.
function leadsTo(action: ActionName, ctx: Context, data: unknown, back: string | null): string {
  const name = named.safeParse(data).data?.[action]?.world.name
  if (name !== undefined && action === 'createWorld') return `/worlds/${name}/`
  if (name === nameOf(ctx.world) && action === 'deleteWorld') return '/console/worlds'
  return ownPath(back, worldBasePath(ctx.world))
}

/** A free name for a new thing. */
async function suggested(ctx: Context, name: ActionName): Promise<FieldValues> {
  if (name !== 'takeSnapshot') return {}
  const { rows } = await pageOfSnapshots(ctx, { first: MOST_NAMES })
  const names = new Set(rows.map(row => row.name))
  for (let number = 1; ; number += 1) if (!names.has(`snapshot-${number}`)) return { name: `snapshot-${number}` }
}

const MOST_NAMES = 1_000

type Entry = {
  readonly entered: FieldValues
  readonly fixture?: object | undefined
  readonly back: string | null
  readonly faults: readonly ActionFault[]
}

async function show(
  c: HonoContext,
  ctx: Context,
  name: ActionName,
  { entered, fixture, back, faults }: Entry,
): Promise<Response> {
  const offers = new Map<string, readonly Choice[]>()
  for (const { name: field, offers: kind } of fieldsOf(name))
    if (kind !== undefined) offers.set(field, await OFFERS[kind](ctx))
  const page = (
    <ActionPage
      c={c}
      ctx={ctx}
      name={name}
      token={consoleToken(c)}
      entered={entered}
      fixture={fixture}
      back={ownPath(back, worldBasePath(ctx.world))}
      faults={faults}
      offers={offers}
    />
  )
  return respond(c, page, { isPrivate: true, fetches: true, refusal: refusalOf(faults) })
}

const OFFERED = 100
const OFFERS: Readonly<Record<OfferKind, (ctx: Context) => Promise<readonly Choice[]>>> = {
  worlds: async ctx => (await pageOfWorlds(ctx, { first: OFFERED })).rows.map(world => asItself(nameOf(world))),
  snapshots: async ctx =>
    (await pageOfSnapshots(ctx, { first: OFFERED })).rows.map(snapshot => [snapshot.name, snapshotTitle(snapshot)]),
  tpps: async ctx => {
    const { rows } = await pageOfTpps(ctx, { first: OFFERED })
    const local = new Map(rows.map(({ id, localName }) => [id, localName]))
    const names = new Map(rows.map(({ id, name, localName }) => [id, localName ?? name]))
    return distinctNames(names).map(([id, name]) => [local.get(id) ?? id, name])
  },
  customers: async ctx =>
    (await pageOfCustomers(ctx, { first: OFFERED })).rows.map(({ name, customerNumber }) => [
      customerNumber,
      `${name} (${customerNumber})`,
    ]),
  operations: async () => OPERATIONS.map(({ name }) => asItself(name)),
  fixtures: async () => FIXTURES.map(({ name }) => asItself(name)),
}
const asItself = (name: string): Choice => [name, name]
