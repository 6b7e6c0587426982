import { mixed } from './mixing.ts'

/** The bits of each word that change: version and variant of a UUID stay (RFC 9562, 4). */
const MASKS = [0xffff_ffff, 0xffff_0fff, 0x3fff_ffff, 0xffff_ffff] as const
const ROUNDS = 4

/** The id that stands for another one under a key: a permutation of all UUIDs. */
export function hiddenId(id: string, key: number): string {
  const words = wordsOf(id)
  for (let round = 0; round < ROUNDS; round += 1) change(words, round, key)
  return idOf(words)
}

/** The id behind one that stands for it under the same key. */
export function idBehind(id: string, key: number): string {
  const words = wordsOf(id)
  for (let round = ROUNDS - 1; round >= 0; round -= 1) change(words, round, key)
  return idOf(words)
}

// Each round changes one of four words by the three others, so the same rounds backwards undo it (a Feistel network).
function change(words: Words, round: number, key: number): void {
  const place = round % 4
  let state = mixed(key + round)
  for (let other = 0; other < 4; other += 1) if (other !== place) state = mixed(state ^ (words[other] ?? 0))
  words[place] = ((words[place] ?? 0) ^ (state & (MASKS[place] ?? 0))) >>> 0
}

type Words = [number, number, number, number]

function wordsOf(id: string): Words {
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28), 16),
  ]
}

function idOf([a, b, c, d]: Words): string {
  return `${digits(a >>> 0)}-${digits(b >>> 16, 4)}-${digits(b & 0xffff, 4)}-${digits(c >>> 16, 4)}-${digits(c & 0xffff, 4)}${digits(d)}`
}

function digits(word: number, count = 8): string {
  return word.toString(16).padStart(count, '0')
}
