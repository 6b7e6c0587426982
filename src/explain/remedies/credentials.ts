import type { Context } from '../../context.ts'
import {
  accessOf,
  again,
  ask,
  type Commands,
  type GraphqlAsk,
  headerOf,
  inTurn,
  type RefusedCall,
  readsAsTpp,
  withFields,
  withHeaders,
  withValue,
} from '../commands.ts'
import { complete, numberOf } from '../explanation.ts'
import { asPresent, PRESENT, sampleHeader } from '../remedies.ts'
import { wantsAct } from './acts.ts'
import { authorisationIn } from './authorisations.ts'
import { debtorOf, totalOf } from './money.ts'
import { callFor, membersOf, type Person, payerOf, personOf, viewerOf } from './people.ts'
import { newSigner } from './signers.ts'

/** Where a call lacked who it is for, or what they may do. */

/** The headers that were missing, with a PSU of this world and its agreement (D10, D34). */
export async function withMissingHeaders(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const names = call.faults.map(({ path }) => path?.toLowerCase())
  if (names.includes('psu-corporate-id')) {
    const told = wantedValue(call)
    const psu = call.psu ?? psuIn(call)
    const own = (await membersOf(ctx, (await debtorOf(ctx, call))?.id)).find(
      ({ customer, agreement }) =>
        (customer.customerNumber === psu || customer.psuId === psu) &&
        !agreement.automatic &&
        (told ?? agreement.id) === agreement.id,
    )
    if (own === undefined) return undefined
    return readsAsTpp(call) ? again(callFor(call, personOf(own))) : forPayer(call, personOf(own))
  }
  if (!names.includes('psu-id')) return undefined
  const debtor = await debtorOf(ctx, call)
  const person = await viewerOf(ctx, undefined, debtor?.id)
  if (person === undefined) return undefined
  const others = call.faults.flatMap(({ path = 'psu-id' }) => sampleHeader(path))
  return again(callFor(call, person), others)
}

/** What the first fault says would be right. */
function wantedValue({ faults: [fault] }: RefusedCall): string | undefined {
  return fault?.want?.kind === 'value' && typeof fault.want.value === 'string' ? fault.want.value : undefined
}

/** Who a call of the operator's door is for (D71). */
function psuIn(call: RefusedCall): string | undefined {
  const named = accessOf(call)['psu'] ?? call.asked?.variables['psu']
  return typeof named === 'string' ? named : undefined
}

/** Under one of the agreements that a refusal lists, where the PSU can act under several (D33). */
export function underAgreement(call: RefusedCall): Commands | undefined {
  const { asked } = call
  const agreementId = wantedValue(call)
  if (asked === undefined || agreementId === undefined) return undefined
  return again({ ...call, asked: withArguments(asked, { agreementId }, 'customerNumber') })
}

/** A PSU, or an agreement, that the bank knows (D34). */
export async function withKnownPsu(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [fault] = call.faults
  if (fault?.path === 'PSU-Corporate-ID') {
    const own = (await membersOf(ctx)).find(({ customer }) => customer.customerNumber === call.psu)
    return own === undefined ? undefined : mended(callFor(call, personOf(own)))
  }
  const authorisation = await authorisationIn(ctx, call)
  if (fault?.path === 'customerNumber' && authorisation !== null) {
    const { customerId } = authorisation
    const number =
      customerId === null ? (await viewerOf(ctx, undefined))?.customerNumber : await numberOf(ctx, customerId)
    return complete(call.place, authorisation.id, number, authorisation)
  }
  const person = await viewerOf(ctx, undefined, (await debtorOf(ctx, call))?.id)
  if (person === undefined) return undefined
  return mended(callFor(call, person), person.customerNumber)
}

// At the operator's door a PSU is an argument, and not a header (D71).
function mended(call: RefusedCall, number?: string): Commands {
  const want = call.faults[0]?.want
  if (call.door === 'REST' || want?.kind !== 'known') return again(call)
  const right = want.noun === 'agreement' ? headerOf(call, 'PSU-Corporate-ID') : number
  return again(right === undefined ? call : withValue(call, want.key, right))
}

/** A consent for what was asked for, and the call once more (D32, D41). */
export async function afterConsent(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, kind, id] = /^\/v1\/(accounts|card-accounts)\/([^/?]+)/.exec(call.path) ?? []
  const { psu, agreementId } = accessOf(call)
  const agreement = headerOf(call, 'PSU-Corporate-ID') ?? (typeof agreementId === 'string' ? agreementId : undefined)
  const number = call.psu ?? (typeof psu === 'string' ? psu : undefined)
  const person = await viewerOf(ctx, number, kind === 'accounts' ? id : undefined, agreement)
  if (person === undefined) return undefined
  const named = call.psu === undefined || person.context === 'CORPORATE' ? callFor(call, person) : call
  return inTurn(
    grantFor(named, person),
    again(wantsAct(call.faults, 'SHOW_PSU') ? asPresent(withHeaders(named, PRESENT)) : named),
  )
}

