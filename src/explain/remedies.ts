import type { Context } from '../context.ts'
import type { ErrorCode } from '../domain/errors.ts'
import { MAX_BULK_TRANSFERS } from '../domain/products.ts'
import { DEFAULT_WORLD, nameOf } from '../domain/worlds.ts'
import { addressOf, again, ask, at, type Commands, fieldsOf, plain, type RefusedCall, withFields } from './commands.ts'
import { corrected } from './corrections.ts'
import type { CallRemedy, FindCommands } from './explanation.ts'
import { afterAct } from './remedies/acts.ts'
import { decidedAnew, withKnownSca } from './remedies/authorisations.ts'
import {
  afterConsent,
  underAgreement,
  withKnownPsu,
  withMissingHeaders,
  withPsuThere,
  withRights,
} from './remedies/credentials.ts'
import { afterMoney } from './remedies/money.ts'
import { findPageRemedy, type Header } from './remedies/pages.ts'
import { itsStatus, withOwnBasket } from './remedies/payments.ts'
import { memberFor, viewerOf } from './remedies/people.ts'
import { withKnown, withKnownNoun, withoutConflict } from './remedies/resources.ts'
import { findUnreadRemedy } from './remedies/unread.ts'
import {
  atNearestPath,
  withBookingStatus,
  withJson,
  withKid,
  withMethod,
  withProduct,
  withShortHeaders,
} from './remedies/values.ts'

/** For a code of a refusal: its rule, the smallest change after which such a call passes, and advice (D97). */
type Remedy = {
  readonly rule: string
  readonly find: FindCommands
  readonly advice?: (call: RefusedCall, header: Header) => string
}

// `sandbank call` adds what was missing of Accept, Content-Type, certificate and signature.
const repeat: FindCommands = (_, call) => again(call)
const withConsent: FindCommands = async (ctx, call) => (await afterConsent(ctx, call)) ?? withKnown(ctx, call)

/** A code without a remedy does not compile. */
export const REMEDIES: Readonly<Record<ErrorCode, Remedy>> = {
  FORMAT_ERROR: { rule: 'D11, D16, D18', find: rightForm },
  BAD_REQUEST: { rule: 'D17', find: async (ctx, call) => (await withKnownNoun(ctx, call)) ?? rightForm(ctx, call) },
  HTTP_HEADER_REQUIRED: { rule: 'D10', find: withMissingHeaders },
  QUERY_PARAMETER_REQUIRED: { rule: 'D42', find: (_, call) => withBookingStatus(call) },
  SCA_INVALID: { rule: 'D33', find: (ctx, call) => underAgreement(call) ?? decidedAnew(ctx, call) },
  PAYMENT_FAILED: { rule: 'D37', find: afterMoney },
  EXECUTION_DATE_INVALID: { rule: 'D35, D38', find: rightForm },
  REFERENCE_MIX_INVALID: { rule: '[I] Endpoints 1', find: withOwnBasket },
  KID_MISSING: { rule: 'D47', find: (_, call) => withKid(call) },
  KID_INVALID: { rule: 'D47', find: (_, call) => withKid(call) },
  CERTIFICATE_MISSING: { rule: '[I] Authentication 1', find: repeat },
  CERTIFICATE_INVALID: { rule: 'D13', find: repeat },
  CERTIFICATE_EXPIRED: { rule: 'D13', find: repeat },
  SIGNATURE_MISSING: { rule: '[I] Authentication 3', find: repeat },
  SIGNATURE_INVALID: { rule: 'D13, [I] Authentication', find: repeat },
  PSU_CREDENTIALS_INVALID: { rule: 'D34', find: withKnownPsu },
  CONSENT_INVALID: { rule: 'D32', find: withConsent },
  CONSENT_EXPIRED: { rule: 'D32, D41, [I] Limits', find: withConsent },
  CONSENT_UNKNOWN: { rule: 'D32', find: withConsent },
  SCA_EXPIRED: { rule: 'D33', find: decidedAnew },
  FORBIDDEN: { rule: 'D14, D35, D70', find: withRights },
  PRODUCT_INVALID: { rule: 'decisions, Production side', find: (_, call) => withProduct(call) },
  PRODUCT_UNKNOWN: { rule: 'decisions, Production side', find: (_, call) => withProduct(call) },
  NOT_FOUND: { rule: 'D12', find: (_, call) => atNearestPath(call) },
  RESOURCE_UNKNOWN: { rule: 'D3, D32', find: withKnown },
  SCA_NOT_FOUND: { rule: 'D33', find: withKnownSca },
  METHOD_NOT_ALLOWED: { rule: 'D12', find: (_, call) => withMethod(call) },
  CANCELLATION_INVALID: { rule: 'D36', find: (_, call) => itsStatus(call) },
  NOT_ACCEPTABLE: { rule: 'D19', find: repeat },
  CONFLICT: { rule: 'D15, D24, D29, D46', find: withoutConflict },
  CONTENT_TOO_LARGE: {
    rule: 'D12: 1 MiB',
    find: (_, call) => (call.door === 'REST' && call.body === undefined ? again({ ...call, body: '{}' }) : NO_COMMAND),
    advice: smaller,
  },
  UNSUPPORTED_MEDIA_TYPE: { rule: 'D12', find: (_, call) => withJson(call) },
  HEADERS_TOO_LARGE: { rule: 'D12: 32 KiB', find: (_, call) => withShortHeaders(call) },
  ACCESS_EXCEEDED: { rule: '[I] Limits, D41', find: withinLimits },
  SYSTEM_ERROR: {
    rule: 'D16: always a bug',
    find: (_, { place }) => plain(`npx sandbank audit${at(place)}`),
    advice: () =>
      'This is a fault of the bank and no mistake of the call, so nothing of the call is to be changed: please report it, with the X-Request-ID and what the log of the server says of it. What was refused is not in the books; the command checks them.',
  },
  UNAVAILABLE: {
    rule: 'D17',
    find: repeat,
    advice: () =>
      'The call is right: send it again, as it was and with the same X-Request-ID, after the seconds that Retry-After says. The text says what the bank waits for; where that is its disk or its files, whoever runs the bank makes room or starts it again.',
  },
}

