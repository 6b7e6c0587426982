import { checkTogether, DomainError } from './errors.ts'
import { VIEW, type View } from './views.ts'

/** The arguments of a Relay connection. `null` and absent mean the same. */
export type PageArgs = {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
  /** In which view the rows are wanted, where that view is available. */
  readonly [VIEW]?: View | undefined
}

/** A page to fetch: `take` rows after or before a cursor, counted from the end when `backwards`. */
export type PageWindow = {
  readonly take: number
  readonly backwards: boolean
  readonly after: readonly string[] | undefined
  readonly before: readonly string[] | undefined
}

export type Page<Row> = {
  readonly rows: readonly Row[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
}

export const DEFAULT_PAGE = 50
/** The limit for a list within another row, where sizes multiply. */
export const DEFAULT_NESTED_PAGE = 10
export const MAX_PAGE = 1000

/**
 * The page that connection arguments describe. FORMAT_ERROR for sizes outside of 0 to 1000, and for cursors that are not ours or belong to another
 * kind of list.
 */
export function pageWindow(args: PageArgs, kind: string, cursorParts: number): PageWindow {
  const backwards = args.last != null
  const take = args.first ?? args.last ?? DEFAULT_PAGE
  const partsOf = (path: 'after' | 'before') =>
    args[path] == null ? undefined : decodeCursor(args[path], path, kind, cursorParts)
  // All faults are reported in one answer (D78).
  checkTogether(
    () => assertPageSize(args),
    () => partsOf('after'),
    () => partsOf('before'),
  )
  return { take, backwards, after: partsOf('after'), before: partsOf('before') }
}

/** FORMAT_ERROR for a page that no list has. */
export function assertPageSize({ first, last }: Pick<PageArgs, 'first' | 'last'>): void {
  const size = first ?? last ?? DEFAULT_PAGE
  if (first != null && last != null)
    throw new DomainError('FORMAT_ERROR', 'Ask for either first or last, not for both.', 'last')
  if (Number.isInteger(size) && size >= 0 && size <= MAX_PAGE) return
  const path = last == null ? 'first' : 'last'
  throw new DomainError('FORMAT_ERROR', `A page has 0 to ${MAX_PAGE} rows; ${size} were asked for.`, path)
}

/** A cursor is the row's place in the order of its kind of list, so it stays valid when rows before it are added or removed. */
export function encodeCursor(kind: string, parts: readonly string[]): string {
  return Buffer.from([kind, ...parts].join('\n')).toString('base64url')
}

function decodeCursor(cursor: string, path: string, kind: string, cursorParts: number): string[] {
  const [, ...parts] = Buffer.from(cursor, 'base64url').toString().split('\n')
  const complete = parts.length === cursorParts && parts.every(part => part !== '')
  // A cursor of another kind has another form.
  if (complete && encodeCursor(kind, parts) === cursor) return parts
  throw new DomainError(
    'FORMAT_ERROR',
    'This is no cursor of this list. Use a cursor or pageInfo.endCursor of an answer, unchanged.',
    path,
  )
}

/** Removes the extra row that shows whether more follow, and puts a backward page into reading order. */
export function toPage<Row>(fetched: readonly Row[], window: PageWindow): Page<Row> {
  const more = fetched.length > window.take
  const rows = fetched.slice(0, window.take)
  return window.backwards
    ? { rows: rows.reverse(), hasPreviousPage: more, hasNextPage: window.before !== undefined }
    : { rows, hasNextPage: more, hasPreviousPage: window.after !== undefined }
}

/** A page of rows in memory, in the order of their keys. */
export function pageOfSorted<Keyed, Row extends Keyed>(
  rows: readonly Row[],
  args: PageArgs,
  kind: string,
  keyOf: (row: Keyed) => string,
) {
  const window = pageWindow(args, kind, 1)
  const [after, before] = [window.after?.[0], window.before?.[0]]
  const within = rows.filter(
    row => (after === undefined || keyOf(row) > after) && (before === undefined || keyOf(row) < before),
  )
  const ordered = window.backwards ? within.toReversed() : within
  return {
    ...toPage(ordered, window),
    cursorOf: (row: Keyed) => encodeCursor(kind, [keyOf(row)]),
  }
}
