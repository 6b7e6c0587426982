import { runInThisContext } from 'node:vm'
import type { Field, Relation, Table } from './tables.ts'
import { unknown } from './values.ts'
import { joined } from './where.ts'

/** What of a row an answer holds: columns, rows that it points to (read with it, by a join), and rows that point to it (read after it). */
export type Shape = {
  /** The same for the same shape of the same table. */
  readonly key: string
  readonly table: Table
  /** The columns, and the table with what is joined to it. */
  readonly columns: string
  readonly width: number
  readonly from: string
  /** The columns without those of other tables, as RETURNING takes them; undefined where there are others. */
  readonly returning: string | undefined
  /** Whether whole numbers are read as BigInt: one column asks for it, and SQLite's binding knows one way a statement. */
  readonly bigInts: boolean
  /** Makes a row of what SQLite gives. */
  readonly decode: Decode
  /** The same of texts, as PostgreSQL writes what its columns hold. */
  readonly ofTexts: Decode
  /** Makes a row of what was given to SQLite, all columns of the table; undefined where there are other tables. */
  readonly ofWritten: Decode | undefined
  /** The columns as one text, a JSON array, and what makes a row of it: to make a text of each column costs a third more. Undefined where there are other tables. */
  readonly packed: { readonly columns: string; readonly decode: Decode } | undefined
  readonly lists: readonly List[]
}
/** Makes a row as the answer has it; what else was read stays behind. */
export type Decode = (values: unknown) => object

/** The texts that make a row of values, and of texts. */
type Literals = readonly [ofValues: string, ofTexts: string]

/** A list in a shape: where its parent's key stands among the columns. */
type List = { readonly relation: Relation; readonly name: string; readonly places: readonly number[] }

/** How a call wants its rows: the shape, and what it says of each list, which may differ from call to call. */
export type RowQuery = { readonly shape: Shape; readonly args: readonly object[] }

/** What `select` and `include` ask for. */
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

/** The names in an `include` that says no more than names; they stand for its shape where none of them is a list. */
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

// A row that it points to is read with it, so it may have no lists of its own.
function one(relation: Relation, args: object): Draft {
  for (const [name, value] of Object.entries(args))
    if (value !== undefined && name !== 'select' && name !== 'include') unknown()
  const draft = draftOf(relation.table, Reflect.get(args, 'select'), Reflect.get(args, 'include'))
  return draft.lists.length > 0 ? unknown() : draft
}

/** Reads a column of a row as JavaScript has it. `at` is the expression of its value. */
const DECODERS = {
  String: at => at,
  Enum: at => at,
  Boolean: (at, bigInts) => (bigInts ? `${at} === 1n` : `${at} === 1`),
  Int: (at, bigInts) => (bigInts ? `Number(${at})` : at),
  BigInt: at => at,
  DateTime: at => `new Date(typeof ${at} === 'string' ? ${at} : Number(${at}))`,
  Json: at => `JSON.parse(${at})`,
} as const satisfies Record<Field['type'], (at: string, bigInts: boolean) => string>

// Of a column's text: instants and JSON are texts in both engines.
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
  // Twice: of SQLite's values, and of texts.
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

/** What is bound is what is read afterwards, but that whole numbers are of the kind that JavaScript gave. */
function writtenLiteral({ table, fields }: Draft): string {
  const names = [...table.fields.keys()]
  const members = fields.map(field => {
    const value = decoded(field, `v[${names.indexOf(field.name)}]`, false)
    return `${JSON.stringify(field.name)}: ${value}`
  })
  return `{ ${members.join(', ')} }`
}

// JSON has no number for the whole range of a BigInt, so that it is a text there.
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

// The text comes from the data model alone. One literal for each shape: all its rows have the same hidden class.
function compile(text: string): Decode {
  return runInThisContext(`v => (${text})`)
}

function hasBigInts({ fields, ones }: Draft): boolean {
  return fields.some(field => field.type === 'BigInt') || ones.some(({ draft }) => hasBigInts(draft))
}
