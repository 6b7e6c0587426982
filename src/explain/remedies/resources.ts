import type { Context } from '../../context.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { unlessGone } from '../../resolvers/references.ts'
import {
  again,
  at,
  type Commands,
  fieldsOf,
  inTurn,
  plain,
  type RefusedCall,
  withFields,
  withValue,
} from '../commands.ts'
import { withKnownSca } from './authorisations.ts'
import { grantFor } from './credentials.ts'
import { withKnownBasket, withOwnBasket, withOwnPayment } from './payments.ts'
import { callFor, membersOf, personOf, viewerOf } from './people.ts'

/** What there is in place of what a call names and its world has not (D3, D32). */
export async function withKnown(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [fault] = call.faults
  const { path } = call
  const [, world] = /^\/worlds\/([^/]+)/.exec(path) ?? []
  const noun = fault?.want?.kind === 'known' ? fault.want.noun : undefined
  if (world !== undefined && noun === 'world') return inNewWorld(call, world)
  if (fault?.path?.startsWith('paymentIds') === true) return withOwnBasket(ctx, call)
  if (noun === 'authorisation') return withKnownSca(ctx, call)
  if (call.door !== 'REST') return withKnownNoun(ctx, call)
  if (fault?.path === 'account') return withOpenedAccount(ctx, call)
  if (path.startsWith('/v1/sandbox/')) return withSandboxId(ctx, call)
  if (/^\/v1\/(card-)?accounts\//.test(path)) return withSeenAccount(ctx, call)
  if (/^\/v1\/(bulk-|periodic-)?payments\//.test(path)) return withOwnPayment(ctx, call)
  if (path.startsWith('/v1/signing-baskets/')) return withKnownBasket(ctx, call)
  return path.startsWith('/v1/tpps/') ? withOwnContact(call) : undefined
}

function inNewWorld(call: RefusedCall, name: string): Commands {
  const path = call.path.slice(`/worlds/${name}`.length)
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name))
    return again({ ...call, path, place: { ...call.place, world: DEFAULT_WORLD } })
  return inTurn(
    plain(`npx sandbank world create ${name}${at({ ...call.place, world: DEFAULT_WORLD })}`),
    again({ ...call, path, place: { ...call.place, world: name } }),
  )
}

/** The account in a consent of one who sees it; of another PSU's or an unknown one, the first that the PSU sees. */
async function withSeenAccount(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, kind, id = '', transactionId] =
    /^\/v1\/(card-)?accounts\/([^/?]+)(?:\/transactions\/([^/?]+))?/.exec(call.path) ?? []
  const known = kind === undefined ? await accountSeen(ctx, call, id) : await cardSeen(ctx, call, id)
  if (known === undefined) return undefined
  const own = callFor(call, known.person)
  const { path } = withValue(own, id, known.id)
  if (transactionId === undefined) return inTurn(grantFor(own, known.person), again({ ...own, path }))
  const where = { worldId: ctx.world.id, accountId: known.id }
  const line =
    (await ctx.db.transaction.findFirst({ where: { ...where, id: transactionId } })) ??
    (await ctx.db.transaction.findFirst({ where, orderBy: [{ bookingDate: 'desc' }, { id: 'desc' }] }))
  const right =
    line === null
      ? path.replace(/\/transactions\/.*/, '/transactions?bookingStatus=both')
      : withValue({ ...own, path }, transactionId, line.id).path
  return inTurn(grantFor(own, known.person), again({ ...own, path: right }))
}

async function accountSeen(ctx: Context, { psu }: RefusedCall, id: string) {
  const account = await unlessGone(ctx.load.account(id))
  const seen = account === null ? undefined : await viewerOf(ctx, psu, id)
  if (seen !== undefined) return { id, person: seen }
  const members = await membersOf(ctx)
  const own = members.find(({ customer }) => customer.customerNumber === psu) ?? members[0]
  return own === undefined ? undefined : { id: own.accountId, person: personOf(own) }
}

async function cardSeen(ctx: Context, { psu }: RefusedCall, id: string) {
  const own = { worldId: ctx.world.id, owner: { type: 'PRIVATE' } } as const
  const card =
    (await ctx.db.cardAccount.findFirst({ where: { ...own, id }, include: { owner: true } })) ??
    (await ctx.db.cardAccount.findFirst({
      where: psu === undefined ? own : { ...own, owner: { customerNumber: psu } },
      include: { owner: true },
    }))
  if (card === null) return undefined
  const { customerNumber } = card.owner
  return { id: card.id, person: { customerNumber, context: 'PRIVATE', agreementId: '' } as const }
}

