import { describe, expect, it } from 'vitest'
import {
  decodePercent,
  findsWord,
  groupBy,
  isVisible,
  parseJson,
  QUOTED_TEXT,
  withoutEnd,
} from '../../src/domain/texts.ts'

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

it.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
  ['lists beside other values', '[1,"a",null,', ']'],
])('JSON of up to 100 %s in each other is read (D74)', (_, open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
  expect(parseJson(nested(100))).toBeTypeOf('object')
  expect(parseJson(nested(101))).toBeUndefined()
})

describe('Quoted texts', () => {
  const found = (text: string) => text.match(QUOTED_TEXT)

  it('end at their mark, not at one that is escaped', () => {
    expect(found(String.raw`{ "a\"b": 1, "": "c\\" }`)).toEqual([String.raw`"a\"b"`, '""', String.raw`"c\\"`])
    expect(found('no text')).toBeNull()
  })

  it('go on to the end where they have none, so that nothing is looked at twice (D74)', () => {
    const open = `"${String.raw`\"`.repeat(20_000)}`
    expect(found(`[${open}`)).toEqual([open])
    expect(found(`${open}\\`)).toEqual([`${open}\\`])
  })
})

it('Rows in groups keep their order, and groups the order of their first rows', () => {
  const rows = ['b1', 'a1', 'b2', 'a2', 'c1']
  expect([...groupBy(rows, ([letter = '']) => letter)]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
    ['c', ['c1']],
  ])
  expect(groupBy([], () => 'a').size).toBe(0)
})

it.each([
  ['a%20b', 'a b'],
  ['%C3%B8re', 'øre'],
  ['100%', '100%'],
  ['%ff%20', '%ff%20'],
  ['a+b', 'a+b'],
])('%j without percent-encoding is %j', (text, plain) => expect(decodePercent(text)).toBe(plain))

it.each([
  ['', false],
  [' \u00a0\u2028\t', false],
  ['\u200d\u202e\u00ad\ufe0f', false],
  ['\uffff\u{1fffe}', false],
  ['\ue000', true],
  ['\u{1f3e6}', true],
  ['e\u0301', true],
  [' \u200d.', true],
])('whether %j has a visible character: %s', (text, is) => {
  expect(isVisible(text)).toBe(is)
})

it.each([
  ['ola', 'Ola Nordmann', true],
  ['nord', 'Ola Nordmann', true],
  ['mann', 'Ola Nordmann', false],
  ['ola nord', 'Ola Nordmann', true],
  ['Ø', 'på øya', true],
  ['20', 'Invoice 2031', true],
  ['31', 'Invoice 2031', false],
  ['(b', 'a (b) c', true],
  ['b-c', 'a b-c', true],
  ['.', 'a.b', false],
  ['', 'anything', false],
])('a word that begins with %j is in %j: %j', (sought, text, is) => expect(findsWord(sought)(text)).toBe(is))
