import type { z } from '@hono/zod-openapi'
import type { FieldMap, InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from '@pothos/core'
import type { Context } from '../../bank/context.ts'
import { parseInput } from '../../bank/inputs/parse.ts'
import type { Call, Operation } from '../../bank/operations/operation.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { accessArg, runAs } from './callers.ts'
import { mapValues } from './enums.ts'
import { anyType } from './fields.ts'
import { argsOf, inputArg, naming } from './inputs.ts'
import { runScripted } from './scripted.ts'
import { withoutSources } from './sources.ts'

type Types = typeof builder.$inferSchemaTypes
type Builder = PothosSchemaTypes.QueryFieldBuilder<Types, object>
type AnyArgs = Readonly<Record<string, unknown>>

/** The parts of an operation that only GraphQL has. */
type Field<Id extends string, Options, Result, Type extends TypeParam<Types>, Args extends InputFieldMap> = {
  readonly type: Type
  readonly nullable?: boolean
  readonly deprecationReason?: string
  /** A sentence about values that only GraphQL returns. */
  readonly answers?: string
  /** The calling TPP, when no argument names one. */
  readonly tpp?: (args: InputShapeFromFields<Args>) => string
} & Ids<Id, Args> &
  Showing<Result, ShapeFromTypeParam<Types, Type, false>, Options>

/** How a result is shown, if it is not a value of the type itself. */
type Showing<Result, Shape, Options> = Result extends Shape
  ? { readonly show?: Show<Result, Shape, Options> }
  : { readonly show: Show<Result, Shape, Options> }
type Show<Result, Shape, Options> = (
  result: Result,
  call: Caller & { readonly options: Options },
) => Shape | Promise<Shape>

/** The caller, for values that are read only when a field is selected. */
export type Caller = Pick<Call<never, unknown, unknown>, 'access' | 'fixes'> & { readonly ctx: Context }

/** An argument for each part of REST's path, with its description; or arguments of its own, and how they give those parts. */
type Ids<Id extends string, Args extends InputFieldMap> = [Id] extends [never]
  ? { readonly ids?: undefined; readonly args?: undefined }
  :
      | {
          readonly ids: Readonly<Record<Id, readonly [argument: string, description: string]>>
          readonly args?: undefined
        }
      | { readonly args: Args; readonly ids: FindIds<Id, Args> }
type FindIds<Id extends string, Args extends InputFieldMap> = (
  args: InputShapeFromFields<Args>,
  bank: Context,
) => Record<Id, string> | Promise<Record<Id, string>>

/**
 * The field of an operation: it has the operation's description, and runs it as the TPP and for the PSU of its arguments (D71). `ids` and `show`
 * translate, and contain no rule.
 */
export function twin<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  const Type extends TypeParam<Types>,
  Args extends InputFieldMap = Record<never, never>,
>(
  t: Builder,
  operation: Operation<Id, Options, Input, Result>,
  field: Field<Id, z.output<Options>, Result, Type, Args>,
): FieldMap[string]
export function twin(t: Builder, operation: RunnableOperation, field: AnyField): FieldMap[string] {
  const { answers, args: own, ids, show = result => result, tpp, type, ...rest } = field
  const { description, options: optionsOf, input } = operation
  const idsOf = (args: AnyArgs, bank: Context) =>
    typeof ids === 'function' ? ids(args, bank) : mapValues(ids ?? {}, ([argument]) => String(args[argument]))
  return t.field({
    ...rest,
    type: anyType(type),
    description: inWordsOfGraphql(answers === undefined ? description : `${description} ${answers}`),
    extensions: { operation },
    args: {
      ...(own ?? idArgs(operation, ids ?? {})),
      ...(operation.service === 'accountInformation' ? accessArg : {}),
      ...(operation.optionsSelect === true ? {} : argsOf(optionsOf.shape)),
      // An optional body has no field that the operator needs.
      ...(input.safeParse(undefined).success ? {} : inputArg(input)),
    },
    resolve: async (_: object, args: AnyArgs, { bank, script }: GraphqlContext) => {
      const options = parseInput(optionsOf, textsOf(args, optionsOf))
      const about = await idsOf(args, bank)
      const caller = tpp === undefined ? args : { ...args, tpp: tpp(args) }
      return runAs(operation.service, bank, caller, async (ctx, access, fixes) => {
        // The plugin has validated it with the operation's own schema.
        const call = { ids: about, options, input: args['input'], access, fixes }
        const result = await runScripted(ctx, script, { operation, access, input: args['input'] }, at =>
          operation.run(at, call),
        )
        return show(result, { ctx, access, options, fixes })
      })
    },
  })
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

type RunnableOperation = Operation<string, z.ZodObject, z.ZodType, unknown>
type AnyField = {
  readonly type: TypeParam<Types>
  readonly args?: InputFieldMap | undefined
  readonly ids?: Readonly<Record<string, readonly [string, string]>> | FindIds<string, InputFieldMap> | undefined
  readonly show?: Show<unknown, unknown, unknown>
  readonly answers?: string
  readonly tpp?: (args: AnyArgs) => string
}

function idArgs({ ids: kinds }: RunnableOperation, ids: object): InputFieldMap {
  return builder.args(t =>
    Object.fromEntries(
      Object.entries(ids).map(([id, [name, description]]) => [
        name,
        t.id({ required: true, description, extensions: naming(kinds[id] ?? null) }),
      ]),
    ),
  )
}

/** Options as REST's query has them: text. */
export function textsOf(args: object, { shape }: z.ZodObject): AnyArgs {
  const given: AnyArgs = { ...args }
  return Object.fromEntries(
    Object.keys(shape).flatMap(name => (given[name] == null ? [] : [[name, String(given[name])]])),
  )
}
