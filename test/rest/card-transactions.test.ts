import { afterAll, expect } from 'vitest'
import { startBank } from '../support/bank.ts'
import { addCardAccount, cardTransactionBody, PATHS } from '../support/builders.ts'
import { describeListingTransactions } from '../support/transaction-list-tests.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describeListingTransactions(world, {
  collection: PATHS.cardAccounts,
  idField: 'cardTransactionId',
  add: addCardAccount,
  body: cardTransactionBody,
})
