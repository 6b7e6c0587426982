import { afterAll, expect, it } from 'vitest'
import { UNKNOWN_ID } from '../../support/builders/builders.ts'
import { approve, pay, statusOf } from '../../support/builders/graphql-payments.ts'
import {
  addPayer,
  BASKETS,
  BULK,
  bulkBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  sign,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const BASKET =
  'id status tpp { id } context psu { customerNumber } agreement { automatic } payments { id status signingBasket { id } } authorisations { totalCount }'
const MAKE = `mutation ($tpp: String, $psu: String!, $paymentIds: [ID!]!) { createSigningBasket(input: { tpp: $tpp, psu: $psu, paymentIds: $paymentIds }) { signingBasket { ${BASKET} } } }`
const SIGN =
  'mutation ($tpp: String, $psu: String!, $id: ID!) { authoriseSigningBasket(input: { tpp: $tpp, psu: $psu, id: $id }) { authorisation { id purpose signingBasket { id } } } }'
const DELETE = `mutation ($tpp: String, $psu: String!, $id: ID!) { deleteSigningBasket(input: { tpp: $tpp, psu: $psu, id: $id }) { signingBasket { id status payments { id } } } }`
const READ = `query ($id: ID!, $psu: String!) { signingBasket(id: $id) { ${BASKET} } asTpp(access: { psu: $psu }) { signingBasket(by: { id: $id }) { status } } }`

async function payer(count: number) {
  const made = await addPayer(bank)
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push((await pay(made.world, 'single', { psu: made.number, input: paymentBody(made.debtor, made.creditor) })).id)
  return { ...made, ids }
}

it('groups payments, and signs for all of them in one SCA', async () => {
  const { world, number, ids } = await payer(2)
  const {
    createSigningBasket: { signingBasket: made },
  } = await ask(world, MAKE, { psu: number, paymentIds: ids })
  expect(made).toEqual({
    id: expect.any(String),
    status: 'RCVD',
    tpp: { id: 'SANDBANK' },
    context: 'PRIVATE',
    psu: { customerNumber: number },
    agreement: { automatic: true },
    payments: ids.map(id => ({ id, status: 'RCVD', signingBasket: { id: made.id } })),
    authorisations: { totalCount: 0 },
  })
  const {
    authoriseSigningBasket: { authorisation: started },
  } = await ask(world, SIGN, { psu: number, id: made.id })
  expect(started).toEqual({ id: expect.any(String), purpose: 'SIGNING_BASKET', signingBasket: { id: made.id } })
  await approve(world, started.id, number)
  const { signingBasket, asTpp } = await ask(world, READ, { id: made.id, psu: number })
  expect([asTpp.signingBasket.status, signingBasket.status, signingBasket.authorisations.totalCount]).toEqual([
    'ACTC',
    'ACTC',
    1,
  ])
  const scas = `query ($id: ID!, $sca: ID!, $psu: String!) { asTpp(access: { psu: $psu }) { signingBasket(by: { id: $id }) { authorisations { id } authorisation(id: $sca) { status } } } }`
  expect((await ask(world, scas, { id: made.id, sca: started.id, psu: number })).asTpp.signingBasket).toEqual({
    authorisations: [{ id: started.id }],
    authorisation: { status: 'FINALISED' },
  })
  await ask(world, 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { id } } }', { id: ids[0] })
  expect((await ask(world, READ, { id: made.id, psu: number })).asTpp.signingBasket.status).toBe('RJCT')
  expect((await refused(world, DELETE, { psu: number, id: made.id })).code).toBe('CONFLICT')
})

it('dissolves a basket, answers what it was, and frees its payments', async () => {
  const { world, number, ids } = await payer(1)
  const first = (await ask(world, MAKE, { psu: number, paymentIds: ids })).createSigningBasket.signingBasket.id
  const { deleteSigningBasket } = await ask(world, DELETE, { psu: number, id: first })
  expect(deleteSigningBasket.signingBasket).toEqual({ id: first, status: 'RCVD', payments: [{ id: ids[0] }] })
  const gone = await refused(world, 'query ($id: ID!) { signingBasket(id: $id) { id } }', { id: first })
  expect(gone.code).toBe('RESOURCE_UNKNOWN')
  const again = (await ask(world, MAKE, { psu: number, paymentIds: ids })).createSigningBasket.signingBasket.id
  const { signingBaskets } = await ask(world, '{ signingBaskets { totalCount nodes { id } } }')
  expect(signingBaskets).toEqual({ totalCount: 1, nodes: [{ id: again }] })
  expect(await statusOf(world, ids[0] ?? '')).toBe('RCVD')
})

it('takes ten payments', async () => {
  const { world, number, ids } = await payer(10)
  expect(
    (await ask(world, MAKE, { psu: number, paymentIds: ids })).createSigningBasket.signingBasket.payments,
  ).toHaveLength(10)
})

