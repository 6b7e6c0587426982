import { expect, it } from 'vitest'
import { given } from '../../src/domain/given.ts'

it('leaves out what was not given, and keeps what is null, false, zero or empty', () => {
  const fields = given({ none: undefined, nothing: null, no: false, zero: 0, empty: '' })
  expect(Object.entries(fields)).toEqual([
    ['nothing', null],
    ['no', false],
    ['zero', 0],
    ['empty', ''],
  ])
})
