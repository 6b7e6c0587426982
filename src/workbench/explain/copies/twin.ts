import type { z } from '@hono/zod-openapi'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../../api/graphql/schema.ts'
import type { Copy } from '../../../api/graphql/workbench.ts'
import type { Context } from '../../../bank/context.ts'
import { schemaAt } from '../../../bank/inputs/schema-at.ts'
import type { OperationFacts } from '../../../bank/operations/operation.ts'
import type { Step } from '../../../domain/calls.ts'
import { given, isObject } from '../../../domain/given.ts'
import { decodePercent, parseJson } from '../../../domain/texts.ts'
import { basePathOf } from '../../../domain/worlds.ts'
import { ask, written } from '../commands.ts'
import { readDocument } from '../graphql/documents.ts'
import type { Sketch } from './sketch.ts'

/** Refusals that are the same at both doors (D71). */
const SHARED: readonly Step[] = ['BODY', 'RULES']

export const NO_DOCUMENT = { note: 'The call said no document that could be run.' }

type Values = Readonly<Record<string, unknown>>

/** The same at the operator's door (D71): a document with its variables, and the address at which GraphiQL opens with both. */
export async function twinOf(sketch: Sketch, ctx: Context): Promise<Pick<Copy, 'text' | 'note' | 'link'>> {
  const { call, route, body } = sketch
  if (call.door === 'GRAPHQL') return ownDocument(sketch)
  if (call.door === 'PAGE' || route === undefined)
    return { note: 'No operation was reached, so that there is no twin.' }
  const failed = call.verdicts.find(({ passed }) => !passed)?.step
  if (failed !== undefined && !SHARED.some(step => step === failed))
    return { note: `The call was refused at the step ${failed}, which the operator's door does not have.` }
  const { kind, way } = wayTo(route.runs)
  const sent = body === undefined ? {} : parseJson(body)
  if (way.length === 0 || !isObject(sent)) return { note: 'The body is no JSON that GraphQL could say.' }
  const known = { ...(await callerOf(sketch, ctx)), ...idsOf(sketch), ...optionsOf(sketch) }
  const values = body === undefined ? known : { ...known, input: sent }
  const given = way.map(field =>
    kind === 'query' ? argumentsOf(field, values) : inputOf(field, known, sent, route.runs.input),
  )
  const passed = given.flatMap(one => one.passed)
  const declared = passed.map(({ arg }) => `$${arg.name}: ${arg.type}`).join(', ')
  const query = `${kind} Copied${brackets(declared)} {\n  ${selected(way, given, kind)}\n}`
  const variables = Object.fromEntries(passed.map(({ arg, value }) => [arg.name, value]))
  return { ...asDocument(sketch, query, variables), note: noteOn(given.flatMap(one => one.missing)) }
}

const brackets = (text: string) => (text === '' ? '' : `(${text})`)

/** The fields from the query or the mutation on to the one that runs an operation (D130); none when there is no such field. */
function wayTo({ name, readAt }: OperationFacts): {
  readonly kind: 'query' | 'mutation'
  readonly way: readonly Field[]
} {
  const query = schema.getQueryType()
  const names = (readAt ?? name).split('.')
  const kind = query?.getFields()[names[0] ?? ''] === undefined ? 'mutation' : 'query'
  let type: GraphQLNamedType | null | undefined = kind === 'query' ? query : schema.getMutationType()
  const way: Field[] = []
  for (const one of names) {
    const field: Field | undefined = isObjectType(type) ? type.getFields()[one] : undefined
    if (field === undefined) return { kind, way: [] }
    way.push(field)
    type = getNamedType(field.type)
  }
  return { kind, way }
}

