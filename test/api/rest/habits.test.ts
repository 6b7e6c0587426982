import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import {
  addConsented,
  addTransaction,
  DAY_90_AGO,
  DAY_91_AGO,
  TODAY,
  unattended,
} from '../../support/builders/consented.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const SET =
  'mutation ($input: SetHabitInput!) { setHabit(input: $input) { habit { id key habit tpp { id } account { id } cardAccount { id } seed } } }'
const CLEAR = 'mutation ($ids: [ID!]) { clearHabits(ids: $ids) { habits { id } } }'
const AUDIT = '{ audit { findings { rule subject text } } }'

/** Bookings on these days, in the order in which they are made. */
const DAYS = ['2030-05-10', '2030-05-13', '2030-05-13', '2030-05-14', TODAY] as const
const NAMED = { creditorName: 'Kiosk', remittanceInformationUnstructured: 'Coffee' }

let psu: Awaited<ReturnType<typeof addConsented>>
let ids: string[]
beforeAll(async () => {
  psu = await addConsented(bank)
  ids = []
  for (const day of DAYS)
    ids.push(await addTransaction(psu.world, psu.account.id, { bookingDate: day, valueDate: day, ...NAMED }))
})
beforeEach(async () => {
  await ask(psu.world, CLEAR)
})

const set = async (habit: string, more: Record<string, unknown> = {}) =>
  (await ask(psu.world, SET, { input: { habit, ...more } })).setHabit.habit

type Line = Record<string, unknown> & { readonly transactionId: string; readonly bookingDate: string }
const statement = (query = '', headers: Record<string, string> = psu.headers, id = psu.account.id) =>
  psu.world.call('GET', `/v1/accounts/${id}/transactions?bookingStatus=booked${query}`, { headers })
const linesOf = async (query?: string, headers?: Record<string, string>): Promise<Line[]> => {
  const { body, status, text } = await statement(query, headers)
  expect(status, text).toBe(200)
  return body.transactions.booked
}
const details = (id: string, headers: Record<string, string> = psu.headers) =>
  psu.world.call('GET', `/v1/accounts/${psu.account.id}/transactions/${id}`, { headers })
const withHabit = (habit: string) => ({ ...psu.headers, 'Sandbank-Habit': habit })

