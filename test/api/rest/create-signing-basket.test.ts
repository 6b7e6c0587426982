import { afterAll, describe, expect, it } from 'vitest'
import { addAccount, expectRefusal, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { putDocument } from '../../support/builders/documents.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BASKETS,
  BULK,
  bulkBody,
  callingAs,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  privateHeaders,
  register,
  SEPA,
  sepaBody,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { addBasket } from './shared/basket-refusals.ts'
import { ABSENT, describeFieldRules, NO_LIST, REQUIRED, stringRules, UNKNOWN } from './shared/field-rules.ts'
import { dropping } from './shared/payment-refusals.ts'

const bank = await startBank()
const { world, psu, number, headers, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const newPayment = async (service = NDCT, body: object = paymentBody(debtor, creditor)) =>
  (await register(psu, `${service}?allowLogicalDuplicate=true`, body)).id
const newPayments = async (count: number) => {
  const ids: string[] = []
  while (ids.length < count) ids.push(await newPayment())
  return ids
}
const post = (paymentIds: unknown) => psu.call('POST', BASKETS, { body: { paymentIds } })

describe('201 ([I] Endpoints 1)', () => {
  it('groups payments to be signed together', async () => {
    const paymentIds = [await newPayment(), await newPayment(INSTANT), await newPayment(SEPA, sepaBody(debtor))]
    const answer = await post(paymentIds)
    const path = `${world.base}${BASKETS}/${answer.body.basketId}`
    expect(answer).toMatchObject({ status: 201, headers: { location: path } })
    expect(answer.body).toEqual({
      basketId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      transactionStatus: 'RCVD',
      _links: {
        self: { href: path, verbs: ['GET', 'DELETE'] },
        status: { href: `${path}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${path}/authorisations`, verbs: ['POST'] },
      },
    })
  })

  it.each([1, 10])('takes %d payments ([I] Limits)', async count => {
    expect((await post(await newPayments(count))).status).toBe(201)
  })

  it("refuses another member's payment: a PSU signs baskets of its own (D39)", async () => {
    const corporate = await addCorporate(bank)
    const [one, two] = [
      await addMember(bank, corporate.world, corporate),
      await addMember(bank, corporate.world, corporate),
    ]
    const body = (amount: string) =>
      paymentBody(corporate.account, corporate.creditor, { instructedAmount: { amount, currency: 'NOK' } })
    const paymentIds = [(await register(one.psu, NDCT, body('1'))).id, (await register(two.psu, NDCT, body('2'))).id]
    const answer = await one.psu.call('POST', BASKETS, { body: { paymentIds } })
    expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
      `paymentIds[1]: The payment ${paymentIds[1]} was registered by another member: a PSU signs baskets of its own payments (D39).`,
    ])
    await register(two.psu, BASKETS, { paymentIds: paymentIds.slice(1) })
  })
})

describeFieldRules(
  psu,
  { method: 'POST', request: async () => ({ path: BASKETS, body: { paymentIds: [UNKNOWN_ID] } }) },
  [
    ['paymentIds', REQUIRED, ABSENT],
    ['paymentIds', 'must be a list of payment ids.', ...NO_LIST],
    ['paymentIds', 'must hold at least one payment.', []],
    ['paymentIds', 'must hold each payment once (D39).', [UNKNOWN_ID, 'x', UNKNOWN_ID]],
    ...stringRules('paymentIds[0]'),
    ['paymentIds[0]', 'must have 1 to 64 characters; it has 0.', ''],
    ['paymentIds[0]', 'must have 1 to 64 characters; it has 65.', 'x'.repeat(65)],
    ['payments', UNKNOWN, [UNKNOWN_ID]],
    ['consentIds', UNKNOWN, []],
  ],
)

describe('400', () => {
  it('FORMAT_ERROR for 11 payments ([I] Limits)', async () => {
    expect(expectRefusal(await post(await newPayments(11)), 400, 'FORMAT_ERROR')).toEqual([
      'paymentIds: must hold at most 10 payments ([I] Limits).',
    ])
  })

  it('FORMAT_ERROR of what is no list, without the limit of a list (D78)', async () => {
    for (const paymentIds of ['019ab000-0000-7000-8000-000000000000', '', 'x'.repeat(100), { length: 11 }])
      expect(expectRefusal(await psu.call('POST', BASKETS, { body: { paymentIds } }), 400, 'FORMAT_ERROR')).toEqual([
        'paymentIds: must be a list of payment ids.',
      ])
  })

  it.each([
    ['bulk', BULK, () => bulkBody(debtor, creditor)],
    ['periodic', PERIODIC, () => periodicBody(debtor, creditor)],
  ])(
    'REFERENCE_MIX_INVALID for a %s payment ([I] Errors), which names it and leaves the others free',
    async (kind, service, body) => {
      const single = await newPayment()
      const { id } = await register(psu, service, body())
      expect(expectRefusal(await post([single, id]), 400, 'REFERENCE_MIX_INVALID')).toEqual([
        `paymentIds[1]: The payment ${id} is a ${kind} payment, which cannot be part of a basket ([I] Errors).`,
      ])
      expect((await post([single])).status).toBe(201)
    },
  )

  it('HTTP_HEADER_REQUIRED for a member without PSU-Corporate-ID, since the context of the payments counts (D34)', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate)
    const { id } = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    const bare = callingAs(corporate.world, dropping(clerk.headers, 'PSU-Corporate-ID', 'PSU-Context'))
    const answer = await bare.call('POST', BASKETS, { body: { paymentIds: [id] } })
    expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')).toEqual([
      `PSU-Corporate-ID: The payment ${id} belongs to an agreement of a corporation: send PSU-Corporate-ID: ${corporate.agreement.id} (D34).`,
    ])
    // What is not there comes first (D3).
    const unknown = await bare.call('POST', BASKETS, { body: { paymentIds: [id, UNKNOWN_ID] } })
    expect(expectRefusal(unknown, 404, 'RESOURCE_UNKNOWN')).toEqual([
      `paymentIds[1]: "${UNKNOWN_ID}" is no payment of this TPP and PSU.`,
    ])
  })
})

