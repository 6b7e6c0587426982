import { afterAll, expect } from 'vitest'
import { addCardAccount, PATHS } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeChangingBalances } from './shared/balance-tests.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describeChangingBalances(bank, world, PATHS.cardAccounts, balances => addCardAccount(world, { balances }))
