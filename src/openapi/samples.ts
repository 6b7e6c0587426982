import { wordOf } from '../explain/shell.ts'
import type { ExampleCall, Step } from './steps.ts'

/** What a command may say besides, such as where the bank is. */
type Options = { readonly there: string }

/**
 * The example of an operation as commands that work one after the other in a new standard world: first what the example needs.
 * An id in braces is what an earlier command saved.
 */
export function formatSample(
  steps: readonly Step[],
  call: ExampleCall,
  customerNumber: string,
  { there }: Options = { there: '' },
): string {
  const complete = `npx sandbank graphql${there} 'mutation { completeAuthorisation(id: "{sca}", customerNumber: "${customerNumber}", context: PRIVATE, outcome: APPROVED) { redirectTo } }'`
  const before = steps.flatMap((step, place) => {
    if (step.kind === 'approve') return [complete]
    if (step.kind === 'consent')
      return [`npx sandbank call POST /v1/bank-offered-consents${there} ${SAVE_SCA}`, complete]
    return [formatCall(step.call, { customerNumber, there }, steps[place + 1]?.kind === 'approve' ? [SAVE_SCA] : [])]
  })
  return [...before, formatCall(call, { customerNumber, there })].join('\n')
}

const SAVE_SCA = '--save sca=_links.scaRedirect.id'

function formatCall(
  call: ExampleCall,
  { customerNumber, there }: Options & { readonly customerNumber: string },
  more: readonly string[] = [],
): string {
  const { method, path, headers, gives, body, asksPsu } = call
  const psu = asksPsu ? [`--psu ${customerNumber}`] : []
  const lines = Object.entries(headers).map(([name, value]) => `--header ${wordOf(`${name}: ${value}`)}`)
  const saved = Object.entries(gives).map(([name, pointer]) => `--save ${name}=${pointer.slice(1)}`)
  const data = body === undefined ? [] : [`--data ${wordOf(JSON.stringify(JSON.parse(body)))}`]
  return ['npx sandbank call', method, wordOf(path) + there, ...psu, ...lines, ...saved, ...more, ...data].join(' ')
}
