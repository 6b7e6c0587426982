import { describe, expect, it } from 'vitest'
import { DomainError } from '../../src/domain/errors.ts'
import {
  assertCanAct,
  canActOn,
  creditorsOf,
  FORCED_LACK,
  forcedFailure,
  forcedRefusal,
  forcedText,
  formatScenario,
  isDrawn,
  isSameNumber,
  losesAnswer,
  marksAnswer,
  replacesEffect,
  type Scenario,
  type ScenarioOperation,
  waitOf,
} from '../../src/domain/scenarios.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const ERROR: Scenario = { name: 'error', code: 'UNAVAILABLE' }
const DELAY: Scenario = { name: 'delay', ms: 250 }
const HANG: Scenario = { name: 'hang', s: 3 }
const LOSE: Scenario = { name: 'lose-answer' }
const SCA: Scenario = { name: 'sca', outcome: 'rejected' }
const RJCT: Scenario = { name: 'execution', status: 'RJCT' }
const PART: Scenario = { name: 'execution', status: 'PART', reason: 'AC04' }
const REVOKED: Scenario = { name: 'consent-revoked', after: 'P1D' }

const reading: ScenarioOperation = { name: 'readAccounts', service: 'accountInformation' }
const single: ScenarioOperation = { name: 'createPayment', service: 'payments', startsSca: 'withContext' }
const bulk: ScenarioOperation = { name: 'createBulkPayment', service: 'payments', startsSca: 'withContext' }
const periodic: ScenarioOperation = { name: 'createPeriodicPayment', service: 'payments', startsSca: 'withContext' }
const authorising: ScenarioOperation = { name: 'startPaymentAuthorisation', service: 'payments', startsSca: 'always' }
const status: ScenarioOperation = { name: 'getPaymentStatus', service: 'payments' }
const customer: ScenarioOperation = { name: 'createCustomer', service: 'sandbox' }
const ALL = [reading, single, bulk, periodic, authorising, status, customer]

describe('a scenario (D88)', () => {
  it.each<[Scenario, string, { replacesEffect: boolean; marks: boolean; loses: boolean; wait: number }]>([
    [ERROR, 'error; code=UNAVAILABLE', { replacesEffect: true, marks: true, loses: false, wait: 0 }],
    [DELAY, 'delay; ms=250', { replacesEffect: false, marks: false, loses: false, wait: 250 }],
    [
      { ...DELAY, jitter: 100 },
      'delay; ms=250; jitter=100',
      { replacesEffect: false, marks: false, loses: false, wait: 300 },
    ],
    [HANG, 'hang; s=3', { replacesEffect: true, marks: false, loses: true, wait: 3_000 }],
    [LOSE, 'lose-answer', { replacesEffect: false, marks: false, loses: true, wait: 0 }],
    [SCA, 'sca; outcome=rejected', { replacesEffect: false, marks: true, loses: false, wait: 0 }],
    [RJCT, 'execution; status=RJCT', { replacesEffect: false, marks: true, loses: false, wait: 0 }],
    [PART, 'execution; status=PART; reason=AC04', { replacesEffect: false, marks: true, loses: false, wait: 0 }],
    [REVOKED, 'consent-revoked; after=P1D', { replacesEffect: false, marks: true, loses: false, wait: 0 }],
  ])('%j is written %s, and does what it does', (scenario, text, does) => {
    expect(formatScenario(scenario)).toBe(text)
    expect({
      replacesEffect: replacesEffect(scenario),
      marks: marksAnswer(scenario),
      loses: losesAnswer(scenario),
      wait: waitOf(scenario, 0.5),
    }).toEqual(does)
    expect(forcedText(scenario)).toBe(
      `This answer was forced by the scenario ${text} (D88). Without it the call would have succeeded.`,
    )
  })

  it('leaves out what is not given', () => {
    expect(formatScenario({ name: 'execution', status: 'RJCT', reason: undefined })).toBe('execution; status=RJCT')
  })

  it.each<[Scenario, readonly ScenarioOperation[], string]>([
    [ERROR, ALL, ''],
    [DELAY, ALL, ''],
    [HANG, ALL, ''],
    [LOSE, ALL, ''],
    [SCA, [single, bulk, periodic, authorising], 'it is for operations that start an SCA.'],
    [
      RJCT,
      [single, bulk, periodic],
      'it is for createPayment, createBulkPayment and createPeriodicPayment; PART on createBulkPayment alone.',
    ],
    [
      PART,
      [bulk],
      'it is for createPayment, createBulkPayment and createPeriodicPayment; PART on createBulkPayment alone.',
    ],
    [
      { name: 'status', value: 'ACCP' },
      [single, bulk, periodic],
      'it is for createPayment, createBulkPayment and createPeriodicPayment.',
    ],
    [REVOKED, [reading], 'it is for operations of account information, offerConsent among them.'],
  ])('%j acts where it has something to act on, and is refused elsewhere', (scenario, operations, why) => {
    expect(ALL.filter(one => canActOn(scenario, one))).toEqual(operations)
    for (const operation of ALL) {
      const act = () => assertCanAct(scenario, operation, 'Sandbank-Scenario')
      if (operations.includes(operation)) expect(act).not.toThrow()
      else
        expect(expectRefusal(act, 'FORMAT_ERROR', /./).faults).toEqual([
          {
            path: 'Sandbank-Scenario',
            text: `The scenario ${formatScenario(scenario)} has nothing to act on in ${operation.name}: ${why}`,
          },
        ])
    }
  })

  it('gives the reason of a failure, MS03 where it names none', () => {
    expect(forcedFailure('AC04')).toBe('AC04: The account is closed. A scenario forced it (D88).')
    expect(forcedFailure()).toBe('MS03: The bank gave no reason. A scenario forced it (D88).')
    expect(FORCED_LACK).toBe('AM04: The funds do not cover the amount. A scenario forced it (D88).')
    expect(new DomainError('PAYMENT_FAILED', FORCED_LACK).message).toBe(FORCED_LACK)
  })
})

