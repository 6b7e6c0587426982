import { afterAll, describe, expect, it } from 'vitest'
import { CURRENCIES, minorUnits } from '../../../src/domain/money.ts'
import {
  accountBody,
  addAccount,
  addCorporation,
  addCustomer,
  balance,
  create,
  expectRefusal,
  nextNumber,
  PATHS,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { accountFieldRules } from './shared/account-field-rules.ts'
import { describeFieldRules, emojis } from './shared/field-rules.ts'

const TYPES =
  'CACC CASH CHAR CISH COMM CPAC LLSV LOAN MGLD MOMA NREX ODFT ONDP OTHR SACC SLRY SVGS TAXE TRAN TRAS'.split(' ')
const bank = await startBank()
const world = await bank.world()
const path = PATHS.accounts
const owner = (await addCustomer(world)).customerNumber
const add = (changes: Record<string, unknown>) => addAccount(world, changes, owner)
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it('adds an account: all its fields, id and links ([I] Endpoints 6)', async () => {
    const body = accountBody(owner, { creditLine: 500 })
    const answer = await world.call('POST', path, { body })
    const self = `${world.base}${path}/${answer.body.id}`
    expect(answer).toMatchObject({ status: 201, headers: { location: self } })
    expect(answer.body).toEqual({
      id: answer.body.id,
      ...body,
      balances: [balance(1000, 'closingBooked'), balance(1000, 'expected')],
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        transactions: { href: `${self}/transactions`, verbs: ['GET', 'POST', 'DELETE'] },
      },
    })
  })

  it("joins a private owner's agreement at once, a corporation's waits for an engagement ([I] Endpoints 6)", async () => {
    const kari = await addCustomer(world)
    await addAccount(world, {}, kari.customerNumber)
    const [automatic] = (await world.call('GET', `${PATHS.customers}/${kari.customerId}`)).body.agreements
    expect(automatic.engagements).toHaveLength(1)
    const firm = await addCorporation(world)
    const account = await addAccount(world, {}, firm.customerNumber)
    const stored = (await world.call('GET', `${PATHS.customers}/${firm.customerId}`)).body
    expect(stored).toMatchObject({ accounts: [account.id], agreements: [] })
  })

  it.each(CURRENCIES)('takes the currency %s with its smallest unit exactly (D21, D22)', async currency => {
    const smallest = Number(`1e-${minorUnits(currency)}`)
    const made = await add({ currency, balances: [balance(smallest, 'closingBooked', currency)] })
    expect(made.currency).toBe(currency)
    expect(made.balances).toEqual([
      balance(smallest, 'closingBooked', currency),
      balance(smallest, 'expected', currency),
    ])
  })

  it.each(TYPES)('takes the cashAccountType %s', async cashAccountType => {
    expect((await add({ cashAccountType })).cashAccountType).toBe(cashAccountType)
  })

  it.each(['0.1', '1500.5', '12345678901.99', '-0.01', '0', '1000', '-250000', '1e3', '1500.50', '9999999999999'])(
    'answers the balance %s as exactly that number, an integer when it has no fraction (D22)',
    async amount => {
      const raw = JSON.stringify(accountBody(owner)).replace('"amount":1000', `"amount":${amount}`)
      const answer = await world.call('POST', path, { raw })
      expect(answer.text).toContain(`"balanceAmount":{"amount":${Number(amount)},"currency":"NOK"}`)
      const again = await world.call('GET', `${path}/${answer.body.id}`)
      expect(again.body[0].balances).toEqual([balance(Number(amount)), balance(Number(amount), 'expected')])
    },
  )

  it.each([
    ['closingBooked alone: expected is the same', [balance(5)], 5, 5],
    ['expected alone: booked is the same', [balance(7, 'expected')], 7, 7],
    ['both', [balance(5), balance(7, 'expected')], 5, 7],
    ['both, the other way round', [balance(7, 'expected'), balance(5)], 5, 7],
  ])('takes %s (D22)', async (_, balances, booked, expected) => {
    expect((await add({ balances })).balances).toEqual([balance(booked), balance(expected, 'expected')])
  })

  it('takes texts and numbers at their limits: 70 and 30 code points, 34 characters of IBAN (D23, D31)', async () => {
    const iban = `NO00${'A'.repeat(19)}${nextNumber()}`
    const limits = { accountName: emojis(70), product: emojis(70), bban: emojis(30), iban, creditLine: 2_147_483_647 }
    expect(iban).toHaveLength(34)
    expect(await add(limits)).toMatchObject(limits)
    expect(await add({ iban: 'ZZ99A', bban: 'x' })).toMatchObject({ iban: 'ZZ99A', bban: 'x' })
  })

  it('removes the spaces of an IBAN, and does not verify check digits of test data (D23)', async () => {
    const number = nextNumber()
    expect((await add({ iban: ` NO00 ${number} ` })).iban).toBe(`NO00${number}`)
  })
})