it('refuses what REST refuses, with its messages', async () => {
  const { world, psu, number, debtor, creditor, ids } = await payer(1)
  const single = await register(psu, `${NDCT}?allowLogicalDuplicate=true`, paymentBody(debtor, creditor))
  const bulk = await register(psu, BULK, bulkBody(debtor, creditor))
  const periodic = await register(psu, PERIODIC, periodicBody(debtor, creditor))
  const rows: [string, string[]][] = [
    ['FORMAT_ERROR', []],
    ['FORMAT_ERROR', Array.from({ length: 11 }, (_, n) => `p${n}`)],
    ['FORMAT_ERROR', [single.id, single.id]],
    ['REFERENCE_MIX_INVALID', [single.id, bulk.id, periodic.id]],
    ['RESOURCE_UNKNOWN', [single.id, UNKNOWN_ID]],
    ['RESOURCE_UNKNOWN', ids],
  ]
  const both = async (code: string, paymentIds: string[]) => {
    const rest = await psu.call('POST', BASKETS, { body: { paymentIds } })
    expectSameRefusal(rest, await refused(world, MAKE, { tpp, psu: number, paymentIds }), code)
  }
  for (const [code, paymentIds] of rows) await both(code, paymentIds)
  const basket = await register(psu, BASKETS, { paymentIds: [single.id] })
  await both('CONFLICT', [single.id])
  const unknown = { tpp, psu: number, id: UNKNOWN_ID }
  expectSameRefusal(
    await psu.call('DELETE', `${BASKETS}/${UNKNOWN_ID}`),
    await refused(world, DELETE, unknown),
    'RESOURCE_UNKNOWN',
  )
  expectSameRefusal(
    await psu.call('POST', `${BASKETS}/${UNKNOWN_ID}/authorisations`),
    await refused(world, SIGN, unknown),
    'RESOURCE_UNKNOWN',
  )
  expect((await refused(world, SIGN, { psu: number, id: basket.id })).code).toBe('RESOURCE_UNKNOWN')
  await ask(world, 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { id } } }', { id: single.id })
  const mine = { tpp, psu: number, id: basket.id }
  expectSameRefusal(
    await psu.call('POST', `${basket.path}/authorisations`),
    await refused(world, SIGN, mine),
    'CONFLICT',
  )
  expect((await psu.call('DELETE', basket.path)).status).toBe(204)
  const approved = await register(psu, `${NDCT}?allowLogicalDuplicate=true`, paymentBody(debtor, creditor))
  const begun = await register(psu, BASKETS, { paymentIds: [approved.id] })
  await sign(bank, psu, approved, number)
  expectSameRefusal(
    await psu.call('DELETE', begun.path),
    await refused(world, DELETE, { tpp, psu: number, id: begun.id }),
    'CONFLICT',
  )
  const reading =
    'query ($tpp: String, $psu: String!, $id: ID!) { asTpp(access: { tpp: $tpp, psu: $psu }) { signingBasket(by: { id: $id }) { status } } }'
  expectSameRefusal(
    await psu.call('GET', `${BASKETS}/${UNKNOWN_ID}/status`),
    await refused(world, reading, unknown),
    'RESOURCE_UNKNOWN',
  )
})

it('lists baskets by their TPP, PSU and agreement, and from both of the latter', async () => {
  const { world, number, ids } = await payer(2)
  const [own = '', other = ''] = ids
  const make = async (paymentIds: string[]) =>
    (await ask(world, MAKE, { psu: number, paymentIds })).createSigningBasket.signingBasket.id
  const baskets = [await make([own]), await make([other])]
  const { customer } = await ask(
    world,
    'query ($n: String!) { customer(by: { customerNumber: $n }) { signingBaskets { totalCount nodes { id } } agreements { nodes { id signingBaskets(first: 1) { totalCount nodes { id } } } } } }',
    { n: number },
  )
  const [agreement] = customer.agreements.nodes
  expect(customer.signingBaskets).toEqual({ totalCount: 2, nodes: baskets.map(id => ({ id })) })
  expect(agreement.signingBaskets).toEqual({ totalCount: 2, nodes: [{ id: baskets[0] }] })
  const list = async (filter: object) =>
    (
      await ask(world, 'query ($filter: SigningBasketFilterInput) { signingBaskets(filter: $filter) { totalCount } }', {
        filter,
      })
    ).signingBaskets.totalCount
  expect(await list({ customer: number })).toBe(2)
  expect(await list({ customer: 'nobody' })).toBe(0)
  expect(await list({ agreementId: agreement.id, tpp: 'SANDBANK' })).toBe(2)
  expect(await list({ agreementId: UNKNOWN_ID })).toBe(0)
  expect(await list({ tpp })).toBe(0)
  expect(await list({ tpp: null })).toBe(2)
  const unknown = '{ signingBaskets(filter: { tpp: "nobody" }) { totalCount } }'
  expect((await refused(world, unknown)).code).toBe('RESOURCE_UNKNOWN')
})

it('lists baskets by their status, which is read off their payments (D39)', async () => {
  const { world, number, ids } = await payer(5)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids
  const groups = { RCVD: [first], PATC: [second, third], ACTC: [fourth], RJCT: [fifth] }
  const made = new Map<string, string>()
  for (const [status, paymentIds] of Object.entries(groups))
    made.set(status, (await ask(world, MAKE, { psu: number, paymentIds })).createSigningBasket.signingBasket.id)
  for (const id of [second, fourth]) {
    const start = `mutation { startPaymentAuthorisation(input: { id: "${id}", psu: "${number}" }) { authorisation { id } } }`
    await approve(world, (await ask(world, start)).startPaymentAuthorisation.authorisation.id, number)
  }
  await ask(world, `mutation { cancelPaymentInBank(id: "${fifth}") { payment { id } } }`)
  for (const [status, id] of made) {
    const list = `{ signingBaskets(filter: { status: ${status} }) { totalCount nodes { id status } } }`
    expect((await ask(world, list)).signingBaskets).toEqual({ totalCount: 1, nodes: [{ id, status }] })
  }
  const none = `{ signingBaskets(filter: { status: ACTC, tpp: "${tpp}" }) { totalCount nodes { id } } }`
  expect((await ask(world, none)).signingBaskets).toEqual({ totalCount: 0, nodes: [] })
})
