import {
  type DocumentNode,
  defaultFieldResolver,
  defaultTypeResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLEnumType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  typeFromAST,
  type ValueNode,
  visit,
} from 'graphql'
import type { GraphqlContext } from './builder.ts'
import { fragmentsOf, LIMITS } from './limits.ts'

/**
 * Operations made into functions that write their answer as JSON text. Everything about an operation that does not depend on a
 * request is done once: which fields are asked for, what resolves and writes each. The rules, also those of errors and nulls,
 * are graphql-js's; a test holds the bytes of both against each other.
 */

type Variables = Readonly<Record<string, unknown>>
type Text = string | Promise<string>
type Path = {
  readonly prev: Path | undefined
  readonly key: string | number
  readonly typename: string | undefined
}

/** One execution of an operation. */
type Run = {
  readonly context: GraphqlContext
  readonly variables: Variables
  readonly errors: Error[]
  /** The places that errors made null: what fails below them is not told as well. */
  readonly nulled: Set<Path | undefined>
  readonly args: Map<object, Readonly<Record<string, unknown>>>
  /** Characters of values so far. */
  length: number
  /** When others were let run last. */
  since: number
}

type Write = (value: unknown, path: Path, run: Run) => Text
type FieldPlan = {
  readonly name: string
  /** Its name in the answer as JSON text, with the colon. */
  readonly label: string
  readonly nodes: readonly FieldNode[]
  readonly field: GraphQLField<unknown, unknown>
  readonly parent: GraphQLObjectType
  /** The property that it shows, where it does no more than that. */
  readonly exposed: string | undefined
  readonly resolve: (source: unknown, run: Run, path: Path) => unknown
  readonly write: Write
  readonly required: boolean
}
type ObjectPlan = {
  readonly type: GraphQLObjectType
  readonly fields: readonly FieldPlan[]
}

/** What came of it: the text of `data`, and the errors in the order in which they happened. */
export type Written = {
  readonly data: string
  readonly errors: readonly Error[]
}

/** An answer that grew beyond its limit: nothing of it is told. */
export class AnswerTooLarge extends Error {}

export type Execute = (variables: Variables, context: GraphqlContext) => Promise<Written>

