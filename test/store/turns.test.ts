import { expect, it } from 'vitest'
import { inSteps, yieldTurn } from '../../src/store/turns.ts'

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
