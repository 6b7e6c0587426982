import { fromJson } from './archived-requests.ts'
import { fromCurl } from './curl-commands.ts'
import * as logged from './logged-requests.ts'
import type { Form } from './sent-requests.ts'
import * as written from './written-requests.ts'

/** The forms that are read, each by one reader that knows its own. */
const FORMS: readonly Form[] = [
  fromJson,
  fromCurl,
  written.fromFetch,
  written.fromPowerShell,
  written.fromPostmanConsole,
  written.fromHttpie,
  written.fromHttpFile,
  logged.fromApacheWire,
  logged.fromApacheHeaders,
  logged.fromOkHttp,
  logged.fromJavaNetHttp,
  logged.fromHttpUrlConnection,
  logged.fromPython,
  logged.fromRuby,
  logged.fromWget,
  logged.fromGuzzle,
  logged.fromDotNet,
  logged.fromInspected,
  logged.fromVerbose,
  logged.fromLogLine,
]

/** Forms that do not hold what was signed, and what does. */
const OTHERS: readonly (readonly [form: RegExp, says: string])[] = [
  [
    /urllib3|^(?:DEBUG:)?\S*:? ?https?:\/\/\S+ "[A-Z]+ \S+ HTTP/m,
    'This looks like the log of urllib3, which has no headers: set http.client.HTTPConnection.debuglevel = 1, and paste the lines that begin with send:.',
  ],
  [
    /HTTP\sRequest: [A-Z]+ https?:/,
    'This looks like the log of httpx, which has no headers: paste request.method, request.url, request.headers and request.content.',
  ],
  [
    /`[A-Z]+ https?:[^`]*`\sresulted\sin/,
    'This looks like an exception of Guzzle, which has no headers: call with debug => true, or log by MessageFormatter::DEBUG, and paste that.',
  ],
  [
    /HEADERS\sFRAME|\n +:method: /,
    'This looks like the log of HTTP/2 frames: build the client with HttpClient.Version.HTTP_1_1, and paste its log.',
  ],
  [
    /HTTP (?:GET|POST|PUT|DELETE|PATCH) https?:/,
    'This looks like the log of RestTemplate or WebClient of Spring, which has no headers: log the HTTP client beneath, such as org.apache.http.wire, and paste that.',
  ],
  [
    /"(?:GET|POST|PUT|DELETE) \S+ HTTP\/[\d.]+" \d{3}/,
    'This looks like the access log of a server, which has no headers: paste what the client logs, or what curl -v shows.',
  ],
  [
    /^_?type: \S+insomnia/m,
    'This looks like an export of Insomnia in YAML: paste what its tab Timeline or Console shows of the request.',
  ],
]

/** What a text that is no request looks like, and what to paste in its place. */
export function describeOther(text: string): string | undefined {
  return OTHERS.find(([form]) => form.test(text.slice(0, 4_000)))?.[1]
}

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
