import { describe, expect, it } from 'vitest'
import { assertAccountNumber } from '../../src/domain/account-numbers.ts'
import { decideTransfer } from '../../src/domain/payments.ts'
import { accountRow } from '../support/builders/rows.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const transfer = (amount: string, currency: string, changes = {}) => ({
  instructedAmount: { amount, currency },
  creditorName: 'Ola',
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
  ...changes,
})
const NDCT = 'norwegian-domestic-credit-transfers'
const SEPA = 'sepa-credit-transfers'

describe('what a transfer comes to', () => {
  it('is debited in the currency of the account, the fee too (D48, D49)', () => {
    const kroner = decideTransfer(SEPA, accountRow(), undefined, transfer('100.00', 'EUR'), '')
    expect(kroner).toMatchObject({ amountMinor: 10_000n, debitMinor: 114_000n, feeMinor: 1_000n, warnings: [] })
    const euros = decideTransfer(SEPA, accountRow({ currency: 'EUR' }), undefined, transfer('100.00', 'EUR'), '')
    expect(euros).toMatchObject({ amountMinor: 10_000n, debitMinor: 10_000n, feeMinor: 88n })
  })

  it('is at least one minor unit, however little was instructed', () => {
    const own = accountRow({ currency: 'KWD' })
    const outside = { creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' } }
    expect(decideTransfer(NDCT, own, undefined, transfer('0.01', 'NOK', outside), '').debitMinor).toBe(1n)
  })

  it('names the place of its fault within a bulk', () => {
    const wrong = () => decideTransfer(NDCT, accountRow(), undefined, transfer('0', 'NOK'), 'payments[7].')
    const { faults } = expectRefusal(wrong, 'FORMAT_ERROR', /must be more than zero/)
    expect(faults.map(({ path }) => path)).toEqual([
      'payments[7].instructedAmount.amount',
      'payments[7].creditorAccount.iban',
    ])
  })

  it('names all its faults together, each under its own code (D16)', () => {
    const wrong = transfer('0', 'EUR', {
      creditorAccount: { iban: 'DE00', currency: 'NOK' },
      creditorAgent: 'DNBANOKK',
      remittanceInformationStructuredArray: [{ reference: '17', referenceType: 'SCOR' }],
    })
    const { faults } = expectRefusal(
      () => decideTransfer(NDCT, accountRow(), undefined, wrong, ''),
      'FORMAT_ERROR',
      /./,
    )
    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['instructedAmount.currency', undefined],
      ['instructedAmount.amount', undefined],
      ['creditorAccount.iban', undefined],
      ['creditorAgent', undefined],
      ['creditorAccount.iban', undefined],
      ['remittanceInformationStructuredArray[0].reference', 'KID_INVALID'],
    ])
  })

  it.each([
    ['DE89370400440532013000', true],
    ['AL47212110090000000235698741', true],
    ['CH9300762011623852957', true],
    ['AE070331234567890123456', false],
    ['TR330006100519786457841326', false],
  ])('by SEPA goes to %s: %s, since SEPA is a list of countries', (iban, reached) => {
    const pay = () =>
      decideTransfer(
        'sepa-credit-transfers',
        accountRow(),
        undefined,
        transfer('1', 'EUR', { creditorAccount: { iban, currency: 'EUR' } }),
        '',
      )
    if (reached) expect(pay().amountMinor).toBe(100n)
    else expectRefusal(pay, 'FORMAT_ERROR', new RegExp(`a country of SEPA, which ${iban.slice(0, 2)} is not`))
  })

  it('takes a KID only with a right check digit, and demands one where the creditor does (D47)', () => {
    const creditor = accountRow({ id: 'b', iban: 'NO932', bban: '2', demandsKid: true })
    const pay = (references?: object[]) =>
      decideTransfer(
        NDCT,
        accountRow(),
        creditor,
        transfer('1', 'NOK', {
          creditorAccount: { iban: 'NO932', currency: 'NOK' },
          remittanceInformationStructuredArray: references,
        }),
        '',
      )
    expectRefusal(() => pay(), 'KID_MISSING', /structured reference of type SCOR/)
    expectRefusal(() => pay([{ reference: '18' }]), 'KID_MISSING', /type SCOR/)
    expectRefusal(() => pay([{ reference: '17', referenceType: 'SCOR' }]), 'KID_INVALID', /is no KID/)
    expect(pay([{ reference: '18', referenceType: 'SCOR' }]).references).toEqual([
      { reference: '18', referenceType: 'SCOR' },
    ])
  })
})

describe('a transfer that lacks what its product needs', () => {
  it('by SEPA needs an IBAN', () => {
    const bban = { creditorAccount: { bban: '86011117947', currency: 'EUR' } }
    const pay = () => decideTransfer(SEPA, accountRow(), undefined, transfer('1', 'EUR', bban), '')
    const { faults } = expectRefusal(pay, 'FORMAT_ERROR', /is required for this payment product/)
    expect(faults.map(({ path }) => path)).toEqual(['creditorAccount.iban'])
  })

  it('across the border needs the agent and the address', () => {
    const pay = () =>
      decideTransfer('cross-border-credit-transfers', accountRow(), undefined, transfer('1', 'EUR'), 'payments[0].')
    expect(expectRefusal(pay, 'FORMAT_ERROR', /the BIC of the creditor's bank/).faults.map(({ path }) => path)).toEqual(
      [
        'payments[0].creditorAddress.street',
        'payments[0].creditorAddress.postalCode',
        'payments[0].creditorAddress.city',
        'payments[0].creditorAddress.country',
        'payments[0].creditorAgent',
      ],
    )
  })
})

describe('an account number (D23)', () => {
  const NOK = { currency: 'NOK' }
  it.each([
    [{ iban: 'NO931' }, true],
    [{ bban: '1' }, true],
    [{ iban: 'NO931', bban: '1' }, true],
    [{ iban: 'NO9386011117947' }, false],
    [{ bban: '86011117947' }, false],
    [{ iban: 'NO9386011117947', bban: '86011117947' }, false],
  ])('%j may be named, known to the world: %s', (numbers, known) => {
    expect(() => assertAccountNumber({ ...numbers, ...NOK }, known ? accountRow() : undefined, 'x')).not.toThrow()
  })

  it.each([
    [{ iban: 'NO931', bban: '2' }, true, /two different accounts/],
    [{ iban: 'NO932', bban: '1' }, true, /two different accounts/],
    [{ iban: 'NO9386011117947', bban: '86011117955' }, false, /two different accounts/],
    [{ iban: 'NO9486011117947' }, false, /mod 97/],
    [{ iban: 'NO938601111794' }, false, /has 15 characters/],
    [{ bban: '86011117948' }, false, /mod 11/],
    [{ bban: '8601111794' }, false, /mod 11/],
  ])('%j must not be named, known to the world: %s', (numbers, known, text) => {
    expectRefusal(
      () => assertAccountNumber({ ...numbers, ...NOK }, known ? accountRow() : undefined, 'x'),
      'FORMAT_ERROR',
      text,
    )
  })

  it('must be named with the currency of its account', () => {
    const wrong = () => assertAccountNumber({ iban: 'NO931', currency: 'EUR' }, accountRow(), 'x')
    const { faults } = expectRefusal(wrong, 'FORMAT_ERROR', /must be NOK, the currency of the account/)
    expect(faults[0]).toMatchObject({ path: 'x.currency', want: { kind: 'value', value: 'NOK' } })
  })
})
