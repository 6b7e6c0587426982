import { afterAll, expect, it } from 'vitest'
import {
  addCorporate,
  addMember,
  addPayer,
  BASKETS,
  BULK,
  balancesOf,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  SEPA,
  sepaBody,
  sign,
  startSca,
  statusOf,
} from '../support/builders/payments.ts'
import { startBank } from '../support/clients/bank.ts'
import { moveClock } from '../support/clients/clock.ts'
import { decide } from '../support/clients/psu.ts'

// Each world stands still on Wednesday, 15 May 2030, at noon in Oslo. The 17th is a holiday, the 18th a Saturday.
const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

it('an instant payment is paid the moment its PSU approves, on a holiday too', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank, { at: '2030-05-17T20:00:00Z' })
  const payment = await register(psu, INSTANT, paymentBody(debtor, creditor))
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RCVD' })

  await decide(bank, psu, payment.made._links.scaRedirect.href, { customerNumber: number })
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 900, expected: 900 })
  expect(await balancesOf(psu, creditor)).toEqual({ booked: 1100, expected: 1100 })
})

it('a cross-border payment is on its way after one batch, and there after the next', async () => {
  const { psu, number, debtor } = await addPayer(bank, { booked: 2000 })
  const payment = await register(psu, CROSS_BORDER, crossBorderBody(debtor))
  expect(payment.made).toMatchObject({ transactionFees: { amount: '50.00', currency: 'NOK' } })
  await sign(bank, psu, payment, number)
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 2000, expected: 810 })

  await moveClock(bank, psu, { to: new Date('2030-05-15T11:30:00Z') })
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSP', fundsAvailable: true })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 810, expected: 810 })

  await moveClock(bank, psu, { to: new Date('2030-05-15T13:30:00Z') })
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 810, expected: 810 })
})

it('a SEPA payment from a euro account takes its fee in euros', async () => {
  const { psu, number, debtor } = await addPayer(bank, { account: { currency: 'EUR' } })
  const payment = await register(psu, SEPA, sepaBody(debtor))
  await sign(bank, psu, payment, number)
  await moveClock(bank, psu, { by: 'PT2H' })
  expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus: 'ACSP' })
  await moveClock(bank, psu, { by: 'PT2H' })
  expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus: 'ACSC' })
  // 10 kroner at 11.40.
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 899.12, expected: 899.12 })
})

it('a bulk payment pays what it can, and says that this was only a part', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const bulk = await register(psu, BULK, bulkBody(debtor, creditor, ['600.00', '500.00', '400.00']))
  await sign(bank, psu, bulk, number)
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 1000, expected: -500 })
  await moveClock(bank, psu, { by: 'PT2H' })
  expect(await statusOf(psu, bulk)).toEqual({ transactionStatus: 'PART', fundsAvailable: false })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 0, expected: 0 })
  expect(await balancesOf(psu, creditor)).toEqual({ booked: 2000, expected: 2000 })
})

it('a periodic payment runs at 06:00 of its banking days until its end date', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const body = periodicBody(debtor, creditor, { dayOfExecution: '18', endDate: '2030-07-31' })
  const payment = await register(psu, PERIODIC, body)
  await sign(bank, psu, payment, number)
  const next = async () => (await psu.call('GET', payment.path)).body.nextExecutionDate
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  // The 18th of May 2030 is a Saturday.
  expect(await next()).toBe('2030-05-20')
  await moveClock(bank, psu, { to: new Date('2030-05-20T03:59:59Z') })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 1000, expected: 1000 })
  await moveClock(bank, psu, { to: new Date('2030-05-20T04:00:00Z') })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 900, expected: 900 })
  expect(await next()).toBe('2030-06-18')
  await moveClock(bank, psu, { by: 'P1M' })
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC', fundsAvailable: true })
  expect(await next()).toBe('2030-07-18')
  await moveClock(bank, psu, { by: 'P1M' })
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  expect(await next()).toBeUndefined()
  expect(await balancesOf(psu, creditor)).toEqual({ booked: 1300, expected: 1300 })
})

it("a corporation's payment above one member's limit waits for another member", async () => {
  const corporate = await addCorporate(bank)
  const clerk = await addMember(bank, corporate.world, corporate, { approvalLimit: 99 })
  const manager = await addMember(bank, corporate.world, corporate, { roles: ['VIEW', 'APPROVE'], approvalLimit: 100 })
  const payment = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
  await sign(bank, clerk.psu, payment, clerk.number)
  expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'PDNG' })

  await sign(bank, manager.psu, payment, manager.number)
  expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  await moveClock(bank, corporate.world, { by: 'PT2H' })
  expect(await statusOf(manager.psu, payment)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  expect(await balancesOf(corporate.world, corporate.account)).toEqual({ booked: 900, expected: 900 })
})

it('a signing basket is approved in one go, and each of its payments goes its own way', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const now = await register(psu, INSTANT, paymentBody(debtor, creditor))
  const soon = await register(psu, NDCT, paymentBody(debtor, creditor, { requestedExecutionDate: '2030-05-16' }))
  const basket = await register(psu, BASKETS, { paymentIds: [now.id, soon.id] })
  expect(basket.made.transactionStatus).toBe('RCVD')
  await sign(bank, psu, basket, number)
  expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'ACTC' })
  expect(await statusOf(psu, now)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
  expect(await statusOf(psu, soon)).toEqual({ transactionStatus: 'ACTC' })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 900, expected: 800 })
  await moveClock(bank, psu, { by: 'P1D' })
  expect(await statusOf(psu, soon)).toEqual({ transactionStatus: 'ACSC', fundsAvailable: true })
})

it('a payment is cancelled at once before its SCA, and by an SCA after it', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const first = await register(psu, NDCT, paymentBody(debtor, creditor))
  expect((await psu.call('DELETE', first.path)).status).toBe(204)
  expect(await statusOf(psu, first)).toEqual({ transactionStatus: 'CANC' })

  const second = await register(psu, NDCT, paymentBody(debtor, creditor))
  await sign(bank, psu, second, number)
  const answer = await psu.call('DELETE', second.path)
  expect(answer).toMatchObject({ status: 202, body: { transactionStatus: 'ACTC' } })
  const { href } = answer.body._links.startAuthorisation
  expect(href).toBe(`${psu.base}${second.path}/cancellation-authorisations`)
  await decide(bank, psu, await startSca(psu, second.path, 'cancellation-authorisations'), { customerNumber: number })
  expect(await statusOf(psu, second)).toEqual({ transactionStatus: 'CANC' })
  await moveClock(bank, psu, { by: 'P7D' })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 1000, expected: 1000 })
})

it('a payment without cover is rejected by its batch, and its status says why', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank, { booked: 99, account: { creditLine: 0 } })
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
  await sign(bank, psu, payment, number)
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  await moveClock(bank, psu, { by: 'PT2H' })
  expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RJCT', fundsAvailable: false })
  expect(await balancesOf(psu, debtor)).toEqual({ booked: 99, expected: 99 })
})
