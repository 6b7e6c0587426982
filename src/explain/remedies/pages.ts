import type { Context } from '../../context.ts'
import { isExpired } from '../../domain/authorisations.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { DEFAULT_WORLD, WORLD_NAME } from '../../domain/worlds.ts'
import type { Authorisation } from '../../generated/client.ts'
import { addressOf, ask, at, type Place, plain, type RefusedCall } from '../commands.ts'
import { type CallMend, numberOf } from '../explanation.ts'
import { quote } from '../shell.ts'
import { authorisationIn, decidedAnew, withKnownSca } from './authorisations.ts'
import { membersOf, type Person, personOf, viewerOf } from './people.ts'

/** A header of the call, by its name in small letters. */
type Header = (name: string) => string | undefined

type Page = { readonly under: RegExp; readonly mend: (ctx: Context, call: RefusedCall) => Promise<CallMend> }

/** For each page that can refuse, what a person does in a browser, and the command that comes to the same (D97): which one to open, and what to choose there. */
const PAGES: readonly Page[] = [
  { under: /^\/worlds\//, mend: inKnownWorld },
  { under: /^\/sca(?:\/|$)/, mend: answeredSca },
  { under: /^\/my(?:\/|$)/, mend: ownConsents },
  { under: /^\/console\/(?:clock|token|live)(?:[/?]|$)/, mend: fromConsole },
  { under: /^\/console\/payments\//, mend: shownPayment },
  { under: /^\/console\/(?:customers|accounts|card-accounts)\//, mend: shownCustomer },
  { under: /^\/requests\//, mend: shownCalls },
]

/** Nothing for a call that no page was asked with: those that name no path of the bank are of this door, too (D95). */
export async function pageMend(
  ctx: Context,
  code: ErrorCode,
  call: RefusedCall,
  header: Header,
): Promise<CallMend | undefined> {
  if (call.door !== 'PAGE' || code === 'SYSTEM_ERROR') return undefined
  const page = PAGES.find(({ under }) => under.test(call.path))
  if (page === undefined && code !== 'METHOD_NOT_ALLOWED' && !isBrowser(header)) return undefined
  const { advice, change } = await (page?.mend ?? fromConsole)(ctx, call)
  return { advice: [FIRST[code]?.(call, header), advice].filter(text => text !== undefined).join(' '), change }
}

function isBrowser(header: Header): boolean {
  return header('accept')?.includes('text/html') === true
}

const FORM_BYTES = 65_536

/** What is to be said of a code before the page is named. */
const FIRST: Readonly<Partial<Record<ErrorCode, (call: RefusedCall, header: Header) => string>>> = {
  FORBIDDEN: ({ method }) =>
    method === 'GET'
      ? 'Where the server asks for its token, enter it there: SANDBANK_TOKEN, or the one that it printed at its start.'
      : 'A form counts only together with the cookie of its page: it is sent from the page that the same browser was shown.',
  UNSUPPORTED_MEDIA_TYPE: () =>
    'The form of a page is sent as application/x-www-form-urlencoded, which its button does.',
  CONTENT_TOO_LARGE: (_, header) => {
    const size = Number(header('content-length'))
    const over = size > FORM_BYTES ? `; this one had ${size}, so at least ${size - FORM_BYTES} must go` : ''
    return `A form may have ${FORM_BYTES} bytes${over}. Tick fewer accounts, or give all of them with the command.`
  },
  METHOD_NOT_ALLOWED: () => 'A page is opened with GET; only its own form is sent with POST.',
  UNAVAILABLE: () => 'The bank could not answer at that moment; it may now.',
  NOT_FOUND: () => 'The bank has no such page.',
}

async function answeredSca(ctx: Context, call: RefusedCall): Promise<CallMend> {
  const named = await authorisationIn(ctx, call)
  const open = named !== null && isOpen(ctx, named) ? named : null
  if (open !== null) return approval(ctx, call.place, open)
  if (named === null) {
    const last = await ctx.db.authorisation.findFirst({
      where: { worldId: ctx.world.id, status: 'RECEIVED', expiresAt: { gt: ctx.now } },
      orderBy: { id: 'desc' },
    })
    if (last !== null) return approval(ctx, call.place, last)
    const person = await viewerOf(ctx, undefined)
    const change = await withKnownSca(ctx, call)
    return {
      advice: `No SCA waits for an answer in this world. The command starts one: open its scaRedirect at ${addressOf({ ...call.place, world: DEFAULT_WORLD })}, choose ${await nameOf(ctx, person?.customerNumber)} and approve.`,
      change,
    }
  }
  const number = named.customerId === null ? undefined : await numberOf(ctx, named.customerId)
  const person = number ?? (await viewerOf(ctx, undefined))?.customerNumber
  const where =
    named.purpose === 'CONSENT'
      ? `${addressOf(call.place)}/my/consents shows what ${await nameOf(ctx, person)} has consented to.`
      : named.purpose === 'BASKET'
        ? `${addressOf(call.place)}/console/payments shows how its payments stand.`
        : `${addressOf(call.place)}/console/payments/${named.resourceId} shows how its payment stands.`
  return {
    advice: `This SCA has had its answer or its time is up, so nothing is left to choose on its page. ${where} The command goes on from there.`,
    change: await decidedAnew(ctx, call),
  }
}

function isOpen({ now }: Context, authorisation: Authorisation): boolean {
  return authorisation.status === 'RECEIVED' && !isExpired(authorisation, now)
}

/** An open SCA as its page and as the operator answer it (D33). */
async function approval(ctx: Context, place: Place, authorisation: Authorisation): Promise<CallMend> {
  const { id, customerId } = authorisation
  const person = await approverOf(ctx, authorisation)
  const own = person?.customerNumber ?? (customerId === null ? undefined : await numberOf(ctx, customerId))
  const context = person === undefined ? '' : `, context: ${person.context}`
  const agreement = person === undefined || person.agreementId === '' ? '' : `, agreementId: "${person.agreementId}"`
  const who = `psu: ${JSON.stringify(own ?? '')}${context}${agreement}`
  const acting = person?.context === 'CORPORATE' ? ', act for the corporation,' : ''
  return {
    advice: `Open ${addressOf(place)}/sca/${id}, choose ${await nameOf(ctx, own)}${acting} and approve.`,
    change: ask(place, `mutation { completeAuthorisation(id: "${id}", ${who}, outcome: APPROVED) { redirectTo } }`),
  }
}

/** Who may answer: the PSU that the TPP has named, in the name that it has named, or one that may give a consent. */
async function approverOf(ctx: Context, authorisation: Authorisation): Promise<Person | undefined> {
  const { customerId, context, agreementId } = authorisation
  const able = (await membersOf(ctx)).filter(
    ({ customer, agreement }) =>
      (customerId ?? customer.id) === customer.id &&
      (agreementId ?? agreement.id) === agreement.id &&
      (context ?? (agreement.automatic ? 'PRIVATE' : 'CORPORATE')) === (agreement.automatic ? 'PRIVATE' : 'CORPORATE'),
  )
  const [first] = able
  if (customerId === null) return (await viewerOf(ctx, undefined)) ?? (first && personOf(first))
  return first && personOf(first)
}

async function ownConsents(ctx: Context, { place }: RefusedCall): Promise<CallMend> {
  const where = { worldId: ctx.world.id }
  const consent = await ctx.db.consent.findFirst({ where: { ...where, revokedAt: null }, orderBy: { id: 'desc' } })
  const number =
    consent === null
      ? (await ctx.db.customer.findFirst({ where, orderBy: { id: 'asc' } }))?.customerNumber
      : await numberOf(ctx, consent.customerId)
  return {
    advice: `Open ${addressOf(place)}/my/consents and choose ${await nameOf(ctx, number)}: it shows their own consents, each with the button that takes it back.`,
    change:
      number === undefined
        ? undefined
        : ask(
            place,
            `{ consents(filter: { customerNumber: ${JSON.stringify(number)} }) { nodes { id state tppName } } }`,
          ),
  }
}

async function shownPayment(ctx: Context, { place }: RefusedCall): Promise<CallMend> {
  const last = await ctx.db.payment.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'desc' } })
  const list = `${addressOf(place)}/console/payments`
  return {
    advice:
      last === null
        ? `There are no payments in this world yet: ${list} shows them as they come.`
        : `Open ${list} and choose one; the latest is ${list}/${last.id}.`,
    change: ask(place, '{ payments(last: 5) { nodes { id service status } } }'),
  }
}

async function shownCustomer(ctx: Context, { place }: RefusedCall): Promise<CallMend> {
  const first = await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'asc' } })
  const list = `${addressOf(place)}/console/customers`
  return {
    advice:
      first === null
        ? `There are no customers in this world yet: ${list} shows them as they come.`
        : `Open ${list} and choose a customer, whose accounts and cards are on the page: ${first.name} has ${list}/${first.id}.`,
    change: ask(place, '{ customers { nodes { id customerNumber name accounts { nodes { id iban } } } } }'),
  }
}

