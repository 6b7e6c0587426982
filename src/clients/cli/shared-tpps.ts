import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, secretOf } from '../../platform/config.ts'
import { openSharedAuthority, storedTpps, storeTpp } from '../../platform/security/authority/shared-authority.ts'
import { openVault, type Vault } from '../../platform/security/authority/vault.ts'
import {
  certificateOrder,
  describeNewTpp,
  describeTppThere,
  issueTpp,
  keptOf,
  type NewTppOptions,
  runTppNew,
  tppAsAsked,
} from './tpp.ts'
import { assertTppName, chooseTpp, tppTaken, writeTpp } from './tpps.ts'

/** `tpp new`, with the authority of the home or, on PostgreSQL, of the database, which then stores the TPP (D122). */
export async function makeTpp(config: Config, name: string, options: NewTppOptions, now: Date): Promise<string> {
  assertTppName(name)
  const { home } = config
  const made = await inVault(config, async vault => {
    const known = (await storedTpps(vault)).get(name)
    if (known !== undefined) writeTpp(home, name, known, true)
    const there = known && tppAsAsked(home, name, options, now)
    if (there !== undefined) return describeTppThere(there)
    const order = certificateOrder(name, { ...keptOf(known?.certificatePem ?? ''), ...options }, now)
    const tpp = issueTpp(await openSharedAuthority(vault, now), order)
    if (!(await storeTpp(vault, name, tpp, options.force === true))) throw tppTaken(name)
    writeTpp(home, name, tpp, true)
    return describeNewTpp(chooseTpp(home, name))
  })
  return made ?? runTppNew(home, name, options, now)
}

/** Writes the database's TPPs, from any machine, into the home, where commands and other programs look for keys. */
export async function bringTpps(config: Config): Promise<void> {
  await inVault(config, async vault => {
    for (const [name, tpp] of await storedTpps(vault)) {
      const file = join(config.home, 'tpps', name, 'cert.pem')
      if (!existsSync(file) || readFileSync(file, 'utf8') !== tpp.certificatePem) writeTpp(config.home, name, tpp, true)
    }
  })
}

/** Does nothing when the home has them. */
async function inVault<T>(config: Config, run: (vault: Vault) => Promise<T>): Promise<T | undefined> {
  const secret = secretOf(config)
  if (secret === undefined) return undefined
  const [{ openStore }, { secretsOf }] = await Promise.all([
    import('../../platform/store/db.ts'),
    import('../../platform/store/secrets.ts'),
  ])
  const store = await openStore(config.databaseUrl)
  try {
    return await run(openVault(secret, secretsOf(store)))
  } finally {
    await store.close()
  }
}
