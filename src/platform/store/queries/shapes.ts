import { runInThisContext } from 'node:vm'
import type { Field, Relation, Table } from './tables.ts'
import { unknown } from './values.ts'
import { joined } from './where.ts'

/**
 * What an answer contains of a row: columns, rows that it points to (read in the same statement, by a join), and rows that point to it (read
 * afterwards).
 */
export type Shape = {
  /** Equal for equal shapes of the same table. */
  readonly key: string
  readonly table: Table
  /** The columns, and the table with its joins. */
  readonly columns: string
  readonly width: number
  readonly from: string
  /** The columns for RETURNING; undefined when the shape needs columns of other tables. */
  readonly returning: string | undefined
  /**
   * Whether whole numbers are read as BigInt. One such column decides for the whole statement, because SQLite's binding has one mode per statement.
   */
  readonly bigInts: boolean
  /** Makes a row from SQLite's values. */
  readonly decode: Decode
  /** Makes a row from PostgreSQL's text values. */
  readonly ofTexts: Decode
  /** Makes a row from the values that were bound in an insert, all columns of the table; undefined when the shape needs other tables. */
  readonly ofWritten: Decode | undefined
  /**
   * The columns as one JSON text, and a function that makes a row from it: a text for each column would cost a third more. Undefined when the shape
   * needs other tables.
   */
  readonly packed: { readonly columns: string; readonly decode: Decode } | undefined
  readonly lists: readonly List[]
}
/** Makes the row of the answer, without columns that were read for other purposes. */
export type Decode = (values: unknown) => object

/** The source text of the functions that make a row, from values and from text. */
type Literals = readonly [ofValues: string, ofTexts: string]

/** A list within a shape: the place of its parent's key among the columns. */
type List = { readonly relation: Relation; readonly name: string; readonly places: readonly number[] }

/** How a call wants its rows: the shape, and the arguments of each list, which may differ from call to call. */
export type RowQuery = { readonly shape: Shape; readonly args: readonly object[] }

/** The shape of a `select` or an `include`. */
export function wanted(table: Table, select: unknown, include: unknown): RowQuery {
  if (select === undefined && include === undefined) return { shape: wholeRow(table), args: NONE }
  const names = select === undefined ? namesOf(include) : undefined
  const known = names === undefined ? undefined : withOnes.get(table)?.get(names)
  if (known !== undefined) return { shape: known, args: NONE }
  const draft = draftOf(table, select, include)
  const shape = shapes.get(draft.key) ?? build(draft)
  shapes.set(draft.key, shape)
  if (names !== undefined && shape.lists.length === 0) {
    const own = withOnes.get(table) ?? new Map<string, Shape>()
    withOnes.set(table, own.set(names, shape))
  }
  return { shape, args: draft.lists.map(({ args }) => args) }
}

/** The names in an `include` that consists of names only; if none is a list, they identify the shape. */
function namesOf(include: unknown): string | undefined {
  if (typeof include !== 'object' || include === null) return undefined
  let names = ''
  for (const name in include) {
    if (Reflect.get(include, name) !== true) return undefined
    names += ` ${name}`
  }
  return names
}

/** All columns of a table. */
export function wholeRow(table: Table): Shape {
  const known = wholeRows.get(table)
  if (known !== undefined) return known
  const shape = build(draftOf(table, undefined, undefined))
  wholeRows.set(table, shape)
  return shape
}

const NONE: RowQuery['args'] = []
const shapes = new Map<string, Shape>()
const wholeRows = new Map<Table, Shape>()
const withOnes = new Map<Table, Map<string, Shape>>()

type Draft = {
  readonly key: string
  readonly table: Table
  readonly fields: readonly Field[]
  readonly ones: readonly { readonly relation: Relation; readonly draft: Draft }[]
  readonly lists: readonly { readonly relation: Relation; readonly args: object }[]
}

function draftOf(table: Table, select: unknown, include: unknown): Draft {
  if (select !== undefined && include !== undefined) unknown()
  const requested = select ?? include
  const fields = select === undefined ? [...table.fields.values()] : []
  const ones: Draft['ones'][number][] = []
  const lists: Draft['lists'][number][] = []
  if (requested === null || (requested !== undefined && typeof requested !== 'object')) unknown()
  for (const [name, value] of Object.entries(requested ?? {})) {
    if (value === undefined || value === false) continue
    const field = table.fields.get(name)
    if (field !== undefined) {
      if (select === undefined || value !== true) unknown()
      fields.push(field)
      continue
    }
    const relation = table.relations.get(name) ?? unknown()
    const args = value === true ? {} : typeof value === 'object' && value !== null ? value : unknown()
    if (relation.list) lists.push({ relation, args })
    else ones.push({ relation, draft: one(relation, args) })
  }
  const parts = [
    select === undefined ? '*' : fields.map(field => field.name).join(),
    ...ones.map(({ relation, draft }) => `${relation.name}:${draft.key}`),
    ...lists.map(({ relation }) => `${relation.name}[]`),
  ]
  return { key: `${table.name}{${parts.join(' ')}}`, table, fields, ones, lists }
}

