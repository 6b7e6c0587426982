import type { Context as HonoContext } from 'hono'
import { type Child, createContext, useContext } from 'hono/jsx'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'

/** What the frame of a page shows of the page's world (D109). */
export type Around = {
  /** The base path of the world. */
  readonly base: string
  readonly world: string
  /** The switcher of worlds and the time of this one, when the reader may use the console. */
  readonly head?: Child
  /** How many things each page of the console lists. */
  readonly counts?: Readonly<Record<string, number>>
  /** The latest action in this world. */
  readonly notice?: Child
  /** Whether its clock is being moved: then the page reloads itself. */
  readonly isMoving?: boolean
  /** Whether its clock shows another time than the machine's. */
  readonly isShifted?: boolean
  /** The present instant by its clock, and by the machine's. */
  readonly now?: Date
  readonly machineNow?: Date
}

type AroundReader = () => Promise<Around>

const readers = new WeakMap<Request, AroundReader>()

/** Sets the function that reads the frame of this request's page. */
export function setAround(c: HonoContext, read: AroundReader): void {
  readers.set(c.req.raw, read)
}

/** Undefined for the pages of a PSU, which have no frame. */
export async function readAround(c: HonoContext): Promise<Around | undefined> {
  return readers.get(c.req.raw)?.()
}

/** The frame for the components of a page. They are rendered in one turn, without a promise, so one variable is enough. */
export const AROUND = createContext<Around>({ base: '', world: DEFAULT_WORLD })

/** A path of the documentation in the page's world. Only components may call it. */
export function docsPath(path = ''): string {
  return `${useContext(AROUND).base}/docs${path}`
}
