import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { Agreement } from '../generated/client.ts'
import { createAgreement } from '../inputs/agreements.ts'
import * as agreements from '../resolvers/agreements.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, route } from './route.ts'

const shape = {
  id: z.string(),
  name: z.string(),
  engagements: z.array(z.string()).openapi({ description: 'Ids of the engagements.' }),
  _links: z.strictObject({ self: link, engagements: link }),
}

/** [I] Agreement summary inside a customer. */
export const agreementSummary = z.strictObject(shape).openapi('AgreementSummary')

/** D26: the summary and who owns it. */
const agreement = z
  .strictObject({ ...shape, owner: z.string().openapi({ description: 'The customerNumber of the owner.' }) })
  .openapi('Agreement')

export const agreementRoutes = [
  route({
    ...NOTHING,
    method: 'POST',
    path: '/v1/sandbox/agreements',
    operation: 'createAgreement',
    tag: 'Sandbox agreements',
    summary: 'Create an agreement',
    description: 'Adds an agreement of a corporation, with engagements if given. All or nothing (D26).',
    headerSet: 'sandboxWrite',
    service: 'sandbox',
    success: 201,
    body: createAgreement,
    answer: agreement,
    refusals: ['BAD_REQUEST', 'CONFLICT'],
    handle: async (ctx, { body }) => {
      const made = await agreements.createAgreement(ctx, body)
      return { location: pathOf(made.agreement), body: showAgreement(ctx, made) }
    },
  }),
  route({
    ...NOTHING,
    method: 'GET',
    path: '/v1/sandbox/agreements',
    operation: 'agreements',
    tag: 'Sandbox agreements',
    summary: 'List agreements',
    description: 'All agreements of the world, oldest first; the automatic ones of private customers too.',
    headerSet: 'sandboxRead',
    service: 'sandbox',
    success: 200,
    answer: z.array(agreement),
    refusals: [],
    handle: async ctx => ({ body: (await agreements.listAgreements(ctx)).map(one => showAgreement(ctx, one)) }),
  }),
  route({
    ...NOTHING,
    method: 'GET',
    path: '/v1/sandbox/agreements/{mockAgreementId}',
    operation: 'agreement',
    tag: 'Sandbox agreements',
    summary: 'Get an agreement',
    description: 'One agreement with the ids of its engagements.',
    headerSet: 'sandboxRead',
    service: 'sandbox',
    success: 200,
    answer: agreement,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: showAgreement(ctx, await agreements.getAgreement(ctx, param('mockAgreementId'))),
    }),
  }),
  route({
    ...NOTHING,
    method: 'DELETE',
    path: '/v1/sandbox/agreements/{mockAgreementId}',
    operation: 'deleteAgreement',
    tag: 'Sandbox agreements',
    summary: 'Delete an agreement',
    description:
      'Deletes an agreement and its engagements. The automatic agreement of a private customer goes only with the customer.',
    headerSet: 'sandboxRead',
    service: 'sandbox',
    success: 204,
    refusals: ['RESOURCE_UNKNOWN', 'BAD_REQUEST'],
    handle: async (ctx, { param }) => {
      await agreements.deleteAgreement(ctx, param('mockAgreementId'))
      return {}
    },
  }),
]

export function showAgreementSummary(ctx: Context, row: Agreement, engagementIds: readonly string[]) {
  return {
    id: row.id,
    name: row.name,
    engagements: [...engagementIds],
    _links: {
      self: linkTo(ctx, pathOf(row), 'GET', 'DELETE'),
      engagements: linkTo(ctx, `${pathOf(row)}/engagements`, 'GET', 'POST'),
    },
  }
}

function showAgreement(ctx: Context, { agreement: row, owner, engagementIds }: agreements.AgreementListing) {
  return { ...showAgreementSummary(ctx, row, engagementIds), owner: owner.customerNumber }
}

function pathOf({ id }: { id: string }): string {
  return `/v1/sandbox/agreements/${id}`
}