async function shownCalls(_: Context, { place }: RefusedCall): Promise<CallMend> {
  return {
    advice: `Open ${addressOf(place)}/requests and choose one of its calls: the journal of a world has its last 10,000, of 24 hours (D95).`,
    change: plain(`npx sandbank log${at(place)}`),
  }
}

async function fromConsole(_: Context, { place, path }: RefusedCall): Promise<CallMend> {
  const clock = path.startsWith('/console/clock')
  return {
    advice: clock
      ? `Open ${addressOf(place)}/ and give a duration such as PT1H or P1D beside Advance.`
      : `Open ${addressOf(place)}/, which leads to all other pages.`,
    change: ask(place, clock ? 'mutation { advanceClock(by: "PT1H") { now } }' : '{ clock { now } }'),
  }
}

/** A page of a world that there is not: of one that is made, or of the default one where no world can have such a name (D1). */
async function inKnownWorld(_: Context, { place, path }: RefusedCall): Promise<CallMend> {
  const [, name = ''] = /^\/worlds\/([^/?]+)/.exec(path) ?? []
  const known = { ...place, world: DEFAULT_WORLD }
  if (!WORLD_NAME.test(name))
    return {
      advice: `Open ${addressOf(known)}/console/worlds and choose one of the worlds that there are.`,
      change: ask(known, '{ worlds { nodes { name } } }'),
    }
  return {
    advice: `The command makes the world ${name}; then open ${addressOf({ ...place, world: name })}/. ${addressOf(known)}/console/worlds shows the worlds that there are.`,
    change: plain(`npx sandbank world create ${quote(name)}${at(known)}`),
  }
}

async function nameOf(ctx: Context, customerNumber: string | undefined): Promise<string> {
  if (customerNumber === undefined) return 'a customer'
  const found = await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, customerNumber } })
  return found === null ? customerNumber : `${found.name} (${customerNumber})`
}
