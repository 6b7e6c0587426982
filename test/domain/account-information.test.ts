import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountName, cardAmounts, cashAccountType, parseFixes } from '../../src/domain/account-information.ts'
import { CASH_ACCOUNT_TYPES } from '../../src/domain/accounts.ts'
import { EXCHANGE_RATES } from '../../src/domain/exchange-rates.ts'
import { anyText } from '../support/builders/texts.ts'

const NONE = parseFixes(undefined)
const SWITCH = 'cardaccount-switch-originalamount-and-transactionamount'

describe('x-accept-fix ([I] Versioning 3, D43)', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['none', []],
    ['longer-name', ['longer-names']],
    ['longer-names', ['longer-names']],
    ['longer-name,longer-names', ['longer-names']],
    ['Cash-Account-Type-ISO', ['cash-account-type-iso']],
    [` ${SWITCH} ,, cash-account-type-iso ,`, [SWITCH, 'cash-account-type-iso']],
    ['longer-name cash-account-type-iso', []],
    ['"longer-name"', []],
    ['constructor,__proto__,toString,hasOwnProperty', []],
  ])('%j asks for %j', (header, fixes) => {
    expect([...parseFixes(header)]).toEqual(fixes)
  })

  it('takes any text, and finds nothing in what names nothing', () => {
    const known = /longer-names?|cash-account-type-iso|cardaccount-switch/i
    fc.assert(fc.property(fc.string(), text => known.test(text) || parseFixes(text).size === 0))
  })
})

describe('An account name', () => {
  it('has at most 35 code points, or 70 with longer-names, and is otherwise untouched (D31)', () => {
    const longer = parseFixes('longer-name')
    fc.assert(
      fc.property(anyText({ maxLength: 90 }), name => {
        for (const [fixes, limit] of [
          [NONE, 35],
          [longer, 70],
        ] as const) {
          const shown = accountName(name, fixes)
          expect(name.startsWith(shown)).toBe(true)
          expect(Array.from(shown)).toHaveLength(Math.min(limit, Array.from(name).length))
          expect(shown.isWellFormed()).toBe(name.isWellFormed())
        }
      }),
    )
  })

  it('is not cut in the middle of a character', () => {
    expect(accountName(`${'a'.repeat(34)}🐟🐟`, NONE)).toBe(`${'a'.repeat(34)}🐟`)
  })
})

describe('cashAccountType', () => {
  it.each([
    ['CACC', 'Current'],
    ['SVGS', 'Savings'],
    ['LOAN', 'Loan'],
    ['SLRY', 'Salary'],
    ['TAXE', 'Tax'],
  ] as const)('%s is %s until cash-account-type-iso (D43)', (code, word) => {
    expect(cashAccountType(code, NONE)).toBe(word)
    expect(cashAccountType(code, parseFixes('cash-account-type-iso'))).toBe(code)
  })

  it('has a word of its own for every code of the interface', () => {
    const words = CASH_ACCOUNT_TYPES.map(code => cashAccountType(code, NONE))
    expect(new Set(words).size).toBe(20)
    expect(words.filter(word => !/^[A-Z][A-Za-z]+$/.test(word))).toEqual([])
  })
})

it('The amounts of a card transaction are swapped only when the TPP asks for it (D43)', () => {
  expect(cardAmounts('EUR', 'NOK', NONE)).toEqual({ transactionAmount: 'EUR', originalAmount: 'NOK' })
  expect(cardAmounts('EUR', 'NOK', parseFixes(SWITCH))).toEqual({ transactionAmount: 'NOK', originalAmount: 'EUR' })
})

it('The published rates are of one unit in kroner, with four decimals, each currency once (D49)', () => {
  const currencies = EXCHANGE_RATES.map(rate => rate.sourceCurrency)
  expect(new Set(currencies).size).toBe(currencies.length)
  expect(currencies).toEqual(expect.arrayContaining(['EUR', 'USD', 'GBP', 'SEK', 'DKK']))
  expect(currencies).not.toContain('NOK')
  for (const rate of EXCHANGE_RATES) {
    expect(rate).toMatchObject({ targetCurrency: 'NOK', unitCurrency: rate.sourceCurrency })
    expect(rate.exchangeRate).toMatch(/^\d+\.\d{4}$/)
    expect(Number(rate.exchangeRate)).toBeGreaterThan(0)
  }
})

it('a name has 35 characters, and 70 for who asks for longer ones (D43)', () => {
  const name = '🐟'.repeat(71)
  expect(accountName(name, parseFixes(undefined))).toBe('🐟'.repeat(35))
  expect(accountName(name, parseFixes('constructor, Longer-Names '))).toBe('🐟'.repeat(70))
  expect(parseFixes('constructor,longer').size).toBe(0)
})
