import { afterAll, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { SCENARIO_EXAMPLES } from '../../../src/sandbox/worlds/scenarios/inputs.ts'
import { leanWorlds } from '../../support/builders/lean-worlds.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { exampleOf, type Follower, prepareExample } from '../../support/reference/examples.ts'

// What the documentation names as an example of Sandbank-Scenario does on every operation what it says (D88). The OpenAPI document has none of them, since importers send
// what they find there (D100).

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const newWorld = leanWorlds((query, variables) => ask(bank.at('default'), query, variables))
const document = await (await fetch(`${bank.url}/openapi.json`)).json()
const HEADER = 'Sandbank-Scenario'

/** On which operations an outcome acts that the call lives to hear of; the others refuse it. */
const ACTS_ON: Readonly<Record<string, readonly string[]>> = {
  delay: ROUTES.map(({ operation }) => operation).toSorted(),
  sca: [
    'authoriseCancellation',
    'authoriseSigningBasket',
    'createBulkPayment',
    'createPayment',
    'createPeriodicPayment',
    'offerConsent',
    'offerConsentDeprecated',
    'startPaymentAuthorisation',
  ],
  execution: ['createBulkPayment', 'createPayment', 'createPeriodicPayment'],
  'consent-revoked': [
    'accountBalances',
    'accountTransactionDetails',
    'accountTransactions',
    'cardAccountBalances',
    'cardAccountTransactions',
    'confirmFunds',
    'consentedAccount',
    'consentedAccounts',
    'consentedCardAccount',
    'consentedCardAccounts',
    'offerConsent',
    'offerConsentDeprecated',
  ],
}

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly example?: string
}

function parametersOf(operation: string): Parameter[] {
  const route = ROUTES.find(one => one.operation === operation)
  const { parameters } = document.paths[route?.path ?? ''][route?.method.toLowerCase() ?? '']
  return parameters.map(({ $ref, ...inline }: { readonly $ref?: string }) =>
    $ref === undefined ? inline : document.components.parameters[$ref.split('/').at(-1) ?? ''],
  )
}

/** A caller in a standard world who does as the document says; in one of its own when another call could be in its way. */
async function follower(operation: string): Promise<Follower> {
  const demanded = (operation: string) =>
    Object.fromEntries(
      parametersOf(operation).flatMap(({ name, in: place, required, example }) =>
        place === 'header' && required && name !== 'X-Request-ID' ? [[name, String(example)]] : [],
      ),
    )
  const isAlone = ROUTES.find(one => one.operation === operation)?.method === 'GET' && !needsMore(operation)
  const world = isAlone ? bank.at('default') : await ownWorld(operation)
  return { world, tppId: tppIdOf(bank, bank.tpp), demanded }
}

/** Of the lines of a standard world, one operation names one. */
const ownWorld = async (operation: string) =>
  operation === 'accountTransactionDetails' ? bank.world('STANDARD') : bank.at(await newWorld())

const needsMore = (operation: string) => {
  const { after, consented } = exampleOf(operation)
  return after !== undefined || consented === true
}

const prepareNew = async (operation: string) => prepareExample(await follower(operation), operation)

/** Callers whose calls of an operation do nothing: what came before is still there for the next outcome. */
const unused = new Map<string, ReturnType<typeof prepareNew>>()

function prepareOnce(operation: string) {
  const prepared = unused.get(operation) ?? prepareNew(operation)
  unused.set(operation, prepared)
  return prepared
}

const isActing = (outcome: string, operation: string) =>
  outcome === 'lose-answer' || ACTS_ON[outcome]?.includes(operation) === true

async function sendUnder(outcome: string, scenario: string, operation: string) {
  const call = await (isActing(outcome, operation) ? prepareNew(operation) : prepareOnce(operation))
  const answer = await call(({ headers, ...rest }) => ({ ...rest, headers: { ...headers, [HEADER]: scenario } }))
  return { ...answer, said: answer.headers[HEADER.toLowerCase()] }
}

const OUTCOMES = ['error', 'delay', 'hang', 'lose-answer', 'sca', 'execution', 'consent-revoked']
const OPERATIONS = ROUTES.map(({ operation }) => operation)

const exampleOfOutcome = (outcome: string) => SCENARIO_EXAMPLES.find(one => one.split(';')[0] === outcome) ?? ''

it.each(OPERATIONS)(
  '%s takes the header when it is sent, and no example of its parameters forces an outcome',
  operation => {
    const parameters = parametersOf(operation)
    const parameter = parameters.find(({ name }) => name === HEADER)
    expect([parameter?.in, parameter?.required]).toEqual(['header', false])
    const exampleValues = JSON.stringify(parameters.map(({ description: _, ...one }) => one))
    for (const outcome of OUTCOMES) expect(exampleOfOutcome(outcome)).not.toBe('')
    for (const outcome of SCENARIO_EXAMPLES) expect(exampleValues).not.toContain(outcome)
  },
)

// At once, since most of it is waiting.
it.concurrent.each(OUTCOMES)('the example of %s does on every operation what it says', async outcome => {
  const acted: string[] = []
  await Promise.all(
    OPERATIONS.map(async operation => {
      const route = ROUTES.find(one => one.operation === operation)
      const value = exampleOfOutcome(outcome)
      const from = performance.now()
      const answering = sendUnder(outcome, value, operation)
      if (outcome === 'hang' || outcome === 'lose-answer') {
        await expect(answering, operation).rejects.toThrow(/socket hang up|ECONNRESET|aborted/)
        expect(performance.now() - from).toBeGreaterThan(outcome === 'hang' ? 29_000 : 0)
        return
      }
      const { status, body, text, said } = await answering
      const answered = [operation, status, body?.tppMessages?.[0]?.code, body?.tppMessages?.[0]?.path]
      if (outcome === 'error')
        expect([...answered, said]).toEqual([operation, 429, 'ACCESS_EXCEEDED', undefined, value])
      // A call on which it cannot act is refused, so that no test waits for an outcome that does not come.
      else if (said === undefined) expect(answered, text).toEqual([operation, 400, 'FORMAT_ERROR', HEADER])
      else {
        acted.push(operation)
        expect([operation, said]).toEqual([operation, value])
        expect([route?.success, route?.mayBeAccepted === true ? 202 : undefined], `${operation}: ${text}`).toContain(
          status,
        )
        expect(performance.now() - from).toBeGreaterThan(outcome === 'delay' ? 1_400 : 0)
      }
    }),
  )
  expect(acted.toSorted()).toEqual(ACTS_ON[outcome] ?? [])
})
