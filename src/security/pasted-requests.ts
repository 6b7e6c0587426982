import { DomainError } from '../domain/errors.ts'
import type { RawHeaders, SignedMessage } from './signing-string.ts'

/** A request as somebody pasted it: its text may have lost the ends of its lines. */
export type PastedRequest = SignedMessage & {
  readonly header: (name: string) => string | undefined
  /** what the body may have been, the most likely first */
  readonly bodies: readonly Buffer[]
}

const LONGEST_REQUEST = 200_000
const FORM =
  'Paste it as it is sent: a line like "POST /v1/payments HTTP/1.1", the headers, an empty line and the body.'

/**
 * Reads a request as HTTP/1.1 writes it, or as curl -v shows it. Whole URLs in its first line are taken for their path.
 * @throws DomainError FORMAT_ERROR that says which line cannot be read
 */
export function readPastedRequest(text: string): PastedRequest {
  if (text.length > LONGEST_REQUEST)
    throw refusal(`The request has ${text.length} characters: at most ${LONGEST_REQUEST} are read.`)
  const unix = text.replaceAll('\r\n', '\n').replace(/^\s*\n/, '')
  const end = unix.indexOf('\n\n')
  const head = dropPrompts((end < 0 ? unix.trimEnd() : unix.slice(0, end)).split('\n'))
  const [method, target] = readFirstLine(head[0] ?? '')
  const headers = joinFolded(head.slice(1)).map(readHeaderLine)
  return { method, target, headers, header: headerOf(headers), bodies: listBodies(end < 0 ? '' : unix.slice(end + 2)) }
}

function refusal(text: string): DomainError {
  return new DomainError('FORMAT_ERROR', `${text} ${FORM}`, 'request')
}

/** curl -v begins each line that it sends with "> ". */
function dropPrompts(lines: readonly string[]): string[] {
  const sent = lines.filter(line => line.startsWith('> '))
  return sent.length > 1 ? sent.map(line => line.slice(2)) : [...lines]
}

function readFirstLine(line: string): readonly [method: string, target: string] {
  const [method = '', url = '', ...rest] = line.trim().split(' ')
  if (!/^[A-Z]{3,7}$/.test(method) || !/^(?:\/|https?:\/\/)/i.test(url) || rest.length > 1)
    throw refusal(`The first line is ${JSON.stringify(line.slice(0, 120))}, which is no method and path.`)
  if (url.startsWith('/')) return [method, url]
  if (!URL.canParse(url)) throw refusal('The first line holds a URL that cannot be read.')
  const { pathname, search } = new URL(url)
  return [method, `${pathname}${search}`]
}

function joinFolded(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const last = joined.length - 1
    if (/^[ \t]/.test(line) && last >= 0) joined[last] = `${joined[last]} ${line.trim()}`
    else if (line.trim() !== '') joined.push(line)
  }
  return joined
}

/** The value becomes what Node shows of it: one character for each byte that is sent. */
function readHeaderLine(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon)).trim()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw refusal(`The line ${JSON.stringify(line.slice(0, 120))} is no header.`)
  return [name, Buffer.from(line.slice(colon + 1).trim()).toString('latin1')]
}

function headerOf(headers: RawHeaders): (name: string) => string | undefined {
  return name => headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
}

/** An editor adds a line feed at the end, and a log may have changed those inside. */
function listBodies(text: string): Buffer[] {
  const bare = text.replace(/\n$/, '')
  return [...new Set([bare, text, text.replaceAll('\n', '\r\n'), bare.replaceAll('\n', '\r\n')])].map(body =>
    Buffer.from(body),
  )
}
