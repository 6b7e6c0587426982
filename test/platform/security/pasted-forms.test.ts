import { describe, expect, it } from 'vitest'
import { readPastedRequest } from '../../../src/platform/security/doctor/pasted-requests.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

/** A pasted request in one line for each of its parts: the first line, the headers, and its body behind an arrow. */
const read = (text: string) => {
  const { method, target, headers, bodies } = readPastedRequest(text)
  return [`${method} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`), `> ${bodies[0]}`]
}
const refused = (text: string) => refusalOf(() => readPastedRequest(text)).faults.map(fault => fault.text)
const firstLineOf = (text: string) => refused(text).map(one => one.split('. Paste it as it is sent')[0])

describe('what mail and Markdown put around a request is taken off', () => {
  it.each<[what: string, text: string, expected: readonly string[]]>([
    ['a byte order mark', '\ufeffGET /a', ['GET /a', '> ']],
    ['a fence', '```\nGET /a\nA: b\n```', ['GET /a', 'A: b', '> ']],
    ['a fence with a language, and blanks', ' \n```http here\nGET /a\n\nb\n``` \n', ['GET /a', '> b']],
    ['a fence around nothing after its line', '```\nGET /a```', ['GET /a', '> ']],
    ['the line ends of Windows', '```\r\nGET /a\r\nA: b\r\n```', ['GET /a', 'A: b', '> ']],
    ['an indent', '    POST /a\n    A: b\n\n    {\n      "c": 1\n    }', ['POST /a', 'A: b', '> {\n  "c": 1\n}']],
    ['an indent by tabs', '\tPOST /a\n\tA: b\n\n\tc', ['POST /a', 'A: b', '> c']],
    ['an empty line before the indent', '\n  GET /a\n  A: b', ['GET /a', 'A: b', '> ']],
    ['a quote', '> POST /a HTTP/1.1\n> A: b\n>\n> {"c":1}', ['POST /a', 'A: b', '> {"c":1}']],
    ['a quote with an empty line of its own', '> POST /a HTTP/1.1\n> A: b\n\n> c', ['POST /a', 'A: b', '> c']],
    ['a quote of a quote', '> > POST /a HTTP/1.1\n> > A: b\n> >\n> > c', ['POST /a', 'A: b', '> c']],
    ['a quoted fence that is indented', '> ```\n>   POST /a\n>   A: b\n> ```', ['POST /a', 'A: b', '> ']],
    ['a quote of two lines', '> POST /a\n\n> b', ['POST /a', '> b']],
    ['an indent with shorter lines of blanks', '    POST /a\n  \n    b', ['POST /a', '> b']],
    ['no byte order mark of the body', 'POST /a\n\n\ufeffb', ['POST /a', '> \ufeffb']],
    ['five fences', `${'```\n'.repeat(5)}GET /a\n${'```\n'.repeat(5)}`, ['GET /a', '> ']],
  ])('%s', (_, text, expected) => expect(read(text)).toEqual(expected))

  it.each<[what: string, text: string, first: string]>([
    ['a fence that begins in its line', 'x```\nGET /a\n```', 'x```'],
    ['a fence that is not the end', '```\nGET /a\n``` x', '```'],
    ['one line of a quote', '> GET /a', '> GET /a'],
    ['one line of a quote and another', '> GET /a\n>b', '> GET /a'],
    ['six fences', `${'```\n'.repeat(6)}GET /a\n${'```\n'.repeat(6)}`, '```'],
  ])('but not %s', (_, text, first) =>
    expect(firstLineOf(text)).toEqual([`The first line is ${JSON.stringify(first)}, which is no method and path`]),
  )

  it('and an indent of some lines alone stays', () => {
    expect(read('  POST /a\n  A: b\n c')).toEqual(['POST /a', 'A: b c', '> '])
  })
})

