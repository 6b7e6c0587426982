import { z } from '@hono/zod-openapi'
import { ROLES } from '../../domain/engagements.ts'
import { int32, name, oneOf, required, ruleText, sandboxIban, someOf, text } from './values.ts'

/** [I] Sandbox engagement: the body of POST …/engagements. */
export const createEngagement = z
  .strictObject({
    customer: text(35, 'The customerNumber of the PSU that is to see the account when granting consent.'),
    account: z
      .strictObject(
        { iban: sandboxIban.openapi({ description: 'IBAN of an account of the world. Spaces are removed.' }) },
        required('an object with the field iban'),
      )
      .openapi('EngagementAccount', { description: "The account, one of the agreement's owner (D27)." }),
    roles: z
      .array(oneOf(ROLES, 'A right of the PSU on the account.'), required('a list of roles'))
      .min(1, ruleText('D27')`must name at least one role.`)
      .refine(roles => new Set(roles).size === roles.length, { error: ruleText('D27')`must name each role once.` })
      .openapi({
        uniqueItems: true,
        description:
          'What the PSU may do with the account: at least one role, each once (D27). REGISTER and VIEW together are needed to be offered for consent.',
      }),
    registerLimit: int32(
      0,
      "The largest payment the PSU may register, in whole units of the account's currency; 2147483647 is no limit.",
    ),
    approvalLimit: int32(
      0,
      "The largest payment the PSU may approve, in whole units of the account's currency; 2147483647 is no limit.",
    ),
  })
  .openapi('CreateEngagement', { description: 'The rights of a PSU to an account ([I] Endpoints 8, D27).' })
export type CreateEngagement = z.output<typeof createEngagement>

/** What the operator changes of an engagement. */
export const changeEngagement = someOf({
  roles: createEngagement.shape.roles,
  registerLimit: createEngagement.shape.registerLimit,
  approvalLimit: createEngagement.shape.approvalLimit,
}).openapi('ChangeEngagement', { description: 'What to change of an engagement; what is not given stays.' })
export type ChangeEngagement = z.output<typeof changeEngagement>

/** D26: the body of POST /v1/sandbox/agreements. */
export const createAgreement = z
  .strictObject({
    owner: text(35, 'The customerNumber of the corporation that the agreement belongs to.'),
    name: name(70, "The agreement's name; unique for its owner (D24)."),
    engagements: z
      .array(createEngagement, required('a list of engagements'))
      .max(100, 'must hold at most 100 engagements.')
      .optional()
      .openapi({ description: 'Engagements to add with it, at most 100; all or none are stored.' }),
  })
  .openapi('CreateAgreement', { description: 'An agreement to add, and who may do what under it (D26).' })
export type CreateAgreement = z.output<typeof createAgreement>
