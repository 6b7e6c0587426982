import { TABLES } from '../../../generated/tables.ts'

/** A column, as Prisma's data model has it. */
export type Field = {
  readonly name: string
  readonly type: 'String' | 'Int' | 'BigInt' | 'Boolean' | 'DateTime' | 'Json' | 'Enum'
  readonly nullable: boolean
  /** The permitted values of an enum. */
  readonly values: ReadonlySet<string>
  readonly default: string | number | boolean | undefined
  /** Prisma creates the value when none is given. */
  readonly made: boolean
  readonly sql: string
}

/** A relation to another table: the columns of both that are equal. */
export type Relation = {
  readonly name: string
  readonly table: Table
  readonly list: boolean
  readonly from: readonly string[]
  readonly to: readonly string[]
}

export type Table = {
  readonly name: string
  /** The name in SQL, quoted. */
  readonly sql: string
  readonly fields: ReadonlyMap<string, Field>
  /** What identifies one row: `id`, or the columns of a compound key joined by `_`. */
  readonly uniques: ReadonlyMap<string, readonly string[]>
  readonly relations: ReadonlyMap<string, Relation>
}

/** All tables, by the name of their model. */
export const tables: ReadonlyMap<string, Table> = readTables()

type GeneratedTable = {
  readonly name: string
  readonly sql: string
  readonly fields: readonly {
    readonly name: string
    readonly type: Field['type']
    readonly nullable: boolean
    readonly values: readonly string[]
    readonly default?: string | number | boolean
    readonly made?: boolean
  }[]
  readonly uniques: Readonly<Record<string, readonly string[]>>
  readonly relations: readonly (Omit<Relation, 'table'> & { readonly table: string })[]
}

function readTables(): Map<string, Table> {
  const written: readonly GeneratedTable[] = TABLES
  const made = new Map<string, Table & { readonly relations: Map<string, Relation> }>()
  for (const { name, sql, fields, uniques } of written) {
    const columns = fields.map(field => ({
      ...field,
      values: new Set(field.values),
      default: field.default,
      made: field.made === true,
      sql: `"${field.name}"`,
    }))
    made.set(name, {
      name,
      sql: `"${sql}"`,
      fields: new Map(columns.map(field => [field.name, field])),
      uniques: new Map(Object.entries(uniques)),
      relations: new Map(),
    })
  }
  for (const { name, relations } of written)
    for (const relation of relations) {
      const table = made.get(relation.table)
      if (table !== undefined) made.get(name)?.relations.set(relation.name, { ...relation, table })
    }
  return made
}
