import { expect, it } from 'vitest'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { createStillReader } from '../../../../src/platform/store/sqlite/still-reader.ts'
import { openTestStore } from '../../../support/harness/stores.ts'

const atOnce = (end: () => void) => end()

it('opens its connection for the next who reads where there was none to be had', async () => {
  const { reader: client } = await openTestStore()
  const database = new Database(':memory:').exec('CREATE TABLE World (id TEXT)')
  const found = [new Error('EMFILE: too many open files')]
  const still = createStillReader(async () => {
    const fault = found.pop()
    if (fault !== undefined) throw fault
    return { database, client, isLost: () => false, close: async () => void database.close() }
  }, atOnce)

  await expect(still.read(async () => 'read')).rejects.toThrow('EMFILE')
  expect(await still.read(async () => 'read')).toBe('read')
  await still.close()
  expect(database.open).toBe(false)
})

it('leaves no transaction behind that keeps the next one out, when the store cannot be read at its beginning', async () => {
  const { reader: client } = await openTestStore()
  const database = new Database(':memory:')
  const still = createStillReader(
    async () => ({ database, client, isLost: () => false, close: async () => void database.close() }),
    atOnce,
  )

  await expect(still.read(async () => 'read')).rejects.toThrow('no such table')
  database.exec('CREATE TABLE World (id TEXT)')
  expect(await still.read(async () => 'read')).toBe('read')
  await still.close()
})
