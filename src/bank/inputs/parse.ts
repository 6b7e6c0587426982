import { z } from '@hono/zod-openapi'
import {
  byRule,
  DomainError,
  type Fault,
  isReportedBeside,
  joinRefusals,
  MOST_FAULTS,
  pathTo,
  type Want,
} from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { nearest } from '../../domain/nearest-names.ts'
import { ofBerlinGroup } from './berlin-group.ts'
import { schemaAt } from './schema-at.ts'
import { characterFault, ruleOfText } from './values.ts'

/** Checks a body or arguments against the command's schema. All faults are reported together: FORMAT_ERROR (D16, D18). */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, NAMING_FIELDS)
  if (result.success) return result.data
  throw formatError(result.error.issues, input, schema)
}

/** Checks REST's query against the options of the operation. One that is unknown is refused, with those that the operation has (D18). */
export function parseOptions<Options extends z.ZodObject>(options: Options, query: unknown): z.output<Options> {
  const result = options.safeParse(query, NAMING_FIELDS)
  if (result.success) return result.data
  const has = Object.keys(options.shape)
  const those = has.length === 0 ? 'it has none.' : `it has ${has.join(', ')}.`
  throw formatError(result.error.issues, query, options, { what: 'a query parameter of this operation', unlike: those })
}

/** Refuses arguments with text that REST cannot receive and no engine can store. Large values and bodies are checked by their own schema. */
export function unreadable(args: Readonly<Record<string, unknown>>): DomainError | undefined {
  const waiting: (readonly [path: readonly string[], value: unknown])[] = [[[], args]]
  for (const [path, value] of waiting) {
    const fault = typeof value === 'string' ? characterFault(value) : undefined
    if (fault !== undefined) return new DomainError('FORMAT_ERROR', fault, pathTo(path))
    if (Array.isArray(value)) for (const one of value) waiting.push([path, one])
    else if (isObject(value) && !(value instanceof Date))
      for (const [name, one] of Object.entries(value)) if (!OF_SCHEMAS.has(name)) waiting.push([[...path, name], one])
  }
  return undefined
}

// Bodies, the document, and JSON columns.
const OF_SCHEMAS = new Set(['input', 'fixture', 'frame', 'entries'])

/**
 * The refusal of a body, with the faults that the rules find in its other parts (D78): rules report nothing about a malformed part. A wrong product
 * becomes one of the faults of the body, if that has others (D16).
 */
export async function reportTogether(refusal: DomainError, judge: () => Promise<void>): Promise<DomainError> {
  const isOfProduct = refusal.code === 'PRODUCT_UNKNOWN' || refusal.code === 'PRODUCT_INVALID'
  if (!isOfProduct && !isReportedBeside('FORMAT_ERROR', refusal.code)) return refusal
  try {
    await judge()
    return refusal
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const others = error.listed.filter(
      ({ path = '' }) => !refusal.listed.some(fault => isAbout(fault.path ?? '', path)),
    )
    if (others.length === 0) return refusal
    if (isOfProduct) return error
    return joinRefusals(refusal, [new DomainError(error.code, others, undefined, {}, error.unlisted)])
  }
}

// A field with a fault anywhere inside counts as unknown; otherwise a rule would take its malformed content for missing. A fault of a list itself says
// nothing of its entries.
function isAbout(listed: string, path: string): boolean {
  if (path.startsWith(`${listed}[`) || isOtherPartOfAmount(listed, path)) return false
  const [one, other] = [fieldOf(listed), fieldOf(path)]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.startsWith(short) && (short === '' || /^([.[]|$)/.test(long.slice(short.length)))
}

// The rules for a currency need no amount, and those for an amount report nothing without its currency.
function isOtherPartOfAmount(listed: string, path: string): boolean {
  const [one, other] = [AMOUNT_PART.exec(listed), AMOUNT_PART.exec(path)]
  return one !== null && other !== null && one[1] === other[1] && one[2] !== other[2]
}
const AMOUNT_PART = /^(.*)\.(amount|currency)$/

/** A field of the body, which is GraphQL's input, or of an entry of its list: `payments[0].creditorAddress`. */
function fieldOf(path: string): string {
  const [field = ''] = /^(input\.)?\w+(\[\d+\](\.\w+)?)?/.exec(path) ?? []
  return field
}

/** The issues of any validator as one refusal; of which input and schema, if known. */
export function formatError(
  found: readonly Issue[],
  input?: unknown,
  schema?: z.ZodType,
  unknown: UnknownName = OF_BODY,
): DomainError {
  const issues = withoutLimits(found)
  // Only listed faults get their sentences: a body can have thousands.
  const count = issues.reduce((sum, { keys }) => sum + (keys?.length ?? 1), 0)
  const faults = issues.slice(0, MOST_FAULTS).flatMap(issue => faultsOf(issue, input, schema, unknown))
  const listed = faults.slice(0, MOST_FAULTS)
  return new DomainError('FORMAT_ERROR', listed, undefined, {}, count - listed.length)
}

// Zod measures anything with a length. For a value that is neither a list nor text, only its wrong type is reported (D78).
function withoutLimits(issues: readonly Issue[]): readonly Issue[] {
  const ofOtherKind = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path?.join('.')))
  const isLimit = ({ code }: Issue) => code === 'too_big' || code === 'too_small'
  return issues.filter(issue => !(isLimit(issue) && ofOtherKind.has(issue.path?.join('.'))))
}

