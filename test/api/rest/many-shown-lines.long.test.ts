import { afterAll, expect, it } from 'vitest'
import { osloDay } from '../../../src/domain/calendar.ts'
import { startSandbank } from '../../../src/testing.ts'

const bank = await startSandbank()
afterAll(() => bank.close())

const LINES = `mutation ($inputs: [CreateTransactionInput!]!) { createTransactions(inputs: $inputs) { transactions { id } } }`

it('D133: under a habit a range of more than 10,000 lines is refused, with the way out', {
  timeout: 120_000,
}, async () => {
  const world = await bank.createWorld({ fixtureName: 'history' })
  const tpp = bank.tpp('acme')
  const berit = { psu: 'berit', headers: { 'PSU-IP-Address': '127.0.0.1' } }
  await world.approve(await tpp.fetch(world.url('/v1/accounts'), { ...berit, context: 'PRIVATE' }), 'berit')
  const { accounts } = await (await tpp.fetch(world.url('/v1/accounts'), berit)).json()
  const account = String(accounts[0].resourceId)
  const day = osloDay(await world.clock.now())
  const line = {
    accountId: account,
    transactionAmount: { amount: '-1.00', currency: 'NOK' },
    bookingDate: day,
    valueDate: day,
  }
  const { data } = await world.graphql(
    '{ account(by: { key: "berit-daily" }) { transactions(first: 1) { totalCount } } }',
  )
  const missing = 10_001 - data.account.transactions.totalCount
  if (missing > 0) await world.graphql(LINES, { inputs: Array.from({ length: missing }, () => line) })
  const read = (query: string) =>
    tpp.fetch(world.url(`/v1/accounts/${account}/transactions?bookingStatus=booked&${query}`), berit)
  expect((await read('dateFrom=2000-01-01&limit=1000&offset=9500')).status).toBe(200)
  await world.setHabit('repeat=9; renumber=2020-01-01; late=P1D; value-date=+1D')
  const refused = await read('dateFrom=2000-01-01')
  const [message] = (await refused.json()).tppMessages
  expect([refused.status, message.code, message.path]).toEqual([400, 'FORMAT_ERROR', 'dateFrom'])
  expect(message.text).toContain('at most 10000 booked lines')
  expect((await read('')).status).toBe(200)
  await expect(world.shownTo(account, tpp)).rejects.toMatchObject({ code: 'FORMAT_ERROR' })
  expect((await world.shownTo(account, tpp, { dateFrom: day })).some(({ shownId }) => shownId === null)).toBe(true)
})
