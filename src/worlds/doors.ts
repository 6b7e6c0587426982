import { type Caller, type Context, createContext, type Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import type { World } from '../generated/client.ts'
import { noteCaller } from '../resolvers/tpp-register.ts'
import { StoreUnavailableError, unavailable } from '../store/errors.ts'
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
  // The journal is on the same disk, and to read it is to write what its lists are made of.
  const fault = error instanceof StoreUnavailableError ? error : unavailable(error)
  return fault && new DomainError('UNAVAILABLE', fault.told)
}
