import { expect, it } from 'vitest'
import { changeTo, historyOf, historyWith } from '../../src/domain/payment-history.ts'

const createdAt = new Date('2030-05-15T10:00:00Z')
const changedAt = new Date('2030-05-16T09:00:00Z')

it('adds nothing where the status stays, as at each run of a periodic payment', () => {
  const payment = { status: 'ACTC', history: '' } as const
  expect(historyWith(payment, 'ACTC', changedAt, { cause: 'EXECUTION' })).toBe('')
})

it('says of a payment of an older store its state, and that no cause is recorded', () => {
  const way = historyOf({ status: 'ACSC', history: '', createdAt, changedAt })
  expect(way.map(({ at, from, to, cause }) => ({ at, from, to, cause }))).toEqual([
    { at: createdAt, from: null, to: 'RCVD', cause: 'REGISTRATION' },
    { at: changedAt, from: 'RCVD', to: 'ACSC', cause: 'UNRECORDED' },
  ])
})

it('keeps each change with its time, its cause and who made it', () => {
  const payment = { id: 'p', service: 'SINGLE', status: 'RCVD', history: '' } as const
  const waiting = changeTo(payment, 'PDNG', createdAt, { cause: 'APPROVAL', customerId: 'kari' })
  expect(waiting).toMatchObject({ status: 'PDNG', changedAt: createdAt })
  const done = changeTo({ ...payment, ...waiting }, 'RJCT', changedAt, { cause: 'EXECUTION' })
  expect(historyOf({ ...done, createdAt })).toEqual([
    { at: createdAt, from: null, to: 'RCVD', cause: 'REGISTRATION', customerId: null },
    { at: createdAt, from: 'RCVD', to: 'PDNG', cause: 'APPROVAL', customerId: 'kari' },
    { at: changedAt, from: 'PDNG', to: 'RJCT', cause: 'EXECUTION', customerId: null },
  ])
})

it('leaves out a line that it cannot read, and says of the rest that no cause is recorded', () => {
  const line = (status: string, cause: string) => `${changedAt.toISOString()} ${status} ${cause} -\n`
  for (const odd of [line('GONE', 'EXECUTION'), line('ACTC', 'MAGIC'), 'nothing\n']) {
    const way = historyOf({ status: 'CANC', history: `${line('PDNG', 'APPROVAL')}${odd}`, createdAt, changedAt })
    expect(way.map(({ from, to, cause }) => [from, to, cause])).toEqual([
      [null, 'RCVD', 'REGISTRATION'],
      ['RCVD', 'PDNG', 'APPROVAL'],
      ['PDNG', 'CANC', 'UNRECORDED'],
    ])
  }
})

it('keeps a status only by a step of its table, and leaves the payment as it was', () => {
  const payment = { id: 'p', service: 'SINGLE', status: 'CANC', history: 'as it was' } as const
  expect(() => changeTo(payment, 'ACTC', changedAt, { cause: 'APPROVAL' })).toThrow(
    expect.objectContaining({ code: 'CONFLICT' }),
  )
  expect(payment.history).toBe('as it was')
})