describeFieldRules(
  world,
  { method: 'POST', request: async () => ({ path, body: accountBody(owner) }) },
  accountFieldRules(TYPES),
)

it('takes any int32 as a credit line; below zero it is what must stay on the account ([I] Sandbox account)', async () => {
  for (const creditLine of [-2_147_483_648, -1, 2_147_483_647])
    expect(await addAccount(world, { creditLine })).toMatchObject({ creditLine })
})

describe('400', () => {
  it('names all faults of the balances together, each with its place (D16, D22)', async () => {
    const balances = [balance(1, 'closingBooked', 'EUR'), balance(1.234, 'expected')]
    const answer = await world.call('POST', path, { body: accountBody(owner, { balances }) })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
      'balances[0].balanceAmount.currency: must be NOK, the currency of the account (D22).',
      'balances[1].balanceAmount.amount: 1.234 is not an amount in NOK: write 1 to 13 digits without leading zeros, at most 2 after a decimal point, for example 1250.00.',
    ])
  })

  it.each(['1e400', '-1e400'])('refuses the number %s, which is none', async amount => {
    const raw = JSON.stringify(accountBody(owner)).replace('"amount":1000', `"amount":${amount}`)
    expect(expectRefusal(await world.call('POST', path, { raw }), 400, 'FORMAT_ERROR')).toEqual([
      'balances[0].balanceAmount.amount: must be a JSON number.',
    ])
  })

  it.each([1e21, 1e-7, 10_000_000_000_000, 0.001])('refuses the amount %d, which NOK cannot have', async amount => {
    const answer = await world.call('POST', path, { body: accountBody(owner, { balances: [balance(amount)] }) })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toMatch(
      /^balances\[0\]\.balanceAmount\.amount: [\d.e+-]+ is not an amount in NOK/,
    )
  })

  it('BAD_REQUEST for an owner that the world does not have', async () => {
    const answer = await world.call('POST', path, { body: accountBody('nobody') })
    expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
      'customerNumber: There is no customer with the number "nobody" in this world.',
    ])
  })
})

describe('409', () => {
  it('refuses an iban and a bban that the world has, of one account or of two, and names both (D24)', async () => {
    const first = await add({})
    const second = await add({})
    const collide = async (changes: object) =>
      expectRefusal(await world.call('POST', path, { body: accountBody(owner, { ...changes }) }), 409, 'CONFLICT')
    const iban = (of: typeof first) => `iban: is already the iban of the account ${of.id} (D24).`
    const bban = (of: typeof first) => `bban: is already the bban of the account ${of.id} (D24).`
    expect(await collide({ iban: first.iban })).toEqual([iban(first)])
    expect(await collide({ iban: first.iban.replace('NO', 'NO ') })).toEqual([iban(first)])
    expect(await collide({ bban: first.bban })).toEqual([bban(first)])
    expect(await collide({ iban: first.iban, bban: first.bban })).toEqual([iban(first), bban(first)])
    expect((await collide({ iban: first.iban, bban: second.bban })).toSorted()).toEqual([bban(second), iban(first)])
    const elsewhere = await bank.world()
    const { customerNumber } = await addCustomer(elsewhere)
    await create(elsewhere, path, accountBody(customerNumber, { iban: first.iban, bban: first.bban }))
  })
})
