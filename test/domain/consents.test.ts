import { describe, expect, it } from 'vitest'
import {
  assertNotRevoked,
  CONSENT_DAYS,
  consentFault,
  earliestDay,
  goodSince,
  historyText,
  seesAllHistory,
  UNATTENDED_DETAILS_DAYS,
} from '../../src/domain/consents.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const granted = { grantedAt: new Date('2026-01-01T00:00:00.000Z') }
const later = (ms: number) => new Date(granted.grantedAt.getTime() + ms)
const DAY = 86_400_000
const MINUTE = 60_000

describe('A consent', () => {
  it.each([
    [CONSENT_DAYS, 180, '180 days, after which an SCA must be renewed', {}],
    [UNATTENDED_DETAILS_DAYS, 90, '90 days without PSU-IP-Address', { want: { kind: 'act', act: 'SHOW_PSU' } }],
  ])('for %i days serves %i times 24 hours, and not a millisecond more ([I] Limits)', (limit, days, text, more) => {
    expect(consentFault(granted, granted.grantedAt, limit)).toBeUndefined()
    expect(consentFault(granted, later(days * DAY), limit)).toBeUndefined()
    expect(consentFault(granted, later(days * DAY + 1), limit)).toEqual({
      rule: '[I] Limits',
      text: `The consent is of 2026-01-01T00:00:00.000Z: it serves this call for ${text} ([I] Limits). Send the PSU to scaRedirect.`,
      ...more,
    })
  })

  it('serves while it is not older than what a list of the good ones begins with', () => {
    expect(goodSince(later(CONSENT_DAYS * DAY))).toEqual(granted.grantedAt)
  })

  it('that the PSU took back is refused with the instant at which it did', () => {
    expect(() => assertNotRevoked({ revokedAt: null })).not.toThrow()
    expectRefusal(() => assertNotRevoked({ revokedAt: granted.grantedAt }), 'CONSENT_UNKNOWN', /2026-01-01T00:00:00/)
  })
})

describe('History', () => {
  it('is all open for 15 minutes after the SCA, with the PSU (D41)', () => {
    expect(seesAllHistory(granted, later(0), true)).toBe(true)
    expect(seesAllHistory(granted, later(15 * MINUTE), true)).toBe(true)
    expect(seesAllHistory(granted, later(15 * MINUTE + 1), true)).toBe(false)
    expect(seesAllHistory(granted, later(0), false)).toBe(false)
  })

  it.each([
    ['2030-05-15T10:00:00Z', '2030-02-14'],
    ['2030-05-15T21:59:59Z', '2030-02-14'],
    ['2030-05-15T22:00:00Z', '2030-02-15'],
    ['2028-03-31T12:00:00Z', '2028-01-01'],
    ['2030-01-01T00:00:00Z', '2029-10-03'],
  ])('goes back 90 days of Oslo: at %s to %s', (now, day) => {
    expect(earliestDay(new Date(now))).toBe(day)
  })

  it('that is too old says how old, and how far back is possible', () => {
    const now = new Date('2030-05-15T10:00:00Z')
    const consent = { grantedAt: new Date('2030-05-15T09:00:00Z') }
    expect(historyText(consent, '2030-01-01', { now, psuPresent: true }).text).toBe(
      '2030-01-01 is 134 days ago: with an SCA older than 15 minutes, at most 90 days back can be read, that is from 2030-02-14 ([I] Limits). Send the PSU to scaRedirect.',
    )
  })
})
