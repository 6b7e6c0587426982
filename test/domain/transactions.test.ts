import { describe, expect, it } from 'vitest'
import {
  assertTransactionDates,
  BIC,
  checkCardTransaction,
  checkTransaction,
  nonZeroMinor,
  PURPOSE_CODE,
} from '../../src/domain/transactions.ts'
import { expectRefusal, refusalOf } from '../support/clients/refusals.ts'

const TODAY = '2030-05-15'
const account = { currency: 'NOK', iban: 'NO9386011117947', bban: '86011117947' }
const nok = (amount: string) => ({ amount, currency: 'NOK' })
const eur = (amount: string) => ({ amount, currency: 'EUR' })
const dates = (bookingDate: string, valueDate = bookingDate, transactionDate?: string) => ({
  bookingDate,
  valueDate,
  transactionDate,
})
const faultsOf = (run: () => unknown, reason: RegExp, code: 'FORMAT_ERROR' | 'BAD_REQUEST' = 'FORMAT_ERROR') =>
  expectRefusal(run, code, reason).faults.map(({ path, text }) => `${path}: ${text}`)

describe('a mock transaction (D28)', () => {
  it.each([
    ['12.50', 1250n],
    ['-12.50', -1250n],
    ['0.01', 1n],
  ])('of %s moves %s øre', (amount, minor) => {
    expect(checkTransaction(account, { ...dates(TODAY), transactionAmount: nok(amount) }, TODAY)).toBe(minor)
  })

  it('is in the currency of its account, and its faults are named together', () => {
    const wrong = () =>
      checkTransaction(account, { ...dates('2030-05-16'), transactionAmount: eur('1'), debtorAccount: {} }, TODAY)
    expect(faultsOf(wrong, /./)).toEqual([
      'transactionAmount.currency: must be NOK, the currency of the account.',
      'bookingDate: must be today (2030-05-15 in this world) or earlier (D28).',
      'valueDate: must be today (2030-05-15 in this world) or earlier (D28).',
    ])
  })

  it('moves money', () => {
    const nothing = () => checkTransaction(account, { ...dates(TODAY), transactionAmount: nok('0.00') }, TODAY)
    expect(faultsOf(nothing, /./)).toEqual(['transactionAmount.amount: must not be zero: a transaction moves money.'])
    expect(nonZeroMinor(nok('-0.01'), 'x')).toBe(-1n)
    expect(faultsOf(() => nonZeroMinor(nok('0'), 'x'), /./)).toEqual([
      'x.amount: must not be zero: a transaction moves money.',
    ])
    expect(faultsOf(() => nonZeroMinor(nok('1.001'), 'x'), /./)).toEqual([
      expect.stringMatching(/^x\.amount: "1\.001"/),
    ])
  })

  it.each([
    [undefined],
    [{}],
    [{ iban: account.iban }],
    [{ bban: account.bban }],
    [{ iban: account.iban, bban: account.bban }],
  ])('may name its own account as debtor: %j', debtorAccount => {
    expect(checkTransaction(account, { ...dates(TODAY), transactionAmount: nok('5'), debtorAccount }, TODAY)).toBe(500n)
  })

  it.each([
    [{ iban: 'DE89370400440532013000' }],
    [{ bban: '86011117955' }],
    [{ iban: account.iban, bban: '86011117955' }],
    [{ iban: 'DE89370400440532013000', bban: account.bban }],
  ])('names no other account as debtor, on a credit neither: %j ([I] Errors)', debtorAccount => {
    for (const amount of ['5', '-5']) {
      const other = () =>
        checkTransaction(account, { ...dates(TODAY), transactionAmount: nok(amount), debtorAccount }, TODAY)
      expect(faultsOf(other, /./, 'BAD_REQUEST')).toEqual([
        'debtorAccount: debtorAccount can only name this account, on a credit too: leave it out when somebody else paid, and give debtorName ([I] Errors, D28).',
      ])
      expect(refusalOf(other).faults[0]?.want).toEqual({ kind: 'nothing' })
    }
  })
})

describe('the days of a mock transaction (D28)', () => {
  it.each([
    [{}],
    [{ bookingDate: TODAY }],
    [{ valueDate: TODAY }],
    [{ transactionDate: '2031-01-01' }],
    [dates('2030-05-14', TODAY)],
    [dates('2030-05-14', '2030-05-14', '2030-05-14')],
    [dates('2030-05-14', TODAY, '2030-05-13')],
  ])('%j are right', given => {
    expect(() => assertTransactionDates(given, TODAY)).not.toThrow()
  })

  it.each([
    [{ bookingDate: '2030-05-16' }, ['bookingDate: must be today (2030-05-15 in this world) or earlier (D28).']],
    [{ valueDate: '2030-05-16' }, ['valueDate: must be today (2030-05-15 in this world) or earlier (D28).']],
    [dates(TODAY, '2030-05-14'), ['bookingDate: must not be after valueDate (D28).']],
    [dates('2030-05-13', '2030-05-13', '2030-05-14'), ['transactionDate: must not be after bookingDate.']],
    [
      dates('2030-05-14', '2030-05-13', TODAY),
      ['bookingDate: must not be after valueDate (D28).', 'transactionDate: must not be after bookingDate.'],
    ],
  ])('%j are refused, all faults together', (given, faults) => {
    expect(faultsOf(() => assertTransactionDates(given, TODAY), /./)).toEqual(faults)
  })
})