// A row that it points to comes by a join, so it cannot have lists of its own.
function one(relation: Relation, args: object): Draft {
  for (const [name, value] of Object.entries(args))
    if (value !== undefined && name !== 'select' && name !== 'include') unknown()
  const draft = draftOf(relation.table, Reflect.get(args, 'select'), Reflect.get(args, 'include'))
  return draft.lists.length > 0 ? unknown() : draft
}

/** The expression that reads a column as JavaScript's value. `at` is the expression of the raw value. */
const DECODERS = {
  String: at => at,
  Enum: at => at,
  Boolean: (at, bigInts) => (bigInts ? `${at} === 1n` : `${at} === 1`),
  Int: (at, bigInts) => (bigInts ? `Number(${at})` : at),
  BigInt: at => at,
  DateTime: at => `new Date(typeof ${at} === 'string' ? ${at} : Number(${at}))`,
  Json: at => `JSON.parse(${at})`,
} as const satisfies Record<Field['type'], (at: string, bigInts: boolean) => string>

// From a column's text: both engines write instants and JSON as text.
const TEXT_DECODERS = {
  ...DECODERS,
  Boolean: at => `${at} === 't'`,
  Int: at => `Number(${at})`,
  BigInt: at => `BigInt(${at})`,
} as const satisfies typeof DECODERS

function build(draft: Draft): Shape {
  const { table } = draft
  const columns: string[] = []
  const joins: string[] = []
  const bigInts = hasBigInts(draft)
  // Two functions: from SQLite's values, and from text.
  const literal = (one: Draft, alias: string): Literals => {
    const members = one.fields.map((field): Literals => {
      const at = `v[${columns.push(`${alias}.${field.sql}`) - 1}]`
      const name = JSON.stringify(field.name)
      return [`${name}: ${decoded(field, at, bigInts)}`, `${name}: ${decoded(field, at, bigInts, TEXT_DECODERS)}`]
    })
    for (const { relation, draft: inner } of one.ones) {
      const own = `j${joins.length + 1}`
      joins.push(` LEFT JOIN ${relation.table.sql} AS ${own} ON ${joined(relation, alias, own)}`)
      const there = `v[${columns.push(`${own}."${relation.to[0]}"`) - 1}]`
      const [values, texts] = literal(inner, own)
      const ifThere = `${JSON.stringify(relation.name)}: ${there} === null ? null :`
      members.push([`${ifThere} ${values}`, `${ifThere} ${texts}`])
    }
    const [values, texts] = [members.map(([ofValues]) => ofValues), members.map(([, ofTexts]) => ofTexts)]
    return [`{ ${values.join(', ')} }`, `{ ${texts.join(', ')} }`]
  }
  const [text, ofTexts] = literal(draft, table.sql)
  const ownColumns = draft.fields.map(field => field.sql)
  const lists = draft.lists.map(({ relation }) => ({
    relation,
    name: relation.name,
    places: relation.from.map(name => columns.push(`${table.sql}."${name}"`) - 1),
  }))
  let readTexts: Decode | undefined
  return {
    key: draft.key,
    table,
    columns: columns.join(', '),
    width: columns.length,
    from: `FROM ${table.sql}${joins.join('')}`,
    returning: draft.ones.length === 0 && lists.length === 0 ? ownColumns.join(', ') : undefined,
    bigInts,
    decode: compile(text),
    get ofTexts() {
      readTexts ??= compile(ofTexts)
      return readTexts
    },
    ofWritten: draft.ones.length === 0 && lists.length === 0 ? compile(writtenLiteral(draft)) : undefined,
    packed: draft.ones.length === 0 && lists.length === 0 ? packedOf(draft) : undefined,
    lists,
  }
}

/** A bound value equals the value that a read would give, except that a whole number has the type that JavaScript gave. */
function writtenLiteral({ table, fields }: Draft): string {
  const names = [...table.fields.keys()]
  const members = fields.map(field => {
    const value = decoded(field, `v[${names.indexOf(field.name)}]`, false)
    return `${JSON.stringify(field.name)}: ${value}`
  })
  return `{ ${members.join(', ')} }`
}

// JSON numbers cannot hold every BigInt, so it is text there.
function packedOf({ fields }: Draft): NonNullable<Shape['packed']> {
  const columns = fields.map(({ type, sql }) => (type === 'BigInt' ? `CAST(${sql} AS TEXT)` : sql))
  const members = fields.map((field, place) => {
    const at = `v[${place}]`
    const value = field.type === 'BigInt' ? `${at} === null ? null : BigInt(${at})` : decoded(field, at, false)
    return `${JSON.stringify(field.name)}: ${value}`
  })
  const decode = compile(`{ ${members.join(', ')} }`)
  return { columns: `json_array(${columns.join(', ')})`, decode: text => decode(JSON.parse(String(text))) }
}

function decoded(field: Field, at: string, bigInts: boolean, decoders: typeof DECODERS = DECODERS): string {
  const value = decoders[field.type](at, bigInts)
  return field.nullable && value !== at ? `${at} === null ? null : ${value}` : value
}

// The source is built from the data model alone. One literal for each shape, so that all its rows share a hidden class.
function compile(text: string): Decode {
  return runInThisContext(`v => (${text})`)
}

function hasBigInts({ fields, ones }: Draft): boolean {
  return fields.some(field => field.type === 'BigInt') || ones.some(({ draft }) => hasBigInts(draft))
}
