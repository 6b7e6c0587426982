import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.ts'
import { listTppNames } from './tpps.ts'

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

/** Where the TPPs are that sign calls to a bank: its own, where it has the one that is named, or any; else those of this home's authority. */
export function signersHome(home: string, base: string | undefined, named: string | undefined): string {
  if (base === undefined) return home
  const there = bankHome(home, base)
  const names = listTppNames(there)
  return names.length > 0 && (named === undefined || names.includes(named)) ? there : home
}

/** One spelling of the address of a bank, whichever of its worlds is named. */
export function addressOf(base: string): string {
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base))
    throw new Failure('usage', `${JSON.stringify(base)} is not a base URL: --base takes one like https://bank.example.`)
  const { origin, pathname } = new URL(base)
  return `${origin}${pathname.replace(/\/worlds\/[^/]+\/?$|\/+$/, '')}`
}