describe('D133: a habit changes what a TPP is shown, and never the books', () => {
  it('missing: members are left out, in the list and in the details, and the answer says so', async () => {
    const before = await linesOf()
    expect(before[0]).toMatchObject(NAMED)
    const made = await set('missing=creditorName, remittanceInformationUnstructured')
    expect(made.habit).toBe('missing=creditorName,remittanceInformationUnstructured')
    const answer = await statement()
    expect(answer.headers['sandbank-habit']).toBe(made.habit)
    expect(answer.body.transactions.booked).toEqual(
      before.map(({ creditorName: _, remittanceInformationUnstructured: __, ...line }) => line),
    )
    const one = await details(before[0]?.transactionId ?? '')
    expect(one.headers['sandbank-habit']).toBe(made.habit)
    expect(one.body.transactionsDetails).toEqual(answer.body.transactions.booked[0])
    await ask(psu.world, CLEAR, { ids: [made.id] })
    const after = await statement()
    expect(after.body.transactions.booked).toEqual(before)
    expect(after.headers).not.toHaveProperty('sandbank-habit')
  })

  it('value-date: it moves by so many days, forwards or backwards', async () => {
    expect((await linesOf('', withHabit('value-date=+20D')))[0]).toMatchObject({
      bookingDate: TODAY,
      valueDate: '2030-06-04',
    })
    expect((await linesOf('', withHabit('value-date=-14D')))[0]).toMatchObject({ valueDate: '2030-05-01' })
    const answer = await details(ids[4] ?? '', withHabit('value-date=20D'))
    expect(answer.body.transactionsDetails.valueDate).toBe('2030-06-04')
  })

  it('late: a line is hidden until so long after its booking day, by the clock of the world', async () => {
    expect((await linesOf('', withHabit('late=P2D'))).map(line => line.transactionId)).toEqual([ids[2], ids[1], ids[0]])
    expectRefusal(await details(ids[4] ?? '', withHabit('late=P2D')), 404, 'RESOURCE_UNKNOWN')
    expect((await details(ids[1] ?? '', withHabit('late=P2D'))).status).toBe(200)
    // 12:00 in Oslo: what was booked today is seen from 11 hours on.
    expect(await linesOf('', withHabit('late=PT12H'))).toHaveLength(5)
    expect(await linesOf('', withHabit('late=PT13H'))).toHaveLength(4)
  })

  it('renumber: from that night on older lines have other ids, under which alone they are read', async () => {
    await set('renumber=2030-05-14', { seed: 7 })
    const lines = await linesOf()
    expect(lines.slice(0, 2).map(line => line.transactionId)).toEqual([ids[4], ids[3]])
    const others = lines.slice(2).map(line => line.transactionId)
    expect(new Set([...others, ...ids]).size).toBe(8)
    for (const id of others) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect((await details(id)).body.transactionsDetails.transactionId).toBe(id)
    }
    expectRefusal(await details(ids[0] ?? ''), 404, 'RESOURCE_UNKNOWN')
    expect((await details(ids[3] ?? '')).status).toBe(200)
    // A later night: ids of the earlier one are unknown.
    await set(`renumber=${TODAY}`, { seed: 7 })
    const later = (await linesOf()).map(line => line.transactionId)
    expect(later[0]).toBe(ids[4])
    expect(new Set([...later, ...others, ...ids]).size).toBe(12)
    expectRefusal(await details(others[0] ?? ''), 404, 'RESOURCE_UNKNOWN')
    // A night to come changes nothing yet.
    await ask(psu.world, CLEAR)
    expect((await linesOf('', withHabit('renumber=2030-05-16'))).map(line => line.transactionId)).toEqual(
      ids.toReversed(),
    )
  })

  it('repeat: of each day a line comes twice, the same day or the day after, under its id', async () => {
    const before = await linesOf()
    const lines = await linesOf('', withHabit('repeat=1'))
    expect(lines).toHaveLength(9)
    expect(lines.map(line => line.bookingDate)).toEqual(
      lines
        .map(line => line.bookingDate)
        .toSorted()
        .toReversed(),
    )
    const twice = lines.filter(({ transactionId }, place) =>
      lines.some((one, at) => at < place && one.transactionId === transactionId),
    )
    expect(new Set(twice.map(line => line.transactionId)).size).toBe(4)
    for (const line of before) {
      const all = lines.filter(one => one.transactionId === line.transactionId)
      expect(all.map(({ bookingDate: _, ...one }) => one)).toEqual(
        all.map(() => {
          const { bookingDate: _, ...one } = line
          return one
        }),
      )
      expect(all).toContainEqual(line)
    }
    // A range of days shows what the whole statement shows of them, so that who reads day by day gets both.
    for (const day of [...new Set(lines.map(line => line.bookingDate))])
      expect(await linesOf(`&dateFrom=${day}&dateTo=${day}`, withHabit('repeat=1'))).toEqual(
        lines.filter(line => line.bookingDate === day),
      )
  })

  it('page-shift: a later page begins so many lines earlier, as if new lines had come in', async () => {
    const headers = withHabit('page-shift=1')
    const page = async (query: string) => (await statement(query, headers)).body.transactions
    const [first, second, third] = [
      await page('&limit=2'),
      await page('&limit=2&offset=2'),
      await page('&limit=2&offset=4'),
    ]
    const idsIn = (one: { booked: Line[] }) => one.booked.map(line => line.transactionId)
    expect([first, second, third].map(idsIn)).toEqual([
      [ids[4], ids[3]],
      [ids[3], ids[2]],
      [ids[1], ids[0]],
    ])
    expect([first, second, third].map(({ _links }) => _links.next !== undefined)).toEqual([true, true, false])
  })

  it('all that fit act together; the header of the call comes last', async () => {
    await set('missing=creditorName; value-date=+1D')
    await set('late=P2D', { for: { account: psu.account.id } })
    await set('missing=remittanceInformationUnstructured', { for: { tpp: tppIdOf(bank, bank.tpp) } })
    await set('value-date=+9D', { for: { account: psu.other.id } })
    const answer = await statement('', withHabit('value-date=+3D'))
    expect(answer.headers['sandbank-habit']).toBe(
      'missing=creditorName; value-date=+1D; late=P2D; missing=remittanceInformationUnstructured; value-date=+3D',
    )
    expect(answer.body.transactions.booked).toEqual(
      [ids[2], ids[1], ids[0]].map((transactionId, place) => {
        const bookingDate = place === 2 ? '2030-05-10' : '2030-05-13'
        return {
          transactionId,
          bookingDate,
          valueDate: place === 2 ? '2030-05-13' : '2030-05-16',
          transactionAmount: { amount: '100.00', currency: 'NOK' },
        }
      }),
    )
  })

  it('cards have habits, too', async () => {
    const { world, card, headers } = psu
    const line = { transactionAmount: { amount: '-10.00', currency: 'NOK' }, bookingDate: TODAY, valueDate: TODAY }
    await world.call('POST', `/v1/sandbox/card-accounts/${card.id}/transactions`, {
      body: { ...line, cardAcceptorName: 'Kiosk', merchantCategoryCode: '5411' },
    })
    const made = await set('missing=cardAcceptorName; value-date=+2D', { for: { account: card.id } })
    expect(made).toMatchObject({ account: null, cardAccount: { id: card.id } })
    const path = `/v1/card-accounts/${card.id}/transactions?bookingStatus=both`
    const { body, headers: said } = await world.call('GET', path, { headers })
    expect(said['sandbank-habit']).toBe(made.habit)
    expect(body.transactions.booked[0]).toMatchObject({ valueDate: '2030-05-17', merchantCategoryCode: '5411' })
    expect(body.transactions.booked[0]).not.toHaveProperty('cardAcceptorName')
  })

  it('balances, the books and what the operator sees are as before', async () => {
    const read = async () => [
      (await psu.world.call('GET', `/v1/accounts/${psu.account.id}/balances`, { headers: psu.headers })).body,
      (await psu.world.call('GET', `${PATHS.accounts}/${psu.account.id}/transactions`)).body,
      await ask(psu.world, AUDIT),
    ]
    const before = await read()
    await set('late=P1D; missing=creditorName; page-shift=2; renumber=2030-05-14; repeat=2; value-date=+3D')
    expect(await read()).toEqual(before)
    expect(before[2]).toEqual({ audit: { findings: [] } })
  })
})

