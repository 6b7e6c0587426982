import type { Context } from '../../context.ts'
import { osloDay } from '../../domain/calendar.ts'
import { MAX_BULK_TRANSFERS } from '../../domain/products.ts'
import { addressOf, again, at, type Commands, type RefusedCall } from '../commands.ts'
import type { CallMend } from '../explanation.ts'

/** A header of the call, by its name in small letters. */
export type Header = (name: string) => string | undefined

const BODY_BYTES = 1_048_576

/** A body that was larger than one may be (D12): by how much, how it is split, and a call of the same path that passes. */
export async function smaller(
  ctx: Context,
  call: RefusedCall,
  change: Commands | undefined,
  header: Header,
): Promise<CallMend> {
  const size = Number(header('content-length'))
  const over = size > BODY_BYTES ? `, so at least ${size - BODY_BYTES} bytes must go` : ''
  const had = size > BODY_BYTES ? `The body had ${size} bytes` : `The body was larger than that`
  const advice = `${had}; one may have ${BODY_BYTES}${over}. ${splitOf(call)}`
  if (call.door !== 'REST') return { advice, change: undefined }
  if (change !== undefined || call.body !== undefined) return { advice, change }
  // What has no sample is looked at: nothing of the body was read.
  const path = call.path.replace(/\/balances$/, '')
  return { advice, change: (await withSample(ctx, call)) ?? again({ ...call, method: 'GET', path }) }
}

type OwnRows = { readonly currency: string; readonly owner: string; readonly day: string; readonly number: string }

/** The least that an operation takes, by its path: with what this world has. */
const SAMPLES: readonly (readonly [RegExp, (own: OwnRows) => object])[] = [
  [
    /^POST \/v1\/sandbox\/customers$/,
    ({ number }) => ({ customerNumber: number, name: 'Siri Hansen', type: 'PRIVATE' }),
  ],
  [/^POST \/v1\/sandbox\/agreements$/, ({ owner }) => ({ owner, name: 'Accounting' })],
  [
    /^POST \/v1\/sandbox\/accounts\/[^/]+\/transactions$/,
    ({ currency, day }) => ({
      transactionAmount: { amount: '-1.00', currency },
      bookingDate: day,
      valueDate: day,
      creditorName: 'Ola Nordmann',
    }),
  ],
  [/^PUT \/v1\/tpps\/[^/]+\/contact-information$/, () => ({ emails: ['psd2-operations@tpp.example'] })],
]

/** A call that came without the body that its operation takes, with the least of one. */
export async function withSample(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const body = call.method === 'GET' ? undefined : await sampleFor(ctx, call)
  return body === undefined ? undefined : again({ ...call, body })
}

async function sampleFor(ctx: Context, { method, path }: RefusedCall): Promise<string | undefined> {
  const [plain = ''] = path.split('?', 1)
  const sample = SAMPLES.find(([pattern]) => pattern.test(`${method} ${plain}`))?.[1]
  const where = { worldId: ctx.world.id }
  const [, id] = /\/accounts\/([^/]+)/.exec(plain) ?? []
  const [account, corporate] = await Promise.all([
    ctx.db.account.findFirst({ where: id === undefined ? where : { ...where, id }, orderBy: { id: 'asc' } }),
    ctx.db.customer.findFirst({ where: { ...where, type: 'CORPORATE' }, orderBy: { id: 'asc' } }),
  ])
  if (sample === undefined) return undefined
  const number = ctx.newId().slice(-12)
  const owner = corporate?.customerNumber ?? ''
  return JSON.stringify(sample({ currency: account?.currency ?? 'NOK', owner, day: osloDay(ctx.now), number }))
}

/** The usual way to send as much in several calls. */
function splitOf({ door, path, place }: RefusedCall): string {
  if (door !== 'REST')
    return `A fixture may have 8 MB, as a variable of the type FixtureInput. Send a larger one with \`npx sandbank fixture apply FILE${at(place)}\`, which splits it, and several mutations in several calls; ${addressOf(place)}/graphql says what each takes.`
  if (path.startsWith('/v1/bulk-payments/'))
    return `Send its transfers in several bulk payments: one may have ${MAX_BULK_TRANSFERS}.`
  if (path.startsWith('/v1/signing-baskets')) return 'Sign its payments in several baskets.'
  return 'This operation makes one thing a call, and no text in it may be that long: send one call for each, and what is no field of it not at all.'
}
