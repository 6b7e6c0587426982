import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withoutEnd } from '../domain/texts.ts'
import { noBase, type PlaceOptions } from './place.ts'
import { chooseTpp, listTppNames, type Tpp, tppIdOf } from './tpps.ts'

/** Banks elsewhere, whose authority is not that of this home (D111): each has a folder with its TPPs, so that one name may be in several. */
const BANKS = 'banks'

/** The folder of a bank elsewhere, which has TPPs as a home has its own. */
export function bankHome(home: string, base: string): string {
  return join(home, BANKS, encodeURIComponent(addressOf(base)))
}

/** The banks elsewhere that this home has TPPs of, by their base URLs. */
export function listBanks(home: string): string[] {
  const folder = join(home, BANKS)
  if (!existsSync(folder)) return []
  return readdirSync(folder).map(decodeURIComponent).sort()
}

/** Where the TPPs are that sign calls to a bank. */
type Signers = { readonly home: string; readonly bank: string | undefined }

/** Those of the bank itself, where it has the one that is named, or any; else those of this home's authority. */
function signersOf(home: string, base: string | undefined, named: string | undefined): Signers {
  if (base === undefined) return { home, bank: undefined }
  const there = bankHome(home, base)
  const names = listTppNames(there)
  const isOfBank = names.length > 0 && (named === undefined || names.includes(named))
  return isOfBank ? { home: there, bank: addressOf(base) } : { home, bank: undefined }
}

/** Who signs a call to a bank: the TPP that is named, the only one, or the chosen one. */
export function chooseSigner(home: string, { base, tpp }: Pick<PlaceOptions, 'base'> & { readonly tpp?: string }): Tpp {
  const signers = signersOf(home, base, tpp)
  return chooseTpp(signers.home, tpp, signers.bank)
}

/** The id of a TPP that is named by it, or by the name that it has here for a bank. */
export function signerIdOf(home: string, base: string | undefined, named: string): string {
  return tppIdOf(signersOf(home, base, named).home, named)
}

/** One spelling of the address of a bank, whichever of its worlds is named. */
export function addressOf(base: string): string {
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) throw noBase(base)
  const { origin, pathname } = new URL(base)
  const path = withoutEnd(pathname, '/')
  const at = path.lastIndexOf(WORLDS)
  const isWorld = at >= 0 && !path.slice(at + WORLDS.length).includes('/')
  return `${origin}${isWorld ? path.slice(0, at) : path}`
}

const WORLDS = '/worlds/'
