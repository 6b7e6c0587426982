import { z } from '@hono/zod-openapi'
import type { ContactInformation } from '../generated/client.ts'
import { setContactInformation as body } from '../inputs/account-information.ts'
import { getContactInformation, setContactInformation } from '../resolvers/tpps.ts'
import { NOTHING, route } from './route.ts'

const PATH = '/v1/tpps/{tppId}/contact-information'
const described = { ...NOTHING, path: PATH, tag: 'Contact information', service: 'sandbox', success: 200 } as const
const answer = z
  .strictObject({
    tppId: z.string().openapi({ description: 'The id of the TPP without the prefix PSD (D20).' }),
    emails: z.array(z.string()),
  })
  .openapi('ContactInformation')

export const tppRoutes = [
  route({
    ...described,
    method: 'PUT',
    operation: 'setContactInformation',
    summary: 'Register contact information',
    description:
      "Where the TPP wants operational notices; replaces what was there. Only for the TPP's own id, with or without the prefix PSD ([I] 1.18.0, 1.21.6).",
    headerSet: 'sandboxWrite',
    body,
    answer,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param, body: given }) => ({
      body: show(await setContactInformation(ctx, param('tppId'), given)),
    }),
  }),
  route({
    ...described,
    method: 'GET',
    operation: 'contactInformation',
    summary: 'Get contact information',
    description: 'What the TPP has registered.',
    headerSet: 'sandboxRead',
    answer,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({ body: show(await getContactInformation(ctx, param('tppId'))) }),
  }),
]

function show({ tppId, emails }: ContactInformation) {
  return { tppId, emails: z.array(z.string()).parse(emails) }
}
