import { lexicographicSortSchema, printSchema } from 'graphql'
import { builtSchema } from './built.ts'
import { withSmallerNestedPages } from './connections.ts'

/** The schema of the operator's door. Made once, in alphabetical order. */
export const schema = withSmallerNestedPages(builtSchema())

/** The schema as text, in alphabetical order, so that a change shows as a small difference. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}
