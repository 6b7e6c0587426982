import { type Caller, type Context, createContext, type Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { assertWorldName, DEFAULT_WORLD, type WorldContent } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import { noteCaller } from '../resolvers/tpp-register.ts'
import { StoreUnavailableError, unavailable } from '../store/errors.ts'
import { fillOnce } from './contents.ts'
import { openAs } from './open.ts'
import { getWorld } from './read.ts'

/** Lets a call into the world of its base URL. RESOURCE_UNKNOWN when the server does not have it (D1). */
export async function enterWorld(deps: Deps, name: string, caller: Caller, hungUp?: AbortSignal): Promise<Context> {
  const leave = hungUp === undefined ? undefined : () => hungUp
  return enter(deps, await getWorld(deps, name, leave), caller, hungUp)
}

/** The same for a door that finds the world before it knows who calls (D12). */
export function enter(deps: Deps, world: World, caller: Caller, hungUp?: AbortSignal): Context {
  noteCaller(deps, caller)
  return createContext(deps, world, caller, hungUp)
}

/** What a failure is to the client: a refusal, or `undefined` for a fault of ours, which must be masked. What is no DomainError must be reported. */
export function refusalOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  // The journal is on the same disk, and to read it is to write the index of its lists.
  const fault = error instanceof StoreUnavailableError ? error : unavailable(error)
  return fault && new DomainError('UNAVAILABLE', fault.told)
}

/** Makes sure that the default world exists; a new server's is filled with the standard set by default (D30). */
export async function ensureDefaultWorld(deps: Deps, content: WorldContent = 'STANDARD'): Promise<void> {
  await ensureWorld(deps, DEFAULT_WORLD, content)
}

/** Makes a world if there is none of that name. FORMAT_ERROR for a name that no world can have. */
export async function ensureWorld(deps: Deps, name: string, content: WorldContent = 'STANDARD'): Promise<void> {
  assertWorldName(name)
  if ((await deps.store.reader.world.findUnique({ where: { name } })) !== null) return
  await deps.store.transaction(async db => {
    if ((await db.world.findUnique({ where: { name } })) !== null) return
    const making = { db, deps, newId: deps.newId }
    const settings = { source: { kind: content }, imageId: null, expiresAt: null, clock: 'GOES_ON' } as const
    // One world of a server that may never have another: no template is kept of it.
    await openAs(making, await fillOnce(making, content, name), name, settings)
  })
}
