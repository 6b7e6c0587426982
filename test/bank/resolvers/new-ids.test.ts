import { expect, it } from 'vitest'
import { createIds } from '../../../src/bank/context.ts'

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('makes UUIDs of version 7, each after the one before, also many in one millisecond', () => {
  const newId = createIds()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.filter(id => !UUID_7.test(id))).toEqual([])
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

it('says in an id when it was made', () => {
  const at = Date.UTC(2026, 10, 22, 4, 30)
  const [first = '', second = ''] = [createIds(() => at)(), createIds(() => at + 1)()]
  expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  expect(second > first).toBe(true)
})

it('goes on in order when the clock of the machine goes back', () => {
  let at = Date.UTC(2026, 0, 1)
  const newId = createIds(() => at)
  const before = newId()
  at -= 60_000
  expect(newId() > before).toBe(true)
})

it('makes other ids than another maker at the same time', () => {
  const [one, other] = [createIds(() => 0), createIds(() => 0)]
  const ids = [one, other].flatMap(newId => Array.from({ length: 1_000 }, newId))
  expect(new Set(ids).size).toBe(2_000)
  // The tail is random in each id, so that the next one cannot be guessed from the last.
  expect(new Set(ids.map(id => id.slice(-12))).size).toBe(2_000)
})
