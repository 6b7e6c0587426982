import type { Context } from '../../context.ts'
import { allEntries } from '../entry-keys.ts'
import { exportBaskets, exportPayments } from './payments.ts'
import { exportConsents, exportEngagements } from './rights.ts'
import { type ExportRow, rowsInSlices } from './rows.ts'

/** How many things of a noun are named. */
const NAMED = 20

/**
 * What the world has and its export does not, one text for each noun: how many, and which, by keys or ids (D85). Finished payments are only in the
 * lines of their accounts; what could not be given or registered again by the present rights is left out, too.
 */
export async function leftOutOfExport(ctx: Context): Promise<string[]> {
  const { db, world } = ctx
  const where = { worldId: world.id }
  const { keys } = await allEntries(ctx)
  const inOrder = (after: string, take: number) => ({
    where: { ...where, AND: [{ id: { gt: after } }] },
    orderBy: { id: 'asc' as const },
    take,
  })

  async function describe<Row extends { readonly id: string }>(
    noun: string,
    count: number,
    exported: readonly ExportRow[],
    read: (after: string, take: number) => PromiseLike<readonly Row[]>,
    wordsOf: (row: Row) => string = () => '',
  ): Promise<string[]> {
    const missing = count - exported.length
    if (missing === 0) return []
    const written = new Set(exported.map(({ id }) => id))
    const keyOf = new Map(keys.flatMap(one => (one.noun === noun ? [[one.id, one.key] as const] : [])))
    const named: string[] = []
    for await (const row of rowsInSlices(read)) {
      if (!written.has(row.id)) named.push(`${keyOf.get(row.id) ?? row.id}${wordsOf(row)}`)
      if (named.length === Math.min(NAMED, missing)) break
    }
    const more = missing > NAMED ? ` and ${missing - NAMED} more` : ''
    return [`${missing} ${noun}${missing === 1 ? '' : 's'}: ${named.join(', ')}${more}`]
  }

  // Those of an automatic agreement come with its owner (D26).
  const ofCorporations = { agreement: { automatic: false } }
  return [
    ...(await describe(
      'engagement',
      await db.engagement.count({ where: { ...where, ...ofCorporations } }),
      await exportEngagements(ctx),
      (after, take) => {
        const some = inOrder(after, take)
        return db.engagement.findMany({ ...some, where: { ...some.where, ...ofCorporations }, select: { id: true } })
      },
    )),
    ...(await describe(
      'payment',
      await db.payment.count({ where }),
      await exportPayments(ctx),
      (after, take) => db.payment.findMany({ ...inOrder(after, take), select: { id: true, status: true } }),
      ({ status }) => ` (${status})`,
    )),
    ...(await describe(
      'signing basket',
      await db.signingBasket.count({ where }),
      await exportBaskets(ctx),
      (after, take) => db.signingBasket.findMany({ ...inOrder(after, take), select: { id: true } }),
    )),
    ...(await describe('consent', await db.consent.count({ where }), await exportConsents(ctx), (after, take) =>
      db.consent.findMany({ ...inOrder(after, take), select: { id: true } }),
    )),
  ]
}