/**
 * Options of every parse: an unknown field is reported with the one that was probably meant, and where zod has only its own words (a value must be an
 * object), ours are used. Not by `z.config`: that applies to every zod of a process, including that of a test's application. Zod adds `async` to a
 * copy of the options for each text; when it is there already, all copies have the same hidden class, otherwise each gets its own, which costs more
 * than the parse.
 */
export const NAMING_FIELDS: z.core.ParseContextInternal<z.core.$ZodIssue> = {
  async: false,
  error: issue => {
    const { code, input } = issue
    if (code === 'invalid_type')
      return input === undefined
        ? 'is required.'
        : `must be a JSON ${issue.expected}, not ${z.core.util.parsedType(input)}.`
    if (code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined
    const given = typeof input === 'object' && input !== null ? input : {}
    // Zod passes the details of an issue on only with its message.
    const fields = Object.keys(issue.inst.shape)
    issue['params'] = { free: fields.filter(name => !Object.hasOwn(given, name)) }
    return 'holds unknown fields.'
  },
}

/** An issue of a validator. `orKey`: the operator may leave the missing value out where a key is given (D83). */
export type Issue = {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  readonly code?: string | undefined
  readonly keys?: readonly string[]
  /**
   * `free` are the known fields that an object with unknown ones does not have; `places` says where else a field of this name
   * stands, `means` which of them is meant by a name in the words of others.
   */
  readonly params?:
    | {
        readonly want?: Want
        readonly free?: readonly string[]
        readonly places?: ReadonlyMap<string, string>
        readonly means?: (name: string, free: readonly string[]) => string | undefined
        readonly rule?: string | undefined
        readonly orKey?: true
      }
    | undefined
}

/** The issue in the words of the operator's door: a missing value that follows from a key is one of two ways (D83). */
export function withKeyOffered(issue: Issue): Issue {
  return issue.params?.orKey === true ? { ...issue, message: 'is required, unless `key` is given.' } : issue
}

/** What an unknown name is not, and what is said where it is like no other. */
type UnknownName = { readonly what: string; readonly unlike: string }
const OF_BODY: UnknownName = { what: 'a field of this request', unlike: 'check its spelling.' }

/** An issue of a validator, in our words. */
function faultsOf(issue: Issue, input: unknown, schema: z.ZodType | undefined, unknown: UnknownName): Fault[] {
  const parts = (issue.path ?? []).map(part => (typeof part === 'object' ? part.key : part))
  if (issue.keys !== undefined) {
    return issue.keys.slice(0, MOST_FAULTS).map(key => {
      const free = issue.params?.free ?? []
      const elsewhere = unknown === OF_BODY ? ofBerlinGroup(key) : undefined
      if (elsewhere !== undefined && 'instead' in elsewhere) {
        const text = byRule('D51', `Leave it out: ${elsewhere.instead}`)`is a field that this interface does not have.`
        return { ...text, path: pathTo([...parts, key]), want: { kind: 'nothing' } }
      }
      const named = elsewhere !== undefined && free.includes(elsewhere.name) ? elsewhere.name : undefined
      const meant = named ?? issue.params?.means?.(key, free) ?? nearest(key, free)
      const place = issue.params?.places?.get(key)
      const unlike = place === undefined ? unknown.unlike : `it stands in ${place}.`
      const hint = meant === undefined ? unlike : `did you mean "${meant}"?`
      const want: Want = meant === undefined ? { kind: 'nothing' } : { kind: 'name', name: meant }
      return { ...byRule('D18', hint)`is not ${unknown.what}:`, path: pathTo([...parts, key]), want }
    })
  }
  // Many languages write an empty field as null; JSON Schema does not accept that here.
  const isNull = parts.length > 0 && parts.reduce<unknown>((at, part) => Object(at)[part], input) === null
  const text = `${issue.message}${isNull ? sentenceOfNull(parts, schema) : ''}`
  const path = pathTo(parts)
  const about = { want: issue.params?.want, rule: issue.params?.rule ?? ruleOfText(issue.message) }
  return [{ ...(path === '' ? { text: `The body ${text}` } : { text, path }), ...about }]
}

function sentenceOfNull(parts: readonly PropertyKey[], schema: z.ZodType | undefined): string {
  const field = schema && schemaAt(schema, parts.map(String))
  return field === undefined || field.safeParse(undefined).success
    ? ' It is null: an optional field is left out where it has no value.'
    : ' It is null: a value is required here.'
}
