import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/domain/calendar.ts'
import { encodeCursor } from '../../src/domain/paging.ts'
import { insertMany } from '../../src/platform/store/bulk-writes.ts'
import { addCorporateSetting, create, engagementBody } from '../support/builders/builders.ts'
import { addConsented, consentOf, TODAY } from '../support/builders/consented.ts'
import { addTransactions } from '../support/builders/large-world.ts'
import { addPayer, NDCT, paymentBody } from '../support/builders/payments.ts'
import { startBank } from '../support/clients/bank.ts'
import { STATEMENTS_OF_READ } from '../support/harness/database.ts'

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

/**
 * One ordered statement that reads rows, along the index; of those that look for its place or count, each reads the index alone, and there are at most so many. All
 * others find rows by their keys; none scans or sorts.
 */
function expectFromIndex(plans: readonly { sql: string; plan: string }[], index: string, most = 0): void {
  const alongIndex = new RegExp(`SEARCH \\S+ USING (COVERING )?INDEX ${index} \\(worldId=\\? AND `)
  const isPlace = (sql: string) => /^\s*SELECT ("bookingDate", "id" FROM|"bookingDate" AS "at0"|COUNT)/.test(sql)
  const ordered = plans.filter(({ sql }) => /ORDER BY/i.test(sql) && !isPlace(sql))
  expect(ordered).toHaveLength(1)
  expect(ordered[0]?.plan).toMatch(alongIndex)
  const places = plans.filter(({ sql }) => isPlace(sql))
  expect(places.length).toBeLessThanOrEqual(most)
  for (const { plan } of places) {
    expect(plan).toMatch(alongIndex)
    expect(plan).toContain('COVERING')
  }
  for (const { plan } of plans) expect(plan).not.toMatch(/SCAN (?!some)|TEMP B-TREE|AUTOMATIC/)
  // SQLite would prepare them again for each number.
  for (const { sql } of plans) expect(sql).not.toMatch(/(LIMIT|OFFSET) \?(?! \+ 0)/)
}

