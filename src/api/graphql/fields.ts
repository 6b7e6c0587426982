import type {
  FieldMap,
  InterfaceParam,
  InterfaceRef,
  ObjectRef,
  OutputShape,
  OutputType,
  TypeParam,
} from '@pothos/core'
import { type ListOf, listChildren } from '../../bank/resolvers/lists.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import { fieldOf as givenField } from '../../domain/given.ts'
import type { PageArgs } from '../../domain/paging.ts'
import type { Part, Source } from '../../domain/views.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { toConnection } from './connections.ts'
import type { List, Noun } from './nouns.ts'
import { type RowKinds, saysKinds, typeOfRow } from './row-kinds.ts'

/**
 * The source of a field, if the store can write it, too (domain/views.ts). A field that exposes a property needs no more; others state it with
 * `shows`, which also resolves them.
 */
function shows<Row, Value>({ of, source }: Part<Row, Value>) {
  return { resolve: (row: Row) => of(row), extensions: { [SHOWN]: source } }
}

/** Shows the row itself, in a type of its own. */
export function showsItself<Row>() {
  return { resolve: (row: Row) => row, extensions: { [SHOWN]: 'row' as const } }
}

/** The stated source of a field. */
export function sourceShown({ extensions }: { readonly extensions: object }): Source | 'row' | undefined {
  return SHOWN in extensions ? shownIn(extensions) : undefined
}

const SHOWN = 'sandbankShown'

function shownIn(extensions: object): Source | 'row'
function shownIn(extensions: object): unknown {
  return Reflect.get(extensions, SHOWN)
}

/** The row of a type that some of its fields show, looked up once for all of them, and what one of them shows of it. */
export type Beside = {
  readonly find: (row: unknown, context: GraphqlContext) => Promise<unknown>
  readonly of: (other: unknown, context: GraphqlContext) => unknown
  /** The property that is shown, if the field does nothing else. */
  readonly exposed: string | undefined
}

const BESIDE = 'sandbankBeside'

/** What a field says of the row that it shows. */
export function besideShown(field: { readonly extensions: object }): Beside | undefined
export function besideShown({ extensions }: { readonly extensions: object }): unknown {
  return Reflect.get(extensions, BESIDE)
}

/**
 * The types of the graph as tables: a line for each field, with its kind and description. A field shows the row's property of the same name. For a
 * property of another name, or a value that must be looked up, there is a third part.
 */

type Types = typeof builder.$inferSchemaTypes
type Builder<Row> = PothosSchemaTypes.FieldBuilder<Types, Row, 'Object' | 'Interface'>

/** Adds the fields of a type, and its description. */
export function implement<Row, const Table extends Fields<Row>>(
  type: ObjectRef<Types, Row> | InterfaceRef<Types, Row>,
  description: string,
  table: (t: Kinds<Row>) => Table & OfItsRow<Row, Table>,
  interfaces: InterfaceParam<Types>[] = [],
  kinds?: RowKinds,
): void {
  if (type.kind === 'Interface')
    builder.interfaceType(type, {
      description,
      interfaces,
      fields: t => mapFields(t, table(kindsOf(t))),
      ...(kinds && { extensions: saysKinds(kinds), resolveType: row => typeOfRow(kinds, row) }),
    })
  else builder.objectType(type, { description, interfaces, fields: t => mapFields(t, table(kindsOf(t))) })
}

/** Fields of a type that show another row, which belongs to the own one. */
export function beside<Row, Other, const Table extends Fields<Other>>(
  find: (row: Row, context: GraphqlContext) => Promise<Other>,
  table: (t: PlainKinds<Other>) => Table & OfItsRow<Other, Table>,
): { readonly [Name in keyof Table]: FieldOfRow<Row> }
export function beside(find: Beside['find'], table: (t: never) => unknown): unknown {
  return Object.fromEntries(
    Object.entries(plainTable(table)).map(([name, { shows: shown = name, ...facts }]) => {
      const of: Beside['of'] =
        typeof shown === 'string'
          ? other => givenField(other, shown)
          : typeof shown === 'object'
            ? other => shown.of(other)
            : shown
      const shows = async (row: unknown, context: GraphqlContext) => of(await find(row, context), context)
      return [name, { ...facts, shows, beside: { find, of, exposed: typeof shown === 'string' ? shown : undefined } }]
    }),
  )
}

