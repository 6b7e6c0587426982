import { describe, expect, it } from 'vitest'
import { assertAccountNumber } from '../../src/domain/account-numbers.ts'
import { decideTransfer, judgeTransfer, type Transfer, totalsOf } from '../../src/domain/payments.ts'
import { feesMinor, findProduct, PRODUCTS, type Product, requireProduct } from '../../src/domain/products.ts'
import type { Account } from '../../src/generated/client.ts'
import { accountRow } from '../support/builders/rows.ts'
import { expectRefusal, refusalOf } from '../support/clients/refusals.ts'

const [NDCT, INSTANT, ABROAD, SEPA] = PRODUCTS
const OURS = accountRow({ id: 'b', iban: 'NO932', bban: '2' })
const debtor = accountRow()
const NORWEGIAN = 'NO9386011117947'
const GERMAN = 'DE89370400440532013000'
const TURKISH = 'TR330006100519786457841326'

const ADDRESS = { street: 'Weg', postalCode: '1', city: 'Bonn', country: 'DE' }
const body = (changes: Partial<Transfer> = {}, currency = 'NOK'): Transfer => ({
  instructedAmount: { amount: '1.00', currency },
  creditorName: 'Ola',
  creditorAccount: { iban: NORWEGIAN, currency },
  ...changes,
})
const abroad = (changes: Partial<Transfer> = {}) =>
  body(
    {
      creditorAccount: { iban: GERMAN, currency: 'EUR' },
      creditorAgent: 'DEUTDEFF',
      creditorAddress: ADDRESS,
      ...changes,
    },
    'EUR',
  )
const decide = (product: Product, transfer: Transfer, creditor?: Account, prefix = 'x.') =>
  decideTransfer(product, debtor, creditor, transfer, prefix)
const faultsOf = (run: () => unknown) =>
  refusalOf(run).faults.map(({ path, text, code }) => [path, text, ...(code === undefined ? [] : [code])])
const SAME_FOREIGN = 'is required for cross-border-credit-transfers.'
const FOREIGN_AGENT = "is required for cross-border-credit-transfers: the BIC of the creditor's bank."

