import { describe, expect, it } from 'vitest'
import { isObject } from '../../../src/domain/given.ts'
import {
  accessOf,
  addressOf,
  again,
  ask,
  callCommand,
  fieldsOf,
  givenBody,
  headerOf,
  idsIn,
  oneAfterAnother,
  placeOf,
  plain,
  type RefusedCall,
  savedAs,
  withHeaders,
  withoutBraces,
  withoutHeaders,
  withValue,
  written,
} from '../../../src/workbench/explain/commands.ts'

// A refused call once more, as a command that a person pastes (D97).

const CALL: RefusedCall = {
  door: 'REST',
  place: { world: 'default', base: undefined },
  method: 'POST',
  path: '/v1/payments',
  body: undefined,
  graphql: undefined,
  psu: undefined,
  headers: [],
  tppId: undefined,
  signer: { tpp: undefined, createdBy: undefined },
  faults: [],
}

describe('A call once more', () => {
  it.each<[name: string, changes: Partial<RefusedCall>, command: string]>([
    ['without a body', {}, `npx sandbank call POST '/v1/payments'`],
    [
      'at a bank elsewhere',
      { place: { world: 'green', base: 'http://bank:4100' } },
      `npx sandbank call POST '/v1/payments' --world green --base http://bank:4100`,
    ],
    ['with an empty body', { body: '' }, `npx sandbank call POST '/v1/payments'`],
    ['with a body', { body: '{"a":"$(id)"}' }, `npx sandbank call POST '/v1/payments' --data '{"a":"$(id)"}'`],
    [
      'in another world, by a TPP and for a PSU',
      { place: { world: 'green', base: undefined }, signer: { tpp: 'acme', createdBy: undefined }, psu: '13039319955' },
      `npx sandbank call POST '/v1/payments' --world green --tpp acme --psu 13039319955`,
    ],
    [
      'for a PSU whose number a shell would run',
      { psu: '$(id)', signer: { tpp: '`id`', createdBy: undefined } },
      `npx sandbank call POST '/v1/payments' --tpp '\`id\`' --psu '$(id)'`,
    ],
    [
      'with headers of two lines and more',
      {
        headers: [
          ['PSU-Context', 'PRIVATE'],
          ['PSU-User-Agent', "it's\ta"],
        ],
      },
      `npx sandbank call POST '/v1/payments' --header 'PSU-Context: PRIVATE' --header $'PSU-User-Agent: it\\'s\\011a'`,
    ],
    [
      'by a TPP that is made first',
      { signer: { tpp: 'acme', createdBy: 'npx sandbank tpp new acme' }, body: '@/etc/hosts' },
      `npx sandbank tpp new acme --base http://127.0.0.1:4000 && printf %s '@/etc/hosts' | npx sandbank call POST '/v1/payments' --base http://127.0.0.1:4000 --tpp acme --data -`,
    ],
    [
      'in GraphQL',
      { door: 'GRAPHQL', graphql: { query: '{ a }', variables: { b: "it's" } }, body: '{}', psu: '1' },
      `npx sandbank graphql '{ a }' --variables '{"b":"it'\\''s"}'`,
    ],
    // A page has no command.
    ['of a page', { door: 'PAGE' }, ''],
  ])('%s', (_, changes, command) => expect(written(again({ ...CALL, ...changes }))).toBe(command))

  it('has a header that it lacked, or another value of it', () => {
    const call: RefusedCall = { ...CALL, headers: [['psu-context', 'x']] }
    expect(written(again(call, [['PSU-Context', 'PRIVATE']]))).toBe(
      `npx sandbank call POST '/v1/payments' --header 'PSU-Context: PRIVATE'`,
    )
  })

  it.each([
    ['', '', "--data ''"],
    ['{}', '', "--data '{}'"],
    ['-1', '', "--data '-1'"],
    [' @a', '', "--data ' @a'"],
    ['-', "printf %s '-' | ", '--data -'],
    ['@/etc/hosts', "printf %s '@/etc/hosts' | ", '--data -'],
    ['a\0b', String.raw`printf %b 'a\0000b' | `, '--data -'],
    ['a\\b\u00001', String.raw`printf %b 'a\\b\00001' | `, '--data -'],
    ['{"a":"{tppId}"}', '', String.raw`--data '{"a":"\u007btppId}"}'`],
    ['{"a":{"b":1}}', '', `--data '{"a":{"b":1}}'`],
    ["@it's", "printf %s '@it'\\''s' | ", '--data -'],
  ])('sends the body %j, and reads no file for it', (body, before, data) =>
    expect(givenBody(body)).toEqual({ before, data }),
  )

  it.each([
    ['{ a }', "'{ a }'"],
    ['{ a @b }', "'{ a @b }'"],
    ['@/etc/hosts', "' @/etc/hosts'"],
    ['-', "' -'"],
    ['--help', "' --help'"],
  ])('asks the document %j, and reads no file or option for it', (query, word) =>
    expect(written(ask(CALL.place, query))).toBe(`npx sandbank graphql ${word}`),
  )

  it.each([
    ['/v1/accounts?a=1', '/v1/accounts?a=1'],
    ['/v1/accounts/{accountId}/x?a={b}&c={}', '/v1/accounts/%7BaccountId%7D/x?a=%7Bb%7D&c=%7B%7D'],
  ])('goes to %s, and to nothing that was saved', (path, right) => expect(withoutBraces(path)).toBe(right))

  it('has what stands in braces as it is, though something is saved under that name', () => {
    const headers = [['PSU-User-Agent', '{tppId} {1} {a.b-c}']] as const
    expect(written(again({ ...CALL, headers }))).toBe(
      String.raw`npx sandbank call POST '/v1/payments' --header 'PSU-User-Agent: \{tppId} {1} \{a.b-c}'`,
    )
    expect(written(ask(CALL.place, '{ a(b: "{c}", d: {e: 1}) }', { f: '{g}' }))).toBe(
      String.raw`npx sandbank graphql '{ a(b: "\u007bc}", d: {e: 1}) }' --variables '{"f":"\u007bg}"}'`,
    )
    expect(written(ask(CALL.place, '{ a(b: """{c}""") }'))).toBe(`npx sandbank graphql '{ a(b: """{c}""") }'`)
  })

  it('takes what an earlier one has saved of its answer', () =>
    expect(written(ask(CALL.place, `{ a(b: ${JSON.stringify(savedAs('c'))}) }`))).toBe(
      `npx sandbank graphql '{ a(b: "{c}") }'`,
    ))

  it('is without headers that the call lacked, each option on its own line where it is copied', () =>
    expect(callCommand({ ...CALL, tpp: 'acme', body: '{}' }, ['Accept', 'Date'], ' \\\n  ')).toBe(
      `npx sandbank call POST '/v1/payments' \\\n  --tpp acme \\\n  --header 'Accept:' \\\n  --header 'Date:' \\\n  --data '{}'`,
    ))

  it('has a blank for a byte of zero in a document', () =>
    expect(written(ask(CALL.place, '{ a\0b }'))).toBe("npx sandbank graphql '{ a b }'"))

  it('comes after others, where they have succeeded', () =>
    expect(written(oneAfterAnother(plain('a'), plain('b'), plain('c')))).toBe('a && b && c'))
})

