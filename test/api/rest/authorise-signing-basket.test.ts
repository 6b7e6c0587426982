import { afterAll, describe, expect, it } from 'vitest'
import { DomainError } from '../../../src/domain/errors.ts'
import { expectRefusal } from '../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BASKETS,
  INSTANT,
  NDCT,
  paymentBody,
  type Registered,
  register,
  sign,
  startSca,
  statusOf,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { decide } from '../../support/clients/psu.ts'
import { addBasket, describeBasketRefusals } from './shared/basket-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

/** A corporation's basket of two payments, of which its clerk may approve only the first. */
async function addTwoOfWhichOneIsAbove() {
  const corporate = await addCorporate(bank)
  const clerk = await addMember(bank, corporate.world, corporate, { approvalLimit: 100 })
  const boss = await addMember(bank, corporate.world, corporate, { approvalLimit: 200 })
  const body = (amount: string) =>
    paymentBody(corporate.account, corporate.creditor, { instructedAmount: { amount, currency: 'NOK' } })
  const small = await register(clerk.psu, NDCT, body('100.00'))
  const large = await register(clerk.psu, NDCT, body('200.00'))
  const basket = await register(clerk.psu, BASKETS, { paymentIds: [small.id, large.id] })
  const statuses = () =>
    Promise.all([small, large, basket].map(async one => (await statusOf(clerk.psu, one)).transactionStatus))
  return { clerk, boss, small, large, basket, statuses }
}

