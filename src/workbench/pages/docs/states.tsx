import { SCA_MINUTES } from '../../../domain/authorisations.ts'
import {
  AUTHORISATION_TRANSITIONS,
  BASKET_MOVES,
  PAYMENT_TRANSITIONS,
  PAYMENT_WORDS,
  PERIODIC_TRANSITIONS,
} from '../../../domain/status.ts'
import { AUTHORISATION_REASONS, BASKET_REASONS, PAYMENT_REASONS, type Reason } from '../../explain/causes.ts'
import { Table } from '../parts.tsx'
import {
  arrowsOf,
  PLACES_OF_AUTHORISATIONS,
  PLACES_OF_BASKETS,
  PLACES_OF_PAYMENTS,
  StateGraph,
} from '../state-graph.tsx'

/** The bank's own tables of states. */
export function States() {
  return (
    <>
      <p class="lead">
        A resource changes its state only along these tables. A state without a next one is final. The history of a
        payment is in <code>payment(id:) {'{ history }'}</code>; <code>why(of: {'{ payment }'})</code> says what it
        waits for.
      </p>
      <Moves
        id="payments"
        title="Single and bulk payments"
        moves={PAYMENT_TRANSITIONS}
        places={PLACES_OF_PAYMENTS}
        start="RCVD"
        reasons={PAYMENT_REASONS}
        words={PAYMENT_WORDS}
      />
      <Moves
        id="periodic"
        title="Periodic payments"
        moves={PERIODIC_TRANSITIONS}
        places={PLACES_OF_PAYMENTS}
        start="RCVD"
        reasons={PAYMENT_REASONS}
        words={PAYMENT_WORDS}
      />
      <Moves
        id="baskets"
        title="Signing baskets: the worst case among their payments"
        moves={BASKET_MOVES}
        places={PLACES_OF_BASKETS}
        start="RCVD"
        reasons={BASKET_REASONS}
        last="stays so"
      />
      <Moves
        id="authorisations"
        title={`Authorisations, which expire after ${SCA_MINUTES} minutes`}
        moves={AUTHORISATION_TRANSITIONS}
        places={PLACES_OF_AUTHORISATIONS}
        start="RECEIVED"
        reasons={AUTHORISATION_REASONS}
      />
    </>
  )
}

type MovesProps = {
  readonly id: string
  readonly title: string
  readonly moves: Readonly<Record<string, readonly string[]>>
  readonly places: Readonly<Record<string, readonly [column: number, row: number]>>
  readonly start: string
  readonly reasons: Readonly<Record<string, Reason>>
  /** A word for each code, where the codes need one. */
  readonly words?: Readonly<Record<string, string>>
  /** What is said of a state without a next one. */
  readonly last?: string
}

function Moves({ id, title, moves, places, start, reasons, words = {}, last = 'final' }: MovesProps) {
  const reached = new Set([start, ...Object.values(moves).flat()])
  const rows = Object.entries(moves).filter(([state]) => reached.has(state))
  return (
    <section>
      <h2 id={id}>{title}</h2>
      <StateGraph title={`${title}: each arrow is a step that is possible`} places={places} arrows={arrowsOf(moves)} />
      <Table
        named={0}
        head={['State', 'Meaning', 'Next']}
        rows={rows.map(([state, next]) => [
          <>
            <code>{state}</code> {words[state]}
          </>,
          reasons[state]?.text,
          next.length === 0
            ? last
            : next.map(one => (
                <div>
                  → <code>{one}</code> {words[one]}
                </div>
              )),
        ])}
      />
    </section>
  )
}
