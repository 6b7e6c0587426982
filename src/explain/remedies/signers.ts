import type { Context } from '../../context.ts'
import type { Signer } from '../commands.ts'
import { quote } from '../shell.ts'

/**
 * Who signs a call once more: the TPP that called where its key is on this machine, since payments and consents are its own (D3), any fit
 * one where the caller is unknown, else one that is made with the caller's id.
 */
export async function signerOf({ deps }: Context, tppId: string | undefined): Promise<Signer> {
  const local = (await deps.localTpps?.()) ?? []
  const fit = local.filter(one => one.flawed !== true && (one.notAfter ?? FOREVER) > deps.machineNow())
  const chosen = tppId === undefined ? fit[0] : fit.find(({ id }) => id === tppId)
  if (chosen !== undefined) return { tpp: local.length > 1 ? chosen.localName : undefined, made: undefined }
  return newSigner(
    local.map(({ localName }) => localName),
    tppId,
  )
}

/** A TPP that is made for it: of the caller's id where that can be asked for, with all roles. */
export function newSigner(taken: readonly string[], tppId = ''): Signer {
  const names = ['acme', ...taken.map((_, index) => `acme-${index + 2}`)]
  const tpp = names.find(name => !taken.includes(name)) ?? 'acme'
  const id = /^[A-Z]{2}-[A-Z]{2,8}-.+$/.test(tppId) ? ` --id ${quote(tppId)}` : ''
  return { tpp, made: `npx sandbank tpp new ${tpp} --roles PI,AI${id}` }
}

/** The names of the TPPs of this machine. */
export async function localNames({ deps }: Context): Promise<string[]> {
  return ((await deps.localTpps?.()) ?? []).map(({ localName }) => localName)
}

const FOREVER = new Date(8.64e15)
