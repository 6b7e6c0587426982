import type { Context } from '../../context.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { DEFAULT_WORLD, WORLD_NAME } from '../../domain/worlds.ts'
import type { Authorisation } from '../../generated/client.ts'
import { addressOf, ask, at, type Commands, type Place, plain, type RefusedCall } from '../commands.ts'
import { type CallRemedy, numberOf } from '../explanation.ts'
import { quote } from '../shell.ts'
import { approved, authorisationIn, decidedAnew, deciderOf, isOpen, openSca, withKnownSca } from './authorisations.ts'
import { viewerOf } from './people.ts'

/** A header of the call, by its name in lower case. */
export type Header = (name: string) => string | undefined

/** What a person does in a browser after a page refused, and the command that does the same (D97). Nothing for a call that was not of a page (D95). */
export async function findPageRemedy(
  ctx: Context,
  code: ErrorCode,
  call: RefusedCall,
  header: Header,
): Promise<CallRemedy | undefined> {
  if (call.door !== 'PAGE' || code === 'SYSTEM_ERROR') return undefined
  const { path, place } = call
  const own = OWN_REMEDIES.find(([under]) => under.test(path))?.[1]
  const [, page, words, command] = PAGES.find(([under]) => under.test(path)) ?? []
  const isPage = own !== undefined || page !== undefined
  if (!isPage && code !== 'METHOD_NOT_ALLOWED' && header('accept')?.includes('text/html') !== true) return undefined
  const { advice, change } =
    own === undefined
      ? {
          advice: `Open ${addressOf(place)}/${page ?? ''}${words ?? ', which leads to all other pages.'}`,
          change: command?.(place) ?? ask(place, '{ clock { now } }'),
        }
      : await own(ctx, call)
  return { advice: [FIRST[code]?.(call, header), advice].filter(text => text !== undefined).join(' '), change }
}

const asking = (query: string) => (place: Place) => ask(place, query)

/** THE table of pages that refuse by their path: which one is opened, what is chosen there, and the command. */
const PAGES: readonly (readonly [under: RegExp, page: string, words: string, command: (place: Place) => Commands])[] = [
  [
    /^\/console\/clock(?:[/?]|$)/,
    '',
    ' and give a duration such as PT1H or P1D beside Advance.',
    asking('mutation { advanceClock(by: "PT1H") { now } }'),
  ],
  [/^\/console\/(?:token|live)(?:[/?]|$)/, '', ', which leads to all other pages.', asking('{ clock { now } }')],
  [
    /^\/console\/payments\//,
    'console/payments',
    ' and choose a payment: it shows them as they come.',
    asking('{ payments(last: 5) { nodes { id service status } } }'),
  ],
  [
    /^\/console\/(?:customers|accounts|card-accounts)\//,
    'console/customers',
    ' and choose a customer, whose accounts and cards are on the page.',
    asking('{ customers { nodes { id customerNumber name accounts { nodes { id iban } } } } }'),
  ],
  [
    /^\/requests\//,
    'requests',
    ' and choose one of its calls: the journal of a world has its last 10,000, of 24 hours (D95).',
    place => plain(`npx sandbank log${at(place)}`),
  ],
]

/** Pages whose remedy depends on the rows of the world. */
const OWN_REMEDIES: readonly (readonly [
  under: RegExp,
  find: (ctx: Context, call: RefusedCall) => Promise<CallRemedy>,
])[] = [
  [/^\/worlds\//, inKnownWorld],
  [/^\/sca(?:\/|$)/, answeredSca],
  [/^\/my(?:\/|$)/, ownConsents],
]

const FORM_BYTES = 65_536

/** The advice for a code, before the page is named. */
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

async function answeredSca(ctx: Context, call: RefusedCall): Promise<CallRemedy> {
  const { place } = call
  const named = await authorisationIn(ctx, call)
  const open = named === null ? await openSca(ctx) : isOpen(ctx, named) ? named : null
  if (open !== null) return approval(ctx, place, open)
  const who = await nameOf(ctx, await deciderOf(ctx, named?.customerId))
  if (named === null)
    return {
      advice: `No SCA waits for an answer in this world. The command starts one: open its scaRedirect at ${addressOf({ ...place, world: DEFAULT_WORLD })}, choose ${who} and approve.`,
      change: await withKnownSca(ctx, call),
    }
  const page = {
    CONSENT: `my/consents shows what ${who} has consented to.`,
    BASKET: 'console/payments shows how its payments stand.',
    PAYMENT: `console/payments/${named.resourceId} shows how its payment stands.`,
  }[named.purpose === 'CANCELLATION' ? 'PAYMENT' : named.purpose]
  return {
    advice: `This SCA has had its answer or its time is up, so nothing is left to choose on its page. ${addressOf(place)}/${page} The command goes on from there.`,
    change: await decidedAnew(ctx, call),
  }
}

/** The answer to an open SCA: on its page, and by the operator's command (D33). */
async function approval(ctx: Context, place: Place, authorisation: Authorisation): Promise<CallRemedy> {
  const { id, customerId, context } = authorisation
  const person = customerId === null ? await viewerOf(ctx, undefined) : undefined
  const number = customerId === null ? person?.customerNumber : await numberOf(ctx, customerId)
  const acting = (person?.context ?? context) === 'CORPORATE' ? ', act for the corporation,' : ''
  return {
    advice: `Open ${addressOf(place)}/sca/${id}, choose ${await nameOf(ctx, number)}${acting} and approve.`,
    change: await approved(ctx, place, authorisation),
  }
}

async function ownConsents(ctx: Context, { place }: RefusedCall): Promise<CallRemedy> {
  const where = { worldId: ctx.world.id }
  const consent = await ctx.db.consent.findFirst({ where: { ...where, revokedAt: null }, orderBy: { id: 'desc' } })
  const first = consent === null ? await ctx.db.customer.findFirst({ where, orderBy: { id: 'asc' } }) : null
  const number = consent === null ? first?.customerNumber : await numberOf(ctx, consent.customerId)
  const filter = `filter: { psu: ${JSON.stringify(number)} }`
  return {
    advice: `Open ${addressOf(place)}/my/consents and choose ${await nameOf(ctx, number)}: it shows their own consents, each with the button that takes it back.`,
    change: number === undefined ? undefined : ask(place, `{ consents(${filter}) { nodes { id state tppName } } }`),
  }
}

/** A page of an unknown world: the world is created, or another one chosen where the name is invalid (D1). */
async function inKnownWorld(_: Context, { place, path }: RefusedCall): Promise<CallRemedy> {
  const [, name = ''] = /^\/worlds\/([^/?]+)/.exec(path) ?? []
  const known = { ...place, world: DEFAULT_WORLD }
  const list = `${addressOf(known)}/console/worlds`
  if (!WORLD_NAME.test(name))
    return {
      advice: `Open ${list} and choose one of the worlds that there are.`,
      change: ask(known, '{ worlds { nodes { name } } }'),
    }
  return {
    advice: `The command makes the world ${name}; then open ${addressOf({ ...place, world: name })}/. ${list} shows the worlds that there are.`,
    change: plain(`npx sandbank world create ${quote(name)}${at(known)}`),
  }
}

async function nameOf(ctx: Context, customerNumber: string | undefined): Promise<string> {
  if (customerNumber === undefined) return 'a customer'
  const found = await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, customerNumber } })
  return found === null ? customerNumber : `${found.name} (${customerNumber})`
}
