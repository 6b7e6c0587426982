import type { Hono, Context as HonoContext } from 'hono'
import type { Context } from '../../../../bank/context.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { fieldOf } from '../../../../domain/given.ts'
import { worldBasePath } from '../../../../domain/worlds.ts'
import { messageOf, noteDocument, noteOf } from '../../../../platform/http/notes.ts'
import { JOURNAL_LIMITS } from '../../../../sandbox/journal/limits.ts'
import { setSheet } from '../../around.ts'
import { readUpload } from '../../forms.ts'
import type { PagesOptions } from '../../options.ts'
import { consoleToken, operatorPages, type Show } from '../access.tsx'
import { type ActionFault, outcomeOf, refusalOf } from '../actions/outcomes.ts'
import { readFixture } from '../actions/run.ts'
import { beginStep } from '../actions/undo.ts'
import { pageOfThing } from '../pages-of-things.ts'
import { exampleFor, firstValues, freeKey, withEntry } from './first-values.ts'
import { readOffers } from './offers.ts'
import { SheetOver, type SheetProps } from './sheet.tsx'
import { type OfferName, offerNameAt, type SheetField } from './sheet-fields.ts'
import {
  documentIn,
  documentOf,
  enteredIn,
  faultsOf,
  inputName,
  pathsByPlace,
  type SheetValues,
  valueAt,
  withoutLast,
} from './sheet-values.ts'
import { type Sheet, sheetAt } from './sheets.ts'

/** Pages over which a sheet can be opened: `?new=customer` draws both, and the sheet is sent to the same address. */
export function sheetPages(options: PagesOptions) {
  const guarded = operatorPages(options)
  return (show: Show) =>
    guarded(async (c, ctx) => {
      const sheet = sheetIn(c)
      if (c.req.method === 'POST') {
        const form = await readUpload(c)
        if (sheet === undefined) return c.redirect(c.req.path, 303)
        const leadsTo = await send(options, c, ctx, sheet, form)
        if (leadsTo !== undefined) return c.redirect(leadsTo, 303)
      } else if (sheet !== undefined) await open(c, ctx, sheet)
      return show(c, ctx)
    })
}

/** Lets each of these pages take the sheet that is open over it. */
export function takeSheets(app: Hono): Hono {
  for (const { method, path, handler } of [...app.routes]) if (method === 'GET') app.post(path, handler)
  return app
}

function sheetIn(c: HonoContext): Sheet | undefined {
  for (const does of ['new', 'change'] as const) {
    const noun = c.req.query(does)
    const sheet = noun === undefined ? undefined : sheetAt(does, noun)
    // What is to be changed is named.
    if (sheet !== undefined && (does === 'new' || c.req.query(inputName(['id'])) !== undefined)) return sheet
  }
  return undefined
}

async function open(c: HonoContext, ctx: Context, sheet: Sheet): Promise<void> {
  const given = enteredIn(new URL(c.req.url).searchParams)
  const proposal = await propose(ctx, sheet, given)
  draw(c, { ...proposal, entered: firstValues({ ...proposal, key: await freeKey(ctx, sheet) }, proposal.entered) })
}

/** Runs what was entered. Returns where that leads, or nothing when the sheet is drawn again. */
async function send(
  options: PagesOptions,
  c: HonoContext,
  ctx: Context,
  sheet: Sheet,
  form: URLSearchParams,
): Promise<string | undefined> {
  const entered = enteredIn(form)
  const [step, list = ''] = (form.get('step') ?? '').split(' ')
  if (step !== '') {
    // Nothing is done yet.
    noteOf(c.req.raw).quiet = true
    const proposal = await propose(ctx, sheet, entered)
    const next =
      step === 'add'
        ? withEntry({ ...proposal, key: undefined }, entered, list)
        : step === 'drop'
          ? withoutLast(entered, list)
          : entered
    draw(c, { ...proposal, entered: next, graphql: step === 'graphql' ? shownAs(ctx, sheet, next) : undefined })
    return undefined
  }
  const { faults, data } = await run(options, c, ctx, sheet, entered)
  if (faults.length === 0) return leadsTo(c, ctx, sheet, data)
  draw(c, { ...(await propose(ctx, sheet, entered)), faults })
  return undefined
}

/** The mutation, or what is missing for it. */
function shownAs(ctx: Context, sheet: Sheet, entered: SheetValues): SheetProps['graphql'] {
  const [fault] = faultsOf(sheet, entered)
  if (fault !== undefined) return { missing: fault.text }
  const { query } = documentOf(sheet, entered)
  return { query, href: `${worldBasePath(ctx.world)}/graphql?${new URLSearchParams({ query })}` }
}

