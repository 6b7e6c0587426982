import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAccount, expectRefusal } from '../../support/builders/builders.ts'
import { addConsented } from '../../support/builders/consented.ts'
import {
  BULK,
  bulkBody,
  CROSS_BORDER,
  callingAs,
  crossBorderBody,
  register,
  sign,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock, stopClock } from '../../support/clients/clock.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

type Line = { transactionId: string; transactionAmount: { amount: string } }
let psu: Awaited<ReturnType<typeof addConsented>>
let pending: Line[]
beforeAll(async () => {
  const world = await bank.world()
  await stopClock(bank, world, '2030-05-15T18:00:00Z')
  psu = await addConsented(bank, { world })
  const { account, other, customerNumber } = psu
  const caller = callingAs(world, { ...psu.headers, 'PSU-Context': 'PRIVATE' })
  const pay = async (path: string, body: unknown) =>
    sign(bank, caller, await register(caller, path, body), customerNumber)
  await pay(CROSS_BORDER, crossBorderBody(account, { instructedAmount: { amount: '1', currency: 'EUR' } }))
  await pay(BULK, bulkBody(account, await addAccount(world), ['1', '2', '3']))
  await pay(BULK, bulkBody(account, other, ['4', '5']))
  pending = await read('pending')
  await moveClock(bank, world, { to: new Date('2030-05-20T18:00:00Z') })
})

const answerOf = (bookingStatus: string, habit = '', from = psu.account.id) =>
  psu.world.call('GET', `/v1/accounts/${from}/transactions?bookingStatus=${bookingStatus}`, {
    headers: habit === '' ? psu.headers : { ...psu.headers, 'Sandbank-Habit': habit },
  })
const read = async (status: string, habit?: string): Promise<Line[]> => {
  const { body, text } = await answerOf(status, habit)
  expect(body.transactions?.[status], text).toBeDefined()
  return body.transactions[status]
}
const details = (id: string, habit: string) =>
  psu.world.call('GET', `/v1/accounts/${psu.account.id}/transactions/${id}`, {
    headers: { ...psu.headers, 'Sandbank-Habit': habit },
  })
const pairsOf = (lines: readonly Line[]) =>
  lines.map(line => `${line.transactionId} ${line.transactionAmount.amount}`).toSorted()

it('D133: without a habit a booked line has another id than the pending one', async () => {
  expect(pending).toHaveLength(7)
  const booked = await read('booked')
  expect(booked).toHaveLength(7)
  const ids = new Set(pending.map(line => line.transactionId))
  expect(booked.filter(line => ids.has(line.transactionId))).toEqual([])
})

it('D133: pending-id=kept: it has the same, a fee too, and is read by it', async () => {
  const booked = await read('booked', 'pending-id=kept')
  expect(pairsOf(booked)).toEqual(pairsOf(pending))
  for (const line of booked) {
    const answer = await details(line.transactionId, 'pending-id=kept')
    expect(answer.body.transactionsDetails).toMatchObject(line)
  }
  const [own] = await read('booked')
  expectRefusal(await details(own?.transactionId ?? '', 'pending-id=kept'), 404, 'RESOURCE_UNKNOWN')
})

it('the receiver of a payment never saw it pending, and sees its own id', async () => {
  const [plain, kept] = [
    await answerOf('booked', '', psu.other.id),
    await answerOf('booked', 'pending-id=kept', psu.other.id),
  ]
  expect(plain.body.transactions.booked).toHaveLength(2)
  expect(kept.body.transactions.booked).toEqual(plain.body.transactions.booked)
})

it('both: kept ids are renumbered in that night', async () => {
  const habit = 'pending-id=kept; renumber=2030-05-20'
  const booked = await read('booked', habit)
  expect(booked.filter(line => pending.some(one => one.transactionId === line.transactionId))).toEqual([])
  for (const line of booked)
    expect((await details(line.transactionId, habit)).body.transactionsDetails).toMatchObject(line)
  expect(booked.filter(({ transactionId }) => transactionId.endsWith('-fee'))).toHaveLength(1)
})
