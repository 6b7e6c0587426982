import type { Child } from 'hono/jsx'
import { readBuilt } from '../files/built.ts'
import { Command } from './whole-words.tsx'

/** The languages that pages show. */
export const CODE_LANGUAGES = ['bash', 'javascript', 'python', 'java', 'go', 'json', 'yaml', 'graphql'] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]

/**
 * The colours that the build has found for lines of each language (D108), by the shape of the line: its values are left out, so that a line has its colours with
 * whatever is filled in. A letter names the colour of so many characters.
 */
export type Highlights = Partial<Record<CodeLanguage, Readonly<Record<string, string>>>>

/** Each line becomes several elements, all in one turn (D74): a longer code has no colours. No example of ours is half as long. */
const LONGEST_IN_COLOURS = 16_000

/** Code with its colours. A line that the build has not seen has no colours. */
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

/** The placeholder for a value in a shape. */
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