describe('401 and 403', () => {
  it('PSU_CREDENTIALS_INVALID for an unknown PSU, FORBIDDEN for a certificate that states only PSP_AI (D14)', async () => {
    const body = { paymentIds: [await newPayment()] }
    const unknown = await psu.call('POST', BASKETS, { body, headers: { 'PSU-ID': UNKNOWN_ID } })
    expectRefusal(unknown, 401, 'PSU_CREDENTIALS_INVALID')
    expectRefusal(await psu.call('POST', BASKETS, { body, tpp: bank.newTpp({ roles: ['PSP_AI'] }) }), 403, 'FORBIDDEN')
  })
})

describe('404 RESOURCE_UNKNOWN', () => {
  it('for a private payment under PSU-Corporate-ID (D79)', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate)
    const account = await addAccount(corporate.world, {}, clerk.number)
    const privately = callingAs(corporate.world, await privateHeaders(bank, corporate.world, clerk.number))
    const own = await register(privately, NDCT, paymentBody(account, corporate.creditor))
    const theirs = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    const answer = await clerk.psu.call('POST', BASKETS, { body: { paymentIds: [theirs.id, own.id] } })
    expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
      `paymentIds[1]: "${own.id}" is a private payment: leave PSU-Corporate-ID out (D79).`,
    ])
  })

  it('for payments that there are not, each named', async () => {
    const known = await newPayment()
    const text = (index: number, id: string) => `paymentIds[${index}]: "${id}" is no payment of this TPP and PSU.`
    expect(expectRefusal(await post([UNKNOWN_ID, known, 'x']), 404, 'RESOURCE_UNKNOWN')).toEqual([
      text(0, UNKNOWN_ID),
      text(2, 'x'),
    ])
  })

  it('for payments of another TPP, of another PSU, and of a corporation to which the PSU is a stranger (D3)', async () => {
    const id = await newPayment()
    const foreign = callingAs(world, headers, bank.newTpp())
    const other = await addPayer(bank, { world })
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate)
    const stranger = await addPayer(bank, { world: corporate.world })
    const theirs = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
    for (const [caller, paymentId] of [
      [foreign, id],
      [other.psu, id],
      [stranger.psu, theirs.id],
    ] as const) {
      const answer = await caller.call('POST', BASKETS, { body: { paymentIds: [paymentId] } })
      expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')
    }
  })
})

describe('409 CONFLICT', () => {
  it('for a payment in another basket', async () => {
    const { psu: own, payments, basket } = await addBasket(bank, [1, 2])
    const answer = await own.call('POST', BASKETS, { body: { paymentIds: [payments[1]?.id] } })
    expect(expectRefusal(answer, 409, 'CONFLICT')).toEqual([
      `paymentIds[0]: The payment ${payments[1]?.id} is in the basket ${basket.id} already: authorise it there or by itself, or delete that basket first.`,
    ])
  })

  it('for a payment that does not wait for its SCA any more', async () => {
    const payment = { tpp: tppIdOf(bank, bank.tpp), psu: number, ...paymentBody(debtor, creditor) }
    const states = ['ACTC', 'CANC']
    const ids = await putDocument(bank, world, {
      payments: states.map(status => ({ ...payment, key: status, status })),
    })
    const only = 'only payments that wait for their SCA (RCVD) can be grouped (D39).'
    expect(
      expectRefusal(await post([await newPayment(), ...states.map(status => ids[status])]), 409, 'CONFLICT'),
    ).toEqual(states.map((status, at) => `paymentIds[${at + 1}]: The payment ${ids[status]} is ${status}; ${only}`))
  })

  it('for one of two baskets of the same payment at the same moment', async () => {
    const paymentIds = [await newPayment()]
    const answers = await Promise.all([post(paymentIds), post(paymentIds)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})
