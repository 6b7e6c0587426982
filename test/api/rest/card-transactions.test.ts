import { afterAll, expect } from 'vitest'
import { addCardAccount, cardTransactionBody, PATHS } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeListingTransactions } from './shared/transaction-list-tests.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describeListingTransactions(world, {
  collection: PATHS.cardAccounts,
  idField: 'cardTransactionId',
  add: addCardAccount,
  body: cardTransactionBody,
})
