import { z } from '@hono/zod-openapi'
import { parseInput } from '../../inputs/parse.ts'
import { required } from '../../inputs/values.ts'
import { agreementsNamed } from '../../resolvers/exports/named.ts'
import { exportAgreements, exportEngagements } from '../../resolvers/exports/rights.ts'
import { createAgreement } from '../agreements.ts'
import { createEngagement } from '../engagements.ts'
import { reference, sandboxCall } from './calls.ts'
import { entryKind, oneByOne } from './entry.ts'

const { engagements: _, ...agreementFields } = createAgreement.input.shape

/** Agreements of corporations, by createAgreement; their engagements are entries of their own. */
export const agreements = entryKind({
  noun: 'agreement',
  operations: [createAgreement.name],
  fields: { ...agreementFields, owner: reference('The corporation') },
  references: [{ at: 'owner', to: 'customer', by: 'number' }],
  make: oneByOne(async (at, entry) => {
    const { agreement } = await createAgreement.run(at, sandboxCall(parseInput(createAgreement.input, entry), {}))
    return { id: agreement.id, number: agreement.id }
  }),
  rows: exportAgreements,
  find: agreementsNamed,
})

/** Engagements of an agreement, by createEngagement. */
export const engagements = entryKind({
  noun: 'engagement',
  isUnnamed: true,
  operations: [createEngagement.name],
  fields: {
    ...createEngagement.input.shape,
    customer: reference('The PSU'),
    account: z
      .strictObject({ iban: reference('The account') }, required('an object with the field iban'))
      .openapi('FixtureIban', { description: "The account, one of the agreement's owner (D27)." }),
  },
  references: [
    { at: 'customer', to: 'customer', by: 'number' },
    { at: 'account.iban', to: 'account', by: 'number' },
  ],
  make: oneByOne(async (at, entry, owner) => {
    const input = parseInput(createEngagement.input, entry)
    const call = sandboxCall(input, { mockAgreementId: owner?.id ?? '' })
    const { engagement } = await createEngagement.run(at, call)
    return { id: engagement.id, number: engagement.id }
  }),
  rows: exportEngagements,
})
