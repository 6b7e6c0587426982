import { randomBytes } from 'node:crypto'
import { listen } from '../../api/server.ts'
import type { Deps } from '../../bank/context.ts'
import type { WorldContent } from '../../domain/worlds.ts'
import { type Config, readOwnConfig } from '../../platform/config.ts'
import { makeTemporaryHome, removeTemporaryHome } from '../../platform/files/temporary-homes.ts'
import type { OpenOwnBank } from '../own-bank.ts'
import { messageOf } from './failure.ts'

/** A bank for one command; its settings name its home and its token. */
export type BankOfCommand = { readonly url: string; readonly config: Config; readonly deps: Deps }

/** Opens a bank on a free port for as long as a command uses it. Nothing of it stays. */
export async function inOwnBank<Result>(
  openBank: OpenOwnBank,
  content: WorldContent,
  use: (bank: BankOfCommand) => Promise<Result>,
): Promise<Result> {
  const home = await makeTemporaryHome()
  try {
    const token = randomBytes(24).toString('base64url')
    const config = readOwnConfig({ SANDBANK_HOME: home, PORT: '0', SANDBANK_TOKEN: token, LOG_LEVEL: 'error' })
    const report = (error: unknown) => process.stderr.write(`A fault of the bank: ${messageOf(error)}\n`)
    const operator = { token, hosts: undefined }
    const bank = await openBank({ config, operator, report, onLost: report, content })
    const server = await listen(bank.app, config)
    try {
      return await use({ url: server.url, config, deps: bank.deps })
    } finally {
      await server.stop()
      await bank.close()
    }
  } finally {
    await removeTemporaryHome(home)
  }
}
