import { expect, it } from 'vitest'
import { inSteps, yieldCommand, yieldTurn } from '../../../src/platform/store/turns.ts'

// Long enough to be slow on every machine.
const readSlowly = async (rows: number) => {
  const end = performance.now() + 12
  while (performance.now() < end);
  return rows
}

it('A long read begins with few rows a step, and takes more while its steps are quick', async () => {
  const step = inSteps(4_000)
  const asked: number[] = []
  for (let count = 0; count < 12; count += 1) asked.push(await step(async rows => rows))
  expect(asked[0]).toBe(500)
  expect(Math.max(...asked)).toBe(4_000)
})

it('A long read takes fewer rows a step while its steps are slow, and never none (D74)', async () => {
  const step = inSteps(32)
  const asked: number[] = []
  for (let count = 0; count < 5; count += 1) asked.push(await step(readSlowly))
  expect(asked).toEqual([4, 2, 1, 1, 1])
})

it('Those that wait for a turn go on one after the other, and others are let in between when each takes all of it', async () => {
  const seen: string[] = []
  const beat = setInterval(() => seen.push('a timer'), 1)
  await readSlowly(0)
  await yieldTurn()
  await readSlowly(0)
  await Promise.all(
    ['a', 'b', 'c'].map(async name => {
      await yieldTurn()
      await readSlowly(0)
      seen.push(name)
    }),
  )
  clearInterval(beat)
  expect(seen.join(' ')).toMatch(/^(?:a timer )*a (?:a timer )+b (?:a timer )+c$/)
})

it('D74: A command keeps its turn for some milliseconds although reads have used it up, and is the first in the next one', async () => {
  const spend = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  }
  const order: string[] = []
  await new Promise(setImmediate)
  yieldTurn()
  spend(20)
  const read = yieldTurn()?.then(() => order.push('read'))
  expect([read === undefined, yieldCommand()]).toEqual([false, undefined])
  spend(30)
  const statements = ['first', 'second'].map(name => yieldCommand()?.then(() => order.push(name)))
  expect(statements).not.toContain(undefined)
  await Promise.all([read, ...statements])
  expect(order).toEqual(['first', 'second', 'read'])
})
