import { expect } from 'vitest'
import { openApiText } from '../../../src/api/openapi/api-reference.ts'
import { exampleIds, ID_SOURCES, type RequestExample, requestExamples } from '../../../src/api/openapi/examples.ts'
import { callOf } from '../../../src/api/openapi/steps.ts'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import type { Route } from '../../../src/api/rest/serve.ts'
import { osloDay } from '../../../src/domain/calendar.ts'
import { SAMPLE_COMMANDS } from '../../../src/workbench/explain/samples/operation-samples.ts'
import type { Answer, World } from '../clients/bank.ts'

/** The day that the server's document counts from. */
export const today = osloDay(new Date())
const documented = JSON.parse(await openApiText('strict', today, SAMPLE_COMMANDS))
const ids = await exampleIds(today)
const examples = requestExamples(ids, today)

/** A caller in a standard world who follows the documentation: example after example, with the ids of earlier answers. */
export type Follower = {
  readonly world: World
  readonly tppId: string
  /** Headers that the operation demands, as the document's parameters give them. */
  readonly demanded: (operation: string) => Readonly<Record<string, string>>
}

type Request = { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }

/** What earlier examples gave. */
type Progress = { readonly ids: Map<string, string>; readonly done: Set<string>; sca: string; approved: boolean }

/** Sends the example of an operation, as `change` makes it, and before it those that give its ids. */
export async function sendExample(
  follower: Follower,
  operation: string,
  change?: (request: Request) => Request,
): Promise<Answer> {
  return (await prepareExample(follower, operation))(change)
}

/** Sends the examples that give an operation its ids; its own is sent by what is given back, as often as wanted. */
export async function prepareExample(
  follower: Follower,
  operation: string,
): Promise<(change?: (request: Request) => Request) => Promise<Answer>> {
  const known = startKnowing(follower)
  await prepare(follower, operation, known)
  return change => send(follower, operation, known, change)
}

/** Sends the example of an operation as `change` makes it, with nothing done before. */
export function sendChanged(follower: Follower, operation: string, change: (request: Request) => Request) {
  return send(follower, operation, startKnowing(follower), change)
}

function startKnowing({ tppId }: Follower): Progress {
  return { ids: new Map([['tppId', tppId]]), done: new Set<string>(), sca: '', approved: false }
}

async function prepare(follower: Follower, operation: string, known: Progress): Promise<void> {
  const { after = {}, approved = false, consented = false } = exampleOf(operation)
  for (const [name, giver] of Object.entries(after)) {
    if (!known.done.has(giver)) await give(follower, name, giver, known)
    if (approved && !known.approved) await approve(follower.world, known)
  }
  if (consented) await consent(follower)
}

async function give(follower: Follower, name: string, giver: string, known: Progress): Promise<void> {
  await prepare(follower, giver, known)
  known.done.add(giver)
  const { status, text, body } = await send(follower, giver, known)
  expect(status, `${giver}: ${text}`).toBeLessThan(300)
  known.sca ||= body._links?.scaRedirect?.href ?? ''
  const pointer = ID_SOURCES[giver]?.[name]
  if (pointer === undefined) return
  const id: unknown = body[pointer.slice(1)]
  expect(typeof id, `${giver} answers with ${name} at ${pointer}`).toBe('string')
  known.ids.set(name, String(id))
}

function send(
  { world, demanded }: Follower,
  operation: string,
  { ids: given }: Progress,
  change: (request: Request) => Request = one => one,
): Promise<Answer> {
  const route = routeOf(operation)
  const example = exampleOf(operation)
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => given.get(name) ?? whole)
  const { path, headers, body } = change({
    path: fill(callOf(route, example).path),
    headers: { ...demanded(operation), ...example.headers },
    body: example.body === undefined ? undefined : JSON.parse(fillText(JSON.stringify(example.body), given)),
  })
  return world.call(route.method, path, { headers, ...(body === undefined ? {} : { body }) })
}

// In JSON, only a text that is a placeholder as a whole: braces are JSON's own, too.
function fillText(json: string, given: ReadonlyMap<string, string>): string {
  return json.replaceAll(/"\{(\w+)\}"/g, (whole, name) => (given.has(name) ? JSON.stringify(given.get(name)) : whole))
}

async function approve(world: World, known: Progress): Promise<void> {
  known.approved = true
  const { body } = await world.graphql(
    'mutation ($id: ID!, $number: String!) { completeAuthorisation(input: { id: $id, psu: $number, outcome: APPROVED }) { redirectTo } }',
    { id: known.sca.split('/').at(-1), number: ids.customer.customerNumber },
  )
  expect(body.errors).toBeUndefined()
}

async function consent({ world, tppId }: Follower): Promise<void> {
  const { body } = await world.graphql(
    'mutation ($number: String!, $tpp: String!) { grantConsent(input: { psu: $number, context: PRIVATE, tpp: $tpp }) { psuId } }',
    { number: ids.customer.customerNumber, tpp: tppId },
  )
  expect(body.errors).toBeUndefined()
}

export function exampleOf(operation: string): RequestExample {
  const example = examples[operation]
  if (example === undefined) throw new Error(`The documentation has no example of ${operation}`)
  return example
}

function routeOf(operation: string): Route {
  const route = ROUTES.find(one => one.operation === operation)
  if (route === undefined) throw new Error(`There is no operation ${operation}`)
  return route
}

/** The headers that the documentation demands of an operation, as it gives them. */
export function demandedBy(operation: string): Record<string, string> {
  const route = ROUTES.find(one => one.operation === operation)
  if (route === undefined) return {}
  const { parameters } = documented.paths[route.path][route.method.toLowerCase()]
  const found: Record<string, string> = {}
  for (const { $ref } of parameters) {
    const {
      in: place,
      name,
      required,
      example,
    } = documented.components.parameters[String($ref).split('/').at(-1) ?? ''] ?? {}
    if (place === 'header' && required === true && name !== 'X-Request-ID') found[name] = String(example)
  }
  return found
}
