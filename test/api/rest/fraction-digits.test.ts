import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal, transactionBody } from '../../support/builders/builders.ts'
import {
  addPayer,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
} from '../../support/builders/payments.ts'
import { type Answer, startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const strictBank = await startBank({ strict: true })
afterAll(() => expect([...bank.faults, ...strictBank.faults]).toEqual([]))
const payer = await addPayer(bank)
const strictPayer = await addPayer(strictBank)
type Payer = typeof payer

const kroner = (amount: string) => ({ amount, currency: 'NOK' })
const warningsOf = ({ headers }: Answer) =>
  (headers['sandbank-warning'] ?? '').split(', ').filter(text => text.startsWith('FRACTION_DIGITS; '))
const lines = ({ debtor }: Payer) => `/v1/sandbox/accounts/${debtor.id}/transactions`

/** A body of each operation that takes an Amount, with one that has too few digits, and the place of it. */
const BODIES = [
  [
    'a payment',
    NDCT,
    201,
    ({ debtor, creditor }: Payer) => paymentBody(debtor, creditor, { instructedAmount: kroner('10') }),
  ],
  [
    'a periodic payment',
    PERIODIC,
    201,
    ({ debtor, creditor }: Payer) => periodicBody(debtor, creditor, { instructedAmount: kroner('10') }),
  ],
  ['a bulk payment', BULK, 201, ({ debtor, creditor }: Payer) => bulkBody(debtor, creditor, ['11.00', '10'])],
  ['a transaction', lines, 201, () => transactionBody({ transactionAmount: kroner('10') })],
  [
    'a confirmation of funds',
    '/v1/funds-confirmations',
    // Without a consent: a call that is refused hears of it too.
    401,
    ({ debtor }: Payer) => ({ account: { iban: debtor.iban }, instructedAmount: kroner('10') }),
  ],
] as const
const pathIn = (path: string | typeof lines, at: Payer) => (typeof path === 'string' ? path : path(at))
const PLACES: Readonly<Record<string, string>> = {
  'a bulk payment': 'payments[1].instructedAmount.amount',
  'a transaction': 'transactionAmount.amount',
}
const placeIn = (what: string) => PLACES[what] ?? 'instructedAmount.amount'

describe('fewer fraction digits than the currency has ([I] Amount, D21)', () => {
  it.each(BODIES)('are taken in %s, with the warning FRACTION_DIGITS (D73)', async (what, path, status, body) => {
    const answer = await payer.psu.call('POST', pathIn(path, payer), { body: body(payer) })
    expect(answer.status, answer.text).toBe(status)
    expect(warningsOf(answer)).toEqual([
      `FRACTION_DIGITS; ${placeIn(what)}: "10" has fewer digits after its point than the 2 of NOK (ISO 4217): write "10.00".`,
    ])
  })

  it.each(BODIES)('are refused in %s under SANDBANK_STRICT, and nothing is stored', async (what, path, _, body) => {
    const before = await strictBank.store.reader.payment.count()
    const answer = await strictPayer.psu.call('POST', pathIn(path, strictPayer), { body: body(strictPayer) })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
      `${placeIn(what)}: "10" has fewer digits after its point than the 2 of NOK (ISO 4217): write "10.00". This server was set to refuse it (SANDBANK_STRICT=1).`,
    ])
    expect(await strictBank.store.reader.payment.count()).toBe(before)
  })

  it('are answered and stored with all digits', async () => {
    const made = await payer.psu.call('POST', NDCT, {
      body: paymentBody(payer.debtor, payer.creditor, { instructedAmount: kroner('12.5') }),
    })
    const read = await payer.psu.call('GET', `${NDCT}/${made.body.paymentId}`)
    expect(read.body.instructedAmount).toEqual(kroner('12.50'))
    expect(warningsOf(read)).toEqual([])
  })

  it.each([
    ['JPY', '10'],
    ['KWD', '10.000'],
    ['XDR', '10.00000'],
    ['EUR', '10.00'],
  ])('are those of the currency: %s %s is as it should be', async (currency, amount) => {
    const answer = await strictPayer.psu.call('POST', `${CROSS_BORDER}`, {
      body: crossBorderBody(strictPayer.debtor, { instructedAmount: { amount, currency } }),
    })
    expect(answer.status, answer.text).toBe(201)
    expect(warningsOf(answer)).toEqual([])
  })

  it.each([
    [['1', '2.5', '3.00', '4'], ' So have 2 more amounts of this body.'],
    [['1', '2.5', '3.00'], ' So has 1 more amount of this body.'],
  ])('of many amounts are one header, which says how many more there are', async (amounts, more) => {
    const body = bulkBody(payer.debtor, payer.creditor, amounts)
    const answer = await payer.psu.call('POST', BULK, { body })
    expect(warningsOf(answer)).toEqual([
      `FRACTION_DIGITS; payments[0].instructedAmount.amount: "1" has fewer digits after its point than the 2 of NOK (ISO 4217): write "1.00".${more}`,
    ])
  })

  it('are refused together with the other faults of the body (D78)', async () => {
    const body = { ...bulkBody(strictPayer.debtor, strictPayer.creditor, ['1', '2.5']), requestedExecutionDate: 'soon' }
    const answer = await strictPayer.psu.call('POST', BULK, { body })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR').map(text => text.slice(0, 40))).toEqual([
      expect.stringMatching(/^requestedExecutionDate: /),
      expect.stringMatching(/^payments\[0\]\.instructedAmount\.amount: /),
      expect.stringMatching(/^payments\[1\]\.instructedAmount\.amount: /),
    ])
  })
})
