import type { ErrorCode } from '../domain/errors.ts'
import { withKidCheckDigit } from '../domain/kid.ts'
import type { HeaderLine } from '../journal/calls.ts'
import { nearestPath } from '../rest/routes.ts'
import {
  again,
  ask,
  at,
  type Commands,
  type GraphqlAsk,
  isFields,
  plain,
  type RefusedCall,
  withAccess,
  withFields,
  withoutHeaders,
} from './commands.ts'
import { textMistake } from './json-mistakes.ts'
import { methodsOf } from './operation-schemas.ts'
import { quote } from './shell.ts'

/** For each code of a refusal the rule, and the command that mends it (D97). A code without one does not compile. */
type Remedy = { readonly rule: string; readonly change: (call: RefusedCall) => Commands }

/** After a refusal that a scenario forced: the call without its header, or the world without its scenarios (D88). */
export function scenarioRemedy(inHeader: boolean): Remedy {
  return {
    rule: 'D88',
    change: call => (inHeader ? again(withoutHeaders(call, 'Sandbank-Scenario')) : ask(call.place, CLEAR_SCENARIOS)),
  }
}

/**
 * The smallest change after which such a call passes: a header, a parameter, another value. What depends on what the world has is
 * put into the call before (`resolvers/why/mends`); what is told here for those codes is for a world that has nothing of it.
 */
export const CODE_REMEDIES = {
  FORMAT_ERROR: { rule: 'D11, D16, D18', change: repeat },
  BAD_REQUEST: { rule: 'D17', change: repeat },
  HTTP_HEADER_REQUIRED: { rule: 'D10', change: call => again(call, call.faults.flatMap(missingHeader)) },
  QUERY_PARAMETER_REQUIRED: {
    rule: 'D42',
    change: call =>
      again(
        call.asked === undefined
          ? { ...call, path: withParameter(call.path, `${call.faults[0]?.path ?? 'bookingStatus'}=both`) }
          : { ...call, asked: withBookingStatus(call.asked) },
      ),
  },
  SCA_INVALID: { rule: 'D33', change: call => ask(call.place, AUTHORISATIONS) },
  PAYMENT_FAILED: { rule: 'D37', change: call => ask(call.place, BALANCES) },
  EXECUTION_DATE_INVALID: { rule: 'D35, D38', change: repeat },
  REFERENCE_MIX_INVALID: { rule: '[I] Endpoints 1', change: call => ask(call.place, PAYMENTS) },
  KID_MISSING: { rule: 'D47', change: call => again(withKid(call)) },
  KID_INVALID: { rule: 'D47', change: call => again(withKid(call)) },
  CERTIFICATE_MISSING: { rule: '[I] Authentication 1', change: repeat },
  CERTIFICATE_INVALID: { rule: 'D13', change: repeat },
  CERTIFICATE_EXPIRED: { rule: 'D13', change: repeat },
  SIGNATURE_MISSING: { rule: '[I] Authentication 3', change: repeat },
  SIGNATURE_INVALID: { rule: 'D13, [I] Authentication', change: repeat },
  PSU_CREDENTIALS_INVALID: {
    rule: 'D34',
    change: call =>
      ask(call.place, '{ customers { nodes { customerNumber psuId engagements { nodes { agreement { id } } } } } }'),
  },
  CONSENT_INVALID: { rule: 'D32', change: repeat },
  CONSENT_EXPIRED: { rule: 'D32, D41, [I] Limits', change: repeat },
  CONSENT_UNKNOWN: { rule: 'D32', change: repeat },
  SCA_EXPIRED: { rule: 'D33', change: call => ask(call.place, AUTHORISATIONS) },
  FORBIDDEN: {
    rule: 'D14, D35, D70',
    change: call =>
      call.door === 'REST'
        ? ask(
            call.place,
            '{ customers { nodes { customerNumber engagements { nodes { id roles registerLimit approvalLimit account { iban } } } } } }',
          )
        : again(call),
  },
  PRODUCT_INVALID: { rule: 'decisions, Production side', change: call => again(withProduct(call)) },
  PRODUCT_UNKNOWN: { rule: 'decisions, Production side', change: call => again(withProduct(call)) },
  NOT_FOUND: { rule: 'D12', change: atNearestPath },
  RESOURCE_UNKNOWN: { rule: 'D3, D32', change: call => ask(call.place, listFor(call.path)) },
  SCA_NOT_FOUND: { rule: 'D33', change: call => ask(call.place, AUTHORISATIONS) },
  METHOD_NOT_ALLOWED: { rule: 'D12', change: call => again(withMethod(call)) },
  CANCELLATION_INVALID: { rule: 'D36', change: call => ask(call.place, PAYMENTS) },
  NOT_ACCEPTABLE: { rule: 'D19', change: repeat },
  CONFLICT: { rule: 'D15, D24, D29, D46', change: repeat },
  CONTENT_TOO_LARGE: {
    rule: 'D12: 1 MiB',
    change: call => again({ ...call, body: call.body === undefined ? undefined : beginningOf(call.body) }),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    rule: 'D12',
    change: call => again({ ...call, body: call.body && (textMistake(call.body)?.right ?? call.body) }),
  },
  HEADERS_TOO_LARGE: {
    rule: 'D12: 32 KiB',
    change: call => again({ ...call, headers: call.headers.filter(([, value]) => value.length <= LONGEST_HEADER) }),
  },
  ACCESS_EXCEEDED: {
    rule: '[I] Limits, D41',
    change: call => again(asPresent(call), [PRESENT]),
  },
  SYSTEM_ERROR: { rule: 'D16: always a bug', change: call => plain(`npx sandbank audit${at(call.place)}`) },
  UNAVAILABLE: { rule: 'D17', change: repeat },
} as const satisfies Record<ErrorCode, Remedy>

