import { type AnsweredCall, causeOf, type HeaderLine, JOURNAL_LIMITS, STEPS, type Step } from '../domain/journal.ts'

/**
 * The text of a batch of calls, made in one go: a line for each value, one after the other, and bodies with their lengths before them. It holds
 * one byte in each character, so that it is written as it stands; what is none of these is escaped. To make JSON of each call, or a row,
 * cost more than most calls themselves.
 *
 *     ["long values that several headers have"]
 *     id … faults                       the summary, as KeptHead has it
 *     4 Host localhost Accept star      how many lines of headers, and these
 *     112 100                           the bytes that the body had, the characters that follow
 */
export type BatchTexts = {
  readonly textOf: (calls: readonly AnsweredCall[]) => string
  readonly hide: Hide
}

type Hide = (text: string) => string

/** Makes the texts of batches. No secret is in them: not the server's `token`, no private key, no cookie. */
export function batchTexts(token: string | undefined): BatchTexts {
  const tokens = spellingsOf(token)
  const hide = hider(tokens)
  const marks = [KEY_MARK, ...FORM_MARKS, ...tokens]
  return {
    hide,
    textOf: calls => {
      const text = writeBatch(calls, asItIs)
      // Nearly none has a secret in it, so all are looked at together.
      return marks.some(mark => text.includes(mark)) ? writeBatch(calls, hide) : text
    },
  }
}

const asItIs: Hide = text => text

/** The summary of a call as it is kept: each a line, in this order. What there was not, is empty. */
export type KeptHead = {
  readonly id: string
  readonly at: string
  readonly door: string
  readonly operation: string
  readonly tppId: string
  readonly method: string
  readonly target: string
  readonly requestId: string
  readonly status: string
  readonly code: string
  readonly micros: string
  readonly cause: string
  readonly steps: string
  readonly faults: string
}

/** A call as it is kept. */
export type KeptCall = {
  readonly head: KeptHead
  readonly steps: readonly Step[]
  readonly faults: unknown
  readonly request: KeptMessage
  readonly answer: KeptMessage
}
type KeptMessage = {
  readonly headers: readonly HeaderLine[]
  readonly body: string | undefined
  readonly bytes: number
}

// A certificate is half of what a signed call says, and the next call says it again.
const LONG = 1_000
const SHARED = '\u0001'
const ESCAPED = '\u0002'

function writeBatch(calls: readonly AnsweredCall[], hide: Hide): string {
  const shared = new Map<string, number>()
  // What is shared is known at the end, and stands first: to put it before the joined text would copy that once more.
  const lines: string[] = ['']
  for (const call of calls) {
    writeHead(lines, call, hide)
    writeHeaders(lines, call.requestHeaders, shared, hide, receivedLine)
    writeBody(lines, call.requestBody, hide)
    writeHeaders(lines, call.answerHeaders, shared, hide, line)
    writeBody(lines, call.answerBody, hide)
  }
  lines[0] = inOneByte(JSON.stringify([...shared.keys()]))
  lines.push('')
  return lines.join('\n')
}

function writeHead(lines: string[], call: AnsweredCall, hide: Hide): void {
  const { faults } = call
  const [first] = faults
  lines.push(
    call.id,
    String(call.at.getTime()),
    call.door,
    line(call.operation ?? ''),
    line(call.tppId ?? ''),
    call.method,
    line(hide(call.target)),
    line(hide(call.requestId ?? '')),
    String(call.status),
    call.code ?? '',
    String(Math.round(call.durationMs * 1000)),
    first === undefined ? '' : line(hide(causeOf(first))),
    lettersOf(call.steps),
    first === undefined
      ? ''
      : line(JSON.stringify(faults, (_, value) => (typeof value === 'string' ? hide(value) : value))),
  )
}

function writeHeaders(
  lines: string[],
  raw: readonly string[],
  shared: Map<string, number>,
  hide: Hide,
  lineOf: (value: string) => string,
): void {
  lines.push(String(raw.length >> 1))
  for (let place = 0; place + 1 < raw.length; place += 2) {
    const name = raw[place] ?? ''
    const value = isSecret(name) ? HIDDEN : hide(raw[place + 1] ?? '')
    if (value.length < LONG) {
      lines.push(name, lineOf(value))
      continue
    }
    const known = shared.get(value) ?? shared.size
    shared.set(value, known)
    lines.push(name, `${SHARED}${known}`)
  }
}

function writeBody(lines: string[], body: string | Uint8Array | undefined, hide: Hide): void {
  if (body === undefined || body.length === 0) return void lines.push('0 0')
  const { bodyBytes } = JOURNAL_LIMITS
  if (typeof body !== 'string') {
    const kept = hide(Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, bodyBytes)).toString('latin1'))
    lines.push(`${body.length} ${kept.length}`, kept)
    return
  }
  const bytes = Buffer.byteLength(body)
  const short = hide(body.length > bodyBytes ? body.slice(0, bodyBytes) : body)
  // What is not ASCII is kept as the bytes that were sent.
  const kept = bytes === body.length ? short : Buffer.from(short).toString('latin1')
  lines.push(`${bytes} ${kept.length}`, kept)
}

