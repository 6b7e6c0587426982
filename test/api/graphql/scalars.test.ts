import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { exactText, plainDecimal } from '../../../src/api/graphql/decimals.ts'
import { schema } from '../../../src/api/graphql/schema.ts'
import { addPayer, paymentBody } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

/** Decimal, Duration and Currency: how amounts, times and currencies are written. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const CREATE =
  'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { instructedAmount { amount currency } } } }'
const payer = async () => {
  const { world, number, debtor, creditor } = await addPayer(bank, { booked: 10_000_000 })
  const pay = (amount: unknown, currency: unknown = 'NOK') => ({
    input: {
      psu: number,
      allowLogicalDuplicate: true,
      ...paymentBody(debtor, creditor),
      instructedAmount: { amount, currency },
    },
  })
  return { world, number, debtor, creditor, pay }
}

describe('Decimal: an amount is text, or a number that says exactly what was written', () => {
  it.each([
    ['text', '10.50', '10.50'],
    ['text with fewer digits', '10.5', '10.50'],
    ['a whole number', 10, '10.00'],
    ['a number with a fraction', 10.5, '10.50'],
    ['a number that is not exact in binary', 0.1, '0.10'],
    ['15 digits', 1_234_567_890_123.45, '1234567890123.45'],
  ])('%s, as a variable', async (_, amount, shown) => {
    const { world, pay } = await payer()
    const { createPayment } = await ask(world, CREATE, pay(amount))
    expect(createPayment.payment.instructedAmount).toEqual({ amount: shown, currency: 'NOK' })
  })

  it.each([
    ['10', '10.00'],
    ['10.5', '10.50'],
    ['1e3', '1000.00'],
    ['1.5E1', '15.00'],
    ['1234567890123.40', '1234567890123.40'],
    ['"7.00"', '7.00'],
  ])('the literal %s', async (amount, shown) => {
    const { world, number, debtor, creditor } = await payer()
    const { createPayment } = await ask(
      world,
      `mutation { createPayment(input: { psu: "${number}", creditorName: "Ola", debtorAccount: { iban: "${debtor.iban}" }, creditorAccount: { iban: "${creditor.iban}" },
        instructedAmount: { amount: ${amount}, currency: "NOK" } }) { payment { instructedAmount { amount } } } }`,
    )
    expect(createPayment.payment.instructedAmount.amount).toBe(shown)
  })

  it.each([
    [
      'a number of more digits than JSON holds',
      12_345_678_901_234_567n,
      'must be a decimal number in a string, for example "10.50".',
    ],
    ['a truth value', true, 'must be a decimal number in a string, for example "10.50".'],
    ['more digits than the currency has', 10.555, expect.stringContaining('NOK')],
    ['no number', 'ten', expect.stringContaining('"ten" is not an amount in NOK')],
  ])('%s is refused by name, with the faults of the other fields', async (_, amount, text) => {
    const { world, pay } = await payer()
    const { input } = pay(0)
    const body = JSON.stringify({
      query: CREATE,
      variables: { input: { ...input, creditorName: '', instructedAmount: { amount: 'AMOUNT', currency: 'NOK' } } },
    })
    const raw =
      typeof amount === 'bigint'
        ? body.replace('"AMOUNT"', String(amount))
        : body.replace('"AMOUNT"', JSON.stringify(amount))
    const response = await fetch(`${bank.url}${world.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: raw,
    })
    const { errors } = await response.json()
    expect(errors[0].extensions.tppMessages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'input.instructedAmount.amount', text }),
        expect.objectContaining({ path: 'input.creditorName' }),
      ]),
    )
  })

  it('D16: a number too large for JSON is refused as no number, and not for its digits', async () => {
    const { world } = await payer()
    const query =
      'query ($from: Decimal) { accounts { nodes { transactions(filter: { amountFrom: $from }) { totalCount } } } }'
    const response = await fetch(`${bank.url}${world.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { from: 'FROM' } }).replace('"FROM"', '1e400'),
    })
    const { errors } = await response.json()
    expect(errors[0].message).toContain('must be a decimal number')
  })

  it('a balance of the sandbox is taken in both forms, too, and so is what a filter compares', async () => {
    const { world, debtor } = await payer()
    const query = `mutation ($id: ID!, $amount: Decimal!) { changeBalances(input: { id: $id, balances: [{ balanceType: closingBooked, balanceAmount: { amount: $amount, currency: "NOK" } }] }) {
      account { balances { balanceAmount { amount } } } } }`
    for (const amount of ['1500.5', 1500.5])
      expect((await ask(world, query, { id: debtor.id, amount })).changeBalances.account.balances[0]).toEqual({
        balanceAmount: { amount: '1500.50' },
      })
    const { tppMessages } = await refused(world, query, { id: debtor.id, amount: '12345678901234567.5' })
    expect(tppMessages[0]).toMatchObject({ code: 'FORMAT_ERROR', path: 'input.balances[0].balanceAmount.amount' })
    const lines = `{ account(by: { id: "${debtor.id}" }) { a: transactions(filter: { amountFrom: 0.01 }) { totalCount } b: transactions(filter: { amountFrom: "0.01" }) { totalCount } } }`
    const { account } = await ask(world, lines)
    expect(account.a).toEqual(account.b)
  })

  it('knows which numbers are exact', () => {
    expect([0.1, 1e21, 1e-7, 123456789012345, 1234567890123456, 0.30000000000000004].map(exactText)).toEqual([
      '0.1',
      undefined,
      '0.0000001',
      '123456789012345',
      undefined,
      undefined,
    ])
    expect(['1e3', '-1.5e-3', '0.10', '12e0', '1e999', 'x'].map(plainDecimal)).toEqual([
      '1000',
      '-0.0015',
      '0.10',
      '12',
      undefined,
      undefined,
    ])
  })
})

describe('Duration and Currency are text, judged with the other fields', () => {
  it.each([
    ['mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }', undefined],
    ['mutation { advanceClock(input: { by: 5 }) { clock { now } } }', 'must be a duration'],
    ['mutation { advanceClock(input: { by: "tomorrow" }) { clock { now } } }', 'P1D'],
    ['mutation { takeSnapshot(name: "a", expiresAfter: 1) { snapshot { name } } }', 'must be a duration'],
    ['{ accounts(filter: { currency: "NOK" }) { totalCount } }', undefined],
    ['{ accounts(filter: { currency: "nok" }) { totalCount } }', 'ISO 4217'],
    ['{ accounts(filter: { currency: 1 }) { totalCount } }', 'ISO 4217'],
  ])('%s', async (query, fault) => {
    const { body } = await (await bank.world()).graphql(query)
    if (fault === undefined) expect(body.errors).toBeUndefined()
    else expect(body.errors[0].message).toContain(fault)
  })
})

it('no amount is a Float, and each currency is a Currency', () => {
  const types = Object.values(schema.getTypeMap()).filter(type => !type.name.startsWith('__'))
  const fields = types.flatMap(type =>
    fieldsOf(type).map(field => ({
      place: `${type.name}.${field.name}`,
      name: field.name,
      of: getNamedType(field.type).name,
    })),
  )
  const floats = fields.filter(({ of }) => of === 'Float').map(({ name }) => name)
  expect(new Set(floats)).toEqual(new Set(['durationMs', 'probability']))
  for (const { place, name, of } of fields) {
    if (/^amount(From|To)?$|^exchangeRate$/.test(name))
      expect([place, of]).toEqual([place, expect.stringMatching(/^(Decimal|Amount)$/)])
    if (/^currency$|Currency$/.test(name)) expect([place, of]).toEqual([place, 'Currency'])
  }
})

function fieldsOf(type: GraphQLNamedType): readonly (GraphQLInputField | GraphQLField<unknown, unknown>)[] {
  if (isInputObjectType(type)) return Object.values(type.getFields())
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
}
