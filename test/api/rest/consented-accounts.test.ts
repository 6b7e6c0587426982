import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  addAccount,
  addCustomer,
  balance,
  customerBody,
  holder,
  PATHS,
} from '../../support/builders/builders.ts'
import { addConsented, addCorporateConsented, consentOf, type Headers } from '../../support/builders/consented.ts'
import { putDocument } from '../../support/builders/documents.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'

const bank = await startBank()
const path = '/v1/accounts'
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  let psu: Awaited<ReturnType<typeof addConsented>>
  beforeAll(async () => {
    psu = await addConsented(bank)
  })
  const list = async (query = '', headers: Headers = psu.headers) =>
    (await psu.world.call('GET', path + query, { headers })).body.accounts

  it('lists the accounts of the consent, oldest first, without balances', async () => {
    const { account, other, world } = psu
    const own = `${world.base}${path}/${account.id}`
    const [first, second, ...more] = await list()
    expect(first).toEqual({
      resourceId: account.id,
      iban: account.iban,
      bban: account.bban,
      currency: 'NOK',
      name: 'Brukskonto',
      product: 'Brukskonto',
      cashAccountType: 'Current',
      _links: {
        self: { href: own, verbs: ['GET'] },
        balances: { href: `${own}/balances`, verbs: ['GET'] },
        transactions: { href: `${own}/transactions`, verbs: ['GET'] },
      },
    })
    expect(second.resourceId).toBe(other.id)
    expect(more).toEqual([])
    expect(await list('?withBalance=false')).toEqual([first, second])
  })

  it('includes the balances with withBalance=true, as strings ([I] Versioning 4)', async () => {
    const [first] = await list('?withBalance=true')
    expect(first.balances).toEqual([
      { balanceType: 'closingBooked', balanceAmount: { amount: '1000.00', currency: 'NOK' } },
      { balanceType: 'expected', balanceAmount: { amount: '1000.00', currency: 'NOK' } },
    ])
  })

  it('lists only what the PSU ticked', async () => {
    const { world, customerNumber, other } = psu
    const headers = await consentOf(bank, world, customerNumber, { tpp: bank.tpp, accountIds: [other.id] })
    expect(await list('', headers)).toMatchObject([{ resourceId: other.id }])
    psu = { ...psu, headers: await consentOf(bank, world, customerNumber) }
  })

  it('does not open what came after the consent', async () => {
    await addAccount(psu.world, {}, psu.customerNumber)
    expect(await list()).toHaveLength(2)
  })

  it('is an empty list when all accounts of the consent were closed, not 404 ([I] Errors)', async () => {
    const { world, account, other, headers } = await addConsented(bank, { world: psu.world })
    for (const { id } of [account, other]) await world.call('DELETE', `${PATHS.accounts}/${id}`)
    const answer = await world.call('GET', path, { headers })
    expect([answer.status, answer.body]).toEqual([200, { accounts: [] }])
  })

  it("lists a corporation's account in a corporate context", async () => {
    const { account, headers } = await addCorporateConsented(bank, psu.world)
    expect(await list('', headers)).toMatchObject([{ resourceId: account.id, iban: account.iban }])
  })

  it('shows each currency with its own digits (D21)', async () => {
    const customer = customerBody()
    const of = (currency: string, amount: number) =>
      accountBody('', { currency, balances: [balance(amount, 'closingBooked', currency)] })
    await putDocument(bank, psu.world, { customers: [holder(customer, of('JPY', -7), of('KWD', 1.005))] })
    const headers = await consentOf(bank, psu.world, customer.customerNumber)
    const amounts = (await list('?withBalance=true', headers)).map(
      (one: { balances: { balanceAmount: unknown }[] }) => one.balances[0]?.balanceAmount,
    )
    expect(amounts).toEqual([
      { amount: '-7', currency: 'JPY' },
      { amount: '1.005', currency: 'KWD' },
    ])
  })

  describe('x-accept-fix ([I] Versioning 3, D43)', () => {
    const fish = (length: number) => '🐟'.repeat(length)
    let headers: Headers
    beforeAll(async () => {
      const { customerNumber } = await addCustomer(psu.world)
      await addAccount(psu.world, { accountName: fish(70), cashAccountType: 'SVGS' }, customerNumber)
      headers = await consentOf(bank, psu.world, customerNumber)
    })
    const first = async (fix: string) => (await list('', { ...headers, 'x-accept-fix': fix }))[0]

    it.each([
      ['none', 35, 'Savings'],
      ['longer-name', 70, 'Savings'],
      ['longer-names', 70, 'Savings'],
      ['LONGER-NAME', 70, 'Savings'],
      ['longer', 35, 'Savings'],
      ['cash-account-type-iso', 35, 'SVGS'],
      ['cardaccount-switch-originalamount-and-transactionamount', 35, 'Savings'],
      ['longer-name,cash-account-type-iso', 70, 'SVGS'],
      [' cash-account-type-iso ,, longer-names', 70, 'SVGS'],
      ['amount-as-string, toString, __proto__', 35, 'Savings'],
    ])('%s: a name of %i characters, cashAccountType %s', async (fix, length, type) => {
      expect(await first(fix)).toMatchObject({ name: fish(length), cashAccountType: type })
    })
  })
})

describe('400', () => {
  it('withBalance is true or false', async () => {
    const { world, headers } = await addConsented(bank)
    const answer = await world.call('GET', `${path}?withBalance=yes`, { headers })
    expect(answer.body.tppMessages).toMatchObject([{ path: 'withBalance', text: 'must be true or false.' }])
  })
})

describeConsentRefusals(bank, { path: () => path })
