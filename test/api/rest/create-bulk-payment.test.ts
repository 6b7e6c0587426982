import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import {
  ADDRESS,
  addCorporate,
  addMember,
  addPayer,
  BULK,
  bulkBody,
  NDCT,
  OUTSIDE_BBAN,
  OUTSIDE_IBAN,
  paymentBody,
  register,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ABSENT, describeFieldRules, NO_LIST, NO_OBJECT, REQUIRED, textRules, UNKNOWN } from './shared/field-rules.ts'
import { dayRules, payerRules, transferRules } from './shared/transfer-field-rules.ts'

const bank = await startBank()
const { world, psu, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const AGAIN = '?allowLogicalDuplicate=true'
const FULL = bulkBody(debtor, creditor, ['100.00', '200.00'], {
  paymentInformationId: 'Salaries of May',
  ultimateDebtor: 'Kari',
  requestedExecutionDate: '2030-05-16',
})
const [FIRST] = FULL.payments
const TRANSFER = {
  ...FIRST,
  creditorAccount: { iban: OUTSIDE_IBAN, bban: OUTSIDE_BBAN, currency: 'NOK' },
  creditorAddress: ADDRESS,
  endToEndIdentification: 'e2e',
  purposeCode: 'SALA',
  remittanceInformationStructuredArray: [{ reference: 'r', referenceType: 't', referenceIssuer: 'i' }],
}
const BODY = { ...FULL, payments: [TRANSFER, ...FULL.payments.slice(1)] }

describe('201', () => {
  it('registers the payments of one debtor together, and says where they are', async () => {
    const answer = await psu.call('POST', BULK, { body: BODY })
    const path = `${world.base}${BULK}/${answer.body.paymentId}`
    expect(answer).toMatchObject({ status: 201, headers: { location: path } })
    expect(answer.body).toMatchObject({
      transactionStatus: 'RCVD',
      transactionFees: { amount: '0.00', currency: 'NOK' },
      transactionFeeIndicator: false,
      psuMessage: 'Please approve this payment in your bank.',
    })
    expect(Object.keys(answer.body._links)).toEqual(['self', 'status', 'scaRedirect', 'scaStatus'])
    const { paymentId: _, _links, ...shown } = (await psu.call('GET', path.slice(world.base.length))).body
    const debtorAccount = { iban: debtor.iban, bban: debtor.bban, currency: 'NOK' }
    const payments = BODY.payments.map(one => ({ ...one, transactionStatus: 'RCVD' }))
    expect(shown).toEqual({ ...BODY, payments, debtorAccount, transactionStatus: 'RCVD' })
  })

  it('takes 1 to 500 payments', async () => {
    for (const count of [1, 500]) {
      const { path } = await register(psu, BULK, bulkBody(debtor, creditor, Array<string>(count).fill('0.01')))
      expect((await psu.call('GET', path)).body.payments).toHaveLength(count)
    }
  })

  it('warns of the deprecated reference of each payment that has one (D47)', async () => {
    const deprecated = { ...FIRST, remittanceInformationStructured: { reference: 'r' } }
    const { made } = await register(psu, BULK, { ...FULL, payments: [FIRST, deprecated] })
    expect(made.tppMessages).toEqual([
      expect.objectContaining({ category: 'WARNING', path: 'payments[1].remittanceInformationStructured' }),
    ])
  })
})

describeFieldRules(psu, { method: 'POST', request: async () => ({ path: BULK + AGAIN, body: BODY }) }, [
  ...transferRules('payments[0].'),
  ...payerRules(),
  ...dayRules('requestedExecutionDate'),
  ...textRules('paymentInformationId', 35),
  ['payments', REQUIRED, ABSENT],
  ['payments', 'must be a list of payments.', ...NO_LIST],
  ['payments', 'must hold at least one payment.', []],
  ['payments', 'must hold at most 500 payments.', Array(501).fill(FIRST)],
  ['payments[0]', 'must be a payment.', null, ['x'], ...NO_OBJECT],
  ['payments[0].debtorAccount', UNKNOWN, FULL.debtorAccount],
  ['payments[0].requestedExecutionDate', UNKNOWN, '2030-05-16'],
  [
    'batchBookingPreferred',
    'is a field that this interface does not have (D51). Leave it out: each payment of a bulk is booked by itself.',
    true,
  ],
])

describe('400', () => {
  it('FORMAT_ERROR names the faults of all payments together (D16)', async () => {
    const wrong = [
      { ...FIRST, creditorAgent: 'DNBANOKK' },
      FIRST,
      { ...FIRST, creditorAccount: { bban: '86011117948', currency: 'NOK' } },
      { ...FIRST, instructedAmount: { amount: '1', currency: 'EUR' } },
    ]
    const answer = await psu.call('POST', BULK, { body: { ...FULL, payments: wrong } })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
      'payments[0].creditorAgent: goes with cross-border-credit-transfers only.',
      'payments[2].creditorAccount.bban: is no account of this world, and no Norwegian account number: 11 digits, the last a mod 11 check digit (D23).',
      'payments[3].instructedAmount.currency: must be NOK for this payment product.',
    ])
  })

  it('FORMAT_ERROR names an amount and an empty name together, of each payment (D16)', async () => {
    const amount = (text: string) => ({ ...FIRST, instructedAmount: { amount: text, currency: 'NOK' } })
    const wrong = [
      { ...amount('0'), creditorName: '' },
      amount('1.005'),
      { ...amount('01.00'), endToEndIdentification: '' },
    ]
    const answer = await psu.call('POST', BULK, { body: { ...FULL, payments: wrong } })
    const notAnAmount = (text: string) =>
      `"${text}" is not an amount in NOK: write 1 to 13 digits without leading zeros, at most 2 after a decimal point, for example 1250.00.`
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR').toSorted()).toEqual([
      'payments[0].creditorName: must have 1 to 70 characters; it has 0.',
      'payments[0].instructedAmount.amount: must be more than zero (D21).',
      `payments[1].instructedAmount.amount: ${notAnAmount('1.005')}`,
      'payments[2].endToEndIdentification: must have 1 to 35 characters; it has 0.',
      `payments[2].instructedAmount.amount: ${notAnAmount('01.00')}`,
    ])
  })

  it('faults of several codes are named together, each under its own, days too (D16)', async () => {
    const wrongKid = { remittanceInformationStructuredArray: [{ reference: '13', referenceType: 'SCOR' }] }
    const toSelf = { creditorAccount: { iban: debtor.iban, currency: 'NOK' } }
    const payments = [
      { ...FIRST, ...wrongKid },
      { ...FIRST, ...toSelf },
    ]
    const body = { ...FULL, requestedExecutionDate: '2030-05-14', payments }
    const answer = await psu.call('POST', BULK, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.tppMessages.map(({ code, path }: { code: string; path: string }) => [code, path])).toEqual([
      ['EXECUTION_DATE_INVALID', 'requestedExecutionDate'],
      ['KID_INVALID', 'payments[0].remittanceInformationStructuredArray[0].reference'],
      ['BAD_REQUEST', 'payments[1].creditorAccount'],
    ])
  })

  it('KID_INVALID at the payment that has it', async () => {
    const reference = [{ reference: '13', referenceType: 'SCOR' }]
    const wrong = { ...FIRST, remittanceInformationStructuredArray: reference }
    const answer = await psu.call('POST', BULK, { body: { ...FULL, payments: [FIRST, wrong] } })
    expect(expectRefusal(answer, 400, 'KID_INVALID')[0]).toMatch(
      /^payments\[1\]\.remittanceInformationStructuredArray\[0\]\.reference: is no KID/,
    )
  })
})

