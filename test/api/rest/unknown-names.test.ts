import { afterAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { change, expectRefusal, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addPayer, BULK, bulkBody, NDCT, PERIODIC, paymentBody, periodicBody } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'

/** D18, D51: no name that the interface does not have vanishes silently. */
const bank = await startBank()
const { world, psu, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const PRODUCT = NDCT.split('/').at(-1) ?? ''
const PARAMETERS: Readonly<Record<string, string>> = { paymentService: 'payments', paymentProduct: PRODUCT }

describe('An unknown query parameter is refused by every operation, with its name as path (D18)', () => {
  it.each(ROUTES.map(route => [route.operation, route] as const))('%s', async (_, { method, path, query }) => {
    const at = path.replaceAll(/\{(\w+)\}/g, (__, name) => PARAMETERS[name] ?? UNKNOWN_ID)
    const known = Object.keys(query.shape)
    const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
    const answer = await psu.call(method, `${at}?colour=red`, body)
    expect([answer.status, answer.body.tppMessages[0]]).toEqual([
      400,
      {
        category: 'ERROR',
        code: 'FORMAT_ERROR',
        path: 'colour',
        text: `is not a query parameter of this operation (D18): it has ${known.join(', ') || 'none'}.`,
      },
    ])
    for (const name of known) {
      const misspelt = `${name.slice(0, -2)}${name.slice(-1)}`
      const meant = await psu.call(method, `${at}?${misspelt}=x`, body)
      expect(meant.text).toContain(`is not a query parameter of this operation (D18): did you mean \\"${name}\\"?`)
    }
  })
})

describe('A field of Berlin Group that the interface has not is refused with its name here, or what to do instead (D51)', () => {
  const missing = (instead: string) => `is a field that this interface does not have (D51). Leave it out: ${instead}`
  const meant = (name: string) => `is not a field of this request (D18): did you mean "${name}"?`
  const address = { creditorAddress: { country: 'NO' } }

  it.each([
    [
      'a bulk payment',
      BULK,
      bulkBody(debtor, creditor),
      'batchBookingPreferred',
      missing('each payment of a bulk is booked by itself.'),
    ],
    [
      'an entry of a bulk payment',
      BULK,
      bulkBody(debtor, creditor),
      'payments[0].chargeBearer',
      missing('the fees are those of the product (D48).'),
    ],
    ['a payment', NDCT, paymentBody(debtor, creditor), 'endToEndId', meant('endToEndIdentification')],
    [
      'a payment',
      NDCT,
      paymentBody(debtor, creditor),
      'requestedExecutionTime',
      missing('requestedExecutionDate names the day.'),
    ],
    [
      'a periodic payment',
      PERIODIC,
      periodicBody(debtor, creditor),
      'debtorName',
      missing('creditorName, creditorAccount, debtorAccount and ultimateDebtor name the parties.'),
    ],
    [
      'an account',
      NDCT,
      paymentBody(debtor, creditor),
      'creditorAccount.msisdn',
      missing('an account is named by iban or bban.'),
    ],
    ['an address', NDCT, paymentBody(debtor, creditor, address), 'creditorAddress.townName', meant('city')],
    ['an address', NDCT, paymentBody(debtor, creditor, address), 'creditorAddress.streetName', meant('street')],
    ['an address', NDCT, paymentBody(debtor, creditor, address), 'creditorAddress.postCode', meant('postalCode')],
    [
      'a confirmation of funds',
      '/v1/funds-confirmations',
      { account: { iban: debtor.iban }, instructedAmount: { amount: '1.00', currency: 'NOK' } },
      'psuData',
      missing('the PSU approves at scaRedirect.'),
    ],
  ] as const)('in %s: %s %s', async (_, path, body, field, text) => {
    const answer = await psu.call('POST', path, { body: change(body, field, 'x') })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([`${field}: ${text}`])
  })

  it.each(['/v1/consents', '/v1/bank-offered-consents'])(
    'POST %s with accounts in access: the consents of this bank are bank-offered (D32)',
    async path => {
      const instead =
        'access: names accounts, but the bank itself offers them to the PSU: send no access, or an empty object, and the PSU picks the accounts at scaRedirect (D32).'
      const rest = {
        recurringIndicator: true,
        validUntil: '2030-06-01',
        frequencyPerDay: 4,
        combinedServiceIndicator: false,
      }
      for (const access of [
        { accounts: [{ iban: debtor.iban }], balances: [{ iban: debtor.iban }], transactions: [] },
        { allPsd2: 'allAccounts' },
        { availableAccounts: 'allAccounts' },
      ])
        expect(expectRefusal(await psu.call('POST', path, { body: { access, ...rest } }), 400, 'FORMAT_ERROR')).toEqual(
          [instead],
        )
      expect((await psu.call('POST', path, { body: { access: {}, ...rest } })).status).toBe(201)
      expect((await psu.call('POST', path, { body: rest })).status).toBe(201)
      expect((await psu.call('POST', path)).status).toBe(201)
    },
  )

  it('a fixture hears the same', async () => {
    const document = { customers: [], payments: [{ psu: '1', batchBookingPreferred: true }] }
    const { text } = await world.graphql(
      'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }',
      {
        fixture: document,
      },
    )
    expect(text).toContain('batchBookingPreferred')
  })
})
