import { describe, expect, it } from 'vitest'
import {
  decodeCertificateHeader,
  isPlainBase64,
  refuseCertificate,
} from '../../../src/platform/security/certificates/header.ts'
import { findCertificateMistake } from '../../../src/platform/security/certificates/mistakes.ts'
import { readSignatureHeader } from '../../../src/platform/security/signature/parameters.ts'
import { forgeDer } from '../../support/builders/certificates.ts'
import { asn1Null, bits, element, integer, octets, oid, sequence } from '../../support/builders/der-writer.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

const EXPECTED = 'Send the Base64 of the certificate in DER, on one line.'
const reasonOf = (header: string) => {
  const { code, faults } = refusalOf(() => decodeCertificateHeader(header))
  expect([code, ...faults.map(({ path }) => path)]).toEqual(['CERTIFICATE_INVALID', 'TPP-Signature-Certificate'])
  return faults[0]?.text
}

describe('the header TPP-Signature-Certificate', () => {
  const inPem = (text: string) => `-----BEGIN CERTIFICATE-----${text}-----END CERTIFICATE-----`
  it.each([
    'YWJj',
    ' YWJj\t',
    'YW\\nJj',
    'YW\\rJj',
    'Y W\r\nJ j',
    'YWJj%0A',
    inPem('YWJj'),
    inPem('\nYW\nJj\n'),
    inPem('\\nYW\\nJj\\n'),
    `some words ${inPem('YWJj')} and more`,
    `${inPem('YWJj')}${inPem('ZGVm')}`,
    '-----BEGIN+CERTIFICATE-----YWJj-----END+CERTIFICATE-----',
    '-----BEGIN X509 CERTIFICATE-----YWJj-----END',
    Buffer.from(inPem('YWJj')).toString('base64'),
    encodeURIComponent(Buffer.from(inPem('YWJj')).toString('base64')),
  ])('%j holds the bytes abc', header => expect(decodeCertificateHeader(header).toString()).toBe('abc'))

  it('may have padding, and is plain when it has nothing else', () => {
    expect(decodeCertificateHeader('YWI=').toString()).toBe('ab')
    expect(decodeCertificateHeader('YQ==').toString()).toBe('a')
    expect(isPlainBase64('YWI=', Buffer.from('ab'))).toBe(true)
    expect(isPlainBase64(' YWI=', Buffer.from('ab'))).toBe(false)
  })

  it.each([
    ['', `The header holds no certificate. ${EXPECTED}`],
    [' ', `The header holds no certificate. ${EXPECTED}`],
    ['%', `The header holds percent signs, but is not validly URL-encoded. ${EXPECTED}`],
    ['YWJj!', `The header is not Base64: character 5 is none of A-Z a-z 0-9 + / =. ${EXPECTED}`],
    [
      'YWJ',
      `The header is not Base64: its 3 characters are not whole groups of four with at most two = at the end. Was it cut off? ${EXPECTED}`,
    ],
    [
      'Y===',
      `The header is not Base64: its 4 characters are not whole groups of four with at most two = at the end. Was it cut off? ${EXPECTED}`,
    ],
    [
      'YQ==YQ==',
      `The header is not Base64: its 8 characters are not whole groups of four with at most two = at the end. Was it cut off? ${EXPECTED}`,
    ],
    ['-----BEGIN', `The header begins like a PEM, but has no whole BEGIN line. ${EXPECTED}`],
    [`-----BEGIN ${'A'.repeat(65)}-----`, `The header begins like a PEM, but has no whole BEGIN line. ${EXPECTED}`],
    [
      '-----BEGIN PUBLIC KEY-----YWJj-----END',
      `The header holds a PEM of another kind (PUBLIC KEY): a certificate is needed. ${EXPECTED}`,
    ],
    [
      '-----BEGIN CERTIFICATE REQUEST-----YWJj-----END',
      `The header holds a PEM of another kind (CERTIFICATE REQUEST): a certificate is needed. ${EXPECTED}`,
    ],
    ['-----BEGIN CERTIFICATE-----YWJj', `The PEM in the header has no END line: it was cut off. ${EXPECTED}`],
    [
      '-----END CERTIFICATE----------BEGIN CERTIFICATE-----YWJj',
      `The PEM in the header has no END line: it was cut off. ${EXPECTED}`,
    ],
    ['A'.repeat(32_769), 'The header has 32769 characters, more than 32768: send one certificate, without its chain.'],
  ])('%#', (header, reason) => expect(reasonOf(header)).toBe(reason))

  it('of the longest kind is read', () => expect(decodeCertificateHeader('A'.repeat(32_768)).length).toBe(24_576))

  it('is refused with details', () => {
    const { faults } = refusalOf(() => refuseCertificate('a', ['b']))
    expect(faults).toEqual([
      { path: 'TPP-Signature-Certificate', text: 'a' },
      { path: 'TPP-Signature-Certificate', text: 'b' },
    ])
  })
})

