import { describe, expect, it } from 'vitest'
import {
  actWanted,
  checkPart,
  checkTogether,
  DomainError,
  pathTo,
  refuseTogether,
  unknownInWorld,
  wantsAct,
} from '../../src/domain/errors.ts'
import { refusalOf } from '../support/clients/refusals.ts'

describe('A refusal', () => {
  it('says each fault with its place', () => {
    const refusal = new DomainError('FORMAT_ERROR', [{ text: 'is required.', path: 'name' }, { text: 'Too much.' }])
    expect([refusal.name, refusal.message]).toEqual(['DomainError', 'name: is required. Too much.'])
    expect(new DomainError('CONFLICT', 'Taken.').faults).toStrictEqual([{ text: 'Taken.' }])
    expect(new DomainError('CONFLICT', 'Taken.', 'name').faults).toEqual([{ text: 'Taken.', path: 'name' }])
  })
})

describe('Of many faults a client gets 20, and how many there are besides', () => {
  const faults = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ text: 'is wrong.', path: `f${place}` }))

  it('of one validation', () => {
    const all = new DomainError('FORMAT_ERROR', faults(20))
    expect([all.faults, all.unlisted, all.listed]).toEqual([faults(20), 0, faults(20)])
    const some = new DomainError('FORMAT_ERROR', faults(23))
    expect(some.faults).toEqual([...faults(20), { text: '3 more faults are not listed.' }])
    expect([some.listed, some.unlisted]).toEqual([faults(20), 3])
    expect(some.message).toMatch(/^f0: is wrong\. .* f19: is wrong\. 3 more faults are not listed\.$/)
  })

  it.each([
    [49_999, '49999 more faults are not listed.'],
    [50_000, '50000 or more further faults are not listed.'],
    [60_000, '50000 or more further faults are not listed.'],
  ])('to the number at which counting ends: %d besides (D74)', (unlisted, text) =>
    expect(new DomainError('FORMAT_ERROR', faults(1), undefined, {}, unlisted).faults.at(-1)).toEqual({ text }),
  )

  it('of several together, those that none of them has listed too', () => {
    const some = new DomainError('FORMAT_ERROR', faults(15), undefined, {}, 4)
    expect(some.faults.at(-1)).toEqual({ text: '4 more faults are not listed.' })
    expect(refusalOf(() => refuseTogether([some, some])).faults).toEqual([
      ...faults(15),
      ...faults(5),
      { text: '18 more faults are not listed.' },
    ])
    expect(refusalOf(() => refuseTogether([some], 2)).unlisted).toBe(6)
    expect(refuseTogether([], 2)).toBeUndefined()
  })
})

it.each([
  [[], ''],
  [['name'], 'name'],
  [['balances', 0, 'balanceAmount', 'currency'], 'balances[0].balanceAmount.currency'],
  [[3, 'x'], '[3].x'],
  [['a', 'b', 1, 2], 'a.b[1][2]'],
  [['x'.repeat(80), 'x'.repeat(81)], `${'x'.repeat(80)}.${'x'.repeat(80)}…`],
])('The place %j is written as %j', (parts, path) => expect(pathTo(parts)).toBe(path))

it('What a world does not have is named by its key, of which a long one is cut', () => {
  const key = `k"${'x'.repeat(90)}`
  const { code, message, faults } = unknownInWorld('customer', key)
  expect(faults[0]?.want).toEqual({ kind: 'known', noun: 'customer', key })
  expect([code, message]).toEqual(['RESOURCE_UNKNOWN', `There is no customer "k\\"${'x'.repeat(78)}" in this world.`])
})

it('A name of something in place of its id is refused with the id', () => {
  const { message } = unknownInWorld('customer', '15057000001', { name: 'customerNumber', id: 'kari' })
  expect(message).toBe(
    'There is no customer with the id "15057000001" in this world: it is the customerNumber of the customer kari.',
  )
})

it('What another act lets pass says which act, where, and what it is done to', () => {
  expect(actWanted('SEND_LESS', 'Too much.')).toStrictEqual([
    { text: 'Too much.', want: { kind: 'act', act: 'SEND_LESS', of: undefined } },
  ])
  expect(actWanted('NAME_MEMBER', 'Not owned.', { path: 'account', of: 'firm' })).toStrictEqual([
    { text: 'Not owned.', path: 'account', want: { kind: 'act', act: 'NAME_MEMBER', of: 'firm' } },
  ])
})

describe('A rule for a part of a body', () => {
  const at = (error: Error) =>
    refusalOf(() =>
      checkPart('payments[1]', () => {
        throw error
      }),
    )

  it('refuses at the place of the part, with all that the refusal said', () => {
    const faults = [{ text: 'is required.', path: 'name', code: 'KID_MISSING' }, { text: 'Too much.' }] as const
    const refusal = at(new DomainError('FORMAT_ERROR', faults, undefined, { self: '/x' }, 3))
    expect([refusal.code, refusal.links, refusal.unlisted]).toEqual(['FORMAT_ERROR', { self: '/x' }, 3])
    expect(refusal.listed).toEqual([
      { text: 'is required.', path: 'payments[1].name', code: 'KID_MISSING' },
      { text: 'Too much.', path: 'payments[1]' },
    ])
  })

  it('lets pass what it lets pass, and throws what is no refusal as it is', () => {
    expect(() => checkPart('payments[1]', () => undefined)).not.toThrow()
    const fault = new TypeError('a fault of ours')
    expect(() => at(fault)).toThrow(fault)
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

it('an act that is wanted is found among the faults', () => {
  const [act, other] = ['ADVANCE_CLOCK', 'RESET_WORLD'] as const
  const faults = [{}, { want: { kind: 'once' as const } }, ...actWanted(act, 'moves later.')]
  expect([wantsAct(faults, act), wantsAct(faults, other), wantsAct([], act), wantsAct([{}], act)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
