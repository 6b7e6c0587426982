import type { SampleCommands } from '../../../api/openapi/document.ts'
import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { ID_SOURCES } from '../../../api/openapi/examples.ts'
import type { ExampleCall } from '../../../api/openapi/steps.ts'
import { DEFAULT_WORLD } from '../../../domain/worlds.ts'
import { headerWord, wordOf } from '../../../platform/shell.ts'
import { at, givenBody, placeOf, savedAs } from '../commands.ts'
import type { SampleCall } from './sample.ts'

/** The example of an operation, possibly with the reader's values. */
type Example = Pick<DocumentedOperation, 'steps' | 'call' | 'customer'>

/** What the OpenAPI document needs to write its examples as commands. */
export const SAMPLE_COMMANDS: SampleCommands = {
  sample: formatSample,
  optionsAt: origin => at(placeOf(DEFAULT_WORLD, origin)),
}

/**
 * An example as commands that work in sequence in a new standard world, beginning with its preparations. An id in braces was saved by an earlier
 * command. `there` are the options for the bank's address, `signed` those of its signed calls.
 */
export function formatSample(
  { steps, call, customer: { customerNumber } }: Example,
  there: string,
  signed = there,
): string {
  const complete = `npx sandbank graphql${there} 'mutation { completeAuthorisation(input: { id: "{sca}", psu: "${customerNumber}", context: PRIVATE, outcome: APPROVED }) { redirectTo } }'`
  const before = steps.flatMap((step, place) => {
    if (step.kind === 'approve') return [complete]
    if (step.kind === 'consent')
      return [`npx sandbank call POST /v1/bank-offered-consents${signed} ${SAVE_SCA}`, complete]
    return [formatCall(step.call, { customerNumber, signed }, steps[place + 1]?.kind === 'approve' ? [SAVE_SCA] : [])]
  })
  return [...before, formatCall(call, { customerNumber, signed })].join('\n')
}

const ID_IN_BRACES = new RegExp(`\\{(${Object.values(ID_SOURCES).flatMap(Object.keys).join('|')})\\}`, 'g')

const SAVE_SCA = '--save sca=_links.scaRedirect.id'

function formatCall(
  call: ExampleCall,
  { customerNumber, signed }: { readonly customerNumber: string; readonly signed: string },
  more: readonly string[] = [],
): string {
  const { method, path, headers, gives, body, asksPsu } = call
  const psu = asksPsu ? [`--psu ${customerNumber}`] : []
  const lines = Object.entries(headers).map(([name, value]) => `--header ${wordOf(headerWord(name, value))}`)
  const saved = Object.entries(gives).map(([name, pointer]) => `--save ${name}=${pointer.slice(1)}`)
  // A value that an earlier command saved; other braces belong to the text.
  const { before, data } = givenBody((body ?? '').replaceAll(ID_IN_BRACES, (_, name) => savedAs(name)))
  const words = [`npx sandbank call ${method} ${wordOf(path)}${signed}`, ...psu, ...lines, ...saved, ...more]
  return `${before}${[...words, ...(body === undefined ? [] : [data])].join(' \\\n  ')}`
}

/** The same as calls, for a program in any language. */
export function sampleCalls({ steps, call, customer: { customerNumber, psuId } }: Example): SampleCall[] {
  const approval: SampleCall = {
    by: 'OPERATOR',
    method: 'POST',
    path: '/graphql',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ query: COMPLETE, variables: { sca: '{sca}', customerNumber } }),
    gives: {},
    approver: customerNumber,
  }
  const asSent = ({ method, path, headers, body, gives, asksPsu }: ExampleCall): SampleCall => ({
    by: 'TPP',
    method,
    path,
    headers: [
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...(asksPsu ? [['PSU-ID', psuId] as const] : []),
      ...Object.entries(headers),
    ],
    body,
    gives: { ...gives, sca: '/_links/scaRedirect/href' },
  })
  const before = steps.flatMap(step => {
    if (step.kind === 'call') return [asSent(step.call)]
    return step.kind === 'approve' ? [approval] : [asSent(OFFER), approval]
  })
  return [...before, asSent(call)]
}

const COMPLETE =
  'mutation ($sca: ID!, $customerNumber: String!) { completeAuthorisation(input: { id: $sca, psu: $customerNumber, context: PRIVATE, outcome: APPROVED }) { redirectTo } }'

const OFFER: ExampleCall = {
  operation: 'offerConsent',
  summary: '',
  method: 'POST',
  path: '/v1/bank-offered-consents',
  template: '/v1/bank-offered-consents',
  headers: {},
  body: undefined,
  gives: {},
  asksPsu: false,
}
