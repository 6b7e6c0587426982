import { ROUTES } from '../rest/routes.ts'
import type { Route } from '../rest/serve.ts'
import { type ExampleCustomer, type ExampleIds, type RequestExample, requestExamples } from './examples.ts'
import { type Json, objectAt } from './json.ts'
import { type OperationReference, readOperation } from './reference.ts'
import { callOf, type ExampleCall, type Step, stepsBefore } from './steps.ts'

/** Everything that the page of an operation shows and sends. */
export type DocumentedOperation = {
  readonly route: Route
  readonly reference: OperationReference
  readonly example: RequestExample
  readonly call: ExampleCall
  readonly steps: readonly Step[]
  /** The first values of the page's inputs, by the names of the parameters. */
  readonly presets: Readonly<Record<string, string>>
  readonly demandsDigest: boolean
  /** The operations whose answers give the value of a part of its path. */
  readonly giversOf: (parameter: string) => readonly string[]
  /** The PSU and TPP of the examples. */
  readonly customer: ExampleCustomer
}

/**
 * Every operation by its name, with its part of the OpenAPI document and an example. Yields before each (D74).
 * @param text the document as it is served
 */
export function* documentOperations(
  text: string,
  today: string,
  ids: ExampleIds,
): Generator<void, ReadonlyMap<string, DocumentedOperation>> {
  const document: Json = JSON.parse(text)
  const examples = requestExamples(ids, today)
  const documented = new Map<string, DocumentedOperation>()
  for (const route of ROUTES) {
    yield
    const example = examples[route.operation] ?? {}
    const call = callOf(route, example)
    const steps = stepsBefore(ROUTES, examples, route.operation)
    const described = objectAt(document, 'paths', route.path, route.method.toLowerCase())
    const reference = readOperation(document, described)
    const demanded = reference.parameters.flatMap(({ name, required, example: value }) =>
      required && value !== undefined && example.after?.[name] === undefined && name !== 'tppId'
        ? [[name, value] as const]
        : [],
    )
    documented.set(route.operation, {
      route,
      reference,
      example,
      call,
      steps,
      presets: { ...Object.fromEntries(demanded), ...example.params, ...example.query, ...example.headers },
      demandsDigest: JSON.stringify(objectAt(described)['security'] ?? []).includes('digest'),
      giversOf: parameter => giversFor(example, parameter),
      customer: ids.customer,
    })
  }
  return documented
}

/** Payments of any kind, since the page names the kind in the path, too. */
function giversFor({ after = {} }: RequestExample, parameter: string): readonly string[] {
  const giver = after[parameter]
  if (giver === 'createPayment') return ['createPayment', 'createBulkPayment', 'createPeriodicPayment']
  return giver === undefined ? [] : [giver]
}
