import type { LocalTpp } from '../../domain/tpps.ts'
import type { Signer } from '../commands.ts'
import { quote } from '../shell.ts'

/**
 * Who signs a call once more, of the TPPs of this machine: the one that called where its key is on this machine, since payments and consents are its own (D3), any fit one where the caller is
 * unknown, else one that is made with the caller's id.
 */
export function chosenSigner(local: readonly LocalTpp[], now: Date, tppId: string | undefined): Signer {
  const fit = local.filter(({ flawed, notAfter }) => flawed !== true && (notAfter === undefined || notAfter > now))
  const chosen = fit.find(({ id }) => tppId === undefined || id === tppId)
  if (chosen !== undefined) return { tpp: local.length > 1 ? chosen.localName : undefined, made: undefined }
  return newSigner(
    local.map(({ localName }) => localName),
    tppId,
  )
}

/** A TPP that is made for it: of the caller's id where that can be asked for, with all roles. */
export function newSigner(taken: readonly string[], tppId = ''): Signer {
  let [tpp, next] = ['acme', 2]
  for (; taken.includes(tpp); next += 1) tpp = `acme-${next}`
  const id = /^[A-Z]{2}-[A-Z]{2,8}-.+$/.test(tppId) ? ` --id ${quote(tppId)}` : ''
  return { tpp, made: `npx sandbank tpp new ${tpp} --roles PI,AI${id}` }
}
