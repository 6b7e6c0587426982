import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder } from './builder.ts'
import { withSmallerNestedPages } from './connections.ts'
import { withKeyedArguments } from './keyed-arguments.ts'
import { withMade } from './made.ts'
import './all-nouns.ts'

/** The schema of the operator's door. Built once, and not sorted: sorting would build it again, in the one turn that D74 allows. */
export const schema = withMade(withKeyedArguments(withSmallerNestedPages(builder.toSchema({ sortSchema: false }))))

/** The schema as text, in alphabetical order, so that a change gives a small difference. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}