describe('A header of a call', () => {
  const call: RefusedCall = {
    ...CALL,
    headers: [
      ['PSU-Context', 'PRIVATE'],
      ['Accept-Language', 'nb'],
    ],
  }

  it('is found, replaced and left out by its name, however that is written', () => {
    expect(headerOf(call, 'accept-LANGUAGE')).toBe('nb')
    expect(headerOf(call, 'PSU-ID')).toBeUndefined()
    expect(withHeaders(call, ['PSU-CONTEXT', 'CORPORATE'], ['PSU-ID', '1']).headers).toEqual([
      ['Accept-Language', 'nb'],
      ['PSU-CONTEXT', 'CORPORATE'],
      ['PSU-ID', '1'],
    ])
    expect(withoutHeaders(call, 'psu-context', 'PSU-ID').headers).toEqual([['Accept-Language', 'nb']])
  })
})

describe('A value that was wrong', () => {
  const right = (changes: Partial<RefusedCall>, from: string, to: string) => {
    const { path, body, graphql } = withValue({ ...CALL, ...changes }, from, to)
    return { path, body, graphql }
  }

  it.each([
    ['/v1/customers/0101', '/v1/customers/18%2F1'],
    ['/v1/customers/%30101/x?0101', '/v1/customers/18%2F1/x?18%2F1'],
    ['/v1/01011/a0101', '/v1/01011/a0101'],
    ['/v1/%zz/0101', '/v1/%zz/18%2F1'],
  ])('is another one in the path %s', (path, expected) =>
    expect(right({ path }, '0101', '18/1')).toEqual({ path: expected, body: undefined, graphql: undefined }),
  )

  it('is another one wherever the body has it', () => {
    const body = '{"psu":"0101","list":["0101"],"other":"01011","0101x":1}'
    expect(right({ body }, '0101', '1812').body).toBe('{"psu":"1812","list":["1812"],"other":"01011","0101x":1}')
  })

  it('is another one in a header that is nothing else', () => {
    const headers = [
      ['psu-id', '0101'],
      ['psu-user-agent', 'a 0101'],
    ] as const
    expect(withValue({ ...CALL, headers }, '0101', '1812').headers).toEqual([
      ['psu-id', '1812'],
      ['psu-user-agent', 'a 0101'],
    ])
  })

  it('is another one in the document and in its variables', () => {
    const graphql = { query: '{ a(psu: "0101") b(c: "01011") }', variables: { psu: '0101', input: { list: ['0101'] } } }
    expect(right({ graphql }, '0101', '1812').graphql).toEqual({
      query: '{ a(psu: "1812") b(c: "01011") }',
      variables: { psu: '1812', input: { list: ['1812'] } },
    })
  })

  it('is another one as it stands, whatever characters it is of', () => {
    const graphql = { query: '{ a(psu: "a\\"b") }', variables: { psu: 'a"b' } }
    expect(right({ body: '["a\\"b"]', graphql }, 'a"b', "$&$'")).toEqual({
      path: '/v1/payments',
      body: `["$&$'"]`,
      graphql: { query: `{ a(psu: "$&$'") }`, variables: { psu: "$&$'" } },
    })
  })
})

