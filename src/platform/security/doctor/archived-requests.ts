import { parseJson } from '../../../domain/texts.ts'
import { type SentRequest, writeRequest } from './sent-requests.ts'

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

const rawOf = ({ raw, text }: Fields): unknown => raw ?? text
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const REQUEST_LINE = /^[A-Z]{3,7} \S+ HTTP\/\d/

/** A request from an HTTP archive or a collection; undefined for any other value. */
export function readArchived(fields: Fields): SentRequest | undefined {
  const { method, url, uri, baseURL, headers, header, postData, body, data } = fields
  const address = textOf(isObject(url) ? rawOf(url) : (url ?? uri))
  const listed = headers ?? header ?? []
  if (typeof method !== 'string' || address === '' || !isObject(listed)) return undefined
  const content = isObject(postData) ? rawOf(postData) : isObject(body) ? rawOf(body) : (body ?? data)
  return {
    method,
    url: address.startsWith('/') ? `${textOf(baseURL)}${address}` : address,
    headers: Array.isArray(listed) ? listed.filter(isObject).flatMap(readPair) : readHeaders(listed),
    body: textOf(content),
  }
}

/** Headers as an object, such as in an error of axios and in the options of fetch: one value each, or a list of values. */
export function readHeaders(headers: unknown): (readonly [name: string, value: string])[] {
  return Object.entries(isObject(headers) ? headers : {}).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap(one => (typeof one === 'string' || typeof one === 'number' ? [[name, `${one}`] as const] : [])),
  )
}

/** Browsers also archive the fields that HTTP/2 sends instead of the first line; Postman keeps disabled headers. */
function readPair({ name, key, value, disabled }: Fields): (readonly [name: string, value: string])[] {
  const header = textOf(name ?? key)
  return disabled === true || header === '' || header.startsWith(':') ? [] : [[header, textOf(value)]]
}

/** An HTTP archive, one entry of it, or a request of a Postman collection. Of several requests the first counts. */
export function fromJson(text: string): string | undefined {
  const value = parseJson(text.trim())
  // What Go prints by %q, and other programs as one text.
  if (typeof value === 'string' && REQUEST_LINE.test(value)) return value.replaceAll('\r\n', '\n')
  const found = findRequest(value, 0)
  return found && writeRequest(found)
}

/** The deepest folder of a collection that is read. */
const DEEPEST = 12

function findRequest(value: unknown, depth: number): SentRequest | undefined {
  if (!isObject(value) || depth > DEEPEST) return undefined
  const read = readArchived(value)
  if (read !== undefined) return read
  for (const part of Object.values(value)) {
    const found = findRequest(part, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
