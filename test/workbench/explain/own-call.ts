import { expect } from 'vitest'
import type { Place } from './why-remedies.ts'

type Sent = { readonly method: string; readonly path: string; readonly body: unknown }

/** Holds the last call of a command against the call that was refused: only what was wrong may differ, and only in its form (D97). */
export async function expectOwnCall(world: Place, id: string, change: string): Promise<void> {
  const last = change.split(' && ').at(-1) ?? ''
  const words = shellWords(last)
  const at = words.indexOf('call')
  if (at < 0) return
  const data = words[words.indexOf('--data') + 1]
  const sent: Sent = {
    method: words[at + 1] ?? '',
    path: decodeURIComponent(words[at + 2] ?? ''),
    body: words.includes('--data') ? JSON.parse(data ?? '') : undefined,
  }
  const { call: refused } = await world.ask(`{ call(by: { id: "${id}" }) { method target request { body } } }`)
  if (refused === null) return
  const own: Sent = {
    method: refused.method,
    path: decodeURIComponent(String(refused.target).replace(/^\/worlds\/[^/]+/, '')),
    body: parsed(refused.request.body),
  }
  if (own.method !== sent.method) expect(own.path, change).toBe(sent.path)
  if (sent.path.split('/').length === own.path.split('/').length)
    expect(lettersOf(sent.path).slice(2, 8), change).toBe(lettersOf(own.path).slice(2, 8))
  const before = leavesOf(own.body)
  for (const [place, value] of leavesOf(sent.body)) {
    if (isAlike(before.get(place), value)) continue
    // Moved or renamed: it is one of the caller's own values still, or what the refusal names.
    const isOwn = [...before.values()].some(one => isAlike(one, value))
    expect(isOwn || place.endsWith('Account.currency'), `${place}: ${value}\n${change}`).toBe(true)
  }
}

/** The same text, but for its form: case, marks between digits, the order of a day's parts, zeros at the end, or one letter. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === undefined) return false
  const [a, b] = [lettersOf(String(one)), lettersOf(String(other))]
  if (a.startsWith(b) || b.startsWith(a)) return true
  if ([...a].toSorted().join('') === [...b].toSorted().join('')) return true
  const differing = [...a].filter((letter, place) => letter !== b[place]).length
  return a.length === b.length && differing <= 1
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function leavesOf(value: unknown, place = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map(value === undefined ? [] : [[place, value]])
  return new Map(
    Object.entries(value).flatMap(([name, one]) => [...leavesOf(one, place === '' ? name : `${place}.${name}`)]),
  )
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    // What is no JSON has its values all the same.
    return String(body).match(/[\p{L}\p{N}.,-]+/gu)
  }
}

/** The words of a command, as a shell reads single quotation marks. */
function shellWords(command: string): string[] {
  const words: string[] = []
  let [word, isIn, isQuoted] = ['', false, false]
  for (let at = 0; at < command.length; at += 1) {
    const letter = command[at] ?? ''
    if (isQuoted) {
      if (letter === "'") isQuoted = false
      else word += letter
    } else if (letter === "'") [isQuoted, isIn] = [true, true]
    else if (letter === '\\') {
      at += 1
      word += command[at] ?? ''
    } else if (/\s/.test(letter)) {
      if (isIn || word !== '') words.push(word)
      ;[word, isIn] = ['', false]
    } else word += letter
  }
  return isIn || word !== '' ? [...words, word] : words
}
