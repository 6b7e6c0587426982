import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyExchange } from '../../src/bank/inputs/transactions.ts'
import { exchange } from '../../src/domain/exchange-rates.ts'
import { CLEARING, FEES, MAX_BALANCE_MINOR } from '../../src/domain/ledger.ts'
import {
  type Books,
  balanceOf,
  booksOf,
  CREDITOR_CLOSED,
  LACKING_FUNDS,
  post,
  settle,
} from '../../src/domain/settlement.ts'
import type { Account, PaymentEntry } from '../../src/generated/client.ts'

const account = (id: string, currency: string, bookedMinor: bigint, creditLine = 0): Account => ({
  worldId: 'w',
  id,
  ownerId: 'c',
  name: 'n',
  bban: id,
  iban: `NO93${id}`,
  currency,
  product: 'x',
  cashAccountType: 'CACC',
  creditLine,
  bookedMinor,
  reservedMinor: 0n,
  expectedOffsetMinor: 0n,
  demandsKid: false,
  createdAt: new Date(0),
})
const entry = (amountMinor: bigint, currency: string, debitMinor: bigint, feeMinor = 0n): PaymentEntry => ({
  worldId: 'w',
  id: 'e',
  paymentId: 'p',
  position: 0,
  status: 'OPEN',
  amountMinor,
  currency,
  debitMinor,
  feeMinor,
  creditorName: 'Ola',
  creditorIban: null,
  creditorBban: null,
  creditorCurrency: currency,
  creditorAccountId: null,
  creditorAgent: null,
  creditorAddress: null,
  ultimateDebtor: null,
  endToEndId: null,
  remittanceInformationUnstructured: null,
  remittanceInformationStructured: null,
  purposeCode: null,
  failure: null,
})
const PAYER = { paymentId: 'p', name: 'Kari' }
const DAY = '2030-05-15'
const booked = (books: Books, id: string) => balanceOf(books, id).bookedMinor
/** Pays an entry from account 1; answers why not, if it cannot be paid. */
const pay = (books: Books, paid: PaymentEntry, to?: string): string | undefined => {
  const settled = settle(balanceOf(books, '1'), PAYER, paid, to === undefined ? undefined : balanceOf(books, to), DAY)
  if ('failure' in settled) return settled.failure
  post(books, settled)
  return undefined
}
const sides = ({ bookings }: Books) =>
  bookings.map(({ debitId, creditId, amountMinor, currency, reason }) => [
    debitId,
    creditId,
    amountMinor,
    currency,
    reason,
  ])

describe('a payment in the books', () => {
  it('within the bank is one booking and a line on each statement', () => {
    const books = booksOf([account('1', 'NOK', 100n), account('2', 'NOK', 0n)])
    pay(books, entry(60n, 'NOK', 60n), '2')
    expect(sides(books)).toEqual([['1', '2', 60n, 'NOK', 'PAYMENT']])
    expect([booked(books, '1'), booked(books, '2')]).toEqual([40n, 60n])
    expect(books.lines.map(({ accountId, amountMinor }) => [accountId, amountMinor])).toEqual([
      ['1', -60n],
      ['2', 60n],
    ])
  })

  it('out of the bank goes to clearing, its fee apart (D48)', () => {
    const books = booksOf([account('1', 'NOK', 2000n)])
    pay(books, entry(100n, 'EUR', 1140n, 500n))
    expect(sides(books)).toEqual([
      ['1', CLEARING, 1140n, 'NOK', 'PAYMENT'],
      ['1', FEES, 500n, 'NOK', 'FEE'],
    ])
    expect(booked(books, '1')).toBe(360n)
    expect(books.lines.map(({ details }) => details.currencyExchange?.exchangeRate)).toEqual(['0.087719', undefined])
    // As a fixture's is stored, so that a world and one of its export have the same text.
    const fields = Object.keys(currencyExchange.shape).filter(name => name !== 'contractIdentification')
    expect(Object.keys(books.lines[0]?.details.currencyExchange ?? {})).toEqual(fields)
  })

  it('between currencies passes through clearing in each of them (D49)', () => {
    const books = booksOf([account('1', 'NOK', 2000n), account('2', 'USD', 0n)])
    pay(books, entry(100n, 'EUR', 1140n), '2')
    expect(sides(books)).toEqual([
      ['1', CLEARING, 1140n, 'NOK', 'PAYMENT'],
      [CLEARING, '2', 109n, 'USD', 'EXCHANGE'],
    ])
  })

  it('never comes from an account that is not there', () => {
    expect(() => balanceOf(booksOf([]), '1')).toThrow('is not there')
  })
})

