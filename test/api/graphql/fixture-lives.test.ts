import { afterAll, describe, expect, it } from 'vitest'
import { PROFILES } from '../../../src/domain/fixtures.ts'
import { freezeWorld } from '../../support/builders/world-clock.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'
const nothing = [{ balanceType: 'closingBooked', balanceAmount: { amount: 0, currency: 'NOK' } }]
const ACCOUNT = {
  ...{ accountName: 'A', currency: 'NOK', product: 'P', cashAccountType: 'CACC', creditLine: 0 },
  balances: nothing,
}
const CARD = { accountName: 'C', currency: 'NOK', product: 'P', creditLine: 0, balances: nothing }
const booked = (day: string, amount: string) => ({
  ...{ transactionAmount: { amount, currency: 'NOK' }, bookingDate: day, valueDate: day },
})

const customer = (fields: object) => ({ customers: [{ key: 'kari', name: 'Kari', type: 'PRIVATE', ...fields }] })
const inWorld = async () => {
  const world = await bank.world()
  await freezeWorld(bank, world, '2030-05-15T10:00:00Z')
  return world
}

/** The lowest balance at the end of a day, and how many lines there are. */
async function lowestOf(world: World, list: 'accounts' | 'cardAccounts') {
  const amount = list === 'accounts' ? 'transactionAmount' : 'originalAmount'
  const data = await ask(
    world,
    `{ ${list}(first: 1) { nodes { transactions(first: 1000) { nodes { bookingDate ${amount} { amount } } } } } audit { findings { text } } }`,
  )
  expect(data.audit.findings).toEqual([])
  type Line = { bookingDate: string } & Record<typeof amount, { amount: string }>
  const lines: Line[] = data[list].nodes[0].transactions.nodes
  const days = [...new Set(lines.map(one => one.bookingDate))]
  const balances = days.map(day =>
    lines
      .filter(one => one.bookingDate <= day)
      .reduce((sum, one) => sum + Math.round(Number(one[amount].amount) * 100), 0),
  )
  return { lowest: Math.min(...balances), lines: lines.length }
}

describe('a generated life (D84)', () => {
  it.each(PROFILES)(
    'as %s never goes below the credit line, whatever else is booked before or after it',
    async profile => {
      const world = await inWorld()
      const transactions = [booked('2029-09-01', '30000.00'), booked('2030-01-10', '-20000.00')]
      const generate = { profile, transactions: 400, seed: 7 }
      await ask(world, APPLY, { fixture: customer({ accounts: [{ ...ACCOUNT, transactions, generate }] }) })
      const { lowest, lines } = await lowestOf(world, 'accounts')
      expect(lines).toBe(402)
      expect(lowest).toBeGreaterThanOrEqual(0)
    },
  )

  it('uses the credit line of the account, and no more of it', async () => {
    const world = await inWorld()
    const generate = { profile: 'card', transactions: 900 }
    await ask(world, APPLY, { fixture: customer({ accounts: [{ ...ACCOUNT, creditLine: 5000, generate }] }) })
    const { lowest } = await lowestOf(world, 'accounts')
    expect(lowest).toBeLessThan(-4000_00)
    expect(lowest).toBeGreaterThanOrEqual(-5000_00)
  })

  it('of a card account is repaid before it goes below the credit line', async () => {
    const world = await inWorld()
    const generate = { transactions: 900 }
    await ask(world, APPLY, { fixture: customer({ cardAccounts: [{ ...CARD, creditLine: 2000, generate }] }) })
    const { lowest, lines } = await lowestOf(world, 'cardAccounts')
    expect(lines).toBe(900)
    expect(lowest).toBeGreaterThanOrEqual(-2000_00)
  })

  it('is that of a household when no profile is given', async () => {
    const texts = async (generate: object) => {
      const world = await inWorld()
      await ask(world, APPLY, { fixture: customer({ accounts: [{ ...ACCOUNT, generate }] }) })
      const query =
        '{ accounts(first: 1) { nodes { transactions(first: 1000) { nodes { id bookingDate transactionAmount { amount } } } } } }'
      return ask(world, query)
    }
    expect(await texts({ seed: 2 })).toEqual(await texts({ seed: 2, profile: 'household' }))
  })

  it.each([
    ['a last day before the first one', { from: '2030-02-01', to: '2030-01-31' }, /before 2030-02-01, the first day/],
    ['the same, counted from today', { from: '-10D', to: '-11D' }, /is 2030-05-04, before 2030-05-05/],
    ['a last day before a year ago', { to: '-400D' }, /before 2029-05-15/],
    ['days to come', { to: '+1D' }, /nothing is booked after today, 2030-05-15/],
  ])('is refused with %s', async (_, days, text) => {
    const world = await inWorld()
    const fixture = customer({
      accounts: [{ ...ACCOUNT, generate: days }],
      cardAccounts: [{ ...CARD, generate: days }],
    })
    const { code, tppMessages: faults } = await refused(world, APPLY, { fixture })
    expect(code).toBe('FORMAT_ERROR')
    expect(faults.map(({ path }: { path: string }) => path)).toEqual([
      'customers[0].accounts[0].generate.to',
      'customers[0].cardAccounts[0].generate.to',
    ])
    for (const fault of faults) expect(fault.text).toMatch(text)
  })
})

describe('days to come', () => {
  it.each(['10D', '+10D'])('are written as %s', async day => {
    const world = await inWorld()
    const payment = {
      psu: 'kari',
      debtorAccount: { iban: 'daily', currency: 'NOK' },
      creditorAccount: { bban: '15034010029', currency: 'NOK' },
      creditorName: 'Ola',
      instructedAmount: { amount: '1.00', currency: 'NOK' },
      requestedExecutionDate: day,
    }
    const fixture = { ...customer({ accounts: [{ ...ACCOUNT, key: 'daily' }] }), payments: [payment] }
    await ask(world, APPLY, { fixture })
    const { payments } = await ask(world, '{ payments { nodes { ... on SinglePayment { requestedExecutionDate } } } }')
    expect(payments.nodes).toEqual([{ requestedExecutionDate: '2030-05-25' }])
  })

  it('are named where a day is refused', async () => {
    const fixture = customer({ createdAt: 'D10', accounts: [{ ...ACCOUNT, generate: { to: '10' } }] })
    const { tppMessages: faults } = await refused(await inWorld(), APPLY, { fixture })
    expect(faults).toHaveLength(2)
    for (const { text } of faults) expect(text).toContain('10D or +10D for')
  })
})