describe('limits', () => {
  it('go by the day of the books (D41)', async () => {
    const old = await addConsented(bank)
    const on = (day: string) => addTransaction(old.world, old.account.id, { bookingDate: day, valueDate: day })
    await on(DAY_91_AGO)
    await on(DAY_90_AGO)
    const quiet = { ...unattended(old.headers), 'Sandbank-Habit': 'repeat=9' }
    const path = `/v1/accounts/${old.account.id}/transactions?bookingStatus=booked`
    const { body } = await old.world.call('GET', path, { headers: quiet })
    expect(new Set(body.transactions.booked.map((line: Line) => line.transactionId)).size).toBe(1)
    const far = await old.world.call('GET', `${path}&dateFrom=${DAY_91_AGO}`, { headers: quiet })
    expectRefusal(far, 401, 'CONSENT_EXPIRED')
    // Two of four are used up, since the refused one is not counted.
    for (const status of [200, 200, 200, 429])
      expect((await old.world.call('GET', path, { headers: quiet })).status).toBe(status)
  })
})

describe('refusals', () => {
  it.each([
    ['missng=creditorName', 'names no habit by \\"missng\\"', 'most like missing'],
    ['missing=creditorNam', 'missing takes names of members', 'is most like creditorName'],
    ['late', 'late has no value', 'late=P3D'],
    ['late=3 days', 'late takes an ISO 8601 duration', '3 days'],
    ['renumber=2026-02-30', 'renumber takes a day', '2026-02-30'],
    ['repeat=10', 'repeat takes a whole number from 1 to 9', '10'],
    ['page-shift=0', 'page-shift takes a whole number from 1 to 9', '0'],
    ['value-date=+400D', 'value-date takes days from -366D to +366D', '+400D'],
    ['value-date=20', 'value-date takes days', '20'],
  ])('%s is FORMAT_ERROR at both doors, and says what would be right', async (habit, ...words) => {
    const answer = await statement('', withHabit(habit))
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toMatch(/^Sandbank-Habit: /)
    const { code, tppMessages } = await refused(psu.world, SET, { input: { habit } })
    expect([code, tppMessages[0].path]).toEqual(['FORMAT_ERROR', 'input.habit'])
    for (const said of [answer.text, JSON.stringify(tppMessages)])
      for (const word of words) expect(said).toContain(word)
  })

  it('names an operation that shows no statement', async () => {
    for (const path of ['/v1/accounts', `/v1/accounts/${psu.account.id}/balances`, PATHS.customers]) {
      const answer = await psu.world.call('GET', path, { headers: withHabit('repeat=1') })
      expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toMatch(/^Sandbank-Habit: /)
      expect(answer.text).toContain('accountTransactions')
    }
  })

  it('of an unknown TPP, account or habit', async () => {
    for (const about of [{ tpp: 'nobody' }, { account: UNKNOWN_ID }])
      expect((await refused(psu.world, SET, { input: { habit: 'repeat=1', for: about } })).code).toBe(
        'RESOURCE_UNKNOWN',
      )
    expect((await refused(psu.world, CLEAR, { ids: [UNKNOWN_ID] })).code).toBe('RESOURCE_UNKNOWN')
  })

  it('CONFLICT when a world has 100 of them', async () => {
    const many = Array.from(
      { length: 100 },
      (_, place) => `h${place}: setHabit(input: { habit: "repeat=1" }) { habit { id } }`,
    )
    for (const some of [many.slice(0, 50), many.slice(50)]) await ask(psu.world, `mutation { ${some.join(' ')} }`)
    const { code, tppMessages } = await refused(psu.world, SET, { input: { habit: 'repeat=1' } })
    expect([code, tppMessages[0].text]).toEqual(['CONFLICT', expect.stringContaining('clearHabits')])
  })
})