describe('a line of a statement', () => {
  const paid: PaymentEntry = {
    ...entry(100n, 'EUR', 1140n, 500n),
    creditorIban: 'DE89370400440532013000',
    creditorAgent: 'DEUTDEFF',
    endToEndId: 'e2e-1',
    purposeCode: 'SALA',
    remittanceInformationStructured: { reference: '123' },
  }
  const stated = {
    creditorName: 'Ola',
    creditorIban: 'DE89370400440532013000',
    creditorBban: null,
    creditorCurrency: 'EUR',
    creditorAgent: 'DEUTDEFF',
    debtorName: 'Kari',
    debtorIban: 'NO931',
    debtorBban: '1',
    debtorCurrency: 'NOK',
    endToEndId: 'e2e-1',
    purposeCode: 'SALA',
    remittanceInformationUnstructured: null,
    remittanceInformationStructuredArray: [{ reference: '123' }],
  }
  const rate = (sourceCurrency: string, targetCurrency: string) =>
    expect.objectContaining({ sourceCurrency, targetCurrency, unitCurrency: sourceCurrency, quotationDate: DAY })

  it('names creditor and debtor, says what the payment said, and the rate; its fee has a line of its own', () => {
    const books = booksOf([account('1', 'NOK', 2000n)])
    pay(books, paid)
    expect(books.lines).toEqual([
      {
        accountId: '1',
        paymentId: 'p',
        amountMinor: -1140n,
        currency: 'NOK',
        details: { ...stated, currencyExchange: rate('NOK', 'EUR'), bankTransactionCode: 'PMNT-ICDT-DMCT' },
      },
      {
        accountId: '1',
        paymentId: 'p',
        amountMinor: -500n,
        currency: 'NOK',
        details: {
          creditorName: 'Sandbank',
          creditorIban: null,
          creditorBban: null,
          creditorCurrency: null,
          creditorAgent: null,
          debtorName: 'Kari',
          debtorIban: 'NO931',
          debtorBban: '1',
          debtorCurrency: 'NOK',
          endToEndId: null,
          purposeCode: null,
          remittanceInformationUnstructured: 'Fee',
          remittanceInformationStructuredArray: null,
          currencyExchange: null,
          bankTransactionCode: 'ACMT-MDOP-CHRG',
        },
      },
    ])
  })

  it('of the creditor says the same, with the rate of its own account, and none within one currency', () => {
    const books = booksOf([account('1', 'NOK', 2000n), account('2', 'USD', 0n), account('3', 'NOK', 0n)])
    pay(books, { ...paid, feeMinor: 0n }, '2')
    expect(books.lines.at(-1)).toMatchObject({
      accountId: '2',
      details: { ...stated, currencyExchange: rate('EUR', 'USD'), bankTransactionCode: 'PMNT-RCDT-DMCT' },
    })
    pay(books, { ...entry(60n, 'NOK', 60n), remittanceInformationUnstructured: 'Rent' }, '3')
    expect(books.lines.slice(-2).map(({ details }) => details)).toMatchObject([
      { currencyExchange: null, remittanceInformationUnstructured: 'Rent', remittanceInformationStructuredArray: null },
      { currencyExchange: null, remittanceInformationUnstructured: 'Rent', remittanceInformationStructuredArray: null },
    ])
  })
})

describe('funds (D37)', () => {
  it('are booked balance and credit line, to the last minor unit, fee included', () => {
    const books = booksOf([account('1', 'NOK', -50n, 2)])
    expect(pay(books, entry(101n, 'NOK', 101n, 50n))).toBe(LACKING_FUNDS)
    expect(pay(books, entry(100n, 'NOK', 100n, 51n))).toBe(LACKING_FUNDS)
    expect([books.bookings, books.lines, booked(books, '1')]).toEqual([[], [], -50n])
    expect(pay(books, entry(100n, 'NOK', 100n, 50n))).toBeUndefined()
    expect(booked(books, '1')).toBe(-200n)
  })

  it('do not matter when the creditor has no account here any more, or one that can hold no more in its own currency', () => {
    const books = booksOf([account('1', 'KWD', 10n ** 18n), account('2', 'VND', MAX_BALANCE_MINOR - 50_000n)])
    const closed = { ...entry(100n, 'KWD', 100n), creditorAccountId: '9' }
    expect(pay(books, closed)).toBe(CREDITOR_CLOSED)
    expect(pay(books, closed, '2')).toBeUndefined()
    // A dinar is more than fifty thousand dong, though a thousand fils only.
    expect(pay(books, entry(1_000n, 'KWD', 1_000n), '2')).toMatch(/cannot hold/)
    const full = booksOf([account('1', 'NOK', 100n), account('2', 'NOK', MAX_BALANCE_MINOR - 100n)])
    expect(pay(full, entry(101n, 'NOK', 100n), '2')).toBeUndefined()
  })

  it('of one batch are counted one payment after the other, and no money is made or lost', () => {
    const currency = fc.constantFrom('NOK', 'EUR', 'JPY', 'KWD')
    const order = fc.record({
      amountMinor: fc.bigInt({ min: 1n, max: 5_000n }),
      to: fc.constantFrom('2', '3', undefined),
      currency,
    })
    fc.assert(
      fc.property(fc.array(order, { maxLength: 20 }), currency, currency, (orders, own, theirs) => {
        const accounts = [account('1', own, 10_000n, 7), account('2', theirs, 0n), account('3', 'NOK', 500n)]
        const books = booksOf(accounts)
        for (const one of orders) {
          const debitMinor = exchange(one.amountMinor, one.currency, own)
          pay(books, entry(one.amountMinor, one.currency, debitMinor, 3n), one.to)
        }
        expect(pay(books, entry(0n, own, 0n))).toBeUndefined()
        for (const { id, bookedMinor } of accounts) {
          const sum = books.bookings.reduce(
            (total, { debitId, creditId, amountMinor }) =>
              total + (creditId === id ? amountMinor : 0n) - (debitId === id ? amountMinor : 0n),
            bookedMinor,
          )
          expect(booked(books, id)).toBe(sum)
        }
      }),
    )
  })
})