describe('a transfer', () => {
  it('comes to its amount, its fee, its creditor and its references', () => {
    expect(decide(NDCT, body())).toEqual({
      amountMinor: 100n,
      debitMinor: 100n,
      feeMinor: 0n,
      creditorAccount: { iban: NORWEGIAN, bban: null, currency: 'NOK' },
      references: [],
      warnings: [],
    })
    expect(decide(INSTANT, body()).feeMinor).toBe(0n)
    expect(decide(ABROAD, abroad())).toMatchObject({ amountMinor: 100n, debitMinor: 1_140n, feeMinor: 5_000n })
    const reference = { reference: 'a', referenceType: 'b', referenceIssuer: 'c' }
    expect(decide(NDCT, body({ remittanceInformationStructuredArray: [reference] })).references).toEqual([reference])
    expect(decide(NDCT, body({ remittanceInformationUnstructured: 'Rent' })).references).toEqual([])
  })

  it('with a reference in the deprecated form is accepted with a warning ([I] Versioning 5)', () => {
    const reference = { reference: '18', referenceType: 'SCOR' }
    const decided = decide(NDCT, body({ remittanceInformationStructured: reference }))
    expect(decided.references).toEqual([reference])
    expect(decided.warnings).toEqual([
      {
        code: 'FORMAT_ERROR',
        path: 'x.remittanceInformationStructured',
        text: 'is deprecated and was read as remittanceInformationStructuredArray with one element ([I] Versioning 5).',
      },
    ])
  })

  it('is in the currency of its product', () => {
    expect(faultsOf(() => decide(NDCT, body({}, 'EUR')))).toEqual([
      ['x.instructedAmount.currency', 'must be NOK for this payment product.'],
    ])
    expect(refusalOf(() => decide(SEPA, body())).faults).toEqual([
      {
        path: 'x.instructedAmount.currency',
        text: 'must be EUR for this payment product.',
      },
    ])
    expect(faultsOf(() => decide(NDCT, body({ instructedAmount: { amount: '1.001', currency: 'NOK' } })))).toEqual([
      ['x.instructedAmount.amount', expect.stringMatching(/^"1\.001" is not an amount in NOK/)],
    ])
    expect(faultsOf(() => decide(NDCT, body({ instructedAmount: { amount: '-1', currency: 'NOK' } })))).toEqual([
      ['x.instructedAmount.amount', 'must be more than zero (D21).'],
    ])
  })

  it('does not go to the account that it comes from', () => {
    const own = body({ creditorAccount: { iban: debtor.iban, currency: 'NOK' } })
    const refusal = expectRefusal(() => decide(NDCT, own, debtor), 'BAD_REQUEST', /./)
    expect(refusal.faults).toEqual([{ path: 'x.creditorAccount', text: 'The creditor account is the debtor account.' }])
  })

  it('has a BIC abroad, and nowhere else', () => {
    expect(faultsOf(() => decide(NDCT, body({ creditorAgent: 'DNBANOKK' })))).toEqual([
      ['x.creditorAgent', 'goes with cross-border-credit-transfers only.'],
    ])
    expect(faultsOf(() => decide(ABROAD, abroad({ creditorAgent: undefined })))).toEqual([
      ['x.creditorAgent', FOREIGN_AGENT],
    ])
    expect(faultsOf(() => decide(ABROAD, abroad({ creditorAddress: undefined, creditorAgent: undefined })))).toEqual([
      ...['street', 'postalCode', 'city', 'country'].map(field => [`x.creditorAddress.${field}`, SAME_FOREIGN]),
      ['x.creditorAgent', FOREIGN_AGENT],
    ])
    expect(faultsOf(() => decide(ABROAD, abroad({ creditorAddress: { ...ADDRESS, city: undefined } })))).toEqual([
      ['x.creditorAddress.city', SAME_FOREIGN],
    ])
  })

  it('reaches the countries of its product; an account of the bank counts as one of Norway', () => {
    const to = (iban: string, currency = 'NOK') => body({ creditorAccount: { iban, currency } })
    expect(faultsOf(() => decide(NDCT, to(GERMAN)))).toEqual([
      [
        'x.creditorAccount.iban',
        'must be a Norwegian account for a domestic payment: use cross-border-credit-transfers.',
      ],
    ])
    const german = accountRow({ id: 'b', iban: GERMAN, bban: '2' })
    expect(decide(NDCT, to(GERMAN), german).amountMinor).toBe(100n)
    expect(decide(ABROAD, abroad({ creditorAccount: { iban: TURKISH, currency: 'EUR' } })).amountMinor).toBe(100n)
    const byBban = { creditorAccount: { bban: '86011117947', currency: 'EUR' } }
    expect(decide(ABROAD, abroad({ ...byBban, creditorAgent: 'DNBANOKK' })).amountMinor).toBe(100n)
    expect(decide(NDCT, body({ creditorAccount: { bban: '86011117947', currency: 'NOK' } })).amountMinor).toBe(100n)
    expect(faultsOf(() => decide(SEPA, body(byBban, 'EUR')))).toEqual([
      ['x.creditorAccount.iban', 'is required for this payment product.'],
    ])
    expect(decide(SEPA, body({ creditorAccount: { iban: GERMAN, currency: 'EUR' } }, 'EUR')).amountMinor).toBe(100n)
  })

  it('has one structured reference, or a message', () => {
    const references = [{ reference: 'a' }]
    const both = body({
      remittanceInformationStructured: { reference: 'a' },
      remittanceInformationStructuredArray: references,
    })
    expect(expectRefusal(() => decide(NDCT, both), 'FORMAT_ERROR', /./).faults).toEqual([
      {
        path: 'x.remittanceInformationStructured',
        text: 'is deprecated; give remittanceInformationStructuredArray alone.',
      },
    ])
    for (const given of [
      { remittanceInformationStructuredArray: references },
      { remittanceInformationStructured: { reference: 'a' } },
    ]) {
      const mixed = body({ ...given, remittanceInformationUnstructured: 'Rent' })
      expect(expectRefusal(() => decide(NDCT, mixed), 'FORMAT_ERROR', /./).faults).toEqual([
        {
          path: 'x.remittanceInformationUnstructured',
          text: 'goes without a structured reference: a payment has one or the other (D47).',
          rule: 'D47',
        },
      ])
    }
    expect(
      decide(NDCT, body({ remittanceInformationStructuredArray: [], remittanceInformationUnstructured: 'a' }))
        .references,
    ).toEqual([])
  })

  it('has a KID in the place where it was given (D47)', () => {
    const wrong = { reference: '17', referenceType: 'SCOR' }
    const text = 'is no KID: 2 to 25 digits, the last a mod 10 or mod 11 check digit (D47).'
    expect(faultsOf(() => decide(NDCT, body({ remittanceInformationStructuredArray: [wrong] })))).toEqual([
      ['x.remittanceInformationStructuredArray[0].reference', text],
    ])
    expect(faultsOf(() => decide(NDCT, body({ remittanceInformationStructured: wrong })))).toEqual([
      ['x.remittanceInformationStructured.reference', text],
    ])
    const demanding = { ...OURS, demandsKid: true }
    const ours = { creditorAccount: { iban: 'NO932', currency: 'NOK' } }
    const missing = 'The creditor takes only payments with a KID: a structured reference of type SCOR (D47).'
    expect(faultsOf(() => decide(NDCT, body(ours), demanding))).toEqual([
      ['x.remittanceInformationStructuredArray', missing],
    ])
    expect(
      faultsOf(() => decide(NDCT, body({ ...ours, remittanceInformationStructured: { reference: '18' } }), demanding)),
    ).toEqual([['x.remittanceInformationStructured', missing]])
    expect(decide(NDCT, body(ours), OURS).amountMinor).toBe(100n)
  })
})

