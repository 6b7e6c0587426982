import { expect, it } from 'vitest'
import { createAccount } from '../../../src/bank/resolvers/accounts.ts'
import { createCustomer, deleteCustomer } from '../../../src/bank/resolvers/customers.ts'
import { ACCOUNTS, deleteHolder } from '../../../src/bank/resolvers/holders.ts'
import { findKeyed, keyOf, nearestKey, withKeys } from '../../../src/bank/resolvers/keys.ts'
import { withDerivedNumbers } from '../../../src/domain/keys.ts'
import { addBooks, type Books } from '../../support/builders/resolver-world.ts'
import { startBank } from '../../support/clients/bank.ts'

const { store } = await startBank()
let worlds = 0
const newBooks = () => {
  worlds += 1
  return addBooks(store, `keys-${worlds}`)
}

const kari = { customerNumber: '13039319955', name: 'Kari', type: 'PRIVATE' } as const
const daily = {
  customerNumber: '13039319955',
  accountName: 'Daily',
  bban: '15034000001',
  iban: 'NO9315034000001',
  currency: 'NOK',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 10, currency: 'NOK' } }],
} as const
const withLists = { ...daily, balances: [...daily.balances] }

async function addKari(books: Books, key: string | null = 'kari') {
  return withKeys(await books.operator(), { kind: 'Customer', keys: [key] }, tx => createCustomer(tx, kari))
}

async function addDaily(books: Books) {
  const naming = { kind: 'Account', keys: ['daily'] } as const
  return (await withKeys(await books.operator(), naming, tx => createAccount(tx, withLists))).holder
}

it('gives a thing its key within the command that makes it, and ids that follow from the key (D83)', async () => {
  const [one, other] = [await newBooks(), await newBooks()]
  const made = [await addKari(one), await addKari(other)]
  expect(made.map(({ id, psuId }) => ({ id, psuId }))).toEqual([
    { id: made[0]?.id, psuId: made[0]?.psuId },
    { id: made[0]?.id, psuId: made[0]?.psuId },
  ])
  const ctx = await one.operator()
  expect(await findKeyed(ctx, 'kari')).toMatchObject({ kind: 'Customer', id: made[0]?.id, hash: null })
  expect(await keyOf(ctx, 'Customer', made[0]?.id ?? '')).toBe('kari')
})

it('refuses a key that the world has, and one that is given twice, and then makes nothing (D83)', async () => {
  const books = await newBooks()
  await addKari(books)
  await expect(addKari(books)).rejects.toMatchObject({ code: 'CONFLICT', faults: [{ path: 'key', rule: 'D83' }] })
  const twice = withKeys(await books.operator(), { kind: 'Customer', keys: ['a', 'a'] }, tx => createCustomer(tx, kari))
  await expect(twice).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await store.reader.customer.count({ where: { worldId: await books.id() } })).toBe(1)
})

it('frees the key of what is deleted, by itself or with its owner (D83)', async () => {
  const books = await newBooks()
  await addKari(books)
  const { id } = await addDaily(books)
  await deleteHolder(ACCOUNTS, await books.operator(), id)
  expect(await findKeyed(await books.operator(), 'daily')).toBeUndefined()
  await addDaily(books)
  const owner = await findKeyed(await books.operator(), 'kari')
  await deleteCustomer(await books.operator(), owner?.id ?? '')
  expect(await store.reader.key.count({ where: { worldId: await books.id() } })).toBe(0)
})

it('suggests the key of a thing of such a kind for a wrong one', async () => {
  const books = await newBooks()
  await addKari(books)
  const ctx = await books.operator()
  expect(await nearestKey(ctx, 'kaari', ['Customer'])).toBe('kari')
  expect(await nearestKey(ctx, 'kaari', ['Account'])).toBeUndefined()
})

it('derives from the key the numbers that an input leaves out (D83)', () => {
  expect(withDerivedNumbers('Customer', 'kari', { name: 'Kari', customerNumber: null })).toEqual({
    name: 'Kari',
    customerNumber: '94127908582',
  })
  expect(withDerivedNumbers('Account', 'kari', { iban: 'NO9386011117947' })).toEqual({
    iban: 'NO9386011117947',
    bban: '86011117947',
  })
  expect(withDerivedNumbers('Payment', 'kari', {})).toEqual({})
})
