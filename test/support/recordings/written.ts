import { hash } from 'node:crypto'

/** A call and its answer. */
export type Recorded = {
  /** Method and path. */
  readonly request: string
  readonly sent: string
  readonly status: number
  /** The answer's headers as lines, in their order. */
  readonly headers: readonly string[]
  readonly text: string
}

/** A call as text whose differences are readable, and from which each byte of the answer's body follows. */
export function written(name: string, { request, sent, status, headers, text }: Recorded, stored: readonly string[]) {
  return [
    `### ${name}`,
    request,
    ...(sent === '' ? [] : [spread(JSON.stringify(parsed(sent)) ?? shortened(sent))]),
    '',
    String(status),
    ...headers,
    ...(text === '' ? [] : ['', spread(text)]),
    ...(stored.length === 0 ? [] : ['', 'stored:', ...stored]),
    '',
    '',
  ].join('\n')
}

/** Each line that an export has more (+) or less (-) than before. */
export function changesOf(before: string, after: string): string[] {
  const [old, now] = [spread(before).split('\n'), spread(after).split('\n')]
  const less = linesOnlyIn(old, now).map(line => `- ${line.trim()}`)
  const more = linesOnlyIn(now, old).map(line => `+ ${line.trim()}`)
  return [...briefly(less), ...briefly(more)]
}

function linesOnlyIn(these: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return these.filter(line => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/** Of hundreds of lines the first ones, and a digest of all. */
function briefly(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines
  return [...lines.slice(0, 10), `… ${lines.length} lines, SHA-256 ${hash('sha256', lines.join('\n'))}`]
}

const MOST_LINES = 60
const WIDTH = 160

/** JSON with one part on each line where the whole is too long for one. A text that another spelling could have written stays as it is. */
function spread(text: string): string {
  const value = parsed(text)
  return value !== undefined && JSON.stringify(value) === text ? lay(value, '') : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function lay(value: unknown, margin: string): string {
  const line = JSON.stringify(value)
  if (line.length + margin.length <= WIDTH || typeof value !== 'object' || value === null) return line
  const deeper = `${margin} `
  const parts = Array.isArray(value)
    ? value.map(part => lay(part, deeper))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${lay(part, deeper)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map(part => `${deeper}${part}`).join(',\n')}\n${margin}${close}`
}

/** What only fills a limit. */
function shortened(text: string): string {
  return text.length > 20_000 ? `${text.slice(0, 80)}… (${text.length} characters)` : text
}
