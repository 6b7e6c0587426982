import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import type { DomainError } from '../../domain/errors.ts'

/** The steps that such a door goes through (D12). */
type DoorStep = 'ACCESS' | 'WORLD' | 'MEDIA_TYPE' | 'ROUTE' | 'SIZE' | 'BODY' | 'DOCUMENT' | 'RULES'

/** What a door of the Fetch API records about a call while it answers it, for the journal (D95). */
export type Note = {
  body: Uint8Array[]
  bytes: number
  operation: string | undefined
  /** The caller. */
  by: 'PSU' | 'OPERATOR' | 'KIT'
  answer: string | undefined
  /** The refusal of the call, if the door knows it as one. */
  refusal: DomainError | undefined
  /** The steps that the call has reached; a refused call was refused in the last one. */
  steps: DoorStep[]
  /** It only reads the journal, and would fill it by reading. */
  quiet: boolean
  /** Its answer is not sent: the connection ends instead (D88). */
  lost: boolean
}

const MOST_BYTES = 65_536
const notes = new WeakMap<Request, Note>()

/** The record of a call: the same one for the same request. */
export function noteOf(request: Request): Note {
  const before = notes.get(request)
  if (before !== undefined) return before
  const note = newNote()
  notes.set(request, note)
  return note
}

/** The record of a call that nothing is known about yet. */
export function newNote(): Note {
  return {
    body: [],
    bytes: 0,
    operation: undefined,
    by: 'PSU',
    answer: undefined,
    refusal: undefined,
    steps: [],
    quiet: false,
    lost: false,
  }
}

/** Records a page's action as a document of the operator's graph with the same effect, so that a story can repeat it (D104). */
export function noteDocument(
  request: Request,
  operation: string,
  document: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> },
): void {
  const note = noteOf(request)
  note.operation = operation
  note.body = [Buffer.from(JSON.stringify(document))]
}

/** The parts of a body as they arrive; the first of them are recorded. */
export async function* noted(note: Note, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of body) {
    if (note.bytes < MOST_BYTES) note.body.push(part)
    note.bytes += part.byteLength
    yield part
  }
}

/** The body of a call that is recorded whole. */
export function textOf({ body, bytes }: Note): string | undefined {
  return bytes > MOST_BYTES ? undefined : Buffer.concat(body).toString()
}

/** The request behind the Fetch API's: only it has the target as sent. Absent when the app is called without a server. */
export function messageOf(c: Pick<HonoContext, 'env'>): IncomingMessage | undefined {
  const env: { incoming?: IncomingMessage } | undefined = c.env
  return env?.incoming
}
