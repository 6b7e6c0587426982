import { z } from '@hono/zod-openapi'
import * as operations from '../../bank/operations/tpps.ts'
import type { ContactInformation } from '../../generated/client.ts'
import { CHANGE, READ, serve } from './serve.ts'

const path = '/v1/tpps/{tppId}/contact-information'
const answer = z
  .strictObject({
    tppId: z.string().openapi({ description: 'The id of the TPP without the prefix PSD (D20).' }),
    emails: z.array(z.string()),
  })
  .openapi('ContactInformation')

export const tppRoutes = [
  serve(operations.setContactInformation, {
    ...CHANGE,
    path,
    answer,
    show: (_, row) => ({ body: show(row) }),
  }),
  serve(operations.contactInformation, {
    ...READ,
    path,
    answer,
    show: (_, row) => ({ body: show(row) }),
  }),
]

function show({ tppId, emails }: ContactInformation) {
  return { tppId, emails: z.array(z.string()).parse(emails) }
}