/** Prepares an operation. Its conditions (@skip, @include) choose among plans, each of which is made once. */
export function prepareExecution(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Execute {
  const fragments = fragmentsOf(document)
  const conditions = conditionsOf(document)
  const plans = new Map<string, ObjectPlan>()
  const planFor = (variables: Variables): ObjectPlan => {
    const key = conditions.map(name => String(variables[name])).join()
    const known = plans.get(key)
    if (known !== undefined) return known
    if (plans.size === MOST_PLANS) plans.clear()
    const made = new Planner(schema, fragments, operation, variables).root()
    plans.set(key, made)
    return made
  }
  return async (variables, context) => {
    const run: Run = {
      context,
      variables,
      errors: [],
      nulled: new Set(),
      args: new Map(),
      length: 0,
      since: performance.now(),
    }
    const plan = planFor(variables)
    try {
      const serially = operation.operation === OperationTypeNode.MUTATION
      const data = serially ? await writeSerially(plan, run) : await writeFields(plan, undefined, undefined, run)
      return { data, errors: run.errors }
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw error
      collect(run, asError(error), undefined)
      return { data: 'null', errors: run.errors }
    }
  }
}

const MOST_PLANS = 16

function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/** Makes the plans of one operation, for variables of which only the conditions matter. */
class Planner {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #operation: OperationDefinitionNode
  readonly #variables: Variables

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    operation: OperationDefinitionNode,
    variables: Variables,
  ) {
    this.#schema = schema
    this.#fragments = fragments
    this.#operation = operation
    this.#variables = variables
  }

  root(): ObjectPlan {
    const type = this.#schema.getRootType(this.#operation.operation)
    if (type == null) throw new TypeError(`The schema has no ${this.#operation.operation}.`)
    return this.#object(type, [this.#operation.selectionSet])
  }

  #object(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): ObjectPlan {
    const groups = new Map<string, FieldNode[]>()
    const visited = new Set<string>()
    for (const set of sets) this.#collect(type, set, groups, visited)
    const fields = [...groups].flatMap(([name, nodes]) => {
      const field = fieldOf(this.#schema, type, nodes[0]?.name.value ?? '')
      return field === undefined ? [] : [this.#field(type, name, field, nodes)]
    })
    return { type, fields }
  }

  #collect(
    type: GraphQLObjectType,
    set: SelectionSetNode,
    groups: Map<string, FieldNode[]>,
    visited: Set<string>,
  ): void {
    for (const node of set.selections) {
      if (getDirectiveValues(GraphQLSkipDirective, node, this.#variables)?.['if'] === true) continue
      if (getDirectiveValues(GraphQLIncludeDirective, node, this.#variables)?.['if'] === false) continue
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value
        const group = groups.get(name)
        if (group === undefined) groups.set(name, [node])
        else group.push(node)
        continue
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(node.name.value)) continue
        visited.add(node.name.value)
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value)
      if (fragment !== undefined && this.#applies(fragment, type))
        this.#collect(type, fragment.selectionSet, groups, visited)
    }
  }

  #applies(
    {
      typeCondition,
    }: {
      readonly typeCondition?: FragmentDefinitionNode['typeCondition'] | undefined
    },
    type: GraphQLObjectType,
  ): boolean {
    if (typeCondition === undefined) return true
    const on = typeFromAST(this.#schema, typeCondition)
    return on === type || (isAbstractType(on) && this.#schema.isSubType(on, type))
  }

  #field(
    parent: GraphQLObjectType,
    name: string,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
  ): FieldPlan {
    const info: GraphQLResolveInfo = {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType: parent,
      path: { prev: undefined, key: name, typename: parent.name },
      schema: this.#schema,
      fragments: Object.fromEntries(this.#fragments),
      rootValue: undefined,
      operation: this.#operation,
      variableValues: {},
    }
    const place = {
      name,
      nodes,
      field,
      parent,
      required: isNonNullType(field.type),
    }
    const exposed = field.args.length === 0 ? exposedName(field) : undefined
    return {
      ...place,
      label: `${JSON.stringify(name)}:`,
      exposed: isLeafType(isNonNullType(field.type) ? field.type.ofType : field.type) ? exposed : undefined,
      resolve: exposed === undefined ? resolverOf(place, info) : source => property(source, exposed),
      write: this.#write(field.type, info),
    }
  }

  #write(type: GraphQLOutputType, info: GraphQLResolveInfo): Write {
    const { fieldName, fieldNodes, parentType } = info
    if (isNonNullType(type)) {
      const write = this.#write(type.ofType, info)
      return (value, path, run) => {
        const text = write(value, path, run)
        if (text !== 'null') return text
        throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${fieldName}.`)
      }
    }
    if (isListType(type)) return this.#list(type.ofType, info)
    if (isLeafType(type)) return leafWriter(type)
    const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    if (isObjectType(type)) {
      const { isTypeOf } = type
      const plan = later(() => this.#object(type, sets))
      return (value, path, run) => {
        if (value == null) return 'null'
        if (value instanceof Error) throw value
        if (isTypeOf != null && isTypeOf(value, run.context, info) === false)
          throw new TypeError(`Expected value of type "${type.name}".`)
        return writeFields(plan(), value, path, run)
      }
    }
    const plans = new Map<string, ObjectPlan>()
    const typeOf = type.resolveType ?? defaultTypeResolver
    const planOf = (name: unknown): ObjectPlan => {
      const known = plans.get(String(name))
      if (known !== undefined) return known
      const found = this.#schema.getType(String(name))
      if (!isObjectType(found) || !this.#schema.isSubType(type, found))
        throw new TypeError(`Abstract type "${type.name}" was resolved to ${String(name)}.`)
      const made = this.#object(found, sets)
      plans.set(found.name, made)
      return made
    }
    return (value, path, run) => {
      if (value == null) return 'null'
      if (value instanceof Error) throw value
      const name = typeOf(value, run.context, info, type)
      if (isPromise(name)) return name.then(known => writeFields(planOf(known), value, path, run))
      return writeFields(planOf(name), value, path, run)
    }
  }

  #list(itemType: GraphQLOutputType, info: GraphQLResolveInfo): Write {
    const { fieldName, fieldNodes, parentType } = info
    const write = this.#write(itemType, info)
    const required = isNonNullType(itemType)
    const writeItem = (item: unknown, place: number, path: Path, run: Run): Text => {
      const at: Path = { prev: path, key: place, typename: undefined }
      try {
        const text = isPromise(item) ? item.then(value => write(value, at, run)) : write(item, at, run)
        return isPromise(text) ? text.then(undefined, raw => fail(raw, fieldNodes, required, at, run)) : text
      } catch (raw) {
        return fail(raw, fieldNodes, required, at, run)
      }
    }
    // Items that need nothing from elsewhere are written in slices, so that a long list keeps nobody waiting (D74).
    const writeFrom = (items: readonly unknown[], parts: Text[], path: Path, run: Run): Text => {
      let waiting = parts.some(isPromise)
      for (let place = parts.length; place < items.length; place += 1) {
        const part = writeItem(items[place], place, path, run)
        waiting ||= isPromise(part)
        parts.push(part)
        if (!waiting && place % ITEMS_BETWEEN_LOOKS === 0 && performance.now() - run.since > SLICE_MS) {
          return letOthersRun(run).then(() => writeFrom(items, parts, path, run))
        }
      }
      return waiting ? Promise.all(parts).then(joinList) : joinList(parts)
    }
    return (value, path, run) => {
      if (value == null) return 'null'
      if (value instanceof Error) throw value
      if (!isIterable(value)) throw new TypeError(`Expected Iterable for field "${parentType.name}.${fieldName}".`)
      return writeFrom(Array.isArray(value) ? value : [...value], [], path, run)
    }
  }
}

const SLICE_MS = 10
const ITEMS_BETWEEN_LOOKS = 32

function letOthersRun(run: Run): Promise<void> {
  return new Promise<void>(resolve => setImmediate(resolve)).then(() => {
    run.since = performance.now()
  })
}

function joinList(parts: readonly unknown[]): string {
  return `[${parts.join(',')}]`
}

/** The fields of an object, all at once. */
function writeFields({ fields }: ObjectPlan, source: unknown, path: Path | undefined, run: Run): Text {
  const parts: Text[] = []
  let waiting = false
  try {
    for (const plan of fields) {
      const part = writeField(plan, source, path, run)
      waiting ||= isPromise(part)
      parts.push(part)
    }
  } catch (error) {
    // What the other fields still wait for may fail too, and somebody must hear of it.
    if (waiting)
      return Promise.all(parts).then(
        () => Promise.reject(error),
        () => Promise.reject(error),
      )
    throw error
  }
  return waiting ? Promise.all(parts).then(done => joinFields(fields, done)) : joinFields(fields, parts)
}

/** The fields of a mutation, one after the other. */
async function writeSerially({ fields }: ObjectPlan, run: Run): Promise<string> {
  const parts: string[] = []
  for (const plan of fields) parts.push(await writeField(plan, undefined, undefined, run))
  return joinFields(fields, parts)
}

function joinFields(fields: readonly FieldPlan[], parts: readonly unknown[]): string {
  let text = ''
  for (let place = 0; place < parts.length; place += 1) {
    text += `${place === 0 ? '{' : ','}${fields[place]?.label}${parts[place]}`
  }
  return text === '' ? '{}' : `${text}}`
}

function writeField(plan: FieldPlan, source: unknown, prev: Path | undefined, run: Run): Text {
  const { exposed } = plan
  if (exposed !== undefined) {
    const value = property(source, exposed)
    if (!isPromise(value)) return writeValue(plan, value, prev, run)
  }
  const path = pathTo(plan, prev)
  try {
    const value = plan.resolve(source, run, path)
    const text = isPromise(value) ? value.then(known => plan.write(known, path, run)) : plan.write(value, path, run)
    return isPromise(text) ? text.then(undefined, raw => fail(raw, plan.nodes, plan.required, path, run)) : text
  } catch (raw) {
    return fail(raw, plan.nodes, plan.required, path, run)
  }
}

// The most frequent case, and so without what only others need.
function writeValue(plan: FieldPlan, value: unknown, prev: Path | undefined, run: Run): Text {
  try {
    return plan.write(value, NOWHERE, run)
  } catch (raw) {
    return fail(raw, plan.nodes, plan.required, pathTo(plan, prev), run)
  }
}

const NOWHERE: Path = { prev: undefined, key: '', typename: undefined }

function pathTo({ name, parent }: FieldPlan, prev: Path | undefined): Path {
  return { prev, key: name, typename: parent.name }
}

/** An error makes the place null where it may be that, and else fails what holds the place. */
function fail(raw: unknown, nodes: readonly FieldNode[], required: boolean, path: Path, run: Run): string {
  if (raw instanceof AnswerTooLarge) throw raw
  const error = locatedError(raw, nodes, pathOf(path))
  if (required) throw error
  collect(run, error, path)
  return 'null'
}

function collect(run: Run, error: Error, path: Path | undefined): void {
  if (run.nulled.has(undefined)) return
  for (let place = path; place !== undefined; place = place.prev) if (run.nulled.has(place)) return
  run.nulled.add(path)
  run.errors.push(error)
}

function pathOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = []
  for (let place: Path | undefined = path; place !== undefined; place = place.prev) keys.push(place.key)
  return keys.reverse()
}

/** Writes scalars and enums: what they serialize to, as JSON. */
function leafWriter(type: GraphQLLeafType): Write {
  const known = type instanceof GraphQLEnumType ? enumTexts(type) : undefined
  return (value, _, run) => {
    if (value == null) return 'null'
    if (value instanceof Error) throw value
    const text = known?.get(value) ?? jsonOf(serialized(type, value))
    run.length += text.length
    if (run.length > LIMITS.answerBytes) throw new AnswerTooLarge()
    return text
  }
}

// Most texts need no escapes, and looking is quicker than escaping.
function jsonOf(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
}
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

function enumTexts(type: GraphQLEnumType): ReadonlyMap<unknown, string> {
  return new Map(type.getValues().map(({ name, value }) => [value, JSON.stringify(name)]))
}

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  const text = type.serialize(value)
  if (text != null) return text
  throw new TypeError(`Expected \`${type.name}.serialize\` to return non-nullable value.`)
}

function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return type.getFields()[name]
}

// Pothos says which fields only show a property.
function exposedName({ extensions, resolve }: GraphQLField<unknown, unknown>): string | undefined {
  const name = extensions['pothosExposedField']
  return typeof name === 'string' && resolve?.length === 1 ? name : undefined
}

function property(source: unknown, name: string): unknown {
  return isRecord(source) ? source[name] : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

type FieldPlace = Pick<FieldPlan, 'name' | 'nodes' | 'field'>

function resolverOf(place: FieldPlace, info: GraphQLResolveInfo): FieldPlan['resolve'] {
  const { resolve = defaultFieldResolver } = place.field
  const argsOf = argumentsOf(place)
  // Only a function that names its fourth parameter, or takes all of them together, can look at it.
  if (resolve.length > 0 && resolve.length < 4) return (source, run) => resolve(source, argsOf(run), run.context, info)
  return (source, run, path) =>
    resolve(source, argsOf(run), run.context, {
      ...info,
      path,
      variableValues: { ...run.variables },
    })
}

/** The arguments of a field: read once where they stand in the document, else once in each run. */
function argumentsOf(place: FieldPlace): (run: Run) => Readonly<Record<string, unknown>> {
  const [node] = place.nodes
  if (node === undefined) throw new TypeError(`The field ${place.name} has no node.`)
  const given = node.arguments ?? []
  if (!given.some(({ value }) => hasVariable(value))) {
    const fixed = getArgumentValues(place.field, node)
    return () => fixed
  }
  return run => {
    const known = run.args.get(place)
    if (known !== undefined) return known
    const read = getArgumentValues(place.field, node, { ...run.variables })
    run.args.set(place, read)
    return read
  }
}

function hasVariable(value: ValueNode): boolean {
  let found = false
  visit(value, {
    Variable: () => {
      found = true
    },
  })
  return found
}

function later<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function isPromise<Value>(value: unknown): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
