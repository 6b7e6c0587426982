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
 *
 * A call says much of what the call before it in the batch said: the same client sends the same names, and most of the same values. What is the
 * same in its place, be it the names of all headers, a value or a body, is one mark.
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
  const marks = [KEY_MARK, ...tokens]
  const mayHoldSecret = (text: string) =>
    marks.some(mark => text.includes(mark)) ||
    (text.includes(FORM_FIELD) && FORM_MARKS.some(mark => text.includes(mark)))
  return {
    hide,
    textOf: calls => {
      const text = writeBatch(calls, asItIs)
      // Nearly none has a secret in it, so all are looked at together.
      return mayHoldSecret(text) ? writeBatch(calls, hide) : text
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
const SAME = '\u0003'
const LAST_MARK = SAME.charCodeAt(0)

function writeBatch(calls: readonly AnsweredCall[], hide: Hide): string {
  const shared = new Map<string, number>()
  // What is shared is known at the end, and stands first: to put it before the joined text would copy that once more.
  const lines: string[] = ['']
  const repeats = new Repeats(hide)
  let before: AnsweredCall | undefined
  for (const call of calls) {
    writeHead(lines, call, repeats, hide)
    writeHeaders(lines, call.requestHeaders, before?.requestHeaders, shared, hide, receivedLine)
    writeBody(lines, call.requestBody, before?.requestBody, hide)
    writeHeaders(lines, call.answerHeaders, before?.answerHeaders, shared, hide, line)
    writeBody(lines, call.answerBody, before?.answerBody, hide)
    before = call
  }
  lines[0] = inOneByte(JSON.stringify([...shared.keys()]))
  lines.push('')
  return lines.join('\n')
}

/** The lines of texts that mostly are those of the call before. */
class Repeats {
  readonly #hide: Hide
  readonly #texts: string[] = []
  readonly #lines: string[] = []
  #steps: readonly Step[] = []
  #letters = ''

  constructor(hide: Hide) {
    this.#hide = hide
  }

  line(place: number, text: string): string {
    const known = this.#lines[place]
    if (known !== undefined && this.#texts[place] === text) return known
    this.#texts[place] = text
    const made = line(this.#hide(text))
    this.#lines[place] = made
    return made
  }

  letters(steps: readonly Step[]): string {
    if (steps.length !== this.#steps.length || !steps.every((step, place) => step === this.#steps[place])) {
      this.#steps = steps
      this.#letters = lettersOf(steps)
    }
    return this.#letters
  }
}

function writeHead(lines: string[], call: AnsweredCall, repeats: Repeats, hide: Hide): void {
  const { faults } = call
  const [first] = faults
  lines.push(
    call.id,
    String(call.at.getTime()),
    call.door,
    repeats.line(0, call.operation ?? ''),
    repeats.line(1, call.tppId ?? ''),
    call.method,
    repeats.line(2, call.target),
    repeats.line(3, call.requestId ?? ''),
    String(call.status),
    call.code ?? '',
    String(Math.round(call.durationMs * 1000)),
    first === undefined ? '' : line(hide(causeOf(first))),
    repeats.letters(call.steps),
    first === undefined
      ? ''
      : line(JSON.stringify(faults, (_, value) => (typeof value === 'string' ? hide(value) : value))),
  )
}

function writeHeaders(
  lines: string[],
  raw: readonly string[],
  before: readonly string[] | undefined,
  shared: Map<string, number>,
  hide: Hide,
  lineOf: (value: string) => string,
): void {
  const known = before !== undefined && haveSameNames(raw, before) ? before : undefined
  lines.push(known === undefined ? String(raw.length >> 1) : SAME)
  for (let place = 0; place + 1 < raw.length; place += 2) {
    const name = raw[place] ?? ''
    const given = raw[place + 1] ?? ''
    if (known === undefined) lines.push(name)
    else if (known[place + 1] === given) {
      lines.push(SAME)
      continue
    }
    const value = isSecret(name) ? HIDDEN : hide(given)
    if (value.length < LONG) {
      lines.push(lineOf(value))
      continue
    }
    const number = shared.get(value) ?? shared.size
    shared.set(value, number)
    lines.push(`${SHARED}${number}`)
  }
}

function haveSameNames(raw: readonly string[], before: readonly string[]): boolean {
  if (raw.length !== before.length) return false
  for (let place = 0; place < raw.length; place += 2) if (raw[place] !== before[place]) return false
  return true
}

function writeBody(
  lines: string[],
  body: string | Uint8Array | undefined,
  before: string | Uint8Array | undefined,
  hide: Hide,
): void {
  if (body === undefined || body.length === 0) return void lines.push('0 0')
  const { bodyBytes } = JOURNAL_LIMITS
  if (typeof body !== 'string') {
    const kept = hide(Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, bodyBytes)).toString('latin1'))
    lines.push(`${body.length} ${kept.length}`, kept)
    return
  }
  if (body === before) return void lines.push(SAME)
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
  return value.charCodeAt(0) <= LAST_MARK ? line(value) : value
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

/** The summaries of the calls of a batch, in their order: headers and bodies are passed over. */
export function readHeads(text: string): KeptHead[] {
  const reader = new Reader(text)
  const heads: KeptHead[] = []
  while (!reader.isAtEnd()) heads.push(reader.headAlone())
  return heads
}

/** The calls of a batch, in their order. */
export function readCalls(text: string): KeptCall[] {
  const reader = new Reader(text)
  const calls: KeptCall[] = []
  while (!reader.isAtEnd()) calls.push(reader.call())
  return calls
}

const NOTHING: KeptMessage = { headers: [], body: undefined, bytes: 0 }

class Reader {
  readonly #text: string
  readonly #shared: readonly unknown[]
  #at = 0
  /** What was read last on both sides, and how many headers it had. */
  #request = NOTHING
  #answer = NOTHING
  #counts: [request: number, answer: number] = [0, 0]

  constructor(text: string) {
    this.#text = text
    const shared: unknown = JSON.parse(this.#line() || '[]')
    this.#shared = Array.isArray(shared) ? shared : []
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  headAlone(): KeptHead {
    const head = this.#head()
    for (const side of [0, 1] as const) {
      const count = this.#line()
      const [named, lines] = count === SAME ? [true, this.#counts[side]] : [false, Number(count)]
      this.#counts[side] = lines
      for (let more = named ? lines : lines * 2; more > 0; more -= 1) this.#line()
      this.#passBody()
    }
    return head
  }

  call(): KeptCall {
    const head = this.#head()
    this.#request = this.#message(this.#request)
    this.#answer = this.#message(this.#answer)
    return {
      head,
      steps: [...head.steps].flatMap(letter => STEPS[letter.charCodeAt(0) - A] ?? []),
      faults: head.faults === '' ? [] : JSON.parse(head.faults),
      request: this.#request,
      answer: this.#answer,
    }
  }

  #line(): string {
    const found = this.#text.indexOf('\n', this.#at)
    const end = found < 0 ? this.#text.length : found
    const line = this.#text.slice(this.#at, end)
    this.#at = end + 1
    return line
  }

  #unescaped(): string {
    return unescaped(this.#line())
  }

  #head(): KeptHead {
    return {
      id: this.#line(),
      at: this.#line(),
      door: this.#line(),
      operation: this.#unescaped(),
      tppId: this.#unescaped(),
      method: this.#line(),
      target: this.#unescaped(),
      requestId: this.#unescaped(),
      status: this.#line(),
      code: this.#line(),
      micros: this.#line(),
      cause: this.#unescaped(),
      steps: this.#line(),
      faults: this.#unescaped(),
    }
  }

  #message(before: KeptMessage): KeptMessage {
    const count = this.#line()
    const headers =
      count === SAME
        ? before.headers.map(([name, value]): HeaderLine => [name, this.#value(value)])
        : Array.from({ length: Number(count) }, (): HeaderLine => [this.#line(), this.#value('')])
    return { headers, ...this.#body(before) }
  }

  #value(before: string): string {
    const value = this.#line()
    if (value === SAME) return before
    return value.startsWith(SHARED) ? String(this.#shared[Number(value.slice(1))]) : unescaped(value)
  }

  #body(before: KeptMessage): Pick<KeptMessage, 'body' | 'bytes'> {
    const line = this.#line()
    if (line === SAME) return { body: before.body, bytes: before.bytes }
    const [bytes = 0, length = 0] = line.split(' ').map(Number)
    if (length === 0) return { bytes, body: undefined }
    const body = this.#text.slice(this.#at, this.#at + length)
    this.#at += length + 1
    return { bytes, body: Buffer.from(body, 'latin1').toString() }
  }

  #passBody(): void {
    const line = this.#line()
    const length = line === SAME ? 0 : Number(line.slice(line.indexOf(' ') + 1))
    if (length > 0) this.#at += length + 1
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
const FORM_FIELD = 'token='
const FORM_MARKS = ['\n', '?', '&'].map(before => `${before}${FORM_FIELD}`)
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
    if (shown.includes(FORM_FIELD)) shown = shown.replaceAll(FORM_TOKEN, `$1token=${HIDDEN}`)
    for (const token of tokens) if (shown.includes(token)) shown = shown.replaceAll(token, HIDDEN)
    return shown
  }
}
