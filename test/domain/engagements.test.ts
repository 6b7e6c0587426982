import { describe, expect, it } from 'vitest'
import { assertAgreementOwner } from '../../src/domain/agreements.ts'
import {
  assertEngagement,
  formatRoles,
  isOfferedForConsent,
  limitMinor,
  parseRoles,
  ROLES,
} from '../../src/domain/engagements.ts'
import type { Account, Agreement, Customer } from '../../src/generated/client.ts'
import { expectRefusal } from '../support/refusals.ts'

const customer = (id: string, type: Customer['type']): Customer => ({
  worldId: 'w',
  id,
  psuId: id,
  customerNumber: id,
  name: id,
  type,
  createdAt: new Date(0),
})
const account = (ownerId: string): Account => ({
  worldId: 'w',
  id: 'a',
  ownerId,
  name: 'Drift',
  bban: '1',
  iban: 'NO931',
  currency: 'NOK',
  product: 'x',
  cashAccountType: 'CACC',
  creditLine: 0,
  bookedMinor: 0n,
  reservedMinor: 0n,
  expectedOffsetMinor: 0n,
  demandsKid: false,
  createdAt: new Date(0),
})
const agreement: Agreement = {
  worldId: 'w',
  id: 'g',
  ownerId: 'firm',
  name: 'Drift',
  automatic: false,
  createdAt: new Date(0),
}

describe('The roles of an engagement', () => {
  it('are kept in the order of the interface, each once', () => {
    expect(formatRoles(['APPROVE', 'VIEW'])).toBe('VIEW APPROVE')
    expect(formatRoles([])).toBe('')
    expect(parseRoles('APPROVE VIEW')).toEqual(['VIEW', 'APPROVE'])
    expect(parseRoles('')).toEqual([])
    expect(parseRoles(formatRoles(ROLES))).toEqual(ROLES)
  })

  it.each([
    ['VIEW REGISTER', true],
    ['VIEW REGISTER APPROVE', true],
    ['VIEW', false],
    ['REGISTER', false],
    ['OWNER DISPOSAL APPROVE', false],
    ['', false],
  ])('%s: its account is offered for consent: %s ([I] Endpoints 8)', (roles, offered) => {
    expect(isOfferedForConsent({ roles })).toBe(offered)
  })

  it('have limits in whole units of the currency', () => {
    expect([limitMinor(12, 'NOK'), limitMinor(12, 'JPY'), limitMinor(0, 'NOK')]).toEqual([1_200n, 12n, 0n])
  })
})

describe('An engagement opens an account of the owner of the agreement to somebody else (D27)', () => {
  const check = (owner: string, psu: string) => () =>
    assertEngagement(agreement, account(owner), customer(psu, 'PRIVATE'), 'engagements[0].')

  it('and to no other', () => {
    expect(check('firm', 'kari')).not.toThrow()
    const foreign = expectRefusal(check('other', 'kari'), 'BAD_REQUEST', /owned by the owner of the agreement \(D27\)/)
    expect(foreign.faults[0]?.path).toBe('engagements[0].account.iban')
    const own = expectRefusal(check('firm', 'firm'), 'BAD_REQUEST', /must not be owned by the PSU who is to see it/)
    expect(own.faults[0]?.path).toBe('engagements[0].customer')
  })

  it('and an agreement belongs to a corporation (D26)', () => {
    expect(() => assertAgreementOwner(customer('firm', 'CORPORATE'))).not.toThrow()
    const refusal = expectRefusal(
      () => assertAgreementOwner(customer('kari', 'PRIVATE')),
      'BAD_REQUEST',
      /must be a CORPORATE customer: a PRIVATE one gets its agreement automatically/,
    )
    expect(refusal.faults[0]?.path).toBe('owner')
  })
})
