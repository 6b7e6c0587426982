import type { Door, HeaderLine } from '../../domain/calls.ts'
import type { Fault } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { decodePercent, parseJson, QUOTED_TEXT } from '../../domain/texts.ts'
import { headerWord, quote, wordOf } from '../../platform/shell.ts'

/** Commands for a terminal that a person copies (D97): operator's calls, and repeated calls. */

/** The GraphQL request of an operator's call. */
export type GraphqlDocument = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Why the document cannot be run, if it could not be corrected. */
  readonly fault?: DocumentFault | undefined
}
export type DocumentFault = {
  readonly line: number
  readonly column: number
  readonly text: string
  /** The type whose fields, or whose arguments of fields, are allowed at this place. */
  readonly lists?: { readonly type: string; readonly args: boolean } | undefined
}

/** A world of a bank in a command: `base` only if the bank is not at the default address. */
export type Place = { readonly world: string; readonly base: string | undefined }

export const DEFAULT_ORIGIN = 'http://127.0.0.1:4000'

const FOUND_BY_ITSELF = /^http:\/\/(?:127\.0\.0\.1|localhost):4000$/i

/** The world, at a bank that its caller has reached by this origin. */
export function placeOf(world: string, origin: string | undefined): Place {
  return { world, base: origin === undefined || FOUND_BY_ITSELF.test(origin) ? undefined : origin }
}

/** The same for commands whose TPP the bank itself certifies, whichever home the terminal has (D111). */
export function anyHome({ world, base = DEFAULT_ORIGIN }: Place): Place {
  return { world, base }
}

/** The first signed call, by a TPP of the bank's own home or of any other. */
export function firstCall(place: Place, isOwnHome = false): readonly string[] {
  const there = isOwnHome ? place : anyHome(place)
  const base = isOwnHome ? '' : at({ ...there, world: 'default' })
  return [`npx sandbank tpp new acme${base}`, `npx sandbank call GET /v1/sandbox/customers${at(there)}`]
}

/** The address of a world, below which its pages are (D1). */
export function addressOf({ world, base = DEFAULT_ORIGIN }: Place): string {
  return world === 'default' ? base : `${base}/worlds/${world}`
}

/** The TPP and PSU of an operator's call: fields of `access`, or of the input (D130). In REST they are headers (D71). */
export function accessOf({ graphql }: Pick<RefusedCall, 'graphql'>): Fields {
  const { access, input } = graphql?.variables ?? {}
  return isObject(access) ? access : isObject(input) ? input : {}
}

/** The facts of a refused call from which its remedy is built. */
export type RefusedCall = {
  readonly door: Door
  readonly place: Place
  readonly method: string
  /** Path and query below the world's base URL. */
  readonly path: string
  readonly body: string | undefined
  /** The GraphQL request, if it is one. */
  readonly graphql: GraphqlDocument | undefined
  /** The customerNumber of the call's PSU, if the bank knows it. */
  readonly psu: string | undefined
  /** The headers that a repeated call needs, without those that each signed call has anew. */
  readonly headers: readonly HeaderLine[]
  readonly tppId: string | undefined
  readonly signer: Signer
  readonly faults: readonly Fault[]
}

/** The TPP that signs a repeated call: one of this machine, named if there are several; or a new one, with the command that creates it first, but for its bank. */
export type Signer = { readonly tpp: string | undefined; readonly createdBy: string | undefined }

/** One command: a call of a door, which can be tried before it is shown, or the text of any other command. */
export type Command =
  | ({ readonly door: 'GRAPHQL'; readonly place: Place } & Pick<GraphqlDocument, 'query' | 'variables'>)
  | { readonly door: 'REST'; readonly call: RefusedCall }
  | { readonly door: 'NONE'; readonly text: string }

/** Commands in sequence; each runs when the one before it has succeeded. */
export type Commands = readonly Command[]

/** A call of the operator's door. */
export function ask(place: Place, query: string, variables: GraphqlDocument['variables'] = {}): Commands {
  return [{ door: 'GRAPHQL', place, query, variables }]
}

/** A command that calls no door. */
export function plain(text: string): Commands {
  return [{ door: 'NONE', text }]
}

/** Commands as a person copies them. */
export function written(commands: Commands): string {
  return commands.map(textOf).join(' && ')
}

function textOf(command: Command): string {
  if (command.door === 'NONE') return command.text
  if (command.door === 'REST') return callCommand({ ...command.call, tpp: command.call.signer.tpp })
  const { place, query, variables } = command
  const values =
    Object.keys(variables).length === 0 ? '' : ` --variables ${quote(escapeBraces(JSON.stringify(variables)))}`
  return `npx sandbank graphql${at(place)} ${quoteDocument(escapeBraces(query))}${values}`
}

/** A document that began with @ would name a file, and one with - an option: a leading space means nothing in GraphQL. */
function quoteDocument(query: string): string {
  // A shell ends a word at a zero byte, which no valid document has.
  return quote((/^[@-]/.test(query) ? ` ${query}` : query).replaceAll('\0', ' '))
}

/** The command line replaces {name} with a saved value; servers treat an encoded brace in the same way (RFC 3986, 2.1). */
export function withoutBraces(path: string): string {
  return path.replaceAll('{', '%7B').replaceAll('}', '%7D')
}

/** A header as an option: a backslash before {name} prevents its replacement with a saved value. */
function givenHeader([name, value]: HeaderLine): string {
  return `--header ${quote(
    headerWord(
      name,
      value.replaceAll(SAVED_PLACE, place => `\\${place}`),
    ),
  )}`
}

