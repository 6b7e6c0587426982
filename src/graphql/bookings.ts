import { implement } from './fields.ts'
import { Accounts, Bookings, CardAccounts, Payments } from './nouns.ts'
import { Amount } from './values.ts'

implement(
  Bookings.type,
  'One movement of money with its two sides. The balance of an account is the sum of its bookings, and the sum over all sides is always zero.',
  t => ({
    id: t.id('A UUID (D20).'),
    amount: t.of(Amount, 'How much moved; never negative.', booking => booking),
    reason: t.text(
      'What made it: OPENING_BALANCE, BALANCE_SET, TRANSACTION, ACCOUNT_CLOSED, PAYMENT, EXCHANGE or FEE.',
    ),
    bookedAt: t.instant("When it was booked, by the world's clock (D40)."),
    debitId: t.text(
      'Where the money left: the id of an account or card account, or an inner one of the bank, such as clearing.',
    ),
    creditId: t.text(
      'Where it went: the id of an account or card account, or an inner one of the bank, such as clearing.',
    ),
    debitAccount: t.optional.one(
      Accounts,
      'debitId',
      'The account that the money left, if it was one and still exists.',
    ),
    creditAccount: t.optional.one(
      Accounts,
      'creditId',
      'The account that the money went to, if it was one and still exists.',
    ),
    debitCardAccount: t.optional.one(
      CardAccounts,
      'debitId',
      'The card account that the money left, if it was one and still exists.',
    ),
    creditCardAccount: t.optional.one(
      CardAccounts,
      'creditId',
      'The card account that the money went to, if it was one and still exists.',
    ),
    payment: t.optional.one(Payments, 'paymentId', 'The payment that brought it about, if one did.'),
  }),
)
