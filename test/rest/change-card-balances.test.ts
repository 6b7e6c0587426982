import { afterAll, expect } from 'vitest'
import { describeChangingBalances } from '../support/balance-tests.ts'
import { startBank } from '../support/bank.ts'
import { addCardAccount, PATHS } from '../support/builders.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describeChangingBalances(bank, world, PATHS.cardAccounts, balances => addCardAccount(world, { balances }))
