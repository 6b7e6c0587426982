import type { ErrorCode } from '../../domain/errors.ts'
import { addressOf, ask, type Commands, type GraphqlDocument, type RefusedCall } from '../commands.ts'
import type { CallRemedy } from '../explanation.ts'
import { wantsAct } from './acts.ts'

/**
 * The remedy for a call that was refused before its operation: an unread request cannot be repeated, an address or a browser page is no part
 * of the call, and a document that cannot be corrected is written anew (D97).
 */
export function findUnreadRemedy(
  code: ErrorCode,
  { door, method, path, graphql, faults, place }: RefusedCall,
): CallRemedy | undefined {
  const [change, isLarge] = [
    ask(place, graphql?.query ?? '{ clock { now } }', graphql?.variables),
    code === 'HEADERS_TOO_LARGE',
  ]
  if (!/^[A-Z]+$/.test(method) || path === '')
    return { advice: isLarge ? LARGE_HEADERS : UNREADABLE, change: undefined }
  if (door !== 'GRAPHQL') return undefined
  const advice = isLarge ? LARGE_HEADERS : code === 'BAD_REQUEST' ? undefined : HEADERS[faults[0]?.path ?? '']
  if (advice !== undefined) return { advice, change }
  if (graphql !== undefined)
    return graphql.fault && { advice: placeIn(graphql, addressOf(place)), change: listedFields(graphql, place) }
  if (wantsAct(faults, 'SEND_LESS')) return { advice: IN_PARTS, change: undefined }
  return code === 'UNSUPPORTED_MEDIA_TYPE' || code === 'FORMAT_ERROR' ? { advice: AS_JSON, change } : undefined
}

const UNREADABLE =
  'Nothing of the request could be read, so that no command can repeat it. Compare its first line and its headers with what `npx sandbank call GET /v1/sandbox/customers --verbose` sends.'
const LARGE_HEADERS =
  'The headers were so large that nothing else of the request was read. Send it again with less than 32 KiB of them: mostly cookies, or a token, of another server on the same host are too many.'
const IN_PARTS =
  'Send the document in parts, each within the limit that the refusal names: fewer fields, fewer rows (first, last), and values as variables.'
const AS_JSON =
  'Send the document as the text query of a JSON object, and its values in the object variables, with Content-Type: application/json. The command sends it so.'

/** At the operator's door, by the header that was refused (D70). */
const HEADERS: Readonly<Record<string, string>> = {
  Host: 'Call the bank by one of the names that the text lists, as the command does. For another one it is started with SANDBANK_TOKEN, which each call of this door then carries (D70).',
  Origin:
    'Open GraphiQL at the address that the text names, or call from a program, as the command does. A page of your own may call when the bank is started with SANDBANK_CORS and its origin (D70).',
  'Sec-Fetch-Site':
    "Open GraphiQL at the bank's own address, or call from a program, as the command does. A page of another site may call when the bank is started with SANDBANK_CORS and its origin (D70).",
  Authorization:
    'Send the header Authorization: Bearer TOKEN, with SANDBANK_TOKEN or the token that the server printed at its start. The command takes it from SANDBANK_TOKEN (D70).',
  'Sandbank-Scenario':
    'The header Sandbank-Scenario is wrong as its text says, and nothing else was looked at: mend it or leave it out, as the command does (D88).',
}

/** The line and column of a fault in a document, and the address of GraphiQL with it. */
function placeIn({ query, fault }: GraphqlDocument, base: string): string {
  const link = `${base}/graphql?${new URLSearchParams({ query })}`
  const address = link.length < LONGEST_LINK ? link : `${base}/graphql`
  return `Line ${fault?.line}, column ${fault?.column} of the document: ${fault?.text} GraphiQL marks the place and offers what may stand there: ${address}`
}
// Browsers refuse longer addresses.
const LONGEST_LINK = 8_000

/** The fields of a type, or the arguments of an operation, where a document has an unknown name that resembles none. */
function listedFields({ fault }: GraphqlDocument, place: RefusedCall['place']): Commands | undefined {
  if (fault?.lists === undefined) return undefined
  const fields = fault.lists.args ? 'name args { name description }' : 'name description'
  return ask(place, `{ __type(name: "${fault.lists.type}") { fields { ${fields} } } }`)
}
