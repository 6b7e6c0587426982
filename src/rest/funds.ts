import { z } from '@hono/zod-openapi'
import { confirmFunds as body } from '../inputs/account-information.ts'
import { confirmFunds } from '../resolvers/funds.ts'
import { readAccess } from './access.ts'
import { CONSENT_REFUSALS } from './accounts.ts'
import { NOTHING, route } from './route.ts'

export const fundsRoutes = [
  route({
    ...NOTHING,
    method: 'POST',
    path: '/v1/funds-confirmations',
    operation: 'confirmFunds',
    tag: 'Funds confirmation',
    summary: 'Confirm funds',
    description:
      'Whether an account of the consent could pay an amount now: booked balance, less reservations, plus credit line.',
    headerSet: 'transactionDetails',
    service: 'accountInformation',
    success: 200,
    body,
    answer: z.strictObject({ fundsAvailable: z.boolean() }).openapi('FundsConfirmation'),
    refusals: [...CONSENT_REFUSALS, 'RESOURCE_UNKNOWN'],
    handle: async (ctx, { header, body: asked }) => ({
      body: { fundsAvailable: await confirmFunds(ctx, readAccess(header), asked) },
    }),
  }),
]
