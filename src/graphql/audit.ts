import { AUDIT_RULES, type Audit, type AuditRule, audit, type Finding } from '../resolvers/audit.ts'
import { builder } from './builder.ts'
import { enumOf } from './enum-of.ts'
import { implement } from './fields.ts'

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
