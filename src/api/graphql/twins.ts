import type { z } from '@hono/zod-openapi'
import type { FieldMap, InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from '@pothos/core'
import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../../bank/context.ts'
import { parseInput } from '../../bank/inputs/parse.ts'
import { type Operation, takesInput } from '../../bank/operations/operation.ts'
import type { builder, GraphqlContext } from './builder.ts'
import { type Reader, readAs } from './callers.ts'
import { anyType } from './fields.ts'
import { argsOf, inputArg } from './inputs.ts'
import { runScripted } from './scripted.ts'
import { withoutSources } from './sources.ts'

/** The reads of TPPs: each runs its operation's record at one field below `asTpp` (D130). Nothing here is a rule of the bank. */

type Types = typeof builder.$inferSchemaTypes
type Builder<Parent> = PothosSchemaTypes.FieldBuilder<Types, Parent, 'Object' | 'Interface'>
type AnyArgs = Readonly<Record<string, unknown>>

/** What a field adds to its operation. */
type Field<Parent, Id extends string, Options, Result, Type extends TypeParam<Types>, Args extends InputFieldMap> = {
  readonly type: Type
  /** Arguments of the graph's own, which name what is read. */
  readonly args?: Args
  /** Options of REST that choose a part of the answer: each is true when that field of the type is selected. */
  readonly selecting?: { readonly [Option in keyof Options & string]?: string }
  /** A sentence about what only the graph answers. */
  readonly answers?: string
} & ([Id] extends [never]
  ? { readonly ids?: undefined }
  : { readonly ids: (parent: Parent, args: InputShapeFromFields<Args>, bank: Context) => Ids<Id> | Promise<Ids<Id>> }) &
  Showing<Result, ShapeFromTypeParam<Types, Type, false>, Options, Parent>
type Ids<Id extends string> = Readonly<Record<Id, string>>

/** How a result is shown, if it is not a value of the type itself. */
type Showing<Result, Shape, Options, Parent> = Result extends Shape
  ? { readonly show?: Show<Result, Shape, Options, Parent> }
  : { readonly show: Show<Result, Shape, Options, Parent> }
type Show<Result, Shape, Options, Parent> = (result: Result, parent: Parent, options: Options) => Shape | Promise<Shape>

/**
 * The field of an operation that a TPP reads by: it has the operation's description, and runs it as the TPP and for the PSU of `asTpp`. A refusal is at
 * the field itself, which is null then.
 */
export function twin<
  Parent extends Reader,
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  const Type extends TypeParam<Types>,
  Args extends InputFieldMap = Record<never, never>,
>(
  t: Builder<Parent>,
  operation: Operation<Id, Options, Input, Result>,
  field: Field<Parent, Id, z.output<Options>, Result, Type, Args>,
): FieldMap[string]
export function twin(t: object, operation: RunnableOperation, field: object): FieldMap[string] {
  const { answers, args: own, ids = () => ({}), selecting, show = result => result, type } = anyField(field)
  const { description, input } = operation
  const read = async (reader: Reader, args: AnyArgs, { bank, script }: GraphqlContext, chosen: AnyArgs) => {
    const options = parseInput(operation.options, textsOf({ ...args, ...chosen }, operation.options))
    const about = await ids(reader, args, bank)
    return readAs(operation.service, reader, async (ctx, access, fixes) => {
      // The plugin has validated it with the operation's own schema.
      const call = { ids: about, options, input: args['input'], access, fixes, habits: script.habits }
      const result = await runScripted(ctx, script, { operation, access, input: args['input'] }, at =>
        operation.run(at, call),
      )
      return show(result, reader, options)
    })
  }
  return anyBuilder(t).field({
    type: anyType(type),
    nullable: true,
    description: inWordsOfGraphql(answers === undefined ? description : `${description} ${answers}`),
    extensions: { operation },
    args: {
      ...own,
      ...(operation.optionsSelect === true ? {} : argsOf(operation.options.shape)),
      ...(takesInput(operation) ? inputArg(input) : {}),
    },
    // The executor works out the fourth only for those that take it.
    resolve:
      selecting === undefined
        ? (reader: Reader, args: AnyArgs, context: GraphqlContext) => read(reader, args, context, {})
        : (reader: Reader, args: AnyArgs, context: GraphqlContext, info: GraphQLResolveInfo) =>
            read(reader, args, context, selected(selecting, info)),
  })
}

type RunnableOperation = Operation<string, z.ZodObject, z.ZodType, unknown>
type AnyField = {
  readonly type: TypeParam<Types>
  readonly args?: InputFieldMap
  readonly selecting?: Readonly<Record<string, string>>
  readonly ids?: (parent: Reader, args: AnyArgs, bank: Context) => Ids<string> | Promise<Ids<string>>
  readonly show?: (result: unknown, parent: Reader, options: unknown) => unknown
  readonly answers?: string
}

// Their types were checked against parent and operation where the field was written.
function anyField(field: object): AnyField
function anyField(field: unknown): unknown {
  return field
}
function anyBuilder(t: object): Builder<Reader>
function anyBuilder(t: unknown): unknown {
  return t
}

// Descriptions of operations name headers; GraphQL has arguments instead.
const ARGUMENTS = { 'PSU-IP-Address': 'psuIpAddress', 'PSU-Context': 'context', 'x-accept-fix': 'acceptFix' } as const

/** A description of an operation in the words of the graph. */
export function inWordsOfGraphql(text: string): string {
  return Object.entries(ARGUMENTS).reduce(
    (stated, [header, argument]) => stated.replaceAll(header, argument),
    withoutSources(text),
  )
}

/** Options as REST's query has them: text. */
export function textsOf(args: object, { shape }: z.ZodObject): AnyArgs {
  const given: AnyArgs = { ...args }
  return Object.fromEntries(
    Object.keys(shape).flatMap(name => (given[name] == null ? [] : [[name, String(given[name])]])),
  )
}

function selected(options: Readonly<Record<string, string>>, info: GraphQLResolveInfo): AnyArgs {
  const sets = info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return Object.fromEntries(
    Object.entries(options).map(([option, field]) => [option, sets.some(set => hasField(set, field, info))]),
  )
}

/** Whether a field is selected, in fragments too, by the conditions of this run. */
function hasField({ selections }: SelectionSetNode, field: string, info: GraphQLResolveInfo): boolean {
  return selections.some(node => {
    if (getDirectiveValues(GraphQLSkipDirective, node, info.variableValues)?.['if'] === true) return false
    if (getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues)?.['if'] === false) return false
    if (node.kind === Kind.FIELD) return isNamed(node, field)
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : info.fragments[node.name.value]
    return fragment !== undefined && hasField(fragment.selectionSet, field, info)
  })
}

function isNamed({ name }: FieldNode, field: string): boolean {
  return name.value === field
}
