import { expect, it } from 'vitest'
import { historyOf, historyWith } from '../../src/domain/payment-history.ts'

const createdAt = new Date('2030-05-15T10:00:00Z')
const changedAt = new Date('2030-05-16T09:00:00Z')

it('adds nothing where the status stays, as at each run of a periodic payment', () => {
  const payment = { status: 'ACTC', history: '' } as const
  expect(historyWith(payment, 'ACTC', changedAt, { cause: 'EXECUTION' })).toBe('')
})

it('says of a payment of an older store how it stands, and that nobody wrote down why', () => {
  const way = historyOf({ status: 'ACSC', history: '', createdAt, changedAt })
  expect(way.map(({ at, from, to, cause }) => ({ at, from, to, cause }))).toEqual([
    { at: createdAt, from: null, to: 'RCVD', cause: 'REGISTRATION' },
    { at: changedAt, from: 'RCVD', to: 'ACSC', cause: 'UNRECORDED' },
  ])
})
