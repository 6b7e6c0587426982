import { DomainError } from '../domain/errors.ts'

/** The largest set of headers, at every door: 32 KiB. */
const MOST_BYTES = 32_768

/** Refuses headers that are too large together: HEADERS_TOO_LARGE. `lines` are names and values in turn. */
export function assertHeadersFit(lines: readonly string[]): void {
  let size = lines.length * 2
  for (const text of lines) size += text.length
  if (size > MOST_BYTES) throw headersTooLarge(lines)
}

/** The refusal of headers of which nothing is known, or of these. */
export function headersTooLarge(lines: readonly string[] = []): DomainError {
  const limit = `The headers of a request may have ${MOST_BYTES} bytes together (32 KiB)`
  if (lines.length === 0) return new DomainError('HEADERS_TOO_LARGE', `${limit}.`)
  let largest = 0
  for (let place = 0; place < lines.length; place += 2)
    if ((lines[place + 1]?.length ?? 0) > (lines[largest + 1]?.length ?? 0)) largest = place
  const [name = '', value = ''] = lines.slice(largest, largest + 2)
  return new DomainError(
    'HEADERS_TOO_LARGE',
    `${limit}; these have more, the largest of them is ${name.toLowerCase().slice(0, 80)} with ${value.length}.`,
  )
}

/** Whether a value may be the X-Request-ID of a call, and is echoed on its answer: 1 to 128 visible ASCII characters (D11). */
export function isRequestId(value: string | undefined): value is string {
  return value !== undefined && /^[\x21-\x7e]{1,128}$/.test(value)
}
