import type { HeaderLine } from './calls.ts'
import {
  type BatchText,
  type KeptCall,
  type KeptHead,
  type KeptMessage,
  OWN_ID,
  SAME,
  SHARED,
  stepsOf,
  unescaped,
} from './format.ts'

/** The reading of batches, in the form of journal-format.ts. */

/** The summaries of the calls of a batch, in their order. */
export function readHeads(text: string): KeptHead[] {
  const reader = new Reader(text)
  const heads: KeptHead[] = []
  while (!reader.isAtEnd()) heads.push(reader.head())
  return heads
}

/** The calls of a batch, in their order. */
export function readCalls({ heads, messages }: BatchText): KeptCall[] {
  const reader = new Reader(messages)
  return readHeads(heads).map(head => ({
    head,
    steps: stepsOf(head.steps),
    faults: head.faults === '' ? [] : JSON.parse(head.faults),
    ...reader.messagesOf(head.id),
  }))
}

const NOTHING: KeptMessage = { headers: [], body: undefined, bytes: 0 }
const NO_HEAD: KeptHead = {
  id: '',
  at: '',
  micros: '',
  door: '',
  operation: '',
  tppId: '',
  method: '',
  target: '',
  requestId: '',
  status: '',
  code: '',
  steps: '',
  cause: '',
  faults: '',
}

class Reader {
  readonly #text: string
  readonly #shared: readonly unknown[]
  #at = 0
  /** How many values are still those of the call before. */
  #same = 0
  /** What was read last, and whose messages are read. */
  #head = NO_HEAD
  #request = NOTHING
  #answer = NOTHING
  #id = ''

  constructor(text: string) {
    this.#text = text
    const shared: unknown = JSON.parse(this.#line() || '[]')
    this.#shared = Array.isArray(shared) ? shared : []
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  messagesOf(id: string): Pick<KeptCall, 'request' | 'answer'> {
    this.#id = id
    this.#request = this.#message(this.#request)
    this.#answer = this.#message(this.#answer)
    return { request: this.#request, answer: this.#answer }
  }

  #line(): string {
    const found = this.#text.indexOf('\n', this.#at)
    const end = found < 0 ? this.#text.length : found
    const line = this.#text.slice(this.#at, end)
    this.#at = end + 1
    return line
  }

  /** The next value; `before` where it is that of the call before. */
  #value(before: string): string {
    if (this.#isSame()) return before
    const line = this.#line()
    if (line === OWN_ID) return this.#id
    return line.startsWith(SHARED) ? String(this.#shared[Number(line.slice(1))]) : unescaped(line)
  }

  #isSame(): boolean {
    if (this.#same === 0 && this.#text.startsWith(SAME, this.#at)) this.#same = Number(this.#line().slice(1))
    if (this.#same === 0) return false
    this.#same -= 1
    return true
  }

  head(): KeptHead {
    const before = this.#head
    this.#head = {
      id: this.#line(),
      at: this.#line(),
      micros: this.#line(),
      door: this.#value(before.door),
      operation: this.#value(before.operation),
      tppId: this.#value(before.tppId),
      method: this.#value(before.method),
      target: this.#value(before.target),
      requestId: this.#value(before.requestId),
      status: this.#value(before.status),
      code: this.#value(before.code),
      steps: this.#value(before.steps),
      cause: this.#value(before.cause),
      faults: this.#value(before.faults),
    }
    return this.#head
  }

  #message(before: KeptMessage): KeptMessage {
    const count = this.#value(SAME)
    const headers =
      count === SAME
        ? before.headers.map(([name, value]): HeaderLine => [name, this.#value(value)])
        : Array.from({ length: Number(count) }, (): HeaderLine => [this.#line(), this.#value('')])
    return { headers, ...this.#body(before) }
  }

  #body({ body, bytes }: KeptMessage): Pick<KeptMessage, 'body' | 'bytes'> {
    if (this.#isSame()) return { body, bytes }
    const [sent = 0, length = 0] = this.#line().split(' ').map(Number)
    if (length === 0) return { bytes: sent, body: undefined }
    const kept = this.#text.slice(this.#at, this.#at + length)
    this.#at += length + 1
    return { bytes: sent, body: Buffer.from(kept, 'latin1').toString() }
  }
}
