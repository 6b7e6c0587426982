import { describe, expect, it } from 'vitest'
import { given, isObject, withoutNulls, withoutNullsIn } from '../../src/domain/given.ts'

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

describe('a value without the nulls in it', () => {
  it.each<[value: unknown, left: unknown]>([
    [{ a: null, b: 1 }, { b: 1 }],
    [{ a: { b: null, c: 2 }, d: null }, { a: { c: 2 } }],
    [{ a: undefined, b: null }, { a: undefined }],
    [{ list: [{ a: null }, { b: 1 }] }, { list: [{}, { b: 1 }] }],
    [
      [{ a: null }, null, 'a'],
      [{}, null, 'a'],
    ],
  ])('of %j is %j', (value, left) => expect(withoutNullsIn(value)).toStrictEqual(left))

  it.each([[null], [undefined], [5], [''], [[]], [{}], [{ a: { b: [0, '', false] }, c: undefined }]])(
    'is %j itself, uncopied, where it has none',
    value => expect(withoutNullsIn(value)).toBe(value),
  )
})

it.each<[value: unknown, is: boolean]>([
  [{}, true],
  [{ a: 1 }, true],
  [null, false],
  [undefined, false],
  [[], false],
  ['{}', false],
  [1, false],
  [() => 1, false],
])('an object of JSON is neither null nor a list: %j', (value, is) => expect(isObject(value)).toBe(is))
