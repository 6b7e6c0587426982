import { describe, expect, it } from 'vitest'
import { checkTogether, DomainError, refuseTogether } from '../../src/domain/errors.ts'
import { refusalOf } from '../support/refusals.ts'

describe('A refusal', () => {
  it('says each fault with its place', () => {
    const refusal = new DomainError('FORMAT_ERROR', [{ text: 'is required.', path: 'name' }, { text: 'Too much.' }])
    expect([refusal.name, refusal.message]).toEqual(['DomainError', 'name: is required. Too much.'])
    expect(new DomainError('CONFLICT', 'Taken.').faults).toStrictEqual([{ text: 'Taken.' }])
    expect(new DomainError('CONFLICT', 'Taken.', 'name').faults).toEqual([{ text: 'Taken.', path: 'name' }])
  })
})

describe('Checks that are made together (D16)', () => {
  const fail = (error: Error) => () => {
    throw error
  }
  const format = new DomainError('FORMAT_ERROR', 'is required.', 'name', { self: '/x' })
  const kid = new DomainError('KID_INVALID', 'is no KID.', 'reference')
  const conflict = new DomainError('CONFLICT', 'Taken.')

  it('let pass what they all let pass', () => {
    expect(() =>
      checkTogether(
        () => 1,
        () => undefined,
      ),
    ).not.toThrow()
  })

  it('refuse with all faults of a body, each under its own code, and the links of the first', () => {
    const refusal = refusalOf(() => checkTogether(fail(format), () => 1, fail(kid)))
    expect([refusal.code, refusal.links]).toEqual(['FORMAT_ERROR', { self: '/x' }])
    expect(refusal.faults).toEqual([
      { text: 'is required.', path: 'name' },
      { text: 'is no KID.', path: 'reference', code: 'KID_INVALID' },
    ])
  })

  it('leave for later what has another status', () => {
    expect(refusalOf(() => refuseTogether([kid, conflict])).faults).toEqual(kid.faults)
    expect(refusalOf(() => refuseTogether([conflict, kid])).faults).toEqual(conflict.faults)
    expect(refusalOf(() => refuseTogether([conflict, new DomainError('CONFLICT', 'Twice.')])).faults).toHaveLength(2)
  })

  it('throw what is no refusal as it is', () => {
    const fault = new TypeError('a fault of ours')
    expect(() => checkTogether(fail(format), fail(fault))).toThrow(fault)
  })
})
