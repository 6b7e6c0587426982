import type { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeCertificate } from '../../../src/platform/security/certificates/certificates.ts'
import { checkKeyId, formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { forgeCertificate } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { expectRefusal } from '../../support/clients/refusals.ts'
import { ACCEPTED_SPELLINGS, DOCUMENTED, REFUSED_SPELLINGS, SPELLED_ISSUER } from './issuer-spellings.ts'

describe('the issuer in a keyId', () => {
  let x509: X509Certificate
  beforeAll(() => {
    const issuer = forgeCertificate({ key: keptKey('issuer') }, { subject: SPELLED_ISSUER, key: keptKey('issuer') })
    x509 = forgeCertificate({ certificate: issuer, key: keptKey('issuer') })
  })
  const check = (keyId: string, mode: 'tolerant' | 'strict' = 'tolerant') =>
    checkKeyId(keyId, describeCertificate(x509), mode)

  it('is asked about in at least forty spellings', () => {
    expect(new Set(ACCEPTED_SPELLINGS.map(([, name]) => name)).size).toBe(ACCEPTED_SPELLINGS.length)
    expect(ACCEPTED_SPELLINGS.length).toBeGreaterThanOrEqual(40)
  })

  it.each(ACCEPTED_SPELLINGS)('is recognised: %s', (_, name) => {
    expect(() => check(`SN=4f02a1,CA=${name}`)).not.toThrow()
  })

  it.each(REFUSED_SPELLINGS)('is refused: %s', (_, name, reason) => {
    const refusal = expectRefusal(() => check(`SN=4f02a1,CA=${name}`), 'SIGNATURE_INVALID', reason)
    expect(refusal.faults[1]?.text).toBe(`The keyId of this certificate is SN=4f02a1,CA=${DOCUMENTED}`)
  })

  it.each([
    ['small', '4f02a1'],
    ['capital', '4F02A1'],
    ['with 0x', '0x4F02A1'],
    ['with colons', '4f:02:a1'],
    ['with leading zeros', '00004f02a1'],
    ['with colons and leading zeros', '00:4F:02:A1'],
    ['with spaces', ' 4f 02 a1 '],
  ])('stands with a serial number that is %s', (_, serial) => {
    expect(() => check(`SN=${serial},CA=${DOCUMENTED}`)).not.toThrow()
  })

  it.each([
    ['another', '4f02a2', /SN=4f02a2, but the certificate has the serial number 4f02a1/],
    ['in decimal', String(0x4f02a1), /in decimal: write it in hexadecimal/],
    ['no number', 'abcxyz', /has the serial number 4f02a1/],
    ['empty', '', /has the serial number 4f02a1/],
    ['negative', '-4f02a1', /has the serial number 4f02a1/],
    ['far too long', `${'0'.repeat(30_000)}4f02a1`, /has the serial number 4f02a1/],
  ])('is refused with a serial number that is %s', (_, serial, reason) => {
    expectRefusal(() => check(`SN=${serial},CA=${DOCUMENTED}`), 'SIGNATURE_INVALID', reason)
  })

  it.each([
    ['labels in small letters', `sn=4f02a1,ca=${DOCUMENTED}`],
    ['spaces around', ` SN = 4f02a1 , CA = ${DOCUMENTED}`],
    ['a semicolon', `SN=4f02a1;CA=${DOCUMENTED}`],
    ['an escaped comma', `SN=4f02a1\\,CA=${DOCUMENTED.replace('\\,', ',')}`],
  ])('may be written with %s', (_, keyId) => {
    expect(() => check(keyId)).not.toThrow()
  })

  it.each([['Test'], [''], ['SN=4f02a1'], [`CA=${DOCUMENTED},SN=4f02a1`], [','], [`SN 4f02a1,CA ${DOCUMENTED}`]])(
    'is missing in %j',
    keyId => {
      expectRefusal(
        () => check(keyId),
        'SIGNATURE_INVALID',
        /must be SN=<serial in hexadecimal>,CA=<name of the issuer>/,
      )
    },
  )

  it('is demanded in the documented form when the server is strict', () => {
    const documented = formatKeyId(describeCertificate(x509))
    expect(() => check(documented, 'strict')).not.toThrow()
    expect(() => check(documented.replace('\\', '\\\\'), 'strict')).not.toThrow()
    expect(() => check(documented.replace('4f02a1', '4F02A1'), 'strict')).not.toThrow()
    const others = [
      `SN=0x4f02a1,CA=${DOCUMENTED}`,
      `SN=4f02a1, CA=${DOCUMENTED}`,
      `sn=4f02a1,CA=${DOCUMENTED}`,
      ...ACCEPTED_SPELLINGS.slice(2).map(([, name]) => `SN=4f02a1,CA=${name}`),
    ]
    for (const keyId of others)
      expectRefusal(() => check(keyId, 'strict'), 'SIGNATURE_INVALID', /not in the documented form/)
  })

  it.each([
    ['f02a1', true],
    ['F02A1', true],
    // As `openssl x509 -serial` prints it, and the README's first call sends it.
    ['0F02A1', true],
    ['0f02a1', true],
    ['00f02a1', false],
    ['000F02A1', false],
  ])('with an odd number of digits in its serial may have them in whole bytes there: SN=%s is %s', (serial, taken) => {
    const odd = { ...describeCertificate(x509), serial: 0xf02a1n, serialHex: 'f02a1' }
    const strictly = () => checkKeyId(`SN=${serial},CA=${DOCUMENTED}`, odd, 'strict')
    if (taken) expect(strictly()).toEqual([])
    else expectRefusal(strictly, 'SIGNATURE_INVALID', /not in the documented form/)
  })
})
