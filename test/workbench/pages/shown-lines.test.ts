import { afterAll, expect, it } from 'vitest'
import { addConsented, addTransaction } from '../../support/builders/consented.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const SET = 'mutation ($input: SetHabitInput!) { setHabit(input: $input) { habit { id } } }'

it('D133: the page of an account shows what the bank holds beside what a TPP is shown, in a world with habits', async () => {
  const { world, account, card } = await addConsented(bank)
  const page = (id = account.id, noun = 'accounts') => visitor(bank, `${world.base}/console/${noun}/${id}`).open()
  const old = await addTransaction(world, account.id, { bookingDate: '2030-05-10', valueDate: '2030-05-10' })
  const today = await addTransaction(world, account.id)
  expect(textOf(await page())).not.toContain('What a TPP is shown')
  await ask(world, SET, { input: { habit: 'renumber=2030-05-14', for: { account: account.id } } })
  await ask(world, SET, { input: { habit: 'late=P1D' } })
  const { account: read } = await ask(
    world,
    `{ account(by: { id: "${account.id}" }) { shownTo(tpp: "${tppIdOf(bank, bank.tpp)}") { transactionId shownId } } }`,
  )
  const other = read.shownTo.find((line: { transactionId: string }) => line.transactionId === old).shownId
  const text = textOf(await page())
  expect(text).toContain('What a TPP is shown of these lines')
  expect(text).toMatch(new RegExp(`${today} not shown yet late=P1D`))
  expect(text).toMatch(new RegExp(`${old} ${other} .*renumber=2030-05-14`))
  // A card account without lines has nothing to show.
  expect(textOf(await page(card.id, 'card-accounts'))).not.toContain('What a TPP is shown')
})
