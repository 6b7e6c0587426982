import { describe, expect, it } from 'vitest'
import { isValidNorwegianBban } from '../../src/domain/account-numbers.ts'
import { dayOf, instantOf } from '../../src/domain/calendar.ts'
import {
  DERIVED,
  derivedBban,
  derivedCustomerNumber,
  derivedId,
  derivedPan,
  nameDigits,
} from '../../src/domain/keys.ts'
import { nearest } from '../../src/domain/nearest-names.ts'

const NAMES = Array.from({ length: 300 }, (_, place) => `entry ${place}`)

// Written down once: what a document names is found under the same id and number in every world, in every version of the bank.
const KNOWN = [
  ['', 'dcb81aee8d83', '98027751811', '90277518111', '802775******1811'],
  ['a', '2ba782c97901', '97801672961', '98016729612', '780167******2961'],
  ['ab', '04978a846752', '98631033682', '96310336820', '863103******3682'],
  ['kari', 'f6114aafbee6', '94127908582', '91279085820', '412790******8582'],
  // 9581309416 has no check digit, so the next one counts.
  ['olivia', '0221432b0be8', '96581309416', '95813094178', '658130******9416'],
  ['Ødegård & Sønner', '442eb7ab8d39', '92324211001', '93242110011', '232421******1001'],
  [
    'a longer name, of some forty characters, and more',
    'bd33a16f10db',
    '93960316123',
    '99603161234',
    '396031******6123',
  ],
] as const

describe('what an entry of a fixture gets that names none (D83)', () => {
  it.each(KNOWN)('%j is always the same', (name, digits, customerNumber, bban, pan) => {
    expect([nameDigits(name), derivedCustomerNumber(name), derivedBban(name), derivedPan(name)]).toEqual([
      digits,
      customerNumber,
      bban,
      pan,
    ])
  })

  it('is an id in the form of a UUID v7, which ends with the digits of its name and sorts by its place', () => {
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/
    expect(derivedId(0, 'a')).toBe(`018cc251-f400-7000-8000-${nameDigits('a')}`)
    expect(derivedId(0x12_34_56, 'a')).toBe(`018cc251-f400-7123-8456-${nameDigits('a')}`)
    const ids = [0, 1, 15, 16, 4_095, 4_096, 1_000_000, 0xff_ff_ff].map(place => derivedId(place, `${place}`))
    expect(ids.toSorted()).toEqual(ids)
    for (const id of ids) {
      expect(id).toMatch(form)
      expect(id >= DERIVED.from && id < DERIVED.to).toBe(true)
    }
  })

  it('is a customer number of 11 digits, a valid account number, a masked card number', () => {
    for (const name of NAMES) {
      expect(nameDigits(name)).toMatch(/^[0-9a-f]{12}$/)
      expect(derivedCustomerNumber(name)).toMatch(/^9[0-9]{10}$/)
      expect(derivedBban(name)).toMatch(/^9[0-9]{10}$/)
      expect(isValidNorwegianBban(derivedBban(name))).toBe(true)
      expect(derivedPan(name)).toMatch(/^[0-9]{6}\*{6}[0-9]{4}$/)
    }
  })

  it('is different for different names', () => {
    for (const derive of [nameDigits, derivedCustomerNumber, derivedBban, derivedPan])
      expect(new Set(NAMES.map(derive)).size).toBe(NAMES.length)
  })
})

describe('a time that a document writes (D84)', () => {
  it.each([
    ['2030-01-31', '2030-01-31'],
    ['0D', '2030-05-15'],
    ['-15D', '2030-04-30'],
    ['20D', '2030-06-04'],
    ['+1D', '2030-05-16'],
  ])('%s is the day %s in a world of 15 May 2030', (written, day) => expect(dayOf(written, '2030-05-15')).toBe(day))

  it.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['0D', '2030-05-15T10:30:00.000Z'],
    ['-15D', '2030-04-30T10:30:00.000Z'],
    ['2D', '2030-05-17T10:30:00.000Z'],
  ])('%s is the instant %s', (written, instant) => {
    expect(instantOf(written, new Date('2030-05-15T10:30:00Z')).toISOString()).toBe(instant)
  })
})

