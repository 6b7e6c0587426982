import type { z } from '@hono/zod-openapi'
import { headerChecks } from '../../api/rest/headers.ts'
import { findOperation } from '../../api/rest/routes.ts'
import type { Context } from '../../bank/context.ts'
import { schemaAt } from '../../bank/inputs/schema-at.ts'
import { DomainError, type Fault } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { parseJson } from '../../domain/texts.ts'
import { meantJson } from '../../platform/http/json-mistakes.ts'
import { type Fields, headerOf, type RefusedCall, recordIn, withHeaders, withValue } from './commands.ts'
import { acceptedBy, meantValue, wordsOf } from './meant-values.ts'
import { nearKey } from './near-rows.ts'
import { operationOf, schemaOfInput } from './operation-schemas.ts'

/**
 * The caller's own call with each fault corrected (D97): by the value that the fault wants, by the caller's own value in another form, or by the one
 * row of this world that differs by one letter. Undefined if any fault is left, since an amount, an account, a person or a payment is never invented.
 */
export async function correctedCall(ctx: Context, call: RefusedCall): Promise<RefusedCall | undefined> {
  let right: RefusedCall | undefined = call.faults.length === 0 ? undefined : call
  // A field that gets its right name is no longer missing.
  const isRenamed = ({ want }: Fault) => want?.kind === 'name'
  const faults = [...call.faults.filter(isRenamed), ...call.faults.filter(fault => !isRenamed(fault))]
  for (const fault of faults) right = right && (await withoutFault(ctx, right, fault))
  return right
}

function withoutFault(ctx: Context, call: RefusedCall, fault: Fault) {
  const { path = '', want } = fault
  // A field whose name resembles no other is not removed: the call would do something else than its caller wants.
  if (want?.kind === 'act' || want?.kind === 'once' || want?.kind === 'nothing') return undefined
  if (want?.kind === 'known') return withKnownRow(ctx, call, want.noun, want.key)
  // The document of a GraphQL call is already the corrected one.
  if (path === '' || fault.ofVariable === true) return call.graphql === undefined ? withMeantJson(call) : call
  if (call.graphql !== undefined) return withVariables(ctx, call, fault)
  if (headerOf(call, path) !== undefined || path.includes('-')) return withHeader(call, path, fault)
  return new URLSearchParams(queryOf(call.path)).has(path) ? withQuery(ctx, call, fault) : withBody(ctx, call, fault)
}

function withMeantJson(call: RefusedCall): RefusedCall | undefined {
  const body = call.body === undefined ? undefined : meantJson(call.body)
  return body === undefined ? undefined : { ...call, body }
}

/** The header in a form that its operation accepts: another case, without spaces around it. */
function withHeader(call: RefusedCall, name: string, { want }: Fault): RefusedCall | undefined {
  if (want?.kind === 'value' && typeof want.value === 'string') return withHeaders(call, [name, want.value])
  const found = headerOf(call, name)
  const route = findOperation(call.method, call.path.split('?', 1)[0] ?? '')
  if (found === undefined || route === undefined) return undefined
  const checks = headerChecks(route.headerSet, 'strict')
  const fits = (value: string) => {
    try {
      checks.assertFormats(one => (one.toLowerCase() === name.toLowerCase() ? value : undefined))
      return true
    } catch (error) {
      if (error instanceof DomainError) return false
      throw error
    }
  }
  const text = found.trim()
  const withoutPort = text.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')
  const right = [text, text.toUpperCase(), text.toLowerCase(), withoutPort].find(fits)
  return right === undefined ? undefined : withHeaders(call, [name, right])
}

async function withQuery(ctx: Context, call: RefusedCall, fault: Fault): Promise<RefusedCall | undefined> {
  const given = Object.fromEntries(new URLSearchParams(queryOf(call.path)))
  const fields = await withField(ctx, given, fault, partsOf(fault.path ?? ''), operationOf(call)?.options)
  if (fields === undefined) return undefined
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(texts).toString()
  const [path = ''] = call.path.split('?', 1)
  return { ...call, path: query === '' ? path : `${path}?${query}` }
}

async function withBody(ctx: Context, call: RefusedCall, fault: Fault): Promise<RefusedCall | undefined> {
  const parsed = parseJson(call.body ?? '')
  if (!isObject(parsed)) return undefined
  const fields = await withField(ctx, parsed, fault, partsOf(fault.path ?? ''), operationOf(call)?.input)
  return fields && { ...call, body: JSON.stringify(fields) }
}

