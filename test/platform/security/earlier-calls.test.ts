import { expect, it } from 'vitest'
import { listEarlierTexts, rememberCalls } from '../../../src/platform/security/doctor/earlier-calls.ts'
import type { SignedLine } from '../../../src/platform/security/signature/signing-string.ts'

const linesOf = (values: Readonly<Record<string, string>>): SignedLine[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))
const planOf = (values: Readonly<Record<string, string>>) => ({
  lines: linesOf(values),
  inside: ': ',
  between: '\n',
  start: '',
  end: '',
  encode: (text: string) => Buffer.from(text),
})
const list = (now: Readonly<Record<string, string>>, ...earlier: Readonly<Record<string, string>>[]) =>
  [...listEarlierTexts(planOf(now), earlier.map(linesOf))].map(({ bytes, ...rest }) => ({
    text: String(bytes),
    ...rest,
  }))

it('remembers the last eight calls of each TPP, the latest first', () => {
  const calls = rememberCalls()
  expect(calls.of('acme')).toEqual([])
  for (let n = 0; n < 9; n += 1) calls.add('acme', linesOf({ date: String(n) }))
  calls.add('other', linesOf({ date: 'x' }))
  expect(calls.of('acme').map(([line]) => line?.value)).toEqual(['8', '7', '6', '5', '4', '3', '2', '1'])
  expect(calls.of('other')).toEqual([[{ name: 'date', value: 'x' }]])
})

it('remembers no call with very long lines, of which many would fill the memory', () => {
  const calls = rememberCalls()
  calls.add('acme', linesOf({ date: 'a', digest: 'x'.repeat(4_000) }))
  expect(calls.of('acme')).toEqual([])
  calls.add('acme', linesOf({ date: 'a', digest: 'x'.repeat(3_999) }))
  expect(calls.of('acme')).toHaveLength(1)
})

it.each([
  ['x-request-id', 'X-Request-ID', ' (before)'],
  ['date', 'Date', ''],
  ['digest', 'Digest', ''],
  ['psu-id', 'PSU-ID', ''],
  ['psu-corporate-id', 'PSU-Corporate-ID', ''],
  ['tpp-redirect-uri', 'TPP-Redirect-URI', ''],
  ['(request-target)', '(request-target)', ''],
])('tries the %s of an earlier call in the place of its own', (name, shown, id) => {
  expect(list({ [name]: 'now', other: 'own' }, { [name]: 'before', other: 'its' })[0]).toEqual({
    text: `${name}: before\nother: own`,
    did: [`with the ${shown} of an earlier call${id}`],
    remedy: [`make the ${shown} once for each call, for the header and for the string`],
  })
})

it('tries the whole string of an earlier call, and names its X-Request-ID', () => {
  expect(list({ date: 'now' }, { date: 'now', 'x-request-id': 'i'.repeat(200) })).toEqual([
    {
      text: `date: now\nx-request-id: ${'i'.repeat(200)}`,
      noun: `the signing string of an earlier call, with X-Request-ID ${'i'.repeat(128)}`,
      remedy: ['sign each call anew, over its own headers'],
    },
  ])
  expect(list({ other: 'a' }, { other: 'b' })).toEqual([
    {
      text: 'other: b',
      noun: 'the signing string of an earlier call',
      remedy: ['sign each call anew, over its own headers'],
    },
  ])
})

it('shows no more than the beginning of a long X-Request-ID', () => {
  const [alone] = list({ 'x-request-id': 'now' }, { 'x-request-id': 'i'.repeat(200) })
  expect(alone?.did).toEqual([`with the X-Request-ID of an earlier call (${'i'.repeat(128)})`])
})

it('leaves out what both calls have alike, and what one of them has not', () => {
  expect(list({ date: 'same', digest: 'now' }, { date: 'same', 'psu-id': 'p' }).map(({ text }) => text)).toEqual([
    'date: same\npsu-id: p',
  ])
})

it('goes through the calls in their order', () => {
  expect(list({ date: 'now' }, { date: 'one' }, { date: 'two' }).map(({ text }) => text)).toEqual([
    ...['date: one', 'date: one', 'date: two', 'date: two'],
  ])
})
