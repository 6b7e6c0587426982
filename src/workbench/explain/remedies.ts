import { nearestPath } from '../../api/rest/routes.ts'
import type { Context } from '../../bank/context.ts'
import { type Act, type ErrorCode, wantsAct } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import type { Scenario } from '../../generated/client.ts'
import { meantJson } from '../../platform/http/json-mistakes.ts'
import { adviceOfDoor } from './advice-of-doors.ts'
import {
  accessOf,
  addressOf,
  again,
  ask,
  at,
  type Commands,
  headerOf,
  oneAfterAnother,
  type RefusedCall,
  recordIn,
  withHeaders,
  withoutHeaders,
} from './commands.ts'
import { listRequired } from './copies/required-headers.ts'
import { correctedCall } from './corrected-calls.ts'
import { type CallRemedy, type FindCommands, grantConsent } from './explanation.ts'
import { methodsOf, operationOf } from './operation-schemas.ts'

/** For each code of a refusal: its rule if the refusal names none, the caller's call in a form that succeeds, and advice if there is none (D97). */
type Remedy = {
  readonly rule: string
  /** The commands after which the call succeeds; absent when only advice can help. */
  readonly find?: FindCommands
  readonly advice: string | ((call: RefusedCall) => string)
}

const corrected: FindCommands = async (ctx, call) => {
  const right = await correctedCall(ctx, call)
  return right && again(right)
}
// `sandbank call` creates certificate, digest, signature, X-Request-ID, Accept and Content-Type anew.
const repeated: FindCommands = (_, call) => again(call)

const EXPLAIN = '`npx sandbank explain` looks at a request in every detail.'
const CERTIFY = `Sign with a certificate of this bank, as \`npx sandbank call\` does; ${EXPLAIN}`
const SIGN = `Sign the call as it is sent, as \`npx sandbank call\` does; ${EXPLAIN}`
const CONSENT =
  'Send the PSU to _links.scaRedirect of the answer, where it gives its consent; `grantConsent` does it for a test.'
const PRODUCTS =
  'The products are norwegian-domestic-credit-transfers, instant-norwegian-domestic-credit-transfers-straks, sepa-credit-transfers and cross-border-credit-transfers; bulk and periodic payments know the first alone.'
