import type { Context as HonoContext } from 'hono'
import { type Child, createContext, useContext } from 'hono/jsx'
import { DEFAULT_WORLD } from '../domain/worlds.ts'

/** What the frame of a page says of the world that one looks at (D109). */
export type Around = {
  /** The base path of the world. */
  readonly base: string
  readonly world: string
  /** Its switcher and its time, for who may use the console. */
  readonly head?: Child
  /** How many there are in it, by the pages that list them. */
  readonly counts?: Readonly<Record<string, number>>
  /** What was done in it a moment ago. */
  readonly notice?: Child
  /** Whether its clock is being moved: the page comes again by itself then. */
  readonly isMoving?: boolean
}

type AroundReader = () => Promise<Around>

const readers = new WeakMap<Request, AroundReader>()

/** Says how the frame of this request's page is read, when it has one. */
export function setAround(c: HonoContext, read: AroundReader): void {
  readers.set(c.req.raw, read)
}

/** Undefined for the pages of a PSU, which have no frame. */
export async function readAround(c: HonoContext): Promise<Around | undefined> {
  return readers.get(c.req.raw)?.()
}

/** Where the components of a page find it. All are shown in one turn, so that no promise need be followed. */
export const AROUND = createContext<Around>({ base: '', world: DEFAULT_WORLD })

/** A path of the documentation in the world that one looks at. For components alone. */
export function docsPath(path = ''): string {
  return `${useContext(AROUND).base}/docs${path}`
}