describe('403', () => {
  it.each([
    'instant-norwegian-domestic-credit-transfers-straks',
    'cross-border-credit-transfers',
    'sepa-credit-transfers',
  ])('PRODUCT_INVALID for %s, which only single payments have', async product => {
    const answer = await psu.call('POST', `/v1/bulk-payments/${product}`, { body: FULL })
    expect(expectRefusal(answer, 403, 'PRODUCT_INVALID')).toEqual([
      'payment-product: bulk-payments offers norwegian-domestic-credit-transfers only.',
    ])
  })

  it('FORBIDDEN when all payments together are above registerLimit (D35)', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate, { registerLimit: 300 })
    const post = (amounts: string[]) =>
      clerk.psu.call('POST', BULK, { body: bulkBody(corporate.account, corporate.creditor, amounts) })
    expect((await post(['100.00', '200.00'])).status).toBe(201)
    expect(expectRefusal(await post(['100.00', '200.01']), 403, 'FORBIDDEN')).toEqual([
      "debtorAccount: The amount is above the PSU's registerLimit of 300 NOK (D35).",
    ])
  })
})

describe('404', () => {
  it('PRODUCT_UNKNOWN for a product that there is not', async () => {
    expectRefusal(await psu.call('POST', '/v1/bulk-payments/domestic', { body: FULL }), 404, 'PRODUCT_UNKNOWN')
  })
})

describe('409', () => {
  it('CONFLICT for the same payments again, not for a single payment of the same (D46)', async () => {
    const own = await addPayer(bank, { world })
    const first = await register(own.psu, BULK, bulkBody(own.debtor, creditor, ['100.00']))
    await register(own.psu, NDCT, paymentBody(own.debtor, creditor))
    await register(own.psu, BULK, bulkBody(own.debtor, creditor, ['100.00', '100.00']))
    const answer = await own.psu.call('POST', BULK, { body: bulkBody(own.debtor, creditor, ['100']) })
    expect(expectRefusal(answer, 409, 'CONFLICT')[0]).toContain(first.id)
    await register(own.psu, BULK + AGAIN, bulkBody(own.debtor, creditor, ['100.00']))
  })
})
