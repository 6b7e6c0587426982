import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  buildCertificate,
  type CertificateTemplate,
  writeName,
} from '../../../src/platform/security/authority/certificate-builder.ts'
import { readChildren, readDer } from '../../../src/platform/security/certificates/der.ts'
import vectors from '../../support/reference/cavage-10.json' with { type: 'json' }

/** Certificates of one key and one time are the same bytes, whatever writes them: those who keep a home keep their certificates. */
const key = createPrivateKey(vectors.privateKey)
const p256 = (d: string): KeyObject => {
  const point = { x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY', y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU' }
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, ...point }, format: 'jwk' })
}
const ec = p256('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE')

const leaf: CertificateTemplate = {
  serial: Buffer.from('4142434445464748494a4b4c4d4e4f50', 'hex'),
  subject: [
    ['2.5.4.6', 'NO'],
    ['2.5.4.10', 'Nørd & Co, "AS" + 🐟'],
    ['2.5.4.97', 'PSDNO-FSA-1'],
    ['2.5.4.3', 'acme'],
  ],
  notBefore: new Date('2026-03-02T09:30:15.999Z'),
  notAfter: new Date('2027-01-01T00:00:00Z'),
  key,
  issuerDer: writeName([['2.5.4.3', 'Sandbank Øvelse CA']]),
  issuerKey: key,
  isAuthority: false,
  keyUsage: ['digitalSignature', 'nonRepudiation'],
  psd2: { roles: ['PSP_PI', 'PSP_AI'], authorityName: 'Finanstilsynet (sandbox)', authorityId: 'NO-FSA' },
}
const { issuerDer, psd2, ...own } = leaf
const EC_ALONE = '06082a8648ce3d040302'

describe('The bytes of a certificate stay what they are', () => {
  it.each<[string, CertificateTemplate, string]>([
    ['of a TPP', leaf, 'eea4e9c60ae8ed31ded93700c600282a10450d10129c8ae430f5fe5cb4a2212e'],
    [
      'of a CA that signs itself',
      { ...own, isAuthority: true, keyUsage: ['keyCertSign', 'cRLSign'] },
      'f66fba47d3ccae47947b5f3d086714a323cdb0a257ae83ec95a81b551de5cf9b',
    ],
    [
      'of a key on P-256',
      { ...leaf, key: createPublicKey(ec) },
      '55198d8b5ebefe94f28d281ba2f959224b2b75f14382c8b3d51600300beff756',
    ],
    [
      'of bytes that are called a key',
      { ...leaf, key: createPublicKey(key).export({ type: 'spki', format: 'der' }) },
      '44037155690fd1d801c63d0530d3b19b5716f10a2b379d0e1303307d0f60e2bd',
    ],
    [
      'signed with SHA-1',
      { ...leaf, hash: 'sha1' },
      'cdc3fedfbf0c0fddbb3f7293c93534a7d30b871d01ec0450daf42b1e8ef74b85',
    ],
    ['of version 1', { ...leaf, version: 1 }, '4b8ad8b9be9e2534ec7cebb92989394aa08819d3d87bbd2cadd8a111eda8bf01'],
    ['of version 2', { ...leaf, version: 2 }, '0540aa6beb2baaea80ef759914b386c09012dbb19b041896d058756b22726b94'],
    [
      'with years of four digits',
      { ...leaf, notBefore: new Date('1949-12-31T23:59:59Z'), notAfter: new Date('2050-01-01T00:00:00Z') },
      '459d676b5b0d224befc2facbd57f58b3a430e20e1ef058730eab569656c4152b',
    ],
    [
      'with a serial number of a byte',
      { ...leaf, serial: Buffer.of(0) },
      '0382e7425d182db0bf085b43e7b57ecdc55d0c772f687388f2ec9804d6f44df6',
    ],
    [
      'with a serial number of 21 bytes',
      { ...leaf, serial: Buffer.alloc(21, 0x41) },
      '332a8782401cb41ce5c685220d2a8b46293cadb44fe16b7cc404f3d1b7fda617',
    ],
    [
      'for one use of its key',
      { ...leaf, keyUsage: ['keyEncipherment'] },
      'eb0d74cad4d56599e3a0614be16930621a9bac686fe007f77b26f2761a9f57c1',
    ],
    ['for no use', { ...leaf, keyUsage: [] }, 'a615c6a9091bd9682779de5be6cc20d4233185d62983c09a3a120a194d3090b1'],
    [
      'with an extension more',
      { ...leaf, moreExtensions: [{ id: '1.2.3.4.5', critical: true, value: Buffer.from('3000', 'hex') }] },
      'fc111df5187a425898e5866d46f8e913558b16f59b0b740bb067cb8336adeb82',
    ],
  ])('%s', (_, template, digest) => {
    const found = createHash('sha256').update(buildCertificate(template)).digest('hex')
    expect(found).toBe(digest)
  })
})

it('A certificate that an EC key signs names the algorithm alone, without parameters (RFC 5758, 3.2)', () => {
  const [signed, signedWith] = readChildren(readDer(buildCertificate({ ...leaf, issuerKey: ec })))
  const [, , algorithm] = signed === undefined ? [] : readChildren(signed)
  expect([algorithm, signedWith].map(one => one?.content.toString('hex'))).toEqual([EC_ALONE, EC_ALONE])
})
