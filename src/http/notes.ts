import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import type { DomainError } from '../domain/errors.ts'

/** The steps that such a door goes through (D12). */
type DoorStep = 'ACCESS' | 'WORLD' | 'MEDIA_TYPE' | 'ROUTE' | 'SIZE' | 'BODY' | 'DOCUMENT' | 'RULES'

/** What a door of the Fetch API notes of a call while it answers it, for the journal (D95). */
export type Note = {
  body: Uint8Array[]
  bytes: number
  operation: string | undefined
  /** Who is at the door. */
  by: 'PSU' | 'OPERATOR'
  answer: string | undefined
  /** What the call was refused for, where the door knows it as such. */
  refusal: DomainError | undefined
  /** The steps that it got to; it was refused in the last one, if it was. */
  steps: DoorStep[]
  /** It only looks at the journal, and would fill it by looking. */
  quiet: boolean
  /** Its answer is not sent: the connection ends in its place (D88). */
  lost: boolean
}

const MOST_BYTES = 65_536
const notes = new WeakMap<Request, Note>()

/** The note of a call: the same one for the same request. */
export function noteOf(request: Request): Note {
  const before = notes.get(request)
  if (before !== undefined) return before
  const note = newNote()
  notes.set(request, note)
  return note
}

/** The note of a call of which nothing is known yet. */
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

/** Notes what a page did as the document of the operator's graph that does the same, so that a story can do it again (D104). */
export function noteDocument(
  request: Request,
  operation: string,
  document: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> },
): void {
  const note = noteOf(request)
  note.operation = operation
  note.body = [Buffer.from(JSON.stringify(document))]
}

/** The parts of a body as they come, the first of them noted. */
export async function* noted(note: Note, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of body) {
    if (note.bytes < MOST_BYTES) note.body.push(part)
    note.bytes += part.byteLength
    yield part
  }
}

/** The request behind the web one: only it has the target as it was sent. Absent when the app is called without a server. */
export function messageOf(c: Pick<HonoContext, 'env'>): IncomingMessage | undefined {
  const env: { incoming?: IncomingMessage } | undefined = c.env
  return env?.incoming
}
