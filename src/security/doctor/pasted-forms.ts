import { DomainError } from '../../domain/errors.ts'
import { parseJson } from '../../domain/texts.ts'

/** Reads a request in the form of one tool. */
type Form = (text: string) => string | undefined

/** Turns a tool's form of a request into that of HTTP/1.1. A text of no known form stays unchanged. */
export function asHttpText(pasted: string): string {
  const text = unwrapped(pasted.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'))
  for (const form of FORMS) {
    const found = form(text)
    if (found !== undefined) return found
  }
  return text
}

/** Enough for a mail that quotes a mail that quotes an indented block. */
const MOST_WRAPPINGS = 5

/** Removes the marks of quotes and blocks in mail and Markdown. */
function unwrapped(pasted: string): string {
  let text = pasted
  for (let times = 0; times < MOST_WRAPPINGS; times += 1) {
    const inner = withoutFence(text) ?? withoutIndent(text) ?? withoutQuote(text)
    if (inner === undefined) break
    text = inner
  }
  return text
}

export function refusePasted(text: string): DomainError {
  return new DomainError('FORMAT_ERROR', text, 'request')
}

type Request = {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

function write({ method, url, headers, body }: Request): string {
  return [`${method} ${url} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body].join('\n')
}

const FORMS: readonly Form[] = [fromJson, fromCurl, fromPython, fromVerbose]

/** A block of Markdown. */
function withoutFence(text: string): string | undefined {
  return /^\s*```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1]
}

/** A text that is indented as a whole. */
function withoutIndent(text: string): string | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const first = lines[0] ?? ''
  const indent = first.slice(0, first.length - first.trimStart().length)
  if (indent === '' || !lines.every(line => line.startsWith(indent))) return undefined
  return text
    .split('\n')
    .map(line => line.slice(indent.length))
    .join('\n')
}

/** A text quoted in a mail, including the body: more than one line begins with "> ", and all others are empty. */
function withoutQuote(text: string): string | undefined {
  const lines = text.split('\n')
  if (lines.filter(isSent).length < 2 || !lines.every(line => line === '' || line.startsWith('>'))) return undefined
  return lines.map(bare).join('\n')
}

const isSent = (line: string) => line === '>' || line.startsWith('> ')
const bare = (line: string) => line.slice(2)

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

const rawOf = ({ raw, text }: Fields): unknown => raw ?? text
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A request from an HTTP archive or a collection; undefined for any other text. */
function readArchived({ method, url, headers, header, postData, body }: Fields): Request | undefined {
  const address = textOf(isObject(url) ? rawOf(url) : url)
  const listed = headers ?? header ?? []
  if (typeof method !== 'string' || address === '' || !Array.isArray(listed)) return undefined
  const content = isObject(postData) ? rawOf(postData) : isObject(body) ? rawOf(body) : ''
  return { method, url: address, headers: listed.filter(isObject).flatMap(readPair), body: textOf(content) }
}

/** Browsers also archive the fields that HTTP/2 sends instead of the first line; Postman keeps disabled headers. */
function readPair({ name, key, value, disabled }: Fields): (readonly [name: string, value: string])[] {
  const header = textOf(name ?? key)
  return disabled === true || header === '' || header.startsWith(':') ? [] : [[header, textOf(value)]]
}

/** An HTTP archive, one entry of it, or a request of a Postman collection. Of several requests the first counts. */
function fromJson(text: string): string | undefined {
  const found = findRequest(parseJson(text), 0)
  return found && write(found)
}

/** The deepest folder of a collection that is read. */
const DEEPEST = 12

function findRequest(value: unknown, depth: number): Request | undefined {
  if (!isObject(value) || depth > DEEPEST) return undefined
  const read = readArchived(value)
  if (read !== undefined) return read
  for (const part of Object.values(value)) {
    const found = findRequest(part, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const TAKES_VALUE =
  /^(?:-[ABEbceKmoTuwxCDFrYyz]|--(?:cert|key|cacert|user|output|max-time|connect-timeout|proxy|resolve|cookie|referer|retry|write-out|config|cert-type|key-type|ciphers|interface))$/
const DATA = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/

/** A curl command: browsers and Postman copy requests in this form. */
function fromCurl(text: string): string | undefined {
  const [, command] = /^\s*(?:\$ )?(?:\S*\/)?curl(?:\.exe)?[ \t](.*)/s.exec(text) ?? []
  if (command === undefined) return undefined
  const headers: (readonly [string, string])[] = []
  const data: string[] = []
  let method: string | undefined
  let url = ''
  const words = readShellWords(command)?.values()
  if (words === undefined) throw refusePasted('The command has too many words to be one of curl.')
  for (const word of words) {
    const [name, joined] = splitOption(word)
    const value = () => joined ?? words.next().value ?? ''
    if (name === '-X' || name === '--request') method = value()
    else if (name === '-H' || name === '--header') headers.push(splitHeader(value()))
    else if (name === '--url') url = value()
    else if (name === '-I' || name === '--head') method ??= 'HEAD'
    else if (name === '-A' || name === '--user-agent') headers.push(['User-Agent', value()])
    else if (DATA.test(name)) data.push(bodyOf(name, value()))
    else if (TAKES_VALUE.test(name)) value()
    else if (!word.startsWith('-')) url = word
  }
  const [unknown] = [url, ...headers.map(([, value]) => value), ...data].flatMap(one => VARIABLE.exec(one)?.[0] ?? [])
  if (unknown !== undefined)
    throw refusePasted(
      `The command leaves ${unknown} to the shell, so that it does not say what is sent. Paste what curl -v shows of it.`,
    )
  return write({
    method: method ?? (data.length === 0 ? 'GET' : 'POST'),
    url: url === '' || /^(?:\/|https?:)/i.test(url) ? url : `http://${url}`,
    headers,
    body: data.join('&'),
  })
}

const VARIABLE = /\$\{?[A-Za-z_]\w*\}?|\$\([^)]*\)?/

function bodyOf(option: string, value: string): string {
  if (!value.startsWith('@') || option === '--data-raw') return value
  throw refusePasted(
    `The command takes its body from the file ${value.slice(1)}. Write the text of the file in its place: --data-raw '…'.`,
  )
}

/** `-XPOST`, `-X POST`, `--request=POST`. */
function splitOption(word: string): readonly [name: string, value: string | undefined] {
  const [, long, value] = /^(--[\w-]+)=(.*)/s.exec(word) ?? []
  if (long !== undefined) return [long, value]
  return /^-[XHdA]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word, undefined]
}

function splitHeader(text: string): readonly [name: string, value: string] {
  const colon = text.indexOf(':')
  return colon < 0 ? [text.replace(/;$/, ''), ''] : [text.slice(0, colon), text.slice(colon + 1)]
}

/** The output of Python's http.client at debuglevel 1, which requests and urllib use. */
function fromPython(text: string): string | undefined {
  const sent = [...text.matchAll(/^send: b(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/gm)]
  if (sent.length === 0) return undefined
  const spelt = Buffer.from(sent.map(([, single, double]) => single ?? double ?? '').join('')).toString('latin1')
  const bytes = spelt.replace(/\\(x[\da-f]{2}|.)/gi, (_, found: string) =>
    found.length > 2 ? String.fromCharCode(Number.parseInt(found.slice(-2), 16)) : (ESCAPES[found] ?? found),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * curl -v, and similar output of wget, HTTPie and others: each sent line begins with "> ". Of several requests the last counts, because it is the one
 * that was answered.
 */
function fromVerbose(text: string): string | undefined {
  const sent = text.split('\n').filter(isSent)
  if (sent.length < 2) return undefined
  const starts = sent.flatMap((line, at) => (/^> [A-Z]+ \S+ HTTP\//.test(line) ? [at] : []))
  const head = sent.slice(starts.at(-1) ?? 0).map(bare)
  const end = head.indexOf('')
  return `${(end < 0 ? head : head.slice(0, end)).join('\n')}\n\n`
}

/** The maximum number of quoted texts, words and gaps in a command, since reading it must not block others (D74). */
const MOST_PARTS = 10_000

/**
 * Splits a command as a POSIX shell does, with bash's `$'…'`. Variables are not replaced: a `$NAME` stays as written. Undefined for a command of more
 * than 10,000 parts.
 */
function readShellWords(command: string): string[] | undefined {
  const words: string[] = []
  let parts = 0
  let word: string | undefined
  for (const [part] of command.matchAll(PARTS)) {
    parts += 1
    if (parts > MOST_PARTS) return undefined
    if (/^\s/.test(part)) {
      if (word !== undefined) words.push(word)
      word = undefined
      // A command ends with its line, unless the next line is joined to it.
      if (part.includes('\n')) return words
    } else if (!/^\\\r?\n/.test(part)) word = `${word ?? ''}${unquote(part)}`
  }
  return word === undefined ? words : [...words, word]
}

const PARTS = /\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\\r?\n|\\[\s\S]|\s+|[^\s'"\\$]+|[\s\S]/g

function unquote(part: string): string {
  if (part.length === 1) return part
  if (part.startsWith("'")) return part.slice(1, -1)
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\([$`"\\\n])/g, (_, one) => (one === '\n' ? '' : one))
  if (part.startsWith("$'")) return part.slice(2, -1).replace(/\\(u[\da-f]{4}|x[\da-f]{2}|[\s\S])/gi, readEscape)
  return part.startsWith('\\') ? part.slice(1) : part
}

function readEscape(_: string, found: string): string {
  return found.length > 1 ? String.fromCharCode(Number.parseInt(found.slice(1), 16)) : (ESCAPES[found] ?? found)
}
