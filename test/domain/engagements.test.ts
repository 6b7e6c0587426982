import { describe, expect, it } from 'vitest'
import {
  areRoles,
  assertAgreementOwner,
  assertEngagement,
  assertTakesEngagements,
  formatRoles,
  givesRights,
  isOfferedForConsent,
  mayEndWith,
  missingRight,
  NO_LIMIT,
  parseRoles,
  ROLES,
} from '../../src/domain/engagements.ts'
import type { Agreement, Customer } from '../../src/generated/client.ts'
import { accountRow } from '../support/builders/rows.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const customer = (id: string, type: Customer['type']): Customer => ({
  worldId: 'w',
  id,
  psuId: id,
  customerNumber: id,
  name: id,
  type,
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
  it('are kept in the order in which they were sent (D27)', () => {
    expect(formatRoles(['APPROVE', 'VIEW'])).toBe('APPROVE VIEW')
    expect(formatRoles([])).toBe('')
    expect(parseRoles('APPROVE VIEW')).toEqual(['APPROVE', 'VIEW'])
    expect(parseRoles('ADMIN VIEW')).toEqual(['VIEW'])
    expect(parseRoles('')).toEqual([])
    expect(parseRoles(formatRoles(ROLES))).toEqual(ROLES)
  })

  it.each([
    ['VIEW', true],
    ['APPROVE VIEW', true],
    ['', false],
    ['VIEW VIEW', false],
    ['VIEW ADMIN', false],
    ['VIEW  REGISTER', false],
  ])('as stored are at least one, each once: "%s" is %s', (stored, are) => {
    expect(areRoles(stored)).toBe(are)
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

  it.each([
    ['REGISTER', true],
    ['VIEW APPROVE', true],
    ['OWNER DISPOSAL VIEW SALARY', false],
    ['', false],
  ])('%s: its member may cancel and reject payments of the account: %s (D35)', (roles, may) => {
    expect(mayEndWith(roles)).toBe(may)
  })
})

describe('A member may register or approve a payment by the role and a limit that covers it (D35)', () => {
  const right = (roles: string, registerLimit: number, approvalLimit: number) => ({
    roles,
    registerLimit,
    approvalLimit,
  })
  const both = right('VIEW REGISTER APPROVE', 12, 5)

  it.each([
    ['REGISTER', 'NOK', 1_200n, undefined],
    ['REGISTER', 'NOK', 1_201n, "The amount is above the PSU's registerLimit of 12 NOK (D35)."],
    ['REGISTER', 'JPY', 12n, undefined],
    ['REGISTER', 'JPY', 13n, "The amount is above the PSU's registerLimit of 12 JPY (D35)."],
    ['APPROVE', 'NOK', 500n, undefined],
    ['APPROVE', 'NOK', 501n, "The amount is above the PSU's approvalLimit of 5 NOK (D35)."],
  ] as const)('%s of %s: %i is missing %s', (role, currency, amountMinor, missing) => {
    expect(missingRight([both], role, currency, amountMinor)?.text).toBe(missing)
  })

  it('not without the role, whatever the limit is', () => {
    const lacking = { text: 'The PSU lacks the role APPROVE on the debtor account (D35).', rule: 'D35' }
    expect(missingRight([right('VIEW REGISTER', NO_LIMIT, NO_LIMIT)], 'APPROVE', 'NOK', 1n)).toEqual(lacking)
    expect(missingRight([], 'APPROVE', 'NOK', 1n)).toEqual(lacking)
  })

  it('of several engagements by the one with the highest limit that has the role, and the largest int32 is no limit', () => {
    const several = [both, right('APPROVE', 0, 7), right('REGISTER', 0, 900)]
    expect(missingRight(several, 'APPROVE', 'NOK', 700n)).toBeUndefined()
    expect(missingRight(several, 'APPROVE', 'NOK', 701n)?.text).toContain('approvalLimit of 7 NOK')
    expect(missingRight([right('APPROVE', 0, NO_LIMIT)], 'APPROVE', 'NOK', 10n ** 14n)).toBeUndefined()
  })
})

describe('An engagement opens an account of a corporation to a person (D27)', () => {
  const check = (owner: string, type: Customer['type']) => () => {
    const parties = { account: accountRow({ ownerId: owner }), customer: customer('kari', type) }
    assertEngagement(agreement.ownerId, parties, 'engagements[0].')
  }

  it('and to no other', () => {
    expect(check('firm', 'PRIVATE')).not.toThrow()
    const want = { kind: 'act', act: 'NAME_MEMBER', of: 'firm' }
    const foreign = expectRefusal(
      check('other', 'PRIVATE'),
      'BAD_REQUEST',
      /owned by the owner of the agreement \(D27\)/,
    )
    expect(foreign.faults[0]).toMatchObject({ path: 'engagements[0].account.iban', want })
    const firm = expectRefusal(check('firm', 'CORPORATE'), 'BAD_REQUEST', /must be a person \(PRIVATE\)/)
    expect(firm.faults[0]).toMatchObject({ path: 'engagements[0].customer', want })
    expect(expectRefusal(check('other', 'CORPORATE'), 'BAD_REQUEST', /./).faults).toHaveLength(2)
    expect(() => assertEngagement('firm', { account: undefined, customer: undefined }, '')).not.toThrow()
  })

  it('and stands on no automatic agreement, where a row of 1.0.0 gives no right to others', () => {
    const own = { ...agreement, ownerId: 'kari', automatic: true }
    expect(() => assertTakesEngagements(agreement)).not.toThrow()
    expectRefusal(() => assertTakesEngagements(own), 'BAD_REQUEST', /the automatic agreement of a private customer/)
    expect(givesRights(customer('kari', 'PRIVATE'), own)).toBe(true)
    expect(givesRights(customer('ola', 'PRIVATE'), own)).toBe(false)
    expect(givesRights(customer('ola', 'PRIVATE'), agreement)).toBe(true)
  })

  it('and an agreement belongs to a corporation (D26)', () => {
    expect(() => assertAgreementOwner(customer('firm', 'CORPORATE'))).not.toThrow()
    const refusal = expectRefusal(
      () => assertAgreementOwner(customer('kari', 'PRIVATE')),
      'BAD_REQUEST',
      /must be a CORPORATE customer: a PRIVATE one gets its agreement automatically/,
    )
    expect(refusal.faults[0]).toMatchObject({
      path: 'owner',
      want: { kind: 'known', noun: 'corporation', key: 'kari' },
    })
  })
})
