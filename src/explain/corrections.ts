import type { z } from '@hono/zod-openapi'
import type { Fault } from '../domain/errors.ts'
import { isObject } from '../domain/given.ts'
import { parseJson } from '../domain/texts.ts'
import { type Fields, type RefusedCall, withHeaders, withoutHeaders } from './commands.ts'
import { textMistake } from './json-mistakes.ts'
import { operationOf, schemaAt } from './operation-schemas.ts'
import { sampleHeader } from './remedies/values.ts'
import { rightValue } from './right-values.ts'

/** A fault with the parts of its path; one without a path is about the whole. */
type PlacedFault = Pick<Fault, 'want'> & { readonly parts: readonly string[] }

/** The call with a right value for each wrong one in a header, the query, the body or a variable (D97). */
export function corrected(call: RefusedCall, now: Date): RefusedCall {
  const operation = operationOf(call)
  const faults = call.faults.map(({ path = '', want }) => ({ path, want, parts: partsOf(path) }))
  if (call.graphql !== undefined) {
    const { variables, isRunnable } = call.graphql
    const holder = Object.keys(variables).find(name => isObject(variables[name]))
    // Variables that were sent as a JSON text are parsed by now.
    const own = faults.filter(({ path }) => path !== 'variables')
    const isVariable = ({ parts: [first] }: PlacedFault) => first === undefined || Object.hasOwn(variables, first)
    const inside = holder === undefined ? [] : own.filter(fault => !isVariable(fault))
    const input = holder === undefined ? undefined : variables[holder]
    const right = isObject(input)
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

/** With a sample of the header; one without a sample is removed, since `sandbank call` adds required ones. */
function withRightHeader(call: RefusedCall, name: string): RefusedCall {
  return withHeaders(withoutHeaders(call, name), ...sampleHeader(name))
}

function correctQuery(path: string, faults: readonly PlacedFault[], options: z.ZodType | undefined, now: Date): string {
  if (faults.length === 0) return path
  // Of a repeated parameter the last value counts.
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
  if (meant !== undefined && isObject(parseJson(meant))) return meant
  const start: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isObject(start)) return body
  return JSON.stringify(wrappedIn(start, input) ?? withRightFields(start, faults, input, now))
}

/** The fields inside one object too many, as some serialisers wrap an object in its name. */
function wrappedIn(fields: Fields, input: z.ZodType | undefined): Fields | undefined {
  const [[name, inner] = [''], another] = Object.entries(fields)
  if (input === undefined || another !== undefined || !isObject(inner) || schemaAt(input, [name]) !== undefined)
    return undefined
  return Object.keys(inner).some(one => schemaAt(input, [one]) !== undefined) ? inner : undefined
}

/** The intended JSON of a body that is none: UTF-16 has zeros between its letters. Lost letters are not guessed. */
function meantBy(body: string): string | undefined {
  const narrow = body.replace(/^[\ufeff\ufffd]+/, '').replaceAll('\0', '')
  if (narrow.includes('\ufffd')) return undefined
  return parseJson(narrow) === undefined ? textMistake(narrow)?.right : narrow
}

/** The fields with misspelt names corrected, then with a right value in each faulty place. */
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
    // The whole body may be large, and its own rules name the right value.
    const holderSchema = schema && holderParts.length > 0 ? schemaAt(schema, holderParts) : undefined
    const wasThere = !isCorrected && valueAt(fields, parts) !== undefined
    const value = rightValue({ name: field, found, wasThere, schema: place, holder, holderSchema, now })
    return changedAt(all, parts, () => value)
  }, named)
  return isObject(right) ? right : fields
}

export function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((at, part) => Object(at)[part], value)
}

/** Renames the field at a place, where the right name is free. */
function renamed(value: unknown, [part, ...rest]: readonly string[], meant: string): unknown {
  if (part === undefined) return value
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === part ? renamed(item, rest, meant) : item))
  if (!isObject(value) || !Object.hasOwn(value, part)) return value
  if (rest.length > 0) return { ...value, [part]: renamed(value[part], rest, meant) }
  if (Object.hasOwn(value, meant)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name === part ? meant : name, one]))
}

/** Changes the value at a place; undefined removes a field. */
export function changedAt(
  value: unknown,
  [part, ...rest]: readonly string[],
  change: (found: unknown) => unknown,
): unknown {
  if (part === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === part ? changedAt(item, rest, change) : item))
  if (!isObject(value)) return value
  const own = changedAt(value[part], rest, change)
  return Object.fromEntries([
    ...Object.entries(value).filter(([name]) => own !== undefined || name !== part),
    ...(own === undefined ? [] : [[part, own] as const]),
  ])
}

function partsOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter(part => part !== '')
}
