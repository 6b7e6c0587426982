import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  NDCT,
  paymentBody,
  register,
  sign,
  startSca,
  statusOf,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { decide } from '../../support/clients/psu.ts'
import { itStartsAnSca } from './shared/authorisation-tests.ts'
import { describePaymentRefusals } from './shared/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  itStartsAnSca(bank, 'authorisations')

  it('is for the PSU that registered the payment, and for no other', async () => {
    const { psu, debtor, creditor, world } = await addPayer(bank)
    const other = await addPayer(bank, { world })
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    const sca = await startSca(psu, payment.path)
    const approve = () => decide(bank, psu, sca, { customerNumber: other.number })
    await expect(approve()).rejects.toThrow('This authorisation is meant for another customer.')
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'RCVD' })
  })

  it('of a payment that waits for another member is for any that has the role and the limit (D35)', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate, { approvalLimit: 99 })
    const poor = await addMember(bank, corporate.world, corporate, { approvalLimit: 99 })
    const boss = await addMember(bank, corporate.world, corporate, { approvalLimit: 100 })
    const stranger = await addPayer(bank, { world: corporate.world })
    const payment = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    const single = await startSca(clerk.psu, payment.path)
    await expect(decide(bank, clerk.psu, single, { customerNumber: boss.number })).rejects.toThrow('another customer')
    await sign(bank, clerk.psu, payment, clerk.number)

    const sca = await startSca(boss.psu, payment.path)
    const by = (customerNumber: string) => decide(bank, corporate.world, sca, { customerNumber })
    await expect(by(clerk.number)).rejects.toThrow(
      /approvalLimit of 99 NOK .* Another member of the agreement must approve/,
    )
    await expect(by(poor.number)).rejects.toThrow(/approvalLimit of 99 NOK/)
    await expect(by(stranger.number)).rejects.toThrow('no access in this context')
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'PDNG' })
    await by(boss.number)
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  })
})

describe('400', () => {
  it('FORMAT_ERROR for what it would not read: it takes no body, and its deletion neither (D18)', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    for (const [method, path, name] of [
      ['POST', `${payment.path}/authorisations`, 'startPaymentAuthorisation'],
      ['DELETE', payment.path, 'cancelPayment'],
    ] as const) {
      for (const raw of ['{"scaAuthenticationData":"x"}', 'not json', '<x/>', ' '.repeat(200), '[]'])
        expect([raw, ...expectRefusal(await psu.call(method, path, { raw }), 400, 'FORMAT_ERROR')]).toEqual([
          raw,
          `${name} takes no body (D18). Leave it out.`,
        ])
      expect((await psu.call(method, path, { raw: ' { } ' })).status).toBe(method === 'POST' ? 201 : 204)
    }
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'CANC' })
    expect((await psu.call('GET', payment.path, { raw: 'not json' })).status).toBe(200)
  })
})

describe('409', () => {
  it('CONFLICT when the payment does not wait for one any more', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    const answer = await psu.call('POST', `${payment.path}/authorisations`)
    expect(expectRefusal(answer, 409, 'CONFLICT')).toEqual([
      'The payment is ACTC: it does not wait for an authorisation.',
    ])
  })

  it('a second SCA of an approved payment has nothing to approve', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    const [one, two] = [await startSca(psu, payment.path), await startSca(psu, payment.path)]
    const outcomes = await Promise.allSettled([one, two].map(sca => decide(bank, psu, sca, { customerNumber: number })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  })
})

describePaymentRefusals(bank, { method: 'POST', tail: '/authorisations' })