describe('201', () => {
  it('starts an SCA and says where the PSU goes, and where its state is read', async () => {
    const { psu, basket } = await addBasket(bank)
    const answer = await psu.call('POST', `${basket.path}/authorisations`)
    const path = `${psu.base}${basket.path}/authorisations/${answer.body.authorisationId}`
    expect(answer).toMatchObject({ status: 201, headers: { location: path } })
    expect(answer.body).toEqual({
      authorisationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scaStatus: 'received',
      _links: {
        scaRedirect: { href: `${bank.url}${psu.base}/sca/${answer.body.authorisationId}`, verbs: ['GET'] },
        scaStatus: { href: path, verbs: ['GET'] },
      },
    })
  })

  it('authorises each payment by itself: one above the limit waits for another member ([I]: not atomic)', async () => {
    const { clerk, boss, basket, statuses } = await addTwoOfWhichOneIsAbove()
    await sign(bank, clerk.psu, basket, clerk.number)
    expect(await statuses()).toEqual(['ACTC', 'PDNG', 'PATC'])
    await sign(bank, boss.psu, basket, boss.number)
    expect(await statuses()).toEqual(['ACTC', 'ACTC', 'ACTC'])
  })

  it('is not approved in part when a payment fails for a reason that is no refusal: nothing is, and the fault is thrown', async () => {
    const { clerk, small, large, basket } = await addTwoOfWhichOneIsAbove()
    const sca = await startSca(clerk.psu, basket.path)
    const data = { requestedExecutionDate: 'some day' }
    await bank.store.transaction(tx => tx.payment.updateMany({ where: { id: small.id }, data }), {
      worlds: [clerk.psu.name],
    })
    await expect(decide(bank, clerk.psu, sca, { customerNumber: clerk.number })).rejects.not.toBeInstanceOf(DomainError)
    expect((await statusOf(clerk.psu, large)).transactionStatus).toBe('RCVD')
    const { scaStatus } = (await clerk.psu.call('GET', `${basket.path}/authorisations/${sca.split('/').at(-1)}`)).body
    expect(scaStatus).toBe('received')
  })

  it('lets the other member approve the one payment instead', async () => {
    const { clerk, boss, large, basket, statuses } = await addTwoOfWhichOneIsAbove()
    await sign(bank, clerk.psu, basket, clerk.number)
    await sign(bank, boss.psu, large, boss.number)
    expect(await statuses()).toEqual(['ACTC', 'ACTC', 'ACTC'])
  })

  it('a second SCA of a member that lacks the limit is refused: no SCA is finalised without an effect', async () => {
    const { clerk, basket, statuses } = await addTwoOfWhichOneIsAbove()
    await sign(bank, clerk.psu, basket, clerk.number)
    const sca = await startSca(clerk.psu, basket.path)
    await expect(decide(bank, clerk.psu, sca, { customerNumber: clerk.number })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await statuses()).toEqual(['ACTC', 'PDNG', 'PATC'])
    const { scaStatus } = (await clerk.psu.call('GET', `${basket.path}/authorisations/${sca.split('/').at(-1)}`)).body
    expect(scaStatus).toBe('received')
  })

  it('a second approver signs what it may, though one payment still waits for the SCA of the member who registered it', async () => {
    const { clerk, boss, small, large, basket, statuses } = await addTwoOfWhichOneIsAbove()
    // The one above the limit is signed by itself and waits for the boss; the other one is still RCVD.
    await sign(bank, clerk.psu, large, clerk.number)
    expect(await statuses()).toEqual(['RCVD', 'PDNG', 'PATC'])
    await sign(bank, boss.psu, basket, boss.number)
    expect(await statuses()).toEqual(['RCVD', 'ACTC', 'PATC'])
    await expect(sign(bank, boss.psu, basket, boss.number)).rejects.toMatchObject({ code: 'PSU_CREDENTIALS_INVALID' })
    await sign(bank, clerk.psu, small, clerk.number)
    expect(await statuses()).toEqual(['ACTC', 'ACTC', 'ACTC'])
  })

  it('rejects what still waits when the PSU refuses, and nothing else', async () => {
    const { clerk, boss, basket, statuses } = await addTwoOfWhichOneIsAbove()
    await sign(bank, clerk.psu, basket, clerk.number)
    await sign(bank, boss.psu, basket, boss.number, { outcome: 'REJECTED' })
    expect(await statuses()).toEqual(['ACTC', 'RJCT', 'RJCT'])
  })

  it('rejects all payments when the PSU refuses them', async () => {
    const { psu, number, payments, basket } = await addBasket(bank)
    await sign(bank, psu, basket, number, { outcome: 'REJECTED' })
    for (const one of [...payments, basket]) expect(await statusOf(psu, one)).toEqual({ transactionStatus: 'RJCT' })
  })

  it('pays instant payments at once, one by one as far as the funds go', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const instant = (amount: string): Promise<Registered> =>
      register(psu, INSTANT, paymentBody(debtor, creditor, { instructedAmount: { amount, currency: 'NOK' } }))
    const payments = [await instant('600.00'), await instant('500.00'), await instant('400.00')]
    const basket = await register(psu, BASKETS, { paymentIds: payments.map(({ id }) => id) })
    await sign(bank, psu, basket, number)
    const statuses = await Promise.all(payments.map(payment => statusOf(psu, payment)))
    expect(statuses.map(({ transactionStatus }) => transactionStatus)).toEqual(['ACSC', 'RJCT', 'ACSC'])
    expect(await statusOf(psu, basket)).toEqual({ transactionStatus: 'RJCT' })
  })

  it('is for the PSU whose payments they are', async () => {
    const { psu, world, basket } = await addBasket(bank)
    const other = await addPayer(bank, { world })
    const sca = await startSca(psu, basket.path)
    await expect(decide(bank, psu, sca, { customerNumber: other.number })).rejects.toThrow('another customer')
  })
})

describe('409', () => {
  it('CONFLICT when no payment of the basket waits for an SCA', async () => {
    const { psu, number, basket } = await addBasket(bank)
    await sign(bank, psu, basket, number)
    const answer = await psu.call('POST', `${basket.path}/authorisations`)
    expect(expectRefusal(answer, 409, 'CONFLICT')).toEqual(['No payment of this basket waits for an authorisation.'])
  })
})

describeBasketRefusals(bank, { method: 'POST', tail: '/authorisations' })
