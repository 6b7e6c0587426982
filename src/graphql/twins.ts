import type { z } from '@hono/zod-openapi'
import type { InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from '@pothos/core'
import type { Context } from '../context.ts'
import { parseInput } from '../inputs/parse.ts'
import type { Call, Operation } from '../operations/operation.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { argsFor, runAs } from './callers.ts'
import { argsOf, given, inputArg, unheldInputArg } from './inputs.ts'
import { registerJudge } from './judged.ts'
import { runScripted } from './scripted.ts'

type Types = typeof builder.$inferSchemaTypes
type AnyArgs = Readonly<Record<string, unknown>>

/** The argument `id` of a field. */
export function idArg(description: string) {
  return builder.args(t => ({ id: t.id({ required: true, description }) }))
}

/** What only GraphQL has of an operation. */
type Field<Id extends string, Options, Result, Type extends TypeParam<Types>, Args extends InputFieldMap> = {
  readonly type: Type
  /** The arguments that are its own: its ids. Who calls, options and input come from the operation. */
  readonly args?: Args
  readonly nullable?: boolean
  readonly deprecationReason?: string
  /** A sentence on what only GraphQL answers. */
  readonly answers?: string
  /** The TPP that calls, where no argument names it. */
  readonly tpp?: (args: InputShapeFromFields<Args>) => string
  readonly show: (
    result: Result,
    call: Caller & { readonly options: Options },
  ) => ShapeFromTypeParam<Types, Type, false> | Promise<ShapeFromTypeParam<Types, Type, false>>
} & Ids<Id, InputShapeFromFields<Args>>

/** Who asked, and how: for what is read only once a field is selected. */
export type Caller = Pick<Call<never, unknown, unknown>, 'access' | 'fixes'> & { readonly ctx: Context }

/** What the arguments are in REST's path. */
type Ids<Id extends string, Args> = [Id] extends [never]
  ? { readonly ids?: undefined }
  : { readonly ids: (args: Args, bank: Context) => Record<Id, string> | Promise<Record<Id, string>> }

/**
 * The field of an operation: says what the operation says, and runs it as the TPP and for the PSU that the arguments name (D71).
 * `ids` and `show` translate, and hold no rule.
 */
export function twin<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  const Type extends TypeParam<Types>,
  Args extends InputFieldMap = Record<never, never>,
>(operation: Operation<Id, Options, Input, Result>, field: Field<Id, z.output<Options>, Result, Type, Args>) {
  const { answers, ids, show, tpp, ...rest } = field
  const { description, options: optionsOf, input, judge } = operation
  const judgeOf = async (args: InputShapeFromFields<Args>, bank: Context) => {
    const about = await idsFor<Id>(ids?.(args, bank))
    return (known: unknown) => judge?.(known, { ids: about, now: bank.now })
  }
  if (judge !== undefined) registerJudge(operation.name, (args, bank) => judgeOf(argumentsOf<Args>(args), bank))
  return {
    ...rest,
    description: answers === undefined ? description : `${description} ${answers}`,
    extensions: { operation },
    args: withArgs(field.args, {
      ...argsFor(operation),
      ...(operation.optionsSelect === true ? {} : argsOf(optionsOf.shape)),
      // A body that may be left out says nothing that the operator needs.
      ...(input.safeParse(undefined).success ? {} : judge === undefined ? inputArg(input) : unheldInputArg(input)),
    }),
    resolve: async (_: unknown, args: InputShapeFromFields<Args>, { bank, script }: GraphqlContext) => {
      const options = parseInput(optionsOf, textsOf(args, optionsOf))
      const about = await idsFor<Id>(ids?.(args, bank))
      const input =
        judge === undefined
          ? inputOf<z.output<Input>>(args)
          : parseInput(given(operation.input), inputOf(args), await judgeOf(args, bank))
      return runAs(
        operation.service,
        bank,
        { ...args, ...(tpp === undefined ? {} : { tpp: tpp(args) }) },
        async (ctx, access, fixes) =>
          show(
            await runScripted(ctx, script, { operation, access }, at =>
              operation.run(at, { ids: about, options, input, access, fixes }),
            ),
            { ctx, access, options, fixes },
          ),
      )
    },
  }
}

// What the schema of the arguments adds to the field's own is read by the operation, not by the field.
function withArgs<Args extends InputFieldMap>(own: Args | undefined, more: InputFieldMap): Args
function withArgs(own: InputFieldMap | undefined, more: InputFieldMap): InputFieldMap {
  return { ...own, ...more }
}

// What is asked of a field that was refused may lack some: a rule then has nothing to say.
function argumentsOf<Args extends InputFieldMap>(args: AnyArgs): InputShapeFromFields<Args>
function argumentsOf(args: AnyArgs): AnyArgs {
  return args
}

// Validated by the plugin, with the operation's own schema.
function inputOf<Input>(args: object): Input
function inputOf({ input }: { readonly input?: unknown }): unknown {
  return input
}

function idsFor<Id extends string>(
  ids: Record<Id, string> | Promise<Record<Id, string>> | undefined,
): Promise<Record<Id, string>>
async function idsFor(ids: object | Promise<object> | undefined): Promise<object> {
  return (await ids) ?? {}
}

/** Options as REST's query has them: text. */
function textsOf(args: object, { shape }: z.ZodObject): AnyArgs {
  const given: AnyArgs = { ...args }
  return Object.fromEntries(
    Object.keys(shape).flatMap(name => (given[name] == null ? [] : [[name, String(given[name])]])),
  )
}
