import { exampleIds, type RequestExample, requestExamples } from '../api/openapi/examples.ts'
import { type Json, objectAt, textAt } from '../api/openapi/json.ts'
import { type AnswersByOperation, HERE_ORIGIN, RECORDED_ON, type RecordedAnswer } from '../api/openapi/recorded.ts'
import { callOf, type ExampleCall, stepsBefore } from '../api/openapi/steps.ts'
import { ROUTES } from '../api/rest/routes.ts'
import type { Route } from '../api/rest/serve.ts'
import type { Tpp, World } from '../clients/testing/kit.ts'
import type { DaylessRows } from '../platform/store/standard-rows.ts'
import { startSandbank } from '../testing.ts'

/**
 * The standard world's answers to the examples of all operations (D108), at an instant at which banks book, with ids that are the same in each build.
 * @param rows the standard set, whose ids are the same in each world
 * @throws Error when one is refused: the documentation would show an example that does not work
 */
export async function recordAnswers(rows: readonly DaylessRows[]): Promise<AnswersByOperation> {
  const bank = await startSandbank({ world: 'EMPTY' })
  try {
    const ids = await exampleIds(RECORDED_ON)
    const examples = requestExamples(ids, RECORDED_ON)
    const tpp = bank.tpp('documentation', { id: 'NO-FSA-987654321' })
    const standard = new Set(JSON.stringify(rows).match(MADE_ID))
    const fresh = await bank.createWorld({ from: 'STANDARD', clock: { now: `${RECORDED_ON}T09:30:00Z`, frozen: true } })
    const recorded: [string, RecordedAnswer][] = []
    // An answer without a body has nothing to show.
    for (const route of ROUTES.filter(({ success }) => success !== 204)) {
      const world = await bank.createWorld({ copyOf: fresh })
      const answer = await answerOf(route, examples, { tpp, world, customer: ids.customer.customerNumber })
      recorded.push([route.operation, { ...answer, body: settled(answer.body, world, standard) }])
      await world.close()
    }
    return Object.fromEntries(recorded)
  } finally {
    await bank.close()
  }
}

type Reader = {
  readonly tpp: Tpp
  readonly world: World
  /** The number of the customer in the examples. */
  readonly customer: string
}

/** Follows the documentation: the steps before an example, and then the example. */
async function answerOf(
  route: Route,
  examples: Readonly<Record<string, RequestExample>>,
  { tpp, world, customer }: Reader,
): Promise<RecordedAnswer> {
  const known = new Map([['tppId', await tpp.id()]])
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => known.get(name) ?? whole)
  const send = async ({ method, path, headers, body, operation, asksPsu }: ExampleCall): Promise<RecordedAnswer> => {
    const sent = { ...(body === undefined ? {} : { body: fill(body) }), ...(asksPsu ? { psu: customer } : {}) }
    const answer = await tpp.fetch(world.url(fill(path)), { method, headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The example of ${operation} is refused: ${answer.status} ${text}`)
    return { status: answer.status, body: text }
  }
  for (const step of stepsBefore(ROUTES, examples, route.operation)) {
    if (step.kind === 'approve') await world.approve(known.get('sca') ?? '', customer, { context: 'PRIVATE' })
    else if (step.kind === 'consent') {
      const offered = await tpp.fetch(world.url('/v1/bank-offered-consents'), { method: 'POST' })
      await world.approve(offered, customer, { context: 'PRIVATE' })
    } else {
      const made: Json = JSON.parse((await send(step.call)).body)
      for (const [name, pointer] of Object.entries({ ...step.call.gives, sca: SCA })) {
        const path = pointer.split('/').slice(1)
        const value = textAt(objectAt(made, ...path.slice(0, -1)), path.at(-1) ?? '')
        if (value !== '' && !known.has(name)) known.set(name, value)
      }
    }
  }
  return send(callOf(route, examples[route.operation] ?? {}))
}

const SCA = '/_links/scaRedirect/href'

/** An answer as in the world `default`, at any bank. Ids created in this run are replaced by fixed ones; those of the standard set are fixed already. */
function settled(body: string, { name, baseUrl }: World, standard: ReadonlySet<string>): string {
  const ids = new Map<string, string>()
  const here = body.replaceAll(new URL(baseUrl).origin, HERE_ORIGIN).replaceAll(`/worlds/${name}/`, '/')
  return here.replaceAll(MADE_ID, id => {
    if (standard.has(id)) return id
    const settledId = ids.get(id) ?? `019bc0d1-2e40-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, settledId)
    return settledId
  })
}

const MADE_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g
