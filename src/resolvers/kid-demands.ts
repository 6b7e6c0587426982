import type { Context } from '../context.ts'
import type { Account } from '../generated/client.ts'
import { command } from './command.ts'

/** Lets an account take only payments with a KID, or any (D47). RESOURCE_UNKNOWN when the world does not have it. */
export function setKidDemand(ctx: Context, accountId: string, demanded: boolean): Promise<Account> {
  return command(ctx, async tx => {
    const { id } = await tx.load.account(accountId)
    return tx.db.account.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data: { demandsKid: demanded } })
  })
}
