import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approve, moveOn, pay } from '../../support/builders/graphql-payments.ts'
import { addPayer, bulkBody, paymentBody, periodicBody } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { isOnPostgres } from '../../support/harness/database.ts'
import { answersOf } from '../../support/reference/reference-answers.ts'

/** A payment is what it is: the interface Payment, and its types. Answers have the bytes that graphql-js makes of rows. */

let watched: string[] = []
const bank = await startBank({ onQuery: sql => watched.push(sql) })
afterAll(() => expect(bank.faults).toEqual([]))

const ids: Record<'single' | 'bulk' | 'periodic', string> = { single: '', bulk: '', periodic: '' }
let world: Awaited<ReturnType<typeof addPayer>>['world']
let answers: ReturnType<typeof answersOf>

beforeAll(async () => {
  const { number, debtor, creditor, ...made } = await addPayer(bank)
  world = made.world
  answers = answersOf(bank, world)
  const bodies = {
    single: paymentBody(debtor, creditor),
    bulk: bulkBody(debtor, creditor, ['10.00', '20.00'], { paymentInformationId: 'Wages' }),
    periodic: periodicBody(debtor, creditor),
  }
  for (const service of ['periodic', 'single', 'bulk', 'single'] as const) {
    const { id, sca } = await pay(world, service, { psu: number, context: 'PRIVATE', input: bodies[service] })
    ids[service] = id
    await approve(world, sca, number)
  }
  await pay(world, 'single', { psu: number, input: paymentBody(debtor, creditor, { creditorName: 'Siri Hansen' }) })
  await moveOn(world, 'P1M')
})

const AMOUNT = '{ amount currency }'
const SHARED = `id status service product context createdAt changedAt dueAt executionDate fundsAvailable ultimateDebtor
  totalAmount ${AMOUNT} debtorReference { iban bban }`
const OF_SINGLE = `creditorName creditorAccount { iban bban currency } instructedAmount ${AMOUNT} fee ${AMOUNT} failure creditorAddress { city }
  remittanceInformationStructuredArray { reference } requestedExecutionDate signingBasket { id }`
const OF_BULK = 'paymentInformationId requestedExecutionDate entries { id creditorName failure payment { id status } }'
const OF_PERIODIC = `creditorName instructedAmount ${AMOUNT} startDate endDate frequency executionRule dayOfExecution monthsOfExecution
  executions { totalCount nodes { date payment { __typename creditorName } } } nextExecutions(first: 2) { date }`
const EACH = `... on SinglePayment { ${OF_SINGLE} } ... on BulkPayment { ${OF_BULK} } ... on PeriodicPayment { ${OF_PERIODIC} }`

