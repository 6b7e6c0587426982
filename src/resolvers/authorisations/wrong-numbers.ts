import type { Context } from '../../context.ts'
import { endAs, MOST_WRONG_NUMBERS } from '../../domain/authorisations.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Authorisation } from '../../generated/client.ts'
import { command } from '../command.ts'

/** Whether somebody entered a customerNumber that is not the right one. */
export function isWrongNumber(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    error.code === 'PSU_CREDENTIALS_INVALID' &&
    error.faults.some(({ path }) => path === 'customerNumber')
  )
}

/**
 * Counts a wrong number. Whoever may try any number finds the right one, so that after the tenth the authorisation has failed; its TPP
 * may start another.
 */
export function countWrongNumber(ctx: Context, { id }: Pick<Authorisation, 'id'>): Promise<void> {
  return command(ctx, async tx => {
    const where = { worldId_id: { worldId: tx.world.id, id } }
    const authorisation = await tx.db.authorisation.update({
      where,
      data: { wrongNumbers: { increment: 1 } },
    })
    if (authorisation.wrongNumbers < MOST_WRONG_NUMBERS || authorisation.status !== 'RECEIVED') return
    await tx.db.authorisation.update({ where, data: endAs(authorisation, 'FAILED', tx.now) })
  })
}
