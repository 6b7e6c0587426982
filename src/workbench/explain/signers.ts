import type { Context } from '../../bank/context.ts'
import { knownTpps } from '../../bank/resolvers/tpp-register.ts'
import type { KnownTpp, LocalTpp } from '../../domain/tpps.ts'
import { quote } from '../../platform/shell.ts'
import type { Signer } from './commands.ts'

/** The TPP that signs a repeated call. */
export async function signerOf(ctx: Context, tppId: string | undefined): Promise<Signer> {
  const known = tppId === undefined ? [] : await knownTpps(ctx)
  return chosenSigner((await ctx.deps.localTpps?.()) ?? [], ctx.deps.machineNow(), tppId, known)
}

type TppName = Pick<KnownTpp, 'id' | 'name'>

/** The caller, if its key is on this machine, since payments and consents are its own (D3); any fit TPP if the caller is unknown; else a new one. */
export function chosenSigner(
  local: readonly LocalTpp[],
  now: Date,
  tppId: string | undefined,
  known: readonly TppName[] = [],
): Signer {
  const fit = local.filter(
    ({ flawed, certificate }) => flawed !== true && (certificate === undefined || certificate.notAfter > now),
  )
  const chosen = fit.find(({ id }) => tppId === undefined || id === tppId)
  if (chosen !== undefined) return { tpp: local.length > 1 ? chosen.localName : undefined, createdBy: undefined }
  return newSigner(
    local.map(({ localName }) => localName),
    tppId,
    known,
  )
}

/**
 * A new TPP with all roles, and with the caller's id if a certificate can have it: then with its name, too, since it is the same TPP. Where other TPPs
 * have that name, a part of the id keeps them apart: a suite makes its TPPs anew in each run.
 */
function newSigner(taken: readonly string[], tppId = '', known: readonly TppName[] = []): Signer {
  const tppName = known.find(({ id }) => id === tppId)?.name ?? ''
  const plain = /^[a-z0-9][a-z0-9-]{0,40}$/.test(tppName) ? tppName : 'acme'
  const isShared = known.some(({ id, name }) => id !== tppId && (name === tppName || name === plain))
  const [number = ''] = (isShared && /[a-z0-9]{1,20}$/.exec(tppId.toLowerCase())) || []
  const name = number === '' ? plain : `${plain}-${number}`
  let [tpp, next] = [name, 2]
  for (; taken.includes(tpp); next += 1) tpp = `${name}-${next}`
  const id = /^[A-Z]{2}-[A-Z]{2,8}-.+$/.test(tppId) ? ` --id ${quote(tppId)}` : ''
  const org = id === '' || tppName === '' || tppName === tpp ? '' : ` --org ${quote(tppName)}`
  return { tpp, createdBy: `npx sandbank tpp new ${tpp} --roles PI,AI${org}${id}` }
}
