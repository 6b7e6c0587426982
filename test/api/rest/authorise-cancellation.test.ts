import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  balancesOf,
  NDCT,
  paymentBody,
  register,
  sign,
  startSca,
  statusOf,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { decide } from '../../support/clients/psu.ts'
import { addAwaiting, itStartsAnSca } from './shared/authorisation-tests.ts'
import { describePaymentRefusals } from './shared/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))
const CANCELLING = 'cancellation-authorisations'

describe('201', () => {
  itStartsAnSca(bank, CANCELLING)

  it('cancels the payment when the PSU approves, and gives back what it held', async () => {
    const { psu, number, debtor, payment } = await addAwaiting(bank, CANCELLING)
    expect(await balancesOf(psu, debtor)).toEqual({ booked: 1000, expected: 900 })
    await decide(bank, psu, await startSca(psu, payment.path, CANCELLING), { customerNumber: number })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'CANC' })
    expect(await balancesOf(psu, debtor)).toEqual({ booked: 1000, expected: 1000 })
  })

  it('leaves the payment as it is when the PSU refuses', async () => {
    const { psu, number, payment } = await addAwaiting(bank, CANCELLING)
    const sca = await startSca(psu, payment.path, CANCELLING)
    await decide(bank, psu, sca, { customerNumber: number, outcome: 'REJECTED' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  })

  it('comes too late when the batch was faster', async () => {
    const { psu, number, payment } = await addAwaiting(bank, CANCELLING)
    await moveClock(bank, psu, { to: new Date('2030-05-15T11:29:00Z') })
    const sca = await startSca(psu, payment.path, CANCELLING)
    await moveClock(bank, psu, { by: 'PT1M' })
    const approve = () => decide(bank, psu, sca, { customerNumber: number })
    await expect(approve()).rejects.toThrow('The payment is ACSC, which is final, and cannot be cancelled (D36).')
    expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus: 'ACSC' })
  })

  it("is for any member of a corporation's agreement that may register or approve (D35)", async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate)
    const member = await addMember(bank, corporate.world, corporate, { roles: ['VIEW', 'REGISTER'] })
    const payment = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    await sign(bank, clerk.psu, payment, clerk.number)
    const sca = await startSca(member.psu, payment.path, CANCELLING)
    await decide(bank, corporate.world, sca, { customerNumber: member.number })
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'CANC' })
  })
})

describe('405', () => {
  it('CANCELLATION_INVALID for a payment that is final', async () => {
    const { psu, payment } = await addAwaiting(bank, CANCELLING)
    await moveClock(bank, psu, { by: 'P1D' })
    const answer = await psu.call('POST', `${payment.path}/${CANCELLING}`)
    expect(expectRefusal(answer, 405, 'CANCELLATION_INVALID')).toEqual([
      'The payment is ACSC and cannot be cancelled (D36).',
    ])
  })
})

describePaymentRefusals(bank, { method: 'POST', tail: '/cancellation-authorisations' })
