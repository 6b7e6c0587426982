import { type AnsweredCall, causeOf, JOURNAL_LIMITS, type Step } from './calls.ts'
import { type BatchText, inOneByte, lettersOf, line, OWN_ID, receivedLine, SAME, SHARED } from './format.ts'
import { HIDDEN, type Hide, isSecret, secretsOf } from './secrets.ts'

/** The writing of batches, in the form of journal-format.ts. */
export type BatchTexts = {
  readonly textOf: (calls: readonly AnsweredCall[]) => BatchText
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
      return mayHoldSecret(text.heads) || mayHoldSecret(text.messages) ? writeBatch(calls, hide) : text
    },
  }
}

const asItIs: Hide = text => text

// A certificate is half of what a signed call says, and the next call says it again.
const LONG = 1_000

function writeBatch(calls: readonly AnsweredCall[], hide: Hide): BatchText {
  const [heads, lines] = [new Lines(), new Lines()]
  const shared = new Map<string, number>()
  let before: AnsweredCall | undefined
  for (const call of calls) {
    heads.add(call.id)
    heads.add(String(call.at.getTime()))
    heads.add(String(Math.round(call.durationMs * 1000)))
    writeHead(heads, call, before, hide)
    writeHeaders(lines, call.requestHeaders, before?.requestHeaders, { call, shared, hide, lineOf: receivedLine })
    writeBody(lines, call.requestBody, before?.requestBody, hide)
    writeHeaders(lines, call.answerHeaders, before?.answerHeaders, { call, shared, hide, lineOf: line })
    writeBody(lines, call.answerBody, before?.answerBody, hide)
    before = call
  }
  return { heads: heads.toText([]), messages: lines.toText([...shared.keys()]) }
}

/** The lines of a batch, of which those that say the same as the call before are only counted. */
class Lines {
  // What is shared is known at the end, and stands first: to put it before the joined text would copy that once more.
  readonly #lines = ['']
  #same = 0

  add(line: string): void {
    if (this.#same > 0) this.#endSame()
    this.#lines.push(line)
  }

  addSame(): void {
    this.#same += 1
  }

  toText(shared: readonly string[]): string {
    this.#lines[0] = inOneByte(JSON.stringify(shared))
    // The end of the last line.
    this.add('')
    return this.#lines.join('\n')
  }

  #endSame(): void {
    this.#lines.push(`${SAME}${this.#same}`)
    this.#same = 0
  }
}

function writeHead(lines: Lines, call: AnsweredCall, before: AnsweredCall | undefined, hide: Hide): void {
  const value = (text: string, known: string | undefined) => {
    if (text === known) lines.addSame()
    else lines.add(line(hide(text)))
  }
  value(call.door, before?.door)
  value(call.operation ?? '', before && (before.operation ?? ''))
  value(call.tppId ?? '', before && (before.tppId ?? ''))
  value(call.method, before?.method)
  value(call.target, before?.target)
  value(call.requestId ?? '', before && (before.requestId ?? ''))
  if (call.status === before?.status) lines.addSame()
  else lines.add(String(call.status))
  value(call.code ?? '', before && (before.code ?? ''))
  if (before !== undefined && areSame(call.steps, before.steps)) lines.addSame()
  else lines.add(lettersOf(call.steps))
  const { faults } = call
  const [first] = faults
  if (first !== undefined) {
    lines.add(line(hide(causeOf(first))))
    lines.add(line(JSON.stringify(faults, (_, value) => (typeof value === 'string' ? hide(value) : value))))
  } else if (before?.faults.length === 0) {
    lines.addSame()
    lines.addSame()
  } else {
    lines.add('')
    lines.add('')
  }
}

function areSame(steps: readonly Step[], before: readonly Step[]): boolean {
  if (steps.length !== before.length) return false
  for (let place = 0; place < steps.length; place += 1) if (steps[place] !== before[place]) return false
  return true
}

type HeaderWriting = {
  readonly call: AnsweredCall
  readonly shared: Map<string, number>
  readonly hide: Hide
  readonly lineOf: (value: string) => string
}

function writeHeaders(
  lines: Lines,
  raw: readonly string[],
  before: readonly string[] | undefined,
  { call, shared, hide, lineOf }: HeaderWriting,
): void {
  const known = before !== undefined && haveSameNames(raw, before) ? before : undefined
  if (known === undefined) lines.add(String(raw.length >> 1))
  else lines.addSame()
  for (let place = 0; place + 1 < raw.length; place += 2) {
    const name = raw[place] ?? ''
    const given = raw[place + 1] ?? ''
    if (known === undefined) lines.add(name)
    else if (known[place + 1] === given) {
      lines.addSame()
      continue
    }
    const value = isSecret(name) ? HIDDEN : hide(given)
    if (value === call.id) lines.add(OWN_ID)
    else if (value.length < LONG) lines.add(lineOf(value))
    else {
      const number = shared.get(value) ?? shared.size
      shared.set(value, number)
      lines.add(`${SHARED}${number}`)
    }
  }
}

function haveSameNames(raw: readonly string[], before: readonly string[]): boolean {
  if (raw.length !== before.length) return false
  for (let place = 0; place < raw.length; place += 2) if (raw[place] !== before[place]) return false
  return true
}

function writeBody(
  lines: Lines,
  body: string | Uint8Array | undefined,
  before: string | Uint8Array | undefined,
  hide: Hide,
): void {
  // What had none before is marked as well: it is what nearly all requests are.
  if (body === before) {
    lines.addSame()
    return
  }
  if (body === undefined || body.length === 0) {
    lines.add('0 0')
    return
  }
  const { bodyBytes } = JOURNAL_LIMITS
  if (typeof body !== 'string') {
    const kept = hide(Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, bodyBytes)).toString('latin1'))
    lines.add(`${body.length} ${kept.length}`)
    lines.add(kept)
    return
  }
  const bytes = Buffer.byteLength(body)
  const short = hide(body.length > bodyBytes ? body.slice(0, bodyBytes) : body)
  // What is not ASCII is kept as the bytes that were sent.
  const kept = bytes === body.length ? short : Buffer.from(short).toString('latin1')
  lines.add(`${bytes} ${kept.length}`)
  lines.add(kept)
}
