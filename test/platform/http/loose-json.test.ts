import { expect, it } from 'vitest'
import { CUT, type LooseHabit, readLoosely } from '../../../src/platform/http/loose-json.ts'

const read = (text: string) => {
  const found = readLoosely(text)
  if (found === undefined || found === CUT) return found
  return { value: found.value, habits: [...found.habits], end: found.end }
}

it.each<[text: string, value: unknown, habits: readonly LooseHabit[]]>([
  ['{"a":"b"}', { a: 'b' }, []],
  ['{}', {}, []],
  ['[]', [], []],
  ['[1,-2.5,1e3,1E-2,2e+2]', [1, -2.5, 1000, 0.01, 200], []],
  ['[true,false,null]', [true, false, null], []],
  ['[True,False,None]', [true, false, null], ['PYTHON_WORDS']],
  ['{"a":undefined}', { a: undefined }, ['NO_NUMBER']],
  ['[NaN]', [undefined], ['NO_NUMBER']],
  ['{"a":{"b":[{}]}}', { a: { b: [{}] } }, []],
  ["'a'", 'a', ['SINGLE_QUOTES']],
  ['“a”', 'a', ['TYPOGRAPHIC_QUOTES']],
  ['”a”', 'a', ['TYPOGRAPHIC_QUOTES']],
  ['‘a’', 'a', ['TYPOGRAPHIC_QUOTES']],
  ['’a’', 'a', ['TYPOGRAPHIC_QUOTES']],
  ['{a:1}', { a: 1 }, ['BARE_NAMES']],
  ['{a :1}', { a: 1 }, ['BARE_NAMES']],
  ['{"a":"b//c /* d # e"}', { a: 'b//c /* d # e' }, []],
  ['{$a_1:1,Å:2,_:3}', { $a_1: 1, Å: 2, _: 3 }, ['BARE_NAMES']],
  ['{"a":1,}', { a: 1 }, ['COMMA_AT_END']],
  ['[1,]', [1], ['COMMA_AT_END']],
  ['[1 // one\n,2]', [1, 2], ['COMMENTS']],
  ['[1 /* o\nne */ /**/,2]', [1, 2], ['COMMENTS']],
  ['# first\n[1]', [1], ['COMMENTS']],
  ['"a\tb\nc"', 'a\tb\nc', ['LINE_IN_STRING']],
  [String.raw`"\n\t\r\b\f\"\\\/"`, '\n\t\r\b\f"\\/', []],
  [String.raw`'it\'s "so\"'`, 'it\'s "so"', ['SINGLE_QUOTES']],
  [String.raw`"\u0041b\u00e5"`, 'Abå', []],
  ['\ufeff {"a" : 1 } ', { a: 1 }, []],
])('reads %s as what was meant, to its end', (text, value, habits) => {
  expect(read(text)).toEqual({ value, habits, end: text.length })
})

it.each([
  '{',
  '[',
  '"',
  '{"a',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,',
  '[1',
  '[1,',
  '',
  '  ',
  '/* a */',
  '"a\\',
  '/* a',
  "'a",
  '\u201ca',
  '\u201c',
])('says of %j that it ends too early', text => expect(read(text)).toBe(CUT))

it.each([
  'hello',
  '-',
  '1.',
  '.5',
  '01x',
  '{1:2}',
  '{1a:2}',
  '{"a" "b"}',
  '[1 2]',
  '{"a":1]',
  '[1}',
  '{,}',
  '{"a":[,]}',
  String.raw`"it\'s"`,
  '[%a]',
  '[,1]',
  String.raw`"\u00"`,
  '+1',
  '1e',
])('says of %j that it is nothing of the kind', text => expect(read(text)).toBeUndefined())

it('reads a hundred levels, and no more', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(read(nested(100))).toMatchObject({ end: 200 })
  expect(read(nested(101))).toBeUndefined()
})

it('says where a value ends that has something behind it', () => {
  expect(read('{"a":1} {"b":2}')).toEqual({ value: { a: 1 }, habits: [], end: 8 })
  expect(read('"a" // why\n x')).toMatchObject({ value: 'a', habits: ['COMMENTS'], end: 12 })
})