// A line of a batch: of characters that have one byte each, and no end of line among them.
function line(text: string): string {
  return PLAIN.test(text) ? text : `${ESCAPED}${inOneByte(JSON.stringify(text))}`
}

// What came as a header has one byte in each character and no end of line in it: HTTP's parser and the Fetch API let in nothing else. Only what
// begins like a mark of ours is escaped.
function receivedLine(value: string): string {
  return value.charCodeAt(0) <= ESCAPED.charCodeAt(0) ? line(value) : value
}

const PLAIN = /^[\t\x20-\xff]*$/

function inOneByte(json: string): string {
  return json.replace(/[^\0-\xff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const A = 65
const LETTERS: ReadonlyMap<string, string> = new Map(STEPS.map((step, place) => [step, String.fromCharCode(A + place)]))

function lettersOf(steps: readonly Step[]): string {
  let letters = ''
  for (const step of steps) letters += LETTERS.get(step) ?? ''
  return letters
}

/** Reads a batch, call by call in their order. `whole` is told where somebody opens a call; else its headers and bodies are passed over. */
export function* readBatch(text: string): Generator<{ readonly head: KeptHead; readonly whole: () => KeptCall }> {
  const reader = new Reader(text)
  const shared: unknown = JSON.parse(reader.line() || '[]')
  while (!reader.isAtEnd()) {
    const start = reader.at
    const head = reader.head()
    reader.pass()
    yield { head, whole: () => new Reader(text, start).call(Array.isArray(shared) ? shared : []) }
  }
}

class Reader {
  readonly #text: string
  at: number

  constructor(text: string, at = 0) {
    this.#text = text
    this.at = at
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length
  }

  line(): string {
    const found = this.#text.indexOf('\n', this.at)
    const end = found < 0 ? this.#text.length : found
    const line = this.#text.slice(this.at, end)
    this.at = end + 1
    return line
  }

  text(): string {
    return unescaped(this.line())
  }

  head(): KeptHead {
    return {
      id: this.line(),
      at: this.line(),
      door: this.line(),
      operation: this.text(),
      tppId: this.text(),
      method: this.line(),
      target: this.text(),
      requestId: this.text(),
      status: this.line(),
      code: this.line(),
      micros: this.line(),
      cause: this.text(),
      steps: this.line(),
      faults: this.text(),
    }
  }

  /** Goes on to the next call. */
  pass(): void {
    for (const _ of ['request', 'answer']) {
      for (let more = Number(this.line()) * 2; more > 0; more -= 1) this.line()
      this.body()
    }
  }

  call(shared: readonly unknown[]): KeptCall {
    const head = this.head()
    const message = (): KeptMessage => {
      const headers = Array.from({ length: Number(this.line()) }, (): HeaderLine => {
        const name = this.line()
        const value = this.line()
        return [name, value.startsWith(SHARED) ? String(shared[Number(value.slice(1))]) : unescaped(value)]
      })
      return { headers, ...this.body() }
    }
    return {
      head,
      steps: [...head.steps].flatMap(letter => STEPS[letter.charCodeAt(0) - A] ?? []),
      faults: head.faults === '' ? [] : JSON.parse(head.faults),
      request: message(),
      answer: message(),
    }
  }

  body(): Pick<KeptMessage, 'body' | 'bytes'> {
    const [bytes = 0, length = 0] = this.line().split(' ').map(Number)
    if (length === 0) return { bytes, body: undefined }
    const body = this.#text.slice(this.at, this.at + length)
    this.at += length + 1
    return { bytes, body: Buffer.from(body, 'latin1').toString() }
  }
}

function unescaped(line: string): string {
  return line.startsWith(ESCAPED) ? String(JSON.parse(line.slice(1))) : line
}

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])
const HIDDEN = '[hidden]'

// The names that clients use are few, so that each spelling is looked at once.
const MOST_SPELLINGS = 1_000
const spellings = new Map<string, boolean>()

function isSecret(name: string): boolean {
  const known = spellings.get(name)
  if (known !== undefined) return known
  const secret = SECRET_HEADERS.has(name.toLowerCase())
  if (spellings.size < MOST_SPELLINGS) spellings.set(name, secret)
  return secret
}

const KEY_MARK = 'PRIVATE KEY-----'
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
// The hidden field of our own forms: first in a value, which begins a line, or after another field.
const FORM_MARKS = ['\ntoken=', '?token=', '&token=']
const FORM_TOKEN = /(^|[?&])token=[^&\s]*/g

/** A token as it may stand in a text: as it is, as the bytes of it, and within JSON. */
function spellingsOf(token: string | undefined): readonly string[] {
  if (token === undefined) return []
  const forms = [token, JSON.stringify(token).slice(1, -1)]
  return [...new Set([...forms, ...forms.map(form => Buffer.from(form).toString('latin1'))])]
}

function hider(tokens: readonly string[]): Hide {
  return text => {
    let shown = text
    if (shown.includes(KEY_MARK)) shown = shown.replaceAll(PRIVATE_KEY, HIDDEN)
    if (shown.includes('token=')) shown = shown.replaceAll(FORM_TOKEN, `$1token=${HIDDEN}`)
    for (const token of tokens) if (shown.includes(token)) shown = shown.replaceAll(token, HIDDEN)
    return shown
  }
}
