import { join } from 'node:path'
import { BUILT_IN_TPP, type Caller } from '../../../src/bank/context.ts'
import { createCardAccount } from '../../../src/bank/resolvers/accounts.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import { copyRows } from '../../../src/platform/store/world-copies.ts'
import { makeDirectory, openTestStore } from '../harness/stores.ts'
import { addBooks, addOwner, agree, type Books, openAccount, openBooks } from './resolver-world.ts'
import { addWorld } from './world-rows.ts'

export type Place = Awaited<ReturnType<typeof openAccount>>

/** People and accounts, for random stories: a private payer, somebody else, and a corporation with a clerk and a boss. */
export type Town = {
  readonly books: Books
  readonly accounts: readonly Place[]
  readonly card: string
  readonly payer: string
  readonly other: string
  readonly clerk: string
  readonly boss: string
  readonly agreementId: string
}

type Tpp = Extract<Caller, { kind: 'tpp' }>

/** Where stories run: each in a copy of one town, which costs less than making it. */
export type Towns = {
  readonly store: Store
  readonly file: string
  /** The TPP of all calls. */
  readonly tpp: Tpp
  readonly add: (world: string) => Promise<Town>
}

export async function openTowns(tpp: Tpp = BUILT_IN_TPP): Promise<Towns> {
  const file = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(file)
  const first = await addTown(store, 'town', tpp)
  const add = async (world: string): Promise<Town> => {
    await store.transaction(async tx => {
      await addWorld(tx, world)
      await copyRows(tx, 'town', world)
    })
    return { ...first, books: openBooks(store, world, { tpp }) }
  }
  return { store, file, tpp, add }
}

async function addTown(store: Store, world: string, tpp: Tpp): Promise<Town> {
  const books = await addBooks(store, world, { tpp })
  const [payer, other, corporation] = [await addOwner(books), await addOwner(books), await addOwner(books, 'CORPORATE')]
  const [clerk, boss] = [await addOwner(books), await addOwner(books)]
  const corporate = await openAccount(books, corporation)
  const accounts = [
    await openAccount(books, payer),
    await openAccount(books, payer, { booked: 50, creditLine: 300 }),
    await openAccount(books, payer, { currency: 'EUR', booked: 100 }),
    corporate,
    await openAccount(books, other, { currency: 'USD' }),
    await openAccount(books, other, { booked: 0 }),
  ]
  const { holder: cardAccount } = await createCardAccount(await books.operator(), {
    customerNumber: payer,
    accountName: 'Kort',
    maskedPan: '525412******3241',
    currency: 'NOK',
    product: 'Mastercard',
    creditLine: 100,
    balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 0, currency: 'NOK' } }],
  })
  const agreementId = await agree(books, corporation, corporate.iban, [
    { customer: clerk, approvalLimit: 50 },
    { customer: boss, approvalLimit: 100_000 },
  ])
  return { books, accounts, card: cardAccount.id, payer, other, clerk, boss, agreementId }
}

export function accountAt({ accounts }: Town, at: number): Place {
  const account = accounts[at]
  if (account === undefined) throw new RangeError(`There is no account ${at}`)
  return account
}
