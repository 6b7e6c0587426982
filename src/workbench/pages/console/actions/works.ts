import type { Context } from '../../../../bank/context.ts'
import { nameOf } from '../../../../domain/worlds.ts'
import type { Store } from '../../../../platform/store/db.ts'

/** An action that takes longer than its page waits: its title, and the reason when it has failed. */
export type Work = { readonly title: string; readonly fault?: string }

const works = new WeakMap<Store, Map<string, Work>>()

/** How long a page waits for an action. A copy of a large world, which Undo needs, takes seconds. */
const SOON_MS = 250
/** How long the pages of the world show that an action has failed. */
const SAID_MS = 60_000

/**
 * Waits a moment for an action to end. Returns undefined when it takes longer: it continues, and every page of the world shows this until its end.
 * `faultOf` returns the reason when a result is a failure.
 */
export async function inTime<Result>(
  ctx: Context,
  title: string,
  acting: Promise<Result>,
  faultOf: (result: Result | { readonly error: unknown }) => string | undefined,
): Promise<Result | undefined> {
  const known = works.get(ctx.deps.store) ?? new Map<string, Work>()
  works.set(ctx.deps.store, known)
  const name = nameOf(ctx.world)
  const work: Work = { title }
  known.delete(name)
  let soon: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    soon = setTimeout(() => {
      known.set(name, work)
      resolve(undefined)
    }, SOON_MS)
  })
  const end = (result: Result | { readonly error: unknown }) => {
    clearTimeout(soon)
    if (known.get(name) !== work) return
    known.delete(name)
    const fault = faultOf(result)
    if (fault === undefined) return
    const failed = { title, fault }
    known.set(name, failed)
    setTimeout(() => {
      if (known.get(name) === failed) known.delete(name)
    }, SAID_MS).unref()
  }
  acting.then(end, (error: unknown) => end({ error }))
  return Promise.race([acting, late])
}

/** The action that is running in a world, or has failed a moment ago. */
export function workOf({ deps, world }: Context): Work | undefined {
  return works.get(deps.store)?.get(nameOf(world))
}
