import { afterAll, describe, expect, it } from 'vitest'
import { BASKET_STATUSES } from '../../../src/domain/status.ts'
import { expectRefusal } from '../../support/builders/builders.ts'
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
  statusOf,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))
const payer = await addPayer(bank)
const { world, psu, number, debtor, creditor } = payer

const BODIES = [
  ['single', NDCT, () => paymentBody(debtor, creditor)],
  ['bulk', BULK, () => bulkBody(debtor, creditor)],
  ['periodic', PERIODIC, () => periodicBody(debtor, creditor)],
] as const
const under = (scenario: string) => ({ headers: { 'Sandbank-Scenario': scenario } })
const PAYMENT = 'query($id: ID!) { payment(id: $id) { status history { from to cause } } }'
const again = (path: string) => (path === PERIODIC ? path : `${path}?allowLogicalDuplicate=true`)

describe('status; value=… (D88)', () => {
  it.each(
    BODIES.flatMap(([kind, path, body]) =>
      (['ACCP', 'ACWP'] as const).map(value => [value, kind, path, body] as const),
    ),
  )('shows %s of a %s payment at both doors until it changes next', async (value, _, path, body) => {
    const made = await register(psu, again(path), body(), under(`status; value=${value}`))
    expect(made.made.transactionStatus).toBe(value)
    expect(await statusOf(psu, made)).toEqual({ transactionStatus: value })
    expect((await psu.call('GET', made.path)).body.transactionStatus).toBe(value)
    expect((await ask(world, PAYMENT, { id: made.id })).payment).toEqual({
      status: value,
      history: [
        { from: null, to: 'RCVD', cause: 'REGISTRATION' },
        { from: 'RCVD', to: value, cause: 'SCENARIO' },
      ],
    })
    const listed = await ask(world, `{ payments(filter: { status: ${value} }, last: 1) { nodes { id } } }`)
    expect(listed.payments.nodes).toEqual([{ id: made.id }])
    await sign(bank, psu, made, number)
    expect((await statusOf(psu, made)).transactionStatus).toBe('ACTC')
  })

  it('is still a payment that waits: it is cancelled, grouped, signed and explained as one that is RCVD', async () => {
    const accepted = () => register(psu, again(NDCT), paymentBody(debtor, creditor), under('status; value=ACCP'))
    const [cancelled, grouped, explained] = [await accepted(), await accepted(), await accepted()]
    expect((await psu.call('DELETE', cancelled.path)).status).toBe(204)
    const basket = await register(psu, BASKETS, { paymentIds: [grouped.id] })
    expect(BASKET_STATUSES).toContain(basket.made.transactionStatus)
    expect(basket.made.transactionStatus).toBe('RCVD')
    await sign(bank, psu, basket, number)
    expect((await statusOf(psu, grouped)).transactionStatus).toBe('ACTC')
    const { why } = await ask(world, 'query($id: ID!) { why(of: { payment: $id }) { state rule waitsFor } }', {
      id: explained.id,
    })
    expect(why).toEqual({ state: 'ACCP', rule: 'D88, D35', waitsFor: expect.stringContaining('SCA') })
  })

  it('names itself on the answer, and may be set on a world, also by GraphQL', async () => {
    const answer = await psu.call('POST', again(NDCT), {
      body: paymentBody(debtor, creditor),
      ...under('status;value=ACWP'),
    })
    expect(answer.headers['sandbank-scenario']).toBe('status; value=ACWP')
    await ask(
      world,
      'mutation { setScenario(input: { scenario: "status; value=ACCP", times: 1 }) { scenario { scenario } } }',
    )
    const input = { psu: number, allowLogicalDuplicate: true, ...paymentBody(debtor, creditor) }
    const query = 'mutation($input: CreatePaymentInput!) { createPayment(input: $input) { payment { status } } }'
    expect((await ask(world, query, { input })).createPayment.payment.status).toBe('ACCP')
    expect((await ask(world, query, { input })).createPayment.payment.status).toBe('RCVD')
  })

  it.each(['status', 'status; value=ACSC', 'status; value=RCVD', 'status; status=ACCP'])(
    '%s is FORMAT_ERROR',
    async scenario => {
      const answer = await psu.call('POST', again(NDCT), { body: paymentBody(debtor, creditor), ...under(scenario) })
      expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toContain('one of ACCP, ACWP')
      expect(
        (await refused(world, `mutation { setScenario(input: { scenario: "${scenario}" }) { scenario { scenario } } }`))
          .code,
      ).toBe('FORMAT_ERROR')
    },
  )

  it('has nothing to act on where no payment is made', async () => {
    const answer = await world.call('GET', '/v1/sandbox/customers', under('status; value=ACCP'))
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toContain(
      'it is for createPayment, createBulkPayment and createPeriodicPayment',
    )
  })

  it('is no part of an export: the payment waits in the world that is made from it as any other (D85)', async () => {
    const own = await addPayer(bank)
    const made = await register(own.psu, NDCT, paymentBody(own.debtor, own.creditor), under('status; value=ACWP'))
    const { fixture } = await ask(own.world, '{ fixture }')
    const copy = `copy-${own.world.name}`.slice(0, 60)
    const create =
      'mutation($name: String!, $fixture: FixtureInput!) { createWorld(input: { name: $name, source: { fixture: $fixture } }) { world { name } } }'
    await ask(own.world, create, { name: copy, fixture })
    const there = await bank.store.reader.payment.findMany({ where: { world: { name: copy } } })
    expect(there.map(({ status }) => status)).toEqual(['RCVD'])
    expect(made.made.transactionStatus).toBe('ACWP')
  })

  it('is known to the graph with the other nine ([I] Payment status)', async () => {
    const { __type } = await ask(world, '{ __type(name: "PaymentStatus") { enumValues { name } } }')
    const names = __type.enumValues.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual([
      'ACCP',
      'ACSC',
      'ACSP',
      'ACTC',
      'ACWC',
      'ACWP',
      'CANC',
      'PART',
      'PDNG',
      'RCVD',
      'RJCT',
    ])
  })
})