describe('a transfer of which not everything can be read', () => {
  const judge = (product: Product, transfer: Partial<Transfer>) => () =>
    judgeTransfer(product, undefined, undefined, transfer, 'p.')

  it('is held to what is known of it (D16)', () => {
    expect(judge(NDCT, {})).not.toThrow()
    expect(judge(NDCT, body())).not.toThrow()
    expect(faultsOf(judge(NDCT, { instructedAmount: { amount: '0', currency: 'NOK' } }))).toEqual([
      ['p.instructedAmount.amount', 'must be more than zero (D21).'],
    ])
    expect(faultsOf(judge(NDCT, { creditorAgent: 'DNBANOKK' }))).toEqual([
      ['p.creditorAgent', 'goes with cross-border-credit-transfers only.'],
    ])
    expect(refusalOf(judge(SEPA, { creditorAccount: { iban: TURKISH, currency: 'EUR' } })).faults).toEqual([
      {
        path: 'p.creditorAccount.iban',
        text: 'must be an account in a country of SEPA, which TR is not: use cross-border-credit-transfers.',
      },
    ])
    expect(
      faultsOf(judge(NDCT, { remittanceInformationStructuredArray: [{ reference: '17', referenceType: 'SCOR' }] })),
    ).toEqual([['p.remittanceInformationStructuredArray[0].reference', expect.stringMatching(/^is no KID/)]])
    expect(
      faultsOf(judge(NDCT, { instructedAmount: { amount: '0', currency: 'NOK' }, creditorAgent: 'x' })),
    ).toHaveLength(2)
  })

  it('may go to any country where it stays in the bank', () => {
    const creditorAccount = { iban: GERMAN, currency: 'NOK' }
    expect(faultsOf(judge(NDCT, { creditorAccount }))).toHaveLength(1)
    const ours = { ...OURS, iban: GERMAN }
    expect(() => judgeTransfer(NDCT, undefined, ours, { creditorAccount }, 'p.')).not.toThrow()
  })
})

it('transfers come to their sums', () => {
  expect(totalsOf([])).toEqual({ debitMinor: 0n, feeMinor: 0n })
  expect(
    totalsOf([
      { debitMinor: 5n, feeMinor: 7n },
      { debitMinor: 11n, feeMinor: 13n },
    ]),
  ).toEqual({ debitMinor: 16n, feeMinor: 20n })
})

describe('the payment products', () => {
  it('have a fee for each transfer (D48)', () => {
    const fees = (product: string, transfers: number) =>
      feesMinor({ payment: { service: 'SINGLE', product }, entries: Array.from({ length: transfers }) })
    expect([fees(NDCT, 3), fees(ABROAD, 3), fees(SEPA, 1), fees(SEPA, 0)]).toEqual([0n, 15_000n, 1_000n, 0n])
  })

  it('are found by their names, where their service offers them', () => {
    for (const product of PRODUCTS) expect(findProduct('SINGLE', product)).toBe(product)
    expect(findProduct('BULK', NDCT)).toBe(NDCT)
    expect(findProduct('BULK', SEPA)).toBeUndefined()
    expect(findProduct('SINGLE', 'x')).toBeUndefined()
    expect(() => requireProduct('SINGLE', 'x')).toThrow()
  })

  it('are listed where a service does not offer one', () => {
    expect(refusalOf(() => requireProduct('SINGLE', 'x')).message).toContain(PRODUCTS.join(', '))
  })
})

describe('the place of a wrong account number', () => {
  const check = (reference: object, known?: Account) => () =>
    assertAccountNumber({ currency: 'NOK', ...reference }, known, 'p')
  it.each([
    [check({ iban: 'NO931', currency: 'EUR' }, debtor), 'p.currency'],
    [check({ iban: 'NO93' }), 'p.iban'],
    [check({ bban: '86011117948' }), 'p.bban'],
    [check({ iban: NORWEGIAN, bban: '86011117955' }), 'p'],
    // The number within an IBAN is the one that counts; what is wrong with the other is that it is another one.
    [check({ iban: NORWEGIAN, bban: '1' }), 'p'],
  ])('%#', (run, path) => expect(refusalOf(run).faults.map(fault => fault.path)).toEqual([path]))

  it('is none for a name of an account that is known, or for none at all', () => {
    expect(check({}, debtor)).not.toThrow()
    expect(check({})).not.toThrow()
  })
})
