import DataLoader from 'dataloader'
import { unknownInWorld } from '../../domain/errors.ts'
import type { Page } from '../../domain/paging.ts'
import { countPerParent, countPerWorld, type WorldTable } from '../counts.ts'
import { KEYS_AT_ONCE, type PageOfParent, type PageQuery } from '../page-sql.ts'
import { pagePerParent } from '../pages.ts'
import type { Tx } from '../transaction.ts'

/** A lookup by one key that refuses with RESOURCE_UNKNOWN, naming what is missing, for a key that the world does not have. */
type Lookup<Row> = (key: string) => Promise<Row>

/** A short list that belongs to one parent, whole; batched over all parents of one tick. */
type List<Row> = (parentId: string) => Promise<readonly Row[]>

/** A nested list: its page and how many rows there are in all, batched over all parents of one tick. */
export type Children<Row> = {
  /** Which rows they are: a cursor serves only lists of these. */
  readonly table: string
  readonly page: (query: PageOfParent) => Promise<Page<Row>>
  readonly count: (query: PageOfParent) => Promise<number>
}

type PageLoader<Row> = DataLoader<PageOfParent, Page<Row>, string>
type CountLoader = DataLoader<PageOfParent, number, string>

/** What the loaders of each noun are made with, for one request: all keys of one tick become one SQL statement, each key is read once. */
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
    keyOf: (row: NoInfer<Row>) => string = ({ id }) => id,
  ): Lookup<Row> {
    const readAll = async (keys: readonly string[]) => {
      const rows = new Map((await find([...keys])).map(row => [keyOf(row), row]))
      return keys.map(key => rows.get(key))
    }
    const loader = register(new DataLoader<string, Row | undefined>(readAll, { maxBatchSize: KEYS_AT_ONCE }))
    return async key => {
      // Half of a character stands in no row, and no prepared call takes it.
      const row = key.isWellFormed() ? await loader.load(key) : undefined
      if (row === undefined) throw unknownInWorld(noun, key)
      return row
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
    /** Those of this world with these ids. */
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
