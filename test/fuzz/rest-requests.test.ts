import fc from 'fast-check'
import { describe, it } from 'vitest'
import { ROUTES } from '../../src/api/rest/routes.ts'
import type { Route } from '../../src/api/rest/serve.ts'
import { anyQuery, anyText } from '../support/builders/texts.ts'
import { send, startBank } from '../support/clients/bank.ts'
import { signedRequest, withHeaders } from '../support/clients/signing-client.ts'
import { oddText } from './mutants.ts'
import { expectOutcome, inTime, RUNS } from './outcome.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')

// What Node's client can send at all; test/fuzz/raw-sockets sends the rest.
const headerValue = fc.oneof(
  fc.string({ maxLength: 200 }).map(printable),
  oddText.map(printable),
  fc.base64String({ maxLength: 400 }),
  fc.constantFrom(
    '',
    ',',
    '=',
    '"',
    '""',
    ';;;',
    '=?utf-8?B?====?=',
    '=?utf-8?Q?=ZZ?=',
    'SHA-256=',
    'x'.repeat(9000),
    '\u00ff'.repeat(50),
  ),
)
const headerName = fc.oneof(
  fc.constantFrom(
    'Signature',
    'Digest',
    'TPP-Signature-Certificate',
    'X-Request-ID',
    'Date',
    'PSU-ID',
    'PSU-Corporate-ID',
    'TPP-Redirect-URI',
    'Content-Type',
    'Content-Encoding',
    'Accept',
    'Accept-Language',
    'Host',
    'Authorization',
    'Cookie',
    'Range',
    'Expect-CT',
    'X-HTTP-Method-Override',
  ),
  fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+.^_`|~-]{1,40}$/).filter(name => !RESERVED.has(name.toLowerCase())),
)
// Node's client would act on these itself.
const RESERVED = new Set([
  'connection',
  'transfer-encoding',
  'content-length',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'keep-alive',
])

const signatureParts = fc.record(
  {
    keyId: fc.oneof(
      fc.string().map(printable),
      fc.string().map(text => `SN=1,CA=${printable(text)}`),
    ),
    algorithm: fc.oneof(fc.constantFrom('rsa-sha256', 'hs2019', 'hmac-sha256', 'none'), fc.string().map(printable)),
    headers: fc.oneof(
      fc.constantFrom('', 'date', '(request-target) digest x-request-id', '(created)'),
      fc.string().map(printable),
    ),
    signature: fc.oneof(fc.base64String(), fc.string().map(printable)),
  },
  { requiredKeys: [] },
)

const target = fc.record({
  place: fc.nat(ROUTES.length - 1),
  ids: fc.array(fc.oneof(oddText, fc.uuid(), anyText()), { minLength: 3, maxLength: 3 }),
  query: fc.oneof(
    fc.constant(''),
    anyQuery.map(text => `?${text}`),
    fc
      .array(fc.tuple(fc.constantFrom('limit', 'offset', 'fromDate', 'toDate', 'withAccounts', '__proto__'), oddText), {
        maxLength: 4,
      })
      .map(pairs => `?${pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`),
  ),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'),
  own: fc.boolean(),
})

describe('Any request is answered in words and in time', () => {
  it('whatever its headers are', async () => {
    const changes = fc.dictionary(headerName, headerValue, { maxKeys: 6 })
    await fc.assert(
      fc.asyncProperty(fc.nat(ROUTES.length - 1), changes, fc.boolean(), async (place, headers, signedAfter) => {
        const route = routeAt(place)
        const url = `${world.base}${route.path.replaceAll(/\{\w+\}/g, 'x')}`
        const base = { ...bank.tpp, method: route.method, url, body: route.method === 'GET' ? '' : '{}' }
        const ours = new Set(['signature', 'digest', 'tpp-signature-certificate', 'x-request-id', 'date'])
        const extra = Object.entries(headers).filter(([name]) => !ours.has(name.toLowerCase()))
        const request = signedAfter
          ? signedRequest({ ...base, headers: extra })
          : withHeaders(signedRequest(base), headers)
        expectOutcome(bank, route.method, await inTime(send(bank.url, request)))
      }),
      RUNS,
    )
  })

  it('whatever its signature says', async () => {
    await fc.assert(
      fc.asyncProperty(signatureParts, async parts => {
        const value = Object.entries(parts)
          .map(([name, part]) => `${name}="${part}"`)
          .join(',')
        const request = signedRequest({ ...bank.tpp, method: 'GET', url: `${world.base}/v1/sandbox/customers` })
        expectOutcome(bank, 'GET', await inTime(send(bank.url, withHeaders(request, { Signature: value }))))
      }),
      RUNS,
    )
  })

  it('whatever its method, path and query are', async () => {
    await fc.assert(
      fc.asyncProperty(target, async ({ place, ids, query, method, own }) => {
        const route = routeAt(place)
        let next = 0
        const path = route.path.replaceAll(/\{\w+\}/g, () => encode(ids[next++] ?? ''))
        const used = own ? route.method : method
        const url = `${world.base}${path}${query}`
        const signed = signedRequest({
          ...bank.tpp,
          method: used,
          url,
          body: used === 'POST' || used === 'PUT' ? '{}' : '',
        })
        expectOutcome(bank, used, await inTime(send(bank.url, signed)))
      }),
      RUNS,
    )
  })

  it('whatever world it names', async () => {
    await fc.assert(
      fc.asyncProperty(oddText, async name => {
        const url = `/worlds/${encode(name)}/v1/sandbox/customers`
        expectOutcome(bank, 'GET', await inTime(send(bank.url, signedRequest({ ...bank.tpp, method: 'GET', url }))))
      }),
      RUNS,
    )
  })
})

// By number, so that a failure prints a number and not a route with all its schemas.
function routeAt(place: number): Route {
  const route = ROUTES[place]
  if (route === undefined) throw new Error(`there is no route ${place}`)
  return route
}

function printable(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
}

// Half of a surrogate pair cannot be written in UTF-8; a broken escape can be sent, and is.
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}%zz`
}
