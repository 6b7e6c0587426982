import { createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySigningString } from '../../../src/platform/security/signature/http-signature.ts'
import { readSignatureHeader } from '../../../src/platform/security/signature/parameters.ts'
import { signHeaders } from '../../../src/platform/security/signature/request-signer.ts'
import { buildSigningString, type RawHeaders } from '../../../src/platform/security/signature/signing-string.ts'
import vectors from '../../support/reference/cavage-10.json' with { type: 'json' }

const headers: RawHeaders = vectors.request.headers.map(([name = '', value = '']) => [name, value])
const message = { method: vectors.request.method, target: vectors.request.target, headers }
const publicKey = createPublicKey(vectors.publicKey)

describe('the appendix of the draft', () => {
  it.each(vectors.cases)('verifies $name', ({ signature }) => {
    const parameters = readSignatureHeader(signature)
    expect(verifySigningString(buildSigningString(message, parameters.headers), parameters.signature, publicKey)).toBe(
      true,
    )
  })

  it.each(vectors.cases)('refuses $name over another target', ({ name, signature }) => {
    const parameters = readSignatureHeader(signature)
    const moved = buildSigningString({ ...message, target: '/foo?param=value&pet=cat' }, parameters.headers)
    expect(verifySigningString(moved, parameters.signature, publicKey)).toBe(name === 'C.1 default')
  })

  it.each(vectors.cases)('makes the very signature of $name', ({ signature }) => {
    const { headers: names, signature: bytes } = readSignatureHeader(signature)
    const own = signHeaders({ message, names, keyId: 'Test', key: createPrivateKey(vectors.privateKey) })
    expect(readSignatureHeader(own.signature).signature.equals(bytes)).toBe(true)
  })

  it('builds the signing string of C.3 line by line', () => {
    const names = ['(request-target)', 'host', 'date', 'content-type', 'digest', 'content-length']
    expect(buildSigningString(message, names)).toBe(
      [
        '(request-target): post /foo?param=value&pet=dog',
        'host: example.com',
        'date: Sun, 05 Jan 2014 21:31:40 GMT',
        'content-type: application/json',
        'digest: SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=',
        'content-length: 18',
      ].join('\n'),
    )
  })

  it('has a digest that fits its body', () => {
    expect(() =>
      verifyDigest('SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=', Buffer.from(vectors.request.body)),
    ).not.toThrow()
  })
})
