import { type GraphQLInputObjectType, isInputObjectType } from 'graphql'
import { afterAll, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { addPayer, NDCT, paymentBody } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

/** D130: a thing is found by exactly one of its names, and a call by its id or its X-Request-ID. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const LOOKUPS = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) =>
  args.flatMap(arg => {
    const [type] = [schema.getType(String(arg.type).replace(/!$/, ''))].filter(isInputObjectType)
    return type?.isOneOf === true ? [[name, arg.name, type] as const] : []
  }),
)
const fieldsOf = (type: GraphQLInputObjectType) => Object.keys(type.getFields())

it('is so for accounts, customers, calls and explanations', () => {
  expect(LOOKUPS.map(([name, arg, type]) => [name, arg, fieldsOf(type)])).toEqual(
    expect.arrayContaining([
      ['account', 'by', ['id', 'key', 'iban', 'bban']],
      ['customer', 'by', ['id', 'key', 'customerNumber', 'psuId']],
      ['call', 'by', ['id', 'xRequestId']],
      ['why', 'of', ['call', 'payment', 'signingBasket', 'consent', 'authorisation']],
    ]),
  )
})

it.each(LOOKUPS)(
  '%s(%s) refuses two names and none, in a variable and in a literal, and says which there are',
  async (...row) => {
    const [field, arg, type] = row
    const world = await bank.world()
    const [one = '', two = ''] = fieldsOf(type)
    const text = `Give exactly one of ${fieldsOf(type).join(', ')}.`
    const query = `query ($name: ${type.name}!) { ${field}(${arg}: $name) { __typename } }`
    for (const name of [{}, { [one]: 'x', [two]: 'y' }]) {
      const variable = await refused(world, query, { name })
      expect(variable).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ text: `Variable "$name": ${text}` }] })
      const given = Object.keys(name).map(key => `${key}: "x"`)
      const literal = await refused(world, `{ ${field}(${arg}: { ${given.join(', ')} }) { __typename } }`)
      expect(literal).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ text }] })
    }
    const nothing = await refused(world, query, { name: { [one]: null } })
    expect(nothing).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: `${arg}.${one}` }] })
    expect((await refused(world, query, {})).code).toBe('FORMAT_ERROR')
  },
)

it('finds an account by its id, IBAN, BBAN or key, as people print them', async () => {
  const world = await bank.world('STANDARD')
  const create = `mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id iban bban } } }`
  const { account } = (
    await ask(world, create, {
      input: {
        ...{ key: 'daily', customerNumber: '13039319955', accountName: 'Daily', currency: 'NOK', product: 'Current' },
        ...{ cashAccountType: 'CACC', creditLine: 0 },
        balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 5, currency: 'NOK' } }],
      },
    })
  ).createAccount
  const { id, iban, bban } = account
  const printed = [iban.replaceAll(/(.{4})/g, '$1 '), bban.replace(/^(.{4})(..)/, '$1.$2.')]
  const names = [
    { id },
    { iban },
    { bban },
    { key: 'daily' },
    { id: 'daily' },
    { iban: printed[0] },
    { bban: printed[1] },
  ]
  for (const by of names) {
    const found = await ask(world, 'query ($by: AccountBy!) { account(by: $by) { id } }', { by })
    expect([by, found.account]).toEqual([by, { id }])
  }
  for (const by of [{ id: 'no' }, { iban: 'NO9386011117947' }, { bban: '86011117947' }, { key: 'dialy' }])
    expect((await refused(world, 'query ($by: AccountBy!) { account(by: $by) { id } }', { by })).code).toBe(
      'RESOURCE_UNKNOWN',
    )
  const near = await refused(world, '{ account(by: { key: "dialy" }) { id } }')
  expect(near.tppMessages[0].text).toContain('is "daily" meant?')
})

it('finds a call by its id, or the newest of an X-Request-ID, and says how many have that', async () => {
  const { world, psu, debtor, creditor } = await addPayer(bank)
  const requestId = '0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11'
  const read = 'query ($by: CallBy!) { call(by: $by) { id xRequestId sameXRequestId operation } }'
  const first = await psu.call('GET', '/v1/accounts', { requestId })
  const second = await psu.call('GET', '/v1/card-accounts', { requestId })
  const [one, two] = [first, second].map(({ headers }) => headers['sandbank-request'])
  const call = async (by: object) => (await ask(world, read, { by })).call
  expect(await call({ xRequestId: requestId })).toMatchObject({ id: two, xRequestId: requestId, sameXRequestId: 2 })
  expect(await call({ id: one })).toMatchObject({ id: one, xRequestId: requestId, sameXRequestId: 2 })
  const other = await psu.call('POST', NDCT, { body: paymentBody(debtor, creditor) })
  expect(await call({ id: other.headers['sandbank-request'] })).toMatchObject({ sameXRequestId: 1 })
  expect(await refused(world, read, { by: { xRequestId: 'never' } })).toMatchObject({
    code: 'RESOURCE_UNKNOWN',
    tppMessages: [{ path: 'by.xRequestId' }],
  })
})

it.each([
  ['{ call(by: { id: "none" }) { id } }', 'by.id'],
  ['{ why(of: { call: "none" }) { text } }', 'of.call'],
])('D130: %s is refused at the argument that names the call', async (document, path) => {
  const world = await bank.world()
  const { code, tppMessages } = await refused(world, document)
  expect([code, tppMessages.map((message: { path?: string }) => message.path)]).toEqual(['RESOURCE_UNKNOWN', [path]])
})
