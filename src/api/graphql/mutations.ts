import { z } from '@hono/zod-openapi'
import type { FieldMap, ObjectRef, TypeParam } from '@pothos/core'
import type { Context } from '../../bank/context.ts'
import { paymentCall, tppCall } from '../../bank/inputs/access.ts'
import { kindsOfId, pathId } from '../../bank/inputs/values.ts'
import type { AnyOperation, Operation } from '../../bank/operations/operation.ts'
import { type Naming, withKeys } from '../../bank/resolvers/keys.ts'
import type { Access } from '../../bank/resolvers/psus.ts'
import { isObject } from '../../domain/given.ts'
import type { KeyedKind } from '../../domain/keys.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { bulkField } from './bulk.ts'
import { runAs, withArguments } from './callers.ts'
import { anyType, capital, type Fields, type Kinds, type OfItsRow, payload } from './fields.ts'
import {
  descriptionOf,
  type FlatInput,
  flatArg,
  flatInput,
  KEY,
  naming,
  type Part,
  type Parts,
  partOf,
  pick,
} from './inputs.ts'
import { registerJudge } from './judged.ts'
import { runScripted } from './scripted.ts'
import { inWordsOfGraphql, textsOf } from './twins.ts'
import { noteWarnings, warningsField } from './warnings.ts'

/**
 * The mutations of operations (D130). Each takes what REST takes from path, headers and body in one flat input, runs the operation's record, and
 * answers a payload. Nothing here is a rule of the bank.
 */

type Types = typeof builder.$inferSchemaTypes
type Builder = PothosSchemaTypes.MutationFieldBuilder<Types, object>
type Values = Readonly<Record<string, unknown>>
type Ids = Readonly<Record<string, string>>

/** The names that the graph gives the parts of REST's path, with a description of each. */
type NamedIds = Readonly<Record<string, readonly [name: string, description: string]>>
/** Fields of the graph's own, and how they give the parts of REST's path. */
type FoundIds = {
  readonly given: Part
  readonly find: (given: Values, bank: Context) => Ids | Promise<Ids>
  /** The calling TPP, where one of these fields names it. */
  readonly tpp?: (given: Values) => string
}

/** What a mutation adds to its operation. */
type Field<Id extends string, Result, Table extends Fields<Result>> = {
  /** What is answered: the thing under its noun, and what else the operation came to. */
  readonly payload: (t: Kinds<Result>) => Table & OfItsRow<Result, Table>
  /** A sentence about what only the graph answers. */
  readonly answers?: string
} & ([Id] extends [never]
  ? { readonly ids?: undefined }
  : { readonly ids: { readonly [Name in Id]: NamedIds[string] } | FoundIds })

/** What the bulk form of a mutation adds. */
type Bulk<Result, Input> = {
  readonly bulk: {
    /** The field of the payload, such as `customers`. */
    readonly things: string
    readonly type: TypeParam<Types>
    readonly row: (result: Result) => unknown
    readonly most?: number
    /** Makes all of them with fewer statements, where that can be; undefined where it cannot. Faults are at `inputs[place]`. */
    readonly many?: (tx: Context, calls: readonly BulkCall<Input>[]) => Promise<readonly unknown[] | undefined>
  }
}
/** One of the calls of a bulk form: the ids of its path, and its body. */
type BulkCall<Input> = { readonly ids: Ids; readonly input: Input }

/** The mutation of an operation. */
export function mutation<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  const Table extends Fields<Result>,
>(t: Builder, operation: Operation<Id, Options, Input, Result>, field: Field<Id, Result, Table>): FieldMap[string]
export function mutation(t: Builder, operation: Runnable, field: object): FieldMap[string] {
  return one(t, prepare(operation, anyField(field)))
}

/** The mutation of an operation of the operator's own, on which no scenario acts. */
export function ownMutation<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  const Table extends Fields<Result>,
>(t: Builder, operation: Operation<Id, Options, Input, Result>, field: Field<Id, Result, Table>): FieldMap[string]
export function ownMutation(t: Builder, operation: Runnable, field: object): FieldMap[string] {
  return fieldFor(t, prepare(operation, anyField(field)), () => AS_IT_IS)
}

/** The mutation of an operation that makes a thing, and its bulk form, which makes several in one command: all or nothing. */
export function mutations<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  const Table extends Fields<Result>,
>(
  t: Builder,
  operation: Operation<Id, Options, Input, Result>,
  field: Field<Id, Result, Table> & Bulk<Result, z.output<Input>>,
): FieldMap
export function mutations(t: Builder, operation: Runnable, field: object): FieldMap {
  const prepared = prepare(operation, anyField(field))
  return { [operation.name]: one(t, prepared), ...several(t, prepared, anyField(field)) }
}

