import { afterAll, describe, expect, it } from 'vitest'
import { FREQUENCIES } from '../../../src/domain/frequencies.ts'
import { change, expectRefusal } from '../../support/builders/builders.ts'
import {
  ADDRESS,
  addPayer,
  OUTSIDE_BBAN,
  OUTSIDE_IBAN,
  PERIODIC,
  periodicBody,
  register,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ABSENT, describeFieldRules, NO_LIST, NO_TEXT, REQUIRED, UNKNOWN } from './shared/field-rules.ts'
import { dayRules, payerRules, transferRules } from './shared/transfer-field-rules.ts'

const bank = await startBank()
const { world, psu, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const FULL = {
  ...periodicBody(debtor, creditor),
  creditorAccount: { iban: OUTSIDE_IBAN, bban: OUTSIDE_BBAN, currency: 'NOK' },
  creditorAddress: ADDRESS,
  endToEndIdentification: 'e2e',
  purposeCode: 'OTHR',
  ultimateDebtor: 'Kari',
  frequency: 'MonthlyVariable',
  monthsOfExecution: [1, 12],
  executionRule: 'preceeding',
  endDate: '2031-12-31',
  remittanceInformationStructuredArray: [{ reference: 'r', referenceType: 't', referenceIssuer: 'i' }],
}
const post = (changes: object, path = PERIODIC) =>
  psu.call('POST', path, { body: { ...periodicBody(debtor, creditor), ...changes } })
const refuse = async (changes: object, code = 'FORMAT_ERROR') => expectRefusal(await post(changes), 400, code)
const shown = async (changes: object) => {
  const { path } = await register(psu, PERIODIC, { ...periodicBody(debtor, creditor), ...changes })
  return (await psu.call('GET', path)).body
}

describe('201 ([I] Endpoints 3)', () => {
  it('registers a payment that runs again and again, and shows every field of it', async () => {
    const answer = await psu.call('POST', PERIODIC, { body: FULL })
    const path = `${world.base}${PERIODIC}/${answer.body.paymentId}`
    expect(answer).toMatchObject({ status: 201, headers: { location: path } })
    const { paymentId: _, _links: links, ...made } = answer.body
    expect(made).toEqual({
      transactionStatus: 'RCVD',
      transactionFees: { amount: '0.00', currency: 'NOK' },
      transactionFeeIndicator: false,
      psuMessage: 'Please approve this payment in your bank.',
    })
    expect(Object.keys(links)).toEqual(['self', 'status', 'scaRedirect', 'scaStatus'])
    const { paymentId, _links, transactionStatus, ...fields } = (await psu.call('GET', path.slice(world.base.length)))
      .body
    expect(fields).toEqual({ ...FULL, debtorAccount: { iban: debtor.iban, bban: debtor.bban, currency: 'NOK' } })
  })

  it('twice is two payments: periodic ones know no duplicates (D46)', async () => {
    const own = await addPayer(bank, { world })
    const body = periodicBody(own.debtor, creditor)
    const first = await register(own.psu, PERIODIC, body)
    const second = await register(own.psu, PERIODIC, body)
    expect(second.id).not.toBe(first.id)
    // Its operation has no allowLogicalDuplicate (D46, D18).
    const allowed = await own.psu.call('POST', `${PERIODIC}?allowLogicalDuplicate=true`, { body })
    expect(expectRefusal(allowed, 400, 'FORMAT_ERROR')).toEqual([
      'allowLogicalDuplicate: is not a query parameter of this operation (D18): it has none.',
    ])
  })

  it.each(FREQUENCIES)('takes the frequency %s', async frequency => {
    const monthsOfExecution = frequency === 'MonthlyVariable' ? [6] : undefined
    expect(await shown({ frequency, monthsOfExecution })).toMatchObject({ frequency, dayOfExecution: '20' })
  })

  it('knows nine frequencies ([I])', () => expect(FREQUENCIES).toHaveLength(9))

  it.each(['following', 'preceeding'])('takes the executionRule %s, in that spelling', async executionRule => {
    expect(await shown({ executionRule })).toMatchObject({ executionRule })
  })

  it('takes a dayOfExecution of one or two digits', async () => {
    for (const [day, read] of [
      ['1', '1'],
      ['01', '1'],
      ['9', '9'],
      ['28', '28'],
      ['31', '31'],
    ])
      expect(await shown({ dayOfExecution: day })).toMatchObject({ dayOfExecution: read })
  })

  it('takes one to all twelve months, in any order (D38)', async () => {
    const twelve = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    for (const months of [twelve, twelve.slice(1), [7]]) {
      const ordered = months.toSorted((a, b) => a - b)
      const variable = { frequency: 'MonthlyVariable', monthsOfExecution: months }
      expect(await shown(variable)).toMatchObject({ monthsOfExecution: ordered })
    }
  })

  it.each(['Daily', 'Weekly', 'EveryTwoWeeks'])(
    'ignores dayOfExecution for %s, with a WARNING (D38)',
    async frequency => {
      const { made } = await register(psu, PERIODIC, periodicBody(debtor, creditor, { frequency }))
      expect(made.tppMessages).toEqual([
        {
          category: 'WARNING',
          code: 'EXECUTION_DATE_INVALID',
          path: 'dayOfExecution',
          text: `is ignored for ${frequency} (D38).`,
        },
      ])
      const quiet = periodicBody(debtor, creditor, { frequency, dayOfExecution: undefined })
      expect((await register(psu, PERIODIC, quiet)).made).not.toHaveProperty('tppMessages')
    },
  )

  it('warns of the deprecated reference too, both warnings together', async () => {
    const body = periodicBody(debtor, creditor, {
      frequency: 'Daily',
      remittanceInformationStructured: { reference: 'r' },
    })
    const { made } = await register(psu, PERIODIC, body)
    expect(made.tppMessages.map(({ path }: { path: string }) => path)).toEqual([
      'dayOfExecution',
      'remittanceInformationStructured',
    ])
  })
})

describeFieldRules(psu, { method: 'POST', request: async () => ({ path: PERIODIC, body: FULL }) }, [
  ...transferRules('', true),
  ...payerRules(true),
  ['startDate', REQUIRED, ABSENT],
  ...dayRules('startDate'),
  ...dayRules('endDate'),
  ['frequency', REQUIRED, ABSENT],
  ['frequency', `must be one of ${FREQUENCIES.join(', ')}.`, 'monthly', 'Yearly', '', ...NO_TEXT],
  ['executionRule', 'must be one of following, preceeding.', 'preceding', 'Following', '', ...NO_TEXT],
  ['dayOfExecution', 'must be a day of the month in a string.', ...NO_TEXT],
  [
    'dayOfExecution',
    'must be a day of the month from 1 to 31, in a string.',
    '',
    '0',
    '00',
    '32',
    '-1',
    '1.5',
    '015',
    ' 1',
    '١',
  ],
  ['monthsOfExecution', 'must be a list of months.', ...NO_LIST],
  ['monthsOfExecution', 'must hold at least one month.', []],
  ['monthsOfExecution', 'must hold each month once ([I] 1.18.1).', [1, 1], [3, 1, 2, 3]],
  ['monthsOfExecution[0]', 'must be a month from 1 to 12.', 0, 13, -1],
  ['monthsOfExecution[0]', 'must be a month from 1 to 12, as a JSON number.', 1.5, '1', true, null],
  ['monthsOfExecution', 'is required for MonthlyVariable (D38).', ABSENT],
  ['requestedExecutionDate', UNKNOWN, '2030-05-16'],
  ['dayOfMonth', UNKNOWN, '1'],
])

describe('400', () => {
  it.each(FREQUENCIES.filter(one => one !== 'MonthlyVariable'))(
    'FORMAT_ERROR for monthsOfExecution with %s (D38)',
    async frequency => {
      const body = change({ ...FULL, dayOfExecution: '20' }, 'frequency', frequency)
      expect(expectRefusal(await psu.call('POST', PERIODIC, { body }), 400, 'FORMAT_ERROR')).toEqual([
        'monthsOfExecution: goes with MonthlyVariable only (D38).',
      ])
    },
  )

  it('EXECUTION_DATE_INVALID for a startDate that has passed and an endDate before it, named together (D38)', async () => {
    const past = 'startDate: must be today (2030-05-15 in this world) or later (D38).'
    const order = 'endDate: must not be before startDate (D38).'
    expect(await refuse({ startDate: '2030-05-14' }, 'EXECUTION_DATE_INVALID')).toEqual([past])
    expect(await refuse({ endDate: '2030-05-14' }, 'EXECUTION_DATE_INVALID')).toEqual([order])
    const both = { startDate: '2030-05-14', endDate: '2030-05-13' }
    expect(await refuse(both, 'EXECUTION_DATE_INVALID')).toEqual([past, order])
  })

  it('EXECUTION_DATE_INVALID for a period in which it never runs', async () => {
    const none = [
      'endDate: No execution falls between startDate and endDate: each runs at 06:00 in Oslo, on a banking day (D38).',
    ]
    expect(await refuse({ endDate: '2030-05-19' }, 'EXECUTION_DATE_INVALID')).toEqual(none)
    // A weekend with a holiday before it.
    const closed = { startDate: '2030-05-17', endDate: '2030-05-19', frequency: 'Daily' }
    expect(await refuse(closed, 'EXECUTION_DATE_INVALID')).toEqual(none)
    const months = { frequency: 'MonthlyVariable', monthsOfExecution: [1], endDate: '2030-12-31' }
    expect(await refuse(months, 'EXECUTION_DATE_INVALID')).toEqual(none)
  })

  it('allows today as startDate, and as endDate until the 06:00 of the day has passed (D38)', async () => {
    expect((await post({ endDate: '2030-05-16', frequency: 'Daily', dayOfExecution: undefined })).status).toBe(201)
    const today = { endDate: '2030-05-15', dayOfExecution: '15' }
    const [fault] = await refuse(today, 'EXECUTION_DATE_INVALID')
    expect(fault).toMatch(/^endDate: No execution falls between startDate and endDate: each runs at 06:00/)
  })
})

describe('403 and 404', () => {
  it.each([
    'instant-norwegian-domestic-credit-transfers-straks',
    'cross-border-credit-transfers',
    'sepa-credit-transfers',
  ])('PRODUCT_INVALID for %s', async product => {
    expect(expectRefusal(await post({}, `/v1/periodic-payments/${product}`), 403, 'PRODUCT_INVALID')).toEqual([
      'payment-product: periodic-payments offers norwegian-domestic-credit-transfers only.',
    ])
  })

  it('PRODUCT_UNKNOWN for a product that there is not', async () => {
    expectRefusal(await post({}, '/v1/periodic-payments/domestic'), 404, 'PRODUCT_UNKNOWN')
  })

  it("FORBIDDEN for an account that is not the PSU's", async () => {
    const answer = await psu.call('POST', PERIODIC, { body: periodicBody(creditor, debtor) })
    expectRefusal(answer, 403, 'FORBIDDEN')
  })
})