describe('a request is read from an archive', () => {
  const har = (entry: unknown) => JSON.stringify({ log: { version: '1.2', entries: [{ time: 1, request: entry }] } })
  it.each<[what: string, text: string, expected: readonly string[]]>([
    [
      'a HAR',
      har({
        method: 'POST',
        url: 'https://bank.example/a?b=c',
        headers: [
          { name: ':method', value: 'POST' },
          { name: 'A', value: 'b' },
          { name: 'C', value: 'd', disabled: true },
          { name: '', value: 'e' },
          'F: g',
          null,
          { name: 'H', value: 1 },
        ],
        postData: { mimeType: 'application/json', text: '{"i":1}' },
      }),
      ['POST /a?b=c', 'A: b', 'H: ', '> {"i":1}'],
    ],
    [
      'the first of several',
      ` [${har({ method: 'GET', url: '/a' })},${har({ method: 'GET', url: '/b' })}]`,
      ['GET /a', '> '],
    ],
    [
      'a request of Postman',
      JSON.stringify({
        name: 'One',
        request: {
          method: 'PUT',
          header: [
            { key: 'A', value: 'b' },
            { key: 'C', value: 'd', disabled: true },
          ],
          url: { raw: 'http://bank.example/a', host: ['bank'] },
          body: { mode: 'raw', raw: 'text' },
        },
      }),
      ['PUT /a', 'A: b', '> text'],
    ],
    [
      'raw before text',
      JSON.stringify({ method: 'PUT', url: '/a', body: { text: 'no', raw: 'yes' } }),
      ['PUT /a', '> yes'],
    ],
    ['no body', JSON.stringify({ method: 'GET', url: '/a', body: null }), ['GET /a', '> ']],
    ['headers that are null', JSON.stringify({ method: 'GET', url: '/a', headers: null }), ['GET /a', '> ']],
    [
      'what is none on the way',
      JSON.stringify([
        null,
        1,
        { method: 'GET' },
        { method: 1, url: '/x' },
        { method: 'GET', url: '/y', headers: 'A' },
        { a: { method: 'GET', url: '/a' } },
      ]),
      ['GET /a', '> '],
    ],
    [
      'a request twelve folders deep',
      `${'['.repeat(12)}{"method":"GET","url":"/a"}${']'.repeat(12)}`,
      ['GET /a', '> '],
    ],
  ])('%s', (_, text, expected) => expect(read(text)).toEqual(expected))

  it.each([
    ['thirteen folders deep', `${'['.repeat(13)}{"method":"GET","url":"/a"}${']'.repeat(13)}`],
    ['without an address', '{"method":"GET","url":{"host":"a"}}'],
    ['that is cut', '{"method":"GET","url":"/a"'],
  ])('but not one %s', (_, text) =>
    expect(firstLineOf(text)).toEqual(['That is JSON without a request in it that has method, url and headers']),
  )
})

describe('a request is read from a curl command', () => {
  it.each<[command: string, expected: readonly string[]]>([
    ['curl http://a.example/b', ['GET /b', '> ']],
    [' $ curl a.example/b?c=d', ['GET /b?c=d', '> ']],
    ['/usr/bin/curl\t/b', ['GET /b', '> ']],
    ['curl.exe HTTP://a.example/b', ['GET /b', '> ']],
    ['curl --url /b', ['GET /b', '> ']],
    ['curl --url=/b', ['GET /b', '> ']],
    ['curl -X DELETE /b', ['DELETE /b', '> ']],
    ['curl -XDELETE /b', ['DELETE /b', '> ']],
    ['curl --request PUT /b', ['PUT /b', '> ']],
    ['curl --request=PUT /b', ['PUT /b', '> ']],
    ['curl -I /b', ['HEAD /b', '> ']],
    ['curl --head /b', ['HEAD /b', '> ']],
    ['curl -X OPTIONS -I /b', ['OPTIONS /b', '> ']],
    ["curl -H 'A: b' /b", ['GET /b', 'A: b', '> ']],
    ["curl -H'A: b' /b", ['GET /b', 'A: b', '> ']],
    ["curl --header 'A:b:c' --header='D:  e ' /b", ['GET /b', 'A: b:c', 'D: e', '> ']],
    ['curl -A me /b', ['GET /b', 'User-Agent: me', '> ']],
    ['curl -Ame /b', ['GET /b', 'User-Agent: me', '> ']],
    ['curl --user-agent me /b', ['GET /b', 'User-Agent: me', '> ']],
    ['curl /b -d c', ['POST /b', '> c']],
    ['curl /b -dc', ['POST /b', '> c']],
    ['curl /b -d c --data d=e --data-raw @f --data-binary g --data-ascii h --json i', ['POST /b', '> c&d=e&@f&g&h&i']],
    ['curl -X PUT /b --data=c', ['PUT /b', '> c']],
    ['curl -s -k --compressed -i -v /b', ['GET /b', '> ']],
    ['curl /b?--data=1', ['GET /b?--data=1', '> ']],
    ['curl /b -o out --cert c.pem --key k.pem --max-time 9 -u me:it -w x --resolve y', ['GET /b', '> ']],
    ["curl -H 'A;' -H 'B' /b", ['GET /b', 'A: ', 'B: ', '> ']],
    ['curl -b c --referer d /b', ['GET /b', '> ']],
    ['curl a.example/https://b', ['GET /https://b', '> ']],
    ['curl -- /b', ['GET /b', '> ']],
    ["curl /b -d 'for 5 $ each'", ['POST /b', '> for 5 $ each']],
  ])('%s', (command, expected) => expect(read(command)).toEqual(expected))

  it.each<[command: string, first: string]>([
    ['curl', 'The first line is "curl", which is no method and path'],
    ['curlcurl /b', 'The first line is "curlcurl /b", which is no method and path'],
    ['my curl /b', 'The first line is "my curl /b", which is no method and path'],
    ['curl -s', 'The first line is "GET  HTTP/1.1", which is no method and path'],
    ['curl /b -X', 'The first line is " /b HTTP/1.1", which is no method and path'],
  ])('but not from %s', (command, first) => expect(firstLineOf(command)).toEqual([first]))

  it.each([
    ['$BASE/b', '$BASE'],
    [`http://\${HOST}/b`, `\${HOST}`],
    ["-H 'A: $TOKEN' /b", '$TOKEN'],
    ['/b -d \'{"id":"$(uuidgen)"}\'', '$(uuidgen)'],
    ['/b -d $(uuidgen', '$(uuidgen'],
    ['/b -d $_1', '$_1'],
  ])('%s leaves to the shell what is sent', (command, unknown) => {
    expect(refused(`curl ${command}`)).toEqual([
      `The command leaves ${unknown} to the shell, so that it does not say what is sent. Paste what curl -v shows of it.`,
    ])
  })

  it.each([['-d @a.json'], ['--data-binary @a.json'], ['--json @a.json']])('%s leaves its body to a file', option => {
    expect(refused(`curl /b ${option}`)).toEqual([
      "The command takes its body from the file a.json. Write the text of the file in its place: --data-raw '…'.",
    ])
  })

  it('of 10,000 parts, and of no more', () => {
    expect(read(`curl /b${' -s'.repeat(4_999)} `)).toEqual(['GET /b', '> '])
    expect(refused(`curl /b${' -s'.repeat(5_000)}`)).toEqual(['The command has too many words to be one of curl.'])
  })

  it.each<[written: string, sent: string]>([
    ["'a b'", 'a b'],
    ['"a b"', 'a b'],
    ["'a'\\''b'", "a'b"],
    ['a\'b\'"c"d', 'abcd'],
    ["''", ''],
    ['a\\ b', 'a b'],
    ['"a\\"b\\\\c\\nd\\`e"', 'a"b\\c\\nd`e'],
    ['"a\\\nb"', 'ab'],
    ["'a\\nb'", 'a\\nb'],
    ["$'a\\nb\\tc\\rd\\'e\\\\f\\qg'", "a\nb\tc\rd'e\\fqg"],
    ["$'\\u00e5\\x41\\u0042\\xE5'", 'åABå'],
    ["$'a", "$'a"],
    ['a\\"b', 'a"b'],
    ["$'a\\ b'", 'a b'],
    ['a\\\nb', 'ab'],
    ['a\\\r\nb', 'ab'],
    ['a$ ', 'a$'],
    ["a'b", "a'b"],
    ['a\nsecond command', 'a'],
    ['a \\\n  -s', 'a'],
  ])('%s is the word %s', (written, sent) => {
    expect(read(`curl /b -d ${written}`)).toEqual(['POST /b', `> ${sent}`])
  })
})

