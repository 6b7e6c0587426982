import { type Form, unescaped, writeRequest } from './sent-requests.ts'

/** What clients log of a request; of several requests the last counts, because it is the one that was answered. */

/** The last match of a pattern with the mark g. */
function lastMatch(pattern: RegExp, text: string): RegExpExecArray | undefined {
  let last: RegExpExecArray | undefined
  for (const found of text.matchAll(pattern)) last = found
  return last
}

/** Each character of a text is a byte of UTF-8. */
const fromBytes = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

/** Apache HttpClient 4 and 5, the wire: `http-outgoing-0 >> "POST / HTTP/1.1[\r][\n]"`. */
export const fromApacheWire: Form = text => {
  const lines = text.split('\n').flatMap(line => {
    const at = line.indexOf('>> "')
    return at < 0 ? [] : [line.slice(at + 4).replace(/"\s*$/, '')]
  })
  const start = lines.findLastIndex(line => /^[A-Z]{3,7} \S+ HTTP\/1\.\d\[\\r\]/.test(line))
  if (start < 0) return undefined
  const bytes = asBytes(lines.slice(start).join('')).replace(/\[(?:\\([rnt])|0x([\da-f]{1,2}))\]/g, (_, sign, hex) =>
    hex === undefined ? unescaped(`\\${sign}`) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return fromBytes(bytes)
}

/** The same library, the headers alone: `http-outgoing-0 >> POST / HTTP/1.1`. */
export const fromApacheHeaders: Form = text => {
  const lines = text.split('\n').flatMap(line => {
    const at = line.indexOf(' >> ')
    return at < 0 ? [] : [line.slice(at + 4).trimEnd()]
  })
  const start = lines.findLastIndex(line => /^[A-Z]{3,7} \S+ HTTP\/\d/.test(line))
  return start < 0 ? undefined : `${lines.slice(start).join('\n')}\n\n`
}

/** The first line of a record of java.util.logging; the second has the text. */
const JUL_HEAD = /^[A-Z][a-z]{2} \d{1,2}, \d{4},? \d.* [\w.$]+ [\w.$<>]+$/

/** The texts of a log from a line on, without what stands before each; a line without that continues the one before. */
function messagesFrom(lines: readonly string[], start: number, before: string): string[] {
  const mask = (text: string) => text.replace(/\d/g, '0')
  const prefix = mask(before)
  return lines.slice(start).flatMap(line => {
    const begin = mask(line.slice(0, before.length))
    if (begin === prefix) return [line.slice(before.length)]
    if (line.trim() !== '' && prefix.trimEnd() === mask(line)) return ['']
    return JUL_HEAD.test(line) ? [] : [line]
  })
}

/** OkHttp's HttpLoggingInterceptor, and Feign: `--> POST http://host/path`, the headers, an empty line, the body, `--> END POST`. */
export const fromOkHttp: Form = text => {
  const lines = text.split('\n')
  const start = lines.findLastIndex(line => /(?:^|\s)-{2,3}> [A-Z]{3,7} https?:\/\//.test(line))
  const line = lines[start]
  if (line === undefined) return undefined
  const before = line.slice(0, line.search(/-{2,3}> [A-Z]{3,7} http/))
  const [first = '', ...rest] = messagesFrom(lines, start, before)
  const [, method = '', url = ''] = /^-{2,3}> ([A-Z]+) (\S+)/.exec(first) ?? []
  const end = rest.findIndex(one => /^(?:-{2,3}> END|<-{2,3} )/.test(one))
  return [`${method} ${url} HTTP/1.1`, ...(end < 0 ? rest : rest.slice(0, end))].join('\n')
}

/** java.net.http with -Djdk.httpclient.HttpClient.log=headers. */
export const fromJavaNetHttp: Form = text => {
  const at = text.lastIndexOf('REQUEST HEADERS:\n')
  if (at < 0) return undefined
  const head = text.slice(at + 'REQUEST HEADERS:\n'.length)
  const end = head.indexOf('\n\n')
  return `${end < 0 ? head : head.slice(0, end)}\n\n`
}

/** HttpURLConnection with java.util.logging: `pairs: {POST / HTTP/1.1: null}{Name: value}`. */
export const fromHttpUrlConnection: Form = text => {
  const found = lastMatch(/pairs: \{([A-Z]{3,7} \S+ HTTP\/1\.\d): null\}(.*)$/gm, text)
  if (found === undefined) return undefined
  const [, first = '', pairs = ''] = found
  return `${[first, ...pairs.trim().slice(1, -1).split('}{')].join('\n')}\n\n`
}

/** Net::HTTP of Ruby with set_debug_output: `<- "POST / HTTP/1.1\r\n…"`, and the body in another line. */
export const fromRuby: Form = text => {
  const sent = [...text.matchAll(/^<- ("(?:[^"\\\n]|\\.)*")/gm)].map(([, quoted = '']) =>
    unescaped(quoted.slice(1, -1)),
  )
  const start = sent.findLastIndex(one => /^[A-Z]{3,7} \S+ HTTP\/1/.test(one))
  return start < 0 ? undefined : sent.slice(start).join('').replaceAll('\r\n', '\n')
}

/** wget -d. */
export const fromWget: Form = text => {
  const [begin, end] = ['---request begin---\n', '---request end---']
  const at = text.lastIndexOf(begin)
  const to = text.indexOf(end, at)
  if (at < 0 || to < 0) return undefined
  const body = /^\n\[(?:BODY|POST) data: (.*)\]/.exec(text.slice(to + end.length))?.[1] ?? ''
  return `${text.slice(at + begin.length, to).trim()}\n\n${body}`
}

/** Guzzle's MessageFormatter::DEBUG. */
export const fromGuzzle: Form = text => {
  const begin = '>>>>>>>>\n'
  const at = text.lastIndexOf(begin)
  if (at < 0) return undefined
  const to = text.indexOf('\n<<<<<<<<', at)
  return text.slice(at + begin.length, to < 0 ? undefined : to)
}

/** HttpClient of .NET: its log at the level Trace, and the text of an HttpRequestMessage. */
export const fromDotNet: Form = text => {
  const written = lastMatch(/Method: ([A-Z]+), RequestUri: '([^'\n]*)'/g, text)
  const logged = lastMatch(/HTTP\srequest\s([A-Z]+)\s(https?:\S+)/g, text)
  const [found, mark] = written === undefined ? [logged, 'Request Headers:'] : [written, 'Headers:\n{']
  const [, method = '', url = ''] = found ?? []
  const at = text.lastIndexOf(mark)
  if (method === '' || at < 0) return undefined
  const headers: (readonly [string, string])[] = []
  for (const line of text
    .slice(at + mark.length)
    .split('\n')
    .slice(1)) {
    const [, name, value] = /^\s+([\w-]+): (.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) break
    headers.push([name, value.trimEnd()])
  }
  return writeRequest({ method, url, headers, body: '' })
}

/** Python's http.client at debuglevel 1, which requests and urllib use. */
export const fromPython: Form = text => {
  const sent = [...text.matchAll(/^send: b(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/gm)]
  if (sent.length === 0) return undefined
  return fromBytes(unescaped(asBytes(sent.map(([, single, double]) => single ?? double ?? '').join(''))))
}

/** An error of axios or another client of Node, as console.log shows it: its request has `_header`, its config `data`. */
export const fromInspected: Form = text => {
  const at = text.search(/_header:\s*['"`][A-Z]{3,7} /)
  if (at < 0) return undefined
  const parts: string[] = []
  const part = /\s*(?:\+\s*)?(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/y
  part.lastIndex = at + '_header:'.length
  for (let found = part.exec(text); found !== null; found = part.exec(text))
    parts.push(unescaped(found[1] ?? found[2] ?? found[3] ?? ''))
  const [, single, double] = /\bdata: (?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/.exec(text) ?? []
  return `${parts.join('').replaceAll('\r\n', '\n')}${unescaped(single ?? double ?? '')}`
}

/** curl -v and what prints like it, such as the timeline of Insomnia, in which a body stands behind bars: each sent line begins with "> ". */
export const fromVerbose: Form = text => {
  const lines = text.split('\n')
  const places = lines.flatMap((line, at) => (isSent(line) ? [at] : []))
  if (places.length < 2) return undefined
  const starts = places.filter(at => /^> [A-Z]+ \S+ HTTP\//.test(lines[at] ?? ''))
  const start = starts.at(-1) ?? places[0] ?? 0
  const head = lines.slice(start).filter(isSent).map(bare)
  const end = head.indexOf('')
  const body = lines.slice(start).flatMap(line => (line.startsWith('| ') ? [bare(line)] : []))
  return `${(end < 0 ? head : head.slice(0, end)).join('\n')}\n\n${body.join('\n')}`
}

const isSent = (line: string) => line === '>' || line.startsWith('> ')
const bare = (line: string) => line.slice(2)

/** A request behind what a log writes before its first line, such as a time: Go's log with httputil.DumpRequest. */
export const fromLogLine: Form = text => {
  const [line = ''] = text.split('\n', 1)
  const found = / ([A-Z]{3,7} (?:\/|https?:\/\/)\S* HTTP\/\d(?:\.\d)?)$/.exec(line.slice(0, 4_000).trimEnd())
  return found?.[1] === undefined || /^[A-Z]+ /.test(line) ? undefined : `${found[1]}${text.slice(line.length)}`
}
