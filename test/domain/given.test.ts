import { expect, it } from 'vitest'
import { given, withoutNulls } from '../../src/domain/given.ts'

it('leaves out what was not given, and keeps what is null, false, zero or empty', () => {
  const fields = given({ none: undefined, nothing: null, no: false, zero: 0, empty: '' })
  expect(Object.entries(fields)).toEqual([
    ['nothing', null],
    ['no', false],
    ['zero', 0],
    ['empty', ''],
  ])
})

it('takes a null of GraphQL for nothing at all', () => {
  expect(Object.entries(withoutNulls({ none: undefined, nothing: null, no: false }))).toEqual([['no', false]])
})