describe('a request is read from what a tool logged', () => {
  it.each<[what: string, text: string, expected: readonly string[]]>([
    [
      'Python',
      "send: b'POST /a HTTP/1.1\\r\\nA: b\\r\\n\\r\\n'\nsend: b'{\"c\":\\'\\xc3\\xa5\\'\\t\\\\}'\nreply: 'HTTP/1.1 200'",
      ['POST /a', 'A: b', '> {"c":\'å\'\t\\}'],
    ],
    [
      'Python, in double quotation marks',
      'send: b"GET /a HTTP/1.1\\r\\nA: it\'s\\r\\n\\r\\n"',
      ['GET /a', "A: it's", '> '],
    ],
    [
      'curl -v, whose headers end where a line is empty',
      '* x\n> GET /a HTTP/1.1\n> A: b\n> B: > GET /c HTTP/2\n>\n> C: d\n',
      ['GET /a', 'A: b', 'B: > GET /c HTTP/2', '> '],
    ],
    ['curl -v, the last request of three', '* x\n> GET /a HTTP/1\n> GET /b HTTP/1\n> GET /c HTTP/1', ['GET /c', '> ']],
    [
      'curl -v, the last request of two',
      '* Connected\n> GET /a HTTP/1.1\n> A: b\n>\n< HTTP/1.1 301\n> GET /c HTTP/2\n> D: e\n>\n< HTTP/2 200\n<\nbody',
      ['GET /c', 'D: e', '> '],
    ],
    ['curl -v without an end', '> GET /a HTTP/1.1\n> A: b\n* x', ['GET /a', 'A: b', '> ']],
    ['curl -v without a version', '> GET /a\n> A: b\n* x', ['GET /a', 'A: b', '> ']],
  ])('%s', (_, text, expected) => expect(read(text)).toEqual(expected))

  it.each<[what: string, text: string, first: string]>([
    ['Python in the middle of a line', "x send: b'GET /a'", "x send: b'GET /a'"],
  ])('but not %s', (_, text, first) =>
    expect(firstLineOf(text)).toEqual([`The first line is ${JSON.stringify(first)}, which is no method and path`]),
  )
})
