import { withSearch } from '../listing.tsx'
import { Card, Empty } from '../parts.tsx'
import { ActionButton, type ActionPlace, AsGraphql } from './actions/button.tsx'
import { CallForm, CallTable, LostCallsNotice, searchOf } from './calls.tsx'
import { DayAhead } from './drawings.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import { ConsoleFrame, instant } from './frame.tsx'
import { ConsentList, CustomerCard, PaymentList } from './items.tsx'
import type { ConsoleContent, DueView } from './reading.ts'
import { WaitingCard } from './waiting.tsx'

type Props = ConsoleContent & {
  /** The address of the world for clients. */
  readonly baseUrl: string
  readonly token: string
}

/** The first page of a world: calls, SCAs that wait, customers, payments, consents, and the next day. Empty parts are left out. */
export function ConsolePage(props: Props) {
  const { world, base, baseUrl, waiting, scenarios, calls, query, steps } = props
  const isFresh = calls.length === 0 && searchOf(query).size === 0
  return (
    <ConsoleFrame title={`Overview of ${world}`} here="overview" scripts={['console.js', 'copy.js']}>
      <div class="heading">
        <h1>
          <span class="soft">World</span> {world}
        </h1>
        <p class="live" role="status" hidden></p>
        {isFresh ? null : (
          <p class="soft">
            Base URL <code>{baseUrl}</code>
          </p>
        )}
      </div>
      <EmptyWorld {...props} />
      {isFresh || calls.length < FEW_CALLS ? (
        <FirstStepsCard steps={steps} baseUrl={baseUrl} place={placeIn(props)} waiting={waiting.open} />
      ) : null}
      <div class="overview">
        <CallsCard {...props} />
        <div class="aside">
          <WaitingCard waiting={waiting} place={placeIn(props)} />
          <DayCard {...props} />
          <Card
            id="scenarios"
            title="Scenarios that act"
            isLive={true}
            isHidden={scenarios.length === 0}
            aside={<a href={`${base}/console/scenarios`}>All scenarios</a>}
          >
            <ul class="plain">
              {scenarios.map(({ scenario, operation }) => (
                <li>
                  <code>{scenario}</code> on {operation ?? 'every operation'}
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
      <Lists {...props} />
      <People {...props} />
    </ConsoleFrame>
  )
}

function Lists(props: Props) {
  const { base, payments, consents, now } = props
  return (
    <div class="two lists">
      <Card
        id="payments"
        title="Payments"
        isLive={true}
        isHidden={payments.length === 0}
        aside={<a href={`${base}/console/payments`}>All payments</a>}
      >
        <div class="short-list">
          <PaymentList rows={payments} base={base} />
        </div>
      </Card>
      <Card
        id="consents"
        title="Consents"
        isLive={true}
        isHidden={consents.length === 0}
        aside={<a href={`${base}/console/consents`}>All consents</a>}
      >
        <div class="short-list">
          <ConsentList rows={consents} now={now} place={placeIn(props)} />
        </div>
      </Card>
    </div>
  )
}

function People({ customers, base }: Props) {
  return (
    <section aria-labelledby="customers" id="people" data-fresh hidden={customers.length === 0}>
      <div class="heading">
        <h2 class="first" id="customers">
          Customers and accounts
        </h2>
        <a href={`${base}/console/customers`}>All customers</a>
      </div>
      <div class="people short">
        {customers.map(one => (
          <CustomerCard {...one} base={base} />
        ))}
      </div>
    </section>
  )
}

/** After this number of calls the first steps are no longer shown. */
const FEW_CALLS = 12

function placeIn({ base, token }: Props): ActionPlace {
  return { base, token, back: `${base}/` }
}

/** The first actions in an empty world. */
function EmptyWorld(props: Props) {
  if (props.customers.length > 0) return null
  const place = placeIn(props)
  return (
    <Card id="fill" title="This world is empty">
      <div class="row-actions">
        <ActionButton action="initialize" place={place} isWhole={true} />
        <ActionButton action="applyFixture" place={place} />
        <a class="button second small" href={`${place.base}/console/fixtures`}>
          See the fixtures of the product
        </a>
      </div>
      <AsGraphql place={place} actions={[{ action: 'initialize' }]} />
    </Card>
  )
}

/** The payments that fall due within a day; nothing when there are none. */
function DayCard({ now, due, next }: Props) {
  const busy = due.filter(({ payments }) => payments > 0)
  return (
    <Card id="day" title="The day ahead" isLive={true} isHidden={busy.length === 0 && next === undefined}>
      {busy.length === 0 ? null : (
        <>
          <DayAhead now={now} due={due} />
          <p class="hours soft number" aria-hidden="true">
            {['now', '+6 h', '+12 h', '+18 h', '+24 h'].map(hour => (
              <span>{hour}</span>
            ))}
          </p>
          <ul class="plain dues">
            {busy.slice(0, MOST_DUE).map(one => (
              <Due {...one} />
            ))}
          </ul>
        </>
      )}
      {busy.length > MOST_DUE ? (
        <p class="soft">{busy.length - MOST_DUE} more times at which something is due.</p>
      ) : null}
      {next === undefined ? null : (
        <p class="soft">
          Next due: {instant(next.at)}, when {next.what}
        </p>
      )}
    </Card>
  )
}

const MOST_DUE = 6

function Due({ at, isBatch, payments }: DueView) {
  return (
    <li>
      <span>{isBatch ? 'Batch' : 'Executions of plans'}</span> <span class="number">{instant(at)}</span>{' '}
      <span class="number">{payments === 1 ? '1 payment' : `${payments} payments`}</span>
    </li>
  )
}

function CallsCard({ base, world, calls, lost, query, names }: Props) {
  const search = searchOf(query)
  return (
    <Card id="calls" title="What happens now" isHidden={search.size === 0 && calls.length === 0}>
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
      {calls.length === 0 ? <NoCalls base={base} isFiltered={search.size > 0} /> : null}
      <p>
        <a href={withSearch(`${base}/requests`, search)}>All calls</a>
      </p>
    </Card>
  )
}

function NoCalls({ base, isFiltered }: { readonly base: string; readonly isFiltered: boolean }) {
  return (
    <Empty>
      {isFiltered ? 'No such call yet. ' : 'No call yet: the next one appears here by itself. '}
      {isFiltered ? <a href={`${base}/`}>Show all</a> : null}
    </Empty>
  )
}
