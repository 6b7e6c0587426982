import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount, expectRefusal } from '../../support/builders/builders.ts'
import { addConsented, addTransaction, without } from '../../support/builders/consented.ts'
import {
  BULK,
  bulkBody,
  CROSS_BORDER,
  callingAs,
  crossBorderBody,
  NDCT,
  paymentBody,
  register,
  sign,
} from '../../support/builders/payments.ts'
import { type Answer, startBank } from '../../support/clients/bank.ts'
import { moveClock, stopClock } from '../../support/clients/clock.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

// A Wednesday after its last batch: what is authorised from here on waits for tomorrow.
const EVENING = '2030-05-15T18:00:00Z'
const WEEK_AGO = '2030-05-08T18:00:00Z'

type Line = { transactionId: string; bookingDate?: string; transactionAmount: { amount: string } }
let psu: Awaited<ReturnType<typeof addConsented>>
let amounts: string[]
let caller: Awaited<ReturnType<typeof bank.world>>
beforeAll(async () => {
  const world = await bank.world()
  await stopClock(bank, world, WEEK_AGO)
  psu = await addConsented(bank, { world })
  const { account, customerNumber } = psu
  caller = callingAs(world, { ...psu.headers, 'PSU-Context': 'PRIVATE' })
  const creditor = await addAccount(world)
  const later = { requestedExecutionDate: '2030-06-03' }
  const pay = async (path: string, body: unknown) =>
    sign(bank, caller, await register(caller, path, body), customerNumber)
  await pay(NDCT, paymentBody(account, creditor, { ...later, instructedAmount: { amount: '7', currency: 'NOK' } }))
  await moveClock(bank, world, { to: new Date(EVENING) })
  await pay(CROSS_BORDER, crossBorderBody(account, { instructedAmount: { amount: '1', currency: 'EUR' } }))
  await pay(BULK, bulkBody(account, creditor, ['1', '2', '3']))
  for (const amount of ['10', '20']) {
    const booking = {
      transactionAmount: { amount, currency: 'NOK' },
      bookingDate: '2030-05-14',
      valueDate: '2030-05-14',
    }
    await addTransaction(world, account.id, booking)
  }
  // Newest first: the bulk's entries, a fee before its transfer, the payment of a week ago; then what is booked.
  amounts = ['-3.00', '-2.00', '-1.00', '-50.00', '-11.40', '-7.00', '20.00', '10.00']
})

const read = (query: string, headers = psu.headers) =>
  psu.world.call('GET', `/v1/accounts/${psu.account.id}/transactions?${query}`, { headers })
const linesOf = ({ body: { transactions } }: Answer): Line[] => [
  ...(transactions.pending ?? []),
  ...(transactions.booked ?? []),
]
const amountsOf = (answer: Answer) => linesOf(answer).map(({ transactionAmount }) => transactionAmount.amount)

