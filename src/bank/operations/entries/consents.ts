import { z } from '@hono/zod-openapi'
import { PSU_CONTEXTS } from '../../../domain/authorisations.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import { setContactInformation as contactBody } from '../../inputs/account-information.ts'
import { parseInput } from '../../inputs/parse.ts'
import { relativeInstant } from '../../inputs/relative-times.ts'
import { oneOf, required, text } from '../../inputs/values.ts'
import { grantConsentAtOnce } from '../../resolvers/consents/at-once.ts'
import { revokeConsent } from '../../resolvers/consents/grant.ts'
import { exportConsents, exportContacts } from '../../resolvers/exports/rights.ts'
import { NO_PSU } from '../operation.ts'
import { setContactInformation } from '../tpps.ts'
import { calledBy, MOST_OF_A_NAME, reference, sandboxCall, tppFields } from './calls.ts'
import { entryKind, oneByOne } from './entry.ts'

const consent = {
  ...tppFields,
  psu: reference('Who gave it'),
  agreementId: reference('The agreement that the PSU would choose; needed when it can act under several').optional(),
  context: oneOf(PSU_CONTEXTS, 'The context that the PSU would choose; needed when it can act in both.').optional(),
  accountIds: z
    .array(reference('An account or card account'), required('a list'))
    .max(1000, 'must hold at most 1000 accounts.')
    .optional()
    .openapi({
      description: 'The accounts and card accounts that the PSU would tick; all that are offered when not given.',
    }),
  revokedAt: relativeInstant.optional().openapi({
    description: 'When the PSU took it back, as revokeConsent does; older ones of the same TPP and PSU end with it.',
  }),
}
const consentInput = z.strictObject(consent)

/** Consents, by grantConsent. */
export const consents = entryKind({
  noun: 'consent',
  isDated: true,
  operations: ['grantConsent'],
  fields: consent,
  references: [
    { at: 'psu', to: 'customer', by: 'number' },
    { at: 'agreementId', to: 'agreement', by: 'id' },
    { at: 'accountIds.*', to: ['account', 'card account'], by: 'id' },
  ],
  make: oneByOne(async (at, entry) => {
    const { psu, revokedAt, tpp, tppName, ...decision } = parseInput(consentInput, entry)
    const { consent } = await grantConsentAtOnce(calledBy(at, { tpp, tppName }), NO_PSU, {
      ...decision,
      customerNumber: psu,
    })
    if (revokedAt !== undefined) {
      const then = new Date(revokedAt)
      if (then < at.now)
        throw new DomainError('BAD_REQUEST', byRule.D85`lies before it was given, at createdAt.`, 'revokedAt')
      await revokeConsent({ ...at, now: then }, consent.id)
    }
    return { id: consent.id, number: consent.id }
  }),
  rows: exportConsents,
})

const contact = { tpp: text(MOST_OF_A_NAME, 'The TPP, by its id.'), ...contactBody.shape }
const contactInput = z.strictObject(contact)

/** The contact addresses of TPPs, by setContactInformation. */
export const contacts = entryKind({
  noun: 'contact',
  isDated: true,
  isUnnamed: true,
  operations: [setContactInformation.name],
  fields: contact,
  references: [],
  make: oneByOne(async (at, entry) => {
    const { tpp, ...input } = parseInput(contactInput, entry)
    const by = calledBy(at, { tpp })
    const { tppId } = await setContactInformation.run(by, sandboxCall(input, { tppId: tpp }))
    return { id: tppId, number: tppId }
  }),
  rows: exportContacts,
})
