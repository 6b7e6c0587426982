import type { DocumentedOperation } from './documented.ts'
import type { ExampleCall, Step } from './steps.ts'

/** The content of the form on an operation's page. */
export type FilledForm = {
  /** By the names of the parameters; empty ones are not sent. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * An operation with the reader's values instead of its example (D108). Headers that every signer adds are left to the signer if unchanged, and no
 * step gives an id that the reader has filled in.
 */
export function fillIn(documented: DocumentedOperation, { values, body }: FilledForm): DocumentedOperation {
  const { route, reference, example, presets, call, steps } = documented
  const given = (place: string) =>
    reference.parameters.flatMap(({ name, in: its }): [string, string][] => {
      const value = values[name] ?? ''
      return its === place && value !== '' ? [[name, value]] : []
    })
  const parts = Object.fromEntries(given('path').map(([name, value]) => [name, encodeURIComponent(value)]))
  const query = new URLSearchParams(given('query')).toString()
  const headers = given('header').filter(
    ([name, value]) => value !== presets[name] || example.headers?.[name] !== undefined,
  )
  const filled: ExampleCall = {
    ...call,
    path: `${fill(route.path, parts)}${query === '' ? '' : `?${query}`}`,
    headers: Object.fromEntries(headers),
    body: call.body === undefined ? undefined : body,
    asksPsu: call.asksPsu && !headers.some(([name]) => name === 'PSU-ID'),
  }
  return { ...documented, presets: values, call: filled, steps: neededSteps(steps, parts) }
}

function neededSteps(steps: readonly Step[], parts: Readonly<Record<string, string>>): Step[] {
  const isGiven = (step: Step) => step.kind === 'call' && Object.keys(step.call.gives).some(name => parts[name])
  const hasPayment = steps.some(isGiven)
  return steps.flatMap((step): Step[] => {
    // The approval is for the payment that a step creates.
    if (isGiven(step) || (step.kind === 'approve' && hasPayment)) return []
    return [step.kind === 'call' ? { ...step, call: { ...step.call, path: fill(step.call.template, parts) } } : step]
  })
}

function fill(path: string, parts: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole)
}
