import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { putDocument } from '../../support/builders/documents.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BASKETS,
  BULK,
  balancesOf,
  bulkBody,
  CROSS_BORDER,
  callingAs,
  crossBorderBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  sign,
  startSca,
  statusOf,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { decide } from '../../support/clients/psu.ts'
import { describePaymentRefusals, dropping } from './shared/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

type Account = { readonly iban: string; readonly currency: string }
const SERVICES = [
  ['single', NDCT, (a: Account, b: Account) => paymentBody(a, b)],
  ['bulk', BULK, (a: Account, b: Account) => bulkBody(a, b)],
  ['periodic', PERIODIC, (a: Account, b: Account) => periodicBody(a, b)],
] as const

/** How the only SCA of a payment stands. */
async function scaStatusOf(psu: World, { path }: { readonly path: string }): Promise<string> {
  const { authorisationIds } = (await psu.call('GET', `${path}/authorisations`)).body
  expect(authorisationIds).toHaveLength(1)
  return (await psu.call('GET', `${path}/authorisations/${authorisationIds[0]}`)).body.scaStatus
}

describe('204 (D36)', () => {
  it.each(SERVICES)(
    'cancels a %s payment that waits for its SCA, which then leads nowhere',
    async (_kind, service, body) => {
      const { psu, number, debtor, creditor } = await addPayer(bank)
      const payment = await register(psu, service, body(debtor, creditor))
      const answer = await psu.call('DELETE', payment.path)
      expect(answer).toMatchObject({ status: 204, text: '' })
      expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'CANC' })
      const approve = () => decide(bank, psu, payment.made._links.scaRedirect.href, { customerNumber: number })
      await expect(approve()).rejects.toThrow(/is CANC: there is nothing to authorise/)
      expect(await scaStatusOf(psu, payment)).toBe('failed')
    },
  )

  it('cancels a payment that waits for another member, for any member (D35)', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate, { approvalLimit: 0 })
    const member = await addMember(bank, corporate.world, corporate, { roles: ['VIEW', 'APPROVE'] })
    const payment = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    await sign(bank, clerk.psu, payment, clerk.number)
    expect((await member.psu.call('DELETE', payment.path)).status).toBe(204)
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'CANC' })
  })

  it('but not for one that may only look: FORBIDDEN, whether it waits for an SCA or for its batch (D35)', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate)
    const viewer = await addMember(bank, corporate.world, corporate, { roles: ['VIEW'] })
    const payment = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    expectRefusal(await viewer.psu.call('DELETE', payment.path), 403, 'FORBIDDEN')
    await sign(bank, clerk.psu, payment, clerk.number)
    expectRefusal(await viewer.psu.call('DELETE', payment.path), 403, 'FORBIDDEN')
    expectRefusal(await viewer.psu.call('POST', `${payment.path}/cancellation-authorisations`), 403, 'FORBIDDEN')
    const sca = await startSca(clerk.psu, payment.path, 'cancellation-authorisations')
    await expect(decide(bank, corporate.world, sca, { customerNumber: viewer.number })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await statusOf(viewer.psu, payment)).toEqual({ transactionStatus: 'ACTC' })
  })

  it('a payment that no member is left to approve, by the member that registered it, who still reads it ([I] Payment status)', async () => {
    const corporate = await addCorporate(bank)
    const { world, agreement, account } = corporate
    const clerk = await addMember(bank, world, corporate, { approvalLimit: 0 })
    const payment = await register(clerk.psu, NDCT, paymentBody(account, corporate.creditor))
    const basket = await register(clerk.psu, BASKETS, { paymentIds: [payment.id] })
    await sign(bank, clerk.psu, payment, clerk.number)
    const engagements = `${PATHS.agreements}/${agreement.id}/engagements`
    const [{ id }] = (await world.call('GET', engagements)).body
    expect((await world.call('DELETE', `${engagements}/${id}`)).status).toBe(204)
    for (const { path } of [payment, basket]) expect((await clerk.psu.call('GET', path)).status).toBe(200)
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'PDNG' })
    const bare = callingAs(world, dropping(clerk.headers, 'PSU-Corporate-ID'))
    expectRefusal(await bare.call('GET', payment.path), 400, 'HTTP_HEADER_REQUIRED')
    const [text] = expectRefusal(await world.call('DELETE', `${PATHS.accounts}/${account.id}`), 409, 'CONFLICT')
    expect(text).toContain(`The payment ${payment.id} from the account ${account.id} is PDNG: cancel it first`)
    expect((await clerk.psu.call('DELETE', payment.path)).status).toBe(204)
    expect((await world.call('DELETE', `${PATHS.accounts}/${account.id}`)).status).toBe(204)
  })

  it('an authorised payment whose cancellation no member is left to authorise, by the member that registered it, with what it reserved (D36)', async () => {
    const corporate = await addCorporate(bank)
    const { world, agreement, account } = corporate
    const clerk = await addMember(bank, world, corporate)
    const viewer = await addMember(bank, world, corporate, { roles: ['VIEW'] })
    const payment = await register(clerk.psu, NDCT, paymentBody(account, corporate.creditor))
    await sign(bank, clerk.psu, payment, clerk.number)
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'ACTC' })
    const before = await clerk.psu.call('DELETE', payment.path)
    expect(before.status).toBe(202)
    expect((await world.call('DELETE', `${PATHS.agreements}/${agreement.id}`)).status).toBe(204)
    const [text] = expectRefusal(await world.call('DELETE', `${PATHS.accounts}/${account.id}`), 409, 'CONFLICT')
    expect(text).toContain('also when no member is left to approve it or to authorise its cancellation')
    const [why] = expectRefusal(
      await clerk.psu.call('POST', `${payment.path}/cancellation-authorisations`),
      405,
      'CANCELLATION_INVALID',
    )
    expect(why).toContain('DELETE on the payment cancels it without an SCA')
    expectRefusal(await viewer.psu.call('DELETE', payment.path), 404, 'RESOURCE_UNKNOWN')
    expect((await clerk.psu.call('DELETE', payment.path)).status).toBe(204)
    expect(await statusOf(clerk.psu, payment)).toEqual({ transactionStatus: 'CANC' })
    expect(await bank.store.reader.account.findFirst({ where: { iban: account.iban } })).toMatchObject({
      reservedMinor: 0n,
    })
    expect((await world.call('DELETE', `${PATHS.accounts}/${account.id}`)).status).toBe(204)
  })
})