function plainTable(table: (t: never) => unknown): PlainTable {
  return Reflect.apply(table, undefined, [PLAIN])
}

type PlainTable = Readonly<Record<string, FieldFacts & { readonly shows?: ValueSource<unknown> }>>

/** The answer of a mutation (D130): fields made from what the mutation came to. */
export function payload<Row, const Table extends Fields<Row>>(
  mutation: string,
  table: (t: Kinds<Row>) => Table & OfItsRow<Row, Table>,
): ObjectRef<Types, Row> {
  const type = builder.objectRef<Row>(`${capital(mutation)}Payload`)
  implement(type, `What ${mutation} came to.`, t => {
    const fields = table(t)
    const [subject] = Object.values(fields)
    if (subject !== undefined) SUBJECTS.set(mutation, subject)
    return fields
  })
  return type
}

// The thing stands first in each payload.
const SUBJECTS = new Map<string, Fields<never>[string]>()

/** The id of the thing that a mutation answers with, if that has one. */
export async function idOfSubject(
  mutation: string,
  row: Readonly<Record<string, unknown>>,
  context: GraphqlContext,
): Promise<string | undefined> {
  const { shows: shown } = Object(SUBJECTS.get(mutation))
  const subject =
    typeof shown === 'string' ? row[shown] : typeof shown === 'function' ? await shown(row, context) : undefined
  const id = givenField(subject, 'id')
  return typeof id === 'string' ? id : undefined
}

/** A name with its first letter large, as types have it. */
export function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

/** Adds fields to a type that another file describes. */
export function extend<Row, const Table extends Fields<Row>>(
  type: ObjectRef<Types, Row>,
  table: (t: Kinds<Row>) => Table & OfItsRow<Row, Table>,
): void {
  builder.objectFields(type, t => mapFields(t, table(kindsOf(t))))
}

export type Fields<Row> = Readonly<Record<string, FieldOfRow<Row> | PropertyField<unknown> | FieldMap[string]>>
/** A field with a lookup, or one that shows a property of another name. */
type FieldOfRow<Row> = FieldFacts & { readonly shows: ValueSource<Row> }
/** A field that shows the property of its name. */
type PropertyField<Value> = FieldFacts & { readonly shows?: undefined; readonly value?: Value }
type FieldFacts = {
  readonly type: TypeParam<Types>
  readonly nullable: boolean
  readonly description: string
  readonly beside?: Beside
}
type ValueSource<Row> = string | Part<Row, unknown> | Find<Row, unknown>
type Find<Row, Value> = (row: Row, context: GraphqlContext) => Value | Promise<Value>

/** A field that shows the property of its name must fit the type of that property. */
export type OfItsRow<Row, Table> = {
  readonly [Name in keyof Table]: Table[Name] extends PropertyField<infer Value>
    ? Name extends Key<Row, Value>
      ? unknown
      : PropertyField<never>
    : unknown
}

/** The kinds of fields that a type may have. */
export type Kinds<Row> = PlainKinds<Row> & {
  /** A list that belongs to a row, oldest first. */
  readonly list: <Item extends WithId>(type: List<Item>, description: string, listOf: ListOf<Item>) => FieldMap[string]
  /** In the words of Pothos, for a field with its own arguments. */
  readonly raw: Builder<Row>
}

/** The kinds that any row may have, its own or one that is looked up. */
export type PlainKinds<Row> = KindsOf<Row, never> & {
  /** The same for values that a row may lack. */
  readonly optional: KindsOf<Row, null | undefined>
}