/** The fields on the way with their arguments, and what the last one selects. */
function selected(way: readonly Field[], given: readonly FieldCall[], kind: 'query' | 'mutation'): string {
  return way.reduceRight((within, field, place) => {
    const called = given[place]?.passed.map(({ arg }) => `${arg.name}: $${arg.name}`).join(', ') ?? ''
    const inner = place === way.length - 1 ? selectionOf(field, kind) : ` { ${within} }`
    return `${field.name}${brackets(called)}${inner}`
  }, '')
}

type FieldCall = ReturnType<typeof argumentsOf>

type Field = GraphQLField<unknown, unknown>

/** What takes a value of the call. */
type Taker = GraphQLArgument | GraphQLInputField

function argumentsOf({ args }: Field, known: Values) {
  const values = valuesFor(args, known)
  const passed = args.flatMap(arg => (values[arg.name] === undefined ? [] : [{ arg, value: values[arg.name] }]))
  return { passed, missing: lacked(args, values) }
}

/** The one input of a mutation: what REST takes from path, headers and body (D130). A move by name has arguments. */
function inputOf(field: Field, known: Values, body: Values, schema: z.ZodType) {
  const arg = field.args.find(({ name }) => name === 'input')
  const type = arg && getNamedType(arg.type)
  if (arg === undefined || !isInputObjectType(type)) return argumentsOf(field, known)
  const fields = Object.values(type.getFields())
  const value = { ...valuesFor(fields, known), ...body }
  // What the body lacks, the bank refuses at both doors.
  const own = fields.filter(({ name }) => schemaAt(schema, [name]) === undefined)
  return { passed: [{ arg, value }], missing: lacked(own, value) }
}

function valuesFor(wanted: readonly Taker[], known: Values): Values {
  return given(Object.fromEntries(wanted.map(one => [one.name, valueFor(one, known)])))
}

function lacked(wanted: readonly Taker[], values: Values): string[] {
  return wanted.filter(({ name, type }) => isNonNullType(type) && values[name] === undefined).map(({ name }) => name)
}

function noteOn(missing: readonly string[]): string | undefined {
  if (missing.length === 0)
    return 'The operator calls for the TPP, so that nothing is signed: what is refused for headers or a signature is not refused here.'
  return `The call did not say what GraphQL demands: ${missing.join(', ')}.`
}

export function ownDocument(sketch: Sketch): Pick<Copy, 'text' | 'note' | 'link'> {
  const own = readDocument(sketch.call)
  return own === undefined ? NO_DOCUMENT : asDocument(sketch, own.query, own.variables)
}

function asDocument({ place }: Sketch, query: string, variables: Values) {
  const shown = Object.keys(variables).length === 0 ? {} : { variables: JSON.stringify(variables, null, 2) }
  const link = `${basePathOf(place.world)}/graphql?${new URLSearchParams({ query, ...shown })}`
  // No browser and no server would accept a longer one.
  return { text: written(ask(place, query, variables)), ...(link.length < 8_000 ? { link } : {}) }
}

/** The caller and its PSU: headers in REST, fields of `access` or of the input in GraphQL (D71). */
async function callerOf({ header, tppId }: Sketch, { db, world }: Context): Promise<Values> {
  const psuId = header('PSU-ID')
  const customer = psuId === undefined ? null : await db.customer.findFirst({ where: { worldId: world.id, psuId } })
  const flag = header('TPP-Redirect-Preferred')
  const caller = {
    tpp: tppId,
    psu: header('X-PSU-IDENTITY') ?? customer?.customerNumber ?? psuId,
    agreementId: header('PSU-Corporate-ID'),
    context: header('PSU-Context'),
    redirectUri: header('TPP-Redirect-URI'),
    redirectPreferred: flag === undefined ? undefined : flag !== 'false',
  }
  const access = {
    ...caller,
    sessionId: header('TPP-Session-ID'),
    psuIpAddress: header('PSU-IP-Address'),
    acceptFix: header('x-accept-fix')
      ?.split(',')
      .map(one => one.trim())
      .filter(one => one !== ''),
  }
  return { ...caller, access: given(access) }
}

