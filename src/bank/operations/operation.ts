import { z } from '@hono/zod-openapi'
import type { Fixes } from '../../domain/account-information.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import type { Habit } from '../../domain/habits.ts'
import type { KeyedKind } from '../../domain/keys.ts'
import { nearest } from '../../domain/nearest-names.ts'
import type { View } from '../../domain/views.ts'
import type { Context } from '../context.ts'
import type { Access } from '../resolvers/psus.ts'
import type { Judge } from './judges.ts'

/** The role that a PSD2 certificate must have (D14). */
export type Service = 'accountInformation' | 'payments' | 'sandbox'

/** A call of an operation: its subject, its input, and its PSU. */
export type Call<Id extends string, Options, Input> = {
  readonly ids: Readonly<Record<Id, string>>
  readonly options: Options
  readonly input: Input
  /** How the TPP names the PSU. Absent when the operation is about sandbox data. */
  readonly access: Access
  /** The announced changes that the TPP activates early (D43). */
  readonly fixes: Fixes
  /** The habits that the call itself requests of a statement (D133). */
  readonly habits?: readonly Habit[] | undefined
  /** In which view rows of a list are wanted, for a door that can send them as written JSON. */
  readonly view?: View | undefined
}

/** A call about sandbox data names no PSU. */
export const NO_PSU: Access = { psuPresent: false, redirectUri: '', redirectPreferred: true }

/** The facts of an operation for all readers: both doors, the OpenAPI document, /docs, the command line, the guards. */
export type OperationFacts = {
  /** Also the name of its field in GraphQL, where that is a field of the query or the mutation (D71). */
  readonly name: string
  /** The fields of the graph from the query on, with dots between, where a TPP's read stands deeper (D130). */
  readonly readAt?: string
  readonly service: Service
  /** The heading in documents. */
  readonly tag: string
  readonly summary: string
  /** What it does. */
  readonly lead: string
  /** Where it answers otherwise: its answer, mostly a code, and when. */
  readonly exceptions: readonly Exception[]
  /** Both as one text. */
  readonly description: string
  /** The kind of thing that it creates, which may get a key from an operator (D83). */
  readonly makes?: KeyedKind
  /** Its own refusals, besides those that every operation has. */
  readonly refusals: readonly ErrorCode[]
  /** It starts an SCA: always, or only when the call names the context of the PSU (D45). */
  readonly startsSca?: 'always' | 'withContext'
}

type Exception = readonly [answer: string, when: string]

/** One thing that the bank does for a TPP, independent of any door. */
export type Operation<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  Name extends string = string,
> = OperationFacts & {
  readonly name: Name
  /** The parameters of REST's path, with the kind of thing that each names; null for a word of the interface. */
  readonly ids: Readonly<Record<Id, KeyedKind | null>>
  /** REST's query. */
  readonly options: Options
  /** Its options choose parts of the answer; GraphQL selects fields instead. */
  readonly optionsSelect?: boolean
  /** REST's body. */
  readonly input: Input
  /** The rules that are reported together with faults of the body's form (D78). */
  readonly judge?: Judge | undefined
  /** Does the work. Each door calls this and nothing else. */
  readonly run: (ctx: Context, call: Call<Id, z.output<Options>, z.output<Input>>) => Promise<Result>
}

/** An operation without the types of its inputs. */
export type AnyOperation = OperationFacts & {
  readonly ids: Readonly<Record<string, KeyedKind | null>>
  readonly options: z.ZodObject
  readonly input: z.ZodType
  readonly run: (ctx: Context, call: never) => Promise<unknown>
}

const NONE = { ids: {}, options: z.strictObject({}), input: z.undefined() } as const

/** The facts as a record writes them: the whole text follows from its parts. */
type GivenFacts = Omit<OperationFacts, 'lead' | 'exceptions'> & Partial<Pick<OperationFacts, 'exceptions'>>

type OperationRecord<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  Name extends string = string,
> = GivenFacts &
  Pick<Operation<Id, Options, Input, Result, Name>, 'name' | 'run' | 'judge' | 'optionsSelect'> & {
    readonly ids?: Readonly<Record<Id, KeyedKind | null>>
    readonly options?: Options
    readonly input?: Input
  }

/** An operation as data. Inputs that are left out do not exist. */
export function operation<
  Result,
  const Id extends string = never,
  Options extends z.ZodObject = typeof NONE.options,
  Input extends z.ZodType = typeof NONE.input,
  const Name extends string = string,
>(given: OperationRecord<Id, Options, Input, Result, Name>): Operation<Id, Options, Input, Result, Name>
export function operation(given: GivenOperation): AnyOperation {
  const made = whole(given)
  NAMED.set(given.name, made)
  return made
}

type GivenOperation = GivenFacts & Partial<Omit<AnyOperation, keyof OperationFacts | 'run'>> & Pick<AnyOperation, 'run'>

/** The description of a record is what the operation does; that of the operation has the exceptions, too. */
function whole({ exceptions = [], ...given }: GivenOperation): AnyOperation {
  const others = exceptions.map(([answer, when]) => `${answer} ${when}`).join('; ')
  const lead = given.description
  return { ...NONE, ...given, lead, exceptions, description: others === '' ? lead : `${lead} ${others}.` }
}

/** An operation of the operator alone, as data: REST and TPPs do not know it, so no scenario acts on it. */
export function ownOperation<Result, const Id extends string, Input extends z.ZodType>(
  given: OperationRecord<Id, typeof NONE.options, Input, Result>,
): Operation<Id, typeof NONE.options, Input, Result>
export function ownOperation(given: GivenOperation): AnyOperation {
  return whole(given)
}

// For operations that call other operations: they cannot import the list.
const NAMED = new Map<string, OperationFacts>()

/** The operation with a name. */
export function operationNamed(name: string | undefined): OperationFacts | undefined {
  return name === undefined ? undefined : NAMED.get(name)
}

/** The fault of a name that belongs to no operation. */
export function noOperation(name: unknown): string {
  const like = nearest(String(name), [...NAMED.keys()])
  return `must be the name of an operation, which the enum OperationName lists${like === undefined ? '' : `: is it ${like}?`}`
}

/** Whether an operation takes a body. */
export function takesInput({ input }: Pick<AnyOperation, 'input'>): boolean {
  return input !== NONE.input
}