const wasWritten = () => watched.some(sql => /json_object\(.* FROM "Payment"/.test(sql))

describe('lists', () => {
  it.each([
    ['types alone', 'nodes { __typename }', true],
    ['what all have', `nodes { id status createdAt debtorReference { iban bban } context }`, true],
    ['edges and cursors', 'edges { cursor node { __typename id status } } pageInfo { endCursor }', true],
    [
      'columns of each type',
      'nodes { id ... on SinglePayment { requestedExecutionDate } ... on BulkPayment { paymentInformationId id } ... on PeriodicPayment { __typename endDate executionRule dayOfExecution } }',
      true,
    ],
    [
      'one type by columns, and one by more',
      'nodes { id ... on SinglePayment { creditorName } ... on BulkPayment { requestedExecutionDate } }',
      true,
    ],
    ['a fragment on the interface and on Node', 'nodes { ... on Node { id } ... on Payment { status ...F } }', true],
    ['everything', `nodes { ${SHARED} ${EACH} }`, false],
    [
      'aliases beside each other',
      'nodes { a: id ... on SinglePayment { b: creditorName c: creditorName } d: status }',
      true,
    ],
    ['nothing of two types', 'nodes { ... on PeriodicPayment { frequency } }', true],
    ['what is wrong in one type', 'nodes { id ... on PeriodicPayment { nextExecutions(first: -1) { date } } }', true],
  ])('%s', async (_, selection, isWritten) => {
    const fragment = selection.includes('...F')
      ? 'fragment F on Payment { ... on SinglePayment { requestedExecutionDate } }'
      : ''
    for (const order of ['CREATED_ASC', 'STATUS_DESC']) {
      watched = []
      const text = await answers.expectSame(`{ payments(order: ${order}) { ${selection} } } ${fragment}`)
      expect(JSON.parse(text).data).not.toBeNull()
      // PostgreSQL hands over rows.
      expect(wasWritten()).toBe(isWritten && !isOnPostgres)
    }
  })
})

it('an edge to payments, one to a payment, node(id) and the payload of a mutation say the type', async () => {
  const text = await answers.expectSame(
    `query ($single: ID!, $bulk: ID!, $periodic: ID!) {
      single: node(id: $single) { __typename ... on Payment { status } ... on SinglePayment { creditorName } ... on Customer { name } }
      bulk: node(id: $bulk) { __typename id ... on SinglePayment { creditorName } ... on BulkPayment { entries { creditorName } } }
      payment(id: $periodic) { __typename ... on PeriodicPayment { frequency creditorName } }
      authorisations { nodes { payment { __typename ... on SinglePayment { creditorName } } } }
      accounts { nodes { bookings { nodes { payment { __typename id } } } } }
      customers { nodes { payments { nodes { __typename id ... on BulkPayment { paymentInformationId } } } } }
    }`,
    ids,
  )
  expect(JSON.parse(text).data).toMatchObject({
    single: { __typename: 'SinglePayment', status: 'ACSC', creditorName: 'Ola Nordmann' },
    bulk: { __typename: 'BulkPayment', entries: [{ creditorName: 'Ola Nordmann' }, { creditorName: 'Ola Nordmann' }] },
    payment: { __typename: 'PeriodicPayment', frequency: 'Monthly', creditorName: 'Ola Nordmann' },
  })
  const { cancelPaymentInBank } = await ask(
    world,
    'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { __typename status ... on PeriodicPayment { startDate } } } }',
    { id: ids.periodic },
  )
  expect(cancelPaymentInBank.payment).toEqual({
    __typename: 'PeriodicPayment',
    status: 'CANC',
    startDate: expect.any(String),
  })
})

describe('D74: the cost', () => {
  const list = (size: number, of: string) => `authorisations(first: ${size}) { nodes { ${of} } }`
  const costOf = async (query: string) => {
    const { body } = await world.graphql(query)
    return Number(/costs up to (\d+)/.exec(body.errors?.[0]?.message ?? '')?.[1] ?? 0)
  }

  it('is that of the dearest type, of fragments on several', async () => {
    const single = await costOf(`{ payments(first: 1000) { nodes { ... on SinglePayment { ${list(500, 'id')} } } } }`)
    const bulk = `... on BulkPayment { ${list(400, 'id')} }`
    expect(single).toBeGreaterThan(500_000)
    expect(
      await costOf(`{ payments(first: 1000) { nodes { ... on SinglePayment { ${list(500, 'id')} } ${bulk} } } }`),
    ).toBe(single)
    const shared = `... on Payment { ${list(500, 'id').replace('authorisations', 'b: authorisations')} }`
    expect(
      await costOf(
        `{ payments(first: 1000) { nodes { ... on SinglePayment { ${list(500, 'id')} } ${shared} ${bulk} } } }`,
      ),
    ).toBeGreaterThan(1.9 * single)
  })

  it('lets three lists through of which each row has one', async () => {
    const each = ['Single', 'Bulk', 'Periodic'].map(kind => `... on ${kind}Payment { ${list(90, 'status')} }`)
    expect((await ask(world, `{ payments(first: 1000) { nodes { ${each.join(' ')} } } }`)).payments.nodes).toHaveLength(
      5,
    )
  })
})
