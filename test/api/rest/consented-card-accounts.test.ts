import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCardAccount, addCustomer, balance, PATHS } from '../../support/builders/builders.ts'
import { addConsented, addCorporateConsented, consentOf, type Headers } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'
import { emojis } from './shared/field-rules.ts'

const bank = await startBank()
const path = '/v1/card-accounts'
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  let psu: Awaited<ReturnType<typeof addConsented>>
  beforeAll(async () => {
    psu = await addConsented(bank)
  })
  const list = async (query = '', headers: Headers = psu.headers) =>
    (await psu.world.call('GET', path + query, { headers })).body.cardAccounts

  it('lists the card accounts of the consent, without balances', async () => {
    const { card, world } = psu
    const own = `${world.base}${path}/${card.id}`
    expect(await list()).toEqual([
      {
        resourceId: card.id,
        maskedPan: card.maskedPan,
        currency: 'NOK',
        name: 'Kredittkort',
        product: 'Mastercard',
        cashAccountType: 'CARD',
        creditLimit: { amount: '50000.00', currency: 'NOK' },
        _links: {
          self: { href: own, verbs: ['GET'] },
          balances: { href: `${own}/balances`, verbs: ['GET'] },
          transactions: { href: `${own}/transactions`, verbs: ['GET'] },
        },
      },
    ])
    expect(await list('?withBalance=false')).toEqual(await list())
  })

  it('includes the balances with withBalance=true', async () => {
    const [card] = await list('?withBalance=true')
    expect(card.balances).toEqual([
      { balanceType: 'closingBooked', balanceAmount: { amount: '0.00', currency: 'NOK' } },
      { balanceType: 'expected', balanceAmount: { amount: '0.00', currency: 'NOK' } },
    ])
  })

  it('is empty when the PSU ticked only accounts, and when its card accounts were closed ([I] Errors)', async () => {
    const { world, customerNumber, account, card } = await addConsented(bank, { world: psu.world })
    expect(await list('', await consentOf(bank, world, customerNumber, { accountIds: [account.id] }))).toEqual([])
    const headers = await consentOf(bank, world, customerNumber, { accountIds: [card.id] })
    expect(await list('', headers)).toHaveLength(1)
    expect((await world.call('GET', '/v1/accounts', { headers })).body.accounts).toEqual([])
    await world.call('DELETE', `${PATHS.cardAccounts}/${card.id}`)
    expect(await list('', headers)).toEqual([])
  })

  it("lists a corporation's card account to a member that may see its accounts", async () => {
    const corporation = await addCorporateConsented(bank, psu.world)
    expect(await list('', corporation.headers)).toEqual([])
    const card = await addCardAccount(psu.world, {}, corporation.corporation.customerNumber)
    const headers = await consentOf(bank, psu.world, corporation.customerNumber, {
      agreementId: corporation.agreement.id,
    })
    expect(await list('', headers)).toMatchObject([{ resourceId: card.id }])
  })

  it.each([
    ['none', 35],
    ['longer-name', 70],
    ['longer-names,cash-account-type-iso', 70],
    ['cash-account-type-iso', 35],
  ])('x-accept-fix %s: a name of %i characters, and always CARD (D43)', async (fix, length) => {
    const { customerNumber } = await addCustomer(psu.world)
    await addCardAccount(psu.world, { accountName: emojis(70) }, customerNumber)
    const headers = await consentOf(bank, psu.world, customerNumber)
    const [card] = await list('', { ...headers, 'x-accept-fix': fix })
    expect(card).toMatchObject({ name: emojis(length), cashAccountType: 'CARD' })
  })

  it('shows a credit limit with the digits of its currency (D21)', async () => {
    const { customerNumber } = await addCustomer(psu.world)
    const changes = { currency: 'JPY', creditLine: 7, balances: [balance(-3, 'closingBooked', 'JPY')] }
    await addCardAccount(psu.world, changes, customerNumber)
    const headers = await consentOf(bank, psu.world, customerNumber)
    const [card] = await list('?withBalance=true', headers)
    expect(card.creditLimit).toEqual({ amount: '7', currency: 'JPY' })
    expect(card.balances[0].balanceAmount).toEqual({ amount: '-3', currency: 'JPY' })
  })
})

describe('400', () => {
  it('withBalance is true or false', async () => {
    const { world, headers } = await addConsented(bank)
    const answer = await world.call('GET', `${path}?withBalance=`, { headers })
    expect(answer.body.tppMessages).toMatchObject([{ path: 'withBalance', text: 'must be true or false.' }])
  })
})

describeConsentRefusals(bank, { path: () => path })