it('a refusal that a scenario forces says that without the scenario the call passes', () => {
  const { code, faults } = forcedRefusal('CONFLICT', 'Forced.')
  expect(code).toBe('CONFLICT')
  expect(faults).toEqual([{ text: 'Forced.', want: { kind: 'act', act: 'LEAVE_SCENARIO' } }])
})

describe('the creditors by which a scenario chooses payments (D88)', () => {
  const to = (creditorAccount: unknown) => ({ creditorAccount })

  it.each<[body: unknown, numbers: string[]]>([
    [to({ iban: 'NO93 8601 1117 947' }), ['NO9386011117947']],
    [to({ bban: '86011117947' }), ['86011117947']],
    [to({ iban: 'NO9386011117947', bban: '86011117947' }), ['NO9386011117947', '86011117947']],
    [{ payments: [to({ bban: '1' }), {}, to({ iban: '2 3' })] }, ['1', '23']],
    [{ ...to({ bban: '1' }), payments: [to({ bban: '2' })] }, ['1', '2']],
    [{ payments: to({ bban: '1' }) }, []],
    [{ payments: [null, 'x', to(null), to('1'), to({ iban: 1 })] }, []],
    [[to({ bban: '1' })], []],
    [{}, []],
    [null, []],
    [undefined, []],
    ['text', []],
  ])('%j names %j', (body, numbers) => expect(creditorsOf(body)).toEqual(numbers))

  it.each([
    ['86011117947', '86011117947', true],
    ['NO9386011117947', 'NO9386011117947', true],
    ['NO9386011117947', '86011117947', true],
    ['86011117947', 'NO9386011117947', true],
    ['86011117947', '86011117948', false],
    ['NO9386011117947', 'NO8386011117947', false],
    ['NO9386011117947', '86011117948', false],
    ['SE9386011117947', '86011117947', false],
    ['NO938601111794', '8601111794', false],
    ['NO93860111179470', '860111179470', false],
    ['XNO9386011117947', '386011117947', false],
  ])('%s and %s name the same account: %s', (one, other, same) => {
    expect([isSameNumber(one, other), isSameNumber(other, one)]).toEqual([same, same])
  })
})

describe('which calls a scenario acts on (D88)', () => {
  const drawn = (seed: number, probability: number, calls = 40) =>
    Array.from({ length: calls }, (_, place) => (isDrawn(seed, place, probability) ? '1' : '0')).join('')

  // Written down once: a run that was seen repeats in every version of the bank.
  it.each([
    [0, 0.5, '0010001100011011011001111101011000010011'],
    [1, 0.5, '0000011110101000000111101100110011100101'],
    [42, 0.25, '1000101000000000100000010000101000000001'],
    [-7, 0.5, '0010011100111011010100010100110110010011'],
  ])('follows from the seed %i and the probability %d alone', (seed, probability, expected) => {
    expect(drawn(seed, probability)).toBe(expected)
  })

  it('is all at 1 and none at 0', () => {
    expect(drawn(5, 1)).toBe('1'.repeat(40))
    expect(drawn(5, 0)).toBe('0'.repeat(40))
  })

  it('is about the wanted part of many calls, whatever the seed', () => {
    for (const seed of [0, 1, 2, 3, 1_000, -1, 2 ** 31]) {
      for (const probability of [0.1, 0.5, 0.9]) {
        const part = drawn(seed, probability, 4_000).replaceAll('0', '').length / 4_000
        expect(Math.abs(part - probability)).toBeLessThan(0.03)
      }
    }
  })
})
