import { z } from '@hono/zod-openapi'
import { createEngagement } from './engagements.ts'
import { required, text } from './values.ts'

/** D26: the body of POST /v1/sandbox/agreements. */
export const createAgreement = z
  .strictObject({
    owner: text(35, 'The customerNumber of the corporation that the agreement belongs to.'),
    name: text(70, "The agreement's name; unique for its owner (D24)."),
    engagements: z
      .array(createEngagement, required('a list of engagements'))
      .max(100, 'must hold at most 100 engagements.')
      .optional()
      .openapi({ description: 'Engagements to add with it, at most 100; all or none are stored.' }),
  })
  .openapi('CreateAgreement', { description: 'An agreement to add, and who may do what under it (D26).' })
export type CreateAgreement = z.output<typeof createAgreement>
