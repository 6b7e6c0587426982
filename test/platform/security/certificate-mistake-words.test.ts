import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findCertificateMistake } from '../../../src/platform/security/certificates/mistakes.ts'
import { forgeDer, headerForm } from '../../support/builders/certificates.ts'
import { asn1Null, bits, integer, octets, oid, printable, sequence } from '../../support/builders/der-writer.ts'
import { authority, tpp } from '../../support/hostile/attack-kit.ts'

const raw = tpp.certificate.raw
const good = headerForm(tpp.certificate)
const find = findCertificateMistake
const PLAIN = 'send the Base64 of its DER alone, on one line'
const base64 = (bytes: Buffer) => bytes.toString('base64')
/** In characters of which none is missing at its end. */
const whole = (bytes: Buffer) => base64(bytes).replace(/=+$/, '')

const PRIVATE =
  'The header holds a private key, which must never leave its owner: make another key, and send the certificate.'
const PKCS12 =
  'The header holds a PKCS #12 file (.p12, .pfx), which has the private key in it: make another key, and send the certificate alone.'
const PKCS7 = `The header holds a PKCS #7 container (.p7b): ${PLAIN} (openssl pkcs7 -print_certs takes it out).`
const PUBLIC = 'The header holds a public key alone: send the certificate, which has it in it.'
const REQUEST = 'The header holds a request for a certificate (CSR): send the certificate that a CA issued for it.'
const CHAIN = `The header holds several certificates, one after the other: ${PLAIN}, without its chain.`

describe('a certificate in another writing', () => {
  it.each([
    ['in hexadecimal', raw.toString('hex')],
    ['in hexadecimal', raw.toString('hex').toUpperCase()],
    ['in hexadecimal', ` ${raw.toString('hex').replace(/..(?=.)/g, '$&:')} `],
    ['in Base64 twice', base64(Buffer.from(good))],
    ['in Base64 twice', base64(Buffer.from(good.replace(/.{64}/g, '$&\r\n')))],
    ['in quotation marks', `"${good}"`],
    ['in quotation marks', `'${good}'`],
    ['in quotation marks', `["${good}"]`],
    ['in quotation marks', `"${good}`],
    ['in quotation marks', `${good}'`],
    ['after another word', `x5c: ${good}`],
    ['after another word', `x5c   ${good}`],
    ['after another word', `cert=${good}`],
    ['after another word', `TPP-Certificate-Nr-9:${good}`],
    ['sent twice, joined by a comma', `${good},${good}`],
    ['sent twice, joined by a comma', `${good},`],
    ['that was decoded as a form, with a blank for each +', good.replaceAll('+', ' ')],
  ])('%s', (did, header) => expect(find(header)).toBe(`The header holds a certificate ${did}: ${PLAIN}.`))

  it.each([
    ['a sign that is no hexadecimal', `${raw.toString('hex')}-`],
    ['a word that is too long', `${'w'.repeat(21)}:${good}`],
    ['a word of no letters', `:${good}`],
    ['two words', `a b:${good}`],
    ['something behind it', `x5c:${good} more`],
    ['two quotation marks on each side', `""${good}""`],
    ['another sign in it', `x5c:${good.slice(0, 8)}*${good.slice(8)}`],
    ['other signs before it', `x5c:****${good}`],
    ['other signs behind it', `x5c:${good}****`],
    ['a part that was lost', `x5c:${good.slice(0, -4)}`],
    ['a character too many', `x5c:${good}A`],
    ['another thing in hexadecimal', octets(raw).toString('hex')],
  ])('is not explained with %s', (_, header) => expect(find(header)).toBeUndefined())

  it.each([
    ['+', 62],
    ['++', 62 + 62 * 64],
  ])('that was decoded as a form, whose Base64 ends with %s, too: HTTP cuts off a blank at the end', (end, last) => {
    const names = ['A', 'AB', 'ABC']
    const der = names
      .map(name => forgeDer(authority, { subject: [['2.5.4.10', name]] }))
      .find(one => one.length % 3 === 0)
    if (der === undefined) throw new Error('No name makes a certificate whose Base64 has no = at its end.')
    der.writeUInt16BE(last, der.length - 2)
    expect(base64(der).endsWith(end)).toBe(true)
    expect(find(base64(der).replaceAll('+', ' '))).toBe(
      `The header holds a certificate that was decoded as a form, with a blank for each +: ${PLAIN}.`,
    )
  })

  it('is not explained when it can be read', () => {
    expect(find(good)).toBeUndefined()
    expect(find(whole(raw).length % 4 === 0 ? whole(raw) : good)).toBeUndefined()
  })
})

