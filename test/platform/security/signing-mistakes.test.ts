import { describe, expect, it } from 'vitest'
import { MISTAKES } from '../../../src/platform/security/doctor/signing-mistakes.ts'
import { writePlan } from '../../../src/platform/security/doctor/signing-plans.ts'
import { toBytes } from '../../../src/platform/security/signature/signing-string.ts'

const HEADERS = [
  ['A-Two', '1'],
  ['Host', 'bank.example'],
  ['B-one', '2'],
  ['Date', 'x'],
  ['C', ' 3 '],
] as const

/** The texts, as bytes, that a mistake makes of the lines of a right signing string. */
function textsOf(
  did: string,
  lines: readonly string[],
  target = '/worlds/w/v1/a%20b?q=1',
  headers: readonly (readonly [string, string])[] = HEADERS,
): string[] {
  const mistake = MISTAKES.find(one => one.did === did)
  if (mistake === undefined) throw new Error(`there is no mistake "${did}"`)
  const plan = {
    lines: lines.map(line => {
      const at = line.indexOf(': ')
      return { name: line.slice(0, at), value: line.slice(at + 2) }
    }),
    inside: ': ',
    between: '\n',
    start: '',
    end: '',
    encode: toBytes,
  }
  const message = { method: 'Put', target, headers }
  return mistake
    .plans(plan, { message, body: Buffer.from('x'), digests: { body: 'D0', empty: 'D1' } })
    .map(one => writePlan(one).toString('latin1'))
}

