import { parseJson } from '../../../domain/texts.ts'
import { readHeaders } from './archived-requests.ts'
import { type Form, refusePasted, writeRequest } from './sent-requests.ts'
import { readShellWords } from './shell-words.ts'

/** Requests as programs and files for tools write them. */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** "Copy as fetch" of a browser, for Node too: the options are JSON. */
export const fromFetch: Form = text => {
  const start = /\bfetch\(\s*"((?:[^"\\\n]|\\.)*)"\s*,\s*(?=\{)/.exec(text)
  if (start === null) return undefined
  const rest = text.slice(start.index + start[0].length)
  const options = parseJson(rest.slice(0, rest.lastIndexOf('}') + 1))
  if (!isObject(options))
    throw refusePasted(
      'That is a program with fetch, whose options are not written out as JSON. Paste what "Copy as fetch" of a browser gives, or what is sent.',
    )
  const { method = 'GET', headers, body } = options
  return writeRequest({
    method: textOf(method),
    url: start[1] ?? '',
    headers: readHeaders(headers),
    body: textOf(body),
  })
}

const QUOTED = '"((?:[^"`]|`[\\s\\S])*)"'

/** "Copy as PowerShell" of a browser: Invoke-WebRequest with a table of headers. */
export const fromPowerShell: Form = text => {
  if (!/\bInvoke-(?:WebRequest|RestMethod)\b/.test(text)) return undefined
  const option = (name: string) => {
    const found = new RegExp(`-${name} ${QUOTED}`).exec(text)?.[1]
    return found === undefined ? undefined : unquoted(found)
  }
  const at = text.indexOf('-Headers @{')
  const table = at < 0 ? '' : text.slice(at)
  const headers = [...table.slice(0, endOf(table)).matchAll(new RegExp(`${QUOTED}\\s*=\\s*${QUOTED}`, 'g'))].map(
    ([, name = '', value = '']) => [unquoted(name), unquoted(value)] as const,
  )
  const type = option('ContentType')
  return writeRequest({
    method: option('Method') ?? 'GET',
    url: option('Uri') ?? '',
    headers: type === undefined ? headers : [...headers, ['Content-Type', type]],
    body: option('Body') ?? '',
  })
}

/** The end of a table: a brace at the beginning of a line. */
const endOf = (table: string) => (table.includes('\n}') ? table.indexOf('\n}') : table.length)

function unquoted(text: string): string {
  return text
    .replace(/\$\(\[char\](\d{1,5})\)/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/`([\s\S])/g, (_, sign) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign))
}

/** Files of IntelliJ and of VS Code's REST client: `###` before each request, comments, `@name = value`. */
export const fromHttpFile: Form = text => {
  const lines = text.split('\n')
  const isOne = /^(?:###|@\w+ *=|# @|\/\/ )/.test(text.trimStart())
  const start = lines.findIndex(line => REQUEST.test(line))
  if (!isOne || start < 0) return undefined
  const values = new Map(
    lines.slice(0, start).flatMap(line => {
      const [, name, value] = /^@(\w+) *=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, (value ?? '').trim()] as const]
    }),
  )
  const end = lines.findIndex((line, at) => at > start && line.startsWith('###'))
  const own = lines
    .slice(start, end < 0 ? undefined : end)
    .map(line => line.replace(/\{\{(\w+)\}\}/g, (whole, name) => values.get(name) ?? whole))
  const unknown = own.map(line => /\{\{[^{}\n]{0,100}\}\}/.exec(line)?.[0]).find(found => found !== undefined)
  if (unknown !== undefined)
    throw refusePasted(
      `The file leaves ${unknown} to its tool, so that it does not say what is sent. Write the value in its place.`,
    )
  if (own.some(line => /^< \S/.test(line)))
    throw refusePasted('The file takes its body from another file. Write the text of that file in its place.')
  return unfolded(own.filter(line => !/^(?:\/\/|# )/.test(line))).trimEnd()
}

const REQUEST = /^(?:[A-Z]{3,7} )(?:https?:\/\/|\/|\{\{)\S*/

/** A query may go on in the lines after the URL. */
function unfolded(lines: readonly string[]): string {
  const more = lines.findIndex((line, at) => at > 0 && !/^\s+[?&]/.test(line))
  const [first = '', ...query] = lines.slice(0, more < 0 ? undefined : more)
  const [method = '', url = '', ...version] = first.trim().split(/ +/)
  return [
    [method, url + query.map(line => line.trim()).join(''), ...version].join(' '),
    ...(more < 0 ? [] : lines.slice(more)),
  ].join('\n')
}

/** A command of HTTPie: `http POST host/path Name:value field=value`. */
export const fromHttpie: Form = text => {
  const [, command] = /^\s*(?:\$ )?(?:https?|xhs?)[ \t]+(\S[\s\S]*)/.exec(text) ?? []
  if (command === undefined) return undefined
  const all = readShellWords(command)
  if (all === undefined) throw refusePasted('The command has too many words to be one of HTTPie.')
  const raw = all.findIndex(word => /^--raw(?:=|$)/.test(word))
  const written = raw < 0 ? undefined : (/^--raw=([\s\S]*)/.exec(all[raw] ?? '')?.[1] ?? all[raw + 1] ?? '')
  const words = all.filter((word, at) => !word.startsWith('-') && !(all[raw] === '--raw' && at === raw + 1))
  const named = /^[A-Za-z]{3,7}$/.test(words[0] ?? '') ? words[0] : undefined
  const [url = '', ...items] = named === undefined ? words : words.slice(1)
  const headers = items.flatMap(item => HEADER_ITEM.exec(item)?.slice(1) ?? [])
  const body = written ?? bodyOf(items)
  return writeRequest({
    method: named ?? (body === '' ? 'GET' : 'POST'),
    url: /^(?:https?:\/\/|\/)/.test(url) ? url : url.startsWith(':') ? `http://localhost${url}` : `http://${url}`,
    headers: Array.from(
      { length: headers.length / 2 },
      (_, at) => [headers[2 * at] ?? '', headers[2 * at + 1] ?? ''] as const,
    ),
    body,
  })
}

const HEADER_ITEM = /^([\w-]+):(?!=)([\s\S]*)$/

/** The fields as json.dumps of Python writes them. */
function bodyOf(items: readonly string[]): string {
  const fields = items.flatMap(item => {
    const [, name, sign, value = ''] = /^([\w-]+)(:?=)(?!=)([\s\S]*)$/.exec(item) ?? []
    return name === undefined ? [] : [`${JSON.stringify(name)}: ${sign === '=' ? JSON.stringify(value) : value}`]
  })
  return fields.length === 0 ? '' : `{${fields.join(', ')}}`
}

/** The console of Postman: `POST http://host/path: {"Request Headers": {…}, "Request Body": "…"}`. */
export const fromPostmanConsole: Form = text => {
  const [, method, url, rest] = /^\s*([A-Z]{3,7}) (https?:\/\/[^\s{]+?):?\s*(\{[\s\S]*)$/.exec(text) ?? []
  const shown = rest === undefined ? undefined : parseJson(rest.trim())
  if (method === undefined || url === undefined || !isObject(shown) || !isObject(shown['Request Headers']))
    return undefined
  return writeRequest({
    method,
    url,
    headers: readHeaders(shown['Request Headers']),
    body: textOf(shown['Request Body']),
  })
}