describe('another thing than a certificate', () => {
  const algorithm = sequence(oid('1.2.840.113549.1.1.1'), asn1Null())
  const key = createPublicKey(tpp.key).export({ type: 'spki', format: 'der' })
  const signed = oid('1.2.840.113549.1.7.2')
  const info = (...parts: Buffer[]) => sequence(sequence(...parts), algorithm, bits(Buffer.alloc(4)))
  const name = sequence()

  it.each([
    ['a private key of PKCS #8', sequence(integer(0), algorithm, octets()), PRIVATE],
    ['a private key of PKCS #1', sequence(integer(0), integer(5)), PRIVATE],
    ['octets second, too few for a private key', sequence(integer(1), octets()), undefined],
    ['a number alone', sequence(integer(0)), undefined],
    ['a number and a list', sequence(integer(0), algorithm), undefined],
    ['a text before two numbers', sequence(octets(), integer(5), octets()), undefined],
    ['a PKCS #12 file', sequence(integer(3), sequence(signed)), PKCS12],
    ['a PKCS #12 file with its check', sequence(integer(3), sequence(signed), sequence()), PKCS12],
    ['a list of another name', sequence(integer(3), sequence(oid('1.2.840.113549.1.9.1'))), undefined],
    ['a list of no name', sequence(integer(3), sequence(integer(1))), undefined],
    ['a list without a number', sequence(octets(), sequence(signed)), undefined],
    ['a set in place of the list', sequence(integer(3), Buffer.from([0x31, 0])), undefined],
    ['a set with its name', sequence(integer(3), Buffer.from([0x31, signed.length, ...signed])), undefined],
    ['a PKCS #7 container', sequence(signed, sequence()), PKCS7],
    ['a PKCS #7 container of nothing', sequence(signed), PKCS7],
    ['a name of another kind', sequence(oid('1.2.840.113549.1.70')), undefined],
    ['the name alone', signed, undefined],
    ['a public key', key, PUBLIC],
    ['a public key in a list of three', sequence(algorithm, bits(Buffer.alloc(4)), asn1Null()), undefined],
    ['bits without an algorithm', sequence(asn1Null(), bits(Buffer.alloc(4))), undefined],
    ['an algorithm without bits', sequence(algorithm, octets()), undefined],
    ['an algorithm alone', sequence(algorithm), undefined],
    ['a request for a certificate', info(integer(0), name, key), REQUEST],
    ['a request without a key', info(integer(0), name), undefined],
    ['a request with a key of no bits', info(integer(0), name, sequence(algorithm)), undefined],
    ['a request with a key of other bits', info(integer(0), name, sequence(algorithm, octets())), undefined],
    ['a request without a name', info(integer(0), octets(), key), undefined],
    ['a request without a version', info(octets(), name, key), undefined],
    ['an unsigned request', sequence(sequence(integer(0), name, key), algorithm, octets()), undefined],
    ['a request of nothing', sequence(), undefined],
    ['a chain', Buffer.concat([raw, authority.certificate.raw]), CHAIN],
    ['a certificate with a byte behind it', Buffer.concat([raw, Buffer.from([0])]), CHAIN],
    ['a certificate behind another thing', Buffer.concat([octets(), raw]), undefined],
    [
      'a certificate that was cut',
      raw.subarray(0, 300),
      `The header holds a certificate that was cut off: it says that it has ${raw.length} bytes, and 300 came. Send the Base64 of its DER alone, on one line.`,
    ],
    ['a word', printable('nothing'), undefined],
    ['twenty octets second, as a private key of SEC 1 has', sequence(integer(1), octets(Buffer.alloc(20))), PRIVATE],
    ['nineteen octets second', sequence(integer(1), octets(Buffer.alloc(19))), undefined],
    [
      'an encrypted private key',
      sequence(sequence(oid('1.2.840.113549.1.5.13')), octets()),
      `${PRIVATE} It is encrypted (PKCS #8), but its password opens it.`,
    ],
    ['its algorithm alone', sequence(sequence(oid('1.2.840.113549.1.5.13'))), undefined],
    ['its algorithm before a number', sequence(sequence(oid('1.2.840.113549.1.5.13')), integer(1)), undefined],
    [
      'a key store of Java with secrets in it',
      Buffer.from('cececece00000002', 'hex'),
      'The header holds a key store of Java (.jks), which has the private key in it: make another key, and send the certificate alone (keytool -exportcert).',
    ],
    [
      'five bytes of a certificate',
      Buffer.from('3082010030', 'hex'),
      'The header holds a certificate that was cut off: it says that it has 260 bytes, and 5 came. Send the Base64 of its DER alone, on one line.',
    ],
    ['five bytes of a set', Buffer.from('3182010030', 'hex'), undefined],
    ['five bytes of a sequence of sets', Buffer.from('3082010031', 'hex'), undefined],
    ['two bytes', Buffer.from('3082', 'hex'), undefined],
    ['four bytes', Buffer.from([0x30, 0x82, 0, 0]), undefined],
    ['one byte', Buffer.from([0x30]), undefined],
  ])('%s', (_, bytes, says) => expect(find(base64(bytes))).toBe(says))

  it.each(['', ' ', '=', '====', 'A', 'AA', 'AA*=', 'å', ','])('is not seen in %j', header => {
    expect(find(header)).toBeUndefined()
  })
})
