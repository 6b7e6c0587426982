import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { parseRoles, ROLES } from '../domain/engagements.ts'
import { createEngagement } from '../inputs/engagements.ts'
import * as engagements from '../resolvers/engagements.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, route } from './route.ts'

const COLLECTION = '/v1/sandbox/agreements/{mockAgreementId}/engagements'
const ONE = `${COLLECTION}/{mockEngagementId}`

/** [I] Sandbox engagement, with id and links (D27). */
const engagement = z
  .strictObject({
    id: z.string(),
    customer: z.string().openapi({ description: 'The customerNumber of the PSU.' }),
    account: z.strictObject({ iban: z.string() }),
    roles: z.array(z.enum(ROLES)),
    registerLimit: z
      .int32()
      .openapi({ description: "In whole units of the account's currency; 2147483647 is no limit." }),
    approvalLimit: z
      .int32()
      .openapi({ description: "In whole units of the account's currency; 2147483647 is no limit." }),
    _links: z.strictObject({ self: link, agreement: link, account: link }),
  })
  .openapi('Engagement')

export const engagementRoutes = [
  route({
    ...NOTHING,
    method: 'POST',
    path: COLLECTION,
    operation: 'createEngagement',
    tag: 'Sandbox engagements',
    summary: 'Create an engagement',
    description:
      "Opens an account of the agreement's owner to a PSU. It must hold REGISTER and VIEW to be offered for consent ([I] Endpoints 8, D27).",
    headerSet: 'sandboxWrite',
    service: 'sandbox',
    success: 201,
    body: createEngagement,
    answer: engagement,
    refusals: ['RESOURCE_UNKNOWN', 'BAD_REQUEST'],
    handle: async (ctx, { param, body }) => {
      const agreementId = param('mockAgreementId')
      const { id } = await engagements.createEngagement(ctx, agreementId, body)
      const made = await engagements.getEngagement(ctx, agreementId, id)
      return { location: pathOf(made), body: showEngagement(ctx, made) }
    },
  }),
  route({
    ...NOTHING,
    method: 'GET',
    path: COLLECTION,
    operation: 'engagements',
    tag: 'Sandbox engagements',
    summary: 'List engagements',
    description: 'The engagements of an agreement, oldest first.',
    headerSet: 'sandboxWrite',
    service: 'sandbox',
    success: 200,
    answer: z.array(engagement),
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: (await engagements.listEngagements(ctx, param('mockAgreementId'))).map(one => showEngagement(ctx, one)),
    }),
  }),
  route({
    ...NOTHING,
    method: 'GET',
    path: ONE,
    operation: 'engagement',
    tag: 'Sandbox engagements',
    summary: 'Get an engagement',
    description: 'One engagement of an agreement.',
    headerSet: 'sandboxWrite',
    service: 'sandbox',
    success: 200,
    answer: engagement,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: showEngagement(
        ctx,
        await engagements.getEngagement(ctx, param('mockAgreementId'), param('mockEngagementId')),
      ),
    }),
  }),
  route({
    ...NOTHING,
    method: 'DELETE',
    path: ONE,
    operation: 'deleteEngagement',
    tag: 'Sandbox engagements',
    summary: 'Delete an engagement',
    description: "Takes the PSU's rights on the account away.",
    headerSet: 'sandboxWrite',
    service: 'sandbox',
    success: 204,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => {
      await engagements.deleteEngagement(ctx, param('mockAgreementId'), param('mockEngagementId'))
      return {}
    },
  }),
]

function showEngagement(ctx: Context, listing: engagements.EngagementListing) {
  const { engagement: row, customer, account } = listing
  return {
    id: row.id,
    customer: customer.customerNumber,
    account: { iban: account.iban },
    roles: parseRoles(row.roles),
    registerLimit: row.registerLimit,
    approvalLimit: row.approvalLimit,
    _links: {
      self: linkTo(ctx, pathOf(listing), 'GET', 'DELETE'),
      agreement: linkTo(ctx, `/v1/sandbox/agreements/${row.agreementId}`, 'GET'),
      account: linkTo(ctx, `/v1/sandbox/accounts/${row.accountId}`, 'GET'),
    },
  }
}

function pathOf({ engagement: row }: engagements.EngagementListing): string {
  return `/v1/sandbox/agreements/${row.agreementId}/engagements/${row.id}`
}
