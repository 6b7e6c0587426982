import { afterAll, describe, expect, it } from 'vitest'
import {
  addCardAccount,
  addCustomer,
  balance,
  cardAccountBody,
  create,
  expectRefusal,
  PATHS,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { cardAccountFieldRules } from './shared/account-field-rules.ts'
import { describeFieldRules, emojis } from './shared/field-rules.ts'

const bank = await startBank()
const world = await bank.world()
const path = PATHS.cardAccounts
const owner = (await addCustomer(world)).customerNumber
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it('adds a card account: all its fields, id and links', async () => {
    const body = cardAccountBody(owner, { balances: [balance(-1234.5), balance(-2000, 'expected')] })
    const answer = await world.call('POST', path, { body })
    const self = `${world.base}${path}/${answer.body.id}`
    expect(answer).toMatchObject({ status: 201, headers: { location: self } })
    expect(answer.body).toEqual({
      id: answer.body.id,
      ...body,
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        transactions: { href: `${self}/transactions`, verbs: ['GET', 'POST', 'DELETE'] },
      },
    })
  })

  // One for each number of digits; create-account.test.ts has them all.
  it.each(['JPY', 'EUR', 'KWD'] as const)('takes the currency %s', async currency => {
    const made = await addCardAccount(world, { currency, balances: [balance(7, 'expected', currency)] }, owner)
    expect(made).toMatchObject({
      currency,
      balances: [{ balanceType: 'closingBooked' }, balance(7, 'expected', currency)],
    })
  })

  it.each(['4000**0001', '400012************0002', '52541xxxx1234', '525412XXXXXX0004', '525412••••••0005'])(
    'takes the masked card number %s',
    async maskedPan => expect((await addCardAccount(world, { maskedPan }, owner)).maskedPan).toBe(maskedPan),
  )

  it('takes texts at their limits (D31)', async () => {
    const limits = { accountName: emojis(70), product: emojis(70), creditLine: 0 }
    expect(await addCardAccount(world, limits, owner)).toMatchObject(limits)
  })
})

describeFieldRules(
  world,
  { method: 'POST', request: async () => ({ path, body: cardAccountBody(owner) }) },
  cardAccountFieldRules,
)

describe('400', () => {
  it('BAD_REQUEST for an owner that the world does not have', async () => {
    expect(
      expectRefusal(await world.call('POST', path, { body: cardAccountBody('nobody') }), 400, 'BAD_REQUEST'),
    ).toEqual(['customerNumber: There is no customer with the number "nobody" in this world.'])
  })
})

describe('409', () => {
  it('refuses a masked card number that the world has', async () => {
    const { id, maskedPan } = await addCardAccount(world)
    const again = await world.call('POST', path, { body: cardAccountBody(owner, { maskedPan }) })
    expect(expectRefusal(again, 409, 'CONFLICT')).toEqual([
      `maskedPan: is already the number of the card account ${id}.`,
    ])
    const elsewhere = await bank.world()
    const { customerNumber } = await addCustomer(elsewhere)
    await create(elsewhere, path, cardAccountBody(customerNumber, { maskedPan }))
  })
})
