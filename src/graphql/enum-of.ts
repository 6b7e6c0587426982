import type { InputType } from '@pothos/core'
import { builder } from './builder.ts'

/** An enum of words with a description for each: one that is missing or too much does not compile. */
export function enumOf<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
) {
  const values = mapValues(meanings, meaning => ({ description: meaning }))
  const made = builder.enumType(name, { description, values })
  BY_WORDS.set(keyOf(Object.keys(meanings)), made)
  return made
}

/** The enum that has exactly these words, if there is one. */
export function enumWith(words: readonly string[]) {
  return BY_WORDS.get(keyOf(words))
}

const BY_WORDS = new Map<string, InputType<typeof builder.$inferSchemaTypes>>()

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

function mapValues<Key extends string, From, To>(record: Record<Key, From>, to: (value: From) => To): Record<Key, To>
function mapValues(record: Record<string, unknown>, to: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
}
