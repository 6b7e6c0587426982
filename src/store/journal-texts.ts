import { type AnsweredCall, type HeaderLine, JOURNAL_LIMITS } from '../domain/journal.ts'

/** What stands in the text of a batch: each call, and the long values that several of its headers have. */
type BatchText = { readonly shared: readonly string[]; readonly calls: readonly CallText[] }

/** What is kept of a call besides its row. A header's value is a place among the shared ones when it is a number. */
type CallText = {
  readonly requestHeaders: readonly KeptLine[]
  readonly requestBytes: number
  readonly requestBody?: string | undefined
  readonly answerHeaders: readonly KeptLine[]
  readonly answerBytes: number
  readonly answerBody?: string | undefined
  readonly steps: AnsweredCall['steps']
  readonly faults: AnsweredCall['faults']
}
type KeptLine = readonly [name: string, value: string | number]

export type Hide = (text: string) => string

/** A body that is too long to stand among others: it is written as it is. */
type LongBody = { readonly nth: number; readonly side: 'requestBody' | 'answerBody'; readonly text: string }

export type BatchTexts = {
  readonly textOf: (calls: readonly AnsweredCall[]) => { readonly text: string; readonly bodies: readonly LongBody[] }
  readonly hide: Hide
}

/** Makes the texts of batches. No secret is in them: not the server's `token`, no private key, no cookie. */
export function batchTexts(token: string | undefined): BatchTexts {
  const hide = hider(token)
  const marks = [KEY_MARK, FORM_MARK, ...(token === undefined ? [] : [JSON.stringify(token).slice(1, -1)])]
  return {
    hide,
    textOf: calls => {
      const { bodies, ...batch } = batchOf(calls)
      const whole = JSON.stringify(batch)
      // Nearly none has a secret in it, so all are looked at together.
      const text = marks.some(mark => whole.includes(mark))
        ? JSON.stringify(batch, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value))
        : whole
      return { text, bodies: bodies.map(body => ({ ...body, text: hide(body.text) })) }
    },
  }
}

/** A call as it is read again: what it is made of is for the reader to judge. */
export type KeptCall = Readonly<Partial<Record<keyof CallText, unknown>>>

/** Reads a batch, to look at its calls by their places: each with its headers whole. */
export function readBatch(text: string): (place: number) => KeptCall {
  const batch: { readonly shared: readonly unknown[]; readonly calls: readonly KeptCall[] } = JSON.parse(text)
  const linesOf = (kept: unknown): unknown[] =>
    (Array.isArray(kept) ? kept : []).map(([name, value]) => [
      name,
      typeof value === 'number' ? batch.shared[value] : value,
    ])
  return place => {
    const call = batch.calls[place] ?? {}
    return { ...call, requestHeaders: linesOf(call.requestHeaders), answerHeaders: linesOf(call.answerHeaders) }
  }
}

// A certificate is half of what a signed call says, and the next call says it again.
const LONG = 200
const LONG_BODY = 4_000

function batchOf(calls: readonly AnsweredCall[]): BatchText & { readonly bodies: readonly LongBody[] } {
  const places = new Map<string, number>()
  const lineOf = (line: HeaderLine): KeptLine => {
    const [name, value] = line
    if (value.length < LONG) return SECRET_HEADERS.has(name.toLowerCase()) ? [name, HIDDEN] : line
    if (SECRET_HEADERS.has(name.toLowerCase())) return [name, HIDDEN]
    const place = places.get(value) ?? places.size
    places.set(value, place)
    return [name, place]
  }
  const bodies: LongBody[] = []
  const bodyOf = (nth: number, side: LongBody['side'], body: string | Uint8Array | undefined) => {
    const text = textOf(body)
    if (text === undefined || text.length < LONG_BODY) return text
    bodies.push({ nth, side, text })
    return undefined
  }
  const texts = calls.map(({ requestHeaders, requestBody, answerHeaders, answerBody, steps, faults }, nth) => ({
    requestHeaders: requestHeaders.map(lineOf),
    requestBytes: lengthOf(requestBody),
    requestBody: bodyOf(nth, 'requestBody', requestBody),
    answerHeaders: answerHeaders.map(lineOf),
    answerBytes: lengthOf(answerBody),
    answerBody: bodyOf(nth, 'answerBody', answerBody),
    steps,
    faults,
  }))
  return { shared: [...places.keys()], calls: texts, bodies }
}

function lengthOf(body: string | Uint8Array | undefined): number {
  return body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
}

function textOf(body: string | Uint8Array | undefined): string | undefined {
  if (body === undefined || body.length === 0) return undefined
  const { bodyBytes } = JOURNAL_LIMITS
  if (typeof body === 'string') return body.length > bodyBytes ? body.slice(0, bodyBytes) : body
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, bodyBytes)).toString()
}

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])
const HIDDEN = '[hidden]'

const KEY_MARK = 'PRIVATE KEY-----'
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
// The hidden field of our own forms.
const FORM_MARK = 'token='
const FORM_TOKEN = /(^|[?&])token=[^&\s]*/g

function hider(token: string | undefined): Hide {
  return text => {
    let shown = text
    if (shown.includes(KEY_MARK)) shown = shown.replaceAll(PRIVATE_KEY, HIDDEN)
    if (shown.includes(FORM_MARK)) shown = shown.replaceAll(FORM_TOKEN, `$1token=${HIDDEN}`)
    return token !== undefined && shown.includes(token) ? shown.replaceAll(token, HIDDEN) : shown
  }
}