type Row = readonly [did: string, lines: readonly string[], texts: readonly string[], target?: string]
/** Names of variables that are no header. */
const OWN = ['requestId', 'uuid', '$guid', '$randomUUID', '$isoTimestamp']
const ROWS: readonly Row[] = [
  ['with "-n " before it and a line feed at its end', ['a: b'], ['-n a: b\n']],
  ['with "-e " before it and a line feed at its end', ['a: b'], ['-e a: b\n']],
  [
    'with a (request-target) that is percent-decoded, in ISO-8859-1',
    ['(request-target): x'],
    ['(request-target): put /\xf8?\xf8'],
    '/%C3%B8?%C3%B8',
  ],
  [
    'with a (request-target) that is percent-encoded, while it is sent as it is',
    ['(request-target): x'],
    ['(request-target): put /%C3%B8?a%20b'],
    '/\xc3\xb8?a%20b',
  ],
  [
    'with a (request-target) that is percent-encoded twice',
    ['(request-target): x'],
    ['(request-target): put /%25C3%25B8'],
    '/%C3%B8',
  ],
  [
    'with a (request-target) with its percent-encoding in small letters',
    ['(request-target): x'],
    ['(request-target): put /A%c3%b8'],
    '/A%C3%b8',
  ],
  [
    'with a (request-target) with its percent-encoding in capitals',
    ['(request-target): x'],
    ['(request-target): put /a%C3%B8'],
    '/a%c3%B8',
  ],
  [
    'with a (request-target) with a slash more before its query',
    ['(request-target): x'],
    ['(request-target): put /a/?b'],
    '/a?b',
  ],
  [
    'with a (request-target) with + for the blanks of its query',
    ['(request-target): x'],
    ['(request-target): put /a%20b?c+d'],
    '/a%20b?c%20d',
  ],
  [
    'with a (request-target) with %20 for the blanks of its query, which are sent as +',
    ['(request-target): x'],
    ['(request-target): put /a+b?c%20d'],
    '/a+b?c+d',
  ],
  [
    'with a (request-target) with two slashes where the base URL ends',
    ['(request-target): x'],
    ['(request-target): put //a'],
    '/a',
  ],
  [
    'with a (request-target) with the host before the path',
    ['(request-target): x'],
    ['(request-target): put bank.example/a'],
    '/a',
  ],
  [
    'with the digest in hexadecimal, while the header has it in Base64',
    ['digest: SHA-256=AQI=', 'b-one: a=AQI='],
    ['digest: SHA-256=0102\nb-one: a=AQI='],
  ],
  [
    'with the digest without the = at its end',
    ['digest: SHA-256=AQ==', 'b-one: a='],
    ['digest: SHA-256=AQ\nb-one: a='],
  ],
  [
    'with the digest in the URL form of Base64',
    ['digest: SHA-256=a+b/', 'b-one: a/+'],
    ['digest: SHA-256=a-b_\nb-one: a/+'],
  ],
  [
    'with the Date as a number of milliseconds',
    ['date: Mon, 02 Mar 2026 09:30:00 GMT', 'b-one: 2'],
    ['date: 1772443800000\nb-one: 2'],
  ],
  [
    'with a Date whose day has one digit',
    ['date: Mon, 02 Mar 2026 09:30:00 GMT', 'b-one: , 02'],
    ['date: Mon, 2 Mar 2026 09:30:00 GMT\nb-one: , 02'],
  ],
  ['with its values in brackets', ['b-one: 2', 'c: 3'], ['b-one: [2]\nc: [3]']],
  ['with its values as Python shows a list', ['b-one: 2', 'c: 3'], ["b-one: ['2']\nc: ['3']"]],
  ['with its values as Python shows bytes', ['b-one: 2', 'c: 3'], ["b-one: b'2'\nc: b'3'"]],
  ['with _ for the hyphens of the names', ['(request-target): x', 'b-one: 2-3'], ['(request-target): x\nb_one: 2-3']],
  ['with a (request-target) with a ? at its end', ['(request-target): x'], ['(request-target): put /a?'], '/a'],
  ['with a (request-target) with a ? at its end', ['(request-target): x'], ['(request-target): put /a?b'], '/a?b'],
  [
    'with a (request-target) with its query in alphabetical order',
    ['(request-target): x'],
    ['(request-target): put /a?b=1&c=2'],
    '/a?c=2&b=1',
  ],
  [
    'with an X-Request-ID in braces (.NET: Guid.ToString("B"), not "D")',
    ['x-request-id: a', 'b-one: 2'],
    ['x-request-id: {a}\nb-one: 2'],
  ],
  [
    'with a header’s name once more in its value',
    ['b-one: 2', 'c: 3'],
    ['b-one: b-one: 2\nc: 3', 'b-one: B-One: 2\nc: 3', 'b-one: 2\nc: c: 3', 'b-one: 2\nc: C: 3'],
  ],
  [
    'with a variable of Postman that has no value yet',
    ['b-one: 2', 'date: x'],
    [
      ...['b-one', 'B-One', 'bOne', 'b_one', ...OWN].map(one => `b-one: {{${one}}}\ndate: x`),
      ...['date', 'Date', 'date', 'date', ...OWN].map(one => `b-one: 2\ndate: {{${one}}}`),
    ],
  ],
  [
    'in another order of its lines',
    ['c: 3', 'a: 1', 'b: 2'],
    [
      'c: 3\na: 1\nb: 2',
      'c: 3\nb: 2\na: 1',
      'a: 1\nc: 3\nb: 2',
      'a: 1\nb: 2\nc: 3',
      'b: 2\nc: 3\na: 1',
      'b: 2\na: 1\nc: 3',
    ],
  ],
  ['in another order of its lines', ['a: 1', 'b: 2', 'c: 3', 'd: 4', 'e: 5', 'f: 6'], []],
  ['with a line feed at its end', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\na-two: 1/\xc3\x85\n']],
  ['with the names as the request has them', ['b-one: a', '(request-target): c'], ['B-one: a\n(request-target): c']],
  ['without the space after each colon', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one:X  y\na-two:1/\xc3\x85']],
  ['with \\r\\n between its lines', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\r\na-two: 1/\xc3\x85']],
  ['in alphabetical order', ['c: 3', 'a-two: 1', 'b-one: 2'], ['a-two: 1\nb-one: 2\nc: 3']],
  ['in the order of the headers of the request', ['c: 3', 'b-one: 2', 'a-two: 1'], ['a-two: 1\nb-one: 2\nc: 3']],
  ['of values alone, without the names', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['X  y\n1/\xc3\x85']],
  [
    'with the two characters \\ and n between its lines',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: X  y\\na-two: 1/\xc3\x85'],
  ],
  ['with \\r\\n at its end', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\na-two: 1/\xc3\x85\r\n']],
  [
    'with a blank and \\r\\n after each line, as echo of Windows writes them',
    ['b-one: X  y', 'a-two: 1'],
    ['b-one: X  y \r\na-two: 1 \r\n'],
  ],
  [
    'with another name of this machine for its host',
    ['host: bank.example:81', 'b-one: 2'],
    [
      'localhost:81',
      'localhost',
      '127.0.0.1:81',
      '127.0.0.1',
      '[::1]:81',
      '[::1]',
      'bank.example:81',
      'bank.example',
    ].map(host => `host: ${host}\nb-one: 2`),
  ],
  ['with \\r\\n after each line', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\r\na-two: 1/\xc3\x85\r\n']],
  [
    'with a (request-target) that the parameter headers does not list',
    ['b-one: 2', 'date: x', 'host: bank.example'],
    [
      '(request-target): put /worlds/w/v1/a%20b?q=1\nb-one: 2\ndate: x\nhost: bank.example',
      'b-one: 2\ndate: x\nhost: bank.example\n(request-target): put /worlds/w/v1/a%20b?q=1',
    ],
  ],
  [
    'with a (request-target) that the parameter headers does not list',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    [],
  ],
  [
    'without the line of a header that the parameter headers lists',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['a-two: 1/\xc3\x85', 'b-one: X  y'],
  ],
  [
    'with a line for a header that the parameter headers does not list',
    ['b-one: 2', 'date: x', 'host: bank.example'],
    [
      'a-two: 1\nb-one: 2\ndate: x\nhost: bank.example',
      'b-one: 2\ndate: x\nhost: bank.example\na-two: 1',
      'c: 3\nb-one: 2\ndate: x\nhost: bank.example',
      'b-one: 2\ndate: x\nhost: bank.example\nc: 3',
    ],
  ],
  [
    'with a (request-target) without its query',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put /worlds/w/v1/a%20b\nb-one: 2'],
  ],
  [
    'with a (request-target) with the method in capitals',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): PUT /worlds/w/v1/a%20b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) without the path of the world',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put /v1/a%20b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) without the path of the world',
    ['(request-target): put /v1/worlds/w', 'b-one: 2'],
    ['(request-target): put /v1/worlds/w\nb-one: 2'],
    '/v1/worlds/w',
  ],
  [
    'with a (request-target) with the whole URL',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put http://bank.example/worlds/w/v1/a%20b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) with the whole https URL',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put https://bank.example/worlds/w/v1/a%20b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) that is percent-decoded',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put /worlds/w/v1/a b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) that is percent-decoded',
    ['(request-target): put /%E0', 'b-one: 2'],
    ['(request-target): put /%E0\nb-one: 2'],
    '/%E0',
  ],
  [
    'with a (request-target) without the method',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): /worlds/w/v1/a%20b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) with the protocol version',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put /worlds/w/v1/a%20b?q=1 HTTP/1.1\nb-one: 2'],
  ],
  [
    'with a (request-target) with a slash more at its end',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put /worlds/w/v1/a%20b?q=1/\nb-one: 2'],
  ],
  [
    'with a (request-target) with a slash less at its end',
    ['(request-target): put /v1/a', 'b-one: 2'],
    ['(request-target): put /v1/a\nb-one: 2'],
    '/v1/a',
  ],
  [
    'with a (request-target) with a slash less at its end',
    ['(request-target): put /v1/a/', 'b-one: 2'],
    ['(request-target): put /v1/a\nb-one: 2'],
    '/v1/a/',
  ],
  [
    'with a (request-target) without /v1',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): put /worlds/w/a%20b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) of a GET',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): get /worlds/w/v1/a%20b?q=1\nb-one: 2'],
  ],
  [
    'with a (request-target) of a POST',
    ['(request-target): put /worlds/w/v1/a%20b?q=1', 'b-one: 2'],
    ['(request-target): post /worlds/w/v1/a%20b?q=1\nb-one: 2'],
  ],
  ['with the digest of an empty body', ['digest: Sha-256=Ab=C=', 'b-one: Sha-256=x'], ['digest: D1\nb-one: Sha-256=x']],
  [
    'with the digest alone, without SHA-256= before it',
    ['digest: Sha-256=Ab=C=', 'b-one: Sha-256=x'],
    ['digest: Ab=C=\nb-one: Sha-256=x'],
  ],
  [
    'with the name of the digest in small letters',
    ['digest: Sha-256=Ab=C=', 'b-one: Sha-256=x'],
    ['digest: sha-256=Ab=C=\nb-one: Sha-256=x'],
  ],
  [
    'with the name of the digest in capitals',
    ['digest: Sha-256=Ab=C=', 'b-one: Sha-256=x'],
    ['digest: SHA-256=Ab=C=\nb-one: Sha-256=x'],
  ],
  [
    'with a digest that the body really has, while the header sends another',
    ['digest: Sha-256=Ab=C=', 'b-one: Sha-256=x'],
    ['digest: D0\nb-one: Sha-256=x'],
  ],
  [
    'with an X-Request-ID in capitals',
    ['x-request-id: Ab-12-cD', 'b-one: A-b'],
    ['x-request-id: AB-12-CD\nb-one: A-b'],
  ],
  [
    'with an X-Request-ID in small letters',
    ['x-request-id: Ab-12-cD', 'b-one: A-b'],
    ['x-request-id: ab-12-cd\nb-one: A-b'],
  ],
  [
    'with an X-Request-ID without its hyphens',
    ['x-request-id: Ab-12-cD', 'b-one: A-b'],
    ['x-request-id: Ab12cD\nb-one: A-b'],
  ],
  ['with a PSU-ID in small letters', ['psu-id: Ab', 'b-one: A-b'], ['psu-id: ab\nb-one: A-b']],
  ['with a PSU-ID in capitals', ['psu-id: ab', 'b-one: A-b'], ['psu-id: AB\nb-one: A-b']],
  [
    'with a percent-encoded TPP-Redirect-URI',
    ['tpp-redirect-uri: https://a/b%20c/', 'b-one: a/%20b/'],
    ['tpp-redirect-uri: https%3A%2F%2Fa%2Fb%2520c%2F\nb-one: a/%20b/'],
  ],
  [
    'with a percent-decoded TPP-Redirect-URI',
    ['tpp-redirect-uri: https://a/b%20c/', 'b-one: a/%20b/'],
    ['tpp-redirect-uri: https://a/b c/\nb-one: a/%20b/'],
  ],
  ['with a percent-decoded TPP-Redirect-URI', ['tpp-redirect-uri: https://a/%E0'], ['tpp-redirect-uri: https://a/%E0']],
  [
    'with a slash more at the end of TPP-Redirect-URI',
    ['tpp-redirect-uri: https://a/b%20c/', 'b-one: a/%20b/'],
    ['tpp-redirect-uri: https://a/b%20c//\nb-one: a/%20b/'],
  ],
  [
    'with a slash less at the end of TPP-Redirect-URI',
    ['tpp-redirect-uri: https://a/b%20c/', 'b-one: a/%20b/'],
    ['tpp-redirect-uri: https://a/b%20c\nb-one: a/%20b/'],
  ],
  [
    'with a slash less at the end of TPP-Redirect-URI',
    ['tpp-redirect-uri: https://a/b'],
    ['tpp-redirect-uri: https://a/b'],
  ],
  [
    'with a Date in ISO 8601',
    ['date: Mon, 02 Mar 2026 09:30:00 GMT', 'b-one: Mon, 02 Mar 2026 09:30:00 GMT'],
    ['date: 2026-03-02T09:30:00.000Z\nb-one: Mon, 02 Mar 2026 09:30:00 GMT'],
  ],
  ['with a Date in ISO 8601', ['date: soon'], ['date: soon']],
  [
    'with a Date in ISO 8601, in whole seconds',
    ['date: Mon, 02 Mar 2026 09:30:00 GMT', 'b-one: Mon, 02 Mar 2026 09:30:00 GMT'],
    ['date: 2026-03-02T09:30:00Z\nb-one: Mon, 02 Mar 2026 09:30:00 GMT'],
  ],
  ['with a Date in ISO 8601, in whole seconds', ['date: soon'], ['date: soon']],
  [
    'with the Date as a number of seconds',
    ['date: Mon, 02 Mar 2026 09:30:00 GMT', 'b-one: Mon, 02 Mar 2026 09:30:00 GMT'],
    ['date: 1772443800\nb-one: Mon, 02 Mar 2026 09:30:00 GMT'],
  ],
  ['with the Date as a number of seconds', ['date: soon'], ['date: soon']],
  [
    'with UTC for the GMT of its Date',
    ['date: Mon, 02 Mar 2026 09:30:00 GMT', 'b-one: GMT'],
    ['date: Mon, 02 Mar 2026 09:30:00 UTC\nb-one: GMT'],
  ],
  ['with UTC for the GMT of its Date', ['date: soon'], ['date: soon']],
  [
    'with +0000 for the GMT of its Date',
    ['date: Mon, 02 Mar 2026 09:30:00 GMT', 'b-one: GMT'],
    ['date: Mon, 02 Mar 2026 09:30:00 +0000\nb-one: GMT'],
  ],
  [
    'with nothing for the value of a header that is sent',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: \na-two: 1/\xc3\x85', 'b-one: X  y\na-two: '],
  ],
  [
    'with the word undefined for the value of a header that is sent',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: undefined\na-two: 1/\xc3\x85', 'b-one: X  y\na-two: undefined'],
  ],
  [
    'with the word null for the value of a header that is sent',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: null\na-two: 1/\xc3\x85', 'b-one: X  y\na-two: null'],
  ],
  [
    'with the word None for the value of a header that is sent',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: None\na-two: 1/\xc3\x85', 'b-one: X  y\na-two: None'],
  ],
  ['with its values in small letters', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: x  y\na-two: 1/\xe3\x85']],
  ['with runs of blanks made one', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X y\na-two: 1/\xc3\x85']],
  ['with a blank after each value', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y \na-two: 1/\xc3\x85 ']],
  ['with its values in quotation marks', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: "X  y"\na-two: "1/\xc3\x85"']],
  [
    'with its values percent-encoded',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: X%20%20y\na-two: 1%2F%C3%83%C2%85'],
  ],
  ['with the names in capitals', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['B-ONE: X  y\nA-TWO: 1/\xc3\x85']],
  [
    'with some of the names not in small letters',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    [
      ['B-one', 'a-two'],
      ['b-one', 'A-Two'],
      ['B-one', 'A-Two'],
      ['B-One', 'a-two'],
      ['b-one', 'A-Two'],
      ['B-One', 'A-Two'],
      ['B-ONE', 'a-two'],
      ['b-one', 'A-TWO'],
      ['B-ONE', 'A-TWO'],
    ].map(([one, two]) => `${one}: X  y\n${two}: 1/\xc3\x85`),
  ],
  ['with some of the names not in small letters', Array.from({ length: 8 }, (_, at) => `h-${at}: x`), []],
  [
    'with one of its lines laid out otherwise',
    ['b-one: X', 'a-two: Y'],
    [
      'b-one:  X\na-two: Y',
      'b-one: X \na-two: Y',
      'b-one: X\r\na-two: Y',
      'b-one: X\n\na-two: Y',
      'b-one:X\na-two: Y',
      'b-one: X\na-two:  Y',
      'b-one: X\na-two: Y ',
      'b-one: X\na-two: Y\r',
      'b-one: X\na-two: Y\n',
      'b-one: X\na-two:Y',
    ],
  ],
  [
    'with the names like X-Request-Id',
    ['x-request-id: a-b', '(request-target): c'],
    ['X-Request-Id: a-b\n(request-Target): c'],
  ],
  [
    'with blanks on both sides of each colon',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one : X  y\na-two : 1/\xc3\x85'],
  ],
  ['with = for each colon', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one=X  y\na-two=1/\xc3\x85']],
  ['with two spaces after each colon', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one:  X  y\na-two:  1/\xc3\x85']],
  ['with a tab after each colon', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one:\tX  y\na-two:\t1/\xc3\x85']],
  ['with a blank between its lines', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y a-two: 1/\xc3\x85']],
  [
    'with a comma and a blank between its lines',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: X  y, a-two: 1/\xc3\x85'],
  ],
  ['with a comma between its lines', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y,a-two: 1/\xc3\x85']],
  ['with a semicolon between its lines', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y;a-two: 1/\xc3\x85']],
  ['with & between its lines', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y&a-two: 1/\xc3\x85']],
  ['with nothing between its lines', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  ya-two: 1/\xc3\x85']],
  ['with \\r between its lines', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\ra-two: 1/\xc3\x85']],
  ['with an empty line at its end', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\na-two: 1/\xc3\x85\n\n']],
  ['with a line feed before it', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['\nb-one: X  y\na-two: 1/\xc3\x85']],
  ['with a blank at its end', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\na-two: 1/\xc3\x85 ']],
  ['with a zero byte at its end', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\na-two: 1/\xc3\x85\0']],
  ['with quotation marks around it', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['"b-one: X  y\na-two: 1/\xc3\x85"']],
  ['in reverse order', ['c: 3', 'a-two: 1', 'b-one: 2'], ['b-one: 2\na-two: 1\nc: 3']],
  [
    'in the order of the interface: date, digest, x-request-id and so on',
    [
      'z: 1',
      'tpp-redirect-uri: 1',
      'psu-corporate-id: 1',
      'psu-id: 1',
      'x-request-id: 1',
      'digest: 1',
      'date: 1',
      '(request-target): 1',
      'a: 1',
    ],
    [
      '(request-target): 1\ndate: 1\ndigest: 1\nx-request-id: 1\npsu-id: 1\npsu-corporate-id: 1\ntpp-redirect-uri: 1\nz: 1\na: 1',
    ],
  ],
  [
    'in UTF-16, low byte first',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    [
      'b\x00-\x00o\x00n\x00e\x00:\x00 \x00X\x00 \x00 \x00y\x00\n\x00a\x00-\x00t\x00w\x00o\x00:\x00 \x001\x00/\x00\xc3\x00\x85\x00',
    ],
  ],
  [
    'in UTF-16, high byte first',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    [
      '\x00b\x00-\x00o\x00n\x00e\x00:\x00 \x00X\x00 \x00 \x00y\x00\n\x00a\x00-\x00t\x00w\x00o\x00:\x00 \x001\x00/\x00\xc3\x00\x85',
    ],
  ],
  [
    'in UTF-16 with a byte order mark',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    [
      '\xfe\xff\x00b\x00-\x00o\x00n\x00e\x00:\x00 \x00X\x00 \x00 \x00y\x00\n\x00a\x00-\x00t\x00w\x00o\x00:\x00 \x001\x00/\x00\xc3\x00\x85',
    ],
  ],
  [
    'with a byte order mark before it',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['\xef\xbb\xbfb-one: X  y\na-two: 1/\xc3\x85'],
  ],
  [
    'in ISO-8859-1, while the headers are sent in UTF-8',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: X  y\na-two: 1/\xc5'],
  ],
  [
    'in UTF-8, while the headers are sent in ISO-8859-1',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['b-one: X  y\na-two: 1/\xc3\x83\xc2\x85'],
  ],
  ['with ? for what is not ASCII', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['b-one: X  y\na-two: 1/?']],
  ['in Base64', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['Yi1vbmU6IFggIHkKYS10d286IDEvw4U=']],
  ['in hexadecimal', ['b-one: X  y', 'a-two: 1/\xc3\x85'], ['622d6f6e653a20582020790a612d74776f3a20312fc385']],
  [
    'as a JSON text, in quotation marks and with \\n for each line feed',
    ['b-one: X  y', 'a-two: 1/\xc3\x85'],
    ['"b-one: X  y\\na-two: 1/\xc3\x83\xc2\x85"'],
  ],
]

describe('what comes of a mistake in a signing string', () => {
  it.each(ROWS.map(([did, lines, texts, target]) => ({ did, lines, texts, target })))(
    '$did, in $lines',
    ({ did, lines, texts, target }) => expect(textsOf(did, lines, target)).toEqual(texts),
  )

  it('is known of each, and each is named once with what to do', () => {
    const names = MISTAKES.map(({ did }) => did)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter(did => !ROWS.some(([known]) => known === did))).toEqual([CLOCK, ZONE])
    for (const { remedy } of MISTAKES) expect(remedy).toMatch(/^[a-z].{5,}[^.]$/)
  })
})

const ZONE = 'with a Date in another time zone that is called GMT'
const CLOCK = 'with a Date some seconds from the one that is sent: the clock was read twice'

describe('a clock that was read twice', () => {
  it('is tried ten seconds before and after', () => {
    const texts = textsOf(CLOCK, ['b-one: 2', 'date: Mon, 02 Mar 2026 09:30:00 GMT'])
    expect(texts.map(text => text.replace(/^b-one: 2\ndate: Mon, 02 Mar 2026 09:(.*) GMT$/, '$1'))).toEqual([
      ...Array.from({ length: 10 }, (_, place) => [
        `29:${59 - place}`,
        `30:${String(place + 1).padStart(2, '0')}`,
      ]).flat(),
    ])
  })

  it('or read as the time of another zone, is tried fourteen hours both ways', () => {
    const texts = textsOf(ZONE, ['date: Mon, 02 Mar 2026 09:30:00 GMT'])
    expect(texts.length).toBe(28)
    expect(texts).toContain('date: Mon, 02 Mar 2026 10:30:00 GMT')
    expect(texts).toContain('date: Sun, 01 Mar 2026 19:30:00 GMT')
  })

  it('is nothing where there is no Date, or none that can be read', () => {
    expect(textsOf(CLOCK, ['b-one: 2'])).toEqual([])
    expect(textsOf(CLOCK, ['date: soon'])).toEqual([])
  })
})

it('of the headers that are not listed, the first thirty are tried', () => {
  const headers = Array.from({ length: 40 }, (_, place) => [`H-${place}`, 'x'] as const)
  const did = 'with a line for a header that the parameter headers does not list'
  expect(textsOf(did, ['a: b'], '/', headers)).toHaveLength(60)
  expect(textsOf(did, ['a: b'], '/', headers).at(-1)).toBe('a: b\nh-29: x')
})

it('where no Host is sent, a whole URL has none', () => {
  expect(textsOf('with a (request-target) with the whole URL', ['(request-target): put /'], '/', [])).toEqual([
    '(request-target): put http:///',
  ])
})