type Drawn = Pick<SheetProps, 'sheet' | 'entered' | 'example' | 'offers'> &
  Partial<Pick<SheetProps, 'faults' | 'graphql'>>

function draw(c: HonoContext, { faults = [], graphql, ...drawn }: Drawn): void {
  const [action, close] = [new URL(c.req.url), new URL(c.req.url)]
  for (const name of [...close.searchParams.keys()])
    if (name === 'new' || name === 'change' || name.startsWith(inputName([]))) close.searchParams.delete(name)
  const sheet = (
    <SheetOver
      {...drawn}
      faults={faults}
      graphql={graphql}
      token={consoleToken(c)}
      action={action.pathname + action.search}
      close={close.pathname + close.search}
    />
  )
  setSheet(c, { sheet, refusal: refusalOf(faults) })
}

/** What the sheet offers and proposes in this world. */
async function propose(ctx: Context, sheet: Sheet, entered: SheetValues) {
  const names = offerNames(sheet.fields, [])
  // What can be one thing alone is that.
  const first = await readOffers(
    ctx,
    new Set([...names].filter(name => Object.hasOwn(DECIDING, name))),
    () => undefined,
  )
  const only = Object.entries(DECIDING).flatMap(([name, field]) => {
    const [offer, ...others] = [...first].find(([one]) => one === name)?.[1] ?? []
    return offer === undefined || others.length > 0 ? [] : [[field, offer.value] as const]
  })
  const known = new Map([
    ...only,
    ...[...entered].flatMap(([path, [value = '']]) => (value === '' ? [] : [[path, value] as const])),
  ])
  const offers = await readOffers(ctx, names, name => known.get(name))
  return { sheet, entered, example: exampleFor(sheet, ctx), offers }
}

/** What others depend on, and the fields in which it is chosen. */
const DECIDING: { readonly [Name in OfferName]?: string } = {
  persons: 'psu',
  corporations: 'owner',
  agreements: 'agreementId',
}

function offerNames(fields: readonly SheetField[], at: readonly string[]): ReadonlySet<OfferName> {
  return new Set(
    fields.flatMap(({ name, offers, fields: inner }): OfferName[] => {
      const path = [...at, name]
      return [...(offers === undefined ? [] : [offerNameAt(offers, path)]), ...offerNames(inner, path)]
    }),
  )
}

type Outcome = { readonly data: unknown; readonly faults: readonly ActionFault[] }

/** Runs the mutation through the graph, which has all its rules (D98). A change can be undone; what is made can be deleted. */
async function run(
  options: PagesOptions,
  c: HonoContext,
  ctx: Context,
  sheet: Sheet,
  entered: SheetValues,
): Promise<Outcome> {
  const faults = faultsOf(sheet, entered)
  if (faults.length > 0) return { data: null, faults }
  const at = documentIn(sheet, entered)
  const text = at === undefined ? '' : valueAt(entered, at)
  const read = at === undefined ? {} : await readFixture(text, at.join('.'))
  if ('faults' in read) return read
  const request = documentOf(sheet, entered, read.fixture)
  // The journal would cut off a longer document, and a story could not use it.
  if (text.length < JOURNAL_LIMITS.bodyBytes) noteDocument(c.req.raw, sheet.name, request)
  const end = sheet.does === 'change' ? await beginStep(options, ctx, sheet.name) : undefined
  const answer = await options.operate(ctx, request, options.originOf(messageOf(c), c.req.url))
  noteOf(c.req.raw).answer = answer
  const outcome = outcomeOf(answer, pathsByPlace(sheet, entered), text)
  await end?.(outcome.faults.length === 0)
  return outcome
}

/** The page of what was made; of what was changed the page below. */
async function leadsTo(
  c: HonoContext,
  ctx: Context,
  { name, does, makes, thing }: Sheet,
  data: unknown,
): Promise<string> {
  const id = fieldOf(fieldOf(fieldOf(data, name), thing.field), thing.id)
  if (typeof id !== 'string') throw new DomainError('SYSTEM_ERROR', `${name} did not answer what it made.`)
  if (does === 'change') return c.req.path
  return makes === undefined ? `/worlds/${id}/` : `${worldBasePath(ctx.world)}${await pageOfThing(ctx, makes, id)}`
}