// Its types were checked against the operation where it was written.
function anyField(field: object): AnyField & AnyBulk
function anyField(field: unknown): unknown {
  return field
}

type Runnable = Operation<string, z.ZodObject, z.ZodType, unknown>
type AnyField = {
  readonly payload: (t: Kinds<unknown>) => Fields<unknown>
  readonly answers?: string
  readonly ids?: NamedIds | FoundIds | undefined
}

/** A value of the input, as its parts. */
type InputParts = {
  readonly key?: { readonly key?: string | undefined }
  readonly caller?: Values
  readonly ids?: Values
  readonly options?: Values
  readonly body?: unknown
}
type Play = (
  ctx: Context,
  call: { readonly access: Access; readonly input: unknown },
  run: (at: Context) => Promise<unknown>,
) => Promise<unknown>

/** A mutation before it is known whether it also has a bulk form. */
type MutationPlan = {
  readonly operation: Runnable
  readonly type: ObjectRef<Types, unknown>
  readonly description: string
  readonly input: FlatInput<InputParts> | undefined
  /** In place of the input: the one id that a move by name takes, such as a deletion. */
  readonly id: OnlyId | undefined
  readonly idsOf: (given: Values, bank: Context) => Ids | Promise<Ids>
  readonly run: (bank: Context, read: InputParts, play: Play) => Promise<unknown>
}

function prepare(operation: Runnable, field: AnyField): MutationPlan {
  const { name, description, service, judge, makes } = operation
  const { ids, answers } = field
  const parts = partsOf(operation, ids)
  const id = onlyId(parts)
  const idsOf: MutationPlan['idsOf'] = (from, bank) =>
    ids === undefined ? {} : isFound(ids) ? ids.find(from, bank) : inOrder(ids, from)
  if (judge !== undefined)
    registerJudge(name, async ({ input }, ctx) => {
      const value = isObject(input) ? input : {}
      const body = pick(value, Object.keys(parts['body']?.shape ?? {}))
      await withArguments('', judge(body, { ids: await idsOf(value, ctx), ctx }))
    })
  return {
    operation,
    idsOf,
    id,
    type: payload<unknown, Fields<unknown>>(name, t => ({
      ...field.payload(t),
      ...(parts['body'] === undefined ? {} : warningsField(t)),
    })),
    description: inWordsOfGraphql(answers === undefined ? description : `${description} ${answers}`),
    input: id === undefined ? readInput(flatInput(`${capital(name)}Input`, `What ${name} takes.`, parts)) : undefined,
    run: async (bank, { key, caller, ids: from = {}, options = {}, body }, play) => {
      const about = await idsOf(from, bank)
      const tpp = ids !== undefined && isFound(ids) ? ids.tpp?.(from) : undefined
      return runAs(service, bank, tpp === undefined ? (caller ?? {}) : { tpp }, (ctx, access, fixes) => {
        const call = { ids: about, options, input: body, access, fixes }
        const result = play(ctx, { access, input: body }, at =>
          withKeys(at, namingOf(makes, key?.key), tx => operation.run(tx, call)),
        )
        return result.then(made => noteWarnings(made, 'input', body))
      })
    },
  }
}

function namingOf(kind: Naming['kind'] | undefined, key: string | undefined): Naming | undefined {
  return kind === undefined || key === undefined ? undefined : { kind, keys: [key] }
}

function readInput(input: FlatInput<unknown>): FlatInput<InputParts>
function readInput(input: FlatInput<unknown>): FlatInput<unknown> {
  return input
}

function inputOf(input: FlatInput<InputParts> | undefined): FlatInput<InputParts> {
  if (input === undefined) throw new TypeError('A move by name has no input.')
  return input
}

function isFound(ids: NamedIds | FoundIds): ids is FoundIds {
  return typeof ids.find === 'function'
}

function inOrder(ids: NamedIds, from: Values): Ids {
  return Object.fromEntries(Object.entries(ids).map(([id, [name]]) => [id, String(from[name])]))
}