/** The PSU gives the TPP of a call a consent, for all accounts it may. */
export function grantFor(call: RefusedCall, { customerNumber, context, agreementId }: Person): Commands {
  const { place } = call
  const { tpp } = accessOf(call)
  const tppId = typeof tpp === 'string' ? tpp : call.tppId
  const order = [
    ...(tppId === undefined ? [] : [`access: { tpp: ${JSON.stringify(tppId)} }`]),
    `psu: ${JSON.stringify(customerNumber)}`,
    `context: ${context}`,
    ...(context === 'PRIVATE' ? [] : [`agreementId: ${JSON.stringify(agreementId)}`]),
  ]
  return ask(place, `mutation { grantConsent(${order.join(', ')}) { psuHeaders { name value } } }`)
}

/** A certificate with the role, or a member with the right (D14, D35). */
export async function withRights(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [fault] = call.faults
  if (fault?.path === 'TPP-Signature-Certificate') return again({ ...call, signer: await newSigner(ctx, call.tppId) })
  if (fault?.path === 'customerNumber') {
    const authorisation = await authorisationIn(ctx, call)
    if (authorisation === null) return undefined
    const payment = await ctx.db.payment.findFirst({
      where: { worldId: ctx.world.id, id: authorisation.resourceId ?? '' },
    })
    const able = (await membersOf(ctx, payment?.debtorAccountId)).find(
      ({ roles, customer }) => roles.includes('APPROVE') && customer.id !== payment?.customerId,
    )
    return complete(call.place, authorisation.id, able?.customer.customerNumber, authorisation)
  }
  if (fault?.path !== 'debtorAccount') return undefined
  const debtor = await debtorOf(ctx, call)
  if (debtor === undefined) {
    const own = (await membersOf(ctx)).find(({ customer }) => customer.customerNumber === call.psu)
    if (own === undefined) return undefined
    const { iban, currency } = own.account
    return again(withFields(callFor(call, personOf(own)), fields => ({ ...fields, debtorAccount: { iban, currency } })))
  }
  const person = await payerOf(ctx, debtor, totalOf(call, debtor.currency))
  if (person !== undefined) return forPayer(call, person)
  const [member] = await membersOf(ctx, debtor.id)
  if (member === undefined || call.psu === undefined) return undefined
  const whole = totalOf(call, debtor.currency) / 10n ** 2n + 1n
  const input = `{ customer: ${JSON.stringify(call.psu)}, account: { iban: "${debtor.iban}" }, roles: [REGISTER, VIEW, APPROVE], registerLimit: ${whole}, approvalLimit: ${whole} }`
  const given = ask(
    call.place,
    `mutation { createEngagement(agreementId: "${member.agreementId}", input: ${input}) { id } }`,
  )
  const own = { customerNumber: call.psu, context: 'CORPORATE', agreementId: member.agreementId } as const
  return inTurn(given, forPayer(call, own))
}

/** Other values for arguments: in the variables that give them, or written into the document beside one that it has. */
function withArguments(
  { query, variables }: GraphqlAsk,
  given: Readonly<Record<string, string>>,
  beside = 'psu',
): GraphqlAsk {
  const named = Object.entries(given).map(([name, value]) => ({ name, value, variable: variableOf(query, name) }))
  const values = named.flatMap(({ variable, value }) => (variable === undefined ? [] : [[variable, value] as const]))
  const written = named.flatMap(({ name, value, variable }) =>
    variable === undefined ? [`${name}: ${name === 'context' ? value : JSON.stringify(value)}, `] : [],
  )
  return {
    query: query.replace(new RegExp(`(?<![$\\w])${beside}\\s*:`), found => written.join('') + found),
    variables: { ...variables, ...Object.fromEntries(values) },
  }
}

/** The variable that gives an argument, whatever it is called. */
function variableOf(query: string, name: string): string | undefined {
  return new RegExp(`(?<![$\\w])${name}\\s*:\\s*\\$(\\w+)`).exec(query)?.[1]
}

function forPayer(call: RefusedCall, person: Person): Commands {
  const own = callFor(call, person)
  if (call.asked === undefined) return again(own)
  const { customerNumber, context, agreementId } = person
  const caller = { psu: customerNumber, context, ...(context === 'CORPORATE' ? { agreementId } : {}) }
  return again({ ...own, asked: withArguments(call.asked, caller) })
}
