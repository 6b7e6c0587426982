import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount, addCustomer, balance, expectRefusal } from '../../support/builders/builders.ts'
import { addConsented, addTransaction, consentOf, unattended } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'
import { CURRENCY, describeFieldRules, emojis, IBAN, NO_OBJECT, REQUIRED, textRules } from './shared/field-rules.ts'

const bank = await startBank()
const path = '/v1/funds-confirmations'
afterAll(() => expect(bank.faults).toEqual([]))

const asking = (account: unknown, amount = '100.00', currency = 'NOK') => ({
  account,
  instructedAmount: { amount, currency },
})

let psu: Awaited<ReturnType<typeof addConsented>>
beforeAll(async () => {
  psu = await addConsented(bank)
})
const ask = (body: unknown, headers = psu.headers) => psu.world.call('POST', path, { headers, body })

describe('200', () => {
  it('says whether the account could pay now, to the øre', async () => {
    const { iban } = psu.account
    expect((await ask(asking({ iban }, '1000.00'))).body).toEqual({ fundsAvailable: true })
    expect((await ask(asking({ iban }, '1000.01'))).body).toEqual({ fundsAvailable: false })
    expect((await ask(asking({ iban }, '0.01'))).body).toEqual({ fundsAvailable: true })
    expect((await ask(asking({ iban }, '9999999999999.99'))).body).toEqual({ fundsAvailable: false })
  })

  it('counts the credit line (D37), and follows transactions', async () => {
    const { world } = psu
    const { customerNumber } = await addCustomer(world)
    const { id, iban } = await addAccount(world, { creditLine: 50, balances: [balance(10.5)] }, customerNumber)
    const headers = await consentOf(bank, world, customerNumber)
    const answers = async () => [
      (await ask(asking({ iban }, '60.50'), headers)).body.fundsAvailable,
      (await ask(asking({ iban }, '60.51'), headers)).body.fundsAvailable,
    ]
    expect(await answers()).toEqual([true, false])
    await addTransaction(world, id, { transactionAmount: { amount: '0.01', currency: 'NOK' } })
    expect(await answers()).toEqual([true, true])
  })

  it('finds the account by iban, by bban and by both, with its currency or without', async () => {
    const { iban, bban } = psu.account
    const spaced = `${iban.slice(0, 4)} ${iban.slice(4)}`
    for (const account of [{ iban }, { iban: spaced }, { bban }, { iban, bban }, { iban, bban, currency: 'NOK' }])
      expect((await ask(asking(account))).status).toBe(200)
  })

  it('accepts cardNumber and payee of the Berlin Group, and does not use them', async () => {
    const { iban } = psu.account
    const answer = await ask({ ...asking({ iban }), cardNumber: emojis(35), payee: emojis(70) })
    expect(answer.body).toEqual({ fundsAvailable: true })
  })

  it('has one effect under one X-Request-ID (D15)', async () => {
    const call = { headers: psu.headers, body: asking({ iban: psu.account.iban }), requestId: 'funds-1' }
    const first = await psu.world.call('POST', path, call)
    const again = await psu.world.call('POST', path, call)
    expect([again.text, again.headers['sandbank-replayed']]).toEqual([first.text, 'true'])
  })

  it('without the PSU needs no PSU-IP-Address and is not limited', async () => {
    expect((await ask(asking({ iban: psu.account.iban }), unattended(psu.headers))).status).toBe(200)
  })
})

describe('400', () => {
  it.each([
    ['0.00', 'must be more than zero (D21).'],
    ['-1.00', 'must be more than zero (D21).'],
    ['1.005', undefined],
    ['1,00', undefined],
    ['', undefined],
  ])('an amount of %j', async (amount, text) => {
    const faults = expectRefusal(await ask(asking({ iban: psu.account.iban }, amount)), 400, 'FORMAT_ERROR')
    expect(faults).toEqual([expect.stringContaining(`instructedAmount.amount: ${text ?? ''}`)])
  })

  it('an amount and another field, together (D78)', async () => {
    const body = { ...asking({ iban: psu.account.iban }, '0.00'), payee: 7 }
    expect(expectRefusal(await ask(body), 400, 'FORMAT_ERROR')).toEqual([
      'instructedAmount.amount: must be more than zero (D21).',
      expect.stringContaining('payee: '),
    ])
  })

  it('another currency than the account has', async () => {
    const answer = await ask(asking({ iban: psu.account.iban }, '1.00', 'EUR'))
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
      'instructedAmount.currency: must be NOK, the currency of the account.',
    ])
  })
})

describe('404', () => {
  it('RESOURCE_UNKNOWN for an account that the consent does not open', async () => {
    const { world, account, other } = psu
    const foreign = await addConsented(bank, { world })
    for (const reference of [
      { iban: foreign.account.iban },
      { bban: '99999999999' },
      { iban: account.iban, bban: other.bban },
      { iban: account.iban, currency: 'EUR' },
    ]) {
      expect(expectRefusal(await ask(asking(reference)), 404, 'RESOURCE_UNKNOWN')).toEqual([
        'account: The consent opens no account with these numbers.',
      ])
    }
  })
})

const subject = await addConsented(bank)
describeFieldRules(
  {
    ...subject.world,
    call: (method, target, options) => subject.world.call(method, target, { headers: subject.headers, ...options }),
  },
  {
    method: 'POST',
    request: async () => ({
      path,
      body: { ...asking({ iban: subject.account.iban, bban: subject.account.bban }), cardNumber: '1', payee: '2' },
    }),
  },
  [
    ['account', REQUIRED, undefined],
    ['account', 'must have iban or bban or both (D23).', {}, { currency: 'NOK' }],
    ['account.iban', IBAN, 'NO', 'X'.repeat(35), ''],
    ['account.currency', CURRENCY, 'XXX'],
    ['instructedAmount', REQUIRED, undefined],
    ['instructedAmount.amount', REQUIRED, undefined],
    ['instructedAmount.amount', 'must be a decimal number in a string, for example "10.50".', 5, null],
    ['instructedAmount.currency', REQUIRED, undefined],
    ['instructedAmount.currency', CURRENCY, 'nok', 'ZZZ'],
    ...textRules('account.bban', 30),
    ...textRules('cardNumber', 35),
    ...textRules('payee', 70),
    ...NO_OBJECT.map(value => ['account', `must be a JSON object, not ${typeof value}.`, value] as const),
    ['payer', 'is not a field of this request (D18): check its spelling.', 'x'],
  ],
)

describeConsentRefusals(bank, {
  method: 'POST',
  path: () => path,
  body: ({ account }) => asking({ iban: account.iban }),
})
