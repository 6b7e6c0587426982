import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  balance,
  create,
  expectRefusal,
  PAST_DAY,
  PATHS,
  transactionBody,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { freezeWorld } from '../../support/builders/world-clock.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeFieldRules } from './shared/field-rules.ts'
import { FULL_TRANSACTION, transactionFieldRules } from './shared/transaction-field-rules.ts'

const bank = await startBank()
const world = await bank.world()
const account = await addAccount(world, { bban: FULL_TRANSACTION.debtorAccount.bban })
const path = `${PATHS.accounts}/${account.id}/transactions`
const nok = (amount: string) => ({ transactionAmount: { amount, currency: 'NOK' } })
const refuse = async (changes: object, code = 'FORMAT_ERROR') =>
  expectRefusal(await world.call('POST', path, { body: { ...transactionBody(), ...changes } }), 400, code)
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it('adds a booked transaction; optional fields that were not given are left out, never null (D19, D28)', async () => {
    const answer = await world.call('POST', path, { body: transactionBody() })
    const self = `${world.base}${path}/${answer.body.transactionId}`
    expect(answer).toMatchObject({ status: 201, headers: { location: self } })
    expect(answer.body).toEqual({
      transactionId: answer.body.transactionId,
      ...transactionBody(),
      _links: {
        self: { href: self, verbs: ['GET'] },
        account: { href: `${world.base}${PATHS.accounts}/${account.id}`, verbs: ['GET'] },
      },
    })
  })

  it('keeps every optional field of the transaction details, each at its limit ([I] Transaction details, D31)', async () => {
    const made = await create(world, path, transactionBody(FULL_TRANSACTION))
    expect(made).toMatchObject(FULL_TRANSACTION)
    expect((await world.call('GET', `${path}/${made.transactionId}`)).body).toEqual(made)
  })

  it('keeps an id for ever, whatever else is booked (D28, [I] 1.18.0)', async () => {
    const made = await create(world, path, transactionBody())
    await create(world, path, transactionBody({ bookingDate: '2023-01-01' }))
    expect((await world.call('GET', `${path}/${made.transactionId}`)).body).toEqual(made)
  })

  it('moves closingBooked and expected by its amount (D28)', async () => {
    const other = await addAccount(world, { balances: [balance(1000), balance(900, 'expected')] })
    for (const amount of ['0.10', '-250.50', '-1000']) {
      await create(world, `${PATHS.accounts}/${other.id}/transactions`, transactionBody(nok(amount)))
    }
    const [{ balances }] = (await world.call('GET', `${PATHS.accounts}/${other.id}`)).body
    expect(balances).toEqual([balance(-250.4), balance(-350.4, 'expected')])
  })

  it.each([
    ['NOK', '5', '5.00'],
    ['NOK', '-0.1', '-0.10'],
    ['NOK', '9999999999999.99', '9999999999999.99'],
    ['JPY', '5', '5'],
    ['KWD', '0.001', '0.001'],
    ['XDR', '1.5', '1.50000'],
  ])("answers %s %s with exactly the currency's digits (D21)", async (currency, amount, shown) => {
    const own = await addAccount(world, { currency, balances: [balance(0, 'closingBooked', currency)] })
    const made = await create(
      world,
      `${PATHS.accounts}/${own.id}/transactions`,
      transactionBody({ transactionAmount: { amount, currency } }),
    )
    expect(made.transactionAmount).toEqual({ amount: shown, currency })
  })

  it.each(['-1.00', '1.00'])(
    'takes an amount of %s whose debtor is the account itself, by iban, bban or both, and any creditor',
    async amount => {
      const { iban, bban } = account
      for (const debtorAccount of [{ iban }, { bban }, { iban, bban }, { iban: iban.replace('NO', 'NO ') }])
        await create(world, path, transactionBody({ ...nok(amount), debtorAccount, creditorAccount: { bban: 'x' } }))
    },
  )

  it('leaves every digit of a balance that a double cannot hold, in a JSON number (D22)', async () => {
    for (const [currency, amount] of [
      ['BHD', '9999999999999.999'],
      ['XDR', '-9999999999999.99999'],
      ['NOK', '9999999999999.99'],
    ] as const) {
      const own = await addAccount(world, { currency, balances: [balance(0, 'closingBooked', currency)] })
      const body = transactionBody({ transactionAmount: { amount, currency } })
      await create(world, `${PATHS.accounts}/${own.id}/transactions`, body)
      const { text } = await world.call('GET', `${PATHS.accounts}/${own.id}`)
      expect(text.split(`"balanceAmount":{"amount":${amount},"currency":"${currency}"}`)).toHaveLength(3)
    }
  })

  it("takes today, which is the world's day in Oslo, and a day of long ago (D28, D40)", async () => {
    await freezeWorld(bank, world, '2026-03-02T22:30:00Z')
    for (const day of ['2026-03-02', '2000-02-29', '1970-01-01'])
      await create(world, path, transactionBody({ bookingDate: day, valueDate: day }))
    await freezeWorld(bank, world, '2026-03-02T23:30:00Z')
    await create(world, path, transactionBody({ bookingDate: PAST_DAY, valueDate: '2026-03-03' }))
  })
})

