import type { Here } from './building.ts'

/** What the groups Read and Time of GraphiQL's pane open, and run at once. */

const MONEY = '{ amount currency }'
const BALANCES = `balances { balanceType balanceAmount ${MONEY} }`
const WAITING = `id key status dueAt totalAmount ${MONEY} debtorAccount { id accountName }`

const OVERVIEW = `query Overview {
  world { name now counts { customers accounts cardAccounts agreements consents payments transactions } }
  customers(first: 20) { nodes { id key customerNumber name type accounts(first: 10) { nodes { id accountName iban ${BALANCES} } } } }
}`

const WHOLE = `{
  id key customerNumber psuId name type
  accounts(first: 20) { nodes {
    id key accountName iban ${BALANCES}
    transactions(first: 5) { nodes { bookingDate transactionAmount ${MONEY} creditorName debtorName } }
  } }
  cardAccounts(first: 20) { nodes { id key maskedPan transactions(first: 5) { nodes { bookingDate cardAcceptorName transactionAmount ${MONEY} } } } }
  agreements(first: 20) { nodes { id key name engagements(first: 20) { nodes { roles psu { id name } account { id accountName } } } } }
  consents(last: 5) { nodes { id key expiresAt accounts { id accountName } } }
  payments(last: 5) { nodes { ${WAITING} } }
}`

const WAITING_PAYMENTS = `query WaitingPayments {
  sca: payments(filter: { status: RCVD }, last: 20) { totalCount nodes { ${WAITING} } }
  anotherMember: payments(filter: { status: PDNG }, last: 20) { totalCount nodes { ${WAITING} } }
  batch: payments(filter: { status: ACTC }, last: 20) { totalCount nodes { ${WAITING} } }
}`

const REFUSED_CALLS = `query RefusedCalls {
  calls(filter: { refused: true }, first: 20) { totalCount nodes { id at method target operation status code cause } }
}`

/** A customer of the world: the latest person, else the latest one at all. */
function customer({ customers }: Here): string {
  const one = customers.nodes.findLast(({ type }) => type === 'PRIVATE') ?? customers.nodes.at(-1)
  return one === undefined
    ? `query Customer { customers(first: 1) { totalCount nodes ${WHOLE} } }`
    : `query Customer { customer(by: { customerNumber: ${JSON.stringify(one.customerNumber)} }) ${WHOLE} }`
}

/** What a move of the clock brought about: read after it, from the same document. */
const BROUGHT = `id key status totalAmount ${MONEY} debtorAccount { id accountName ${BALANCES} } bookings(first: 5) { nodes { reason amount ${MONEY} bookedAt } }`

const moved = (name: string, by: string) =>
  `mutation ${name} { advanceClock(input: { ${by} }) { clock { now nextDueAt nextBatchAt } } }

query What${name}Brought {
  executed: payments(filter: { status: ACSC }, last: 10) { totalCount nodes { ${BROUGHT} } }
  rejected: payments(filter: { status: RJCT }, last: 10) { totalCount nodes { ${BROUGHT} } }
}`

/** Its buttons, each with its document, which may need to know the world. */
export const READS = {
  Overview: () => OVERVIEW,
  'One customer': customer,
  'Payments that wait': () => WAITING_PAYMENTS,
  'Calls refused': () => REFUSED_CALLS,
} as const satisfies Readonly<Record<string, (here: Here) => string>>

export const TIMES = {
  'To the next batch': ({ clock }: Here) => moved('NextBatch', `to: "${clock.nextBatchAt}"`),
  'A day': () => moved('Day', 'by: "P1D"'),
  Freeze: () => 'mutation Freeze { freezeClock { clock { now frozen } } }',
} as const satisfies Readonly<Record<string, (here: Here) => string>>