describe('The fields of a call', () => {
  const graphql = (variables: Readonly<Record<string, unknown>>) => ({ query: 'mutation', variables })

  it.each<[name: string, changes: Partial<RefusedCall>, fields: object]>([
    ['of its body', { body: '{"a":1}' }, { a: 1 }],
    ['of no body', {}, {}],
    ['of a body that is no object', { body: '[1]' }, {}],
    ['of a body that is no JSON', { body: '{' }, {}],
    [
      'of its input, and not of the body that brought it',
      { body: '{"b":1}', graphql: graphql({ input: { a: 1 } }) },
      { a: 1 },
    ],
    ['of an input that is no object', { body: '{"b":1}', graphql: graphql({ input: 'x', other: { c: 1 } }) }, {}],
  ])('are those %s', (_, changes, fields) => expect(fieldsOf({ ...CALL, ...changes })).toEqual(fields))
})

it('The ids that a text names are those of rows, each once, and of many the first', () => {
  const ids = Array.from({ length: 25 }, (_, at) => `018cc251-f400-7400-8001-54CC58A1EE${10 + at}`)
  expect(idsIn(`a ${ids[0]}/${ids[1]}?${ids[0]} 018cc251-f400`)).toEqual(ids.slice(0, 2))
  expect(idsIn(ids.join(' '))).toEqual(ids.slice(0, 20))
  expect(idsIn('none')).toEqual([])
})

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [null, false],
  [[], false],
  ['a', false],
  [undefined, false],
])('Whether %j has fields: %s', (value, has) => expect(isObject(value)).toBe(has))

describe('A bank', () => {
  it.each([
    [undefined, undefined, 'http://127.0.0.1:4000'],
    ['http://127.0.0.1:4000', undefined, 'http://127.0.0.1:4000'],
    ['http://localhost:4000', undefined, 'http://127.0.0.1:4000'],
    ['https://localhost:4000', 'https://localhost:4000', 'https://localhost:4000'],
    ['http://127.0.0.1:4001', 'http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
    ['https://bank.example', 'https://bank.example', 'https://bank.example'],
    ['http://x127.0.0.1:4000', 'http://x127.0.0.1:4000', 'http://x127.0.0.1:4000'],
  ])('reached at %s is named where the command would not find it: %s', (origin, base, address) => {
    expect(placeOf('default', origin)).toEqual({ world: 'default', base })
    expect(addressOf(placeOf('green', origin))).toBe(`${address}/worlds/green`)
    expect(addressOf(placeOf('default', origin))).toBe(address)
  })

  it('of no address is where the command looks for it', () =>
    expect(placeOf('default', undefined)).toEqual({ world: 'default', base: undefined }))

  it('is asked for what the operator asks', () =>
    expect(ask(CALL.place, '{ a }')).toEqual([{ door: 'GRAPHQL', place: CALL.place, query: '{ a }', variables: {} }]))

  it('has an address that a shell takes as one word', () =>
    expect(written(ask(placeOf('default', 'http://a;rm -rf $HOME'), '{ a }'))).toBe(
      "npx sandbank graphql --base 'http://a;rm -rf $HOME' '{ a }'",
    ))
})

it('the TPP and PSU of an operator are read from the access or the input of its call (D71, D130)', () => {
  const access = { tpp: 'acme', psu: '13039319955' }
  const of = (variables: Readonly<Record<string, unknown>>) => accessOf({ graphql: { query: '{ a }', variables } })
  expect([of({ access }), of({ input: access }), of({ access: 'acme' }), accessOf({ graphql: undefined })]).toEqual([
    access,
    access,
    {},
    {},
  ])
})