describeFieldRules(
  world,
  { method: 'POST', request: async () => ({ path, body: transactionBody(FULL_TRANSACTION) }) },
  transactionFieldRules,
)

describe('400', () => {
  it.each(['', 'x', '1,50', '1e3', '+1', '01', '.5', '1.', '1.005', '12345678901234', ' 1', '٣', 'NaN', '0x1'])(
    'refuses the amount %j, saying what would be right (D21)',
    async amount => {
      expect(await refuse(nok(amount))).toEqual([
        `transactionAmount.amount: ${JSON.stringify(amount)} is not an amount in NOK: write 1 to 13 digits without leading zeros, at most 2 after a decimal point, for example 1250.00.`,
      ])
    },
  )

  it.each(['0', '-0', '0.00', '-0.00'])('refuses the amount %s, which moves nothing', async amount => {
    expect(await refuse(nok(amount))).toEqual([
      'transactionAmount.amount: must not be zero: a transaction moves money.',
    ])
  })

  it('refuses days after today and a bookingDate after valueDate, and names them with the currency (D16, D28)', async () => {
    await freezeWorld(bank, world, '2026-03-02T22:30:00Z')
    const future = { bookingDate: '2026-03-04', valueDate: '2026-03-03' }
    const today = 'must be today (2026-03-02 in this world) or earlier (D28).'
    expect(await refuse({ ...future, transactionAmount: { amount: '1', currency: 'EUR' } })).toEqual([
      'transactionAmount.currency: must be NOK, the currency of the account.',
      `bookingDate: ${today}`,
      `valueDate: ${today}`,
      'bookingDate: must not be after valueDate (D28).',
    ])
  })

  it.each(['-1', '1'])(
    'BAD_REQUEST for an amount of %s whose debtor is another account, also when only one number differs ([I] Errors)',
    async amount => {
      const { iban, bban } = account
      for (const debtorAccount of [{ iban: 'NO00X' }, { bban: 'x' }, { iban, bban: 'x' }, { iban: 'NO00X', bban }]) {
        expect(await refuse({ ...nok(amount), debtorAccount }, 'BAD_REQUEST')).toEqual([
          'debtorAccount: debtorAccount can only name this account, on a credit too: leave it out when somebody else paid, and give debtorName ([I] Errors, D28).',
        ])
      }
    },
  )

  it('stores nothing of what it refuses', async () => {
    const before = (await world.call('GET', `${PATHS.accounts}/${account.id}`)).text
    await refuse({ ...nok('-1'), debtorAccount: { bban: 'x' } }, 'BAD_REQUEST')
    expect((await world.call('GET', `${PATHS.accounts}/${account.id}`)).text).toBe(before)
  })
})

describe('404', () => {
  it('for an account that the world does not have', async () => {
    const nowhere = `${PATHS.accounts}/${UNKNOWN_ID}/transactions`
    expectRefusal(await world.call('POST', nowhere, { body: transactionBody() }), 404, 'RESOURCE_UNKNOWN')
  })
})
