import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { jsonMistake } from '../../src/domain/json-mistakes.ts'
import { nearAmount, nearCurrency, nearDay, nearIban, nearText } from '../../src/domain/near-values.ts'

const RIGHT = '{"a":"b","c":1.5}'

it.each<[mistake: string, body: string | Buffer, words: RegExp, right: string | undefined]>([
  ['gzip', gzipSync(RIGHT), /^It is packed by gzip: send the bytes from before/, undefined],
  ['UTF-16', Buffer.from(RIGHT, 'utf16le'), /^It is in UTF-16: encode it in UTF-8\.$/, RIGHT],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${RIGHT}`, 'utf16le').swap16(), /^It is in UTF-16/, RIGHT],
  ['Latin-1', Buffer.from('{"a":"Åse"}', 'latin1'), /^It is in ISO-8859-1 or Windows-1252/, '{"a":"Åse"}'],
  ['single quotes', "{'a':'b','c':1.5}", /^It has texts in single quotation marks: write double ones\.$/, RIGHT],
  ['str() of Python', "{'a': None, 'c': True}", /^It is what Python's str\(\) writes/, '{"a":null,"c":true}'],
  ['words of Python', '{"a": None}', /^It has True, False or None of Python/, '{"a":null}'],
  ['names without marks', '{a: "b", c: 1.5}', /^It has names without quotation marks/, RIGHT],
  ['a comma too many', '{"a":"b","c":1.5,}', /^A comma stands before a closing bracket: leave it out\.$/, RIGHT],
  ['a comma too many in a list', '{"a":[1,]}', /^A comma stands before/, '{"a":[1]}'],
  ['comments', '{"a":"b", // why\n "c":1.5 /* so */}', /^It has comments/, RIGHT],
  ['a line in a text', '{"a":"b\n"}', /^A text in it has a line end or tab as it is/, '{"a":"b\\n"}'],
  ['typographic marks', '{“a”:“b”}', /^It has typographic quotation marks/, '{"a":"b"}'],
  ['NaN', '{"a":"b","c":NaN}', /^It has NaN or undefined/, '{"a":"b"}'],
  ['several at once', "{a:'b',}", /single quotation .*; .*names|names .*; .*single/, '{"a":"b"}'],
  ['a form', 'a=b&c=d%20e', /^It is a form/, '{"a":"b","c":"d e"}'],
  ['a file', '@body.json', /^It is the name of a file: .* curl reads it with --data-binary @FILE\.$/, undefined],
  ['an object of JavaScript', '[object Object]', /^It is what JavaScript writes for an object/, undefined],
  ['undefined', 'undefined', /^It is a word in the place of a body/, undefined],
  ['XML', '<Document/>', /^It is XML or HTML: send JSON\.$/, undefined],
  ['parts', '--x1\r\nContent-Disposition: form-data', /^It is multipart form data/, undefined],
  ['a variable of Postman', '{"a":{{amount}}}', /^It holds a variable of Postman/, undefined],
  ['a Map of Java', '{a=b, c=1}', /^It is what Java writes for a Map/, undefined],
  ['an array of PHP', 'Array\n(\n', /^It is what PHP writes for an array: use json_encode\.$/, undefined],
  ['a Hash of Ruby', '{:a=>1}', /^It is what Ruby writes for a Hash/, undefined],
  [
    'an object of .NET',
    'System.Collections.Generic.Dictionary',
    /^It is the name of an object of \.NET or Java/,
    undefined,
  ],
  ['half of it', '{"a":"b","c', /^It ends before it is complete: .*Content-Length counted in characters/, undefined],
  ['two of them', `${RIGHT}\n${RIGHT}`, /^After its end at character \d+ something follows/, RIGHT],
])('%s is told as what it is, and what was meant', (_, body, words, right) => {
  const mistake = jsonMistake(Buffer.from(body))
  expect(mistake?.text).toMatch(words)
  expect(mistake?.text).toMatch(/[.?]$/)
  expect(mistake?.right).toBe(right)
})

it.each(['', 'hello', '{"a" "b"}', '{"a":01}', '[1 2]', '\u0000\u0001\u0002', '{]', `${'['.repeat(300)}`])(
  'of %j nothing is known, and nothing breaks',
  body => {
    expect(jsonMistake(Buffer.from(body))?.right).toBeUndefined()
  },
)

it('a large body is looked at in no time, whatever stands in it', () => {
  for (const text of ["{'a':", '[', '"', '{a:', '/*', 'a=b&', '“', '\\', "['", '{"a":[{"b":'].map(part =>
    part.repeat(200_000),
  )) {
    const before = performance.now()
    jsonMistake(Buffer.from(text))
    expect(performance.now() - before).toBeLessThan(50)
  }
})

it('a value in another form is put into the right one, where it is clear what was meant', () => {
  const amounts = [
    100,
    '100,00',
    '1,000.00',
    '1.000,50',
    '1 000.00',
    'NOK 100.5',
    '007',
    '100.005',
    '1e2',
    '-1',
    '0',
    'abc',
    '1.000.000',
  ]
  expect(amounts.map(nearAmount())).toEqual([
    ...['100.00', '100.00', '1000.00', '1000.50', '1000.00', '100.50', '7.00', '100.00'],
    ...[undefined, undefined, undefined, undefined, '1000000.00'],
  ])
  expect(['1200', '12.5'].map(nearAmount(0))).toEqual(['1200', '12'])
  expect(['nok', ' Eur', 'kr', 5].map(nearCurrency)).toEqual(['NOK', 'EUR', undefined, undefined])
  expect(['no93 8601-1117 947', '86011117947'].map(nearIban)).toEqual(['NO9386011117947', undefined])
  const days = [
    '22.12.2026',
    '12/22/2026',
    '2.1.2026',
    '20261222',
    '2026-12-22T10:00:00Z',
    20261222,
    '2026-02-30',
    '30.02.2026',
    'soon',
  ]
  expect(days.map(nearDay)).toEqual([
    ...['2026-12-22', '2026-12-22', '2026-01-02', '2026-12-22', '2026-12-22', '2026-12-22'],
    ...[undefined, undefined, undefined],
  ])
  expect([1, true, null, {}].map(nearText)).toEqual(['1', 'true', undefined, undefined])
})
