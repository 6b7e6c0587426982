import type { AuthorisationStatus, PaymentStatus } from '../generated/client.ts'
import { SCA_MINUTES } from './authorisations.ts'
import { CONSENT_DAYS, type ConsentState } from './consents.ts'
import type { ErrorCode } from './errors.ts'
import type { Door } from './journal.ts'
import type { BasketStatus } from './signing-baskets.ts'

/**
 * Why things are as they are (D97): for each state and each refusal the rule, and the command that would change it. A state or
 * code without an explanation does not compile.
 */

/** A rule in words. `waitsFor` says what would move it on; a final state waits for nothing. */
export type Reason = { readonly rule: string; readonly text: string; readonly waitsFor?: string }

export const PAYMENT_REASONS = {
  RCVD: {
    rule: 'D35, D45',
    text: 'It is registered, and nobody has approved it yet.',
    waitsFor: 'the SCA of the PSU that registered it',
  },
  PDNG: {
    rule: 'D35',
    text: 'The PSU that registered it approved it, but lacks the role APPROVE or a sufficient approvalLimit.',
    waitsFor: 'the SCA of another member with APPROVE and a sufficient approvalLimit',
  },
  ACTC: {
    rule: 'D35, D38, D40',
    text: 'It is approved; its money is reserved until it is carried out.',
    waitsFor: 'its next batch or run',
  },
  ACWC: {
    rule: 'D35, D40',
    text: 'It is approved, and its day was moved: the one that was asked for has no batches, or another channel changed it.',
    waitsFor: 'its next batch',
  },
  ACSP: {
    rule: 'D35',
    text: 'One batch has taken it; a payment abroad or by SEPA arrives with the next one.',
    waitsFor: 'the batch after that',
  },
  ACSC: { rule: 'D35, D38', text: 'It is carried out: final.' },
  PART: { rule: 'D35', text: 'Some of its transfers were carried out, others failed: final.' },
  RJCT: { rule: 'D35, D37', text: 'It was rejected: final.' },
  CANC: { rule: 'D36', text: 'It was cancelled, by its TPP or in another channel of the bank: final.' },
} as const satisfies Record<PaymentStatus, Reason>

export const BASKET_REASONS = {
  RCVD: {
    rule: 'D39',
    text: 'At least one of its payments waits for the SCA of the PSU.',
    waitsFor: 'the SCA of the basket, or of that payment',
  },
  PATC: {
    rule: 'D39, D35',
    text: 'Some of its payments are approved, or wait for another member.',
    waitsFor: 'the SCA of another member, or of the payments that are left',
  },
  ACTC: { rule: 'D39', text: 'All of its payments are approved, or further.' },
  RJCT: { rule: 'D39', text: 'At least one of its payments was rejected or cancelled: the worst one counts.' },
} as const satisfies Record<BasketStatus, Reason>

export const CONSENT_REASONS = {
  VALID: { rule: 'D32, [I] Limits', text: `It serves its TPP for ${CONSENT_DAYS} days after it was granted.` },
  REPLACED: { rule: 'D32', text: 'A newer one of the same TPP, PSU, context and agreement counts in its place.' },
  EXPIRED: {
    rule: 'D32, [I] Limits',
    text: `It was granted more than ${CONSENT_DAYS} days ago.`,
    waitsFor: 'a new SCA of the PSU',
  },
  REVOKED: { rule: 'D32', text: 'The PSU took it back.', waitsFor: 'a new consent of the PSU' },
} as const satisfies Record<ConsentState, Reason>

export const AUTHORISATION_REASONS = {
  RECEIVED: {
    rule: 'D33',
    text: 'The PSU has not decided yet.',
    waitsFor: `the decision of the PSU, for ${SCA_MINUTES} minutes`,
  },
  FINALISED: { rule: 'D33', text: 'The PSU approved: final.' },
  FAILED: { rule: 'D33', text: 'The PSU rejected: final.' },
  EXPIRED: { rule: 'D33', text: `The PSU did not decide within ${SCA_MINUTES} minutes: final.`, waitsFor: 'a new SCA' },
} as const satisfies Record<AuthorisationStatus, Reason>

