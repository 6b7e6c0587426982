import { DomainError } from '../../domain/errors.ts'
import type { Sandbank, World } from '../testing/kit.ts'
import type { Operator } from '../testing/operator.ts'

/** Where an assistant works: the bank through its front doors, and the world that is meant when a tool names none. */
export type Desk = {
  readonly bank: Sandbank
  readonly operator: Operator
  readonly ownWorld: () => Promise<World>
  /** The names of the TPPs whose keys this desk has made. */
  readonly signers: Set<string>
}

/** The arguments of a tool, as they came. */
export type Arguments = Readonly<Record<string, unknown>>

/** What a tool came to: its text, whether that is a refusal, and how to get what did not fit. */
export type Outcome = { readonly text: string; readonly isRefusal?: boolean; readonly rest?: string | undefined }

export type Tool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** It changes nothing. */
  readonly readOnly: boolean
  readonly run: (desk: Desk, given: Arguments) => Promise<Outcome>
}

/** The part of JSON Schema by which inputs are described. */
export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly default?: unknown
}
export type ObjectSchema = JsonSchema & {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JsonSchema>>
}

/** A page of the bank for programs. */
export function readPage({ operator: { door } }: Desk, target: string): Promise<Response> {
  return door.send({ call: 'read_docs', method: 'GET', target, headers: [['Accept', 'text/markdown']] })
}

/** The world that a tool names, else the door's own. */
export async function worldOf({ bank, ownWorld }: Desk, { world }: Arguments): Promise<World> {
  if (world === undefined) return ownWorld()
  return bank.openWorld(textOf('world', world))
}

/** A text argument. */
export function textOf(name: string, given: unknown): string {
  if (typeof given === 'string' && given !== '') return given
  throw new DomainError('FORMAT_ERROR', 'must be a text.', name)
}

export function maybeText(name: string, given: unknown): string | undefined {
  return given === undefined || given === null ? undefined : textOf(name, given)
}

/** JSON as an assistant reads it: what is absent is left out. */
export function shownJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (one === null ? undefined : one), 1)
}
