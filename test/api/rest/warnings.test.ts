import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { NOW } from '../../support/builders/certificates.ts'
import { type Answer, send as sendOver, startBank } from '../../support/clients/bank.ts'
import { serve } from '../../support/clients/serve-store.ts'
import { type SigningInput, withHeaders } from '../../support/clients/signing-client.ts'
import { authority, rewriteSignature, send } from '../../support/hostile/attack-kit.ts'

const bank = await startBank()
const tolerant = await serve(bank.store, [authority.certificate], () => NOW)
const strict = await serve(bank.store, [authority.certificate], () => NOW, undefined, { strict: true })
afterAll(() => Promise.all([tolerant.stop(), strict.stop()]))

const request = (requestId: string, changes: Partial<SigningInput> = {}) =>
  send({ method: 'GET', url: PATHS.customers, headers: [], body: '', requestId, ...changes })
const codesOf = ({ headers }: Answer) =>
  (headers['sandbank-warning'] ?? '').split(', ').flatMap(text => /^([A-Z_]+); /.exec(text)?.[1] ?? [])
const AS_THE_INTERFACE = ['digest', 'x-request-id']
/** Sent as UTF-8, without its wrapping. */
const unwrapped = (signed: ReturnType<typeof request>) => rewriteSignature(signed, text => text)

describe('Sandbank-Warning', () => {
  it('is not there when (request-target) and Date are signed', async () => {
    const answer = await sendOver(tolerant.url, request('signed'))
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('sandbank-warning')
  })

  it('says what a signature in the form of the interface does not cover (D72)', async () => {
    const answer = await sendOver(tolerant.url, request('plain', { date: undefined, signedHeaders: AS_THE_INTERFACE }))
    expect(answer.status).toBe(200)
    expect(answer.headers['sandbank-warning']).toBe(
      'REQUEST_TARGET_UNSIGNED; The signature covers neither method nor path nor query, so an attacker who captures this request can send it elsewhere: sign (request-target) too., DATE_UNSIGNED; The signature covers no Date, so an attacker who captures this request can send it at any time: send a Date header and sign it too.',
    )
  })

  it('is one header for each thing', async () => {
    const signed = request('each', { date: undefined, signedHeaders: AS_THE_INTERFACE })
    const response = await fetch(`${tolerant.url}${signed.target}`, {
      headers: signed.headers.map(([name, value]) => [name, value]),
    })
    expect(response.headers.get('Sandbank-Warning')?.split('; ')).toHaveLength(3)
    expect(codesOf(await sendOver(tolerant.url, unwrapped(signed)))).toEqual([
      'SIGNATURE_NOT_WRAPPED',
      'REQUEST_TARGET_UNSIGNED',
      'DATE_UNSIGNED',
    ])
  })

  it('is on a refusal too, once the signature was found good', async () => {
    const signed = unwrapped(request('refused', { url: `${PATHS.customers}/unknown` }))
    const answer = await sendOver(tolerant.url, signed)
    expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')
    expect(codesOf(answer)).toEqual(['SIGNATURE_NOT_WRAPPED'])
  })

  it('names the parameter that a misspelt one was meant for, and strict refuses it (D73)', async () => {
    const misspelt = (requestId: string) => {
      const other = rewriteSignature(request(requestId), text => text.replace('algorithm=', 'alworithm='))
      const value = other.headers.find(([name]) => name === 'Signature')?.[1] ?? ''
      return withHeaders(other, { Signature: `=?utf-8?B?${Buffer.from(value, 'latin1').toString('base64')}?=` })
    }
    const text = 'The parameter alworithm of the Signature header is not known: write algorithm.'
    const answer = await sendOver(tolerant.url, misspelt('misspelt'))
    expect([answer.status, answer.headers['sandbank-warning']]).toEqual([200, `PARAMETER_NAME; ${text}`])
    expect(expectRefusal(await sendOver(strict.url, misspelt('again')), 401, 'SIGNATURE_INVALID')).toEqual([
      `Signature: ${text} This server was set to refuse it (SANDBANK_STRICT=1).`,
    ])
  })

  it('belongs to the call, not to the answer that is kept (D15)', async () => {
    const create = { method: 'POST', body: '{"customerNumber":"4711","name":"A","type":"PRIVATE"}' }
    const headers = [['Content-Type', 'application/json']] as const
    const first = await sendOver(tolerant.url, unwrapped(request('kept', { ...create, headers })))
    const again = await sendOver(tolerant.url, request('kept', { ...create, headers }))
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers['sandbank-replayed']).toBe('true')
    expect(codesOf(first)).toEqual(['SIGNATURE_NOT_WRAPPED'])
    expect(codesOf(again)).toEqual([])
  })
})

describe('SANDBANK_STRICT=1', () => {
  it('refuses what is only tolerated', async () => {
    expect(expectRefusal(await sendOver(strict.url, unwrapped(request('strict'))), 401, 'SIGNATURE_INVALID')).toEqual([
      'Signature: The Signature header holds characters beyond ASCII as they are: wrap it as RFC 2047, =?utf-8?B?<Base64 of the whole header>?=. This server was set to refuse it (SANDBANK_STRICT=1).',
    ])
  })

  it('accepts what the interface allows, and warns (D72)', async () => {
    const answer = await sendOver(strict.url, request('allowed', { signedHeaders: [...AS_THE_INTERFACE, 'date'] }))
    expect(answer.status).toBe(200)
    expect(codesOf(answer)).toEqual(['REQUEST_TARGET_UNSIGNED'])
  })

  it('takes only the documented keyId', async () => {
    const other = rewriteSignature(request('key'), text => text.replace(/SN=/, 'SN=0'))
    const wrapped = {
      ...other,
      headers: other.headers.map(([name, value]) =>
        name === 'Signature'
          ? ([name, `=?utf-8?B?${Buffer.from(value, 'latin1').toString('base64')}?=`] as const)
          : ([name, value] as const),
      ),
    }
    expect((await sendOver(tolerant.url, wrapped)).status).toBe(200)
    expect(expectRefusal(await sendOver(strict.url, wrapped), 401, 'SIGNATURE_INVALID')[0]).toContain(
      'not in the documented form',
    )
  })
})