/** A variable, or a field of the only object among them: the input. */
async function withVariables(ctx: Context, call: RefusedCall, fault: Fault): Promise<RefusedCall | undefined> {
  const { graphql } = call
  if (graphql === undefined) return undefined
  const { variables } = graphql
  const operation = operationOf(call)
  const parts = partsOf(fault.path ?? '')
  const [first = ''] = parts
  // Variables sent as a JSON text are parsed by now.
  if (fault.path === 'variables') return call
  // For GraphQL null and a missing variable are the same.
  if (parts.length === 1 && variables[first] === null) return undefined
  if (Object.hasOwn(variables, first) && !(isInput(variables[first]) && parts.length > 1)) {
    const right = await withField(ctx, variables, fault, parts, operation?.options)
    return right && { ...call, graphql: { ...graphql, variables: right } }
  }
  const [holder, another] = Object.hasOwn(variables, first)
    ? [first]
    : Object.keys(variables).filter(name => isInput(variables[name]))
  if (holder === undefined || another !== undefined) return undefined
  // A variable of another name has the value of the argument `input`, or `inputs`.
  const below = first === holder || /^inputs?$/.test(first) ? parts.slice(1) : parts
  const [place = '', ...within] = below
  const value = variables[holder]
  const right = Array.isArray(value)
    ? await withEntry(value, place, entry => withField(ctx, entry, fault, within, schemaOfInput(call, within)))
    : await withField(ctx, recordOf(value), fault, below, schemaOfInput(call, below))
  return right && { ...call, graphql: { ...graphql, variables: { ...variables, [holder]: right } } }
}

const isInput = (value: unknown) => isObject(value) || Array.isArray(value)

/** A list with one of its entries corrected. */
async function withEntry(
  list: readonly unknown[],
  place: string,
  change: (entry: Fields) => Promise<Fields | undefined>,
): Promise<readonly unknown[] | undefined> {
  const right = await change(recordOf(list[Number(place)]))
  return right && list.map((entry, at) => (String(at) === place ? right : entry))
}

/** The fields, with the one at a place corrected. */
async function withField(
  ctx: Context,
  fields: Fields,
  { want }: Fault,
  parts: readonly string[],
  schema: z.ZodType | undefined,
): Promise<Fields | undefined> {
  const [above, name] = [parts.slice(0, -1), parts.at(-1) ?? '']
  const [holder, found] = [valueAt(fields, above), valueAt(fields, parts)]
  if (want?.kind === 'name') return recordIn(JSON.stringify(renamed(fields, parts, want.name)))
  if (want?.kind === 'value') return recordOf(changedAt(fields, parts, () => want.value))
  if (found === undefined) return undefined
  // A null stands for a missing field, which is left out.
  if (found === null) return recordOf(changedAt(fields, parts, () => undefined))
  const holderSchema = schema && above.length > 0 ? schemaAt(schema, above) : undefined
  const accepts = acceptedBy(schema && schemaAt(schema, parts), { value: holder, schema: holderSchema, name })
  // It was missing, and another fault gave the place its value; or a rule refused it, which the rehearsal will show.
  if (accepts(found)) {
    const near = await nearRow(ctx, name, found)
    return near === undefined ? fields : recordOf(changedAt(fields, parts, () => near))
  }
  const right =
    meantValue({
      found,
      accepts,
      holder,
      words: wordsOf(schema && schemaAt(schema, parts)),
      currency: currencyOf(fields),
    }) ?? (await nearRow(ctx, name, found))
  return right === undefined ? undefined : recordOf(changedAt(fields, parts, () => right))
}

function currencyOf({ instructedAmount }: Fields): string | undefined {
  const currency = isObject(instructedAmount) ? instructedAmount['currency'] : undefined
  return typeof currency === 'string' ? currency : undefined
}

/** The number of a row of this world that differs by one letter, for a field that names a row. */
async function nearRow(ctx: Context, name: string, found: unknown): Promise<string | undefined> {
  const noun = NAMED_ROWS[name]
  return noun === undefined || typeof found !== 'string' ? undefined : nearKey(ctx, noun, found)
}

const NAMED_ROWS: Readonly<Record<string, string>> = {
  iban: 'account',
  bban: 'account',
  customerNumber: 'customer',
  owner: 'customer',
  customer: 'customer',
  psu: 'customer',
}

async function withKnownRow(ctx: Context, call: RefusedCall, noun: string, key: string) {
  const right = await nearKey(ctx, noun, key)
  return right === undefined ? undefined : withValue(call, key, right)
}

function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((at, part) => Object(at)[part], value)
}

/** The field at a place under its right name, where that is free. */
function renamed(value: unknown, parts: readonly string[], meant: string): unknown {
  const [above, name] = [parts.slice(0, -1), parts.at(-1) ?? '']
  return changedAt(value, above, holder =>
    !isObject(holder) || Object.hasOwn(holder, meant)
      ? holder
      : Object.fromEntries(Object.entries(holder).map(([own, one]) => [own === name ? meant : own, one])),
  )
}

/** The value with another one at a place; undefined removes the field. */
function changedAt(value: unknown, [part, ...rest]: readonly string[], change: (found: unknown) => unknown): unknown {
  if (part === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === part ? changedAt(item, rest, change) : item))
  if (!isObject(value)) return value
  const own = changedAt(value[part], rest, change)
  return Object.fromEntries([
    ...Object.entries(value).filter(([name]) => own !== undefined || name !== part),
    ...(own === undefined ? [] : [[part, own] as const]),
  ])
}

function recordOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function partsOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter(part => part !== '')
}

function queryOf(path: string): string {
  return path.split('?').slice(1).join('?')
}
