import type { Context } from '../../context.ts'
import { missingRight } from '../../domain/engagements.ts'
import type { Authorisation } from '../../generated/client.ts'
import {
  again,
  ask,
  type Commands,
  headerOf,
  idsIn,
  inTurn,
  type RefusedCall,
  withFields,
  withHeaders,
  withValue,
} from '../commands.ts'
import { complete, grantConsent, numberOf } from '../explanation.ts'
import { wantsAct } from './acts.ts'
import { accessOf, readsAsTpp, withAccess, withArguments } from './arguments.ts'
import { authorisationIn, deciderOf } from './authorisations.ts'
import { debtorOf, totalOf } from './money.ts'
import {
  argumentsOf,
  callFor,
  localTpps,
  type Member,
  memberFor,
  membersOf,
  newSigner,
  type Person,
  payerOf,
  personOf,
  viewerOf,
} from './people.ts'
import { PRESENT, sampleHeader } from './values.ts'

/** Remedies for a missing or unknown PSU, a missing consent and missing rights. */

/** The headers that were missing, with a PSU of this world and its agreement (D10, D34). */
export async function withMissingHeaders(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const names = call.faults.flatMap(({ path }) => path?.toLowerCase() ?? [])
  const others = call.faults.flatMap(({ path = '' }) => sampleHeader(path))
  const debtor = await debtorOf(ctx, call)
  if (names.includes('psu-corporate-id')) {
    const wanted = wantedValue(call)
    const psu = call.psu ?? psuIn(call)
    const isMeant = ({ customer, agreement }: Member) =>
      (customer.customerNumber === psu || customer.psuId === psu) &&
      !agreement.automatic &&
      (wanted ?? agreement.id) === agreement.id
    const own = await memberFor(ctx, psu, isMeant, debtor?.id)
    return own && forPayer(call, personOf(own))
  }
  if (!names.includes('psu-id')) return again(call, others)
  const person = await viewerOf(ctx, undefined, debtor?.id)
  return person && again(callFor(call, person), others)
}

/** The right value, where the first fault names it. */
function wantedValue({ faults: [fault] }: RefusedCall): string | undefined {
  return fault?.want?.kind === 'value' && typeof fault.want.value === 'string' ? fault.want.value : undefined
}

/** The PSU that a document names (D71). */
function psuIn(call: RefusedCall): string | undefined {
  return textOf(accessOf(call)['psu'] ?? call.graphql?.variables['psu'])
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** One of the agreements that the refusal lists, for a PSU with several (D33). */
export function underAgreement(call: RefusedCall): Commands | undefined {
  const agreementId = wantedValue(call)
  if (call.graphql === undefined || agreementId === undefined) return undefined
  return again({ ...call, graphql: withArguments(call.graphql, { agreementId: JSON.stringify(agreementId) }) })
}

/** A PSU, or an agreement, that the bank knows (D34). */
export async function withKnownPsu(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [fault] = call.faults
  const isAgreement = fault?.path === 'PSU-Corporate-ID'
  const authorisation = await authorisationIn(ctx, call)
  if (fault?.path === 'customerNumber' && authorisation !== null) {
    return decidedBy(call, authorisation, await deciderOf(ctx, authorisation.customerId))
  }
  const isOwn = ({ customer }: Member) => customer.customerNumber === call.psu
  const own = isAgreement ? await memberFor(ctx, call.psu, isOwn) : undefined
  const person = isAgreement ? own && personOf(own) : await viewerOf(ctx, undefined, (await debtorOf(ctx, call))?.id)
  if (person === undefined) return undefined
  const named = callFor(call, person)
  // At the operator's door a PSU is an argument, and not a header (D71).
  if (call.door === 'REST' || fault?.want?.kind !== 'known') return again(named)
  const right = fault.want.noun === 'agreement' ? headerOf(named, 'PSU-Corporate-ID') : person.customerNumber
  return again(right === undefined ? named : withValue(named, fault.want.key, right))
}

/** A consent for the accounts that the call names, and the call once more (D32, D41). */
export async function afterConsent(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, kind, id] = /^\/v1\/(accounts|card-accounts)\/([^/?]+)/.exec(call.path) ?? []
  const { psu, agreementId } = accessOf(call)
  const agreement = headerOf(call, 'PSU-Corporate-ID') ?? textOf(agreementId)
  const person = await viewerOf(ctx, call.psu ?? textOf(psu), kind === 'accounts' ? id : undefined, agreement)
  if (person === undefined) return undefined
  const named = call.psu === undefined || person.context === 'CORPORATE' ? callFor(call, person) : call
  return inTurn(grantFor(named, person), wantsAct(call.faults, 'SHOW_PSU') ? withPsuThere(named) : again(named))
}

