import { endAs, expiresAt, MOST_UNNAMED, OPEN, ScaNeeded, type ScaRequest } from '../../../domain/authorisations.ts'
import { firstIdAt } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { given } from '../../../domain/given.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Authorisation, AuthorisationPurpose, PsuContext } from '../../../generated/client.ts'
import { updateMany } from '../../../platform/store/bulk-writes.ts'
import { type Context, tppOf } from '../../context.ts'
import { command } from '../command.ts'
import { type DueWork, fallsDue } from '../work.ts'

/**
 * Starts an SCA for a TPP. An open SCA of the same PSU is used again, so that refused calls do not accumulate SCAs. `alwaysNew` always creates one:
 * two PSUs that the TPP has not named yet must not share one.
 */
export async function startAuthorisation(
  ctx: Context,
  request: ScaRequest & { purpose: AuthorisationPurpose; resourceId?: string; alwaysNew?: boolean },
): Promise<Authorisation> {
  const { tppId, tppName } = tppOf(ctx)
  const { alwaysNew = false, ...stated } = request
  const key = { worldId: ctx.world.id, tppId, ...LEFT_OPEN, ...given(stated), ...OPEN }
  const started = await command(ctx, async tx => {
    // A TPP that names no PSU may call for two people at once: each gets its own link.
    const reusable = !alwaysNew && key.customerId !== null
    const open = reusable ? await tx.db.authorisation.findFirst({ where: { ...key, expiresAt: { gt: tx.now } } }) : null
    if (open !== null) return open
    if (!alwaysNew && key.customerId === null) await makeRoom(tx, tppId)
    await pruneAuthorisations(tx)
    const until = expiresAt(tx.now)
    await fallsDue(tx, until)
    return tx.db.authorisation.create({
      data: { ...key, id: tx.newId('Authorisation'), tppName, createdAt: tx.now, expiresAt: until },
    })
  })
  ctx.touched?.authorisations.push(started.id)
  return started
}

const LEFT_OPEN = { resourceId: null, customerId: null, context: null, agreementId: null }

type ToSign = { readonly id: string; readonly context: PsuContext; readonly agreementId: string }

/** Starts the SCA of a payment, of its cancellation or of a basket: a new one each time, for any PSU of the agreement unless one is named. */
export function startSigning(
  tx: Context,
  purpose: Exclude<AuthorisationPurpose, 'CONSENT'>,
  { id: resourceId, context, agreementId }: ToSign,
  customerId: string | undefined,
  { redirectUri, redirectPreferred }: Pick<ScaRequest, 'redirectUri' | 'redirectPreferred'>,
): Promise<Authorisation> {
  const about = { purpose, resourceId, customerId, context, agreementId }
  return startAuthorisation(tx, { ...about, redirectUri, redirectPreferred, alwaysNew: true })
}

// A refused read stores an SCA each time it names no PSU: the oldest ones are deleted, so that refused calls do not accumulate them.
async function makeRoom(tx: Context, tppId: string): Promise<void> {
  const open = await tx.db.authorisation.findMany({
    where: { worldId: tx.world.id, tppId, purpose: 'CONSENT', customerId: null, ...OPEN },
    orderBy: { id: 'desc' },
    skip: MOST_UNNAMED - 1,
    take: MOST_UNNAMED,
    select: { id: true },
  })
  if (open.length === 0) return
  await tx.db.authorisation.deleteMany({ where: { worldId: tx.world.id, id: { in: open.map(({ id }) => id) } } })
}

/** Runs a call. A refusal that an SCA would remove gets a link to one (D32). The SCA is stored outside of the transaction that is rolled back. */
export async function linkSca<Result>(ctx: Context, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ScaNeeded) || ctx.inTransaction) throw error
    const authorisation = await startAuthorisation(ctx, { ...error.request, purpose: 'CONSENT' })
    throw new DomainError(error.code, error.faults, undefined, { scaRedirect: scaPath(ctx, authorisation) })
  }
}

/** The page where the PSU decides, relative to the world's base URL (D19, D33). */
export function scaPath(ctx: Context, { id }: { readonly id: string }): string {
  return `${worldBasePath(ctx.world)}/sca/${id}`
}

/** How long a finished authorisation stays stored, by the machine's clock: a world's clock may move by years within a second. */
const STORED_MS = 30 * 24 * 60 * 60 * 1000
// Each new SCA deletes more than one old one, so the table does not grow; and only few, so that no call takes long (D74).
const PRUNED_AT_ONCE = 20

/** Deletes some finished authorisations of the world that were created more than 30 days ago. */
async function pruneAuthorisations(tx: Context): Promise<void> {
  const worldId = tx.world.id
  const before = firstIdAt(new Date(tx.deps.machineNow().getTime() - STORED_MS))
  const old = await tx.db.authorisation.findMany({
    where: { worldId, id: { lt: before }, status: { not: 'RECEIVED' } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: PRUNED_AT_ONCE,
  })
  if (old.length === 0) return
  await tx.db.authorisation.deleteMany({ where: { worldId, id: { in: old.map(({ id }) => id) } } })
}

/** Ends authorisations whose time has run out, each at its own instant (D33). */
export const expireAuthorisations: DueWork = {
  name: 'authorisation expiry',
  what: 'an SCA runs out',
  nextAt: async tx => {
    const next = await tx.db.authorisation.findFirst({
      where: { worldId: tx.world.id, ...OPEN },
      orderBy: { expiresAt: 'asc' },
      select: { expiresAt: true },
    })
    return next?.expiresAt
  },
  run: async (tx, until, rowsThatFit) => {
    const due = await tx.db.authorisation.findMany({
      where: { worldId: tx.world.id, ...OPEN, expiresAt: { lte: until } },
      select: { id: true, expiresAt: true },
      orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
      take: rowsThatFit,
    })
    const ended = due.map(({ id, expiresAt }) => ({ worldId: tx.world.id, id, ...endAs(OPEN, 'EXPIRED', expiresAt) }))
    await updateMany(tx.db, 'Authorisation', ended)
    return { at: due.at(-1)?.expiresAt ?? tx.now, rows: due.length }
  },
}
