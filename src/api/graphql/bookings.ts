import { AUDIT_RULES, type Audit, type AuditRule, audit, type Finding } from '../../bank/resolvers/audit.ts'
import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { implement } from './fields.ts'
import { Accounts, Bookings, CardAccounts, Payments } from './nouns.ts'
import { Amount } from './values.ts'

implement(
  Bookings.type,
  'Money that moves, with its two sides. The balance of an account is the sum of its bookings, and the sum over all sides is always zero.',
  t => ({
    id: t.id('A UUID.'),
    amount: t.of(Amount, 'How much moved; never negative.', booking => booking),
    reason: t.text(
      'What made it: OPENING_BALANCE, BALANCE_SET, TRANSACTION, ACCOUNT_CLOSED, PAYMENT, EXCHANGE or FEE.',
    ),
    bookedAt: t.instant("When it was booked, by the world's clock."),
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

const AuditRuleEnum = enumOf<AuditRule>('AuditRule', 'What an audit holds the books to.', AUDIT_RULES)

const FindingRef = builder.objectRef<Finding>('AuditFinding')
implement(FindingRef, 'Something in the books that should not be.', t => ({
  rule: t.of(AuditRuleEnum, 'The rule that is broken.'),
  subject: t.id('The id of the account or payment that breaks it.'),
  text: t.text('What is and what should be.'),
}))

const AuditRef = builder.objectRef<Audit>('Audit')
implement(AuditRef, "What an audit of the world's books came to.", t => ({
  findings: t.of([FindingRef], 'What should not be; empty when the books are in order.'),
  accounts: t.int('How many accounts and card accounts were looked at.'),
  bookings: t.int('How many bookings were added up.'),
  payments: t.int('How many payments were looked at.'),
}))

builder.queryFields(t => ({
  audit: t.field({
    type: AuditRef,
    nullable: true,
    description: "Checks the world's books: every balance against its bookings, every payment against what it booked.",
    resolve: (_, __, { bank }) => audit(bank),
  }),
}))
