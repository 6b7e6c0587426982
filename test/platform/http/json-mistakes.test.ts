import { deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { jsonMistake, meantJson } from '../../../src/platform/http/json-mistakes.ts'
import { cpuMsOf } from '../../support/harness/cpu-time.ts'

const RIGHT = '{"a":"b","c":1.5}'

it.each<[mistake: string, body: string | Buffer, words: RegExp, right: string | undefined]>([
  ['gzip', gzipSync(RIGHT), /^It is packed by gzip: send the bytes from before/, undefined],
  ['UTF-16', Buffer.from(RIGHT, 'utf16le'), /^It is in UTF-16: encode it in UTF-8\.$/, RIGHT],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${RIGHT}`, 'utf16le').swap16(), /^It is in UTF-16/, RIGHT],
  ['UTF-16 with its other mark', Buffer.from(`\ufeff${RIGHT}`, 'utf16le'), /^It is in UTF-16/, RIGHT],
  ['UTF-16 the other way round', Buffer.from(RIGHT, 'utf16le').swap16(), /^It is in UTF-16/, RIGHT],
  ['UTF-16 and a byte', Buffer.concat([Buffer.from(RIGHT, 'utf16le'), Buffer.alloc(1)]), /^It is in UTF-16/, RIGHT],
  ['UTF-16 of no JSON', Buffer.from('hello', 'utf16le'), /^It is in UTF-16/, undefined],
  ['UTF-16 with a mark within', Buffer.from('"a\ufeff"', 'utf16le'), /^It is in UTF-16/, '"a\ufeff"'],
  ['Latin-1 with the second byte of a mark', Buffer.from('"ÿ"', 'latin1'), /^It is in ISO-8859-1/, '"ÿ"'],
  ['Latin-1 that ends in two other letters', Buffer.from('"åå"', 'latin1'), /^It is in ISO-8859-1/, '"åå"'],
  ['deflate', deflateSync(RIGHT), /^It is packed by zlib \(deflate\): send/, undefined],
  ['a file with blanks around', ' @body.json\n', /^It is the name of a file/, undefined],
  ['Latin-1', Buffer.from('{"a":"Åse"}', 'latin1'), /^It is in ISO-8859-1 or Windows-1252/, '{"a":"Åse"}'],
  ['single quotes', "{'a':'b','c':1.5}", /^It has texts in single quotation marks: write double ones\.$/, RIGHT],
  ['str() of Python', "{'a': None, 'c': True}", /^It is what Python's str\(\) writes/, '{"a":null,"c":true}'],
  ['words of Python', '{"a": None}', /^It has True, False or None of Python/, '{"a":null}'],
  ['names without marks', '{a: "b", c: 1.5}', /^It has names without quotation marks/, RIGHT],
  ['a comma too many', '{"a":"b","c":1.5,}', /^A comma stands before a closing bracket: leave it out\.$/, RIGHT],
  ['a comma too many in a list', '{"a":[1,]}', /^A comma stands before/, '{"a":[1]}'],
  ['comments', '{"a":"b", // why\n "c":1.5 /* so */}', /^It has comments/, RIGHT],
  ['a line in a text', '{"a":"b\n"}', /^A text in it has a line end or tab as it is/, '{"a":"b\\n"}'],
  ['a zero byte at its third place, in a text', '{"\0":1}', /^A text in it has a line end/, '{"\\u0000":1}'],
  ['a zero byte at its fourth place, in a text', '{"a\0":1}', /^A text in it has a line end/, '{"a\\u0000":1}'],
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
  ['half of it', '{"a":"b","c', /^It ends before it is complete: .*Content-Length counted in characters/, undefined],
  ['two of them', `${RIGHT}\n${RIGHT}`, /^After its end at character \d+ something follows/, RIGHT],
])('%s is named as what it is, and what was meant', (_, body, words, right) => {
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

it.each([
  ['the first byte of gzip alone', Buffer.from([0x1f, 0x00])],
  ['the first byte of a mark alone', Buffer.from([0xff, 0x41])],
  ['the second byte of a mark alone', Buffer.from([0x41, 0xfe])],
  ['the other byte of a mark alone', Buffer.from([0xfe, 0x41])],
  ['Latin-1 that is no JSON', Buffer.from('Åse', 'latin1')],
  ['what is JSON', Buffer.from(RIGHT)],
  ['a zero byte at its second place alone', Buffer.from([0x7b, 0, 0x7d, 0x20])],
  ['a zero byte at its first place alone', Buffer.from([0, 0x7b, 0x7d, 0x20])],
  ['zero bytes alone', Buffer.alloc(8)],
  ['nearly JSON of more than 100,000 characters', Buffer.from(`{a:"${'x'.repeat(100_000)}"}`)],
])('of a body with %s nothing is said', (_, body) => {
  expect(jsonMistake(body)?.right).toBeUndefined()
  expect(jsonMistake(body)?.text ?? 'nothing').not.toMatch(/packed|UTF-16|ISO-8859/)
})

it('of a body of which the beginning alone is looked at, nothing is said of its end', () => {
  expect(jsonMistake(Buffer.from(`{a:"${'x'.repeat(100_000)}"}`))).toBeUndefined()
  expect(jsonMistake(Buffer.from(`{a:"${'x'.repeat(99_994)}"}`))?.text).toMatch(/^It has names/)
})

it('a large body is looked at in no time, whatever stands in it', async () => {
  const parts = ["{'a':", '[', '"', '{a:', '/*', 'a=b&', '“', '\\', "['", '{"a":[{"b":']
  for (const text of parts.map(part => part.repeat(200_000)))
    expect(await cpuMsOf(() => jsonMistake(Buffer.from(text)))).toBeLessThan(50)
})

it.each<[what: string, body: string, meant: string | undefined]>([
  ['an object', RIGHT, RIGHT],
  ['an object, as it is written', '{ "a": 1.50 }', '{ "a": 1.50 }'],
  ['an object with a mark of its encoding before it', `\ufeff${RIGHT}`, RIGHT],
  ['an object in UTF-16, read as UTF-8', `\ufffd\ufffd${[...RIGHT].join('\0')}\0`, RIGHT],
  ['an object as a text within JSON', JSON.stringify(RIGHT), RIGHT],
  ['an object alone in a list', `[ ${RIGHT} ]`, RIGHT],
  ['an object with single quotation marks', "{'a':'b','c':1.5}", RIGHT],
  ['a form', 'a=b', '{"a":"b"}'],
  ['two objects in a list', `[${RIGHT},${RIGHT}]`, undefined],
  ['an empty list', '[]', undefined],
  ['a text alone in a list', '["a"]', undefined],
  ['a text that is no JSON', '"a"', undefined],
  ['a number', '12', undefined],
  ['null', 'null', undefined],
  ['nothing', '', undefined],
  ['an object with letters that are lost', "{'a':'\ufffd'}", undefined],
  ['a sentence', 'hello there', undefined],
])('a body that was meant as an object: %s', (_, body, meant) => {
  expect(meantJson(body)).toBe(meant)
})
