import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assertOpen,
  endAs,
  expiresAt,
  isExpired,
  redirectTarget,
  ScaNeeded,
  scaStatus,
} from '../../src/domain/authorisations.ts'
import { DomainError } from '../../src/domain/errors.ts'
import type { Authorisation } from '../../src/generated/client.ts'
import { anyUrl } from '../support/builders/texts.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const createdAt = new Date('2026-01-01T12:00:00.000Z')
const end = new Date('2026-01-01T12:30:00.000Z')
const justBefore = new Date(end.getTime() - 1)

const authorisation = (status: Authorisation['status']): Authorisation => ({
  worldId: 'w',
  id: 'a',
  tppId: 't',
  tppName: 'T',
  purpose: 'CONSENT',
  status,
  resourceId: null,
  customerId: null,
  context: null,
  agreementId: null,
  redirectUri: 'https://tpp.example',
  redirectPreferred: true,
  sessionId: null,
  createdAt,
  expiresAt: end,
  finishedAt: null,
  revokesAfter: null,
})

describe('An authorisation', () => {
  it.each(['FINALISED', 'FAILED', 'EXPIRED'] as const)('that waits can become %s, at that moment', status => {
    expect(endAs({ status: 'RECEIVED' }, status, justBefore)).toEqual({ status, finishedAt: justBefore })
  })

  it.each(['FINALISED', 'FAILED', 'EXPIRED'] as const)('that is %s is over: nothing becomes of it any more', from => {
    for (const status of ['RECEIVED', 'FINALISED', 'FAILED', 'EXPIRED'] as const)
      expect(
        expectRefusal(
          () => endAs({ status: from }, status, end),
          'CONFLICT',
          new RegExp(`is ${from} and cannot become ${status} \\(D33\\)`),
        ).faults[0]?.want,
      ).toEqual({ kind: 'act', act: 'LOOK_AT_STATE' })
  })

  it('ends 30 minutes after it began (D33)', () => {
    expect(expiresAt(createdAt)).toEqual(end)
  })

  it.each([
    ['RECEIVED', justBefore, false, 'received', undefined],
    ['RECEIVED', end, true, 'failed', 'SCA_EXPIRED'],
    ['EXPIRED', justBefore, true, 'failed', 'SCA_EXPIRED'],
    ['FINALISED', justBefore, false, 'finalised', 'SCA_INVALID'],
    ['FINALISED', end, false, 'finalised', 'SCA_INVALID'],
    ['FAILED', justBefore, false, 'failed', 'SCA_INVALID'],
    ['FAILED', end, false, 'failed', 'SCA_INVALID'],
  ] as const)('that is %s at %o: expired %s, scaStatus %s, refused with %s', (status, now, expired, shown, code) => {
    const one = authorisation(status)
    expect(isExpired(one, now)).toBe(expired)
    expect(scaStatus(one, now)).toBe(shown)
    if (code === undefined) expect(() => assertOpen(one, now)).not.toThrow()
    else expectRefusal(() => assertOpen(one, now), code, /Start a new one\.$/)
  })

  it('says whether it was approved or rejected before', () => {
    expectRefusal(() => assertOpen(authorisation('FINALISED'), createdAt), 'SCA_INVALID', /already approved/)
    expectRefusal(() => assertOpen(authorisation('FAILED'), createdAt), 'SCA_INVALID', /already rejected/)
  })
})

describe('Where the PSU goes', () => {
  const added = { 'psu-id': 'p', 'tpp-session-id': 's' }
  it.each([
    ['https://tpp.example', 'https://tpp.example?psu-id=p&tpp-session-id=s'],
    ['https://tpp.example/', 'https://tpp.example/?psu-id=p&tpp-session-id=s'],
    ['https://tpp.example/back?state=42', 'https://tpp.example/back?state=42&psu-id=p&tpp-session-id=s'],
    ['https://tpp.example/back?', 'https://tpp.example/back?psu-id=p&tpp-session-id=s'],
    ['https://tpp.example/back?a=1&', 'https://tpp.example/back?a=1&psu-id=p&tpp-session-id=s'],
    ['https://tpp.example/?q=%C3%A5+b%2B', 'https://tpp.example/?q=%C3%A5+b%2B&psu-id=p&tpp-session-id=s'],
    ['https://tpp.example/??', 'https://tpp.example/??&psu-id=p&tpp-session-id=s'],
    ['com.tpp.app:/back', 'com.tpp.app:/back?psu-id=p&tpp-session-id=s'],
  ])('%s keeps its own query (D33)', (uri, target) => {
    expect(redirectTarget(uri, added)).toBe(target)
  })

  it('begins with the very address of the TPP, and what is added can be read there', () => {
    fc.assert(
      fc.property(
        anyUrl,
        fc.dictionary(fc.constantFrom('psu-id', 'tpp-session-id', 'error'), fc.string({ minLength: 1 }), {
          minKeys: 1,
        }),
        (uri, values) => {
          const target = redirectTarget(uri, values)
          expect(target.startsWith(uri)).toBe(true)
          expect(new URL(target).origin).toBe(new URL(uri).origin)
          expect(new URL(target).pathname).toBe(new URL(uri).pathname)
          for (const [name, value] of Object.entries(values))
            expect(new URL(target).searchParams.getAll(name).at(-1)).toBe(value.toWellFormed())
        },
      ),
    )
  })
})

it('A refusal that an SCA would lift is a refusal that knows what to ask for', () => {
  const request = {
    customerId: 'c',
    context: undefined,
    agreementId: undefined,
    redirectUri: 'https://tpp.example',
    redirectPreferred: true,
  }
  const refusal = new ScaNeeded('CONSENT_INVALID', { text: 'No consent.' }, request)
  expect(refusal).toBeInstanceOf(DomainError)
  expect(refusal).toMatchObject({ code: 'CONSENT_INVALID', faults: [{ text: 'No consent.' }], request })
})

it('a query that is there goes on, and one that is empty begins', () => {
  expect(redirectTarget('?', { a: '1' })).toBe('?a=1')
  expect(redirectTarget('?x=1', { a: '1' })).toBe('?x=1&a=1')
})

it('an authorisation that was answered says how', () => {
  expect(() => assertOpen(authorisation('FAILED'), justBefore)).toThrow('already rejected')
  expect(() => assertOpen(authorisation('FINALISED'), justBefore)).toThrow('already approved')
})
