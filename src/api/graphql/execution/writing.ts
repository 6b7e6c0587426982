import {
  type FieldNode,
  GraphQLEnumType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  locatedError,
} from 'graphql'
import type { GraphqlContext } from '../builder.ts'
import type { Beside } from '../fields.ts'
import { LIMITS } from '../yoga/limits.ts'

/**
 * Compiles operations into functions that write their answer as JSON text. All work that does not depend on a request is done once: which fields are
 * selected, how each is resolved and written. The rules, including those of errors and nulls, are graphql-js's; a test compares the bytes of both.
 */

export type Variables = Readonly<Record<string, unknown>>
export type Text = string | Promise<string>
export type Path = {
  readonly prev: Path | undefined
  readonly key: string | number
  readonly typename: string | undefined
}

/** One execution of an operation. */
export type Run = {
  readonly context: GraphqlContext
  readonly variables: Variables
  readonly errors: Error[]
  /** The places that errors made null: errors below them are not reported. */
  readonly nulled: Set<Path | undefined>
  /** The lists of which only a page of the default size was returned, by their paths. */
  readonly cut: Set<string>
  readonly args: Map<object, Readonly<Record<string, unknown>>>
  /** Characters of values so far. */
  length: number
  /** When other work could last run. */
  since: number
}

export type Write = (value: unknown, path: Path, run: Run) => Text
export type FieldPlan = {
  readonly name: string
  /** Its name in the answer as JSON text, with the colon. */
  readonly label: string
  readonly nodes: readonly FieldNode[]
  readonly field: GraphQLField<unknown, unknown>
  readonly parent: GraphQLObjectType
  /** The property that it shows, if it does nothing else. */
  readonly exposed: string | undefined
  readonly resolve: (source: unknown, run: Run, path: Path) => unknown
  readonly write: Write
  readonly required: boolean
  /** The selected subfields, if its value is an object or a list of objects. */
  readonly below: (() => ObjectPlan) | undefined
  /** The same for values of several types: those of a type, by its name. */
  readonly belowAs: ((type: unknown) => ObjectPlan) | undefined
  /** Finds the row that the field shows, if that is another one than the object's. */
  readonly beside: Beside['find'] | undefined
}
export type ObjectPlan = {
  readonly type: GraphQLObjectType
  readonly fields: readonly FieldPlan[]
}

/** The answer grew beyond its limit: nothing of it is sent. */
export class AnswerTooLarge extends Error {}

/** The fields of an object, all in parallel. */
export function writeFields({ fields }: ObjectPlan, source: unknown, path: Path | undefined, run: Run): Text {
  const parts: Text[] = []
  let waiting = false
  let found: { readonly by: Beside['find']; readonly row: Promise<unknown> } | undefined
  try {
    for (const plan of fields) {
      const by = plan.beside
      if (by !== undefined && found?.by !== by) found = { by, row: by(source, run.context) }
      const part =
        by === undefined || found === undefined
          ? writeField(plan, source, path, run)
          : writeBeside(plan, found.row, path, run)
      waiting ||= isPromise(part)
      parts.push(part)
    }
  } catch (error) {
    // The other fields may still fail, too: their rejection is handled here.
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
export async function writeSerially({ fields }: ObjectPlan, run: Run): Promise<string> {
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

/** A field of another row, which is looked up once for all fields that show it. */
function writeBeside(plan: FieldPlan, found: Promise<unknown>, prev: Path | undefined, run: Run): Text {
  return found.then(
    row => writeField(plan, row, prev, run),
    raw => fail(raw, plan.nodes, plan.required, pathTo(plan, prev), run),
  )
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

// The most frequent case, without steps that only other cases need.
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

/** An error makes its place null if that is nullable; otherwise it passes to the place around it. */
export function fail(raw: unknown, nodes: readonly FieldNode[], required: boolean, path: Path, run: Run): string {
  if (raw instanceof AnswerTooLarge) throw raw
  const error = locatedError(raw, nodes, pathOf(path))
  if (required) throw error
  collect(run, error, path)
  return 'null'
}

export function collect(run: Run, error: Error, path: Path | undefined): void {
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
export function leafWriter(type: GraphQLLeafType): Write {
  const known = type instanceof GraphQLEnumType ? enumTexts(type) : undefined
  return (value, _, run) => {
    if (value == null) return 'null'
    if (value instanceof Error) throw value
    return writeText(known?.get(value) ?? jsonOf(serialized(type, value)), run)
  }
}

/** JSON that goes into the answer unchanged. */
export function writeText(text: string, run: Run): string {
  run.length += text.length
  if (run.length > LIMITS.answerBytes) throw new AnswerTooLarge()
  return text
}

// Most texts need no escapes, and a test is faster than escaping.
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

export function isPromise<Value>(value: unknown): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

export function property(source: unknown, name: string): unknown {
  return isRecord(source) ? source[name] : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
