import './accounts.ts'
import './agreements.ts'
import './card-accounts.ts'
import './card-transactions.ts'
import './customers.ts'
import './engagements.ts'
import './scalars.ts'
import './transactions.ts'
import './worlds.ts'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder } from './builder.ts'

/** The schema of the operator's door. Made once; each noun adds its part by being imported above. */
export const schema = builder.toSchema()

/** The schema as text, in alphabetical order, so that a change shows as a small difference. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}