describe('the name that is most like a wrong one', () => {
  it.each([
    ['custmer', ['account', 'customer', 'consent'], 'customer'],
    ['customer', ['customers', 'customer'], 'customer'],
    ['acount', ['accounts', 'account'], 'account'],
    // As far apart: neither.
    ['abe', ['abc', 'abd'], undefined],
    ['abcdef', ['abc'], undefined],
    ['abc', ['abcdef'], undefined],
    ['abcdefg', ['abc'], undefined],
    ['abc', ['abcdefg'], undefined],
    ['abcd', ['wxyz'], undefined],
    ['abc', ['xbz'], undefined],
    ['abc', ['abz'], 'abz'],
    ['frim', ['firm', 'from'], undefined],
    ['frim', ['firm', 'fort'], 'firm'],
    ['kitten', ['sitting'], undefined],
    ['kitten', ['sittin'], undefined],
    ['kittenish', ['sittinish'], 'sittinish'],
    ['amount', ['account'], undefined],
    ['amount', ['account', 'transactionAmount'], 'transactionAmount'],
    // Other verbs for the same.
    ['setClock', ['stopClock', 'advanceClock', 'freezeClock'], 'advanceClock'],
    ['moveClock', ['stopClock', 'advanceClock'], 'advanceClock'],
    ['addCustomer', ['createCustomer', 'deleteCustomer'], 'createCustomer'],
    ['approvePayment', ['createPayment', 'deletePayment'], undefined],
    ['createClock', ['advanceClock'], undefined],
    ['paymentId', ['paymentInformationId', 'id'], 'id'],
    ['payment', ['mentpay'], undefined],
    // In a short name fewer letters may differ.
    ['abc', ['xyz'], undefined],
    ['', ['a'], undefined],
    ['b', ['aaab', 'bcd'], undefined],
    ['abc', [], undefined],
    ['abc', [''], undefined],
    // The last word of a name, unless another one is nearly the same.
    ['customerName', ['customerNumber', 'name'], 'name'],
    ['customerNme', ['customerName', 'nme'], 'customerName'],
    ['customerName', ['names', 'customerNumber'], undefined],
    ['amount', ['transactionAmount', 'transactionId'], 'transactionAmount'],
    ['amount', ['instructedAmount', 'debitAmount'], undefined],
    ['Name', ['gone', 'name'], 'name'],
    ['customerName', ['customerNames', 'name'], 'customerNames'],
    ['thatNameOwner', ['name', 'owner'], 'owner'],
    ['customerNames2', ['customerNames', 'names'], 'customerNames'],
    ['stillName', ['stilName12', 'name'], 'name'],
    // As other languages write it, however long the way of letters is.
    ['creditor_account_name', ['creditorAccount', 'creditorAccountName'], 'creditorAccountName'],
    ['Creditor Account-Name', ['creditorAccountName'], 'creditorAccountName'],
    ['ID', ['a', 'id'], 'id'],
    ['creditoraccountfullname', ['creditorAccountFullName'], 'creditorAccountFullName'],
    ['creditor.account', ['account', 'creditorAccount'], 'creditorAccount'],
    ['_', ['a', '-'], undefined],
    // Several words of its end, or all of its words in another order; never some of them.
    ['theCreditorAccountName', ['accountName', 'creditor'], 'accountName'],
    ['nameOfCustomer', ['customerNameOf'], 'customerNameOf'],
    ['creditorAmount', ['transactionAmountLimit'], undefined],
    ['customerID', ['id'], 'id'],
    // A name that is there twice is one name.
    ['custmer', ['customer', 'customer'], 'customer'],
  ])('of %j among %j is %j', (wrong, names, best) => expect(nearest(wrong, names)).toBe(best))
})

describe('the search for it', () => {
  it('counts letters that are changed, added, taken away or exchanged with the next', () => {
    const wordsOf = (letters: string, longest: number) => {
      const words = ['']
      for (const word of words) if (word.length < longest) words.push(...[...letters].map(letter => word + letter))
      return words
    }
    const pairs = [wordsOf('ab', 5), wordsOf('abc', 3)].flatMap(words =>
      words.flatMap(one => words.map(other => ({ one, other, distance: apart(one, other) }))),
    )
    // A long name may have two typing mistakes, a shorter one a single one.
    for (const [start, most] of [
      ['no', 1],
      ['longname', 2],
    ] as const)
      expect(
        pairs.filter(
          ({ one, other, distance }) => (nearest(start + one, [start + other]) !== undefined) !== distance <= most,
        ),
      ).toEqual([])
  })

  it('looks at no name of more than 40 letters, and at 500 names at most (D74)', () => {
    expect([40, 41].map(length => nearest('x'.repeat(length), ['x'.repeat(length)]))).toEqual([
      'x'.repeat(40),
      undefined,
    ])
    const others = Array.from({ length: 500 }, () => 'other')
    expect(nearest('custmer', [...others.slice(1), 'customer'])).toBe('customer')
    expect(nearest('custmer', [...others, 'customer'])).toBeUndefined()
  })
})

/** The distance of optimal string alignment, as its definition has it. */
function apart(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const [rest, otherRest] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return apart(rest, otherRest)
  const isSwap = other.length > 1 && one[0] === other[1] && one[1] === other[0]
  const swapped = isSwap ? apart(one.slice(2), other.slice(2)) : Number.POSITIVE_INFINITY
  return 1 + Math.min(apart(rest, other), apart(one, otherRest), apart(rest, otherRest), swapped)
}
