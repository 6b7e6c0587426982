import { z } from '@hono/zod-openapi'
import * as operations from '../../operations/account-information.ts'
import { serve } from '../serve.ts'

export const fundsRoutes = [
  serve(operations.confirmFunds, {
    method: 'POST',
    path: '/v1/funds-confirmations',
    headerSet: 'transactionDetails',
    success: 200,
    answer: z.strictObject({ fundsAvailable: z.boolean() }).openapi('FundsConfirmation'),
    show: (_, fundsAvailable) => ({ body: { fundsAvailable } }),
  }),
]
