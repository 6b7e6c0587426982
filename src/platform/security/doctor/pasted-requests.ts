import { parseJson, withoutEnd } from '../../../domain/texts.ts'
import type { RawHeaders, SignedMessage } from '../signature/signing-string.ts'
import { asHttpText, describeOther } from './pasted-forms.ts'
import { refusePasted } from './sent-requests.ts'

/** A pasted request: its text may have lost its line ends. */
export type PastedRequest = SignedMessage & {
  readonly header: (name: string) => string | undefined
  /** possible bodies, the most likely first */
  readonly bodies: readonly Buffer[]
}

// Limits of one request, since reading it must not block others (D74).
const LONGEST_REQUEST = 200_000
const MOST_LINES = 20_000
const FORM =
  'Paste it as it is sent: a line like "POST /v1/payments HTTP/1.1", the headers, an empty line and the body. What curl -v shows, curl commands, HAR, Postman, .http files, HTTPie, what browsers copy (fetch, PowerShell), and the logs of most HTTP clients are read, too.'

/**
 * Reads a request as HTTP/1.1 writes it, or as tools show it. A whole URL in its first line is replaced by its path.
 * @throws DomainError FORMAT_ERROR that names the line that cannot be read
 */
export function readPastedRequest(text: string): PastedRequest {
  if (text.length > LONGEST_REQUEST)
    throw refusePasted(`The request has ${text.length} characters: at most ${LONGEST_REQUEST} are read.`)
  refuseLines(text)
  if (text.includes('\0'))
    throw refusePasted('The request holds zero bytes: it is no text in UTF-8, but UTF-16 or binary. Paste its text.')
  const unix = asHttpText(text).replace(/^\s*\n/, '')
  refuseLines(unix)
  const end = `${unix}\n\n`.indexOf('\n\n')
  const head = unix.slice(0, end).split('\n')
  const [method, target] = readFirstLine(head[0] ?? '', unix)
  const headers = joinFolded(head.slice(1)).map(readHeaderLine)
  return { method, target, headers, header: headerOf(headers), bodies: listBodies(unix.slice(end + 2)) }
}

/** A form may hold more lines than it has itself. */
function refuseLines(text: string): void {
  const lines = countLines(text)
  if (lines > MOST_LINES) throw refusePasted(`The request has ${lines} lines: at most ${MOST_LINES} are read.`)
}

function countLines(text: string): number {
  let lines = 1
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1
  return lines
}

function readFirstLine(line: string, text: string): readonly [method: string, target: string] {
  const [method = '', url = '', ...rest] = line.trim().split(/ +/)
  if (!/^(?:[A-Z]{3,7}|[a-z]{3,7})$/.test(method) || !/^(?:\/|https?:\/\/)/i.test(url) || rest.length > 1)
    throw refusePasted(describeOther(text) ?? `${describeFirstLine(line)} ${FORM}`)
  const verb = method.toUpperCase()
  if (url.startsWith('/')) return [verb, url]
  if (!URL.canParse(url)) throw refusePasted(`The first line holds a URL that cannot be read. ${FORM}`)
  const { pathname, search } = new URL(url)
  return [verb, `${pathname}${search}`]
}

function describeFirstLine(line: string): string {
  if (line.trim() === '') return 'Nothing is pasted.'
  const quoted = `The first line is ${JSON.stringify(line.slice(0, 120))}`
  if (/^(?:< )?HTTP\/\d/.test(line)) return `${quoted}, with which an answer begins, not a request.`
  if (/^[{[]/.test(line.trim())) return 'That is JSON without a request in it that has method, url and headers.'
  if (HEADER_LINE.test(line)) return `${quoted}, a header. The line with method and path is missing before it.`
  if (/^(?:fetch|Invoke-|await |const |http )/.test(line)) return `${quoted}, a program and not what it sends.`
  return `${quoted}, which is no method and path.`
}

const HEADER_LINE = /^[\w!#$%&'*+.^`|~-]+ *:/

/** A value that continues in the next line: folded, as HTTP once allowed, or broken Base64, as in a PEM. */
function joinFolded(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const last = joined.length - 1
    const before = joined[last]
    if (line.trim() === '') continue
    if (before !== undefined && /^[ \t]/.test(line)) joined[last] = `${before} ${line.trim()}`
    else if (before !== undefined && BROKEN_OFF.test(line)) joined[last] = `${before}${line.trimEnd()}`
    else joined.push(line)
  }
  return joined
}

const BROKEN_OFF = /^(?:-----(?:BEGIN|END) [A-Z ]+-----|[A-Za-z\d+/]{16,}={0,2}"?|[A-Za-z\d+/]{2,}={1,2}"?)\s*$/

/** Turns the value into what Node shows of it: one character for each sent byte. */
function readHeaderLine(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon)).trim()
  if (!HEADER_LINE.test(line.trimStart()))
    throw refusePasted(`The line ${JSON.stringify(line.slice(0, 120))} is no header: write "Name: value". ${FORM}`)
  return [name, Buffer.from(line.slice(colon + 1).trim()).toString('latin1')]
}

function headerOf(headers: RawHeaders): (name: string) => string | undefined {
  return name => headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
}

/** An editor adds a line feed at the end, and a log may have changed those inside. The digest says which was sent. */
function listBodies(text: string): Buffer[] {
  const bare = text.replace(/\n$/, '')
  const forms = [bare, text, withoutEnd(text, '\n')]
  const all = [...forms, ...forms.map(one => one.replaceAll('\n', '\r\n')), ...withoutAnswer(text)]
  return [...new Set([...all, ...rewritten(withoutEnd(text, '\n'))])].map(body => Buffer.from(body))
}

/** Tools show the answer behind the body. */
function withoutAnswer(text: string): string[] {
  const at = text.search(/HTTP\/[\d.]{1,3} \d{3}/)
  if (at < 0) return []
  const before = text.slice(0, at)
  return [withoutEnd(before, '\n'), ...rewritten(withoutEnd(before, '\n'))]
}

/** JSON that a tool has laid out, as most programs and as Python send it. */
function rewritten(text: string): string[] {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined
  if (value === undefined) return []
  const compact = JSON.stringify(value)
  const spaced = JSON.stringify(value, null, 1)
    .replace(/\n *(?=[}\]])/g, '')
    .replace(/([{[])\n\s*/g, '$1')
    .replace(/,\n\s*/g, ', ')
  return [compact, spaced]
}