const INDEX = 'Transaction_worldId_accountId_bookingDate_id_amountMinor_idx'
/** How many lines a step takes follows from how long the last one took (`inSteps`): a slow machine takes more steps, but each has hundreds of lines. */
const STEPS = 200
const CARD_INDEX = 'CardTransaction_worldId_cardAccountId_bookingDate_id_originalAmountMinor_idx'

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
    expectFromIndex(plans, INDEX, STEPS)
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
    expectFromIndex(plans, INDEX, STEPS)
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
      const query = `{ account(by: { id: "${account.id}" }) { transactions(${window}) { nodes { id } } } }`
      const { nodes } = (await world.graphql(query)).body.data.account.transactions
      expect(nodes).toHaveLength(200)
      expect(nodes[0].id).toBe(idAt(placeAt(offset)))
    })
    expectFromIndex(plans, INDEX)
  })

  it('its total is counted in steps, in the index alone', async () => {
    const { world, account } = psu
    const query = `{ account(by: { id: "${account.id}" }) { transactions(first: 1) { totalCount nodes { id } } } }`
    const plans = await plansOf('Transaction', async () => {
      expect((await world.graphql(query)).body.data.account.transactions.totalCount).toBe(ROWS)
    })
    expectFromIndex(plans, INDEX, STEPS)
  })

  it('its bookings, which are a list of two tables, are counted in their order without sorting', async () => {
    const world = await bank.world('STANDARD')
    const read = async (query: string) => (await world.graphql(query)).body.data
    const { id } = (await read('{ accounts(first: 1) { nodes { id } } }')).accounts.nodes[0]
    const counted = `{ account(by: { id: "${id}" }) { bookings(first: 1) { totalCount } } }`
    const before: number = (await read(counted)).account.bookings.totalCount
    const { id: worldId } = await bank.store.reader.world.findUniqueOrThrow({ where: { name: world.name } })
    await bank.store.transaction(tx => addTransactions(tx, worldId, id, ROWS))
    const plans = await plansOf('Booking', async () => {
      expect((await read(counted)).account.bookings.totalCount).toBe(before + ROWS)
    })
    const counts = plans.filter(({ sql }) => sql.includes('COUNT(*)'))
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.length).toBeLessThan(STEPS)
    for (const { plan } of counts) expect(plan).not.toContain('TEMP B-TREE')
  })

  it('those with an amount are looked for in the index alone', async () => {
    const { world, account } = psu
    const filter = 'filter: { amountFrom: "1.01" }'
    const query = `{ account(by: { id: "${account.id}" }) { transactions(first: 3, ${filter}) { totalCount nodes { id } } } }`
    const plans = await plansOf('Transaction', async () => {
      expect((await world.graphql(query)).body.data.account.transactions).toEqual({ totalCount: 0, nodes: [] })
    })
    // What looks at each line reads it from the index: 8 bytes more there, in place of a row of a kilobyte elsewhere.
    expect(plans.length).toBeGreaterThan(10)
    for (const { plan } of plans) {
      expect(plan).toMatch(new RegExp(`SEARCH Transaction USING (COVERING )?INDEX ${INDEX}`))
      expect(plan).not.toMatch(/SCAN (?!some)|TEMP B-TREE|AUTOMATIC/)
    }
  })

  it.each([
    ['the largest', 'order: AMOUNT_DESC, first: 200'],
    ['the smallest of some days', `order: AMOUNT_ASC, first: 200, filter: { dateTo: "${TODAY}" }`],
  ])('%s lines are read along the index of amounts', async (_, args) => {
    const { world, account } = psu
    const plans = await plansOf('Transaction', async () => {
      const query = `{ account(by: { id: "${account.id}" }) { transactions(${args}) { nodes { id } } } }`
      expect((await world.graphql(query)).body.data.account.transactions.nodes).toHaveLength(200)
    })
    expect(plans.length).toBeGreaterThan(0)
    for (const { plan } of plans)
      expect(plan).toMatch(
        /^SEARCH Transaction USING (COVERING )?INDEX Transaction_worldId_accountId_amountMinor_id_idx /,
      )
    for (const { plan } of plans) expect(plan).not.toMatch(/SCAN|TEMP B-TREE|AUTOMATIC/)
  })

  it('its details are found by their key', async () => {
    const { world, account, headers } = psu
    const plans = await plansOf('Transaction', async () => {
      const path = `/v1/accounts/${account.id}/transactions/${idAt(placeAt(MIDDLE))}`
      expect((await world.call('GET', path, { headers })).status).toBe(200)
    })
    expect(plans).toHaveLength(STATEMENTS_OF_READ)
    for (const { plan } of plans)
      expect(plan).toMatch(/^SEARCH \S+ USING INDEX sqlite_autoindex_Transaction_1 \(worldId=\? AND id=\?\)$/)
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

describe('No statement of a call reads all rows of the world', () => {
  const WHOLE_WORLD = /\(worldId=\?\)|SCAN (?!some|each)/

  it('of a new payment, and of the same again', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const plans = await plansOf('\\w+', async () => {
      const body = paymentBody(debtor, creditor)
      expect((await psu.call('POST', NDCT, { body })).status).toBe(201)
      expect((await psu.call('POST', NDCT, { body })).body.tppMessages[0].code).toBe('CONFLICT')
    })
    // What the same payment has come to is looked for newest first, along the index: there may be thousands.
    const twins = plans.filter(({ sql }) => sql.includes('"duplicateKey" = ?'))
    expect(twins).toHaveLength(2)
    for (const { plan } of twins) expect(plan).not.toContain('TEMP B-TREE')
    for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(WHOLE_WORLD)
  })

  it('of the account information by a consent', async () => {
    const { world, account, card, headers } = psu
    const plans = await plansOf('\\w+', async () => {
      for (const path of ['accounts', 'card-accounts', `accounts/${account.id}`, `card-accounts/${card.id}`])
        expect((await world.call('GET', `/v1/${path}`, { headers })).status).toBe(200)
    })
    for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(WHOLE_WORLD)
  })

  it('of one customer with all that belongs to it, at both doors', async () => {
    const { world, customerId } = psu
    const plans = await plansOf('\\w+', async () => {
      const { body } = await world.call('GET', `/v1/sandbox/customers/${customerId}`)
      expect(body.agreements[0].engagements).toHaveLength(2)
      const nested = `{ agreements(first: 9) { nodes { engagements(first: 9) { nodes { id } } } } }`
      expect((await world.graphql(`{ customer(by: { id: "${customerId}" }) ${nested} }`)).body.errors).toBeUndefined()
    })
    for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(WHOLE_WORLD)
  })

  it('of a consent that a PSU gives on the page of the bank, who acts for a corporation as well', async () => {
    const { world, customerNumber } = psu
    const { account, engagementsPath } = await addCorporateSetting(world)
    await create(world, engagementsPath, engagementBody(customerNumber, account.iban))
    const plans = await plansOf('\\w+', () => consentOf(bank, world, customerNumber, { context: 'PRIVATE' }))
    const offers = plans.filter(({ sql }) => /FROM "Agreement".* OR /.test(sql))
    expect(offers.map(({ plan }) => plan)).toEqual([expect.stringMatching(/^MULTI-INDEX OR/)])
    for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(WHOLE_WORLD)
  })
})
