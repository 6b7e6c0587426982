import { unlessGone } from '../resolvers/references.ts'
import { optional } from './builder.ts'
import { AccountRef, BookingRef, CardAccountRef, PaymentRef } from './nouns.ts'
import { Amount } from './values.ts'

BookingRef.implement({
  description:
    'One movement of money with its two sides. The balance of an account is the sum of its bookings, and the sum over all sides is always zero.',
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20).' }),
    amount: t.field({ type: Amount, description: 'How much moved; never negative.', resolve: booking => booking }),
    reason: t.exposeString('reason', {
      description: 'What made it: OPENING_BALANCE, BALANCE_SET, TRANSACTION, ACCOUNT_CLOSED, PAYMENT, EXCHANGE or FEE.',
    }),
    bookedAt: t.expose('bookedAt', {
      type: 'DateTime',
      description: "When it was booked, by the world's clock (D40).",
    }),
    debitId: t.exposeString('debitId', {
      description:
        'Where the money left: the id of an account or card account, or an inner one of the bank, such as clearing.',
    }),
    creditId: t.exposeString('creditId', {
      description:
        'Where it went: the id of an account or card account, or an inner one of the bank, such as clearing.',
    }),
    debitAccount: t.field({
      ...optional('The account that the money left, if it was one and still exists.'),
      type: AccountRef,
      resolve: ({ debitId }, _, { bank }) => unlessGone(bank.load.account(debitId)),
    }),
    creditAccount: t.field({
      ...optional('The account that the money went to, if it was one and still exists.'),
      type: AccountRef,
      resolve: ({ creditId }, _, { bank }) => unlessGone(bank.load.account(creditId)),
    }),
    debitCardAccount: t.field({
      ...optional('The card account that the money left, if it was one and still exists.'),
      type: CardAccountRef,
      resolve: ({ debitId }, _, { bank }) => unlessGone(bank.load.cardAccount(debitId)),
    }),
    creditCardAccount: t.field({
      ...optional('The card account that the money went to, if it was one and still exists.'),
      type: CardAccountRef,
      resolve: ({ creditId }, _, { bank }) => unlessGone(bank.load.cardAccount(creditId)),
    }),
    payment: t.field({
      ...optional('The payment that brought it about, if one did.'),
      type: PaymentRef,
      resolve: ({ paymentId }, _, { bank }) => (paymentId === null ? null : unlessGone(bank.load.payment(paymentId))),
    }),
  }),
})