// `sandbank call` adds what was missing of Accept, Content-Type, certificate and signature.
function repeat(call: RefusedCall): Commands {
  return again(call)
}

const CLEAR_SCENARIOS = 'mutation { clearScenarios { scenario } }'
const AUTHORISATIONS = '{ authorisations(last: 5) { nodes { id purpose status expiresAt } } }'
const PAYMENTS = '{ payments(last: 5) { nodes { id service status tppId } } }'
const BALANCES =
  '{ accounts { nodes { id iban creditLine balances { balanceType balanceAmount { amount currency } } } } }'

const LISTS: readonly (readonly [RegExp, string])[] = [
  [/payments/, PAYMENTS],
  [/signing-baskets/, '{ signingBaskets(last: 5) { nodes { id status tppId } } }'],
  [/agreements/, '{ agreements { nodes { id name engagements { nodes { id } } } } }'],
  [/card-accounts/, '{ cardAccounts { nodes { id maskedPan } } }'],
  [/accounts/, '{ accounts { nodes { id iban } } }'],
  [/customers/, '{ customers { nodes { id customerNumber } } }'],
  [/tpps/, '{ tpps { nodes { id localName } } }'],
]

function listFor(path: string): string {
  return LISTS.find(([pattern]) => pattern.test(path))?.[1] ?? '{ world { name } worlds { nodes { name } } }'
}

/** What headers may hold where the caller has nothing better. */
const SAMPLES: Readonly<Record<string, string>> = {
  'psu-ip-address': '192.0.2.7',
  'tpp-session-id': 'session-1',
  'tpp-redirect-uri': 'https://tpp.example/back',
  'x-accept-fix': 'longer-name',
  'psu-context': 'PRIVATE',
}

export const PRESENT: HeaderLine = ['PSU-IP-Address', '192.0.2.7']

/** One of which nothing is known is left to `sandbank call`, or to the one who sends it. */
export function sampleHeader(name: string): HeaderLine[] {
  const value = SAMPLES[name.toLowerCase()]
  return value === undefined ? [] : [[name, value]]
}

function missingHeader({ path }: { readonly path?: string }): HeaderLine[] {
  return path === undefined ? [] : sampleHeader(path)
}

