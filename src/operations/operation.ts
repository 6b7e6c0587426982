import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { Fixes } from '../domain/account-information.ts'
import type { ErrorCode } from '../domain/errors.ts'
import type { KeyedKind } from '../domain/keys.ts'
import { nearest } from '../domain/nearest-names.ts'
import type { View } from '../domain/views.ts'
import type { Access } from '../resolvers/psus.ts'
import type { Judge } from './judges.ts'

/** What a PSD2 certificate's roles must allow (D14). */
export type Service = 'accountInformation' | 'payments' | 'sandbox'

/** A call of an operation: what it is about, how, and for which PSU. */
export type Call<Id extends string, Options, Input> = {
  readonly ids: Readonly<Record<Id, string>>
  readonly options: Options
  readonly input: Input
  /** The TPP's word for who acts. No one where the operation is about sandbox data. */
  readonly access: Access
  /** The announced changes that the TPP activates early (D43). */
  readonly fixes: Fixes
  /** How rows of a list are wanted, by a door that takes them written. */
  readonly view?: View | undefined
}

/** A call about sandbox data names no PSU. */
export const NO_PSU: Access = { psuPresent: false, redirectUri: '', redirectPreferred: true }

/** The facts of an operation for all readers: both doors, the OpenAPI document, /docs, the command line, the guards. */
export type OperationFacts = {
  /** That of its field in GraphQL too (D71). */
  readonly name: string
  readonly service: Service
  /** The heading that documents list it under. */
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** What it makes, which may get a key at the operator's door (D83). */
  readonly makes?: KeyedKind
  /** The refusals that are its own, beyond those that every operation has. */
  readonly refusals: readonly ErrorCode[]
  /** It starts an SCA: always, or only when the call names the context of the PSU (D45). */
  readonly startsSca?: 'always' | 'withContext'
}

/** One thing that the bank does for a TPP, apart from any door. */
export type Operation<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
> = OperationFacts & {
  /** The parts of REST's path for what it is about. */
  readonly ids: readonly Id[]
  /** REST's query. */
  readonly options: Options
  /** Its options choose parts of the answer, for which GraphQL selects fields. */
  readonly optionsSelect?: boolean
  /** REST's body. */
  readonly input: Input
  /** The rules that are reported together with a fault of the body (D78). */
  readonly judge?: Judge | undefined
  /** Does it. Each door calls this and nothing else. */
  readonly run: (ctx: Context, call: Call<Id, z.output<Options>, z.output<Input>>) => Promise<Result>
}

/** An operation among others: what it takes is its own affair. */
export type AnyOperation = OperationFacts & {
  readonly ids: readonly string[]
  readonly options: z.ZodObject
  readonly input: z.ZodType
  readonly run: (ctx: Context, call: never) => Promise<unknown>
}

const NONE = { ids: [], options: z.strictObject({}), input: z.undefined() } as const

type OperationRecord<Id extends string, Options extends z.ZodObject, Input extends z.ZodType, Result> = OperationFacts &
  Pick<Operation<Id, Options, Input, Result>, 'run' | 'judge' | 'optionsSelect'> & {
    readonly ids?: readonly Id[]
    readonly options?: Options
    readonly input?: Input
  }

/** An operation as data. What is left out, it does not take. */
export function operation<
  Result,
  const Id extends string = never,
  Options extends z.ZodObject = typeof NONE.options,
  Input extends z.ZodType = typeof NONE.input,
>(given: OperationRecord<Id, Options, Input, Result>): Operation<Id, Options, Input, Result>
export function operation(
  given: OperationFacts & Partial<Omit<AnyOperation, 'run'>> & { run: AnyOperation['run'] },
): AnyOperation {
  NAMED.set(given.name, given)
  return { ...NONE, ...given }
}

// For those whom operations themselves call, and who therefore cannot import the list of them.
const NAMED = new Map<string, OperationFacts>()

/** The operation of a name. */
export function operationNamed(name: string | undefined): OperationFacts | undefined {
  return name === undefined ? undefined : NAMED.get(name)
}

/** The fault of a name that no operation has. */
export function noOperation(name: unknown): string {
  const like = nearest(String(name), [...NAMED.keys()])
  return `must be the name of an operation, which the enum OperationName lists${like === undefined ? '' : `: is it ${like}?`}`
}

/** Whether an operation takes a body. */
export function takesInput({ input }: Pick<AnyOperation, 'input'>): boolean {
  return input !== NONE.input
}
