import { afterAll, describe, expect, it } from 'vitest'
import { PURPOSE_CODES } from '../../../src/bank/inputs/transfers.ts'
import { balance, change, expectRefusal, nextNumber } from '../../support/builders/builders.ts'
import {
  ADDRESS,
  addPayer,
  balancesOf,
  CROSS_BORDER,
  crossBorderBody,
  FOREIGN_IBAN,
  INSTANT,
  NDCT,
  OUTSIDE_BBAN,
  OUTSIDE_IBAN,
  paymentBody,
  register,
  SEPA,
  sepaBody,
  sign,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeFieldRules, emojis } from './shared/field-rules.ts'
import { dayRules, payerRules, transferRules } from './shared/transfer-field-rules.ts'

const bank = await startBank()
const { world, psu, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const AGAIN = '?allowLogicalDuplicate=true'
const anyPayment = (changes = {}) => paymentBody(debtor, creditor, changes)
const post = (body: unknown, path = NDCT) => psu.call('POST', path + AGAIN, { body })
const refuse = async (body: unknown, path = NDCT, code = 'FORMAT_ERROR') =>
  expectRefusal(await post(body, path), 400, code)

const FULL = {
  ...crossBorderBody(debtor),
  creditorAccount: { iban: FOREIGN_IBAN, bban: FOREIGN_IBAN.slice(4), currency: 'EUR' },
  endToEndIdentification: 'e2e',
  purposeCode: 'SALA',
  ultimateDebtor: 'Kari',
  requestedExecutionDate: '2030-05-16',
  remittanceInformationStructuredArray: [{ reference: 'r', referenceType: 't', referenceIssuer: 'i' }],
}
describeFieldRules(psu, { method: 'POST', request: async () => ({ path: CROSS_BORDER, body: FULL }) }, [
  ...transferRules(),
  ...payerRules(),
  ...dayRules('requestedExecutionDate'),
  ['endDate', 'is not a field of this request (D18): check its spelling.', '2030-06-01'],
])

describe('201', () => {
  it('takes every field, and shows it in the payment', async () => {
    const { path } = await register(psu, CROSS_BORDER, FULL)
    const { paymentId: _, _links, transactionStatus, ...shown } = (await psu.call('GET', path)).body
    expect({ transactionStatus, ...shown }).toEqual({
      ...FULL,
      transactionStatus: 'RCVD',
      debtorAccount: { iban: debtor.iban, bban: debtor.bban, currency: 'NOK' },
    })
  })

  it.each([
    ['creditorName', 70],
    ['creditorAddress.street', 70],
    ['creditorAddress.buildingNumber', 70],
    ['creditorAddress.postalCode', 70],
    ['creditorAddress.city', 70],
    ['ultimateDebtor', 70],
    ['endToEndIdentification', 35],
    ['remittanceInformationStructuredArray[0].reference', 35],
    ['remittanceInformationStructuredArray[0].referenceType', 35],
    ['remittanceInformationStructuredArray[0].referenceIssuer', 35],
  ])('takes a %s of 1 to %d code points (D31)', async (field, most) => {
    for (const text of ['æ', emojis(most)]) {
      const { path } = await register(psu, CROSS_BORDER + AGAIN, change(FULL, field, text))
      expect((await psu.call('GET', path)).text).toContain(text)
    }
  })

  it('takes a message of 140 code points', async () => {
    await register(psu, NDCT, anyPayment({ remittanceInformationUnstructured: emojis(140) }))
  })

  it.each(PURPOSE_CODES)('takes the purpose %s', async purposeCode => {
    const { path } = await register(psu, NDCT + AGAIN, anyPayment({ purposeCode }))
    expect((await psu.call('GET', path)).body).toMatchObject({ purposeCode })
  })

  it('knows 14 purposes ([I] Create periodic payment)', () => expect(PURPOSE_CODES).toHaveLength(14))
})

describe('the amount (D21)', () => {
  const of = (amount: string, currency = 'NOK') => anyPayment({ instructedAmount: { amount, currency } })

  it.each(['0.01', '1', '1.5', '9999999999999.99', '0.10', '100.00'])('may be %s', async amount => {
    expect((await post(of(amount))).status).toBe(201)
  })

  it('is answered with exactly the digits of its currency', async () => {
    const { path } = await register(psu, NDCT + AGAIN, of('7'))
    expect((await psu.call('GET', path)).body.instructedAmount).toEqual({ amount: '7.00', currency: 'NOK' })
    const yen = { instructedAmount: { amount: '700', currency: 'JPY' } }
    const foreign = await register(psu, CROSS_BORDER, crossBorderBody(debtor, yen))
    expect((await psu.call('GET', foreign.path)).body).toMatchObject(yen)
  })

  it.each(['0', '0.00', '-1', '-0.01', '-0'])('must be more than zero, so not %s', async amount => {
    expect(await refuse(of(amount))).toEqual(['instructedAmount.amount: must be more than zero (D21).'])
  })

  const NO_AMOUNTS = ['', ' ', '1e3', '1E3', '01', '00.10', '+1', ' 1', '1 ', '1 000', '1,00', '1.', '.5', '1.234']
  const ODD_AMOUNTS = ['10000000000000', '١٠', '１０', '१.०', '0x10', 'NaN', 'Infinity', '--1', '1.2.3', '1\n', "1'000"]
  it.each([...NO_AMOUNTS, ...ODD_AMOUNTS].map(amount => [JSON.stringify(amount), amount]))(
    'must not be %s',
    async (shown, amount) => {
      expect(await refuse(of(amount))).toEqual([
        `instructedAmount.amount: ${shown} is not an amount in NOK: write 1 to 13 digits without leading zeros, at most 2 after a decimal point, for example 1250.00.`,
      ])
    },
  )

  it('has no fraction in yen, and three digits in Kuwaiti dinars', async () => {
    const abroad = (amount: string, currency: string) =>
      crossBorderBody(debtor, { instructedAmount: { amount, currency } })
    expect((await refuse(abroad('1.0', 'JPY'), CROSS_BORDER))[0]).toContain('no decimal point')
    expect((await refuse(abroad('1.2345', 'KWD'), CROSS_BORDER))[0]).toContain('at most 3 after a decimal point')
    expect((await post(abroad('1.234', 'KWD'), CROSS_BORDER)).status).toBe(201)
  })
})

describe('the currency of a product', () => {
  const [kroner, euros] = [
    { amount: '1.00', currency: 'NOK' },
    { amount: '1.00', currency: 'EUR' },
  ]
  it.each([
    [NDCT, 'NOK', () => anyPayment({ instructedAmount: euros })],
    [INSTANT, 'NOK', () => anyPayment({ instructedAmount: euros })],
    [SEPA, 'EUR', () => sepaBody(debtor, { instructedAmount: kroner })],
  ])('%s is in %s only', async (path, currency, body) => {
    expect(await refuse(body(), path)).toEqual([
      `instructedAmount.currency: must be ${currency} for this payment product.`,
    ])
  })

  it('cross-border is any of the interface: each has a published rate (D49)', async () => {
    for (const currency of ['NOK', 'EUR', 'USD', 'SEK', 'HKD', 'XAF', 'AED', 'ZWD'])
      expect(
        (await post(crossBorderBody(debtor, { instructedAmount: { amount: '1', currency } }), CROSS_BORDER)).status,
      ).toBe(201)
  })

  it('is no hindrance to an account in any currency: one in dirhams pays abroad, fee and all', async () => {
    const own = await addPayer(bank, {
      world,
      account: { currency: 'AED', balances: [balance(1000, 'closingBooked', 'AED')] },
    })
    const payment = await register(own.psu, CROSS_BORDER, crossBorderBody(own.debtor))
    await sign(bank, own.psu, payment, own.number)
    // 1140 kroner at 2.8591 are 398.73 dirhams, and the fee of 50 kroner 17.49.
    expect(await balancesOf(world, own.debtor)).toEqual({ booked: 1000, expected: 583.78 })
  })
})

describe('the accounts (D23)', () => {
  const to = (creditorAccount: object) => anyPayment({ creditorAccount })
  const TWO = 'creditorAccount: iban and bban name two different accounts; give one, or both of the same account (D23).'

  it('may be one of the world, whatever its check digits, by iban, bban or both, with spaces in the iban', async () => {
    const { iban, bban } = creditor
    const spaced = iban.replaceAll(/(.{4})/g, '$1 ')
    for (const named of [{ iban }, { bban }, { iban, bban }, { iban: spaced }])
      expect((await post(to({ ...named, currency: 'NOK' }))).status).toBe(201)
    const byBban = anyPayment({ debtorAccount: { bban: debtor.bban, currency: 'NOK' } })
    expect((await post(byBban)).status).toBe(201)
  })

  it('may be outside the bank when its check digits are right', async () => {
    for (const named of [{ iban: OUTSIDE_IBAN }, { bban: OUTSIDE_BBAN }, { iban: OUTSIDE_IBAN, bban: OUTSIDE_BBAN }])
      expect((await post(to({ ...named, currency: 'NOK' }))).status).toBe(201)
  })

  it.each([
    ['iban', 'NO9386011117948', 'no right IBAN: its check digits are wrong (mod 97) (D23).'],
    ['iban', 'NO938601111794', 'no right IBAN: an IBAN of NO has 15 characters, this one 14 (D23).'],
    [
      'iban',
      'NO4315O34020016',
      'no right IBAN: an IBAN of NO goes on with [0-9]{11}, this one with 15O34020016 (D23).',
    ],
    ['iban', 'US6412345', 'no right IBAN: US is no country with IBANs (D23).'],
    [
      'iban',
      'NO8815034020017',
      'no right IBAN: the account number in it, 15034020017, ends in a wrong check digit (mod 11) (D23).',
    ],
    ['bban', '86011117948', 'no Norwegian account number: 11 digits, the last a mod 11 check digit (D23).'],
    ['bban', '8601111794', 'no Norwegian account number: 11 digits, the last a mod 11 check digit (D23).'],
  ])('must not be outside the bank with %s %s', async (field, value, text) => {
    const [fault = ''] = await refuse(to({ [field]: value, currency: 'NOK' }))
    expect(fault).toBe(`creditorAccount.${field}: is no account of this world, and ${text}`)
  })

  it('must be one, when given by iban and bban', async () => {
    for (const named of [
      { iban: creditor.iban, bban: debtor.bban },
      { iban: creditor.iban, bban: nextNumber() },
      { iban: OUTSIDE_IBAN, bban: creditor.bban },
      { iban: OUTSIDE_IBAN, bban: '86011117955' },
    ])
      expect(await refuse(to({ ...named, currency: 'NOK' }))).toEqual([TWO])
  })

  it('must be in the currency they are in', async () => {
    const currency = 'must be NOK, the currency of the account.'
    expect(await refuse(to({ iban: creditor.iban, currency: 'EUR' }))).toEqual([
      `creditorAccount.currency: ${currency}`,
    ])
    const wrong = anyPayment({ debtorAccount: { iban: debtor.iban, currency: 'EUR' } })
    expect(await refuse(wrong)).toEqual([`debtorAccount.currency: ${currency}`])
  })

  it('must be two: 400 BAD_REQUEST', async () => {
    const own = paymentBody(debtor, debtor)
    expect(await refuse(own, NDCT, 'BAD_REQUEST')).toEqual([
      'creditorAccount: The creditor account is the debtor account.',
    ])
  })

  it('must be in Norway for a domestic payment, and have an IBAN for SEPA', async () => {
    expect(await refuse(to({ iban: FOREIGN_IBAN, currency: 'EUR' }))).toEqual([
      'creditorAccount.iban: must be a Norwegian account for a domestic payment: use cross-border-credit-transfers.',
    ])
    const byBban = sepaBody(debtor, { creditorAccount: { bban: OUTSIDE_BBAN, currency: 'NOK' } })
    expect(await refuse(byBban, SEPA)).toEqual(['creditorAccount.iban: is required for this payment product.'])
  })
})

describe('what only a cross-border payment has', () => {
  it('creditorAgent and a full creditorAddress, both named together when missing', async () => {
    const { creditorAgent: _, creditorAddress: __, ...bare } = crossBorderBody(debtor)
    const REQUIRED = 'is required for cross-border-credit-transfers.'
    const country = `creditorAddress.country: ${REQUIRED}`
    const parts = ['street', 'postalCode', 'city'].map(part => `creditorAddress.${part}: ${REQUIRED}`)
    const agent = "creditorAgent: is required for cross-border-credit-transfers: the BIC of the creditor's bank."
    expect(await refuse(bare, CROSS_BORDER)).toEqual([...parts, country, agent])
    const poor = { ...bare, creditorAgent: 'DNBANOKK', creditorAddress: { country: 'DE' } }
    expect(await refuse(poor, CROSS_BORDER)).toEqual(parts)
  })

  it('no other product has a creditorAgent; an address it may have', async () => {
    const text = ['creditorAgent: goes with cross-border-credit-transfers only.']
    expect(await refuse(anyPayment({ creditorAgent: 'DNBANOKK' }))).toEqual(text)
    expect(await refuse(sepaBody(debtor, { creditorAgent: 'DNBANOKK' }), SEPA)).toEqual(text)
    expect((await post(anyPayment({ creditorAddress: { country: 'NO' } }))).status).toBe(201)
    expect((await post(sepaBody(debtor, { creditorAddress: ADDRESS }), SEPA)).status).toBe(201)
  })
})
