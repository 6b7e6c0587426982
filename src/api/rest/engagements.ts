import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { CreateEngagement } from '../../bank/inputs/agreements.ts'
import * as operations from '../../bank/operations/engagements.ts'
import type { EngagementListing } from '../../bank/resolvers/engagements.ts'
import { parseRoles, ROLES } from '../../domain/engagements.ts'
import type { EachOf } from '../../domain/given.ts'
import { int32Answer, link, linkTo } from './answers.ts'
import { CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'

const COLLECTION = '/v1/sandbox/agreements/{mockAgreementId}/engagements'
const ONE = `${COLLECTION}/{mockEngagementId}`
const { headerSet } = CREATE

/** [I] Sandbox engagement, with id and links (D27). */
const engagement = z
  .strictObject({
    id: z.string(),
    customer: z.string().openapi({ description: 'The customerNumber of the PSU.' }),
    account: z.strictObject({ iban: z.string() }),
    roles: z.array(z.enum(ROLES)),
    registerLimit: int32Answer("In whole units of the account's currency; 2147483647 is no limit."),
    approvalLimit: int32Answer("In whole units of the account's currency; 2147483647 is no limit."),
    _links: z.strictObject({ self: link, agreement: link, account: link }),
  })
  .openapi('Engagement')

const shown = shownBy(engagement, showEngagement)

export const engagementRoutes = [
  serve(operations.createEngagement, { ...CREATE, path: COLLECTION, ...shown.made(pathOf) }),
  serve(operations.engagements, { ...READ, headerSet, path: COLLECTION, ...shown.list }),
  serve(operations.engagement, { ...READ, headerSet, path: ONE, ...shown.one }),
  serveDone(operations.deleteEngagement, { ...DELETE, headerSet, path: ONE }),
]

function showEngagement(ctx: Context, listing: EngagementListing) {
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
  } satisfies EachOf<CreateEngagement>
}

function pathOf({ engagement: row }: EngagementListing): string {
  return `/v1/sandbox/agreements/${row.agreementId}/engagements/${row.id}`
}
