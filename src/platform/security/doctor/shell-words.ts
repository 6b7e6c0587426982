import { unescaped } from './sent-requests.ts'

/** The maximum number of quoted texts, words and gaps in a command, since reading it must not block others (D74). */
const MOST_PARTS = 10_000

/**
 * Splits a command as a POSIX shell does, with bash's `$'…'`. Variables are not replaced: a `$NAME` stays as written. Undefined for a command of more
 * than 10,000 parts.
 */
export function readShellWords(command: string): string[] | undefined {
  const words: string[] = []
  let parts = 0
  let word: string | undefined
  for (const [part] of command.matchAll(PARTS)) {
    parts += 1
    if (parts > MOST_PARTS) return undefined
    if (/^\s/.test(part)) {
      if (word !== undefined) words.push(word)
      word = undefined
      // A command ends with its line, unless the next line is joined to it.
      if (part.includes('\n')) return words
    } else if (!/^\\\r?\n/.test(part)) word = `${word ?? ''}${unquote(part)}`
  }
  return word === undefined ? words : [...words, word]
}

const PARTS = /\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\\r?\n|\\[\s\S]|\s+|[^\s'"\\$]+|[\s\S]/g

function unquote(part: string): string {
  if (part.length === 1) return part
  if (part.startsWith("'")) return part.slice(1, -1)
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\([$`"\\\n])/g, (_, one) => (one === '\n' ? '' : one))
  if (part.startsWith("$'")) return unescaped(part.slice(2, -1))
  return part.startsWith('\\') ? part.slice(1) : part
}
