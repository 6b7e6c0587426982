import { nearestPath } from '../../api/rest/routes.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { addressOf, type RefusedCall } from './commands.ts'

/** Advice for a call that reached no operation: an unreadable request, a page, or a call that the operator's door refused; undefined for any other. */
export function adviceOfDoor(
  code: ErrorCode,
  { door, method, path, faults, place, graphql }: RefusedCall,
): string | undefined {
  if (!/^[A-Z]+$/.test(method) || path === '')
    return code === 'HEADERS_TOO_LARGE'
      ? undefined
      : 'Nothing of the request could be read. Compare its first line and its headers with what `npx sandbank call GET /v1/sandbox/customers --verbose` sends.'
  if (door === 'PAGE' && (code !== 'NOT_FOUND' || nearestPath(path) === undefined))
    return `${PAGE_ADVICE[code] ?? 'The text says what the page needs.'} ${addressOf(place)}/ leads to all pages.`
  if (door !== 'GRAPHQL') return undefined
  if (graphql?.fault !== undefined) return documentAdvice(graphql.fault, graphql.query, addressOf(place))
  return code === 'BAD_REQUEST' ? undefined : OPERATOR_HEADERS[faults[0]?.path ?? '']
}

const PAGE_ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  FORBIDDEN:
    'A page asks for SANDBANK_TOKEN where the server has one, or for the one that it printed at its start; its form counts only when the same browser was shown the page.',
  METHOD_NOT_ALLOWED: 'A page is opened with GET; only its own form is sent with POST.',
  CONTENT_TOO_LARGE: 'A form may have 65536 bytes: choose fewer, or use the command in its place.',
  UNAVAILABLE: 'The bank could not answer at that moment; it may now.',
  NOT_FOUND: 'The bank has no such page.',
  RESOURCE_UNKNOWN: 'Nothing of that name or id is in this world; it may be in another one.',
  SCA_EXPIRED: 'This SCA has waited for too long: the TPP starts a new one.',
}

/** At the operator's door, by the header that was refused (D70). */
const OPERATOR_HEADERS: Readonly<Record<string, string>> = {
  Host: 'Call the bank by one of the names that the text lists. For another one it is started with SANDBANK_TOKEN, which each call of this door then carries (D70).',
  Origin:
    'Open GraphiQL at the address that the text names, or call from a program. A page of your own may call when the bank is started with SANDBANK_CORS and its origin (D70).',
  'Sec-Fetch-Site':
    "Open GraphiQL at the bank's own address, or call from a program. A page of another site may call when the bank is started with SANDBANK_CORS and its origin (D70).",
  Authorization:
    'Send the header Authorization: Bearer TOKEN, with SANDBANK_TOKEN or the token that the server printed at its start (D70).',
}

function documentAdvice(fault: { line: number; column: number; text: string }, query: string, base: string): string {
  const link = `${base}/graphql?${new URLSearchParams({ query })}`
  return `Line ${fault.line}, column ${fault.column} of the document: ${fault.text} GraphiQL offers what may stand there: ${link.length < LONGEST_LINK ? link : `${base}/graphql`}`
}

// Browsers refuse longer addresses.
const LONGEST_LINK = 8_000
