import { constants, createPublicKey, privateEncrypt, sign as signBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  compareDistinguishedName,
  type DistinguishedName,
  formatDistinguishedName,
  parseDistinguishedName,
  readDistinguishedName,
} from '../../../src/platform/security/certificates/distinguished-name.ts'
import { findCertificateMistake } from '../../../src/platform/security/certificates/mistakes.ts'
import { listSignatureForms } from '../../../src/platform/security/doctor/signature-forms.ts'
import { createBudget, openSignature } from '../../../src/platform/security/doctor/signature-proofs.ts'
import { checkKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { forgeDer } from '../../support/builders/certificates.ts'
import {
  asn1Null,
  bits,
  element,
  integer,
  octets,
  oid,
  sequence,
  set,
  utf8,
} from '../../support/builders/der-writer.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { newEcKey } from '../../support/builders/public-keys.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

const CN = '2.5.4.3'
const O = '2.5.4.10'
const C = '2.5.4.6'
const OU = '2.5.4.11'
const ID = '2.5.4.97'
const name = (...parts: readonly (readonly [type: string, value: string])[]): DistinguishedName => ({
  relativeNames: parts.map(([type, value]) => [{ type, value }]),
})
const ISSUER = name([C, 'NO'], [O, 'Sandbank, Testbank AS'], [ID, 'NTRNO-1'], [OU, 'A'], [CN, 'Sandbank Øvelse CA'])
const compare = (text: string, to = ISSUER) => {
  const parts = parseDistinguishedName(text)
  return parts === undefined ? undefined : compareDistinguishedName(to, parts)
}

describe('a written name', () => {
  it.each([
    ['CN=Sandbank Øvelse CA,OU=A,organizationIdentifier=NTRNO-1,O=Sandbank\\, Testbank AS,C=NO', 'equal'],
    ['C=NO,O=Sandbank\\, Testbank AS,2.5.4.97=NTRNO-1,OU=A,CN=Sandbank Øvelse CA', 'equal'],
    // Go: the types it knows in an order of its own, the others after them.
    ['CN=Sandbank Øvelse CA,OU=A,O=Sandbank\\, Testbank AS,C=NO,2.5.4.97=NTRNO-1', 'equal'],
    ['CN=Sandbank Øvelse CA,O=Sandbank\\, Testbank AS,OU=A,C=NO,2.5.4.97=NTRNO-1', 'shuffled'],
    ['CN=Sandbank Øvelse CA,O=Sandbank\\, Testbank AS,C=NO', 'incomplete'],
    ['CN=Sandbank Øvelse CA,CN=Sandbank Øvelse CA,CN=Sandbank Øvelse CA,C=NO,C=NO', 'different'],
    ['CN=Sandbank Øvelse CA,O=Other,C=NO', 'different'],
    ['CN=SandbankØvelse CA,OU=A,2.5.4.97=NTRNO-1,O=Sandbank\\, Testbank AS,C=NO', 'different'],
    ['CN=Sandbank Øvelse CA,OU=A,2.5.4.97=NTRNO-1,O=Sandbank\\, Testbank AS,C=NO,2.5.4.98=x', 'different'],
    ['CN=SANDBANK   ØVELSE ca,OU=a,2.5.4.97=ntrno-1,O=sandbank\\, testbank as,C=no', 'equal'],
    ['CN=Sandbank%20%C3%98velse%20CA,OU=A,2.5.4.97=NTRNO-1,O=Sandbank%2C%20Testbank%20AS,C=NO', 'equal'],
    ['CN=Sandbank \\C3\\98velse CA,OU=A,2.5.4.97=NTRNO-1,O=Sandbank%5C%2C Testbank AS,C=NO', 'equal'],
    ['/C=NO/O=Sandbank, Testbank AS/2.5.4.97=NTRNO-1/OU=A/CN=Sandbank \\xC3\\x98velse CA', 'equal'],
    [' /C=NO/O=Sandbank, Testbank AS/2.5.4.97=NTRNO-1/OU=A/CN=Sandbank Øvelse CA', 'equal'],
  ])('%s is %s', (text, verdict) => expect(compare(text)).toBe(verdict))

  it('of several unknown types is turned round by Go', () => {
    const two = name([C, 'NO'], ['1.2.3', 'x'], ['1.2.4', 'y'], [CN, 'A'])
    expect(compare('CN=A,C=NO,1.2.4=y,1.2.3=x', two)).toBe('equal')
    expect(compare('CN=A,C=NO,1.2.3=x,1.2.4=y', two)).toBe('shuffled')
  })

  it.each<[string, readonly (readonly [string, string])[] | undefined]>([
    ['CN=a', [[CN, 'a']]],
    [
      'CN= a ,O=b',
      [
        [CN, 'a'],
        [O, 'b'],
      ],
    ],
    ['CN="a,O=b"', [[CN, 'a,O=b']]],
    ['CN="a', undefined],
    ['CN=a"b', undefined],
    ['CN="a"', [[CN, 'a']]],
    ['CN="', undefined],
    ['CN=""', [[CN, '']]],
    ['CN="a"b"c"', [[CN, 'a"b"c']]],
    ['CN=x"a"', [[CN, 'x"a"']]],
    ['CN="a"x', [[CN, '"a"x']]],
    ['CN=a\\,O=b', [[CN, 'a,O=b']]],
    ['CN=a\\"b', [[CN, 'a"b']]],
    ['CN=a,b', [[CN, 'a,b']]],
    [
      'CN=a;O=b+C=c\nOU=d',
      [
        [CN, 'a'],
        [O, 'b'],
        [C, 'c'],
        [OU, 'd'],
      ],
    ],
    ['CN=a,', [[CN, 'a,']]],
    ['CN=a\\', [[CN, 'a']]],
    ['CN=a\\\n', [[CN, 'a']]],
    ['CN=a\\\nb', [[CN, 'a\nb']]],
    ['CN=#0c0141', [[CN, 'A']]],
    ['CN=#0C0141', [[CN, 'A']]],
    ['CN=#0c014', [[CN, '#0c014']]],
    ['CN=#0c0141x', [[CN, '#0c0141x']]],
    ['CN=x#0c0141', [[CN, 'x#0c0141']]],
    ['CN=#0c02', [[CN, '#0c02']]],
    ['CN=#0500', [[CN, '#0500']]],
    ['CN=\\c5', [[CN, 'Å']]],
    ['CN=\\C3\\85', [[CN, 'Å']]],
    ['', undefined],
    ['/', undefined],
    ['a', undefined],
    ['nonsense=a', undefined],
    ['CN=a,/O=b', [[CN, 'a,/O=b']]],
  ])('%j holds %j', (text, parts) => {
    expect(parseDistinguishedName(text)?.map(({ type, value }) => [type, value])).toEqual(parts)
  })

  it('is written as RFC 4514 wants it', () => {
    const written = (value: string) => formatDistinguishedName(name([CN, value]))
    expect(['a,b', 'a+b', '"', '\\', '<>;', '#a', ' a', 'a ', 'a#', ' ', 'a\nb', '\x7f'].map(written)).toEqual([
      'CN=a\\,b',
      'CN=a\\+b',
      'CN=\\"',
      'CN=\\\\',
      'CN=\\<\\>\\;',
      'CN=\\#a',
      'CN=\\ a',
      'CN=a\\ ',
      'CN=a#',
      'CN=\\ ',
      'CN=a\\0ab',
      'CN=\\7f',
    ])
    expect(
      formatDistinguishedName({
        relativeNames: [
          [
            { type: C, value: 'NO' },
            { type: O, value: 'b' },
          ],
          [{ type: '1.2.3', value: 'c' }],
        ],
      }),
    ).toBe('1.2.3=c,C=NO+O=b')
  })

  it('is read from DER, what is no text as its bytes', () => {
    const attribute = (value: Buffer) => set(sequence(oid(CN), value))
    expect(readDistinguishedName(sequence(attribute(utf8('a')), attribute(asn1Null()))).relativeNames).toEqual([
      [{ type: CN, value: 'a' }],
      [{ type: CN, value: '#0500' }],
    ])
    for (const wrong of [sequence(oid(CN)), sequence(oid(CN), utf8('a'), utf8('b'))])
      expect(() => readDistinguishedName(sequence(set(wrong)))).toThrow('an attribute is a type and a value')
    expect(() => readDistinguishedName(sequence(set(asn1Null())))).toThrow('expected tag 48, found 5')
  })
})

describe('a keyId', () => {
  const certificate = {
    serial: 0x4f02n,
    serialHex: '4f02',
    issuer: ISSUER,
    issuerText: formatDistinguishedName(ISSUER),
    subjectText: 'CN=Fjord Pay,C=NO',
  }
  const good = `SN=4f02,CA=${certificate.issuerText}`
  const check = (written: string, mode: 'tolerant' | 'strict' = 'tolerant') =>
    checkKeyId(written, certificate, mode).map(({ code }) => code)
  const faults = (written: string, mode: 'tolerant' | 'strict' = 'tolerant') =>
    refusalOf(() => checkKeyId(written, certificate, mode)).faults.map(({ text }) => text)
  const EXPECTED = `The keyId of this certificate is ${good}`

  it('is right as documented, with its backslashes doubled or not', () => {
    for (const mode of ['tolerant', 'strict'] as const) {
      expect(check(good, mode)).toEqual([])
      expect(check(good.replaceAll('\\', '\\\\'), mode)).toEqual([])
      expect(check(good.replace('4f02', '4F02'), mode)).toEqual([])
    }
  })

  it.each([['0x4f02'], ['4F:02'], ['00 4f 02'], [' 004f02 ']])('names the serial as %s, with a warning', serial => {
    expect(check(good.replace('4f02', serial))).toEqual(['KEYID_FORM'])
    expect(faults(good.replace('4f02', serial), 'strict')).toEqual([
      expect.stringMatching(/^The keyId is .*, not in the documented form, which this server was set to demand\.$/),
      EXPECTED,
    ])
  })

  it('is right where the issuer has a question mark of its own', () => {
    const issuer = name([C, 'NO'], [CN, 'Who? Øvelse CA'])
    const issuerText = formatDistinguishedName(issuer)
    expect(checkKeyId(`SN=4f02,CA=${issuerText}`, { ...certificate, issuer, issuerText }, 'tolerant')).toEqual([])
    const plain = { ...certificate, issuer: name([C, 'NO'], [CN, 'Who?']), issuerText: 'CN=Who?,C=NO' }
    expect(checkKeyId('SN=4f02,CA=cn=who?,c=no', plain, 'tolerant').map(({ code }) => code)).toEqual(['KEYID_FORM'])
  })

  it('is right where a certificate was issued to its issuer', () => {
    const own = {
      ...certificate,
      issuer: name([C, 'NO'], [CN, 'A']),
      issuerText: 'CN=A,C=NO',
      subjectText: 'CN=A,C=NO',
    }
    expect(checkKeyId('SN=4f02,CA=cn=a,c=no', own, 'tolerant').map(({ code }) => code)).toEqual(['KEYID_FORM'])
  })

  it('is judged anew for each certificate and each mode, also when it was right just now', () => {
    const spaced = good.replace('4f02', '4F:02')
    expect(check(spaced)).toEqual(['KEYID_FORM'])
    expect(faults(spaced, 'strict')[1]).toBe(EXPECTED)
    expect(check(spaced)).toEqual(['KEYID_FORM'])
    const other = { ...certificate, serial: 0x4f03n, serialHex: '4f03' }
    expect(refusalOf(() => checkKeyId(spaced, other, 'tolerant')).faults[0]?.text).toBe(
      'The keyId says SN=4F:02, but the certificate has the serial number 4f03.',
    )
  })

  it('may be written with other blanks, capitals and separators', () => {
    expect(check(good.replace('SN=', ' sn = ').replace(',CA=', ' ; ca = '))).toEqual(['KEYID_FORM'])
  })

  it.each([
    ['CA=CN=x,SN=4f02', ' The serial comes first.'],
    ['ca=CN=x, sn=4f02', ' The serial comes first.'],
    ['xCA=CN=x,SN=4f02', ''],
    ['x SN=4f02', ''],
    ['https://tpp.example/cert.cer', ' It is an address, as other interfaces want it.'],
    ['http://tpp.example/cert.cer', ' It is an address, as other interfaces want it.'],
    ['xhttps://tpp.example/cert.cer', ''],
    ['PSDNO-FSA-1', ' It is the authority id of the TPP.'],
    ['NO-FSA-12', ' It is the authority id of the TPP.'],
    ['xPSDNO-FSA-1', ''],
    ['PSDNO-FSA-1 x', ''],
    ['4f:02:4f:02:4f:02', ' It is a number alone, as a fingerprint or a serial is.'],
    ['4F024F02', ' It is a number alone, as a fingerprint or a serial is.'],
    ['x4f024f02', ''],
    ['4f024f02x', ''],
    ['4f02f', ''],
  ])('%s is named as what it is', (written, words) => {
    expect(faults(written)[0]).toBe(
      `The keyId is ${written}: it must be SN=<serial in hexadecimal>,CA=<name of the issuer>.${words}`,
    )
  })

  it('is none without serial and issuer', () => {
    const form = (text: string) =>
      `The keyId is ${text}: it must be SN=<serial in hexadecimal>,CA=<name of the issuer>.${text === 'SN=4f02' ? ' The name of the issuer is missing.' : ''}`
    for (const text of [
      'k',
      'SN=4f02',
      ',CA=x',
      'SN=4f02,CN=x',
      'XX=4f02,CA=x',
      'SN,CA=x',
      'SNx,CA=x',
      '=4f02,CA=x',
      'SN=4f02,CA',
      '',
    ])
      expect(faults(text)).toEqual([form(text), EXPECTED])
  })

  it('says another serial', () => {
    const says = (serial: string, hint = '') =>
      `The keyId says SN=${serial}, but the certificate has the serial number 4f02.${hint}`
    const of = (serial: string) => faults(good.replace('4f02', serial))
    expect(of('4f03')).toEqual([says('4f03'), EXPECTED])
    expect(of(' 4f03 ')).toEqual([says('4f03'), EXPECTED])
    expect(of('20226')).toEqual([says('20226', ' The keyId has it in decimal: write it in hexadecimal.'), EXPECTED])
    expect(of('20227')).toEqual([says('20227'), EXPECTED])
    for (const serial of ['-4f02', 'x', '', '4f02x', '0x', '4f02'.padStart(129, '0')])
      expect(of(serial)[1]).toBe(EXPECTED)
  })

  it('says another issuer, and why it is another one', () => {
    const why = (issuer: string) => {
      const [text = '', expected] = faults(`SN=4f02,CA=${issuer}`)
      expect(expected).toBe(EXPECTED)
      expect(text.startsWith(`The keyId says CA=${issuer.slice(0, 100)}`)).toBe(true)
      return text.replace(/^.*which is not the issuer of the certificate\. /s, '')
    }
    expect(why('CN=Fjord Pay,C=NO')).toBe('It is the subject of the certificate: write its issuer.')
    expect(why('nonsense')).toBe('It cannot be read as a name.')
    expect(why('')).toBe('It is empty.')
    const other = (value: string) =>
      `It is another name: its CN is ${value}, and that of the issuer is Sandbank Øvelse CA.`
    expect(why('CN=Other')).toBe(other('Other'))
    expect(why('CN=Other?')).toBe(other('Other?'))
    expect(why('C=NO')).toBe(
      'A part of the name is missing: write the full name, with O=Sandbank\\, Testbank AS, organizationIdentifier=NTRNO-1, OU=A, CN=Sandbank Øvelse CA.',
    )
    expect(why('C=NO,CN=Sandbank Øvelse CA,OU=A,2.5.4.97=NTRNO-1,O=Sandbank, Testbank AS')).toBe(
      'Its parts are right, but in another order: use the order of the certificate or the fully reversed one.',
    )
    // What a program sends that takes the bytes of UTF-8 for one character each.
    expect(why(certificate.issuerText.replace('Ø', 'Ã\u02dc').replace('\\', ''))).toMatch(
      /^Its characters beyond ASCII are in UTF-8 twice: .*wrap the whole header as RFC 2047/,
    )
    for (const backslashes of ['\\'.repeat(4), '\\'.repeat(8)])
      expect(faults(good.replace('\\', backslashes))[0]).toMatch(/ Its backslashes are escaped once too often: /)
    for (const questions of ['?', '??'])
      expect(why(certificate.issuerText.replace('Ø', questions).replace('\\', ''))).toMatch(
        /^The client wrote \? for what is not ASCII/,
      )
  })
})

describe('a form of a signature that is nearly one', () => {
  const bytes = Buffer.from(Array.from({ length: 33 }, (_, place) => 255 - place))
  const has = (written: string, did: string) => listSignatureForms(written).some(form => form.did === did)
  const hex = bytes.toString('hex')
  const hyphens = hex.toUpperCase().replace(/..(?=.)/g, '$&-')

  it.each([
    ['in hexadecimal', hex.slice(0, 64), true],
    ['in hexadecimal', hex.slice(0, 62), false],
    ['in hexadecimal', hex.slice(0, 65), false],
    ['in hexadecimal', `g${hex.slice(1)}`, false],
    ['in hexadecimal', `gg${hex.slice(0, 64)}`, false],
    ['in hexadecimal', `${hex.slice(0, 64)}gg`, false],
    ['in hexadecimal', `${hex.slice(1)}g`, false],
    ['in the URL form of Base64', 'abc-', true],
    ['in the URL form of Base64', 'abcd', false],
    ['in the URL form of Base64', 'ab-_===', false],
    ['in the URL form of Base64', '+ab-', false],
    ['in Base64 without the = at its end', 'abc', true],
    ['in Base64 without the = at its end', 'ab', true],
    ['in Base64 without the = at its end', 'abcda', false],
    ['in Base64 without the = at its end', 'abcd', false],
    ['in Base64 without the = at its end', 'ab-', false],
    ['in Base64 without the = at its end', '-ab', false],
    ['in Base64 twice', Buffer.from('YWJj').toString('base64'), true],
    ['in Base64 twice', Buffer.from('YWJj\x01').toString('base64'), false],
    ['in Base64 twice', Buffer.from('\x01YWJj').toString('base64'), false],
    ['in Base64 twice', Buffer.from('YWJ').toString('base64'), false],
    ['as a PEM', '-----BEGIN A-----YWJj-----END A-----', true],
    ['as a PEM', 'x-----BEGIN A-----YWJj-----END A-----', false],
    ['as a PEM', '-----BEGIN A-----YWJj', false],
    ['with a name before its Base64', 'abc=YWJj', true],
    ['with a name before its Base64', 'abc: YWJj', true],
    ['with a name before its Base64', '1abc=YWJj', false],
    ['with a name before its Base64', 'ab=YWJj', false],
    ['with a name before its Base64', 'abc=YWJj\n', false],
    ['with line breaks in its Base64', 'YW\nJj', true],
    ['with line breaks in its Base64', 'YWJj', false],
    ['with a blank for each + of its Base64', 'YWJj', false],
    ['percent-encoded', 'YWJj', false],
    ['percent-encoded', '%59WJj', true],
    ['with its bytes in reverse order', 'YWJj', true],
    ['with its bytes in reverse order', '=YWJ', false],
    ['with its bytes in reverse order', 'YQ==YQ==', false],
    ['with its bytes in reverse order', '!YWJ', false],
    ['with its bytes in reverse order', 'YWJ!', false],
    ['with its bytes in reverse order', 'YWJ', false],
    ['in hexadecimal', `ab!!${hex}`, false],
    ['as openssl prints it', `SHA2-256(stdin)= ${hex}`, true],
    ['as openssl prints it', `RSA-SHA256(a.txt)=${hex} `, true],
    ['as openssl prints it', `! SHA2-256(stdin)= ${hex}`, false],
    ['as openssl prints it', `SHA2-256(stdin)= ${hex}x`, false],
    ['in hexadecimal with hyphens', hyphens, true],
    ['in hexadecimal with hyphens', `-${hyphens}`, false],
    ['in hexadecimal with hyphens', `${hyphens}-`, false],
    ['as Python shows bytes', "b'YWJj'", true],
    ['as Python shows bytes', "xb'YWJj'", false],
    ['as Python shows bytes', "b'YWJj'x", false],
  ])('%s: %j, %s', (did, written, expected) => expect(has(written, did)).toBe(expected))
})

describe('what the key shows of a signature', () => {
  const key = keptKey('tpp')
  const publicKey = createPublicKey(key)
  const open = (encoded: Buffer) =>
    openSignature(privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, encoded), publicKey, createBudget(9))
  const padded = (head: readonly number[], filling: number, count: number, end = 0) =>
    Buffer.from([...head, ...Array(count).fill(filling), end, ...Array(256 - head.length - count - 1).fill(7)])

  it('is a block of 00 01, at least eight FF, and 00', () => {
    expect(open(padded([0, 1], 0xff, 8))?.known).toMatch(/^The key is right/)
    expect(open(padded([0, 1], 0xff, 7))).toBeUndefined()
    expect(open(padded([0, 1], 0xfe, 8))).toBeUndefined()
    expect(open(Buffer.concat([Buffer.from([0, 1, 0xfe]), padded([], 0xff, 20).subarray(0, 253)]))).toBeUndefined()
    expect(open(padded([0, 2], 0x11, 8))).toBeUndefined()
    expect(open(padded([0, 2], 0xff, 8))).toBeUndefined()
    expect(open(padded([0, 3], 0xff, 8))).toBeUndefined()
    expect(open(padded([1, 1], 0xff, 8))).toBeUndefined()
    expect(open(padded([0, 1], 0xff, 253, 0xff))).toBeUndefined()
  })

  it('is nothing of a number that is larger than the modulus, or of another length', () => {
    expect(openSignature(Buffer.alloc(256, 0xff), publicKey, createBudget(9))).toBeUndefined()
    expect(openSignature(Buffer.alloc(255), publicKey, createBudget(9))).toBeUndefined()
  })

  it('of ECDSA is flat when it has 64 bytes and is no DER', () => {
    const ec = newEcKey('P-256')
    const text = Buffer.from('a')
    const fits = (signature: Buffer) => openSignature(signature, createPublicKey(ec), createBudget(9))?.fits(text, true)
    let flat = signBytes('sha256', text, { key: ec, dsaEncoding: 'ieee-p1363' })
    while (flat[0] === 0x30) flat = signBytes('sha256', text, { key: ec, dsaEncoding: 'ieee-p1363' })
    expect(fits(flat)).toMatchObject({ did: 'written as r and s side by side' })
    expect(fits(signBytes('sha256', text, ec))).toBe('plain')
    const other = newEcKey('P-521')
    const longer = signBytes('sha256', text, other)
    expect(openSignature(longer, createPublicKey(other), createBudget(9))?.fits(text, true)).toBe('plain')
  })
})

