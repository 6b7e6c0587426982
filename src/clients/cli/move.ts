import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { type Config, isShared, readConfig, secretOf } from '../../platform/config.ts'
import { storeAuthority, storeTpp } from '../../platform/security/authority/shared-authority.ts'
import { openVault } from '../../platform/security/authority/vault.ts'
import type { MoveCounts, SealedText } from '../../platform/store/postgres/move.ts'
import { command, note, print } from './command.ts'
import { Failure, messageOf } from './failure.ts'
import { listTpps } from './tpps.ts'

/** The command `move` (D113). */
export function moveCommand(): Command {
  return command(
    'move',
    'Copy a stopped bank into an empty database of PostgreSQL: worlds, clocks, scenarios, snapshots, stored answers, TPPs and the authority; not the journal. The home stays as it was. SANDBANK_SECRET seals the keys. After a kill, run the same command again.',
    ['SANDBANK_SECRET=$(cat secret) npx sandbank move --to postgresql://sandbank@localhost/sandbank --home .sandbank'],
  )
    .requiredOption('--to <url>', 'the database, empty')
    .addOption(new Option('--home <folder>', 'where the files of the bank are').env('SANDBANK_HOME'))
    .action(async ({ to, home }: { to: string; home?: string }) => {
      const from = readConfig({ ...process.env, SANDBANK_HOME: home })
      const target = readConfig({ ...process.env, SANDBANK_HOME: home, DATABASE_URL: to })
      const { worlds, rows, isDone } = await moveBank(from, target)
      const what = isDone
        ? `${worlds} worlds are in the database already: an earlier run moved them`
        : `${worlds} worlds, in ${rows} rows, are in the database`
      print(
        `${what}. Start servers with DATABASE_URL, SANDBANK_SECRET and SANDBANK_TOKEN; ${from.home} stays as it was.`,
      )
    })
}

async function moveBank(from: Config, to: Config): Promise<MoveCounts> {
  if (isShared(from.databaseUrl))
    throw new Failure('usage', 'The bank is in a database already: DATABASE_URL names it. Unset it to move a home.')
  if (!isShared(to.databaseUrl))
    throw new Failure('usage', '--to must be the address of a database of PostgreSQL: postgresql://USER@HOST/DATABASE.')
  const file = new URL(from.databaseUrl)
  if (!existsSync(file)) throw new Failure('usage', `There is no bank in ${from.home}: ${file.pathname} is not there.`)
  const secrets = await sealKeys(from.home, secretOf(to) ?? '')
  const [{ openStore }, { moveStore }] = await Promise.all([
    import('../../platform/store/db.ts'),
    import('../../platform/store/postgres/move.ts'),
  ])
  const store = await openStore(from.databaseUrl, { asItIs: true }).catch(error => {
    throw new Failure('usage', messageOf(error), error)
  })
  try {
    if (store.shared) throw new Failure('usage', `The bank in ${from.home} is running: stop it, then move it.`)
    note('All of it is moved, or nothing. If this is stopped before its end, run the same command again.')
    let noted = performance.now()
    return await moveStore(store, to.databaseUrl, secrets, rows => {
      if (performance.now() - noted < PROGRESS_MS) return
      noted = performance.now()
      note(`${rows} rows …`)
    })
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('usage', `Nothing was moved. ${messageOf(error)}`, error)
  } finally {
    await store.close()
  }
}

const PROGRESS_MS = 5_000

/** The authority and the TPPs of a home, in the form that a database stores (D122). */
async function sealKeys(home: string, secret: string): Promise<readonly SealedText[]> {
  const sealed: SealedText[] = []
  const vault = openVault(secret, {
    list: async () => sealed,
    store: async one => {
      sealed.push(one)
      return true
    },
  })
  const pem = (...path: string[]) => readFileSync(join(home, ...path), 'utf8')
  // A home whose bank was never called may have none yet: then the servers create one.
  if (existsSync(join(home, 'ca')))
    await storeAuthority(vault, { keyPem: pem('ca', 'key.pem'), certificatePem: pem('ca', 'cert.pem') })
  for (const { name, keyFile, certificateFile, flaw } of listTpps(home)) {
    const files = { keyPem: readFileSync(keyFile, 'utf8'), certificatePem: readFileSync(certificateFile, 'utf8') }
    await storeTpp(vault, name, { ...files, flaw }, false)
  }
  return sealed
}
