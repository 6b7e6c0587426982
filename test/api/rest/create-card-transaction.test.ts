import { afterAll, describe, expect, it } from 'vitest'
import {
  addCardAccount,
  balance,
  cardTransactionBody,
  create,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { freezeWorld } from '../../support/builders/world-clock.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeFieldRules } from './shared/field-rules.ts'
import { cardTransactionFieldRules, FULL_CARD_TRANSACTION } from './shared/transaction-field-rules.ts'

const bank = await startBank()
const world = await bank.world()
const card = await addCardAccount(world)
const path = `${PATHS.cardAccounts}/${card.id}/transactions`
const money = (amount: string, currency = 'NOK') => ({ amount, currency })
const refuse = async (changes: object) =>
  expectRefusal(await world.call('POST', path, { body: { ...cardTransactionBody(), ...changes } }), 400, 'FORMAT_ERROR')
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it("adds a booked purchase; without originalAmount it is in the card account's currency (D43)", async () => {
    const answer = await world.call('POST', path, { body: cardTransactionBody() })
    const self = `${world.base}${path}/${answer.body.cardTransactionId}`
    expect(answer).toMatchObject({ status: 201, headers: { location: self } })
    expect(answer.body).toEqual({
      cardTransactionId: answer.body.cardTransactionId,
      ...cardTransactionBody(),
      originalAmount: money('-100.00'),
      _links: {
        self: { href: self, verbs: ['GET'] },
        cardAccount: { href: `${world.base}${PATHS.cardAccounts}/${card.id}`, verbs: ['GET'] },
      },
    })
  })

  it('keeps every optional field, each at its limit (D31)', async () => {
    const made = await create(world, path, cardTransactionBody(FULL_CARD_TRANSACTION))
    expect(made).toMatchObject(FULL_CARD_TRANSACTION)
    expect((await world.call('GET', `${path}/${made.cardTransactionId}`)).body).toEqual(made)
  })

  it("moves both balances by what it is in the card account's currency (D43)", async () => {
    const own = await addCardAccount(world, { balances: [balance(0), balance(10, 'expected')] })
    const changes = { transactionAmount: money('-10.00', 'EUR'), originalAmount: money('-114.32') }
    await create(world, `${PATHS.cardAccounts}/${own.id}/transactions`, cardTransactionBody(changes))
    const [{ balances }] = (await world.call('GET', `${PATHS.cardAccounts}/${own.id}`)).body
    expect(balances).toEqual([balance(-114.32), balance(-104.32, 'expected')])
  })
})

describeFieldRules(
  world,
  { method: 'POST', request: async () => ({ path, body: cardTransactionBody(FULL_CARD_TRANSACTION) }) },
  cardTransactionFieldRules,
)

describe('400', () => {
  it.each([
    [
      'a purchase abroad without originalAmount',
      { transactionAmount: money('-1', 'EUR') },
      'originalAmount: is required when transactionAmount is not in NOK, the currency of the card account (D43).',
    ],
    [
      'an originalAmount in another currency',
      { originalAmount: money('-1', 'EUR') },
      'originalAmount.currency: must be NOK, the currency of the account.',
    ],
    [
      'an originalAmount of the other sign',
      { originalAmount: money('100') },
      'originalAmount.amount: must have the same sign as transactionAmount.',
    ],
    [
      'zero',
      { transactionAmount: money('0') },
      'transactionAmount.amount: must not be zero: a transaction moves money.',
    ],
    [
      'an original zero',
      { originalAmount: money('-0.00') },
      'originalAmount.amount: must not be zero: a transaction moves money.',
    ],
    [
      'a purchase after its booking',
      { transactionDate: '2024-03-16' },
      'transactionDate: must not be after bookingDate.',
    ],
    ['a booking after its value', { valueDate: '2024-03-14' }, 'bookingDate: must not be after valueDate (D28).'],
  ])('refuses %s', async (_, changes, fault) => {
    expect(await refuse(changes)).toEqual([fault])
  })

  it('names faults of amounts and days together, among them days after today (D16, D28)', async () => {
    await freezeWorld(bank, world, '2026-03-02T12:00:00Z')
    const future = { bookingDate: '2026-03-03', valueDate: '2026-03-03' }
    expect(await refuse({ ...future, transactionAmount: money('0', 'EUR') })).toEqual([
      'transactionAmount.amount: must not be zero: a transaction moves money.',
      'bookingDate: must be today (2026-03-02 in this world) or earlier (D28).',
      'valueDate: must be today (2026-03-02 in this world) or earlier (D28).',
    ])
  })
})

describe('404', () => {
  it('for a card account that the world does not have', async () => {
    const nowhere = `${PATHS.cardAccounts}/${UNKNOWN_ID}/transactions`
    expectRefusal(await world.call('POST', nowhere, { body: cardTransactionBody() }), 404, 'RESOURCE_UNKNOWN')
  })
})
