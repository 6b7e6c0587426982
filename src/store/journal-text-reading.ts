import type { HeaderLine } from '../domain/journal.ts'
import { type KeptCall, type KeptHead, type KeptMessage, SAME, SHARED, stepsOf, unescaped } from './journal-format.ts'

/** The reading of batches, in the form of journal-format.ts. */

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
      steps: stepsOf(head.steps),
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