/** What is known of a refused call when the way to correct it is put together. */
type RefusedCall = {
  readonly door: Door
  readonly world: string
  readonly method: string
  /** Path and query below the world's base URL. */
  readonly path: string
  readonly body: string | undefined
  /** The customerNumber of the PSU that the call names, where the bank knows it. */
  readonly psu: string | undefined
  /** The PSU-Context that it was sent with: whose consent counts (D32). */
  readonly context: string | undefined
  readonly tppId: string | undefined
  /** What the first fault is about. */
  readonly at: string | undefined
  /** The fields that the operation does not know (D18). */
  readonly unknown: readonly string[]
}

type Remedy = { readonly rule: string; readonly change: (call: RefusedCall) => string }

/** After a refusal that a scenario forced: the call without its header, or the world without its scenarios (D88). */
export function scenarioRemedy(inHeader: boolean): Remedy {
  return { rule: 'D88', change: call => (inHeader ? again(call) : ask(call.world, CLEAR_SCENARIOS)) }
}

/** The smallest change after which such a call passes: a header, a parameter, a consent; where only the caller knows the right value, the call to correct. */
export const CODE_REMEDIES = {
  FORMAT_ERROR: { rule: 'D11, D16, D18', change: call => again(call) },
  BAD_REQUEST: { rule: 'D17, the rule in the text', change: call => again(call) },
  HTTP_HEADER_REQUIRED: { rule: 'D10', change: call => again(call, call.at === undefined ? [] : [header(call.at)]) },
  QUERY_PARAMETER_REQUIRED: {
    rule: 'D42',
    change: call => again({ ...call, path: withParameter(call.path, `${call.at ?? 'bookingStatus'}=both`) }),
  },
  SCA_INVALID: { rule: 'D33', change: call => ask(call.world, AUTHORISATIONS) },
  PAYMENT_FAILED: { rule: 'D37', change: call => ask(call.world, BALANCES) },
  EXECUTION_DATE_INVALID: { rule: 'D35, D38', change: call => again(call) },
  REFERENCE_MIX_INVALID: { rule: '[I] Endpoints 1', change: call => ask(call.world, PAYMENTS) },
  KID_MISSING: { rule: 'D47', change: call => ask(call.world, '{ accounts { nodes { id iban demandsKid } } }') },
  KID_INVALID: { rule: 'D47', change: call => again(call) },
  CERTIFICATE_MISSING: { rule: '[I] Authentication 1', change: call => again(call) },
  CERTIFICATE_INVALID: { rule: 'D13', change: call => again(call) },
  CERTIFICATE_EXPIRED: { rule: 'D13', change: call => again(call) },
  SIGNATURE_MISSING: { rule: '[I] Authentication 3', change: call => again(call) },
  SIGNATURE_INVALID: { rule: 'D13, [I] Authentication', change: call => again(call) },
  PSU_CREDENTIALS_INVALID: {
    rule: 'D34',
    change: call =>
      ask(call.world, '{ customers { nodes { customerNumber psuId engagements { nodes { agreement { id } } } } } }'),
  },
  CONSENT_INVALID: { rule: 'D32', change: grant },
  CONSENT_EXPIRED: { rule: 'D32, D41, [I] Limits', change: grant },
  CONSENT_UNKNOWN: { rule: 'D32', change: grant },
  SCA_EXPIRED: { rule: 'D33', change: call => ask(call.world, AUTHORISATIONS) },
  FORBIDDEN: {
    rule: 'D14, D35',
    change: call =>
      call.at === 'TPP-Signature-Certificate'
        ? 'npx sandbank tpp new all-roles --roles PI,AI'
        : ask(
            call.world,
            '{ customers { nodes { customerNumber engagements { nodes { id roles registerLimit approvalLimit account { iban } } } } } }',
          ),
  },
  PRODUCT_INVALID: {
    rule: 'decisions, Production side',
    change: call => again({ ...call, path: withProduct(call.path) }),
  },
  PRODUCT_UNKNOWN: {
    rule: 'decisions, Production side',
    change: call => again({ ...call, path: withProduct(call.path) }),
  },
  NOT_FOUND: { rule: 'D12', change: () => 'npx sandbank call GET /v1/sandbox/customers' },
  RESOURCE_UNKNOWN: { rule: 'D3, D32', change: call => ask(call.world, listFor(call.path)) },
  SCA_NOT_FOUND: { rule: 'D33', change: call => ask(call.world, AUTHORISATIONS) },
  METHOD_NOT_ALLOWED: { rule: 'D12', change: call => again({ ...call, method: 'GET', body: undefined }) },
  CANCELLATION_INVALID: { rule: 'D36', change: call => ask(call.world, PAYMENTS) },
  NOT_ACCEPTABLE: { rule: 'D19', change: call => again(call, ['Accept: application/json']) },
  CONFLICT: { rule: 'D15, D24, D29, D46, the rule in the text', change: call => again(call) },
  CONTENT_TOO_LARGE: {
    rule: 'D12: 1 MiB',
    change: call => again({ ...call, body: call.body === undefined ? undefined : '{}' }),
  },
  UNSUPPORTED_MEDIA_TYPE: { rule: 'D12', change: call => again(call, ['Content-Type: application/json']) },
  HEADERS_TOO_LARGE: { rule: 'D12: 32 KiB', change: call => again(call) },
  ACCESS_EXCEEDED: { rule: '[I] Limits, D41', change: call => again(call, [header('PSU-IP-Address')]) },
  SYSTEM_ERROR: { rule: 'D16: always a bug', change: call => `npx sandbank audit${atWorld(call.world)}` },
  UNAVAILABLE: { rule: 'D17', change: call => again(call) },
} as const satisfies Record<ErrorCode, Remedy>

