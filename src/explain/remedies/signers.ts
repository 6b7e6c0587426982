import type { Context } from '../../context.ts'
import type { Signer } from '../commands.ts'
import { makeTpp } from '../remedies.ts'

/**
 * Who signs a call once more: the TPP that called where its key is on this machine, since payments and consents are its own (D3), any fit
 * one where the caller is unknown, else one that is made with the caller's id.
 */
export async function signerOf({ deps }: Context, tppId: string | undefined): Promise<Signer> {
  const local = (await deps.localTpps?.()) ?? []
  const fit = local.filter(one => one.flawed !== true && (one.notAfter ?? FOREVER) > deps.machineNow())
  const chosen = tppId === undefined ? fit[0] : fit.find(({ id }) => id === tppId)
  if (chosen !== undefined) return { tpp: local.length > 1 ? chosen.localName : undefined, made: undefined }
  return newSigner({ deps }, tppId)
}

/** A TPP that is made for it: of the caller's id, with all roles. */
export async function newSigner({ deps }: Pick<Context, 'deps'>, tppId: string | undefined): Promise<Signer> {
  const taken = new Set(((await deps.localTpps?.()) ?? []).map(({ localName }) => localName))
  const names = ['acme', ...Array.from({ length: taken.size + 1 }, (_, index) => `acme-${index + 2}`)]
  const tpp = names.find(name => !taken.has(name)) ?? 'acme'
  return { tpp, made: makeTpp(tpp, tppId !== undefined && CAN_BE_ASKED_FOR.test(tppId) ? tppId : undefined) }
}

const FOREVER = new Date(8.64e15)
const CAN_BE_ASKED_FOR = /^[A-Z]{2}-[A-Z]{2,8}-.+$/
