import type { Child } from 'hono/jsx'
import { at, placeOf } from '../../explain/commands.ts'
import { Example } from '../blocks.tsx'
import { withSearch } from '../listing.tsx'
import { ActionButton, type ActionPlace, AsGraphql } from './actions/button.tsx'
import { CallForm, CallTable, LostCallsNotice, searchOf } from './calls.tsx'
import { ClockCard } from './clock.tsx'
import { DayAhead } from './drawings.tsx'
import { ConsoleFrame, instant } from './frame.tsx'
import { ConsentList, CustomerCard, PaymentList } from './items.tsx'
import type { ConsoleContent, DueView } from './reading.ts'
import { WaitingCard } from './waiting.tsx'

type Fault = { readonly by: string; readonly text: string }
type Props = ConsoleContent & {
  /** Where a client finds the world. */
  readonly baseUrl: string
  readonly token: string
  readonly fault?: Fault | undefined
}

/** The live bank: its clock, what happens now, people and their money, payments, consents, and what the day will bring. */
export function ConsolePage(props: Props) {
  const { world, base, baseUrl, clock, due, next, token, fault, payments, consents } = props
  const nextBatch = due.find(({ isBatch }) => isBatch)?.at ?? clock.now
  return (
    <ConsoleFrame
      title={`Console of ${world}`}
      here="console"
      base={base}
      scripts={['console.js', 'copy.js']}
      comesAgain={clock.moving !== null}
      isWide={true}
    >
      <div class="heading">
        <h1>
          <span class="soft">World</span> {world}
        </h1>
        <p class="soft">
          Base URL <code>{baseUrl}</code>
        </p>
      </div>
      <div class="two">
        <ClockCard
          clock={clock}
          nextBatchAt={nextBatch}
          next={next}
          action={`${base}/console/clock`}
          token={token}
          fault={fault}
          steps={props.steps}
          base={base}
        />
        <DayCard {...props} />
      </div>
      <Empty {...props} />
      <WaitingCard waiting={props.waiting} place={placeIn(props)} />
      <CallsCard {...props} />
      <Customers {...props} />
      <div class="two lists">
        <ListCard noun="payment" isEmpty={payments.length === 0} base={base}>
          <PaymentList rows={payments} base={base} />
        </ListCard>
        <ListCard noun="consent" isEmpty={consents.length === 0} base={base}>
          <ConsentList rows={consents} now={props.now} place={placeIn(props)} />
        </ListCard>
      </div>
    </ConsoleFrame>
  )
}

function placeIn({ base, token }: Props): ActionPlace {
  return { base, token, back: `${base}/` }
}

/** The first actions in an empty world. */
function Empty(props: Props) {
  if (props.customers.length > 0) return null
  const place = placeIn(props)
  return (
    <section class="card" aria-labelledby="fill">
      <h2 class="first" id="fill">
        This world is empty
      </h2>
      <div class="row-actions">
        <ActionButton action="initialize" place={place} isWhole={true} />
        <ActionButton action="applyFixture" place={place} />
        <a class="button second small" href={`${place.base}/console/fixtures`}>
          See the fixtures of the product
        </a>
      </div>
      <AsGraphql place={place} actions={[{ action: 'initialize' }]} />
    </section>
  )
}

function DayCard({ now, due }: Props) {
  const busy = due.filter(({ payments }) => payments > 0)
  const rows = [...busy, ...due.filter(({ payments }) => payments === 0)]
  return (
    <section class="card" aria-labelledby="batches" id="day" data-fresh>
      <h2 class="first" id="batches">
        The day ahead
      </h2>
      <DayAhead now={now} due={due} />
      <p class="hours soft number" aria-hidden="true">
        {['now', '+6 h', '+12 h', '+18 h', '+24 h'].map(hour => (
          <span>{hour}</span>
        ))}
      </p>
      <ul class="plain dues">
        {rows.slice(0, MOST_DUE).map(one => (
          <Due {...one} />
        ))}
      </ul>
      {busy.length > MOST_DUE ? (
        <p class="soft">{busy.length - MOST_DUE} more times at which something is due.</p>
      ) : null}
    </section>
  )
}

const MOST_DUE = 6

function Due({ at, isBatch, payments }: DueView) {
  return (
    <li class={payments === 0 ? 'soft' : ''}>
      <span>{isBatch ? 'Batch' : 'Runs of plans'}</span> <span class="number">{instant(at)}</span>{' '}
      <span class="number">
        {payments === 0 ? 'nothing waits' : payments === 1 ? '1 payment' : `${payments} payments`}
      </span>
    </li>
  )
}

function CallsCard({ base, baseUrl, world, calls, lost, query, names }: Props) {
  const search = searchOf(query)
  return (
    <section class="card" aria-labelledby="calls" id="calls-card">
      <div class="heading">
        <h2 class="first" id="calls">
          What happens now
        </h2>
        <p class="live" role="status" hidden></p>
      </div>
      <CallForm action={`${base}/`} query={query} names={names} world={world} />
      <LostCallsNotice lost={lost} everyWorld={query.everyWorld} />
      <div
        data-live={withSearch(`${base}/console/live`, search)}
        data-after={calls[0]?.place ?? 0}
        data-most="12"
        class="short-calls"
        hidden={calls.length === 0}
      >
        <CallTable calls={calls} everyWorld={query.everyWorld} names={names} />
      </div>
      {calls.length === 0 ? (
        <NoCalls base={base} world={world} origin={new URL(baseUrl).origin} isFiltered={search.size > 0} />
      ) : null}
      <p>
        <a href={withSearch(`${base}/requests`, search)}>All calls</a> · <a href={`${base}/report`}>Report cards</a>
      </p>
    </section>
  )
}

function NoCalls(props: {
  readonly base: string
  readonly world: string
  readonly origin: string
  readonly isFiltered: boolean
}) {
  const { base, world, origin, isFiltered } = props
  if (isFiltered)
    return (
      <p class="soft empty">
        No such call yet. <a href={`${base}/`}>Show all</a>
      </p>
    )
  const there = at(placeOf(world, origin))
  return (
    <div class="empty">
      <p class="soft">No call yet. This makes the first one, and it appears here:</p>
      <Example text={`npx sandbank tpp new acme\nnpx sandbank call GET /v1/sandbox/customers${there}`} />
    </div>
  )
}

function Customers({ base, customers }: Props) {
  return (
    <section aria-labelledby="customers" id="people" data-fresh>
      <h2 id="customers">Customers and accounts</h2>
      {customers.length === 0 ? <p class="soft">This world has no customers.</p> : null}
      <div class="people short">
        {customers.map(({ customer, accounts }) => (
          <CustomerCard customer={customer} accounts={accounts} base={base} />
        ))}
      </div>
      {customers.length === 0 ? null : (
        <p>
          <a href={`${base}/console/customers`}>All customers</a>
        </p>
      )}
    </section>
  )
}

/** The first rows of a list, with the way to all of them. */
function ListCard(props: {
  readonly noun: 'payment' | 'consent'
  readonly isEmpty: boolean
  readonly base: string
  readonly children: Child
}) {
  const { noun, isEmpty, base, children } = props
  return (
    <section class="card" aria-labelledby={`${noun}s`} id={`${noun}-list`} data-fresh>
      <h2 class="first" id={`${noun}s`}>
        {noun === 'payment' ? 'Payments' : 'Consents'}
      </h2>
      <div class="short-list">{children}</div>
      {isEmpty ? null : (
        <p>
          <a href={`${base}/console/${noun}s`}>All {noun}s</a>
        </p>
      )}
    </section>
  )
}
