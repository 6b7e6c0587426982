import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatReplyAsJson, formatTable } from '../../../src/clients/cli/output.ts'
import { formatJson } from '../../../src/platform/http/json-bodies.ts'

it('a JSON body is indented as JSON.stringify would', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
  )
})

it('numbers that JavaScript would round are shown as the bank sent them', () => {
  const body = '{"amount":12345678901234567890.10}'
  expect(formatJson(body)).toBe('{\n  "amount": 12345678901234567890.10\n}')
  expect(formatReplyAsJson({ status: 200, reason: 'OK', headers: [], body: Buffer.from(body) })).toBe(
    `{"status":200,"headers":{},"body":${body}}`,
  )
})

it('a body that is not JSON is shown as it is, and is a string in --json', () => {
  expect(formatJson('<html>{</html>')).toBe('<html>{</html>')
  const headers = [
    ['Set-Cookie', 'a'],
    ['set-cookie', 'b'],
  ] satisfies [string, string][]
  const line = formatReplyAsJson({ status: 502, reason: 'Bad Gateway', headers, body: Buffer.from('no\n"bank"') })
  expect(JSON.parse(line)).toEqual({ status: 502, headers: { 'set-cookie': 'a, b' }, body: 'no\n"bank"' })
})

it('columns of a table are as wide as their widest cell', () => {
  expect(
    formatTable(
      ['A', 'LONG'],
      [
        ['wide', 'x'],
        ['y', 'z'],
      ],
    ),
  ).toBe('A     LONG\nwide  x\ny     z')
})
