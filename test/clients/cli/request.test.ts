import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HEADER_SETS, headerChecks } from '../../../src/api/rest/headers.ts'
import { findOperation, ROUTES } from '../../../src/api/rest/routes.ts'
import { Failure } from '../../../src/clients/cli/failure.ts'
import {
  type ComposedRequest,
  composeRequest,
  parseHeader,
  type RequestParts,
} from '../../../src/clients/cli/request.ts'
import { runTppNew } from '../../../src/clients/cli/tpp.ts'
import { chooseTpp, type Tpp } from '../../../src/clients/cli/tpps.ts'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'

const NOW = new Date('2026-03-02T09:30:00Z')
const PSU_ID = '0192f0c1-7c1e-7b1a-9c55-2f4f6a1b0c3d'

let home: string
let tpp: Tpp
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sandbank-request-'))
  runTppNew(home, 'acme', { roles: 'PI,AI' }, NOW)
  tpp = chooseTpp(home, undefined)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe.each(HEADER_SETS)('a request with the header set %s', headerSet => {
  it('has everything that the strict bank demands, in the right form, and is well signed', () => {
    const request = compose({ headerSet, psuId: PSU_ID })
    expect(request.missing).toEqual([])
    const checks = headerChecks(headerSet, 'strict')
    checks.assertPresent(name => headerOf(request, name))
    checks.assertFormats(name => headerOf(request, name))
    const message = { method: request.method, target: request.url.pathname, headers: request.headers }
    const { certificate } = openCertificateAuthority(home, NOW)
    const sent = headerOf(request, 'TPP-Signature-Certificate') ?? ''
    verifySignature(message, createCertificateReader([certificate]).read(sent, NOW), { keyId: 'strict', now: NOW })
  })

  it('without a PSU says that it is missing, exactly where the bank would refuse', () => {
    const request = compose({ headerSet })
    const assert = () => headerChecks(headerSet, 'strict').assertPresent(name => headerOf(request, name))
    if (request.missing.length === 0) assert()
    else expect(assert).toThrow('PSU-ID')
    expect(request.missing).toEqual(request.missing.length === 0 ? [] : ['PSU-ID'])
  })
})

it('a header that was left out on purpose is not called missing', () => {
  const request = compose({ headerSet: 'basket', changes: [parseHeader('psu-id:'), parseHeader('TPP-Session-ID:')] })
  expect(request.missing).toEqual([])
  expect(headerOf(request, 'TPP-Session-ID')).toBeUndefined()
})

it('a header is sent empty where a semicolon stands for its colon, as with curl', () => {
  expect(headerOf(compose({ headerSet: 'basket', changes: [parseHeader('x-accept-fix;')] }), 'x-accept-fix')).toBe('')
})

it.each(['no colon', ';', 'no name;x', ': value', 'Bad Name: 1', 'X-A: 1\r\nX-B: 2', 'X-A: \u0000'])(
  '%j is no header',
  text => {
    expect(() => parseHeader(text)).toThrow(Failure)
  },
)

it('an operation is found by method and path, whatever stands for its parameters', () => {
  const nameOf = (method: string, path: string) => findOperation(method, path)?.operation
  for (const { method, path, operation } of ROUTES) {
    expect(nameOf(method, path.replace('{paymentService}', 'payments').replaceAll(/\{[^}]+\}/g, 'some-id'))).toBe(
      operation,
    )
  }
  expect(nameOf('PATCH', '/v1/sandbox/customers')).toBeUndefined()
  expect(nameOf('GET', '/v1/sandbox/customers/')).toBeUndefined()
})

function compose(parts: Partial<RequestParts>): ComposedRequest {
  const url = new URL('http://127.0.0.1:4000/v1/some-operation')
  const fixed = { method: 'POST', url, tpp, headerSet: undefined, body: Buffer.from('{}'), changes: [] }
  return composeRequest({ ...fixed, now: NOW, newId: randomUUID, ...parts })
}

function headerOf({ headers }: ComposedRequest, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}
