import type { Child } from 'hono/jsx'
import { readBuilt } from '../../platform/files/built.ts'
import { Command } from './whole-words.tsx'

export const CODE_LANGUAGES = ['bash', 'javascript', 'python', 'java', 'go', 'json', 'yaml', 'graphql'] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]

/**
 * The colours that the build has computed for lines of each language (D108), by the shape of the line: the line without its values, so that any value can
 * be filled in. A letter names a colour, the number after it counts characters.
 */
export type Highlights = Partial<Record<CodeLanguage, Readonly<Record<string, string>>>>

/** Longer code has no colours, because all its elements are created in one turn (D74). No example of ours is half as long. */
const LONGEST_IN_COLOURS = 16_000

/** Code in colours. A line whose shape the build does not know has none. */
export function Highlighted({ language, text }: { readonly language: CodeLanguage; readonly text: string }) {
  if (text.length > LONGEST_IN_COLOURS) return <>{text}</>
  const known = readHighlights()[language] ?? {}
  const show = language === 'bash' ? (part: string) => <Command text={part} /> : (part: string) => part
  const lines = text.split('\n').map((line): Child => {
    const { shape, values } = shapeOf(line)
    return coloured(shape, values, known[shape] ?? '', show)
  })
  return <>{lines.map((line, place) => (place === 0 ? line : ['\n', line]))}</>
}

/** Stands for a value in a shape. */
export const VALUE = '\u0001'
const VALUES = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\d+/g

export function shapeOf(line: string): { readonly shape: string; readonly values: readonly string[] } {
  return { shape: line.replaceAll(VALUES, VALUE), values: line.match(VALUES) ?? [] }
}

function coloured(shape: string, values: readonly string[], runs: string, show: (part: string) => Child): Child {
  let [at, value] = [0, 0]
  const whole = (part: string) => part.replaceAll(VALUE, () => values[value++] ?? '')
  const parts = [...runs.matchAll(/([a-z-])(\d+)/g)].map(([, colour, length]) => {
    const part = whole(shape.slice(at, at + Number(length)))
    at += Number(length)
    return colour === '-' ? show(part) : <span class={`code-${colour}`}>{show(part)}</span>
  })
  return [...parts, show(whole(shape.slice(at)))]
}

let highlights: Highlights | undefined

function readHighlights(): Highlights {
  highlights ??= parse(readBuilt('highlights.json') ?? '{}')
  return highlights
}

const parse = (text: string): Highlights => JSON.parse(text)
