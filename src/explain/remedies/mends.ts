import type { Context } from '../../context.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { DEFAULT_WORLD, nameOf } from '../../domain/worlds.ts'
import { addressOf, again, ask, type Commands, fieldsOf, type RefusedCall, withFields } from '../commands.ts'
import { corrected } from '../corrections.ts'
import type { CallMend } from '../explanation.ts'
import { afterAct, wantsAct } from './acts.ts'
import { decidedAnew, withKnownSca } from './authorisations.ts'
import { withoutConflict } from './conflicts.ts'
import { afterConsent, underAgreement, withKnownPsu, withMissingHeaders, withRights } from './credentials.ts'
import { earlyMend } from './early.ts'
import { afterMoney } from './money.ts'
import { pageMend } from './pages.ts'
import { itsStatus, withOneTransfer, withOwnBasket } from './payments.ts'
import { membersOf, viewerOf } from './people.ts'
import { withKnown, withKnownNoun } from './resources.ts'
import { type Header, smaller, withSample } from './sizes.ts'

/** Nothing where the world has not what it would take. */
type Mend = (ctx: Context, call: RefusedCall) => Promise<Commands | undefined> | Commands | undefined

/** For each code that depends on what the world has: the command that mends it, with a PSU, an account or a payment that there is (D97). */
const MENDS: Readonly<Partial<Record<ErrorCode, Mend>>> = {
  FORMAT_ERROR: rightForm,
  BAD_REQUEST: async (ctx, call) => (await withKnownNoun(ctx, call)) ?? rightForm(ctx, call),
  EXECUTION_DATE_INVALID: rightForm,
  HTTP_HEADER_REQUIRED: withMissingHeaders,
  PSU_CREDENTIALS_INVALID: withKnownPsu,
  CONSENT_INVALID: withConsent,
  CONSENT_EXPIRED: withConsent,
  CONSENT_UNKNOWN: withConsent,
  FORBIDDEN: withRights,
  PAYMENT_FAILED: afterMoney,
  REFERENCE_MIX_INVALID: withOwnBasket,
  RESOURCE_UNKNOWN: withKnown,
  CONTENT_TOO_LARGE: withOneTransfer,
  SCA_INVALID: async (ctx, call) => underAgreement(call) ?? decidedAnew(ctx, call),
  SCA_EXPIRED: decidedAnew,
  SCA_NOT_FOUND: withKnownSca,
  CANCELLATION_INVALID: (_, call) => itsStatus(call),
  CONFLICT: withoutConflict,
  ACCESS_EXCEEDED: withoutOldestWorld,
}

/** Nothing where the code alone says what mends it. */
export async function mendOf(
  ctx: Context,
  code: ErrorCode,
  call: RefusedCall,
  header: Header,
): Promise<CallMend | undefined> {
  const page = await pageMend(ctx, code, call, header)
  if (page !== undefined) return page
  const early = earlyMend(code, call)
  if (early !== undefined) return early
  const change = (await afterAct(ctx, call)) ?? (await MENDS[code]?.(ctx, call))
  if (code === 'CONTENT_TOO_LARGE') return smaller(ctx, call, change, header)
  const isUnread = call.door === 'GRAPHQL' && call.asked === undefined
  if (isUnread && wantsAct(call.faults, 'SEND_LESS')) return { advice: IN_PARTS, change: undefined }
  if (isUnread && (code === 'UNSUPPORTED_MEDIA_TYPE' || code === 'FORMAT_ERROR'))
    return { advice: AS_JSON, change: ask(call.place, '{ clock { now } }') }
  const document = documentAdvice(call)
  if (document !== undefined) return { advice: document, change: unlistedField(call) }
  return change === undefined ? undefined : { advice: undefined, change }
}

const IN_PARTS =
  'Send the document in parts, each within the limit that the refusal names: fewer fields, fewer rows (first, last), and values as variables.'

// No document was read.
const AS_JSON =
  'Send the document as the text query of a JSON object, and its values in the object variables, with Content-Type: application/json. The command sends it so.'

/** Where a document is wrong that nothing near to it would mend, and where it is shown while one writes. */
function documentAdvice({ asked, place }: RefusedCall): string | undefined {
  if (asked?.fault === undefined) return undefined
  const { line, column, text } = asked.fault
  const address = `${addressOf(place)}/graphql`
  const link = `${address}?${new URLSearchParams({ query: asked.query })}`
  return `Line ${line}, column ${column} of the document: ${text} GraphiQL marks the place and offers what may stand there: ${link.length < LONGEST_LINK ? link : address}`
}
// Longer ones no browser would take.
const LONGEST_LINK = 8_000

// As many worlds as there may be (D75).
async function withoutOldestWorld(ctx: Context, { faults, place }: RefusedCall): Promise<Commands | undefined> {
  if (faults[0]?.path !== 'worlds') return undefined
  const name = { not: null, notIn: [DEFAULT_WORLD, nameOf(ctx.world)] }
  const oldest = await ctx.db.world.findFirst({ where: { name }, orderBy: { createdAt: 'asc' } })
  return oldest === null
    ? undefined
    : ask(place, 'mutation ($name: String!) { deleteWorld(name: $name) { name } }', { name: nameOf(oldest) })
}

/** Where the account is none of the PSU's, one of them (D32). */
async function withConsent(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  return (await afterConsent(ctx, call)) ?? withKnown(ctx, call)
}

async function rightForm(ctx: Context, call: RefusedCall): Promise<Commands> {
  if (call.door === 'REST' && call.body === undefined && call.faults.every(({ path }) => path === undefined)) {
    const sample = (await withOneTransfer(ctx, call)) ?? (await withSample(ctx, call))
    if (sample !== undefined) return sample
  }
  const right = await withOwnAccount(ctx, corrected(call, ctx.now))
  const lacksPsu = call.faults.some(({ path }) => path?.toLowerCase() === 'psu-id')
  const person = lacksPsu ? await viewerOf(ctx, undefined) : undefined
  return again(person === undefined ? right : { ...right, psu: person.customerNumber })
}

/** The debtor account that was at fault is one of the PSU's own, since no other would do (D35). */
async function withOwnAccount(ctx: Context, call: RefusedCall): Promise<RefusedCall> {
  if (!call.faults.some(({ path }) => path?.startsWith('debtorAccount') === true)) return call
  const named = JSON.stringify(fieldsOf(call))
  // What is paid to is no account to pay from.
  const members = (await membersOf(ctx)).filter(({ account }) => !named.includes(`"${account.iban}"`))
  const own = members.find(({ customer }) => customer.customerNumber === call.psu) ?? members[0]
  if (own === undefined) return call
  const { iban, currency } = own.account
  return withFields(call, fields => ({ ...fields, debtorAccount: { iban, currency } }))
}

/** What a type of the graph has, or an operation takes, where a document asks for something else and nothing is like it. */
function unlistedField({ asked, place }: RefusedCall): Commands | undefined {
  const lists = asked?.fault?.lists
  if (lists === undefined) return undefined
  const fields = lists.args ? 'name args { name description }' : 'name description'
  return ask(place, `{ __type(name: "${lists.type}") { fields { ${fields} } } }`)
}
