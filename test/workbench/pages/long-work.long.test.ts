import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { progressOf } from '../../../src/workbench/pages/console/clock.tsx'
import { addTransactions } from '../../support/builders/large-world.ts'
import { startBank } from '../../support/clients/bank.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()

it('what takes long in a large world, as the copy before an action does, is seen to work at once, and on every page of it (D98)', async () => {
  const world = await bank.world('STANDARD')
  const { body } = await world.graphql('{ accounts { nodes { id } } world { name } }')
  const rows = await bank.store.reader.world.findUniqueOrThrow({ where: { name: world.name } })
  await bank.store.transaction(tx => addTransactions(tx, rows.id, body.data.accounts.nodes[0].id, 100_000), {
    worlds: [rows.id],
  })
  const clock = async () => (await world.graphql('{ clock { frozen } }')).body.data.clock
  const page = visitor(bank, `${world.base}/console/payments`)
  await page.open()
  const token = page.token ?? ''
  const form = visitor(bank, `${world.base}/console/clock`, { Cookie: `${page.cookie}` })
  const answer = await form.submit({ token, action: 'freeze', back: `${world.base}/console/payments` })
  expect([answer.status, answer.headers['location']]).toEqual([303, `${world.base}/console/payments`])
  expect((await clock()).frozen).toBe(false)
  const meanwhile = await page.open()
  expect(textOf(meanwhile)).toContain('Freeze the clock …')
  // Without scripts it comes again by itself.
  expect(meanwhile.text).toContain('http-equiv="refresh"')
  while (!(await clock()).frozen) await sleep(50)
  for (;;) {
    const { text } = await page.open()
    if (!text.includes('Freeze the clock …')) break
    await sleep(50)
  }
  expect(textOf(await page.open())).toContain('Undo')
})

it('a clock that is on its way is never at 100 %', () => {
  const way = { from: new Date(0), to: new Date(1_000) }
  expect([0, 500, 1_000, 2_000].map(ms => progressOf(way, new Date(ms)))).toEqual([0, 50, 99, 99])
})
