/** Of how many quoted texts, words and gaps a command may be, so that nobody waits for its reading (D74). */
const MOST_PARTS = 10_000

/**
 * Splits a command as a shell of POSIX does, with what bash adds: `$'…'`. Nothing is replaced: a `$NAME` stays as it is written. Undefined for one of
 * more than 10,000 parts.
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
      // A command ends with its line, if nothing joins the next one to it.
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
  if (part.startsWith("$'")) return part.slice(2, -1).replace(/\\(u[\da-f]{4}|x[\da-f]{2}|[\s\S])/gi, readEscape)
  return part.startsWith('\\') ? part.slice(1) : part
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

function readEscape(_: string, found: string): string {
  return found.length > 1 ? String.fromCharCode(Number.parseInt(found.slice(1), 16)) : (ESCAPES[found] ?? found)
}
