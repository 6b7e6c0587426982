import { describe, expect, it } from 'vitest'
import { insertMany } from '../../../src/platform/store/bulk-writes.ts'
import { openTestStore } from '../../support/harness/stores.ts'

describe('Rows that are inserted together', () => {
  it('are stored as they are: columns that are null in some or all of them, names in another order, large numbers', async () => {
    const store = await openTestStore()
    const createdAt = new Date('2026-03-02T09:00:00.123Z')
    const key = { worldId: 'w', createdAt, ownerId: 'c', currency: 'NOK', product: 'Current', cashAccountType: 'CACC' }
    const account = (id: string, bookedMinor: bigint) => ({
      ...key,
      id,
      name: id,
      bban: id,
      iban: id,
      creditLine: 0,
      bookedMinor,
    })
    const line = { worldId: 'w', accountId: 'a', bookingDate: '2026-03-02', valueDate: '2026-03-02', currency: 'NOK' }
    const rows = [
      { ...line, id: '1', amountMinor: 1n, creditorName: null, debtorName: null, currencyExchange: null, createdAt },
      {
        createdAt,
        ...line,
        debtorName: 'Kari',
        id: '2',
        amountMinor: -2n,
        creditorName: null,
        currencyExchange: { a: [1, 'x'] },
      },
    ]
    await store.transaction(async tx => {
      await tx.world.create({ data: { id: 'w', createdAt } })
      await insertMany(tx, 'Customer', [
        { worldId: 'w', id: 'c', psuId: 'p', customerNumber: '1', name: 'Kari', type: 'PRIVATE', createdAt },
      ])
      await insertMany(tx, 'Account', [account('a', 4_000_000_000_000_000_000n), account('b', -1n)])
      await insertMany(tx, 'Transaction', rows)
    })
    const found = await store.reader.transaction.findMany({ where: { worldId: 'w' }, orderBy: { id: 'asc' } })
    expect(found).toHaveLength(2)
    expect(found).toMatchObject(rows)
    expect(await store.reader.account.findMany({ where: { worldId: 'w' }, orderBy: { id: 'asc' } })).toMatchObject([
      { bookedMinor: 4_000_000_000_000_000_000n, reservedMinor: 0n, demandsKid: false, createdAt },
      { bookedMinor: -1n },
    ])
  })

  it('are stored as they are where hundreds of them share values of any kind', async () => {
    const store = await openTestStore()
    const createdAt = new Date('2026-03-02T09:00:00.123Z')
    const account = {
      worldId: 'w',
      createdAt,
      ownerId: 'c',
      name: 'Konto "Ærlig" \u{1F600}',
      currency: 'NOK',
      product: 'Current',
      cashAccountType: 'CACC',
      creditLine: 0,
      bookedMinor: 4_000_000_000_000_000_000n,
      expectedOffsetMinor: -7n,
      demandsKid: true,
    }
    const accounts = Array.from({ length: 700 }, (_, place) => {
      const id = String(place).padStart(4, '0')
      return { ...account, id, bban: id, iban: id, creditLine: place < 600 ? 0 : place }
    })
    const exchange = { a: [1, 'x'] }
    const line = {
      worldId: 'w',
      accountId: '0000',
      bookingDate: '2026-03-02',
      valueDate: '2026-03-02',
      currency: 'NOK',
      currencyExchange: exchange,
      amountMinor: -1n,
      createdAt,
    }
    const lines = accounts.slice(0, 20).map(({ id }) => ({ ...line, id }))
    await store.transaction(async tx => {
      await tx.world.create({ data: { id: 'w', createdAt } })
      await insertMany(tx, 'Customer', [
        { worldId: 'w', id: 'c', psuId: 'p', customerNumber: '1', name: 'Kari', type: 'PRIVATE', createdAt },
      ])
      await insertMany(tx, 'Account', accounts)
      await insertMany(tx, 'Transaction', lines)
    })
    const where = { where: { worldId: 'w' }, orderBy: { id: 'asc' } } as const
    expect(await store.reader.account.findMany(where)).toMatchObject(accounts)
    expect(await store.reader.transaction.findMany(where)).toMatchObject(lines)
  })

  it('name the same columns, or none of them is stored', async () => {
    const store = await openTestStore()
    const createdAt = new Date()
    const insert = store.transaction(tx =>
      insertMany(tx, 'World', [
        { id: 'one', createdAt },
        { id: 'two', name: 'two', createdAt },
      ]),
    )
    await expect(insert).rejects.toThrow('A row to insert has id, name, createdAt, the first id, createdAt.')
    expect(await store.reader.world.count({ where: { id: { in: ['one', 'two'] } } })).toBe(0)
  })
})
