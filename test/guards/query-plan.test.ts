import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/domain/calendar.ts'
import { encodeCursor } from '../../src/domain/paging.ts'
import { insertMany } from '../../src/store/bulk-writes.ts'
import { startBank } from '../support/bank.ts'
import { addConsented, TODAY } from '../support/consented.ts'

let watched: string[] | undefined
const bank = await startBank({ onQuery: sql => watched?.push(sql) })
afterAll(() => expect(bank.faults).toEqual([]))

const ROWS = 100_000
const PER_DAY = 1_100
const idAt = (place: number) => `t${String(place).padStart(6, '0')}`
const dayAt = (place: number) => addDays(TODAY, -Math.floor((ROWS - 1 - place) / PER_DAY))
/** Where a row stands on the statement, latest first, and what is there in the middle. */
const placeAt = (offset: number) => ROWS - 1 - offset
const MIDDLE = 50_000

let psu: Awaited<ReturnType<typeof addConsented>>
beforeAll(async () => {
  psu = await addConsented(bank)
  const { world, account, card } = psu
  const row = (place: number) => ({
    worldId: world.name,
    id: idAt(place),
    bookingDate: dayAt(place),
    valueDate: TODAY,
    amountMinor: 100n,
    currency: 'NOK',
    createdAt: new Date(0),
  })
  for (let from = 0; from < ROWS; from += 20_000) {
    const places = Array.from({ length: 20_000 }, (_, place) => from + place)
    const ofAccount = places.map(place => ({ ...row(place), accountId: account.id }))
    const ofCard = { cardAccountId: card.id, originalAmountMinor: 100n, originalCurrency: 'NOK' }
    const ofCards = places.filter(place => place % 20 === 0).map(place => ({ ...row(place), ...ofCard }))
    await bank.store.transaction(async tx => {
      await insertMany(tx, 'Transaction', ofAccount)
      await insertMany(tx, 'CardTransaction', ofCards)
    })
  }
})

/** The statements on a table that a call makes, each with SQLite's plan for it. */
async function plansOf(table: string, call: () => Promise<unknown>): Promise<{ sql: string; plan: string }[]> {
  const seen: string[] = []
  watched = seen
  await call()
  watched = undefined
  const plans = []
  for (const sql of seen.filter(one => new RegExp(`FROM \\S*${'`'}?"?\\b${table}\\b`).test(one))) {
    const values = Array.from(sql.match(/\?/g) ?? [], () => null)
    const rows = await bank.store.reader.$queryRawUnsafe<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    plans.push({ sql, plan: rows.map(one => one.detail).join('\n') })
  }
  return plans
}

/** One ordered statement, read along the index; all others find rows by their keys; none scans or sorts. */
function expectFromIndex(plans: readonly { sql: string; plan: string }[], index: string): void {
  const ordered = plans.filter(({ sql }) => /ORDER BY/i.test(sql))
  expect(ordered).toHaveLength(1)
  expect(ordered[0]?.plan).toMatch(new RegExp(`^SEARCH \\S+ USING (COVERING )?INDEX ${index} \\(worldId=\\? AND `))
  for (const { plan } of plans) expect(plan).not.toMatch(/SCAN|TEMP B-TREE|AUTOMATIC/)
}

const INDEX = 'Transaction_worldId_accountId_bookingDate_id_idx'
const CARD_INDEX = 'CardTransaction_worldId_cardAccountId_bookingDate_id_idx'

describe(`A page of an account with ${ROWS} transactions is read along the index, without sorting`, () => {
  it.each([
    ['the first page', 0],
    ['a page in the middle', MIDDLE],
  ])('%s for a TPP', async (_, offset) => {
    const { world, account, headers } = psu
    const query = `bookingStatus=both&dateFrom=2020-01-01&offset=${offset}`
    let rows: { transactionId: string }[] = []
    const plans = await plansOf('Transaction', async () => {
      const { body } = await world.call('GET', `/v1/accounts/${account.id}/transactions?${query}`, { headers })
      rows = body.transactions.booked
    })
    expect(rows.map(row => row.transactionId)).toEqual(
      Array.from({ length: 200 }, (_row, n) => idAt(placeAt(offset + n))),
    )
    expectFromIndex(plans, INDEX)
  })

  it.each([
    ['the first page', 0],
    ['a page in the middle', MIDDLE],
  ])('%s of the sandbox data', async (_, offset) => {
    const { world, account } = psu
    const plans = await plansOf('Transaction', async () => {
      const path = `/v1/sandbox/accounts/${account.id}/transactions?offset=${offset}`
      expect((await world.call('GET', path)).body.transactions[0].transactionId).toBe(idAt(placeAt(offset)))
    })
    expectFromIndex(plans, INDEX)
  })

  it.each([
    ['the first page', 'first: 200', 0],
    [
      'a page in the middle',
      `first: 200, after: "${encodeCursor('Transaction', [dayAt(placeAt(MIDDLE - 1)), idAt(placeAt(MIDDLE - 1))])}"`,
      MIDDLE,
    ],
    ['the last page', 'last: 200', ROWS - 200],
  ])('%s through GraphQL', async (_, window, offset) => {
    const { world, account } = psu
    const plans = await plansOf('Transaction', async () => {
      const query = `{ account(id: "${account.id}") { transactions(${window}) { nodes { id } } } }`
      const { nodes } = (await world.graphql(query)).body.data.account.transactions
      expect(nodes).toHaveLength(200)
      expect(nodes[0].id).toBe(idAt(placeAt(offset)))
    })
    expectFromIndex(plans, INDEX)
  })

  it('its details are found by their key', async () => {
    const { world, account, headers } = psu
    const plans = await plansOf('Transaction', async () => {
      const path = `/v1/accounts/${account.id}/transactions/${idAt(placeAt(MIDDLE))}`
      expect((await world.call('GET', path, { headers })).status).toBe(200)
    })
    expect(plans).toHaveLength(1)
    expect(plans[0]?.plan).toMatch(/^SEARCH \S+ USING INDEX sqlite_autoindex_Transaction_1 \(worldId=\? AND id=\?\)$/)
  })
})

describe('A page of a card account is read along its index', () => {
  it.each([
    ['the first page', 0],
    ['a page in the middle', 2_500],
  ])('%s for a TPP', async (_, offset) => {
    const { world, card, headers } = psu
    const plans = await plansOf('CardTransaction', async () => {
      const query = `bookingStatus=both&dateFrom=2020-01-01&offset=${offset}`
      const answer = await world.call('GET', `/v1/card-accounts/${card.id}/transactions?${query}`, { headers })
      expect(answer.body.transactions.booked).toHaveLength(200)
    })
    expectFromIndex(plans, CARD_INDEX)
  })

  it('through GraphQL', async () => {
    const { world, card } = psu
    const plans = await plansOf('CardTransaction', async () => {
      const query = `{ cardAccount(id: "${card.id}") { transactions(first: 100) { nodes { id } } } }`
      expect((await world.graphql(query)).body.data.cardAccount.transactions.nodes).toHaveLength(100)
    })
    expectFromIndex(plans, CARD_INDEX)
  })
})
