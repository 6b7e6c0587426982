import { z } from 'zod'

/** The GraphQL documents of the commands for every day (D132), each with the form of its answer. */

const clock = z.object({ now: z.string(), frozen: z.boolean(), nextDueAt: z.string().nullable() })
const CLOCK = '{ now frozen nextDueAt }'
const clockAnswer = z.object({ clock })
const movedClock = z.object({ moved: clockAnswer }).transform(({ moved }) => moved)
export type Clock = z.output<typeof clock>

export const SHOW_CLOCK = { query: `{ clock ${CLOCK} }`, answer: clockAnswer } as const
export const ADVANCE_CLOCK = {
  query: `mutation ($input: AdvanceClockInput!) { moved: advanceClock(input: $input) { clock ${CLOCK} } }`,
  answer: movedClock,
} as const
export const FREEZE_CLOCK = {
  query: `mutation ($at: DateTime) { moved: freezeClock(at: $at) { clock ${CLOCK} } }`,
  answer: movedClock,
} as const
export const RESUME_CLOCK = { query: `mutation { moved: resumeClock { clock ${CLOCK} } }`, answer: movedClock } as const

const named = z.object({ customerNumber: z.string(), name: z.string() }).nullable()
const sca = z.object({ id: z.string(), purpose: z.string(), status: z.string(), psu: named })
const SCA = 'id purpose status psu { customerNumber name }'
export type Sca = z.output<typeof sca>

export const DECIDE = {
  query: `mutation ($input: CompleteAuthorisationInput!) {
    decided: completeAuthorisation(input: $input) { authorisation { ${SCA} } redirectTo }
  }`,
  answer: z.object({ decided: z.object({ authorisation: sca, redirectTo: z.string() }) }),
} as const

const scas = z.object({ nodes: z.array(sca) })
/** The SCA of an id or key: its own, or the newest of the payment or signing basket. */
export const FIND_SCA = {
  query: `query ($id: ID!) { found: node(id: $id) {
    ... on Authorisation { ${SCA} }
    ... on Payment { authorisations(last: 1) { nodes { ${SCA} } } }
    ... on SigningBasket { authorisations(last: 1) { nodes { ${SCA} } } }
  } }`,
  answer: z.object({
    found: z
      .union([sca.transform(one => [one]), z.object({ authorisations: scas }).transform(of => of.authorisations.nodes)])
      .or(z.unknown().transform(() => [])),
  }),
} as const

/** What waits for a PSU, the newest last, and who could be one. */
export const WAITING = {
  query: `{ waiting: authorisations(filter: { status: RECEIVED }, last: 5) { nodes { ${SCA} } }
    customers(first: 10) { nodes { customerNumber name } } }`,
  answer: z.object({ waiting: scas, customers: z.object({ nodes: z.array(named.unwrap()) }) }),
} as const

/** The id of a TPP, where there is one. */
export const idOfTpp = z
  .object({ id: z.string() })
  .nullable()
  .transform(tpp => tpp?.id ?? null)

const scenario = z.object({
  id: z.string(),
  key: z.string().nullable(),
  scenario: z.string(),
  tpp: idOfTpp,
  operation: z.string().nullable(),
  psu: z.string().nullable(),
  creditorAccount: z.string().nullable(),
  left: z.number().nullable(),
  used: z.number(),
})
const SCENARIO = '{ id key scenario tpp { id } operation psu creditorAccount left used }'
export type Scenario = z.output<typeof scenario>

export const SET_SCENARIO = {
  query: `mutation ($input: SetScenarioInput!) { made: setScenario(input: $input) { scenario ${SCENARIO} } }`,
  answer: z.object({ made: z.object({ scenario }).transform(made => made.scenario) }),
} as const
export const SCENARIOS = {
  query: `{ scenarios(first: 100) { nodes ${SCENARIO} } }`,
  answer: z.object({ scenarios: z.object({ nodes: z.array(scenario) }) }),
} as const
export const CLEAR_SCENARIOS = {
  query: `mutation ($ids: [ID!]) { cleared: clearScenarios(ids: $ids) { scenarios ${SCENARIO} } }`,
  answer: z.object({ cleared: z.object({ scenarios: z.array(scenario) }).transform(({ scenarios }) => scenarios) }),
} as const
