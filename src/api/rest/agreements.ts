import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { CreateAgreement } from '../../bank/inputs/agreements.ts'
import * as operations from '../../bank/operations/agreements.ts'
import type { AgreementListing } from '../../bank/resolvers/agreements.ts'
import type { EachOf } from '../../domain/given.ts'
import type { Agreement } from '../../generated/client.ts'
import { link, linkTo } from './answers.ts'
import { CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'

const shape = {
  id: z.string(),
  name: z.string(),
  engagements: z.array(z.string()).openapi({ description: 'Ids of the engagements.' }),
  _links: z.strictObject({ self: link, engagements: link }),
}

/** [I] Agreement summary inside a customer. */
export const agreementSummary = z.strictObject(shape).openapi('AgreementSummary')

/** D26: the summary and the owner. */
const agreement = z
  .strictObject({ ...shape, owner: z.string().openapi({ description: 'The customerNumber of the owner.' }) })
  .openapi('Agreement')

const shown = shownBy(agreement, showAgreement)

export const agreementRoutes = [
  serve(operations.createAgreement, {
    ...CREATE,
    path: '/v1/sandbox/agreements',
    ...shown.made(made => pathOf(made.agreement)),
  }),
  serve(operations.agreements, { ...READ, path: '/v1/sandbox/agreements', ...shown.list }),
  serve(operations.agreement, { ...READ, path: '/v1/sandbox/agreements/{mockAgreementId}', ...shown.one }),
  serveDone(operations.deleteAgreement, { ...DELETE, path: '/v1/sandbox/agreements/{mockAgreementId}' }),
]

export function showAgreementSummary(ctx: Context, row: Agreement, engagementIds: readonly string[]) {
  return {
    id: row.id,
    name: row.name,
    engagements: [...engagementIds],
    _links: {
      // A private customer's own agreement is deleted only with the customer (D26).
      self: linkTo(ctx, pathOf(row), 'GET', ...(row.automatic ? [] : (['DELETE'] as const))),
      // Engagements are added to agreements of corporations (D27).
      engagements: linkTo(ctx, `${pathOf(row)}/engagements`, 'GET', ...(row.automatic ? [] : (['POST'] as const))),
    },
  }
}

function showAgreement(ctx: Context, { agreement: row, owner, engagementIds }: AgreementListing) {
  return {
    ...showAgreementSummary(ctx, row, engagementIds),
    owner: owner.customerNumber,
  } satisfies EachOf<CreateAgreement>
}

function pathOf({ id }: { id: string }): string {
  return `/v1/sandbox/agreements/${id}`
}
