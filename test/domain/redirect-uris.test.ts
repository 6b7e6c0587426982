import { expect, it } from 'vitest'
import { isRedirectUri, isWeb } from '../../src/domain/redirect-uris.ts'

it.each([
  'https://tpp.example/back?a=1&b=%C3%B8',
  'http://localhost:3000/',
  'HTTPS://TPP.example',
  'com.example.app:/back',
  'com.example.app://host/back',
  'a+b-c.d:x',
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
