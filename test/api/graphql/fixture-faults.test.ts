import { afterAll, describe, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'

/** D78, D85: what is wrong in the shape of a fixture, in its references and in check digits is named in one answer. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }'
const CREATE =
  'mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) { world { name } } }'

const account = (key: string, more: object = {}) => ({
  ...{ key, accountName: 'Daily', currency: 'NOK', product: 'Current', cashAccountType: 'CACC', creditLine: 0 },
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 100, currency: 'NOK' } }],
  ...more,
})
const payment = (more: object) => ({
  psu: 'kari',
  debtorAccount: { iban: 'daily', currency: 'NOK' },
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorName: 'Shop',
  instructedAmount: { amount: '5.00', currency: 'NOK' },
  ...more,
})
/** Faults of each kind; the account that another entry names is faulty itself. */
const FAULTY = {
  customers: [
    { key: 'kari', name: 'Kari', type: 'PRIVATE', accounts: [account('daily', { iban: 'NO00bad' }), account('spare')] },
    { key: 'firm', nmae: 'Firm', name: 'Firm', type: 'CORPORATE' },
  ],
  agreements: [{ key: 'bank', owner: 'firmm', name: 'Bank' }],
  consents: [{ psu: 'kari', accountIds: ['daily', 'spar'] }],
  payments: [
    payment({ creditorAccount: { iban: 'NO9386011117948', currency: 'NOK' } }),
    payment({ creditorAccount: { bban: '86011117948', currency: 'NOK' }, instructedAmount: 5 }),
    payment({
      remittanceInformationStructured: { reference: '1234567890', referenceType: 'SCOR', referenceIssuer: 'KID' },
    }),
  ],
  signingBaskets: [{ psu: 'karo', paymentIds: ['rent'] }],
}
const LITERAL = JSON.stringify(FAULTY).replaceAll(/"(\w+)":/g, '$1:')
const PLACES = [
  'agreements[0].owner',
  'consents[0].accountIds[1]',
  'customers[0].accounts[0].iban',
  'customers[1].nmae',
  'payments[0].creditorAccount.iban',
  'payments[1].creditorAccount.bban',
  'payments[1].instructedAmount',
  'payments[2].remittanceInformationStructured.reference',
  'signingBaskets[0].paymentIds[0]',
  'signingBaskets[0].psu',
]
type Message = { readonly path: string; readonly text: string }
const placesOf = (messages: readonly Message[]) => messages.map(({ path }) => path).toSorted()

describe('a fixture with faults of shape, of references and of check digits', () => {
  const answers = {
    'applied to a world': async () => (await bank.world()).graphql(APPLY, { fixture: FAULTY }),
    'that a world is to be made from': () => bank.at('default').graphql(CREATE, { fixture: FAULTY }),
    'applied to a world, in a literal': async () =>
      (await bank.world()).graphql(`mutation { applyFixture(fixture: ${LITERAL}) { ids { key } } }`),
    'that a world is to be made from, in a literal': () =>
      bank
        .at('default')
        .graphql(`mutation { createWorld(input: { source: { fixture: ${LITERAL} } }) { world { name } } }`),
  }

  it.each(Object.entries(answers))('%s gets all of them in one answer', async (_, answer) => {
    const { body } = await answer()
    const { code, tppMessages } = body.errors[0].extensions
    expect(code).toBe('FORMAT_ERROR')
    expect(placesOf(tppMessages)).toEqual(PLACES)
    const textAt = (path: string) => tppMessages.find((one: Message) => one.path === path).text
    expect(textAt('customers[1].nmae')).toMatch('is not a field')
    expect(textAt('agreements[0].owner')).toMatch('Is "firm" meant?')
    expect(textAt('consents[0].accountIds[1]')).toMatch('Is "spare" meant?')
    expect(textAt('payments[0].creditorAccount.iban')).toMatch('check digits')
  })

  it('names what the world has, and says nothing of it', async () => {
    const world = await bank.world()
    const customers = [
      { name: 'Kari', customerNumber: '42', type: 'PRIVATE', accounts: [account('mine', { iban: 'NO9386011117947' })] },
    ]
    expect((await world.graphql(APPLY, { fixture: { customers } })).body.errors).toBeUndefined()
    const consents = [{ psu: '42', accountIds: ['NO93 8601 1117 947'], tpp: 7 }, { psu: '43' }]
    const { body } = await world.graphql(APPLY, { fixture: { consents } })
    expect(placesOf(body.errors[0].extensions.tppMessages)).toEqual(['consents[0].tpp', 'consents[1].psu'])
  })

  it('lists twenty faults, and how many more there are', async () => {
    const customers = Array.from({ length: 15 }, () => ({ name: 7, type: 'PRIVATE' }))
    const agreements = Array.from({ length: 15 }, () => ({ owner: 'nobody', name: 'Bank' }))
    const { body } = await (await bank.world()).graphql(APPLY, { fixture: { customers, agreements } })
    const { tppMessages } = body.errors[0].extensions
    expect(tppMessages).toHaveLength(21)
    expect(tppMessages[20].text).toBe('10 more faults are not listed.')
  })

  it('with right entries beside an agreement of an unknown owner: payments are checked in the same answer', async () => {
    const { customers, payments } = FAULTY
    const [kari] = customers
    const sound = { ...kari, accounts: [account('daily'), account('spare')] }
    const fixture = {
      customers: [sound],
      agreements: [{ key: 'bank', owner: 'firmm', name: 'Bank' }],
      payments: [payments[0]],
    }
    const { body } = await (await bank.world()).graphql(APPLY, { fixture })
    expect(placesOf(body.errors[0].extensions.tppMessages)).toEqual([
      'agreements[0].owner',
      'payments[0].creditorAccount.iban',
    ])
  })
})
