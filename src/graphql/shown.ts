import type { Part, Source } from '../domain/views.ts'

/**
 * What a field shows of its row, where the store can write that too (domain/views.ts). Fields that expose a property say it by that alone; the
 * others say it with `shows`, which is also how they are resolved.
 */
export function shows<Row, Value>({ of, source }: Part<Row, Value>) {
  return { resolve: (row: Row) => of(row), extensions: { [SHOWN]: source } }
}

/** Shows the row itself, in a type of its own. */
export function showsItself<Row>() {
  return { resolve: (row: Row) => row, extensions: { [SHOWN]: 'row' as const } }
}

/** What a field says that it shows. */
export function sourceShown({ extensions }: { readonly extensions: object }): Source | 'row' | undefined {
  return SHOWN in extensions ? shownIn(extensions) : undefined
}

const SHOWN = 'sandbankShown'

function shownIn(extensions: object): Source | 'row'
function shownIn(extensions: object): unknown {
  return Reflect.get(extensions, SHOWN)
}