/** Escapes {name} in texts of JSON and GraphQL, so that no saved value replaces it. */
function escapeBraces(document: string): string {
  // A block text of GraphQL has no escapes.
  if (document.includes('"""')) return document
  return document.replaceAll(QUOTED_TEXT, text =>
    text.replaceAll(SAVED_OR_MEANT, place =>
      place.startsWith(MEANT) ? place.slice(1) : String.raw`\u007b${place.slice(1)}`,
    ),
  )
}

const SAVED_PLACE = /\{[A-Za-z][\w.-]*\}/g
// A noncharacter (Unicode, 23.7), which occurs in no text: it marks the places to replace.
const MEANT = '\ufdd0'
const SAVED_OR_MEANT = new RegExp(`${MEANT}?${SAVED_PLACE.source}`, 'g')

/** The place of a value that an earlier command saved. */
export function savedAs(name: string): string {
  return `${MEANT}{${name}}`
}

/**
 * A body as the option `--data`, and the command before it. `--data` reads @ as a file and - as standard input, and a shell ends a word at a zero
 * byte: such bodies go through standard input.
 */
export function givenBody(text: string): { readonly before: string; readonly data: string } {
  const body = escapeBraces(text)
  return body.startsWith('@') || body === '-' || body.includes('\0')
    ? { before: `${printed(body)} | `, data: '--data -' }
    : { before: '', data: `--data ${quote(body)}` }
}

/** The command of a shell that writes exactly this text. */
export function printed(text: string): string {
  if (!text.includes('\0')) return `printf %s ${quote(text)}`
  return `printf %b ${quote(text.replaceAll('\\', String.raw`\\`).replaceAll('\0', String.raw`\0000`))}`
}

/** The same call, with a right signature, a new X-Request-ID, and its missing headers. */
export function again(call: RefusedCall, headers: readonly HeaderLine[] = []): Commands {
  if (call.door !== 'REST')
    return call.graphql === undefined ? [] : ask(call.place, call.graphql.query, call.graphql.variables)
  const sent = withHeaders(call, ...headers)
  const { createdBy } = call.signer
  if (createdBy === undefined) return [{ door: 'REST', call: sent }]
  const place = anyHome(call.place)
  return [...plain(`${createdBy}${at({ ...place, world: 'default' })}`), { door: 'REST', call: { ...sent, place } }]
}

/** A call as a command that does not add the headers that the call `lacks`. */
export function callCommand(
  call: Pick<RefusedCall, 'place' | 'method' | 'path' | 'psu' | 'headers' | 'body'> & Pick<Signer, 'tpp'>,
  lacks: readonly string[] = [],
  between = ' ',
): string {
  const { place, method, path, psu, headers, body = '', tpp } = call
  const { before, data } = givenBody(body)
  return [
    `${before}npx sandbank call ${method} ${quote(path)}${at(place)}`,
    ...(tpp === undefined ? [] : [`--tpp ${wordOf(tpp)}`]),
    ...(psu === undefined ? [] : [`--psu ${wordOf(psu)}`]),
    ...headers.map(givenHeader),
    ...lacks.map(name => `--header ${quote(`${name}:`)}`),
    ...(body === '' ? [] : [data]),
  ].join(between)
}

export function oneAfterAnother(...commands: readonly Commands[]): Commands {
  return commands.flat()
}

/** The call with these headers instead of those with the same names. */
export function withHeaders(call: RefusedCall, ...headers: readonly HeaderLine[]): RefusedCall {
  const left = withoutHeaders(call, ...headers.map(([name]) => name))
  return { ...left, headers: [...left.headers, ...headers] }
}

export function withoutHeaders(call: RefusedCall, ...names: readonly string[]): RefusedCall {
  const gone = new Set(names.map(name => name.toLowerCase()))
  return { ...call, headers: call.headers.filter(([name]) => !gone.has(name.toLowerCase())) }
}

export function headerOf({ headers }: Pick<RefusedCall, 'headers'>, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1]
}

/** The call with one value replaced in path, body and document. */
export function withValue(call: RefusedCall, from: string, to: string): RefusedCall {
  const inText = (text: string) => text.replaceAll(JSON.stringify(from), () => JSON.stringify(to))
  const { path, headers, body, graphql } = call
  return {
    ...call,
    headers: headers.map(([name, value]) => [name, value === from ? to : value]),
    path: path
      .split(/([/?])/)
      .map(part => (decodePercent(part) === from ? encodeURIComponent(to) : part))
      .join(''),
    body: body === undefined ? undefined : inText(body),
    graphql:
      graphql === undefined
        ? undefined
        : { query: inText(graphql.query), variables: withText(graphql.variables, from, to) },
  }
}

function withText(fields: Fields, from: string, to: string): Fields {
  return recordIn(JSON.stringify(fields).replaceAll(JSON.stringify(from), () => JSON.stringify(to)))
}

export type Fields = Readonly<Record<string, unknown>>

/** The fields of the body, or of the input of a document. */
export function fieldsOf({ graphql, body }: Pick<RefusedCall, 'graphql' | 'body'>): Fields {
  const found = graphql === undefined ? recordIn(body ?? '') : graphql.variables['input']
  return isObject(found) ? found : {}
}

export function recordIn(text: string): Fields {
  const parsed = parseJson(text)
  return isObject(parsed) ? parsed : {}
}

/** The options for world and address of a command. */
export function at({ world, base }: Place): string {
  return `${world === 'default' ? '' : ` --world ${world}`}${base === undefined ? '' : ` --base ${wordOf(base)}`}`
}

export function idsIn(text: string): string[] {
  return [...new Set(text.match(UUIDS) ?? [])].slice(0, MOST_NAMED)
}

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const MOST_NAMED = 20
