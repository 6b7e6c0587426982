import { afterAll, describe, expect, it } from 'vitest'
import { FIXTURES } from '../../src/sandbox/fixtures/documents/list.ts'
import { startBank, type World } from '../support/clients/bank.ts'
import { ask } from '../support/clients/both-doors.ts'

/** The round trip of D85 as a property: a world of an export equals the first, with its keys, and has the same export. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'
const CREATE =
  'mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) { world { name } } }'
const DIFF = `query ($left: String!, $right: String!) { diffWorlds(left: { world: $left }, right: { world: $right }) {
  equal nodes { noun id kind fields { name left right } } } }`

const exportOf = async (world: World) => (await ask(world, '{ fixture }')).fixture
const create = async (fixture: object) =>
  bank.at((await ask(bank.at('default'), CREATE, { fixture })).createWorld.world.name)

type Holder = { readonly transactions?: unknown[] | undefined }
type Document = {
  readonly customers?:
    | { readonly accounts?: Holder[] | undefined; readonly cardAccounts?: Holder[] | undefined }[]
    | undefined
}
const linesIn = ({ customers = [] }: Document) =>
  customers
    .flatMap(({ accounts = [], cardAccounts = [] }) => [...accounts, ...cardAccounts])
    .reduce((sum, { transactions = [] }) => sum + transactions.length, 0)

async function expectRoundTrip(first: World) {
  const exported = await exportOf(first)
  const second = await create(exported)
  expect(await exportOf(second)).toEqual(exported)
  const { diffWorlds } = await ask(bank.at('default'), DIFF, { left: first.name, right: second.name })
  const { audit } = await ask(second, '{ audit { findings { text } } }')
  expect(audit.findings).toEqual([])
  return { exported, second, diffWorlds }
}

const frozen = { clock: { now: '2030-05-15T10:00:00.000Z', frozen: true } }

describe('the export of a fixture of the product', () => {
  it.each(FIXTURES.map(({ name, document }) => ({ name, document })))(
    '$name makes the same world again, with its keys',
    async ({ name, document }) => {
      const first = await create({ ...document, ...frozen })
      const { exported, diffWorlds } = await expectRoundTrip(first)
      if (name !== 'payments' && name !== 'approvals') expect(diffWorlds).toEqual({ equal: true, nodes: [] })
      expect(linesIn(exported)).toBe(name === 'payments' ? linesIn(exported) : linesIn(document))
      expect(exported.customers.map(({ key }: { key: string }) => key)).toEqual(
        document.customers?.map(({ key }) => key),
      )
    },
  )
})

describe('an export', () => {
  const standard = FIXTURES[0]?.document

  it('is as short after payments, lines and customers that came later, and makes the same world (D85)', async () => {
    const first = await create({ ...standard, ...frozen })
    const { accounts } = await ask(first, '{ accounts(first: 1) { nodes { id iban } } }')
    const [{ id, iban }] = accounts.nodes
    const input = {
      accountId: id,
      transactionAmount: { amount: '-10.00', currency: 'NOK' },
      bookingDate: '2030-05-14',
      valueDate: '2030-05-14',
    }
    await ask(
      first,
      'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { id } } }',
      { input },
    )
    await ask(
      first,
      'mutation { createCustomer(input: { customerNumber: "123", name: "Nina", type: PRIVATE }) { customer { id } } }',
    )
    await ask(first, APPLY, {
      fixture: {
        payments: [
          {
            key: 'rent',
            psu: '13039319955',
            debtorAccount: { iban, currency: 'NOK' },
            creditorAccount: { bban: '15034020016', currency: 'NOK' },
            creditorName: 'Ola',
            instructedAmount: { amount: '50.00', currency: 'NOK' },
            status: 'ACTC',
          },
        ],
      },
    })
    const { exported } = await expectRoundTrip(first)
    expect(linesIn(exported)).toBe(1)
    expect(exported.payments.map(({ key }: { key: string }) => key)).toEqual(['rent'])
    await ask(first, 'mutation { advanceClock(input: { by: "P3D" }) { clock { now } } }')
    const later = await expectRoundTrip(first)
    // The payment, on both sides.
    expect(linesIn(later.exported)).toBe(3)
  })

  it('says no life of an account whose statement was deleted since', async () => {
    const first = await create({ ...standard, ...frozen })
    const { accounts } = await ask(first, '{ accounts(first: 1) { nodes { id } } }')
    await ask(first, 'mutation ($id: ID!) { deleteTransactions(accountId: $id) { count } }', {
      id: accounts.nodes[0].id,
    })
    const { exported } = await expectRoundTrip(first)
    expect(exported.customers[0].accounts[0]).not.toHaveProperty('generate')
    expect(exported.customers[0].accounts[0]).not.toHaveProperty('transactions')
  })

  it('is applied to its world later, and to an empty one', async () => {
    const first = await create({ ...standard, ...frozen })
    const exported = await exportOf(first)
    await ask(first, 'mutation { advanceClock(input: { by: "P3D" }) { clock { now } } }')
    await ask(first, APPLY, { fixture: { customers: [{ key: 'nina', name: 'Nina', type: 'PRIVATE' }] } })
    const before = await exportOf(first)
    await ask(first, APPLY, { fixture: exported })
    expect(await exportOf(first)).toEqual(before)
    const empty = await bank.world()
    await ask(empty, 'mutation { freezeClock(at: "2030-06-01T10:00:00Z") { clock { now } } }')
    await ask(empty, APPLY, { fixture: exported })
    expect({ ...(await exportOf(empty)), clock: undefined }).toEqual({ ...exported, clock: undefined })
  })
})
