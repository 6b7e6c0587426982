import DataLoader from 'dataloader'
import { type NamedOtherwise, unknownInWorld } from '../../../domain/errors.ts'
import type { Page } from '../../../domain/paging.ts'
import { countPerParent, countPerWorld, type WorldTable } from '../counts.ts'
import { KEYS_AT_ONCE, type PageOfParent, type PageQuery } from '../page-sql.ts'
import { pagePerParent } from '../pages.ts'
import type { Tx } from '../transaction.ts'

/** A lookup by one key. Refuses a key that the world does not have with RESOURCE_UNKNOWN, and names the missing thing. */
type Lookup<Row> = (key: string) => Promise<Row>

type LookupOptions<Row> = {
  /** By default the id. */
  readonly keyOf?: (row: NoInfer<Row>) => string
  /** Finds the row that the key names in another way than by id, for the text of the refusal. */
  readonly named?: (key: string) => Promise<NamedOtherwise | undefined>
}

/** A short list of one parent, without pages; one batch for all parents of a tick. */
type List<Row> = (parentId: string) => Promise<readonly Row[]>

/** A nested list: a page and the total; one batch for all parents of a tick. */
export type Children<Row> = {
  /** The identity of the list: a cursor is valid only for the list that issued it. */
  readonly table: string
  readonly page: (query: PageOfParent) => Promise<Page<Row>>
  readonly count: (query: PageOfParent) => Promise<number>
}

type PageLoader<Row> = DataLoader<PageOfParent, Page<Row>, string>
type CountLoader = DataLoader<PageOfParent, number, string>

/** What the loaders of each noun are built from, for one request. All keys of one tick become one SQL statement, and each key is read once. */
export type Loading = ReturnType<typeof startLoading>

export function startLoading(db: Tx, worldId: string) {
  const all: { clearAll(): unknown }[] = []
  function register<Loader extends { clearAll(): unknown }>(loader: Loader): Loader {
    all.push(loader)
    return loader
  }

  function lookup<Row extends { id: string }>(
    noun: string,
    find: (keys: string[]) => Promise<Row[]>,
    { keyOf = ({ id }) => id, named }: LookupOptions<Row> = {},
  ): Lookup<Row> {
    const readAll = async (keys: readonly string[]) => {
      const rows = new Map((await find([...keys])).map(row => [keyOf(row), row]))
      return keys.map(key => rows.get(key))
    }
    const loader = register(new DataLoader<string, Row | undefined>(readAll, { maxBatchSize: KEYS_AT_ONCE }))
    return async key => {
      // No row contains half of a surrogate pair, and no prepared call accepts one.
      const row = key.isWellFormed() ? await loader.load(key) : undefined
      if (row !== undefined) return row
      throw unknownInWorld(noun, key, key.isWellFormed() ? await named?.(key) : undefined)
    }
  }

  function children<Row extends { id: string }>(
    table: string,
    parent: string,
    find: (ids: string[]) => Promise<Row[]>,
  ): Children<Row> {
    const scope = { worldId, table, parent }
    const pages: PageLoader<Row> = register(
      new DataLoader(queries => pagePerParent(db, { ...scope, queries, find }), { cacheKeyFn: pageKey }),
    )
    const counts: CountLoader = register(
      new DataLoader(queries => countPerParent(db, { ...scope, queries }), { cacheKeyFn: countKey }),
    )
    return { table, page: query => pages.load(query), count: query => counts.load(query) }
  }

  function list<Row>(
    parentOf: (row: NoInfer<Row>) => string,
    find: (parentIds: string[]) => Promise<Row[]>,
  ): List<Row> {
    const readAll = async (parentIds: readonly string[]) => {
      const own = new Map<string, Row[]>(parentIds.map(parentId => [parentId, []]))
      for (const row of await find([...parentIds])) own.get(parentOf(row))?.push(row)
      return parentIds.map(parentId => own.get(parentId) ?? [])
    }
    const loader = register(new DataLoader<string, Row[]>(readAll, { maxBatchSize: KEYS_AT_ONCE }))
    return parentId => loader.load(parentId)
  }

  return {
    db,
    worldId,
    lookup,
    children,
    list,
    rowsInWorld: (): DataLoader<WorldTable, number, string> =>
      register(
        new DataLoader(keys => countPerWorld(db, keys), { cacheKeyFn: ({ table, worldId }) => `${table} ${worldId}` }),
      ),
    /** The rows of this world with these ids. */
    withIds: (ids: string[]) => ({ where: { worldId, id: { in: ids } } }),
    clearAll: () => {
      for (const loader of all) loader.clearAll()
    },
  }
}

const pageKey = (query: PageOfParent) =>
  JSON.stringify([query.parentId, query.order, query.window, filterKey(query), query.view?.key])
const countKey = (query: PageOfParent) => JSON.stringify([query.parentId, filterKey(query)])

function filterKey({ filter }: PageQuery): unknown {
  return filter.map(({ column, is, value }) => [column, is, String(value)])
}
