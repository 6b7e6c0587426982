import type { Context } from '../../context.ts'
import { isObject } from '../../domain/given.ts'
import { DEFAULT_WORLD, WORLD_NAME } from '../../domain/worlds.ts'
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
import { changedAt } from '../corrections.ts'
import type { FindCommands } from '../explanation.ts'
import { withKnownSca } from './authorisations.ts'
import { grantFor } from './credentials.ts'
import { withKnownBasket, withOwnBasket, withOwnPayment } from './payments.ts'
import { callFor, memberFor, type Person, personOf, viewerOf } from './people.ts'

/** An existing row in place of an unknown one (D3, D32). */
export async function withKnown(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [fault] = call.faults
  const noun = fault?.want?.kind === 'known' ? fault.want.noun : undefined
  const [, world] = /^\/worlds\/([^/]+)/.exec(call.path) ?? []
  if (world !== undefined && noun === 'world') return inNewWorld(call, world)
  if (fault?.path?.startsWith('paymentIds') === true) return withOwnBasket(ctx, call)
  if (noun === 'authorisation') return withKnownSca(ctx, call)
  if (call.door === 'REST' && fault?.path === 'account') return withOpenedAccount(ctx, call)
  const find = call.door === 'REST' ? OF_PATHS.find(([path]) => path.test(call.path))?.[1] : undefined
  return (find ?? withKnownNoun)(ctx, call)
}