type KindsOf<Row, Nothing> = {
  readonly id: Kind<Row, string | Nothing>
  readonly text: Kind<Row, string | Nothing>
  readonly int: Kind<Row, number | Nothing>
  readonly flag: Kind<Row, boolean | Nothing>
  readonly day: Kind<Row, string | Nothing>
  readonly instant: Kind<Row, Date | Nothing>
  /** Any type: an enum, an object, or a list of them. */
  readonly of: OfType<Row, Nothing>
  /** The row that an id names; a nullable field also gives null when the row was deleted since. */
  readonly one: (noun: Noun<object>, key: Key<Row, string | Nothing>, description: string) => FieldOfRow<Row>
}

interface Kind<Row, Value> {
  (description: string): PropertyField<Value>
  (description: string, shows: Key<Row, Value> | Part<Row, Value> | Find<Row, Value>): FieldOfRow<Row>
}

interface OfType<Row, Nothing> {
  <const Type extends TypeParam<Types>>(type: Type, description: string): PropertyField<ValueOf<Type> | Nothing>
  <const Type extends TypeParam<Types>>(
    type: Type,
    description: string,
    shows: Key<Row, ValueOf<Type> | Nothing> | Part<Row, ValueOf<Type> | Nothing> | Find<Row, ValueOf<Type> | Nothing>,
  ): FieldOfRow<Row>
}

/** The properties of a row that have this type of value. */
type Key<Row, Value> = { [Name in keyof Row & string]: Row[Name] extends Value ? Name : never }[keyof Row & string]

/** The values that a type allows for a field. */
type ValueOf<Type> = Type extends readonly [infer Item extends OutputType<Types>]
  ? readonly OutputShape<Types, Item>[]
  : OutputShape<Types, Type>

function kindsOf<Row>(raw: Builder<Row>): Kinds<Row>
function kindsOf(raw: Builder<AnyRow>): unknown {
  return { ...PLAIN, list: listField, raw }

  function listField<Item extends WithId>({ type, connection }: List<Item>, description: string, listOf: ListOf<Item>) {
    const resolve = ({ id }: AnyRow, args: PageArgs, { bank }: GraphqlContext) =>
      toConnection(listChildren(listOf(bank.load), String(id), args))
    return raw.connection({ type, description, resolve }, connection)
  }
}

function kinds(nullable: boolean) {
  const of = (type: TypeParam<Types>, description: string, shows?: ValueSource<AnyRow>) => ({
    type,
    nullable,
    description,
    shows,
  })
  const kind = (type: TypeParam<Types>) => (description: string, shows?: ValueSource<AnyRow>) =>
    of(type, description, shows)
  const one = (noun: Noun<object>, key: string, description: string) =>
    of(noun.type, description, (row, { bank }) => {
      const id = row[key]
      return nullable ? (id === null ? null : unlessGone(noun.find(bank, String(id)))) : noun.find(bank, String(id))
    })
  return {
    id: kind('ID'),
    text: kind('String'),
    int: kind('Int'),
    flag: kind('Boolean'),
    day: kind('Date'),
    instant: kind('DateTime'),
    of,
    one,
  }
}
const REQUIRED = kinds(false)
const PLAIN = { ...REQUIRED, optional: kinds(true) }

function mapFields<Row>(t: Builder<Row>, table: Fields<Row>): FieldMap
function mapFields(t: Builder<AnyRow>, table: Fields<AnyRow>): FieldMap {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, fieldOf(t, name, field)]))
}

function fieldOf(t: Builder<AnyRow>, name: string, field: Fields<AnyRow>[string]): FieldMap[string] {
  if (!('type' in field)) return field
  const { nullable, description, shows: shown = name } = field
  const about = { type: anyType(field.type), nullable, description }
  if (typeof shown === 'string') return t.expose(shown, about)
  if (typeof shown === 'object') return t.field({ ...about, ...shows(shown) })
  const extensions = field.beside === undefined ? {} : { [BESIDE]: field.beside }
  return t.field({ ...about, extensions, resolve: (row, _, context) => shown(row, context) })
}

type AnyRow = Readonly<Record<string, object>>
type WithId = { readonly id: string }

// The table was checked against type and row where it was written.
export function anyType(type: TypeParam<Types>): 'JSON'
export function anyType(type: unknown): unknown {
  return type
}
