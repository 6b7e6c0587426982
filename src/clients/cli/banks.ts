import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withoutEnd } from '../../domain/texts.ts'
import { noBase, type PlaceOptions } from './place.ts'
import { chooseTpp, listTppNames, type Tpp, tppIdOf } from './tpps.ts'

/** Banks whose authority is not that of this home (D111): each has a folder with its TPPs, so that several banks may have a TPP of one name. */
const BANKS = 'banks'

/** The folder of another bank, with TPPs as in a home. */
export function bankHome(home: string, base: string): string {
  return join(home, BANKS, encodeURIComponent(addressOf(base)))
}

/** The base URLs of other banks for which this home has TPPs. */
export function listBanks(home: string): string[] {
  const folder = join(home, BANKS)
  if (!existsSync(folder)) return []
  return readdirSync(folder).map(decodeURIComponent).sort()
}

/** Where the TPPs are that sign calls to a bank. */
type Signers = { readonly home: string; readonly bank: string | undefined }

/** The TPPs of this home's authority, if only it has the named one, or, where none is named, any; else those of that bank. */
export function signersOf(home: string, base: string | undefined, named?: string): Signers {
  if (base === undefined) return { home, bank: undefined }
  const there = bankHome(home, base)
  const [names, own] = [listTppNames(there), listTppNames(home)]
  const isOwn =
    named === undefined ? names.length === 0 && own.length > 0 : !names.includes(named) && own.includes(named)
  return isOwn ? { home, bank: undefined } : { home: there, bank: addressOf(base) }
}

/** The TPP that signs a call to a bank: the named one, the only one, or the chosen one. */
export function chooseSigner(home: string, { base, tpp }: Pick<PlaceOptions, 'base'> & { readonly tpp?: string }): Tpp {
  const signers = signersOf(home, base, tpp)
  return chooseTpp(signers.home, tpp, signers.bank)
}

/** The id of a TPP, given as id or by its local name for a bank. */
export function signerIdOf(home: string, base: string | undefined, named: string): string {
  return tppIdOf(signersOf(home, base, named).home, named)
}

/** The normal form of a bank's address, whichever of its worlds is named. */
export function addressOf(base: string): string {
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) throw noBase(base)
  const { origin, pathname } = new URL(base)
  const path = withoutEnd(pathname, '/')
  const at = path.lastIndexOf(WORLDS)
  const isWorld = at >= 0 && !path.slice(at + WORLDS.length).includes('/')
  return `${origin}${isWorld ? path.slice(0, at) : path}`
}

const WORLDS = '/worlds/'
