import type { World } from '../generated/client.ts'
import { DomainError } from './errors.ts'

/** The world that every server has, at the base URL without `/worlds/…` (D1). */
export const DEFAULT_WORLD = 'default'

/** A world's name is part of its base URL (D1). */
export const WORLD_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

/** What a new world holds: nothing, or the published standard set (D30). */
export const WORLD_CONTENTS = ['EMPTY', 'STANDARD'] as const
export type WorldContent = (typeof WORLD_CONTENTS)[number]

/** The world's time: the machine's plus the world's offset, or the instant it is frozen at (D40). */
export function worldNow(world: Pick<World, 'clockOffsetMs' | 'frozenAt'>, machineNow: Date): Date {
  return world.frozenAt ?? new Date(machineNow.getTime() + Number(world.clockOffsetMs))
}

/** What clients call a world. One that has just been replaced still answers to the id that its rows had from the start. */
export function nameOf({ name, id }: Pick<World, 'id' | 'name'>): string {
  return name ?? id
}

/** Where the world's paths start: nothing for the default world, else `/worlds/NAME` (D1). */
export function worldBasePath(world: Pick<World, 'id' | 'name'>): string {
  const name = nameOf(world)
  return name === DEFAULT_WORLD ? '' : `/worlds/${name}`
}

/** When the machine's clock shows the instant at which something falls due in the world; never while its clock stands still. */
export function wakesAt({
  nextDueAt,
  frozenAt,
  clockOffsetMs,
}: Pick<World, 'nextDueAt' | 'frozenAt' | 'clockOffsetMs'>): Date | null {
  if (nextDueAt === null || frozenAt !== null) return null
  return new Date(nextDueAt.getTime() - Number(clockOffsetMs))
}

/** Refuses a name that cannot stand in a base URL: FORMAT_ERROR at `name` (D1). */
export function assertWorldName(name: string): void {
  if (WORLD_NAME.test(name)) return
  throw new DomainError(
    'FORMAT_ERROR',
    'A world is named by 1 to 63 of a-z, 0-9 and "-", starting with a letter or digit.',
    'name',
  )
}

export function unknownWorld(name: string): DomainError {
  return new DomainError(
    'RESOURCE_UNKNOWN',
    `There is no world ${JSON.stringify(name.slice(0, 80))} on this server. Create it with the GraphQL mutation createWorld, or use the base URL without /worlds.`,
    'world',
  )
}
