import { findOperation } from '../../../api/rest/routes.ts'
import type { Route } from '../../../api/rest/serve.ts'
import type { HeaderLine } from '../../../domain/calls.ts'
import type { BankAnswer } from '../../../domain/drift.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isObject } from '../../../domain/given.ts'
import { parseJson } from '../../../domain/texts.ts'
import { readArchived, readHeaders } from '../../../platform/security/doctor/archived-requests.ts'
import type { SentRequest } from '../../../platform/security/doctor/sent-requests.ts'

/** A call that a file has, with its answer if the file has that, too. */
export type RecordedCall = {
  readonly method: string
  /** Path and query below the base URL of a bank; what stands there when no operation has it. */
  readonly target: string
  /** The operation; GRAPHQL for one of the operator of a Sandbank. */
  readonly door: Route | 'GRAPHQL' | undefined
  readonly headers: readonly HeaderLine[]
  readonly body: string
  readonly answer: BankAnswer | undefined
  /** When it began. */
  readonly at: string | undefined
  /** What the file leaves to its tool: `{{token}}` of Postman. */
  readonly open: readonly string[]
}

/** Enough for a day of calls; all of them are played one after the other. */
const MOST_RECORDED_CALLS = 5_000
const FORMS =
  'Give an HTTP archive (HAR), as browsers, proxies and `npx sandbank log --as har` write it, or a collection of Postman (v2.1).'

/**
 * The calls of a file, in order.
 * @throws DomainError FORMAT_ERROR with the forms that are read
 */
export function readRecordedCalls(text: string): readonly RecordedCall[] {
  const file = parseJson(text.replace(/^\ufeff/, ''))
  if (!isObject(file)) throw unread('is not a JSON object')
  const calls = entriesIn(file) ?? requestsIn(file)
  if (calls === undefined) throw unread('has neither log.entries, as HAR has, nor item, as a collection has')
  if (calls.length > MOST_RECORDED_CALLS)
    throw new DomainError(
      'FORMAT_ERROR',
      `The file has ${calls.length} calls: at most ${MOST_RECORDED_CALLS} are compared at once.`,
    )
  return calls
}

function unread(what: string): DomainError {
  return new DomainError('FORMAT_ERROR', `The file ${what}. ${FORMS}`)
}

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})

/** Those of an HTTP archive; undefined for any other file. */
function entriesIn({ log }: Fields): readonly RecordedCall[] | undefined {
  const entries = fieldsOf(log)['entries']
  if (!Array.isArray(entries)) return undefined
  return listOf(entries).flatMap(({ request, response, startedDateTime }) => {
    const sent = readArchived(fieldsOf(request))
    if (sent === undefined) return []
    const answer = answerIn(fieldsOf(response))
    return [recorded(sent, { answer, at: textOf(startedDateTime) || undefined, open: [] })]
  })
}

type Around = Pick<RecordedCall, 'answer' | 'at' | 'open'>

function recorded({ method, url, headers, body }: SentRequest, around: Around): RecordedCall {
  const verb = method.toUpperCase()
  return { method: verb, ...placed(verb, url), headers, body, ...around }
}

/** The base URL of another bank may have a path, too, which may itself hold a version. */
function placed(method: string, url: string): Pick<RecordedCall, 'target' | 'door'> {
  const path = url.replace(/^(?:\{\{[^{}]*\}\}|https?:\/\/[^/?#]*)/, '').replace(/#.*/, '')
  if (/\/graphql(?:\?|$)/.test(path)) return { target: '/graphql', door: 'GRAPHQL' }
  const starts = [...path.matchAll(/\/v1(?=[/?]|$)/g)].map(({ index }) => path.slice(index))
  // The base URL may be a variable that ends with the version.
  for (const target of starts.length === 0 ? [`/v1${path}`] : starts) {
    const [plain = ''] = target.split('?', 1)
    const door = findOperation(method === 'HEAD' ? 'GET' : method, plain)
    if (door !== undefined) return { target, door }
  }
  return { target: path, door: undefined }
}

/** An archive has the status 0 for a call without answer. */
function answerIn({ status, headers, content }: Fields): BankAnswer | undefined {
  const { text, encoding } = fieldsOf(content)
  if (typeof status !== 'number' || status < 100) return undefined
  const body = encoding === 'base64' ? Buffer.from(textOf(text), 'base64').toString() : textOf(text)
  return { status, headers: pairsIn(headers), body }
}

function pairsIn(headers: unknown): readonly HeaderLine[] {
  if (!Array.isArray(headers)) return readHeaders(headers)
  return listOf(headers).map(({ name, key, value }) => [textOf(name ?? key), textOf(value)])
}

type Values = ReadonlyMap<string, string>

/** The requests of a collection, with those of its folders; undefined for any other file. */
function requestsIn(file: Fields, outer: Values = new Map(), depth = 0): readonly RecordedCall[] | undefined {
  if (!Array.isArray(file['item']) || depth > DEEPEST) return undefined
  const values = new Map([...outer, ...valuesIn(file['variable'])])
  return listOf(file['item']).flatMap(item => {
    if (Array.isArray(item['item'])) return requestsIn(item, values, depth + 1) ?? []
    return requestIn(item, values)
  })
}

/** The deepest folder of a collection that is read. */
const DEEPEST = 12

function valuesIn(variables: unknown): Values {
  return new Map(listOf(variables).map(({ key, id, value }) => [textOf(key ?? id), textOf(value)]))
}

function requestIn({ request, response }: Fields, values: Values): RecordedCall[] {
  const given = typeof request === 'string' ? { method: 'GET', url: request } : fieldsOf(request)
  const sent = readArchived(given)
  if (sent === undefined) return []
  const fill = (text: string) => filled(text, values)
  const parts = valuesIn(fieldsOf(given['url'])['variable'])
  const url = fill(sent.url).replaceAll(/(?<=\/):([\w-]+)(?=[/?#]|$)/g, (whole, name) => fill(parts.get(name) ?? whole))
  const headers = sent.headers.map(([name, value]): HeaderLine => [name, fill(value)])
  const [example] = listOf(response)
  const call = recorded(
    { ...sent, url, headers, body: fill(sent.body) },
    { answer: exampleIn(example), at: undefined, open: [] },
  )
  const sentTexts = [call.target, call.body, ...headers.map(([, value]) => value)]
  return [{ ...call, open: [...new Set(sentTexts.flatMap(text => text.match(VARIABLE) ?? []))] }]
}

const VARIABLE = /\{\{[^{}]{1,100}\}\}/g

/** The text with the values of the collection. One of them may hold the name of another. */
function filled(text: string, values: Values, depth = 0): string {
  return text.replaceAll(VARIABLE, whole => {
    const value = values.get(whole.slice(2, -2).trim())
    return value === undefined || depth > MOST_NESTED ? whole : filled(value, values, depth + 1)
  })
}
// Each level may repeat the one below it many times.
const MOST_NESTED = 2

/** The first answer that a collection keeps of a request. */
function exampleIn({ code, header, body }: Fields = {}): BankAnswer | undefined {
  return typeof code === 'number' ? { status: code, headers: pairsIn(header), body: textOf(body) } : undefined
}
