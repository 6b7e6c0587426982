import { expect, it } from 'vitest'
import { isRedirectUri, isWeb } from '../../src/domain/tpps.ts'

it.each([
  'https://tpp.example/back?a=1&b=%C3%B8',
  'http://localhost:3000/',
  'HTTPS://TPP.example',
  'com.example.app:/back',
  'com.example.app://host/back',
  'no.sparebank-1.app2:x',
  'com.3m.app:/back',
  'xn--p1ai.app:/back',
])('%s is an address where a PSU can be sent back to (D11)', uri => expect(isRedirectUri(uri)).toBe(true))

it.each([
  'https://tpp.example/#top',
  'https://tpp.example/a b',
  'https://tpp.example/\u007f',
  ' https://tpp.example/',
  'https:// tpp.example/',
  'https://tpp.example/ø',
  'https://tpp;x.example/',
  'https://tpp,x.example/',
  'https://',
  'tpp.example/back',
  '1com.example:/back',
  'https:back/https://tpp.example',
  ' com.example.app:/back',
  // What can be no domain name in reverse.
  'x.y:z',
  'a.:b',
  'com.:b',
  'com..app:/back',
  'com.example.:/back',
  'c0m.example:/back',
  'co-m.example:/back',
  'com.-example:/back',
  'com.example-:/back',
  'com.a+b:/back',
  'xn--.app:/back',
  `com.${'a'.repeat(64)}:/back`,
  'javascript:alert(1)',
  'view-source:https://tpp.example/',
  'data:text/html,x',
  'https:',
  'http:back',
  'https:/tpp.example/',
  'https:///tpp.example/',
  'https:\\\\tpp.example/',
  'https://\\tpp.example/',
  '',
])('%j is none', uri => expect(isRedirectUri(uri)).toBe(false))

it('only http and https lead to a web server', () => {
  expect(['http:', 'https:', 'com.example.app:', 'httpx:'].map(isWeb)).toEqual([true, true, false, false])
})