/** The call of a PSU that is there: at the operator's door an argument says so (D41, D71). */
export function withPsuThere(call: RefusedCall): Commands {
  return again(withAccess(withHeaders(call, PRESENT), { psuIpAddress: JSON.stringify(PRESENT[1]) }))
}

export function grantFor(call: RefusedCall, { customerNumber: psu, ...acting }: Person): Commands {
  return grantConsent(call.place, textOf(accessOf(call)['tpp']) ?? call.tppId, { psu, ...acting })
}

/** A certificate with the role, or a member with the right (D14, D35). */
export async function withRights(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [fault] = call.faults
  if (fault?.path === 'TPP-Signature-Certificate') {
    const names = (await localTpps(ctx)).map(({ localName }) => localName)
    return again({ ...call, signer: newSigner(names, call.tppId) })
  }
  if (fault?.path !== 'debtorAccount') return byMember(ctx, call)
  const debtor = await debtorOf(ctx, call)
  const psu = call.psu ?? psuIn(call)
  if (debtor === undefined) {
    const own = await memberFor(ctx, psu, ({ customer }) => customer.customerNumber === psu)
    if (own === undefined) return undefined
    const { iban, currency } = own.account
    const paid = withFields(call, fields => ({ ...fields, debtorAccount: { iban, currency } }))
    return forPayer(paid, personOf(own))
  }
  const total = totalOf(call, debtor.currency)
  const person = await payerOf(ctx, debtor, total)
  if (person !== undefined) return forPayer(call, person)
  const [member] = await membersOf(ctx, debtor.id)
  const where = { worldId: ctx.world.id, ownerId: debtor.ownerId, automatic: false }
  const agreementId = member?.agreementId ?? (await ctx.db.agreement.findFirst({ where }))?.id
  const customerNumber = psu ?? member?.customer.customerNumber
  if (agreementId === undefined || customerNumber === undefined) return undefined
  const own = { customerNumber, context: 'CORPORATE', agreementId } as const
  return inTurn(engagementFor(call, own, debtor.iban, total), forPayer(call, own))
}

/** The call by a member with the right: the one that registered the payment, or an approver of a payment that waits for one (D33, D35). */
async function byMember(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const worldId = ctx.world.id
  const authorisation = await authorisationIn(ctx, call)
  const id = { in: [authorisation?.resourceId ?? '', ...idsIn(`${call.path} ${JSON.stringify(call.graphql ?? '')}`)] }
  const payment = await ctx.db.payment.findFirst({ where: { worldId, OR: [{ id }, { basketId: id }] } })
  if (payment === null) return undefined
  const { context, agreementId, debtorAccountId, debtorIban, debtorCurrency, totalMinor, status } = payment
  const by = (customerNumber: string) =>
    authorisation === null && call.graphql === undefined
      ? again(callFor(call, { customerNumber, context, agreementId }))
      : decidedBy(call, authorisation, customerNumber)
  if (status !== 'PDNG') return by(await numberOf(ctx, payment.customerId))
  const may = (member: Member) =>
    member.agreementId === agreementId && missingRight([member], 'APPROVE', debtorCurrency, totalMinor) === undefined
  const able = await memberFor(ctx, undefined, may, debtorAccountId)
  if (able !== undefined) return by(able.customer.customerNumber)
  const customerNumber = await numberOf(ctx, payment.customerId)
  const given = engagementFor(call, { customerNumber, context, agreementId }, debtorIban ?? '', totalMinor)
  return inTurn(given, by(customerNumber))
}

/** The call for another PSU; on a page of the bank it is the approval. */
function decidedBy(call: RefusedCall, authorisation: Authorisation | null, psu: string | undefined): Commands {
  if (call.graphql === undefined || psu === undefined)
    return authorisation === null ? again(call) : complete(call.place, authorisation.id, psu, authorisation)
  const name = /\bcustomerNumber\b/.test(call.graphql.query) ? 'customerNumber' : 'psu'
  return again({ ...call, graphql: withArguments(call.graphql, { [name]: JSON.stringify(psu) }) })
}

/** A further engagement with the rights for an amount: of several engagements the highest limit counts (D35). */
function engagementFor({ place }: RefusedCall, { customerNumber, agreementId }: Person, iban: string, minor: bigint) {
  const limit = minor / 10n ** 2n + 1n
  const input = `{ customer: ${JSON.stringify(customerNumber)}, account: { iban: "${iban}" }, roles: [REGISTER, VIEW, APPROVE], registerLimit: ${limit}, approvalLimit: ${limit} }`
  return ask(place, `mutation { createEngagement(agreementId: "${agreementId}", input: ${input}) { id } }`)
}

function forPayer(call: RefusedCall, person: Person): Commands {
  const own = callFor(call, person)
  return again(
    call.graphql === undefined || readsAsTpp(call)
      ? own
      : { ...own, graphql: withArguments(call.graphql, argumentsOf(person)) },
  )
}