const NO_COMMAND: Commands = []

/** `otherwise` is shown where the world has no rows for a remedy. */
export async function findRemedy(
  ctx: Context,
  code: ErrorCode,
  call: RefusedCall,
  header: Header,
  otherwise?: Commands,
): Promise<CallRemedy> {
  const { find, advice } = REMEDIES[code]
  const other =
    (await findPageRemedy(ctx, code, call, header)) ?? (advice === undefined ? findUnreadRemedy(code, call) : undefined)
  if (other !== undefined) return other
  const change = (await afterAct(ctx, call)) ?? (await find(ctx, call))
  if (change === undefined) return { advice: NOTHING_FITS, change: otherwise }
  return { advice: advice?.(call, header), change: change.length === 0 ? undefined : change }
}

const NOTHING_FITS =
  'This world has nothing that would let the call pass. The command shows what it has: name some of it, or add what is missing first.'

/** The customers, payments and authorisations of a world. */
export const WORLD_OVERVIEW =
  '{ customers { nodes { customerNumber psuId accounts { nodes { id iban } } engagements { nodes { id roles registerLimit approvalLimit agreement { id } } } } } payments(last: 5) { nodes { id service status tppId } } authorisations(last: 5) { nodes { id purpose status expiresAt } } }'

/** A right value in each faulty place; for an empty body, in each required place. */
async function rightForm(ctx: Context, call: RefusedCall): Promise<Commands> {
  const isEmpty = call.door === 'REST' && call.body === undefined && call.method !== 'GET'
  if (isEmpty && call.faults.every(({ path }) => path === undefined)) return again({ ...call, body: '{}' })
  const right = await withOwnAccount(ctx, corrected(call, ctx.now))
  const lacksPsu = call.faults.some(({ path }) => path?.toLowerCase() === 'psu-id')
  const person = lacksPsu ? await viewerOf(ctx, undefined) : undefined
  return again(person === undefined ? right : { ...right, psu: person.customerNumber })
}

/** A faulty debtor account becomes an account of the PSU, since only the PSU's own can pay (D35). */
async function withOwnAccount(ctx: Context, call: RefusedCall): Promise<RefusedCall> {
  if (!call.faults.some(({ path }) => path?.startsWith('debtorAccount') === true)) return call
  const named = JSON.stringify(fieldsOf(call))
  // The creditor account cannot be the debtor account.
  const own = await memberFor(ctx, call.psu, ({ account }) => !named.includes(`"${account.iban}"`))
  if (own === undefined) return call
  const { iban, currency } = own.account
  return withFields(call, fields => ({ ...fields, debtorAccount: { iban, currency } }))
}

/** The call with its PSU present (D41), or after the oldest world is deleted (D75). */
async function withinLimits(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  if (call.faults[0]?.path !== 'worlds') return withPsuThere(call)
  const name = { not: null, notIn: [DEFAULT_WORLD, nameOf(ctx.world)] }
  const oldest = await ctx.db.world.findFirst({ where: { name }, orderBy: { createdAt: 'asc' } })
  const query = 'mutation ($name: String!) { deleteWorld(name: $name) { name } }'
  return oldest === null ? undefined : ask(call.place, query, { name: nameOf(oldest) })
}

const BODY_BYTES = 1_048_576

/** Advice for a body over the limit (D12): by how much, and how to split it into several calls. */
function smaller({ door, path, place }: RefusedCall, header: Header): string {
  const size = Number(header('content-length'))
  const over = size > BODY_BYTES ? `, so at least ${size - BODY_BYTES} bytes must go` : ''
  const had = size > BODY_BYTES ? `The body had ${size} bytes` : `The body was larger than that`
  const split =
    door !== 'REST'
      ? `A fixture may have 8 MB, as a variable of the type FixtureInput. Send a larger one with \`npx sandbank fixture apply FILE${at(place)}\`, which splits it, and several mutations in several calls; ${addressOf(place)}/graphql says what each takes.`
      : path.startsWith('/v1/bulk-payments/')
        ? `Send its transfers in several bulk payments: one may have ${MAX_BULK_TRANSFERS}.`
        : path.startsWith('/v1/signing-baskets')
          ? 'Sign its payments in several baskets.'
          : 'This operation makes one thing a call, and no text in it may be that long: send one call for each, and what is no field of it not at all.'
  return `${had}; one may have ${BODY_BYTES}${over}. ${split}`
}
