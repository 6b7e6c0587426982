import { DomainError } from '../../domain/errors.ts'
import type { Arguments, JsonSchema, Outcome } from './desk.ts'

/** No answer is longer unless it was asked for: an assistant pays for each byte that it reads. */
export const MOST_BYTES = 4_096
/** What is left of that for the sentence that says how to get the rest. */
const PAGE_BYTES = 3_700

/** The arguments by which more of a long answer is asked for. */
export const PAGING = {
  page: { type: 'integer', description: 'Which part of a long answer, from 1 on.' },
  full: { type: 'boolean', description: 'true: the whole answer, however long.' },
} as const satisfies Readonly<Record<string, JsonSchema>>

/** An answer as it is sent: whole when it fits or is wanted whole, else one page of it. */
export function cut({ text, rest }: Outcome, { page = 1, full = false }: Arguments): string {
  if (typeof full !== 'boolean') throw new DomainError('FORMAT_ERROR', 'must be true or false.', 'full')
  if (full || Buffer.byteLength(text) <= MOST_BYTES) return text
  const pages = pagesOf(text)
  const part = typeof page === 'number' ? pages[page - 1] : undefined
  if (part === undefined)
    throw new DomainError('FORMAT_ERROR', `must be a whole number from 1 to ${pages.length}.`, 'page')
  const more = rest ?? `page: ${page === pages.length ? 1 : Number(page) + 1} has more, full: true has all.`
  return `${part}\n[Page ${page} of ${pages.length}: ${more}]`
}

/** Pages end at the end of a line where there is one. */
function pagesOf(text: string): string[] {
  const pages: string[] = []
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; ) {
    const end = endOf(bytes, start)
    pages.push(bytes.subarray(start, end).toString('utf8'))
    start = end
  }
  return pages
}

function endOf(bytes: Buffer, start: number): number {
  const most = start + PAGE_BYTES
  if (most >= bytes.length) return bytes.length
  const line = bytes.subarray(start, most).lastIndexOf('\n')
  if (line > 0) return start + line + 1
  let end = most
  // A character of several bytes stays whole.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return end
}
