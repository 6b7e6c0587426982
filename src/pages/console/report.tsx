import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { Context } from '../../context.ts'
import { nameOf, worldBasePath } from '../../domain/worlds.ts'
import {
  type Objection,
  type ReportCard,
  type ReportRow,
  type ReportSection,
  reportCard,
} from '../../explain/report-card/card.ts'
import { OPERATIONS } from '../../operations/list.ts'
import { namesOfTpps, pageOfTpps } from '../../resolvers/tpps.ts'
import { More, nextOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Facts, Table } from '../parts.tsx'
import { operatorPages } from './access.tsx'
import { ConsoleFrame, instant, TppLink } from './frame.tsx'

/** The report card of a TPP in a world, and the list of TPPs that have one. */
export function createReport(options: PagesOptions): Hono {
  const app = new Hono()
  app.get(
    '/report',
    operatorPages(options)(async (c, ctx) => {
      const tpp = c.req.query('tpp')
      return tpp === undefined ? choicePage(ctx, c.req.query('after')) : cardPage(ctx, tpp)
    }),
  )
  return app
}

const TPPS = 50

async function choicePage(ctx: Context, after: string | undefined) {
  const base = worldBasePath(ctx.world)
  const page = await pageOfTpps(ctx, { first: TPPS, after })
  return (
    <ConsoleFrame here="tpps" title="Report cards">
      <h1>Report cards of {nameOf(ctx.world)}</h1>
      <p>What a TPP’s integration has met of the bank, what it never tried, and what a bank would object to.</p>
      <ul>
        {page.rows.map(({ id, name, localName }) => (
          <li>
            <TppLink id={id} name={localName ?? name} base={base} /> <code>{id}</code>
          </li>
        ))}
      </ul>
      <More path={`${base}/report`} given={{ after: nextOf(page) }} />
    </ConsoleFrame>
  )
}

async function cardPage(ctx: Context, tpp: string) {
  const base = worldBasePath(ctx.world)
  const card = await reportCard(ctx, tpp, OPERATIONS)
  const name = (await namesOfTpps(ctx)).get(card.tppId)
  return (
    <ConsoleFrame here="tpps" title={`Report card of ${card.tppId}`}>
      <h1>
        Report card of {name} <span class="soft whole-word">{card.tppId}</span>
      </h1>
      <Summary card={card} />
      <h2>What a bank would object to</h2>
      {card.objections.length === 0 ? <p class="good">Nothing, in these calls.</p> : null}
      {card.objections.map(objection => (
        <Objected objection={objection} base={base} />
      ))}
      {card.sections.map(section => (
        <Section section={section} base={base} />
      ))}
    </ConsoleFrame>
  )
}

function Summary({ card: { calls, refused, from, until } }: { readonly card: ReportCard }) {
  if (from === undefined || until === undefined) return <p>The journal has no call of it in this world.</p>
  return (
    <p>
      {calls} {calls === 1 ? 'call' : 'calls'}, {refused} of them refused, from {instant(from)} to {instant(until)}.
      What a scenario forced is met, and no objection.
    </p>
  )
}

function Objected({ objection, base }: { readonly objection: Objection; readonly base: string }) {
  const { name, title, text, rule, calls, examples } = objection
  return (
    <section aria-labelledby={name}>
      <h3 id={name} class="bad">
        {title}
      </h3>
      <p>{text}</p>
      <p class="soft">
        {rule} · {calls} {calls === 1 ? 'call' : 'calls'}:{' '}
        {examples.map((id, place) => (
          <>
            {place === 0 ? '' : ', '}
            <a href={`${base}/requests/${id}`}>{`call ${place + 1}`}</a>
          </>
        ))}
      </p>
    </section>
  )
}

/** How many calls met it, in words, since a narrow screen has no head of the column beside it. */
function counted({ calls, refused, forced }: Pick<ReportRow, 'calls' | 'refused' | 'forced'>): string {
  const parts = [
    calls === 1 ? '1 call' : `${calls} calls`,
    ...(refused === 0 ? [] : [`${refused} refused`]),
    ...(forced === 0 ? [] : [`${forced} forced by a scenario`]),
  ]
  return parts.join(', ')
}

function Section({ section: { title, rows }, base }: { readonly section: ReportSection; readonly base: string }) {
  const met = rows.filter(({ calls }) => calls > 0)
  const never = rows.filter(({ calls }) => calls === 0)
  return (
    <section>
      <h2>
        {title}: {met.length} of {rows.length}
      </h2>
      <Table
        kind="even"
        head={['Met', 'By', 'Latest']}
        rows={met.map(({ name, calls, refused, forced, example }) => [
          <code>{name}</code>,
          counted({ calls, refused, forced }),
          <a href={`${base}/requests/${example}`}>
            Latest<span class="hidden"> call of {name}</span>
          </a>,
        ])}
      />
      {never.length === 0 ? null : (
        <details>
          <summary>Never: {never.length}</summary>
          <Facts isPlain={true} rows={never.map(({ name, text }) => [<code>{name}</code>, withCode(text)])} />
        </details>
      )}
    </section>
  )
}

/** What stands in backticks is written as it is sent. */
function withCode(text: string): Child[] {
  return text.split('`').map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part))
}