describe('what a header holds in place of a certificate (D96)', () => {
  const PLAIN = 'send the Base64 of its DER alone, on one line'
  // Of a length that needs padding, and with all letters of Base64.
  const key = keptKey('tpp')
  const certificates = Array.from({ length: 12 }, (_, place) =>
    forgeDer({ key }, { subject: [['2.5.4.3', `A${'x'.repeat(place)}`]] }),
  )
  const fitting = (wanted: (text: string) => boolean) =>
    certificates.map(der => der.toString('base64')).find(wanted) ?? ''
  const padded = fitting(text => text.endsWith('=') && text.includes('+') && text.includes('/'))
  const whole = fitting(text => !text.endsWith('='))
  const der = Buffer.from(padded, 'base64')

  it.each<[string, string]>([
    [der.toString('base64url'), 'in the URL form of Base64'],
    [padded.replaceAll('+', '-').replaceAll('/', '_'), 'in the URL form of Base64'],
    [padded.replace(/=+$/, ''), 'in Base64 without the = at its end'],
    [der.toString('hex').toUpperCase(), 'in hexadecimal'],
    [der.toString('hex').match(/../g)?.join(':') ?? '', 'in hexadecimal'],
    [Buffer.from(padded).toString('base64'), 'in Base64 twice'],
    [Buffer.from(padded.replace(/.{64}/g, '$&\n')).toString('base64'), 'in Base64 twice'],
    [`"${padded}"`, 'in quotation marks'],
    [`'${padded}'`, 'in quotation marks'],
    [`["${padded}"]`, 'in quotation marks'],
    [`cert: ${padded}`, 'after another word'],
    [`X5C=${padded}`, 'after another word'],
    [`${padded},${padded}`, 'sent twice, joined by a comma'],
    [padded.replaceAll('+', ' '), 'that was decoded as a form, with a blank for each +'],
  ])('%#', (header, did) => {
    const found = findCertificateMistake(` ${header} `)
    if (did === 'in Base64 without the = at its end')
      expect(found).toMatch(/^The header holds a certificate in (the URL|Base64 without)/)
    else expect(found).toBe(`The header holds a certificate ${did}: ${PLAIN}.`)
  })

  it('is no fault of a certificate, nor of unknown content', () => {
    for (const header of [padded, whole, encodeURIComponent(padded)])
      expect(findCertificateMistake(header)).toBeUndefined()
    for (const header of ['', 'AAAA', '?', 'MAA=', Buffer.from('hello').toString('base64'), '30', `x${padded}`])
      expect(findCertificateMistake(header), header).toBeUndefined()
  })

  const PRIVATE =
    'The header holds a private key, which must never leave its owner: make another key, and send the certificate.'
  const PKCS12 =
    'The header holds a PKCS #12 file (.p12, .pfx), which has the private key in it: make another key, and send the certificate alone.'
  const PKCS7 = `The header holds a PKCS #7 container (.p7b): ${PLAIN} (openssl pkcs7 -print_certs takes it out).`
  const PUBLIC = 'The header holds a public key alone: send the certificate, which has it in it.'
  const CSR = 'The header holds a request for a certificate (CSR): send the certificate that a CA issued for it.'
  const SEVERAL = `The header holds several certificates, one after the other: ${PLAIN}, without its chain.`
  const algorithm = sequence(oid('1.2.3'), asn1Null())
  const spki = sequence(algorithm, bits(Buffer.from('a')))

  it.each<[string, Buffer, string | undefined]>([
    ['PKCS #1', key.export({ type: 'pkcs1', format: 'der' }), PRIVATE],
    ['PKCS #8', key.export({ type: 'pkcs8', format: 'der' }), PRIVATE],
    ['two integers', sequence(integer(0), integer(5)), PRIVATE],
    ['an integer, a sequence and octets', sequence(integer(0), sequence(), octets()), PRIVATE],
    ['octets without a version', sequence(asn1Null(), asn1Null(), octets()), undefined],
    ['PKCS #12', sequence(integer(3), sequence(oid('1.2.840.113549.1.7.1'))), PKCS12],
    ['no PKCS #12', sequence(integer(3), sequence(oid('1.2.840.113549.1.8.1'))), undefined],
    ['PKCS #12 without a version', sequence(asn1Null(), sequence(oid('1.2.840.113549.1.7.1'))), undefined],
    ['PKCS #7', sequence(oid('1.2.840.113549.1.7.2'), element(0xa0)), PKCS7],
    ['another container', sequence(oid('1.2.3')), undefined],
    ['a public key', spki, PUBLIC],
    ['a public key and more', sequence(algorithm, bits(Buffer.from('a')), asn1Null()), undefined],
    ['bits of no algorithm', sequence(asn1Null(), bits(Buffer.from('a'))), undefined],
    ['no bits', sequence(algorithm, asn1Null()), undefined],
    ['a request', sequence(sequence(integer(0), sequence(), spki), algorithm, bits(Buffer.from('a'))), CSR],
    [
      'a request without a signature',
      sequence(sequence(integer(0), sequence(), spki), algorithm, asn1Null()),
      undefined,
    ],
    [
      'a request without a key',
      sequence(sequence(integer(0), sequence()), algorithm, bits(Buffer.from('a'))),
      undefined,
    ],
    [
      'a request without a version',
      sequence(sequence(asn1Null(), sequence(), spki), algorithm, bits(Buffer.from('a'))),
      undefined,
    ],
    [
      'a request without a name',
      sequence(sequence(integer(0), asn1Null(), spki), algorithm, bits(Buffer.from('a'))),
      undefined,
    ],
    ['several', Buffer.concat([der, der]), SEVERAL],
    ['one and a byte', Buffer.concat([der, Buffer.alloc(1)]), SEVERAL],
    [
      'half of one',
      der.subarray(0, 300),
      `The header holds a certificate that was cut off: it says that it has ${der.length} bytes, and 300 came. Send the Base64 of its DER alone, on one line.`,
    ],
  ])('%s', (_, bytes, text) => expect(findCertificateMistake(bytes.toString('base64'))).toBe(text))
})

