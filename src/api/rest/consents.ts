import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import * as operations from '../../bank/operations/consents.ts'
import { scaStatus } from '../../domain/authorisations.ts'
import type { Authorisation } from '../../generated/client.ts'
import { link, scaLink } from './answers.ts'
import type { Incoming } from './call.ts'
import { serve } from './serve.ts'

/** The states of an SCA, in the Berlin Group's words. */
export const scaState = z.enum(['received', 'finalised', 'failed'])

const offered = z
  .strictObject({ authorisationId: z.string(), scaStatus: scaState, _links: z.strictObject({ scaRedirect: link }) })
  .openapi('ConsentOffer', {
    description: "There is no consent resource: the PSU picks accounts on the bank's page (D32).",
  })

const offering = {
  method: 'POST',
  headerSet: 'consent',
  success: 201,
  answer: offered,
  show: showOffered,
} as const

export const consentRoutes = [
  serve(operations.offerConsent, { ...offering, path: '/v1/bank-offered-consents' }),
  serve(operations.offerConsentDeprecated, { ...offering, path: '/v1/consents', deprecated: true }),
]

function showOffered(ctx: Context, authorisation: Authorisation, { origin }: Pick<Incoming, 'origin'>) {
  return {
    location: `/sca/${authorisation.id}`,
    body: {
      authorisationId: authorisation.id,
      scaStatus: scaStatus(authorisation, ctx.now),
      _links: { scaRedirect: scaLink(ctx, authorisation, origin) },
    },
  }
}
