import { afterAll, expect, it } from 'vitest'
import { addCardAccount, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { putDocument } from '../../support/builders/documents.ts'
import { addPayer, paymentBody, sepaBody } from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

type Booking = {
  readonly amount: { readonly amount: string }
  readonly debitId: string
  readonly creditId: string
  readonly reason: string
}
const LEDGER = `query ($id: ID!, $after: String) { account(by: { id: $id }) { balances { balanceAmount { amount } }
  bookings(first: 2, after: $after) { totalCount nodes { amount { amount } debitId creditId reason bookedAt debitCardAccount { id } } pageInfo { hasNextPage endCursor } } } }`

/** All bookings of an account, page by page, and its closingBooked balance. */
async function ledgerOf(world: World, id: string): Promise<{ bookings: Booking[]; total: number; balance: number }> {
  const bookings: Booking[] = []
  let after: string | null = null
  for (;;) {
    const { account } = await ask(world, LEDGER, { id, after })
    bookings.push(...account.bookings.nodes)
    after = account.bookings.pageInfo.endCursor
    if (account.bookings.pageInfo.hasNextPage) continue
    return { bookings, total: account.bookings.totalCount, balance: Number(account.balances[0].balanceAmount.amount) }
  }
}

const sumOf = (id: string, bookings: readonly Booking[]) =>
  bookings.reduce((sum, { amount, debitId }) => sum + (debitId === id ? -1 : 1) * Number(amount.amount), 0)

it('shows every movement of an account on both of its sides, and they add up to its balance', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank, { booked: 10_000 })
  const paid = { psu: number, status: 'ACSC' }
  const abroad = { product: 'sepa-credit-transfers', ...sepaBody(debtor) }
  await putDocument(bank, world, {
    payments: [
      { ...paid, ...paymentBody(debtor, creditor) },
      { ...paid, ...abroad },
    ],
  })
  const ledger = await ledgerOf(world, debtor.id)
  expect(ledger.bookings).toHaveLength(ledger.total)
  expect(ledger.bookings[0]).toMatchObject({
    amount: { amount: '10000.00' },
    debitId: 'clearing',
    creditId: debtor.id,
    reason: 'OPENING_BALANCE',
  })
  expect(new Set(ledger.bookings.map(booking => booking.reason))).toEqual(
    new Set(['OPENING_BALANCE', 'PAYMENT', 'FEE']),
  )
  expect([ledger.balance, sumOf(debtor.id, ledger.bookings)]).toEqual([8750, 8750])
  const received = await ledgerOf(world, creditor.id)
  expect(received.bookings.at(-1)).toMatchObject({
    amount: { amount: '100.00' },
    debitId: debtor.id,
    creditId: creditor.id,
  })
  expect(sumOf(creditor.id, received.bookings)).toBe(received.balance)

  const { audit, world: sizes } = await ask(
    world,
    '{ audit { findings { rule subject text } accounts bookings payments } world { counts { payments bookings consents } } }',
  )
  expect(audit).toEqual({ findings: [], accounts: 2, bookings: sizes.counts.bookings, payments: 2 })
  expect(sizes.counts).toMatchObject({ payments: 2, consents: 0 })
})

it('shows the movements of a card account', async () => {
  const world = await bank.world()
  const card = await addCardAccount(world, {
    balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: -50, currency: 'NOK' } }],
  })
  const { cardAccount } = await ask(
    world,
    'query ($id: ID!) { cardAccount(id: $id) { bookings { nodes { amount { amount currency } reason creditId debitCardAccount { id } creditCardAccount { id } debitAccount { id } payment { id } } } } }',
    { id: card.id },
  )
  expect(cardAccount.bookings.nodes).toEqual([
    {
      amount: { amount: '50.00', currency: 'NOK' },
      reason: 'OPENING_BALANCE',
      creditId: 'clearing',
      debitCardAccount: { id: card.id },
      creditCardAccount: null,
      debitAccount: null,
      payment: null,
    },
  ])
})

it('finds books that do not add up', async () => {
  const { world, debtor } = await addPayer(bank)
  await bank.store.transaction(
    tx =>
      tx.account.update({ where: { worldId_id: { worldId: world.name, id: debtor.id } }, data: { bookedMinor: 1n } }),
    { worlds: [world.name] },
  )
  const { audit } = await ask(world, '{ audit { findings { rule subject text } } }')
  expect(audit.findings).toEqual([{ rule: 'BALANCE', subject: debtor.id, text: expect.any(String) }])
})

it('lets an account demand a KID, and any payment again (D47)', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const demand = (accountId: string, demanded: boolean) => ({ accountId, demanded })
  const SET =
    'mutation ($accountId: ID!, $demanded: Boolean!) { setKidDemand(input: { accountId: $accountId, demanded: $demanded }) { account { id demandsKid } } }'
  const read = async () =>
    (await ask(world, 'query ($id: ID) { account(by: { id: $id }) { demandsKid } }', { id: creditor.id })).account
      .demandsKid
  expect(await read()).toBe(false)
  expect((await ask(world, SET, demand(creditor.id, true))).setKidDemand.account).toEqual({
    id: creditor.id,
    demandsKid: true,
  })
  const input = { psu: number, ...paymentBody(debtor, creditor) }
  const create = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } } }'
  expect((await refused(world, create, { input })).code).toBe('KID_MISSING')
  await ask(world, SET, demand(creditor.id, false))
  expect(await read()).toBe(false)
  await ask(world, create, { input })
  expect((await refused(world, SET, demand(UNKNOWN_ID, true))).code).toBe('RESOURCE_UNKNOWN')
})

const DUE_FAULTS = [
  ['nothing of it is due', { dueAt: null }, { hasScenarios: false }, 'The payment is ACTC and nothing of it is due.'],
  [
    'it was passed by and is due in the past',
    { dueAt: new Date('2020-01-02T03:04:05Z') },
    { nextDueAt: null, wakesAt: null },
    'The payment was due at 2020-01-02T03:04:05.000Z, and that has passed.',
  ],
  [
    'the clock will not stop when it is due',
    { forcedReason: null },
    { nextDueAt: null, wakesAt: null },
    expect.stringMatching(/^The payment is due at .*Z; the next instant at which the world's clock stops is none\.$/),
  ],
  [
    'it is rejected and still due',
    { status: 'RJCT', reservedMinor: 0n },
    { hasScenarios: false },
    expect.stringMatching(/^The payment is RJCT and still due/),
  ],
] as const
it.each(DUE_FAULTS)('finds an authorised payment that will never be carried out: %s', async (_, payment, row, text) => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  await putDocument(bank, world, { payments: [{ psu: number, status: 'ACTC', ...paymentBody(debtor, creditor) }] })
  const rules = '{ audit { findings { rule subject text } payments } }'
  expect((await ask(world, rules)).audit).toEqual({ findings: [], payments: 1 })
  await bank.store.transaction(
    async tx => {
      await tx.payment.updateMany({ where: { worldId: world.name }, data: payment })
      await tx.world.updateMany({ where: { id: world.name }, data: row })
    },
    { worlds: [world.name] },
  )
  const { audit } = await ask(world, rules)
  expect(audit.findings).toContainEqual({ rule: 'DUE', subject: expect.any(String), text })
})
