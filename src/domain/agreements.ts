import type { Customer } from '../generated/client.ts'
import { DomainError } from './errors.ts'

/** D26: a private customer has its automatic agreement and no other. */
export function assertAgreementOwner(owner: Customer): void {
  if (owner.type === 'CORPORATE') return
  throw new DomainError('BAD_REQUEST', [
    {
      path: 'owner',
      text: 'The owner of an agreement must be a CORPORATE customer: a PRIVATE one gets its agreement automatically (D26).',
      want: { kind: 'known', noun: 'corporation', key: owner.customerNumber },
    },
  ])
}
