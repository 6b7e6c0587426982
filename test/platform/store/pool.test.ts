import { expect, it } from 'vitest'
import { StoreBusyError } from '../../../src/platform/store/errors.ts'
import { Pool } from '../../../src/platform/store/pool.ts'

type Held = { readonly name: number; lost: boolean; closed: boolean }

function openPool(options: { readonly most: number; readonly keep?: number; readonly patienceMs?: number }) {
  const opened: Held[] = []
  const pool = new Pool({
    ...options,
    open: async () => {
      const held = { name: opened.length, lost: false, closed: false }
      opened.push(held)
      return Object.assign(held, {
        isLost: () => held.lost,
        close: () => {
          held.closed = true
        },
      })
    },
  })
  return { opened, pool }
}

it('gives each connection to one user at a time, and to the next in the order in which they came', async () => {
  const { opened, pool } = openPool({ most: 2 })
  const order: number[] = []
  await Promise.all([0, 1, 2, 3, 4].map(nth => pool.use(async () => void order.push(nth))))
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(opened).toHaveLength(2)
})

it('refuses who has waited too long, and serves those behind', async () => {
  const { pool } = openPool({ most: 1, patienceMs: 20 })
  let end = () => {}
  const first = pool.use(() => new Promise<void>(resolve => (end = resolve)))
  await expect(pool.use(async () => 'late')).rejects.toThrow(StoreBusyError)
  const next = pool.use(async () => 'in time')
  end()
  await first
  expect(await next).toBe('in time')
})

it('closes a lost connection and those above what it keeps, and opens a new one', async () => {
  const { opened, pool } = openPool({ most: 3, keep: 1 })
  await Promise.all([pool.use(async () => {}), pool.use(async () => {})])
  expect(opened.filter(({ closed }) => closed)).toHaveLength(1)
  await pool.use(async held => Object.assign(opened.find(one => one === held) ?? {}, { lost: true }))
  await pool.use(async () => {})
  expect(opened).toHaveLength(3)
})

it('waits at its end for running work, however often its end is asked for, and takes no more', async () => {
  const { opened, pool } = openPool({ most: 2 })
  let end = () => {}
  const running = pool.use(() => new Promise<void>(resolve => (end = resolve)))
  const closings = [pool.close(), pool.close()]
  await expect(pool.use(async () => {})).rejects.toThrow('The store is closing.')
  expect(opened[0]?.closed).toBe(false)
  end()
  await Promise.all([running, ...closings])
  expect(opened[0]?.closed).toBe(true)
})
