import { DomainError, refuseTogether } from '../../domain/errors.ts'

/** Looks up a row that a body names. A missing row is a fault of the body, not of the path: BAD_REQUEST at `path` (as D27 says for engagements). */
export async function namedInBody<Row>(lookup: Promise<Row>, path: string): Promise<Row> {
  try {
    return await lookup
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(
      'BAD_REQUEST',
      error.faults.map(fault => ({ ...fault, path })),
    )
  }
}

/** Waits for all lookups and rules of one body; their refusals are reported together (D16). */
export async function allTogether<Found>(running: readonly Promise<Found>[]): Promise<Found[]> {
  const settled = await Promise.allSettled(running)
  refuseTogether(settled.flatMap(one => (one.status === 'rejected' ? [one.reason] : [])))
  return settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Looks up a row that may have been deleted since: `null` if it was. */
export async function unlessGone<Row>(lookup: Promise<Row>): Promise<Row | null> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof DomainError && error.code === 'RESOURCE_UNKNOWN') return null
    throw error
  }
}