function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`
}

const NDCT = 'norwegian-domestic-credit-transfers'

function withBookingStatus({ query, variables }: GraphqlAsk): GraphqlAsk {
  const given = query.replace(/\b((?:card)?[aA]ccountTransactions)\s*\(/, '$1(bookingStatus: both, ')
  return { query: given, variables }
}

/** At the operator's door that the PSU is present is said by an argument (D41, D71). */
export function asPresent(call: RefusedCall): RefusedCall {
  return withAccess(call, { psuIpAddress: PRESENT[1] })
}

/** A payment by the product that its text has most in common with; bulk and periodic ones know one only. */
function withProduct({ path, ...call }: RefusedCall): RefusedCall {
  if (call.asked !== undefined) {
    const { query, variables } = call.asked
    const product = 'NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS'
    const given = Object.hasOwn(variables, 'product') ? { ...variables, product } : variables
    return {
      ...call,
      path,
      asked: { query: query.replace(/(?<![$\w])product:\s*[A-Z_]+/, `product: ${product}`), variables: given },
    }
  }
  const right = (service: string, written: string) => {
    if (service !== 'payments') return NDCT
    return PRODUCT_WORDS.find(([word]) => word.test(written))?.[1] ?? NDCT
  }
  return {
    ...call,
    path: path.replace(
      /^\/v1\/([a-z]*-?payments)\/([^/?]+)/,
      (_, service: string, written: string) => `/v1/${service}/${right(service, written)}`,
    ),
  }
}

const PRODUCT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/instant|straks/i, 'instant-norwegian-domestic-credit-transfers-straks'],
  [/sepa/i, 'sepa-credit-transfers'],
  [/cross|foreign|international/i, 'cross-border-credit-transfers'],
]

/** What names no path of the bank is of no door: the path that was meant tells which it is. */
function atNearestPath(call: RefusedCall): Commands {
  const nearest = nearestPath(call.path.split('?', 1)[0] ?? '')
  const [, world] = /^(?:\/worlds\/([\w-]+))?\/graphql$/.exec(nearest ?? '') ?? [nearest]
  if (nearest?.endsWith('/graphql') === true)
    return ask(
      { ...call.place, world: world ?? call.place.world },
      call.asked?.query ?? '{ clock { now } }',
      call.asked?.variables,
    )
  return again(withPath(call, nearest))
}

function withPath(call: RefusedCall, nearest: string | undefined): RefusedCall {
  if (nearest !== undefined) {
    const [, query] = call.path.split('?', 2)
    // A command names the world beside the path.
    const [, world = call.place.world, path = nearest] = /^\/worlds\/([\w-]+)(\/.*)$/.exec(nearest) ?? []
    const place = { ...call.place, world }
    return { ...call, door: 'REST', place, path: query === undefined ? path : `${path}?${query}` }
  }
  return { ...call, door: 'REST', method: 'GET', path: '/v1/sandbox/customers', body: undefined }
}

/** A method that the path has: one with a body for a call that had one. */
function withMethod(call: RefusedCall): RefusedCall {
  const allowed = methodsOf(call.path)
  const writes = call.body === undefined ? undefined : allowed.find(method => method === 'POST' || method === 'PUT')
  const reads = allowed.find(method => method === 'GET') ?? allowed[0] ?? 'GET'
  return { ...call, method: writes ?? reads, body: writes === undefined ? undefined : call.body }
}

/** A reference that is a KID: of the digits that were written, or of some. */
function withKid(call: RefusedCall): RefusedCall {
  const at = /^payments\[(\d+)\]/.exec(call.faults[0]?.path ?? '')?.[1]
  const mended = (fields: Readonly<Record<string, unknown>>) => {
    const structured = fields['remittanceInformationStructuredArray']
    const first: unknown = Array.isArray(structured) ? structured[0] : fields['remittanceInformationStructured']
    const written = isFields(first) ? first['reference'] : undefined
    const digits = typeof written === 'string' ? written.replace(/\D/g, '').slice(0, 24) : ''
    const reference = withKidCheckDigit(digits === '' ? '1234567' : digits, 'mod10')
    return {
      ...fields,
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: undefined,
      remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }],
    }
  }
  return withFields(call, fields => {
    const { payments } = fields
    if (at === undefined || !Array.isArray(payments)) return mended(fields)
    return {
      ...fields,
      payments: payments.map((one: unknown, index) => (index === Number(at) && isFields(one) ? mended(one) : one)),
    }
  })
}

const LONGEST_HEADER = 200
const LONGEST_BEGINNING = 2_000

/** The first whole values of a JSON text, with its brackets closed. */
function beginningOf(text: string): string {
  const open: string[] = []
  let [inText, whole] = [false, '{}']
  for (let at = 0; at < Math.min(text.length, LONGEST_BEGINNING); at += 1) {
    const character = text.charAt(at)
    if (inText) {
      if (character === '\\') at += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']')
    else if (character === '}' || character === ']') open.pop()
    else if (character === ',') whole = `${text.slice(0, at)}${open.toReversed().join('')}`
  }
  return whole
}

/** The TPP that may do all, with the id of the one that called where that is known: its payments and consents are its own (D3). */
export function makeTpp(name: string, id: string | undefined): string {
  return `npx sandbank tpp new ${name} --roles PI,AI${id === undefined ? '' : ` --id ${quote(id)}`}`
}
