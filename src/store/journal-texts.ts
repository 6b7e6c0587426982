import { type AnsweredCall, causeOf, JOURNAL_LIMITS, type Step } from '../domain/journal.ts'
import { inOneByte, lettersOf, line, receivedLine, SAME, SHARED } from './journal-format.ts'
import { HIDDEN, type Hide, isSecret, secretsOf } from './journal-secrets.ts'

/** The writing of batches, in the form of journal-format.ts. */
export type BatchTexts = {
  readonly textOf: (calls: readonly AnsweredCall[]) => string
  readonly hide: Hide
}

/** Makes the texts of batches. No secret is in them: not the server's `token`, no private key, no cookie. */
export function batchTexts(token: string | undefined): BatchTexts {
  const { hide, mayHoldSecret } = secretsOf(token)
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

// A certificate is half of what a signed call says, and the next call says it again.
const LONG = 1_000

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
