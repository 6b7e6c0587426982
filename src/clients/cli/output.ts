import { writeFileSync } from 'node:fs'
import { formatJson, isJson } from '../../platform/http/json-bodies.ts'
import type { RawHeaders } from '../../platform/security/signature/signing-string.ts'
import { Failure, messageOf } from './failure.ts'
import type { Reply } from './request.ts'

/** Columns as wide as their widest cell; the last one is not padded. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The columns of a list, by their headings. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string>>

/** The output of a listing command: a table for people, or the rows as JSON. */
export function formatList<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  { json }: { readonly json?: true },
): string {
  if (json === true) return JSON.stringify(rows, null, 2)
  const cells = Object.values(columns)
  return formatTable(
    Object.keys(columns),
    rows.map(row => cells.map(cell => cell(row))),
  )
}

/** One line `  name  value` for each. */
export function formatFields(fields: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

/** An answer for people: status line, headers, an empty line, the body indented. */
export function formatReply({ status, reason, headers, body }: Reply): string {
  const text = body.toString('utf8')
  return [
    `HTTP ${status} ${reason}`.trimEnd(),
    ...formatHeaders(headers),
    ...(text === '' ? [] : ['', formatJson(text)]),
  ].join('\n')
}

/** The body of an answer alone. */
export function formatBody({ body }: Reply): string {
  return formatJson(body.toString('utf8'))
}

/** An answer for scripts: one line `{"status","headers","body"}`; header names in lower case, repeated ones joined; a body that is not JSON as a string, none as null. */
export function formatReplyAsJson({ status, headers, body }: Reply): string {
  const joined: Record<string, string> = {}
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    joined[key] = joined[key] === undefined ? readable(value) : `${joined[key]}, ${readable(value)}`
  }
  const text = body.toString('utf8')
  // The body's own text, since parsing it would round long numbers.
  const shown = text === '' ? 'null' : isJson(text) ? text.trim().replace(/\r?\n/g, ' ') : JSON.stringify(text)
  return `{"status":${status},"headers":${JSON.stringify(joined)},"body":${shown}}`
}

export function formatHeaders(headers: RawHeaders): string[] {
  return headers.map(([name, value]) => `${name}: ${readable(value)}`)
}

/** Header values hold one character for each sent byte; people read them as UTF-8 if they are valid. */
export function readable(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : value
}

/** Writes a report to the file that an option names, and says so. */
export function writeReport(file: string, text: string, note: (text: string) => void): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Failure('usage', `${file} cannot be written: ${messageOf(error)}.`, error)
  }
  note(`Written: ${file}`)
}