describe('pending and booked are one list (D42)', () => {
  it('first what is pending, newest first, then what is booked', async () => {
    const answer = await read('bookingStatus=both')
    expect(amountsOf(answer)).toEqual(amounts)
    expect(answer.body.transactions.pending).toHaveLength(6)
    expect(linesOf(answer).map(({ bookingDate }) => bookingDate)).toEqual([
      ...Array(6).fill(undefined),
      '2030-05-14',
      '2030-05-14',
    ])
  })

  it.each([1, 2, 3, 4, 5, 7, 8, 200])('next leads to each line once, with a limit of %i', async limit => {
    const seen: string[] = []
    let query: string | undefined = `bookingStatus=all&limit=${limit}`
    while (query !== undefined) {
      const answer: Answer = await read(query)
      expect(linesOf(answer).length).toBeLessThanOrEqual(limit)
      seen.push(...amountsOf(answer))
      query = answer.body.transactions._links.next?.href.split('?')[1]
    }
    expect(seen).toEqual(amounts)
  })

  it('bookingStatus=pending pages through what is pending alone', async () => {
    const first = await read('bookingStatus=pending&limit=4')
    expect([amountsOf(first), first.body.transactions.booked]).toEqual([amounts.slice(0, 4), undefined])
    const last = await read(first.body.transactions._links.next.href.split('?')[1])
    expect(amountsOf(last)).toEqual(amounts.slice(4, 6))
    expect(Object.keys(last.body.transactions._links)).toEqual(['self', 'previous'])
    expect(amountsOf(await read('bookingStatus=pending&offset=6'))).toEqual([])
  })

  it('offset and limit leave pending ones out of booked alone', async () => {
    expect(amountsOf(await read('bookingStatus=booked&limit=1'))).toEqual(['20.00'])
    expect(amountsOf(await read('bookingStatus=booked&offset=1'))).toEqual(['10.00'])
  })

  it('dateFrom and dateTo count for what is pending by the day it was entered [BG]', async () => {
    expect(amountsOf(await read('bookingStatus=both&dateFrom=2030-05-15'))).toEqual(amounts.slice(0, 5))
    expect(amountsOf(await read('bookingStatus=both&dateTo=2030-05-14'))).toEqual(amounts.slice(5))
    expect(amountsOf(await read('bookingStatus=both&dateFrom=2030-05-08&dateTo=2030-05-08'))).toEqual(['-7.00'])
    expect(amountsOf(await read('bookingStatus=pending&dateFrom=2030-05-09&dateTo=2030-05-14'))).toEqual([])
    expect(amountsOf(await read('bookingStatus=pending&dateTo=9999-12-31'))).toEqual(amounts.slice(0, 6))
  })
})

describe('a pending transaction has details (D42)', () => {
  it('which are what the list shows, over REST and GraphQL, a fee too', async () => {
    const { tppId } = await bank.store.reader.consent.findFirstOrThrow({ where: { worldId: psu.world.name } })
    for (const line of linesOf(await read('bookingStatus=pending'))) {
      const path = `/v1/accounts/${psu.account.id}/transactions/${line.transactionId}`
      const answer = await psu.world.call('GET', path, { headers: psu.headers })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.transactionsDetails).toEqual(line)
      const query = `query ($access: AccessInput, $id: ID!, $transactionId: ID!) {
        asTpp(access: $access) { account(by: { id: $id }) { transaction(id: $transactionId) {
          transactionId bookingDate transactionAmount { amount } } } } }`
      const access = { tpp: tppId, psu: psu.customerNumber, psuIpAddress: '192.0.2.1' }
      const ids = { id: psu.account.id, transactionId: line.transactionId }
      const { data } = (await psu.world.graphql(query, { access, ...ids })).body
      const { transactionId, transactionAmount } = line
      expect(data.asTpp.account.transaction).toEqual({
        transactionId,
        bookingDate: null,
        transactionAmount: { amount: transactionAmount.amount },
      })
    }
  })

  it('RESOURCE_UNKNOWN for a payment that waits for its SCA, of another account, and for the fee of one without', async () => {
    const { world, account, other, headers } = psu
    const [line] = linesOf(await read('bookingStatus=pending'))
    await register(caller, NDCT, paymentBody(other, account))
    const entry = await bank.store.reader.paymentEntry.findFirstOrThrow({
      where: { worldId: world.name, payment: { status: 'RCVD' } },
    })
    for (const [holder, id] of [
      [other.id, line?.transactionId],
      [other.id, entry.id],
      [account.id, `${line?.transactionId}-fee`],
      [account.id, '-fee'],
    ]) {
      const answer = await world.call('GET', `/v1/accounts/${holder}/transactions/${id}`, { headers })
      expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')
    }
  })

  it('and counts like any other without the PSU', async () => {
    const [line] = linesOf(await read('bookingStatus=pending'))
    const path = `/v1/accounts/${psu.account.id}/transactions/${line?.transactionId}`
    const headers = without(psu.headers, 'PSU-IP-Address')
    const statuses = []
    for (let call = 1; call <= 5; call += 1) statuses.push((await psu.world.call('GET', path, { headers })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})