/** A command that asks the operator's door of a world. */
export function ask(world: string, query: string): string {
  return `npx sandbank graphql${atWorld(world)} ${quoted(query)}`
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

/** The call once more, signed as it must be and with a new X-Request-ID, and with headers that it lacked. */
function again(call: RefusedCall, headers: readonly string[] = []): string {
  if (call.door === 'GRAPHQL') return ask(call.world, documentIn(call.body) ?? '{ clock { now } }')
  const { world, method, path, psu, context, body } = withoutUnknown(call)
  const parts = [
    `npx sandbank call ${method} ${quoted(path)}${atWorld(world)}`,
    ...(psu === undefined ? [] : [`--psu ${psu}`]),
    ...(context === undefined ? headers : [`PSU-Context: ${context}`, ...headers]).map(
      line => `--header ${quoted(line)}`,
    ),
    ...(body === undefined || body === '' ? [] : [`--data ${quoted(body)}`]),
  ]
  return parts.join(' ')
}

/** What a body of GraphQL asked for. */
function documentIn(body: string | undefined): string | undefined {
  const [, text] = /"query"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(body ?? '') ?? []
  return text === undefined ? undefined : String(JSON.parse(text))
}

/** Without the fields of the query and the body that were refused for being unknown: what is left may pass (D18). */
function withoutUnknown({ path, body, unknown, ...call }: RefusedCall): RefusedCall {
  const [plain = '', query = ''] = path.split('?')
  const isKept = (name: string | undefined) => name !== undefined && !unknown.includes(name)
  const kept = query.split('&').filter(part => part !== '' && isKept(part.split('=', 1)[0]))
  return {
    ...call,
    unknown,
    path: kept.length === 0 ? plain : `${plain}?${kept.join('&')}`,
    body: body === undefined || unknown.length === 0 ? body : withFields(body, isKept),
  }
}

function withFields(body: string, isKept: (name: string) => boolean): string {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return body
    return JSON.stringify(Object.fromEntries(Object.entries(parsed).filter(([name]) => isKept(name))))
  } catch {
    return body
  }
}

function grant({ world, tppId, psu }: RefusedCall): string {
  const access = tppId === undefined ? '' : `access: { tpp: ${JSON.stringify(tppId)} }, `
  return ask(
    world,
    `mutation { grantConsent(${access}customerNumber: "${psu ?? '13039319955'}") { psuHeaders { name value } } }`,
  )
}

// What headers may hold where the caller has nothing better.
const SAMPLES: Readonly<Record<string, string>> = {
  'psu-ip-address': '192.0.2.7',
  'tpp-session-id': 'session-1',
  'tpp-redirect-uri': 'https://tpp.example/back',
  'x-accept-fix': 'longer-name',
  'psu-context': 'PRIVATE',
}

function header(name: string): string {
  return `${name}: ${SAMPLES[name.toLowerCase()] ?? '…'}`
}

function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`
}

function withProduct(path: string): string {
  return path.replace(/^(\/v1\/[a-z-]*payments\/)[^/?]+/, '$1norwegian-domestic-credit-transfers')
}

function atWorld(world: string): string {
  return world === 'default' ? '' : ` --world ${world}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
