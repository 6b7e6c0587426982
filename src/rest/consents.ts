import { z } from '@hono/zod-openapi'
import { scaStatus } from '../domain/authorisations.ts'
import { offerConsent as body } from '../inputs/account-information.ts'
import { offerConsent } from '../resolvers/consents/grant.ts'
import { readAccess } from './access.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, type Route, route } from './route.ts'

/** The states of an SCA, in the Berlin Group's words. */
export const scaState = z.enum(['received', 'finalised', 'failed'])

const offered = z
  .strictObject({ authorisationId: z.string(), scaStatus: scaState, _links: z.strictObject({ scaRedirect: link }) })
  .openapi('ConsentOffer', {
    description: "There is no consent resource: the PSU picks accounts on the bank's page (D32).",
  })

function offerRoute(path: string, operation: string, deprecated: boolean): Route {
  return route({
    ...NOTHING,
    method: 'POST',
    path,
    operation,
    tag: 'Consents',
    summary: 'Offer a consent',
    description:
      'Starts an SCA in which the PSU picks the accounts that it opens to the TPP for 180 days. Send the PSU to scaRedirect (D32, D33).',
    headerSet: 'consent',
    service: 'accountInformation',
    success: 201,
    body,
    answer: offered,
    refusals: ['PSU_CREDENTIALS_INVALID'],
    deprecated,
    handle: async (ctx, { header }) => {
      const authorisation = await offerConsent(ctx, readAccess(header))
      return {
        location: `/sca/${authorisation.id}`,
        body: {
          authorisationId: authorisation.id,
          scaStatus: scaStatus(authorisation, ctx.now),
          _links: { scaRedirect: linkTo(ctx, `/sca/${authorisation.id}`, 'GET') },
        },
      }
    },
  })
}

export const consentRoutes = [
  offerRoute('/v1/bank-offered-consents', 'offerConsent', false),
  offerRoute('/v1/consents', 'offerConsentDeprecated', true),
]
