import type { InputType } from '@pothos/core'
import { builder } from './builder.ts'

/**
 * An enum of words with a description for each: one that is missing or too much does not compile. `list` is the list of the
 * domain that inputs take them from, where another enum has the same words.
 */
export function enumOf<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
  list?: readonly Word[],
) {
  const values = mapValues(meanings, meaning => ({ description: meaning }))
  const made = builder.enumType(name, { description, values })
  ENUMS.push({ made, list, words: keyOf(Object.keys(meanings)) })
  return made
}

/** The enum of a list, or the one that has exactly its words. Nothing when there is none. */
export function enumWith(list: readonly string[]): EnumType | undefined {
  const words = keyOf(list)
  const [found, ...others] = ENUMS.filter(one => one.list === list).concat(
    ENUMS.filter(one => one.list === undefined && one.words === words),
  )
  if (others.length > 0) throw new TypeError(`Several enums have the words ${words}: give each its list.`)
  return found?.made
}

type EnumType = InputType<typeof builder.$inferSchemaTypes>
type ListedEnum = { readonly made: EnumType; readonly words: string; readonly list: readonly string[] | undefined }
const ENUMS: ListedEnum[] = []

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

/** A record with other values under the same names. */
export function mapValues<Key extends string, From, To>(
  record: Record<Key, From>,
  to: (value: From) => To,
): Record<Key, To>
export function mapValues(record: Record<string, unknown>, to: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
}
