import { transactionFilter } from '../../bank/inputs/filters.ts'
import type { PaymentOrder, TransactionOrder } from '../../bank/resolvers/lists.ts'
import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { filterArg } from './inputs.ts'

const PaymentOrderEnum = enumOf<PaymentOrder>(
  'PaymentOrder',
  'The order of payments; ties by id. The cursors of one order are not for another, but for its reverse.',
  {
    CREATED_ASC: 'The oldest first.',
    CREATED_DESC: 'The latest first.',
    AMOUNT_ASC: 'The smallest totalAmount first: by the count of minor units, whatever the currency.',
    AMOUNT_DESC: 'The largest totalAmount first: by the count of minor units, whatever the currency.',
    STATUS_ASC: 'By status, from ACSC to RJCT.',
    STATUS_DESC: 'By status, from RJCT to ACSC.',
  },
)

const TransactionOrderEnum = enumOf<TransactionOrder>(
  'TransactionOrder',
  'The order of the lines of a statement; ties by id. The cursors of one order are not for another, but for its reverse.',
  {
    DATE_DESC: 'The latest bookingDate first.',
    DATE_ASC: 'The earliest bookingDate first.',
    AMOUNT_DESC: "The largest amount first, in the account's currency: money that came in before money that went out.",
    AMOUNT_ASC: "The smallest amount first, in the account's currency: money that went out before money that came in.",
  },
)

export const paymentOrderArg = builder.args(t => ({
  order: t.field({ type: PaymentOrderEnum, description: 'Their order: oldest first, when not given.' }),
}))

/** The filters and orders for the lines of a statement. */
export const statementArgs = (...notes: string[]) => ({
  ...filterArg(transactionFilter, ...notes),
  ...builder.args(t => ({
    order: t.field({
      type: TransactionOrderEnum,
      description: 'Their order: latest bookingDate first, when not given.',
    }),
  })),
})