describe('the parameters of a Signature header', () => {
  const FORM = 'keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="…",signature="…"'
  const GOOD = 'keyId="k",algorithm="a",headers="date",signature="YWJj"'
  const read = (header: string) => {
    const { warnings, signature, ...rest } = readSignatureHeader(header)
    return { ...rest, signature: signature.toString(), warnings: warnings.map(({ code }) => code) }
  }
  const good = {
    keyId: 'k',
    algorithm: 'a',
    headers: ['date'],
    created: undefined,
    expires: undefined,
    signatureText: 'YWJj',
    signature: 'abc',
    signatureFault: undefined,
    warnings: [],
  }
  const reason = (header: string) => {
    const { code, faults } = refusalOf(() => readSignatureHeader(header))
    expect([code, ...new Set(faults.map(({ path }) => path))]).toEqual(['SIGNATURE_INVALID', 'Signature'])
    return faults.map(({ text }) => text).join('|')
  }

  it.each([
    GOOD,
    ` ${GOOD}\t`,
    `,, ${GOOD.replaceAll(',', ' , ')}`,
    GOOD.replaceAll('=', ' = ').replace('headers = "date"', 'headers\t=\t"date"'),
    'keyId=k,algorithm=a,headers=date,signature=YWJj',
    'KEYID="k",Algorithm="a",HEADERS="date",signature="YWJj"',
    `x-y_z="5",${GOOD},opaque="1"`,
    `opaque=1,${GOOD}`,
  ])('%j are read', header => expect(read(header)).toEqual(good))

  it('say when the signature holds, also where only the signature is another than before', () => {
    const timed = `created="1",expires=2,${GOOD}`
    for (const header of [timed, timed, timed.replace('YWJj', 'YWJk')])
      expect(read(header)).toMatchObject({ created: '1', expires: '2' })
  })

  it('may stand after the word Signature, once inside and once outside of the wrapping', () => {
    expect(read(`Signature ${GOOD}`)).toEqual({ ...good, warnings: ['SIGNATURE_SCHEME'] })
    expect(read(`SIGNATURE \t ${GOOD}`)).toEqual({ ...good, warnings: ['SIGNATURE_SCHEME'] })
    const wrapped = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
    expect(read(`Signature ${wrapped(`Signature ${GOOD}`)}`).warnings).toEqual(['SIGNATURE_SCHEME', 'SIGNATURE_SCHEME'])
    expect(read('signature ="YWJj",keyId="k"')).toMatchObject({ signature: 'abc', warnings: [] })
  })

  it('have quotation marks, commas and backslashes inside a keyId', () => {
    const keyId = (text: string) => read(`keyId="${text}",signature="YWJj"`).keyId
    for (const text of ['a,b="c",d', 'a\\"b', 'a\\\\', 'O="A, B",C=NO', 'a\\"",b', '\\"', 'a="b"'])
      expect(keyId(text)).toBe(text)
    expect(keyId('a",expires="5')).toBe('a')
  })

  it('are complete', () => {
    expect(reason('signature="YWJj"')).toBe(`The parameter keyId is missing. Needed: ${FORM}.`)
    expect(reason('keyId="k"')).toBe(`The parameter signature is missing. Needed: ${FORM}.`)
    expect(reason('')).toBe(`The parameter keyId is missing. Needed: ${FORM}.`)
    expect(reason('"k"')).toBe(
      `It stands in quotation marks as a whole, as JSON writes a text: send the text itself. The header cannot be read from character 1 on: "k". Needed: ${FORM}.`,
    )
    expect(reason('keyId=k,=5')).toBe(`The header cannot be read from character 9 on: =5. Needed: ${FORM}.`)
    expect(reason('keyId="k')).toBe(`The closing quotation mark of the parameter keyId is missing. Needed: ${FORM}.`)
    expect(reason('keyId=,a="b"')).toBe(`The header cannot be read from character 7 on: ,a="b". Needed: ${FORM}.`)
    expect(reason(`keyId="${'x'.repeat(100)}" b`)).toContain('… (104 characters)')
    expect(reason('x'.repeat(32_769))).toBe('The header has 32769 characters: at most 32768 are read.')
    expect(reason('keyId="a\0b",signature="YWJj"')).toBe(
      'The header holds the control character \\x00: a signature is sent as the Base64 of its bytes.',
    )
  })

  it.each([
    [',more="1"', 'more="1"'],
    [' ,\t x-y="1"', 'x-y="1"'],
    [',a="1",b="2"', 'a="1",b="2"'],
  ])('end with the last that is known: %j is too much, while before it other text does no harm', (more, shown) => {
    expect(reason(`${GOOD}${more}`)).toBe(`The header goes on after its last parameter: leave out ${shown}.`)
    expect(read(`${more},${GOOD}`)).toEqual(good)
  })

  it('list names in small letters, date when they list none', () => {
    expect(read('keyId="k",signature="YWJj"')).toMatchObject({ headers: ['date'], algorithm: undefined })
    expect(read('keyId="k",signature="YWJj",headers=" Date  X-One\tdigest "')).toMatchObject({
      headers: ['date', 'x-one', 'digest'],
      warnings: ['SIGNED_NAMES_CASE'],
    })
    const names = (text: string) => reason(`keyId="k",signature="YWJj",headers="${text}"`)
    const empty =
      'The parameter headers is empty: list what is signed, for example headers="(request-target) date digest x-request-id".'
    expect([names(''), names(' ')]).toEqual([empty, empty])
    expect(names('a '.repeat(101))).toBe('The parameter headers lists 101 names: at most 100 are read.')
    const hundred = Array.from({ length: 100 }, (_, place) => `a${place}`).join(' ')
    expect(read(`keyId="k",signature="YWJj",headers="${hundred}"`).headers).toHaveLength(100)
    for (const name of ['(created)', '(expires)'])
      expect(names(`date ${name}`)).toBe(
        `The parameter headers lists ${name}, which is of later drafts: the interface has draft-cavage-http-signatures-10, where a signed Date header says when.`,
      )
    expect(names('@signature-params')).toBe(
      'The signature is one of RFC 9421: the interface has draft-cavage-http-signatures-10.',
    )
  })

  it('have a signature that is Base64, or say why it is none', () => {
    const fault = (text: string) => {
      const { signature, signatureFault, signatureText } = readSignatureHeader(`keyId="k",signature="${text}"`)
      expect([signature.length, signatureText]).toEqual([0, text])
      return signatureFault
    }
    expect(fault('ab-d')).toBe(
      'The parameter signature is not Base64: its character 3 is -, none of A-Z a-z 0-9 + / =.',
    )
    const groups = (count: number) =>
      `The parameter signature is not Base64: its ${count} characters are not whole groups of four with at most two = at the end.`
    expect([fault('abc'), fault('a==='), fault('===='), fault('YQ==YQ=='), fault('')]).toEqual(
      [3, 4, 4, 8, 0].map(groups),
    )
    expect(read('keyId="k",signature="YQ=="').signature).toBe('a')
  })

  it('are returned with what was tolerated of their writing', () => {
    const latin1 = read('keyId="\xc5",signature="YWJj"')
    expect([latin1.keyId, latin1.warnings]).toEqual(['Å', ['SIGNATURE_NOT_WRAPPED']])
    expect(read('keyId="\xc3\x85",signature="YWJj"').keyId).toBe('Å')
    expect(read('keyId="\u0141",signature="YWJj"').keyId).toBe('Ł')
  })
})
