import { afterAll, describe, expect, it } from 'vitest'
import { putDocument } from '../../support/builders/documents.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BULK,
  bulkBody,
  CROSS_BORDER,
  callingAs,
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
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { describePaymentRefusals, dropping } from './shared/payment-refusals.ts'

const bank = await startBank()
const { world, psu, number, headers, debtor, creditor } = await addPayer(bank, { booked: 100_000 })
afterAll(() => expect(bank.faults).toEqual([]))

// Each payment of a bulk shows its own status (D35).
const withOutcomes = (body: object) =>
  'payments' in body && Array.isArray(body.payments)
    ? { ...body, payments: body.payments.map(one => ({ ...one, transactionStatus: 'RCVD' })) }
    : body

describe('200', () => {
  it.each([
    ['instant', INSTANT, () => paymentBody(debtor, creditor)],
    ['cross-border', CROSS_BORDER, () => crossBorderBody(debtor)],
    ['SEPA', SEPA, () => sepaBody(debtor, { instructedAmount: { amount: '99.00', currency: 'EUR' } })],
    ['bulk', BULK, () => bulkBody(debtor, creditor)],
    ['periodic', PERIODIC, () => periodicBody(debtor, creditor)],
  ])('shows a payment (%s) as it was registered, and how it stands', async (_kind, service, makeBody) => {
    const body = makeBody()
    const { id, path } = await register(psu, service, body)
    const answer = await psu.call('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      paymentId: id,
      transactionStatus: 'RCVD',
      ...withOutcomes(body),
      debtorAccount: { iban: debtor.iban, bban: debtor.bban, currency: 'NOK' },
      _links: {
        self: { href: `${world.base}${path}`, verbs: ['GET', 'DELETE'] },
        status: { href: `${world.base}${path}/status`, verbs: ['GET'] },
      },
    })
  })

  it('names the day of its batch once it is authorised, also when it was moved: ACWC (D35)', async () => {
    const holiday = { requestedExecutionDate: '2030-05-17' }
    const moved = await register(psu, NDCT, paymentBody(debtor, creditor, holiday))
    await sign(bank, psu, moved, number)
    expect((await psu.call('GET', moved.path)).body).toMatchObject({
      transactionStatus: 'ACWC',
      ...holiday,
      executionDate: '2030-05-20',
    })
    const soon = await register(psu, `${NDCT}?allowLogicalDuplicate=true`, paymentBody(debtor, creditor))
    await sign(bank, psu, soon, number)
    const shown = (await psu.call('GET', soon.path)).body
    expect(shown).toMatchObject({ transactionStatus: 'ACTC', executionDate: '2030-05-15' })
    expect(shown).not.toHaveProperty('requestedExecutionDate')
  })

  it('shows a payment to any member of the agreement it was made under (D35)', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate)
    const manager = await addMember(bank, corporate.world, corporate, { roles: ['VIEW'] })
    const { path } = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    expect((await manager.psu.call('GET', path)).body).toEqual((await clerk.psu.call('GET', path)).body)
  })

  it("needs no PSU-Context: the payment's own counts (D34)", async () => {
    const { path } = await register(psu, `${NDCT}?allowLogicalDuplicate=true`, paymentBody(debtor, creditor))
    const bare = callingAs(world, dropping(headers, 'PSU-Context'))
    expect((await bare.call('GET', path)).status).toBe(200)
  })

  it('keeps its id and its answer when it is over ([I] Payment status)', async () => {
    const own = await addPayer(bank)
    const payment = { tpp: tppIdOf(bank, bank.tpp), psu: own.number, ...paymentBody(own.debtor, own.creditor) }
    const over = ['ACSC', 'CANC']
    const ids = await putDocument(bank, own.world, {
      payments: over.map(status => ({ ...payment, key: status, status })),
    })
    await moveClock(bank, own.world, { by: 'P10Y' })
    for (const [transactionStatus, paymentId] of Object.entries(ids))
      expect((await own.psu.call('GET', `${NDCT}/${paymentId}`)).body).toMatchObject({ paymentId, transactionStatus })
  })
})

describePaymentRefusals(bank, { method: 'GET', tail: '' })
