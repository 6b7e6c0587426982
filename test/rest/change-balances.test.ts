import { afterAll, expect } from 'vitest'
import { describeChangingBalances } from '../support/balance-tests.ts'
import { startBank } from '../support/bank.ts'
import { addAccount, PATHS } from '../support/builders.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describeChangingBalances(bank, world, PATHS.accounts, balances => addAccount(world, { balances }))
