import type { z } from '@hono/zod-openapi'
import type { Fault } from '../domain/errors.ts'
import { parseJson } from '../domain/texts.ts'
import { type Fields, isFields, type RefusedCall, withHeaders, withoutHeaders } from './commands.ts'
import { textMistake } from './json-mistakes.ts'
import { operationOf, schemaAt } from './operation-schemas.ts'
import { sampleHeader } from './remedies/values.ts'
import { rightValue } from './right-values.ts'

/** A fault with the parts of its place; one that names none is about the whole. */
type PlacedFault = Pick<Fault, 'want'> & { readonly parts: readonly string[] }

/** The call with a right value in each place that had a wrong one, wherever that is: in a header, the query, the body, or a variable (D97). */
export function corrected(call: RefusedCall, now: Date): RefusedCall {
  const operation = operationOf(call)
  const faults = call.faults.map(({ path = '', want }) => ({ path, want, parts: partsOf(path) }))
  if (call.graphql !== undefined) {
    const { variables, isRunnable } = call.graphql
    const holder = Object.keys(variables).find(name => isFields(variables[name]))
    // Those that were sent as a text of JSON are read already.
    const own = faults.filter(({ path }) => path !== 'variables')
    const isVariable = ({ parts: [first] }: PlacedFault) => first === undefined || Object.hasOwn(variables, first)
    const inside = holder === undefined ? [] : own.filter(fault => !isVariable(fault))
    const input = holder === undefined ? undefined : variables[holder]
    const right = isFields(input)
      ? { [`${holder}`]: withRightFields(input, inside, operation?.input, now, isRunnable) }
      : {}
    const others = withRightFields(
      variables,
      holder === undefined ? own : own.filter(isVariable),
      operation?.options,
      now,
    )
    return { ...call, graphql: { ...call.graphql, variables: { ...others, ...right } } }
  }
  // Headers have hyphens, and fields of the interface have none.
  const inHeaders = faults.filter(({ path }) => path.includes('-'))
  const others = faults.filter(({ path }) => !path.includes('-'))
  const right = inHeaders.reduce((one, { path }) => withRightHeader(one, path), call)
  const names = new URLSearchParams(queryOf(call.path))
  const isQuery = ({ path }: { readonly path: string }) => path !== '' && (call.body === undefined || names.has(path))
  return {
    ...right,
    path: correctQuery(call.path, others.filter(isQuery), operation?.options, now),
    body:
      call.body === undefined
        ? undefined
        : correctBody(
            call.body,
            others.filter(fault => !isQuery(fault)),
            operation?.input,
            now,
          ),
  }
}

/** With what such a header may hold; one of which nothing is known goes, since `sandbank call` adds what is required. */
function withRightHeader(call: RefusedCall, name: string): RefusedCall {
  return withHeaders(withoutHeaders(call, name), ...sampleHeader(name))
}

function correctQuery(path: string, faults: readonly PlacedFault[], options: z.ZodType | undefined, now: Date): string {
  if (faults.length === 0) return path
  // Of a parameter that was given twice the last one counts.
  const given = Object.fromEntries(new URLSearchParams(queryOf(path)))
  const right = Object.entries(withRightFields(given, faults, options, now))
  const parts = right.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  const [plain = ''] = path.split('?', 1)
  return parts.length === 0 ? plain : `${plain}?${parts.join('&')}`
}

function queryOf(path: string): string {
  return path.split('?').slice(1).join('?')
}

function correctBody(
  body: string,
  faults: readonly PlacedFault[],
  input: z.ZodType | undefined,
  now: Date,
): string | undefined {
  if (faults.length === 0) return body
  const parsed = parseJson(body)
  const meant = typeof parsed === 'string' ? parsed : parsed === undefined ? meantBy(body) : undefined
  if (meant !== undefined && isFields(parseJson(meant))) return meant
  const start: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isFields(start)) return body
  return JSON.stringify(wrappedIn(start, input) ?? withRightFields(start, faults, input, now))
}

/** What stands within one object too many, as some languages write a thing with its name. */
function wrappedIn(fields: Fields, input: z.ZodType | undefined): Fields | undefined {
  const [[name, inner] = [''], another] = Object.entries(fields)
  if (input === undefined || another !== undefined || !isFields(inner) || schemaAt(input, [name]) !== undefined)
    return undefined
  return Object.keys(inner).some(one => schemaAt(input, [one]) !== undefined) ? inner : undefined
}

/** The JSON that was meant by a body that is none: in UTF-16 its letters stand between zeros. Letters that were lost are not made up. */
function meantBy(body: string): string | undefined {
  const narrow = body.replace(/^[\ufeff\ufffd]+/, '').replaceAll('\0', '')
  if (narrow.includes('\ufffd')) return undefined
  return parseJson(narrow) === undefined ? textMistake(narrow)?.right : narrow
}

/** The fields with a right value in each faulty place, after those that were misspelt have the names that were meant. */
function withRightFields(
  fields: Fields,
  faults: readonly PlacedFault[],
  schema: z.ZodType | undefined,
  now: Date,
  isCorrected = false,
): Fields {
  const named = faults.reduce<unknown>(
    (all, { parts, want }) => (want?.kind === 'name' ? renamed(all, parts, want.name) : all),
    fields,
  )
  const right = faults.reduce<unknown>((all, { parts, want }) => {
    if (want?.kind === 'name' || want?.kind === 'once' || parts.length === 0) return all
    const holderParts = parts.slice(0, -1)
    const name = parts.at(-1) ?? ''
    const holder = valueAt(all, holderParts)
    if (typeof holder !== 'object' || holder === null) return all
    const found = Object(holder)[name]
    if (want?.kind === 'nothing') return changedAt(all, parts, () => undefined)
    if (want?.kind === 'value') return changedAt(all, parts, () => want.value)
    const place = schema && schemaAt(schema, parts)
    const field = /^\d+$/.test(name) ? (holderParts.at(-1) ?? name) : name
    // The whole body is large, and its own rules say what they want.
    const holderSchema = schema && holderParts.length > 0 ? schemaAt(schema, holderParts) : undefined
    const wasThere = !isCorrected && valueAt(fields, parts) !== undefined
    const value = rightValue({ name: field, found, wasThere, schema: place, holder, holderSchema, now })
    return changedAt(all, parts, () => value)
  }, named)
  return isFields(right) ? right : fields
}

export function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((at, part) => Object(at)[part], value)
}

/** The field at a place under the name that was meant, where that is free. */
function renamed(value: unknown, [part, ...rest]: readonly string[], meant: string): unknown {
  if (part === undefined) return value
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === part ? renamed(item, rest, meant) : item))
  if (!isFields(value) || !Object.hasOwn(value, part)) return value
  if (rest.length > 0) return { ...value, [part]: renamed(value[part], rest, meant) }
  if (Object.hasOwn(value, meant)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name === part ? meant : name, one]))
}

/** What stands at a place, changed; undefined takes a field out. */
export function changedAt(
  value: unknown,
  [part, ...rest]: readonly string[],
  change: (found: unknown) => unknown,
): unknown {
  if (part === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === part ? changedAt(item, rest, change) : item))
  if (!isFields(value)) return value
  const own = changedAt(value[part], rest, change)
  return Object.fromEntries([
    ...Object.entries(value).filter(([name]) => own !== undefined || name !== part),
    ...(own === undefined ? [] : [[part, own] as const]),
  ])
}

function partsOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter(part => part !== '')
}
