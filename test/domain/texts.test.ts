import { expect, it } from 'vitest'
import { parseJson, withoutEnd } from '../../src/domain/texts.ts'

it.each([
  ['', ''],
  ['=', ''],
  ['==', ''],
  ['a', 'a'],
  ['a=', 'a'],
  ['a===', 'a'],
  ['=a=b==', '=a=b'],
  ['a= ', 'a= '],
])('%j without each = that it ends with is %j', (text, left) => expect(withoutEnd(text, '=')).toBe(left))

it.each([
  ['{"a":[1,null]}', { a: [1, null] }],
  [' "text" ', 'text'],
  ['null', null],
  ['', undefined],
  ['undefined', undefined],
  ['{"a":1', undefined],
  ["{'a':1}", undefined],
])('%j as JSON says %j', (text, value) => expect(parseJson(text)).toEqual(value))