/** A TPP sees its own payments and baskets, and accounts that a consent opens to it. */
const OF_PATHS: readonly (readonly [RegExp, FindCommands])[] = [
  [/^\/v1\/(card-)?accounts\//, withSeenAccount],
  [/^\/v1\/(bulk-|periodic-)?payments\//, withOwnPayment],
  [/^\/v1\/signing-baskets\//, withKnownBasket],
  [/^\/v1\/tpps\//, (_, call) => withOwnContact(call)],
]

function inNewWorld(call: RefusedCall, name: string): Commands {
  const path = call.path.slice(`/worlds/${name}`.length)
  const outside = { ...call.place, world: DEFAULT_WORLD }
  if (!WORLD_NAME.test(name)) return again({ ...call, path, place: outside })
  return inTurn(
    plain(`npx sandbank world create ${name}${at(outside)}`),
    again({ ...call, path, place: { ...call.place, world: name } }),
  )
}

type AccountOfPerson = { readonly id: string; readonly person: Person }

/** A consent for the account by a PSU that sees it; else for the first account that the PSU of the call sees. */
async function withSeenAccount(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, card, id = '', transactionId] =
    /^\/v1\/(card-)?accounts\/([^/?]+)(?:\/transactions\/([^/?]+))?/.exec(call.path) ?? []
  const known = await (card === undefined ? accountSeen : cardSeen)(ctx, call, id)
  if (known === undefined) return undefined
  const right = withValue(callFor(call, known.person), id, known.id)
  return inTurn(
    grantFor(right, known.person),
    again(transactionId === undefined ? right : await withLine(ctx, right, known.id, transactionId)),
  )
}

/** The line of an account, or its latest one. */
async function withLine(ctx: Context, call: RefusedCall, accountId: string, id: string): Promise<RefusedCall> {
  const where = { worldId: ctx.world.id, accountId }
  const line =
    (await ctx.db.transaction.findFirst({ where: { ...where, id } })) ??
    (await ctx.db.transaction.findFirst({ where, orderBy: [{ bookingDate: 'desc' }, { id: 'desc' }] }))
  if (line !== null) return withValue(call, id, line.id)
  return { ...call, path: call.path.replace(/\/transactions\/.*/, '/transactions?bookingStatus=both') }
}

async function accountSeen(ctx: Context, { psu }: RefusedCall, id: string): Promise<AccountOfPerson | undefined> {
  const isThere = (await unlessGone(ctx.load.account(id))) !== null
  const person = isThere ? await viewerOf(ctx, psu, id) : undefined
  if (person !== undefined) return { id, person }
  const own = await memberFor(ctx, psu)
  return own && { id: own.accountId, person: personOf(own) }
}

async function cardSeen(ctx: Context, { psu }: RefusedCall, id: string): Promise<AccountOfPerson | undefined> {
  const own = { worldId: ctx.world.id, owner: { type: 'PRIVATE' } } as const
  const include = { owner: true } as const
  const where = psu === undefined ? own : { ...own, owner: { customerNumber: psu } }
  const card =
    (await ctx.db.cardAccount.findFirst({ where: { ...own, id }, include })) ??
    (await ctx.db.cardAccount.findFirst({ where, include }))
  const customerNumber = card?.owner.customerNumber ?? ''
  return card === null ? undefined : { id: card.id, person: { customerNumber, context: 'PRIVATE', agreementId: '' } }
}

/** An account that the PSU has, opened to the TPP (D32). */
async function withOpenedAccount(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const own = await memberFor(ctx, call.psu)
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
  const write = again({ ...call, method: 'PUT', path, body })
  if (call.method === 'PUT') return write
  return inTurn(write, again({ ...call, path, body: undefined, signer: { ...call.signer, createdBy: undefined } }))
}

/** An unknown row replaced by an existing one under its own parent (D26, D71). */
export async function withKnownNoun(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const want = call.faults.find(fault => fault.want?.kind === 'known')?.want
  if (want?.kind !== 'known') return undefined
  const found = await NOUNS[want.noun]?.(ctx)
  if (found == null) return undefined
  const [key, parent] = typeof found === 'string' ? [found] : found
  const right = withValue(call, want.key, key)
  if (parent === undefined || call.door !== 'REST') return again(right)
  return again({ ...right, path: right.path.replace(new RegExp(`[^/]+(?=/\\w+/${key})`), parent) })
}

type RowKey = string | readonly [key: string, parent: string] | undefined

const first = ({ world }: Context) => ({ where: { worldId: world.id }, orderBy: { id: 'asc' } }) as const
const latest = ({ world }: Context) => ({ where: { worldId: world.id }, orderBy: { id: 'desc' } }) as const

/** For each noun an existing row: its key, and the key of its parent. */
const NOUNS: Readonly<Record<string, (ctx: Context) => Promise<RowKey>>> = {
  customer: async ctx => (await ctx.db.customer.findFirst(first(ctx)))?.id,
  'customer with the number': async ctx => (await ctx.db.customer.findFirst(first(ctx)))?.customerNumber,
  corporation: async ({ db, world }) =>
    (await db.customer.findFirst({ where: { worldId: world.id, type: 'CORPORATE' } }))?.customerNumber,
  account: async ctx => (await ctx.db.account.findFirst(first(ctx)))?.id,
  'card account': async ctx => (await ctx.db.cardAccount.findFirst(first(ctx)))?.id,
  agreement: async ({ db, world }) => {
    const where = { worldId: world.id }
    return (await db.agreement.findFirst({ where, orderBy: [{ automatic: 'asc' }, { id: 'asc' }] }))?.id
  },
  engagement: async ctx => {
    const found = await ctx.db.engagement.findFirst(first(ctx))
    return found === null ? undefined : [found.id, found.agreementId]
  },
  payment: async ctx => (await ctx.db.payment.findFirst(latest(ctx)))?.id,
  consent: async ctx => (await ctx.db.consent.findFirst(latest(ctx)))?.id,
  transaction: async ctx => {
    const found = await ctx.db.transaction.findFirst(latest(ctx))
    return found === null ? undefined : [found.id, found.accountId]
  },
  'card transaction': async ctx => {
    const found = await ctx.db.cardTransaction.findFirst(latest(ctx))
    return found === null ? undefined : [found.id, found.cardAccountId]
  },
  'signing basket': async ctx => (await ctx.db.signingBasket.findFirst(latest(ctx)))?.id,
  world: async () => DEFAULT_WORLD,
}

/** The call without its conflict (D15, D24, D39). */
export async function withoutConflict(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [path] = call.faults.map(fault => fault.path)
  if (path === 'X-Request-ID') return again(call)
  if (path?.startsWith('paymentIds') === true) return withOwnBasket(ctx, call)
  return call.faults.every(fault => fault.path !== undefined) ? again(withFreeValues(ctx, call)) : undefined
}

/** A free value for each taken one: the same with other digits at its end. */
function withFreeValues(ctx: Context, call: RefusedCall): RefusedCall {
  const digits = BigInt(`0x${ctx.newId().replaceAll('-', '').slice(-12)}`)
    .toString()
    .padStart(12, '0')
  const change = (value: unknown): unknown =>
    typeof value !== 'string'
      ? value
      : /\d{4}$/.test(value)
        ? value.replace(/\d{4,11}$/, last => digits.slice(-last.length))
        : `${value} ${digits.slice(-4)}`
  return withFields(call, fields => {
    const changed = call.faults.reduce<unknown>((all, { path = '' }) => changedAt(all, path.split('.'), change), fields)
    return isObject(changed) ? changed : fields
  })
}
