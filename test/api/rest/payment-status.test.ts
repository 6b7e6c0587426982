import { afterAll, describe, expect, it } from 'vitest'
import { cancelPaymentInBank, changePaymentInBank } from '../../../src/bank/resolvers/payments/cancel.ts'
import { addAccount, balance, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BULK,
  balancesOf,
  bulkBody,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  SEPA,
  sepaBody,
  sign,
  statusOf,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock, operatorOf } from '../../support/clients/clock.ts'
import { decide } from '../../support/clients/psu.ts'
import { describePaymentRefusals } from './shared/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('RCVD, then ACTC without fundsAvailable, since they are not checked before execution (D37), then ACSC with it', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RCVD' })
    await sign(bank, psu, payment, number)
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
    await moveClock(bank, psu, { by: 'PT2H' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  })

  it('RJCT when the PSU refuses, without a word about funds', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number, { outcome: 'REJECTED' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RJCT' })
  })

  it('of a payment that was approved stays, whatever becomes of its other SCAs', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    // It has ended with the approval: nothing is left that it could decide.
    const reject = () =>
      decide(bank, psu, payment.made._links.scaRedirect.href, { customerNumber: number, outcome: 'REJECTED' })
    await expect(reject()).rejects.toThrow('This authorisation has ended. The payment is ACTC')
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
    await moveClock(bank, psu, { by: 'P1D' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  })

  it.each([
    ['NDCT', NDCT, (a: Account, b: Account) => paymentBody(a, b)],
    ['SEPA', SEPA, (a: Account) => sepaBody(a)],
    ['bulk', BULK, (a: Account, b: Account) => bulkBody(a, b)],
  ])('RJCT with fundsAvailable false, never a 500, for lack of funds (%s)', async (_kind, service, body) => {
    const { psu, number, debtor, creditor } = await addPayer(bank, { booked: 99.99 })
    const payment = await register(psu, service, body(debtor, creditor))
    await sign(bank, psu, payment, number)
    await moveClock(bank, psu, { by: 'PT2H' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RJCT', fundsAvailable: false })
  })

  it('an instant payment is 400 PAYMENT_FAILED at its creation, and RJCT when its account is emptied before its SCA ([I] Errors)', async () => {
    const { psu, number, debtor, creditor, world } = await addPayer(bank, { booked: 99.99 })
    const answer = await psu.call('POST', INSTANT, { body: paymentBody(debtor, creditor) })
    expect(expectRefusal(answer, 400, 'PAYMENT_FAILED')).toEqual([
      'instructedAmount.amount: Booked balance and credit line of the debtor account do not cover the payment, which an instant one needs at once (D37).',
    ])
    expect(await bank.store.reader.payment.count({ where: { worldId: world.name } })).toBe(0)
    const balances = (amount: number) => ({ body: { balances: [balance(amount)] } })
    await world.call('PUT', `${PATHS.accounts}/${debtor.id}/balances`, balances(100))
    const payment = await register(psu, INSTANT, paymentBody(debtor, creditor))
    await world.call('PUT', `${PATHS.accounts}/${debtor.id}/balances`, balances(99.99))
    await sign(bank, psu, payment, number)
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RJCT', fundsAvailable: false })
  })

  it('of a payment whose creditor account was closed before its batch is RJCT; of a bulk, the entries show which', async () => {
    const { psu, number, debtor, creditor, world } = await addPayer(bank)
    const closed = await addAccount(world)
    const single = await register(psu, NDCT, paymentBody(debtor, closed))
    const both = bulkBody(debtor, creditor, ['1', '2'])
    const [stays, goes] = both.payments
    const to = { iban: closed.iban, currency: 'NOK' }
    const bulk = await register(psu, BULK, { ...both, payments: [stays, { ...goes, creditorAccount: to }] })
    for (const payment of [single, bulk]) await sign(bank, psu, payment, number)
    expect((await psu.call('GET', bulk.path)).body.payments).toMatchObject([
      { transactionStatus: 'ACTC' },
      { transactionStatus: 'ACTC' },
    ])
    expect((await world.call('DELETE', `${PATHS.accounts}/${closed.id}`)).status).toBe(204)
    await moveClock(bank, psu, { by: 'PT2H' })
    expect(await statusOf(psu, single)).toEqual({ transactionStatus: 'RJCT', fundsAvailable: true })
    const { transactionStatus, payments } = (await psu.call('GET', bulk.path)).body
    expect(transactionStatus).toBe('PART')
    expect(payments).toMatchObject([
      { ...stays, instructedAmount: { amount: '1.00' }, transactionStatus: 'ACSC' },
      {
        instructedAmount: { amount: '2.00' },
        transactionStatus: 'RJCT',
        failure: "The creditor's account was closed before the payment was carried out.",
      },
    ])
    expect(payments[0]).not.toHaveProperty('failure')
    expect((await balancesOf(world, debtor)).booked).toBe(999)
  })

  it('ACWC when another channel moves its day to one without batches, also later (D35, D36)', async () => {
    const { psu, number, debtor, creditor, world } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    const operator = await operatorOf(bank, world)
    await changePaymentInBank(operator, payment.id, '2030-05-20')
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
    await changePaymentInBank(operator, payment.id, '2030-05-18')
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACWC' })
    expect((await psu.call('GET', payment.path)).body).toMatchObject({ executionDate: '2030-05-20' })
    await moveClock(bank, psu, { to: new Date('2030-05-20T04:00:00Z') })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  })

  it('is only rejected by a member that may end it: neither by a stranger nor by one that may only look (D33)', async () => {
    const corporate = await addCorporate(bank)
    const { world, account, creditor } = corporate
    const clerk = await addMember(bank, world, corporate, { approvalLimit: 0 })
    const viewer = await addMember(bank, world, corporate, { roles: ['VIEW'] })
    const stranger = await addPayer(bank, { world })
    const payment = await register(clerk.psu, NDCT, paymentBody(account, creditor))
    await sign(bank, clerk.psu, payment, clerk.number)
    const reject = (customerNumber: string) => sign(bank, clerk.psu, payment, customerNumber, { outcome: 'REJECTED' })
    for (const number of [viewer.number, stranger.number])
      await expect(reject(number)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'PDNG' })
    await reject((await addMember(bank, world, corporate)).number)
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'RJCT' })
  })

  it('a registerLimit of 2147483647 is no limit, one less is one (D26)', async () => {
    for (const [registerLimit, status] of [
      [2_147_483_647, 201],
      [2_147_483_646, 403],
    ] as const) {
      const corporate = await addCorporate(bank)
      const clerk = await addMember(bank, corporate.world, corporate, { registerLimit })
      const body = paymentBody(corporate.account, corporate.creditor, {
        instructedAmount: { amount: '3000000000', currency: 'NOK' },
      })
      expect((await clerk.psu.call('POST', NDCT, { body })).status).toBe(status)
    }
  })

  it('the credit line covers what the balance does not, to the last øre, fees included (D37)', async () => {
    for (const [creditLine, transactionStatus] of [
      [1150, 'ACSP'],
      [1149, 'RJCT'],
    ] as const) {
      const { psu, number, debtor } = await addPayer(bank, { booked: 0, account: { creditLine } })
      const payment = await register(psu, SEPA, sepaBody(debtor))
      await sign(bank, psu, payment, number)
      await moveClock(bank, psu, { by: 'PT2H' })
      expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus })
    }
  })

  it('of a periodic payment stays ACTC over a failed execution, and names the last one (D38)', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank, { booked: 100 })
    const daily = { frequency: 'Daily', dayOfExecution: undefined, endDate: '2030-05-21' }
    const payment = await register(psu, PERIODIC, periodicBody(debtor, creditor, daily))
    await sign(bank, psu, payment, number)
    // Approved after 06:00, it begins with the next day.
    await moveClock(bank, psu, { by: 'PT1M' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
    await moveClock(bank, psu, { by: 'P1D' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC', fundsAvailable: true })
    await moveClock(bank, psu, { by: 'P4D' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC', fundsAvailable: false })
    await moveClock(bank, psu, { by: 'P7D' })
    // Its end is no rejection for lack of funds, which false would mean ([I] Errors): the executions show what happened.
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSC' })
    const executions = await bank.store.reader.execution.findMany({
      where: { worldId: psu.name, paymentId: payment.id },
      orderBy: { date: 'asc' },
    })
    expect(executions.map(({ date, status }) => [date, status])).toEqual([
      ['2030-05-16', 'EXECUTED'],
      ['2030-05-20', 'FAILED'],
      ['2030-05-21', 'FAILED'],
    ])
  })

  it('does not make up for executions that fell due before the SCA (D38)', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const daily = { frequency: 'Daily', dayOfExecution: undefined, endDate: '2030-05-23' }
    const payment = await register(psu, PERIODIC, periodicBody(debtor, creditor, daily))
    await moveClock(bank, psu, { to: new Date('2030-05-22T12:00:00Z') })
    await sign(bank, psu, payment, number)
    await moveClock(bank, psu, { by: 'P7D' })
    const executions = await bank.store.reader.execution.findMany({
      where: { worldId: psu.name, paymentId: payment.id },
    })
    expect(executions.map(({ date }) => date).toSorted()).toEqual(['2030-05-23'])
  })

  it('PDNG above approvalLimit or without APPROVE, at it ACTC; no fee counts for the limit (D35)', async () => {
    const corporate = await addCorporate(bank)
    for (const [rights, transactionStatus] of [
      [{ registerLimit: 5000, approvalLimit: 1139 }, 'PDNG'],
      [{ registerLimit: 5000, approvalLimit: 1140 }, 'ACTC'],
      [{ registerLimit: 5000, approvalLimit: 5000, roles: ['REGISTER', 'VIEW'] }, 'PDNG'],
    ] as const) {
      const member = await addMember(bank, corporate.world, corporate, rights)
      const payment = await register(member.psu, `${SEPA}?allowLogicalDuplicate=true`, sepaBody(corporate.account))
      await sign(bank, member.psu, payment, member.number)
      expect(await statusOf(member.psu, payment)).toEqual({ transactionStatus })
    }
  })

  it('CANC when another channel cancels it; another day when another channel moves it ([I], D36)', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const moved = await register(psu, NDCT, paymentBody(debtor, creditor))
    const gone = await register(psu, `${NDCT}?allowLogicalDuplicate=true`, paymentBody(debtor, creditor))
    for (const payment of [moved, gone]) await sign(bank, psu, payment, number)
    await changePaymentInBank(await operatorOf(bank, psu), moved.id, '2030-05-21')
    await cancelPaymentInBank(await operatorOf(bank, psu), gone.id)
    expect(await statusOf(psu, gone)).toEqual({ transactionStatus: 'CANC' })
    await moveClock(bank, psu, { to: new Date('2030-05-20T22:00:00Z') })
    expect(await statusOf(psu, moved)).toMatchObject({ transactionStatus: expect.stringMatching(/^AC[TW]C$/) })
    await moveClock(bank, psu, { by: 'P1D' })
    expect(await statusOf(psu, moved)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  })
})

type Account = { readonly iban: string; readonly currency: string }

describePaymentRefusals(bank, { method: 'GET', tail: '/status' })