/** An account that the PSU has, opened to the TPP (D32). */
async function withOpenedAccount(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const members = await membersOf(ctx)
  const own = members.find(({ customer }) => customer.customerNumber === call.psu) ?? members[0]
  if (own === undefined) return undefined
  const { iban, currency } = own.account
  const named = withFields(callFor(call, personOf(own)), fields => ({ ...fields, account: { iban, currency } }))
  return inTurn(grantFor(named, personOf(own)), again(named))
}

function withOwnContact(call: RefusedCall): Commands | undefined {
  if (call.tppId === undefined) return undefined
  const path = `/v1/tpps/${call.tppId}/contact-information`
  const emails = JSON.stringify({ emails: ['psd2-operations@tpp.example'] })
  const body = Object.keys(fieldsOf(call)).length === 0 ? emails : call.body
  const put = again({ ...call, method: 'PUT', path, body })
  if (call.method === 'PUT') return put
  return inTurn(put, again({ ...call, path, body: undefined, signer: { ...call.signer, made: undefined } }))
}

/** For each kind of sandbox data one that there is. */
const FIRST = {
  customers: ctx => ctx.db.customer.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'asc' } }),
  accounts: ctx => ctx.db.account.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'asc' } }),
  'card-accounts': ctx => ctx.db.cardAccount.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'asc' } }),
  agreements: ctx =>
    ctx.db.agreement.findFirst({ where: { worldId: ctx.world.id }, orderBy: [{ automatic: 'asc' }, { id: 'asc' }] }),
} as const satisfies Record<string, (ctx: Context) => Promise<{ id: string } | null>>

function isKind(text: string): text is keyof typeof FIRST {
  return Object.hasOwn(FIRST, text)
}

async function withSandboxId(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, kind = '', id = '', below, inner = ''] =
    /^\/v1\/sandbox\/([a-z-]+)\/([^/?]+)(?:\/(\w+)\/([^/?]+))?/.exec(call.path) ?? []
  if (!isKind(kind)) return undefined
  const first = await FIRST[kind](ctx)
  if (below === undefined) return first === null ? undefined : again(withValue(call, id, first.id))
  const worldId = ctx.world.id
  const row =
    below === 'engagements'
      ? await ctx.db.engagement
          .findFirst({ where: { worldId, agreementId: id } })
          .then(async own => own ?? (await ctx.db.engagement.findFirst({ where: { worldId }, orderBy: { id: 'asc' } })))
      : null
  if (row !== null) return again(withValue(withValue(call, id, row.agreementId), inner, row.id))
  const line =
    kind === 'card-accounts'
      ? await ctx.db.cardTransaction.findFirst({ where: { worldId, cardAccountId: id } })
      : await ctx.db.transaction.findFirst({ where: { worldId, accountId: id } })
  if (line !== null) return again(withValue(call, inner, line.id))
  return first === null ? undefined : again({ ...call, path: `/v1/sandbox/${kind}/${first.id}/${below}` })
}

/** What the world does not have, replaced by one that it has (D26, D71). */
export async function withKnownNoun(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const want = call.faults.find(fault => fault.want?.kind === 'known')?.want
  if (want?.kind !== 'known') return undefined
  const found = await NOUNS[want.noun]?.(ctx)
  return found === undefined ? undefined : again(withValue(call, want.key, found))
}

const NOUNS: Readonly<Record<string, (ctx: Context) => Promise<string | undefined>>> = {
  customer: async ctx => (await FIRST.customers(ctx))?.customerNumber,
  'customer with the number': async ctx => (await FIRST.customers(ctx))?.customerNumber,
  corporation: async ctx =>
    (await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, type: 'CORPORATE' } }))?.customerNumber,
  account: async ctx => (await FIRST.accounts(ctx))?.id,
  'card account': async ctx => (await FIRST['card-accounts'](ctx))?.id,
  agreement: async ctx => (await FIRST.agreements(ctx))?.id,
  engagement: async ctx => (await ctx.db.engagement.findFirst({ where: { worldId: ctx.world.id } }))?.id,
  payment: async ctx =>
    (await ctx.db.payment.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'desc' } }))?.id,
  consent: async ctx =>
    (await ctx.db.consent.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'desc' } }))?.id,
  transaction: async ctx => (await ctx.db.transaction.findFirst({ where: { worldId: ctx.world.id } }))?.id,
  'card transaction': async ctx => (await ctx.db.cardTransaction.findFirst({ where: { worldId: ctx.world.id } }))?.id,
  'signing basket': async ctx =>
    (await ctx.db.signingBasket.findFirst({ where: { worldId: ctx.world.id }, orderBy: { id: 'desc' } }))?.id,
  world: async () => DEFAULT_WORLD,
}
