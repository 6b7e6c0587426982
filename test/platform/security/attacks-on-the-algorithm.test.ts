import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { issueWithOpenssl } from '../../support/builders/certificates.ts'
import {
  type AttackedRequest,
  authority,
  expectRefused,
  otherKey,
  receive,
  resign,
  rewriteSignature,
  send,
  tpp,
} from '../../support/hostile/attack-kit.ts'

const publicPem = createPublicKey(tpp.key).export({ type: 'spki', format: 'pem' }).toString()
const hmac = (text: string) => createHmac('sha256', publicPem).update(text).digest()

describe('the untouched request', () => {
  it('is accepted, so that every refusal below is for its own reason', () => {
    expect(receive(send()).tppId).toBe('NO-FSA-987654321')
    expect(receive(rewriteSignature(send(), header => header)).tppId).toBe('NO-FSA-987654321')
    expect(receive(resign(send(), 'rsa-sha256', text => signBytes('sha256', Buffer.from(text), tpp.key))).tppId).toBe(
      'NO-FSA-987654321',
    )
  })
})

const ATTACKS: readonly (readonly [what: string, attack: () => AttackedRequest, reason: RegExp])[] = [
  [
    'HMAC with the public key as its secret',
    () => resign(send(), 'hmac-sha256', hmac),
    /algorithm is hmac-sha256, but the key of the certificate is for rsa-sha256: write algorithm="rsa-sha256"/,
  ],
  ['HMAC that claims to be RSA', () => resign(send(), 'rsa-sha256', hmac), /does not fit rsa-sha256.*It has 32 bytes/],
  ['the algorithm none', () => resign(send(), 'none', () => Buffer.from('x')), /algorithm is none/],
  [
    'the algorithm of later drafts',
    () => resign(send(), 'hs2019', text => signBytes('sha512', Buffer.from(text), tpp.key)),
    /does not fit rsa-sha256/,
  ],
  [
    'RSA with SHA-1',
    () => resign(send(), 'rsa-sha1', text => signBytes('sha1', Buffer.from(text), tpp.key)),
    /algorithm is rsa-sha1/,
  ],
  [
    'RSA with SHA-1 that claims SHA-256',
    () => resign(send(), 'rsa-sha256', text => signBytes('sha1', Buffer.from(text), tpp.key)),
    /does not fit rsa-sha256/,
  ],
  [
    'RSA with SHA-512 that claims SHA-256',
    () => resign(send(), 'rsa-sha256', text => signBytes('sha512', Buffer.from(text), tpp.key)),
    /does not fit rsa-sha256/,
  ],
  [
    'RSA with PSS padding',
    () => resign(send(), 'rsa-sha256', text => signBytes('sha256', Buffer.from(text), { key: tpp.key, padding: 6 })),
    /does not fit rsa-sha256/,
  ],
  ['ECDSA for an RSA key', () => resign(send(), 'ecdsa-sha256', () => Buffer.from('x')), /algorithm is ecdsa-sha256/],
  [
    'an empty algorithm',
    () => resign(send(), '', text => signBytes('sha256', Buffer.from(text), tpp.key)),
    /algorithm is , but/,
  ],
  ['another’s key', () => send({ key: otherKey() }), /does not fit rsa-sha256/],
  ['zero bytes for a signature', () => resign(send(), 'rsa-sha256', () => Buffer.alloc(256)), /does not fit/],
  [
    'a signature with a byte more',
    () =>
      resign(send(), 'rsa-sha256', text =>
        Buffer.concat([signBytes('sha256', Buffer.from(text), tpp.key), Buffer.from([0])]),
      ),
    /It has 257 bytes/,
  ],
]

describe('an attack on the algorithm is refused with its reason', () => {
  it.each(ATTACKS)('%s', (_, attack, reason) => {
    expectRefused(() => receive(attack()), 'SIGNATURE_INVALID', reason)
  })
})

describe('ECDSA', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = issueWithOpenssl(authority, privateKey, { subject: '/CN=Fjord Pay' })
  const now = new Date(Date.now() + 1_000)
  const request = send({ certificate, key: privateKey, date: now })

  it('is accepted for a P-256 key', () => {
    expect(receive(request, now).algorithm).toBe('ecdsa-sha256')
  })

  it('is refused when the message claims RSA, or puts r and s side by side', () => {
    expectRefused(
      () =>
        receive(
          resign(request, 'rsa-sha256', text => signBytes('sha256', Buffer.from(text), privateKey)),
          now,
        ),
      'SIGNATURE_INVALID',
      /for ecdsa-sha256/,
    )
    const flat = (text: string) =>
      signBytes('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    expectRefused(
      () => receive(resign(request, 'ecdsa-sha256', flat), now),
      'SIGNATURE_INVALID',
      /64 bytes, as r and s side by side: write ECDSA signatures in DER/,
    )
  })
})