/** A code without a remedy does not compile. */
export const REMEDIES: Readonly<Record<ErrorCode, Remedy>> = {
  FORMAT_ERROR: {
    rule: 'D16',
    find: corrected,
    advice: call => `Correct what the faults name, each at its place. ${formOf(call)}`,
  },
  BAD_REQUEST: {
    rule: 'D17',
    find: corrected,
    advice: call => `Send what the text says in its place. ${formOf(call)}`,
  },
  HTTP_HEADER_REQUIRED: { rule: 'D10', find: withMissingHeaders, advice: missingHeaders },
  QUERY_PARAMETER_REQUIRED: {
    rule: 'D42',
    advice: 'Add bookingStatus to the query: booked, pending, both or all.',
  },
  SCA_INVALID: {
    rule: 'D33',
    advice:
      'Decide with the customerNumber of the PSU that the SCA is for, in one of the contexts and under one of the agreements that it has.',
  },
  PAYMENT_FAILED: {
    rule: 'D37',
    advice: 'Pay less, pay from another account, or give the account money first: changeBalances sets what is booked.',
  },
  EXECUTION_DATE_INVALID: {
    rule: 'D35, D38',
    find: corrected,
    advice:
      'Choose days by the clock of this world, which the text names: today or later, and an end that is not before the start.',
  },
  REFERENCE_MIX_INVALID: {
    rule: '[I] Endpoints 1',
    advice: 'Leave bulk and periodic payments out of the basket, and authorise each of them by itself.',
  },
  KID_MISSING: {
    rule: 'D47',
    advice:
      'The creditor wants a KID: send the one of its invoice as remittanceInformationStructuredArray, with referenceType SCOR.',
  },
  KID_INVALID: {
    rule: 'D47',
    advice:
      'Copy the KID from the invoice again: a digit is wrong, or there are too many. It ends in a check digit, mod 10 or mod 11.',
  },
  CERTIFICATE_MISSING: { rule: '[I] Authentication 1', find: repeated, advice: CERTIFY },
  CERTIFICATE_INVALID: { rule: 'D13', find: withTppHere, advice: CERTIFY },
  CERTIFICATE_EXPIRED: { rule: 'D13', find: repeated, advice: CERTIFY },
  SIGNATURE_MISSING: { rule: '[I] Authentication 3', find: repeated, advice: SIGN },
  SIGNATURE_INVALID: { rule: 'D13, [I] Authentication', find: repeated, advice: SIGN },
  PSU_CREDENTIALS_INVALID: {
    rule: 'D34',
    find: corrected,
    advice:
      "Name a customer of this world: PSU-ID is its psuId, X-PSU-IDENTITY its customerNumber, and PSU-Corporate-ID an agreement in which it has an engagement. `npx sandbank graphql '{ customers { nodes { customerNumber psuId engagements { nodes { agreement { id } } } } } }'` lists them.",
  },
  CONSENT_INVALID: { rule: 'D32', find: afterConsent, advice: CONSENT },
  CONSENT_EXPIRED: { rule: 'D32, D41, [I] Limits', find: afterConsent, advice: CONSENT },
  CONSENT_UNKNOWN: { rule: 'D32', find: afterConsent, advice: CONSENT },
  SCA_EXPIRED: {
    rule: 'D33',
    advice:
      'Start a new SCA, as the TPP does: by the link of the payment, basket or consent. An SCA waits 30 minutes for its answer.',
  },
  FORBIDDEN: {
    rule: 'D14, D35, D70',
    advice:
      'The text names the right that is missing: a role of the certificate (`npx sandbank tpp new NAME --roles PI,AI`), or a role or limit of the PSU, which the engagement states.',
  },
  PRODUCT_INVALID: { rule: 'D17', advice: PRODUCTS },
  PRODUCT_UNKNOWN: { rule: 'D17', advice: PRODUCTS },
  NOT_FOUND: {
    rule: 'D12',
    find: atNearestPath,
    advice: ({ place }) => `The bank has no such path. ${addressOf(place)}/docs lists all that it has.`,
  },
  RESOURCE_UNKNOWN: {
    rule: 'D3, D32',
    find: corrected,
    advice: call =>
      `Name a row of this world, and of the TPP that made it. ${call.path.includes('/accounts/') ? 'The accounts are those of the consent: GET /v1/accounts lists them. ' : ''}World and TPP of this call are in its journal.`,
  },
  SCA_NOT_FOUND: {
    rule: 'D33',
    find: corrected,
    advice: 'Name an authorisation of this payment or basket: GET on its collection lists them, POST starts one.',
  },
  METHOD_NOT_ALLOWED: {
    rule: 'D12',
    find: withMethod,
    advice: call => `The path has the methods ${methodsOf(call.path).join(', ') || 'that Allow names'}.`,
  },
  CANCELLATION_INVALID: {
    rule: 'D36',
    advice: 'What is final is not cancelled: its status says how it ended.',
  },
  NOT_ACCEPTABLE: { rule: 'D19', find: repeated, advice: 'Accept application/json, or leave Accept out.' },
  CONFLICT: {
    rule: 'D15, D24, D29, D46',
    find: withoutConflict,
    advice: 'The text names what stands in the way: choose another value, or end that first.',
  },
  CONTENT_TOO_LARGE: {
    rule: 'D12',
    advice: ({ door }) =>
      door === 'REST'
        ? 'A body may have 1 MiB: send less in one call. One bulk payment may go as several, one basket too.'
        : 'Send less in one document: several mutations in several calls, a fixture in several documents.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    rule: 'D12',
    find: withJson,
    advice: 'Send JSON in UTF-8, with Content-Type: application/json.',
  },
  HEADERS_TOO_LARGE: {
    rule: 'D12',
    advice:
      'Send less than 32 KiB of headers: mostly cookies, or a token, of another server on the same host are too many.',
  },
  ACCESS_EXCEEDED: {
    rule: '[I] Limits, D41',
    advice:
      'Wait as the text says; or, where the PSU is there at its device, send its address in PSU-IP-Address: the limit is for calls without it.',
  },
  SYSTEM_ERROR: {
    rule: 'D16',
    advice: ({ place }) =>
      `This is a fault of the bank, not of the call: please report it with its X-Request-ID and what the server's log says. Nothing of what was refused is in the books; \`npx sandbank audit${at(place)}\` checks them.`,
  },
  UNAVAILABLE: {
    rule: 'D17',
    find: repeated,
    advice:
      'The call is right: send it again, as it was and with the same X-Request-ID, after the seconds that Retry-After says.',
  },
}

