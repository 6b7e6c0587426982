import { DomainError } from '../../../domain/errors.ts'

/** A request as a tool shows it. */
export type SentRequest = {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** Reads a request in the form of one tool, and writes it as HTTP/1.1 has it; undefined for a text of another form. */
export type Form = (text: string) => string | undefined

export function writeRequest({ method, url, headers, body }: SentRequest): string {
  return [
    `${method.toUpperCase()} ${url} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\n')
}

export function refusePasted(text: string): DomainError {
  return new DomainError('FORMAT_ERROR', text, 'request')
}

/** Escapes of the texts of programs, such as \\n and \\u00e5, undone. */
export function unescaped(text: string): string {
  return text.replace(/\\(u[\da-f]{4}|x[\da-f]{2}|[\s\S])/gi, (_, found: string) =>
    found.length > 1 ? String.fromCharCode(Number.parseInt(found.slice(1), 16)) : (ESCAPES[found] ?? found),
  )
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