/** The parts of the path by the names of their fields: the name in the path, or the part of it after `mock`; the last one is `id`. */
function idsOf({ path, route }: Sketch): Values {
  const parts = path.split('?', 1).join('').split('/')
  const named = (route?.path ?? '').split('/').flatMap((part, place) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? [] : [[name, decodePercent(parts[place] ?? '')] as const]
  })
  const all = named.flatMap(([name, value]) => [
    [name, value] as const,
    [name.replace(/^mock(.)/, (_, first: string) => first.toLowerCase()), value] as const,
    [name === 'paymentProduct' ? 'product' : name, value] as const,
  ])
  const ids = named.filter(([name]) => name !== 'paymentService' && name !== 'paymentProduct')
  const own = named.findLast(([name]) => name !== 'authorisationId')
  const [first, last] = route?.runs.readAt === undefined ? [own, own] : [ids[0], ids.at(-1)]
  return {
    ...Object.fromEntries(all),
    ...(first === undefined || last === undefined ? {} : { by: { id: first[1] }, id: last[1] }),
  }
}

function optionsOf({ path }: Sketch): Values {
  const mark = path.indexOf('?')
  const options: Record<string, string> = mark < 0 ? {} : Object.fromEntries(new URLSearchParams(path.slice(mark)))
  const { fromDate: dateFrom, toDate: dateTo, limit } = options
  const filter = given({ dateFrom, dateTo })
  return { ...options, first: limit, filter: Object.keys(filter).length === 0 ? undefined : filter }
}

/** A value in the type of an argument or a field of the input; undefined when that type has none. */
function valueFor({ name, type }: Taker, known: Values): unknown {
  const value = known[name]
  const named = getNamedType(type)
  if (value === undefined || value === '') return undefined
  if (isEnumType(named)) return named.getValues().find(one => one.value === value || one.name === value)?.name ?? value
  if (typeof value !== 'string') return value
  if (named.name === 'Int') return Number(value)
  return named.name === 'Boolean' ? value === 'true' : value
}

/** The simple fields of the result: its own, and those of the rows of a list; of a payload those of the things in it, too. */
function selectionOf({ type }: Field, kind: 'query' | 'mutation'): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  if (kind === 'query') return simpleFields(named)
  const parts = Object.values(named.getFields()).flatMap(field => {
    const part = getNamedType(field.type)
    return isSimple(field) ? [field.name] : isObjectType(part) ? [`${field.name}${simpleFields(part)}`] : []
  })
  return ` { ${parts.join(' ')} }`
}

function simpleFields(type: GraphQLObjectType | GraphQLInterfaceType): string {
  const { nodes } = type.getFields()
  const row = nodes === undefined ? type : getNamedType(nodes.type)
  const fields = isObjectType(row) || isInterfaceType(row) ? Object.values(row.getFields()) : []
  // What a TPP reads of a payment or a basket stands one step away.
  const things = fields.filter(
    ({ name, type: of }) => `AsTpp${getNamedType(of).name}` === row.name && /^(payment|signingBasket)$/.test(name),
  )
  const simple = [
    ...fields.filter(isSimple).map(({ name }) => name),
    ...things.flatMap(({ name, type: of }) => {
      const thing = getNamedType(of)
      return isObjectType(thing) || isInterfaceType(thing) ? [`${name}${simpleFields(thing)}`] : []
    }),
  ].join(' ')
  const inner = simple === '' ? '__typename' : simple
  return nodes === undefined ? ` { ${inner} }` : ` { nodes { ${inner} } }`
}

function isSimple({ type, args, deprecationReason, extensions }: GraphQLField<unknown, unknown>): boolean {
  // Another operation runs there.
  if (extensions['operation'] !== undefined) return false
  return isLeafType(getNamedType(type)) && deprecationReason == null && !args.some(arg => isNonNullType(arg.type))
}
