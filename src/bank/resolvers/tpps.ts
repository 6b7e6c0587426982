import { DomainError } from '../../domain/errors.ts'
import { type PageArgs, pageOfSorted } from '../../domain/paging.ts'
import { type KnownTpp, normaliseTppId } from '../../domain/tpps.ts'
import type { ContactInformation } from '../../generated/client.ts'
import { actingAs, BUILT_IN_TPP, type Context, tppOf } from '../context.ts'
import type { SetContactInformation } from '../inputs/account-information.ts'
import { command } from './command.ts'
import { findTpp, knownTpps } from './tpp-register.ts'

/**
 * The operator calling on behalf of a TPP: the built-in one unless another is named (D71). RESOURCE_UNKNOWN for a TPP that the bank does not know.
 */
export async function actAsTpp(bank: Context, tpp: string | undefined, path = 'tpp'): Promise<Context> {
  if (tpp === undefined) return actingAs(bank, BUILT_IN_TPP)
  const { id, name } = await findTpp(bank, tpp, path)
  return actingAs(bank, { kind: 'tpp', tppId: id, tppName: name })
}

/** Stores where a TPP wants operational notices ([I] 1.18.0); replaces the earlier value. RESOURCE_UNKNOWN for any TPP but the caller (D3). */
export function setContactInformation(
  ctx: Context,
  tppId: string,
  { emails }: SetContactInformation,
): Promise<ContactInformation> {
  const own = ownId(ctx, tppId)
  return command(ctx, tx => {
    const key = { worldId: tx.world.id, tppId: own }
    const data = { emails, updatedAt: tx.now }
    return tx.db.contactInformation.upsert({ where: { worldId_tppId: key }, create: { ...key, ...data }, update: data })
  })
}

/** The contact that the caller has registered. RESOURCE_UNKNOWN when there is none, and for any other TPP. */
export async function getContactInformation(ctx: Context, tppId: string): Promise<ContactInformation> {
  const key = { worldId: ctx.world.id, tppId: ownId(ctx, tppId) }
  const row = await ctx.db.contactInformation.findUnique({ where: { worldId_tppId: key } })
  if (row !== null) return row
  throw new DomainError('RESOURCE_UNKNOWN', 'No contact information is registered yet: PUT it first.')
}

/** A page of the TPPs that the bank knows, by id. */
export async function pageOfTpps(ctx: Context, args: PageArgs) {
  const known = await knownTpps(ctx)
  const keyOf = ({ id }: Pick<KnownTpp, 'id'>) => id
  return { ...pageOfSorted(known, args, 'Tpp', keyOf), count: async () => known.length }
}

/** Whether the bank knows any TPP besides the built-in one. */
export async function hasTpps(ctx: Context): Promise<boolean> {
  return (await knownTpps(ctx)).some(({ id }) => id !== BUILT_IN_TPP.tppId)
}

/** The names of TPPs by their ids: on this machine, or in their certificates. */
export async function namesOfTpps(ctx: Context): Promise<ReadonlyMap<string, string>> {
  return new Map((await knownTpps(ctx)).map(({ id, name, localName }) => [id, localName ?? name]))
}

function ownId(ctx: Context, tppId: string): string {
  const own = tppOf(ctx).tppId
  if (normaliseTppId(tppId) === own) return own
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    `There is no TPP ${JSON.stringify(tppId.slice(0, 80))} for this caller; its own id is ${own}.`,
  )
}
