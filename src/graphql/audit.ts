import { AUDIT_RULES, type Audit, type AuditRule, audit, type Finding } from '../resolvers/audit.ts'
import { builder } from './builder.ts'
import { enumOf } from './enum-of.ts'

const AuditRuleEnum = enumOf<AuditRule>('AuditRule', 'What an audit holds the books to.', AUDIT_RULES)

const FindingRef = builder.objectRef<Finding>('AuditFinding').implement({
  description: 'Something in the books that should not be.',
  fields: t => ({
    rule: t.expose('rule', { type: AuditRuleEnum, description: 'The rule that is broken.' }),
    subject: t.exposeID('subject', { description: 'The id of the account or payment that breaks it.' }),
    text: t.exposeString('text', { description: 'What is and what should be.' }),
  }),
})

const AuditRef = builder.objectRef<Audit>('Audit').implement({
  description: "What an audit of the world's books came to.",
  fields: t => ({
    findings: t.field({
      type: [FindingRef],
      description: 'What should not be; empty when the books are in order.',
      resolve: result => [...result.findings],
    }),
    accounts: t.exposeInt('accounts', { description: 'How many accounts and card accounts were looked at.' }),
    bookings: t.exposeInt('bookings', { description: 'How many bookings were added up.' }),
    payments: t.exposeInt('payments', { description: 'How many payments were looked at.' }),
  }),
})

builder.queryFields(t => ({
  audit: t.field({
    type: AuditRef,
    nullable: true,
    description: "Checks the world's books: every balance against its bookings, every payment against what it booked.",
    resolve: (_, __, { bank }) => audit(bank),
  }),
}))