describe('202 (D36)', () => {
  it.each(SERVICES)(
    'of an authorised %s payment names where its cancellation is authorised',
    async (_kind, service, body) => {
      const { psu, number, debtor, creditor } = await addPayer(bank)
      const payment = await register(psu, service, body(debtor, creditor))
      await sign(bank, psu, payment, number)
      const before = await balancesOf(psu, debtor)
      const answer = await psu.call('DELETE', payment.path)
      const href = `${psu.base}${payment.path}/cancellation-authorisations`
      expect(answer.status).toBe(202)
      expect(answer.body).toEqual({
        transactionStatus: 'ACTC',
        _links: { startAuthorisation: { href, verbs: ['POST'] } },
      })
      expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
      expect(await balancesOf(psu, debtor)).toEqual(before)
    },
  )

  it('of a payment whose day was moved as well', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const body = paymentBody(debtor, creditor, { requestedExecutionDate: '2030-05-18' })
    const payment = await register(psu, NDCT, body)
    await sign(bank, psu, payment, number)
    expect(await psu.call('DELETE', payment.path)).toMatchObject({ status: 202, body: { transactionStatus: 'ACWC' } })
    await decide(bank, psu, await startSca(psu, payment.path, 'cancellation-authorisations'), {
      customerNumber: number,
    })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'CANC' })
    expect(await balancesOf(psu, debtor)).toEqual({ booked: 1000, expected: 1000 })
  })
})

describe('405 CANCELLATION_INVALID (D36)', () => {
  it('of a payment that is paid, rejected or cancelled', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = { tpp: tppIdOf(bank, bank.tpp), psu: number, ...paymentBody(debtor, creditor) }
    const final = ['ACSC', 'RJCT', 'CANC']
    const ids = await putDocument(bank, psu, { payments: final.map(status => ({ ...payment, key: status, status })) })
    for (const status of final)
      expect(expectRefusal(await psu.call('DELETE', `${NDCT}/${ids[status]}`), 405, 'CANCELLATION_INVALID')).toEqual([
        `The payment is ${status}, which is final, and cannot be cancelled (D36).`,
      ])
    expect(await statusOf(psu, { path: `${NDCT}/${ids['ACSC']}` })).toMatchObject({ transactionStatus: 'ACSC' })
  })

  it('of a payment that is on its way', async () => {
    const { psu, number, debtor } = await addPayer(bank, { booked: 5000 })
    const payment = await register(psu, CROSS_BORDER, crossBorderBody(debtor))
    await sign(bank, psu, payment, number)
    await moveClock(bank, psu, { by: 'PT2H' })
    expect(expectRefusal(await psu.call('DELETE', payment.path), 405, 'CANCELLATION_INVALID')).toEqual([
      'The payment is ACSP, on its way, and cannot be cancelled (D36).',
    ])
  })

  it('of a bulk that was paid in part', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank, { booked: 150 })
    const payment = await register(psu, BULK, bulkBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    await moveClock(bank, psu, { by: 'PT2H' })
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'PART', fundsAvailable: false })
    expectRefusal(await psu.call('DELETE', payment.path), 405, 'CANCELLATION_INVALID')
  })
})

describePaymentRefusals(bank, { method: 'DELETE', tail: '' })
