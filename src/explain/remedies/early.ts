import type { ErrorCode } from '../../domain/errors.ts'
import { ask, type RefusedCall } from '../commands.ts'
import type { CallMend } from '../explanation.ts'
import { CODE_REMEDIES } from '../remedies.ts'

/**
 * What mends a call that the bank refused before it looked at what was asked: of a request that was not read nothing can be repeated, an
 * address or a browser page is no matter of the call, and a fault of the bank none of its caller (D97).
 */
export function earlyMend(code: ErrorCode, call: RefusedCall): CallMend | undefined {
  const fault = BANK_FAULTS[code]
  if (fault !== undefined) return { advice: fault, change: CODE_REMEDIES[code].change(call) }
  // Nothing could be told of it, not even its method.
  if (!/^[A-Z]+$/.test(call.method) || call.path === '')
    return { advice: UNREAD[code] ?? UNREADABLE, change: undefined }
  // Nor its document, at this door.
  if (call.door === 'GRAPHQL' && code === 'HEADERS_TOO_LARGE')
    return { advice: UNREAD[code], change: ask(call.place, '{ clock { now } }') }
  const [path] = call.faults.map(one => one.path ?? '')
  const advice = OPERATOR[path ?? '']
  if (call.door !== 'GRAPHQL' || advice === undefined || code === 'BAD_REQUEST') return undefined
  return { advice, change: ask(call.place, call.asked?.query ?? '{ clock { now } }', call.asked?.variables) }
}

/** Faults of the bank, which no other request would mend. */
const BANK_FAULTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  SYSTEM_ERROR:
    'This is a fault of the bank and no mistake of the call, so nothing of the call is to be changed: please report it, with the X-Request-ID and what the log of the server says of it. What was refused is not in the books; the command checks them.',
  UNAVAILABLE:
    'The call is right: send it again, as it was and with the same X-Request-ID, after the seconds that Retry-After says. The text says what the bank waits for; where that is its disk or its files, whoever runs the bank makes room or starts it again.',
}

const UNREADABLE =
  'Nothing of the request could be read, so that no command can repeat it. Compare its first line and its headers with what `npx sandbank call GET /v1/sandbox/customers --verbose` sends.'

const UNREAD: Readonly<Partial<Record<ErrorCode, string>>> = {
  HEADERS_TOO_LARGE:
    'The headers were so large that nothing else of the request was read. Send it again with less than 32 KiB of them: mostly cookies, or a token, of another server on the same host are too many.',
}

/** At the operator's door, by the header that was refused (D70). */
const OPERATOR: Readonly<Record<string, string>> = {
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
