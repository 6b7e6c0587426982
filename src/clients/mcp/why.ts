import { SandbankError } from '../testing/failure.ts'
import type { World } from '../testing/kit.ts'
import { type Desk, shownJson } from './desk.ts'
import { GRAPH } from './graph.ts'

/** What of an explanation is read. */
export const EXPLANATION =
  '{ subject state text rule since waitsFor until rows { noun id values { name value } } advice change }'

/** The cause of a refused call, and what would change it. */
export async function causeOf(desk: Desk, world: World, id: string): Promise<string> {
  try {
    return `Why:\n${shownJson(await GRAPH.get('why')?.run(desk, world, { of: { call: id } }, EXPLANATION))}`
  } catch (error) {
    // A call is in the journal a moment after its answer.
    if (error instanceof SandbankError) return `The tool why says more: { of: { call: ${JSON.stringify(id)} } }.`
    throw error
  }
}