/** The remedy for a refused call: a command if the caller's own call determines it, and advice. */
export async function findRemedy(ctx: Context, code: ErrorCode, call: RefusedCall): Promise<CallRemedy> {
  const { find, advice } = REMEDIES[code]
  const [act] = call.faults.flatMap(({ want }) => (want?.kind === 'act' ? [want.act] : []))
  const unread = adviceOfDoor(code, call)
  const own = unread ?? (act && ADVICE_OF_ACTS[act])
  return {
    advice: own ?? (typeof advice === 'string' ? advice : advice(call)),
    change: unread === undefined ? await find?.(ctx, call) : undefined,
  }
}

/** What must be done before a call that is itself right; undefined if the advice for the code says it. */
const ADVICE_OF_ACTS: Readonly<Record<Act, string | undefined>> = {
  ADVANCE_CLOCK: 'The clock of a world goes forward only: advanceClock moves it, and a snapshot is the way back.',
  ALLOW_DUPLICATE:
    'Where it is to be paid twice, say so: ?allowLogicalDuplicate=true in the path, or in GraphQL allowLogicalDuplicate: true in the input.',
  CANCEL_AT_ONCE:
    'No member is left to authorise the cancellation: cancel it without an SCA, by DELETE of the payment.',
  CANCEL_PAYMENTS: 'Cancel the payments that are not final first: cancelPaymentInBank does it for one.',
  CLEAR_HABITS: 'Remove habits: clearHabits removes all of the world.',
  CLEAR_SCENARIOS: 'Remove scenarios that are used up: clearScenarios removes all of the world.',
  DELETE_CUSTOMER: 'The automatic agreement of a private customer goes with the customer: deleteCustomer.',
  DELETE_SNAPSHOT: 'Delete the snapshot of that name first, or choose another name.',
  EXAMINE_SIGNATURE: undefined,
  LEAVE_SCENARIO: 'Without the scenario the call passes.',
  LOOK_AT_STATE: 'Look at its state first: `npx sandbank why ID` says what it waits for.',
  MAKE_TPP:
    'Sign with a certificate of this bank: `npx sandbank tpp new NAME --base URL` makes one for its address, with --force where the name is taken.',
  NAME_MEMBER: 'Name an agreement of a corporation, an account that the corporation owns, and as customer a person.',
  RESET_WORLD: 'resetWorld makes the world what it was when it was created.',
  SEND_LESS:
    'Send the document in parts, each within the limit that the text names: fewer fields, fewer rows (first, last), and values as variables.',
  SHOW_PSU: 'Name the PSU by its customerNumber.',
}

/** The call by a new TPP that this bank certifies, where the home of the caller has another authority (D111). */
function withTppHere(_: Context, call: RefusedCall): Commands | undefined {
  if (call.door !== 'REST' || !wantsAct(call.faults, 'MAKE_TPP')) return again(call)
  return again({ ...call, signer: { tpp: 'acme', createdBy: 'npx sandbank tpp new acme' } })
}

function formOf(call: RefusedCall): string {
  const operation = operationOf(call)
  const docs = `${addressOf(call.place)}/docs`
  return operation === undefined
    ? `${docs} shows the form of each operation.`
    : `${docs}/operations/${operation.name} shows the form of each field.`
}

/** The headers that `sandbank call` adds by itself, and the agreement of a PSU that has one (D10, D34). */
async function withMissingHeaders(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const names = call.faults.map(({ path = '' }) => path.toLowerCase())
  if (names.includes('psu-id')) return undefined
  if (!names.includes('psu-corporate-id')) return call.door === 'REST' ? again(call) : undefined
  const stated = call.faults[0]?.want
  const [only, another] =
    stated?.kind === 'value' ? [String(stated.value)] : await agreementsOf(ctx, call.psu, { automatic: false })
  if (only === undefined || another !== undefined || call.door !== 'REST') return undefined
  return again(withHeaders(call, ['PSU-Corporate-ID', only]))
}

function missingHeaders(call: RefusedCall): string {
  const names = call.faults.flatMap(({ path }) => path ?? [])
  const guessed = names.filter(name => name !== 'PSU-ID' && listRequired('basket').includes(name))
  const psu = names.includes('PSU-ID')
    ? ' PSU-ID is the psuId of the customer for whom you call; `npx sandbank call --psu NUMBER` looks it up.'
    : ''
  const agreement = names.find(name => /^PSU-Corporate-ID$|\bagreementId$/.test(name))
  const corporate =
    agreement === undefined ? '' : ` ${agreement} is the id of the agreement of the corporation for which the PSU acts.`
  const others = guessed.length === 0 ? '' : ` \`npx sandbank call\` adds ${guessed.join(', ')} by itself.`
  return `Send ${names.join(', ')}.${psu}${corporate}${others}`
}