describe('a mock card transaction (D43)', () => {
  const card = { currency: 'NOK' }
  const check = (transactionAmount: object, originalAmount?: object, on = dates(TODAY)) =>
    checkCardTransaction(
      card,
      { ...on, transactionAmount, originalAmount } as Parameters<typeof checkCardTransaction>[1],
      TODAY,
    )

  it.each([
    [nok('-10'), undefined, -1000n, -1000n],
    [eur('-10'), nok('-114'), -1000n, -11_400n],
    [eur('10'), nok('114'), 1000n, 11_400n],
    [nok('-10'), nok('-11'), -1000n, -1100n],
  ])('of %j, on the card %j', (transaction, original, amountMinor, originalAmountMinor) => {
    expect(check(transaction, original)).toEqual({ amountMinor, originalAmountMinor })
  })

  it.each([
    [
      eur('-10'),
      undefined,
      'originalAmount: is required when transactionAmount is not in NOK, the currency of the card account (D43).',
    ],
    [eur('-10'), eur('-10'), 'originalAmount.currency: must be NOK, the currency of the account.'],
    [eur('-10'), nok('10'), 'originalAmount.amount: must have the same sign as transactionAmount.'],
    [eur('10'), nok('-10'), 'originalAmount.amount: must have the same sign as transactionAmount.'],
    [eur('10'), nok('-114'), 'originalAmount.amount: must have the same sign as transactionAmount.'],
    [eur('0'), nok('1'), 'transactionAmount.amount: must not be zero: a transaction moves money.'],
    [eur('1'), nok('0'), 'originalAmount.amount: must not be zero: a transaction moves money.'],
  ])('of %j, on the card %j, is refused', (transaction, original, fault) => {
    expect(faultsOf(() => check(transaction, original), /./)).toEqual([fault])
  })

  it('names the faults of its days beside those of its amounts', () => {
    expect(faultsOf(() => check(nok('0'), undefined, dates(TODAY, '2030-05-14')), /./)).toEqual([
      'transactionAmount.amount: must not be zero: a transaction moves money.',
      'bookingDate: must not be after valueDate (D28).',
    ])
  })
})

describe('the codes of a transaction ([I])', () => {
  it.each([
    ['DNBANOKK', true],
    ['DNBANOKKXXX', true],
    ['DEUTDEFF500', true],
    ['DNBANO1K', false],
    ['DNBANO0K', false],
    ['DNBANOKO', false],
    ['DNBANOK0', true],
    ['DNBANOK', false],
    ['DNBANOKKXX', false],
    ['dnbanokk', false],
    ['xDNBANOKK', false],
    ['DNBANOKKXXXX', false],
    ['DN1ANOKK', false],
  ])('%s is a BIC: %s', (bic, right) => expect(BIC.test(bic)).toBe(right))

  it.each([
    ['SALA', true],
    ['A1', true],
    ['7', true],
    ['', false],
    ['SALAR', false],
    ['sala', false],
    ['SA-A', false],
  ])('%s is a purpose code: %s', (code, right) => expect(PURPOSE_CODE.test(code)).toBe(right))
})

describe('A transaction that a document states as the books have it (D85)', () => {
  const check = (amount: string, from?: 'CALL' | 'BOOKS') =>
    checkTransaction(account, { transactionAmount: nok(amount), ...dates(TODAY) }, TODAY, from)

  it('may be larger than a call can name, and nothing at all', () => {
    for (const [amount, minor] of [
      ['0.00', 0n],
      ['-40000000000000000.00', -4_000_000_000_000_000_000n],
    ] as const) {
      expect(check(amount, 'BOOKS')).toBe(minor)
      expectRefusal(() => check(amount), 'FORMAT_ERROR', /./)
    }
  })

  it('is refused when the books cannot hold it', () => {
    const refusal = expectRefusal(() => check('40000000000000000.01', 'BOOKS'), 'BAD_REQUEST', /larger than the books/)
    expect(refusal.faults[0]?.path).toBe('transactionAmount.amount')
  })

  it.each(['1.001', 'x'])('is refused at its place when %s is no amount of its currency', amount => {
    expect(faultsOf(() => check(amount, 'BOOKS'), /./)).toEqual([expect.stringMatching(/^transactionAmount\.amount: /)])
  })
})
