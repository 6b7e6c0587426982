import type { Context as HonoContext } from 'hono'
import { type Child, createContext, useContext } from 'hono/jsx'
import type { DomainError } from '../../domain/errors.ts'
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
  /** The form that is open over the page. */
  readonly sheet?: Child | undefined
  /** Whether its clock is being moved: then the page reloads itself. */
  readonly isMoving?: boolean
  /** Whether its clock shows another time than the machine's. */
  readonly isShifted?: boolean
  /** The present instant by its clock, and by the machine's. */
  readonly now?: Date
  readonly machineNow?: Date
}

/** The sheet that is open over a page, and the refusal that it shows. */
type OpenSheet = { readonly sheet: Child; readonly refusal: DomainError | undefined }

const sheets = new WeakMap<Request, OpenSheet>()

/** Opens a sheet over this request's page. */
export function setSheet(c: HonoContext, open: OpenSheet): void {
  sheets.set(c.req.raw, open)
}

/** The sheet over this request's page. */
export function sheetOver(c: HonoContext): OpenSheet | undefined {
  return sheets.get(c.req.raw)
}

type AroundReader = () => Promise<Around>

const readers = new WeakMap<Request, AroundReader>()

/** Sets the function that reads the frame of this request's page. */
export function setAround(c: HonoContext, read: AroundReader): void {
  readers.set(c.req.raw, read)
}

/** Undefined for the pages of a PSU, which have no frame. */
export async function readAround(c: HonoContext): Promise<Around | undefined> {
  const around = await readers.get(c.req.raw)?.()
  return around && { ...around, sheet: sheetOver(c)?.sheet }
}

/** The frame for the components of a page. They are rendered in one turn, without a promise, so one variable is enough. */
export const AROUND = createContext<Around>({ base: '', world: DEFAULT_WORLD })

/** A path of the documentation in the page's world. Only components may call it. */
export function docsPath(path = ''): string {
  return `${useContext(AROUND).base}/docs${path}`
}
