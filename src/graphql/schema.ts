import './access-counts.ts'
import './accounts.ts'
import './agreements.ts'
import './audit.ts'
import './authorisations.ts'
import './bookings.ts'
import './card-accounts.ts'
import './card-transactions.ts'
import './certificates.ts'
import './signature-explanations.ts'
import './clock.ts'
import './consented-accounts.ts'
import './consented-statements.ts'
import './consents.ts'
import './customers.ts'
import './engagements.ts'
import './exchange-rates.ts'
import './known-tpps.ts'
import './node.ts'
import './journal.ts'
import './payment-authorisations.ts'
import './payment-entries.ts'
import './payment-mutations.ts'
import './payment-plans.ts'
import './payments.ts'
import './scalars.ts'
import './signing-baskets.ts'
import './tpps.ts'
import './transactions.ts'
import './snapshots.ts'
import './world-diffs.ts'
import './why.ts'
import './worlds.ts'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder } from './builder.ts'
import { withSmallerNestedPages } from './connections.ts'

/** The schema of the operator's door. Made once; each noun adds its part by being imported above. */
export const schema = withSmallerNestedPages(builder.toSchema())

/** The schema as text, in alphabetical order, so that a change shows as a small difference. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}
