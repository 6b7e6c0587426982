import { expect, it } from 'vitest'
import { ACTING_FOR, isSameCall, otherParts, writeFingerprint } from '../../src/domain/fingerprints.ts'

const PARTS = {
  method: 'POST',
  target: '/v1/payments/x?a=b',
  acting: ['one', null, null, 'PRIVATE', 'https://tpp.example/back'],
  body: Buffer.from('{"amount":"1.00"}'),
}
const write = (more: Partial<typeof PARTS> = {}, whole = 'hash') => writeFingerprint(whole, { ...PARTS, ...more })
const acting = (place: number, value: string | null) => PARTS.acting.map((was, at) => (at === place ? value : was))

it('decides by the hash of the whole alone (D15)', () => {
  expect(isSameCall(write(), write())).toBe(true)
  expect(isSameCall(write(), write({ method: 'PUT' }))).toBe(true)
  expect(isSameCall(write(), write({}, 'other'))).toBe(false)
})

it('knows a record in the first form by its hash, and one without sums as far as can be', () => {
  const first = write().slice('2 '.length)
  expect(isSameCall(first, write())).toBe(true)
  expect(isSameCall(first, write({}, 'other'))).toBe(false)
  expect(isSameCall('hash', write())).toBe(true)
  expect(isSameCall('an-older-hash', write())).toBe(true)
  expect(otherParts('hash', write({ method: 'PUT' }))).toEqual([])
  expect(otherParts('12 older', write({ method: 'PUT' }))).toEqual([])
})

it('compares a record in another form by its sums', () => {
  const [, , ...sums] = write().split(' ')
  const other = (...parts: string[]) => isSameCall(`1 older ${parts.join(' ')}`, write())
  expect(other(...sums)).toBe(true)
  expect(isSameCall(`123 older ${sums.join(' ')}`, write())).toBe(true)
  expect(other('PUT', ...sums.slice(1))).toBe(false)
  expect(other(...sums.slice(0, -1), 'x')).toBe(false)
  expect(other(...sums.slice(0, 2), 'x')).toBe(true)
  expect(other('POST', 'x')).toBe(false)
})

it.each<[part: string, more: Partial<typeof PARTS>]>([
  ['method', { method: 'PUT' }],
  ['path or query', { target: '/v1/payments/x?a=c' }],
  ...ACTING_FOR.map((name, place): [string, Partial<typeof PARTS>] => [name, { acting: acting(place, 'another') }]),
  ['TPP-Redirect-URI', { acting: acting(4, null) }],
  ['body', { body: Buffer.from('{"amount":"1.01"}') }],
  ['body', { body: Buffer.from('{"amount":"1.00"} ') }],
  ['body', { body: Buffer.alloc(0) }],
])('names the %s when it is another', (part, more) => {
  expect(otherParts(write(), write(more))).toEqual([part])
  expect(otherParts(write(more), write())).toEqual([part])
})

it('names all parts that are other, in their order, and none of equal calls', () => {
  expect(otherParts(write(), write())).toEqual([])
  const other = { method: 'PUT', target: '/v1', acting: ['x', 'x', 'x', 'x', 'x'], body: Buffer.from('x') }
  expect(otherParts(write(), write(other))).toEqual(['method', 'path or query', ...ACTING_FOR, 'body'])
})

it('takes of a long body its beginning and its length', () => {
  const long = Buffer.alloc(5_000, 'a')
  const at = (place: number) => {
    const body = Buffer.from(long)
    body[place] = 98
    return otherParts(write({ body: long }), write({ body }))
  }
  expect([at(0), at(4_095), at(4_096)]).toEqual([['body'], ['body'], []])
  expect(otherParts(write({ body: long }), write({ body: long.subarray(1) }))).toEqual(['body'])
})

it('writes the sums in few characters, as the hash of Fowler, Noll and Vo has them', () => {
  const [form, whole, method, ...sums] = write({ target: 'a', acting: [null], body: Buffer.from('a') }).split(' ')
  expect([form, whole, method]).toEqual(['2', 'hash', 'POST'])
  const text = 0xe40c292c
  const bytes = Math.imul(0x811c9dc5 ^ 1 ^ 97, 0x01000193) >>> 0
  expect(sums).toEqual([text, 0x811c9dc5, bytes].map(sum => sum.toString(36)))
})