async function agreementsOf(ctx: Context, psu: string | undefined, which: { readonly automatic?: boolean } = {}) {
  if (psu === undefined) return []
  const worldId = ctx.world.id
  const rights = await ctx.db.engagement.findMany({
    where: { worldId, customer: { customerNumber: psu }, agreement: which },
    select: { agreementId: true },
    take: 200,
  })
  return [...new Set(rights.map(({ agreementId }) => agreementId))]
}

/** The consent that the rule requires, given by the call's PSU, and the call again (D32). */
async function afterConsent(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const access = accessOf(call)
  const psu = call.graphql === undefined ? call.psu : textOf(access['psu'])
  const tppId = call.graphql === undefined ? call.tppId : textOf(access['tpp'])
  const stated = textOf(access['agreementId']) ?? headerOf(call, 'PSU-Corporate-ID')
  if (psu === undefined) return undefined
  if (stated === undefined && (await agreementsOf(ctx, psu, { automatic: true })).length === 0) return undefined
  const acting =
    stated === undefined
      ? ({ psu, context: 'PRIVATE' } as const)
      : ({ psu, context: 'CORPORATE', agreementId: stated } as const)
  return oneAfterAnother(grantConsent(call.place, tppId, acting), again(call))
}

/** The same call at the path that was probably meant. */
function atNearestPath(_: Context, call: RefusedCall): Commands | undefined {
  const [written = '', query] = call.path.split('?', 2)
  const nearest = nearestPath(written)
  if (nearest === undefined) return undefined
  // A command states the world as an option.
  const [, world = call.place.world, path = nearest] = /^\/worlds\/([\w-]+)(\/.*)$/.exec(nearest) ?? []
  const place = { ...call.place, world }
  if (path === '/graphql') {
    const { query: document, variables } = recordIn(call.body ?? '')
    return typeof document === 'string' ? ask(place, document, isObject(variables) ? variables : {}) : undefined
  }
  return again({ ...call, door: 'REST', place, path: query === undefined ? path : `${path}?${query}` })
}

/** The only method of the path that fits the call: with a body, or without. */
function withMethod(_: Context, call: RefusedCall): Commands | undefined {
  if (call.door === 'GRAPHQL') return call.graphql && again(call)
  const isWriting = call.body !== undefined
  const fitting = methodsOf(call.path).filter(
    one => (one === 'POST' || one === 'PUT') === isWriting && one !== 'DELETE',
  )
  const [method, another] = fitting
  return method === undefined || another !== undefined ? undefined : again({ ...call, method })
}

/** A new X-Request-ID, or the word that allows a second payment (D15, D46). */
async function withoutConflict(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  if (call.faults[0]?.path === 'X-Request-ID') return again(call)
  if (!wantsAct(call.faults, 'ALLOW_DUPLICATE')) return corrected(ctx, call)
  if (call.door !== 'REST') return undefined
  const [path = '', query = ''] = call.path.split('?', 2)
  const parts = query.split('&').filter(part => part !== '' && !part.startsWith('allowLogicalDuplicate='))
  return again({ ...call, path: `${path}?${[...parts, 'allowLogicalDuplicate=true'].join('&')}` })
}

/** The body as JSON, if it is JSON or can be read in only one way. */
function withJson(_: Context, call: RefusedCall): Commands | undefined {
  if (call.door !== 'REST') return call.graphql && again(call)
  const body = call.body === undefined ? undefined : (meantJson(call.body) ?? call.body)
  return again({ ...call, body })
}

/** After a refusal that a scenario forced: the call without its header, or after the scenarios of the world that force it are removed (D88). */
export function withoutScenario(call: RefusedCall, forcing: readonly Scenario[]): Commands {
  const left = again(withoutHeaders(call, 'Sandbank-Scenario'))
  if (forcing.length === 0) return left
  const ids = JSON.stringify(forcing.map(({ id }) => id))
  return oneAfterAnother(ask(call.place, `mutation { clearScenarios(ids: ${ids}) { scenarios { scenario } } }`), left)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