describe('the graph', () => {
  const READ = `query ($psu: String!, $id: ID!) { asTpp(access: { tpp: "${tppIdOf(bank, bank.tpp)}", psu: $psu, psuIpAddress: "127.0.0.1" }) {
    account(by: { id: $id }) { transactions(bookingStatus: booked) { habits booked { transactionId creditorName transaction { id } } } } } }`

  it('shows the same, with the line of the books beside it', async () => {
    await set('renumber=2030-05-16; missing=creditorName')
    const { world, account, customerNumber: number } = psu
    await ask(world, CLEAR)
    await set(`renumber=${TODAY}; missing=creditorName`, { key: 'night', for: { account: account.id } })
    const { asTpp } = await ask(world, READ, { psu: number, id: account.id })
    const { habits, booked } = asTpp.account.transactions
    expect(habits).toEqual([`renumber=${TODAY}`, 'missing=creditorName'])
    expect(booked.map((line: { transaction: { id: string } }) => line.transaction.id).toSorted()).toEqual(
      ids.toSorted(),
    )
    expect(booked.map((line: Line) => line.transactionId)).toEqual((await linesOf()).map(line => line.transactionId))
    expect(booked.every((line: { creditorName: unknown }) => line.creditorName === null)).toBe(true)
    const { habits: listed } = await ask(
      world,
      '{ habits { totalCount nodes { key habit account { id } createdAt } } }',
    )
    expect(listed).toMatchObject({ totalCount: 1, nodes: [{ key: 'night', account: { id: account.id } }] })
  })

  it('takes the header of a call, for documents that read a statement', async () => {
    const { world, account, customerNumber: number } = psu
    const send = async (habit: string, query: string) => {
      const answer = await fetch(`${bank.url}${world.base}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sandbank-Habit': habit },
        body: JSON.stringify({ query, variables: { psu: number, id: account.id } }),
      })
      return { status: answer.status, text: await answer.text() }
    }
    const shown = await send('missing=creditorName', READ)
    expect(JSON.parse(shown.text).data.asTpp.account.transactions.habits).toEqual(['missing=creditorName'])
    const idle = await send('missing=creditorName', '{ customers { totalCount } }')
    expect([idle.status, idle.text]).toEqual([200, expect.stringContaining('nothing to act on')])
    expect((await send('repeat=x', READ)).text).toContain('repeat takes a whole number from 1 to 9')
  })
})