describe('what is nearly a certificate', () => {
  const der = forgeDer({ key: keptKey('tpp') })
  const find = (bytes: Buffer) => findCertificateMistake(bytes.toString('base64'))
  it.each<[string, Buffer]>([
    ['nothing in a sequence', sequence()],
    ['an integer alone', sequence(integer(0))],
    ['an integer and octets in the wrong place', sequence(integer(0), octets())],
    ['an integer and an empty sequence', sequence(integer(3), sequence())],
    ['a sequence and an empty one', sequence(sequence(), sequence(), bits(Buffer.from('a')))],
    ['a request of an integer alone', sequence(sequence(integer(0)), sequence(), bits(Buffer.from('a')))],
    [
      'a request whose key is empty',
      sequence(sequence(integer(0), sequence(), sequence()), sequence(), bits(Buffer.from('a'))),
    ],
    ['a request without info', sequence(asn1Null(), sequence(), bits(Buffer.from('a')))],
    ['two elements', Buffer.concat([element(0x30, Buffer.alloc(300)), element(0x30)])],
    ['a short one and more', Buffer.concat([sequence(asn1Null()), asn1Null()])],
    ['five bytes', Buffer.from('3082000100', 'hex')],
    ['four bytes', Buffer.from('30820000', 'hex')],
    ['a certificate and half', Buffer.concat([der.subarray(0, 200), der])],
  ])('%s is not taken for another thing', (_, bytes) => expect(find(bytes)).toBeUndefined())

  it('in hexadecimal has no other letters', () => {
    const hex = der.toString('hex')
    expect(findCertificateMistake(hex)).toContain('in hexadecimal')
    for (const text of [`x${hex}`, `${hex}x`, `${hex}!`]) expect(findCertificateMistake(text)).toBeUndefined()
  })

  it('after a word has one word of at most 20 letters before it', () => {
    const base64 = der.toString('base64')
    const found = (text: string) => findCertificateMistake(text)?.includes('after another word') === true
    expect(found(`cert:${base64}`)).toBe(true)
    expect(found(`${'x'.repeat(20)}: ${base64}`)).toBe(true)
    expect(found(`${'x'.repeat(21)}:${base64}`)).toBe(false)
    expect(found(`a cert:${base64}`)).toBe(false)
    expect(found(`cert:${base64} x`)).toBe(false)
  })
})