/** The parts of an operation's input: key, caller, path, query and body, as far as it has them. */
function partsOf(operation: Runnable, ids: AnyField['ids']): Parts {
  const { makes, options, optionsSelect, input } = operation
  const caller = callerPart(operation)
  const isOption = optionsSelect !== true && Object.keys(options.shape).length > 0
  return {
    ...(makes === undefined ? {} : { key: KEY }),
    ...(ids === undefined ? {} : { ids: isFound(ids) ? ids.given : idPart(operation, ids) }),
    ...(caller === undefined ? {} : { caller }),
    ...(isOption
      ? { options: { shape: options.shape, read: z.preprocess(value => textsOf(Object(value), options), options) } }
      : {}),
    // An optional body has no field that the operator needs.
    ...(input instanceof z.ZodObject && !input.safeParse(undefined).success ? { body: partOf(input) } : {}),
  }
}

/** Who calls, as the headers of REST say it (D71). */
function callerPart({ service, startsSca }: Pick<AnyOperation, 'service' | 'startsSca'>): Part | undefined {
  if (service === 'sandbox') return undefined
  if (service === 'accountInformation') return partOf(tppCall)
  const { redirectUri, redirectPreferred, context, ...who } = paymentCall.shape
  const sca = startsSca === undefined ? {} : { redirectUri, redirectPreferred }
  return partOf(z.strictObject({ ...who, ...sca, ...(startsSca === 'withContext' ? { context } : {}) }))
}

function idPart({ ids: kinds }: Pick<AnyOperation, 'ids'>, ids: NamedIds): Part {
  return partOf(
    z.strictObject(
      Object.fromEntries(Object.entries(ids).map(([id, [name, text]]) => [name, pathId(kinds[id] ?? [], text)])),
    ),
  )
}

const AS_IT_IS: Play = (ctx, _, act) => act(ctx)

/** The field of an operation that TPPs call too. */
function one(t: Builder, plan: MutationPlan): FieldMap[string] {
  const { operation } = plan
  const play =
    ({ script }: GraphqlContext): Play =>
    (ctx, call, act) =>
      runScripted(ctx, script, { operation, ...call }, act)
  return fieldFor(t, plan, play, extensionsOf(operation))
}

function fieldFor(
  t: Builder,
  { operation, type, description, id, input, run }: MutationPlan,
  play: (context: GraphqlContext) => Play,
  extensions: Readonly<Record<string, unknown>> = {},
): FieldMap[string] {
  const facts = { type, description, extensions }
  if (id !== undefined)
    return t.field({
      ...facts,
      args: builder.args(arg => ({
        [id.name]: arg.id({ required: true, description: id.description, extensions: naming(id.kinds) }),
      })),
      resolve: (_, args, context) => run(context.bank, { ids: { ...args } }, play(context)),
    })
  return t.field({
    ...facts,
    args: flatArg(inputOf(input), `What ${operation.name} takes.`),
    resolve: (_, args, context) => run(context.bank, args.input, play(context)),
  })
}

const extensionsOf = (operation: Runnable) => ({ operation, ...(operation.makes && { makes: operation.makes }) })

type OnlyId = { readonly name: string; readonly kinds: readonly KeyedKind[]; readonly description: string }

function onlyId({ ids, ...others }: Parts): OnlyId | undefined {
  const [[name, schema] = [], ...more] = Object.entries(ids?.shape ?? {})
  const kinds = kindsOfId(schema)
  if (name === undefined || kinds === undefined || more.length > 0 || Object.keys(others).length > 0) return undefined
  return { name, kinds, description: descriptionOf(schema) }
}

function several(t: Builder, prepared: MutationPlan, { bulk }: AnyBulk): FieldMap {
  const { operation, input, idsOf, run } = prepared
  const { things, type, row, many, ...rest } = bulk
  return bulkField<InputParts, unknown>(t, {
    ...rest,
    single: operation.name,
    makes: operation.makes,
    input: inputOf(input),
    extensions: { operation },
    payload: p => ({
      [things]: p.of([anyType(type)], 'What was made, in the order of the inputs.', made => [...made]),
      ...warningsField(p),
    }),
    make: async (tx, { key: _, ...read }) => row(await run(tx, read, AS_IT_IS)),
    many: async (tx, inputs) =>
      many?.(
        tx,
        await Promise.all(inputs.map(async ({ ids = {}, body }) => ({ ids: await idsOf(ids, tx), input: body }))),
      ),
    // Its first input says who calls. One that is refused for that is refused by the run, at its place.
    play: async ({ bank, script }, inputs, act) => {
      const first = await runAs(operation.service, bank, inputs[0]?.caller ?? {}, async (ctx, access) => ({
        ctx,
        access,
      })).catch(() => undefined)
      if (first === undefined) return act(bank)
      const { ctx, access } = first
      const input = { payments: inputs.map(({ body }) => body) }
      return runScripted(ctx, script, { operation, access, input }, act)
    },
  })
}

type AnyBulk = Bulk<unknown, unknown>
