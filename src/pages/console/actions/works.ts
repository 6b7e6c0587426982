import type { Context } from '../../../context.ts'
import { nameOf } from '../../../domain/worlds.ts'
import type { Store } from '../../../store/db.ts'

/** What the console does in a world for longer than its reader waits: its title, and, when it has failed, why. */
export type Work = { readonly title: string; readonly fault?: string }

const works = new WeakMap<Store, Map<string, Work>>()

/** How long an action may take before its reader is shown that it works. A copy of a large world, which Undo needs, takes seconds. */
const SOON_MS = 250
/** For how long the pages of the world say that one has failed. */
const SAID_MS = 60_000

/**
 * Waits a moment for an action to end. One that takes longer goes on by itself, and every page of the world says so until it has ended: then the answer is
 * undefined. `faultOf` says of a result why it is a failure.
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

/** What the console works on in a world, or has failed to do a moment ago. */
export function workOf({ deps, world }: Context): Work | undefined {
  return works.get(deps.store)?.get(nameOf(world))
}
