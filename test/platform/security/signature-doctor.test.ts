import {
  constants,
  createPublicKey,
  type KeyObject,
  privateEncrypt,
  publicEncrypt,
  sign as signBytes,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { NOT_EXAMINED } from '../../../src/domain/tpps.ts'
import {
  createSignatureDoctor,
  describeDiagnosis,
  diagnoseSignature,
  type Evidence,
} from '../../../src/platform/security/doctor/signature-doctor.ts'
import { listSignatureForms } from '../../../src/platform/security/doctor/signature-forms.ts'
import { createBudget, openSignature } from '../../../src/platform/security/doctor/signature-proofs.ts'
import { createDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import { NOW } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { newEcKey } from '../../support/builders/public-keys.ts'
import { refusalOf } from '../../support/clients/refusals.ts'
import { headerOf } from '../../support/clients/signing-client.ts'
import { endingLikePss } from '../../support/harness/ending-like-pss.ts'
import { authority, otherKey, reader } from '../../support/hostile/attack-kit.ts'
import { type Client, callOf, hashed, OTHER_SIGNATURES, WRONG_TEXTS } from '../../support/hostile/wrong-signatures.ts'

const key = keptKey('tpp')
const publicKey = createPublicKey(key)
const ecKey = newEcKey('P-256')

/** What the refusal of a call says. */
function textsOf(client: Client): readonly string[] {
  const call = callOf(client)
  const certificateHeader = headerOf(call, 'TPP-Signature-Certificate')
  const certificate = reader.read(certificateHeader, NOW)
  const { method, target, headers, body } = call
  const refusal = refusalOf(() =>
    verifySignature(call, certificate, {
      keyId: 'tolerant',
      now: NOW,
      examine: refused =>
        describeDiagnosis(
          diagnoseSignature({
            ...refused,
            message: { method, target, headers },
            body,
            key: certificate.publicKey,
            otherKeys: reader.listOtherKeys(certificate),
          }),
        ),
    }),
  )
  expect(refusal.code).toBe('SIGNATURE_INVALID')
  return refusal.faults.map(({ path, text }) => `${path}: ${text}`)
}

describe('a signature that is refused says which mistake explains it, and how to correct it', () => {
  it.each([...WRONG_TEXTS, ...OTHER_SIGNATURES])('%s', (_, client, words) => {
    const texts = textsOf(client)
    expect(texts.join(' ')).toMatch(words)
    expect(texts[0]).toMatch(/^Signature: The signature fits /)
  })

  it('and the untouched call is accepted, so that each is refused for its own reason', () => {
    const call = callOf({})
    const certificate = reader.read(headerOf(call, 'TPP-Signature-Certificate'), NOW)
    expect(() => verifySignature(call, certificate, { keyId: 'tolerant', now: NOW })).not.toThrow()
  })
})

const LINES = [
  { name: 'date', value: 'Sat, 02 Mar 2026 09:30:00 GMT' },
  { name: 'x-request-id', value: 'abc' },
]
const RIGHT = 'date: Sat, 02 Mar 2026 09:30:00 GMT\nx-request-id: abc'
const BODY = Buffer.from('{"a":1}')

const evidence = (signature: Buffer | string, changes: Partial<Evidence> = {}): Evidence => ({
  message: {
    method: 'POST',
    target: '/v1/x',
    headers: [
      ['X-Request-ID', 'abc'],
      ['Date', 'Sat, 02 Mar 2026 09:30:00 GMT'],
      ['Digest', createDigest(BODY)],
    ],
  },
  body: BODY,
  lines: LINES,
  signature: typeof signature === 'string' ? signature : signature.toString('base64'),
  key: publicKey,
  otherKeys: [],
  ...changes,
})
const signed = (text: string | Buffer, hash = 'sha256', by: KeyObject = key) => signBytes(hash, Buffer.from(text), by)
const diagnose = (signature: Buffer | string, changes: Partial<Evidence> = {}) =>
  describeDiagnosis(diagnoseSignature(evidence(signature, changes)))
const bare = (content: Buffer, by = key) => privateEncrypt({ key: by, padding: constants.RSA_PKCS1_PADDING }, content)
const pss = (text: string, hash: string) =>
  signBytes(hash, Buffer.from(text), { key, padding: constants.RSA_PKCS1_PSS_PADDING })
const BY_RSA = 'sign by RSA (PKCS #1 v1.5) with SHA-256'
const ITSELF = 'give the signing function the string itself: it hashes by itself'

describe('one sentence says how a signature was made', () => {
  it.each<[string, Buffer, string]>([
    ['with SHA-1', signed(RIGHT, 'sha1'), `made with SHA-1: ${BY_RSA}`],
    ['with SHA-224', signed(RIGHT, 'sha224'), `made with SHA-224: ${BY_RSA}`],
    ['with SHA-384', signed(RIGHT, 'sha384'), `made with SHA-384: ${BY_RSA}`],
    ['with SHA-512', signed(RIGHT, 'sha512'), `made with SHA-512: ${BY_RSA}`],
    ['with MD5', signed(RIGHT, 'md5'), `made with MD5: ${BY_RSA}`],
    ['twice', signed(hashed('sha256', RIGHT)), `hashed twice: ${ITSELF}`],
    ['twice with SHA-512', signed(hashed('sha512', RIGHT), 'sha512'), `hashed twice: ${ITSELF}`],
    ['with SHA-256, then SHA-1', signed(hashed('sha256', RIGHT), 'sha1'), `hashed twice: ${ITSELF}`],
    [
      'twice, by hexadecimal',
      signed(hashed('sha256', RIGHT).toString('hex')),
      `hashed twice, the second time the hexadecimal of the first: ${ITSELF}`,
    ],
    [
      'twice, by Base64',
      signed(hashed('sha256', RIGHT).toString('base64')),
      `hashed twice, the second time the Base64 of the first: ${ITSELF}`,
    ],
    [
      'with SHA-256, then by hexadecimal with SHA-512',
      signed(hashed('sha256', RIGHT).toString('hex'), 'sha512'),
      `hashed twice, the second time the hexadecimal of the first: ${ITSELF}`,
    ],
    [
      'with SHA-256, then by Base64 with SHA-1',
      signed(hashed('sha256', RIGHT).toString('base64'), 'sha1'),
      `hashed twice, the second time the Base64 of the first: ${ITSELF}`,
    ],
    ['without a hash', bare(Buffer.from(RIGHT)), `signed without any hash: ${BY_RSA}`],
    ...(['sha256', 'sha1', 'sha512', 'sha384', 'sha224', 'md5'] as const).map((hash): [string, Buffer, string] => [
      `as a bare ${hash}`,
      bare(hashed(hash, RIGHT)),
      `signed as a bare ${hash === 'md5' ? 'MD5' : hash.replace('sha', 'SHA-')}, without the name of the hash before it: ${BY_RSA} (Java: SHA256withRSA, not NONEwithRSA; openssl: dgst -sign, not rsautl)`,
    ]),
    [
      'as hexadecimal',
      bare(Buffer.from(hashed('sha256', RIGHT).toString('hex'))),
      `signed as the text of its SHA-256: ${BY_RSA}, over the bytes`,
    ],
    [
      'as Base64',
      bare(Buffer.from(hashed('sha1', RIGHT).toString('base64'))),
      `signed as the text of its SHA-1: ${BY_RSA}, over the bytes`,
    ],
    ...(['sha256', 'sha512', 'sha384', 'sha1'] as const).map((hash): [string, Buffer, string] => [
      `by PSS with ${hash}`,
      pss(RIGHT, hash),
      `made by RSA-PSS with ${hash.replace('sha', 'SHA-')}: ${BY_RSA}, not PSS (which hs2019 of later drafts means)`,
    ]),
  ])('%s', (_, signature, words) => {
    expect(diagnose(signature)).toEqual([`The signature fits the signing string, ${words}.`])
  })

  it('is not seen in a number of the right length, whatever the other readings of it are', () => {
    const other = signed(RIGHT, 'sha256', otherKey())
    for (const written of [other.toString('base64'), other.toString('hex')])
      expect(diagnose(written)[0]).toMatch(
        /^The signature fits nothing that was tried, and the key of the certificate shows no/,
      )
    expect(diagnose(other.subarray(0, 200))[0]).toMatch(/one of this certificate's RSA key has 256/)
  })

  it('twice and by PSS is tried for the right text alone', () => {
    expect(diagnose(signed(hashed('sha256', `${RIGHT}\n`)))[0]).toMatch(/^The key is right: what was signed is another/)
    expect(diagnose(pss(`${RIGHT}\n`, 'sha512'))[0]).toBe(
      `The signature fits the signing string with a line feed at its end, made by RSA-PSS with SHA-512: let nothing follow the last value (echo and heredocs add one, printf %s does not); ${BY_RSA}, not PSS (which hs2019 of later drafts means).`,
    )
    expect(diagnose(pss(`${RIGHT}\n`, 'sha384'))[0]).toMatch(
      /^The signature fits the signing string with a line feed at its end, made by RSA-PSS with SHA-384: /,
    )
    // The longest salt leaves no zeros, so that nothing proves the form until a text fits.
    expect(diagnose(pss('another', 'sha256'))[0]).toBe(NOTHING_SEEN)
    const saltLength = constants.RSA_PSS_SALTLEN_DIGEST
    for (const bits of [2048, 2049, 2055])
      for (const [hash, name] of [['sha256', 'SHA-256'] as const, ['sha1', 'SHA-1'] as const]) {
        const by = keptKey(`pss-${bits}`, bits)
        const short = (text: string) =>
          signBytes(hash, Buffer.from(text), { key: by, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
        const own = { key: createPublicKey(by) }
        expect(diagnose(short('another'), own)[0]).toBe(
          `The key is right, but it signed by RSA-PSS with ${name}, and another text: ${BY_RSA}.`,
        )
        expect(diagnose(short(RIGHT), own)[0]).toMatch(new RegExp(`signing string, made by RSA-PSS with ${name}: `))
      }
  })

  it('by ECDSA', () => {
    const by = { key: createPublicKey(ecKey) }
    const ec = (text: string | Buffer, hash = 'sha256') => signed(text, hash, ecKey)
    const fits = (words: string) => [`The signature fits the signing string, ${words}.`]
    const sideBySide = () => signBytes('sha256', Buffer.from(RIGHT), { key: ecKey, dsaEncoding: 'ieee-p1363' })
    const beginning = (isLikeDer: boolean): Buffer => {
      for (;;) {
        const signature = sideBySide()
        if ((signature[0] === 0x30) === isLikeDer) return signature
      }
    }
    for (const isLikeDer of [false, true])
      expect(diagnose(beginning(isLikeDer), by)).toEqual(
        fits(
          'written as r and s side by side: write ECDSA signatures in DER, as openssl does (Java: SHA256withECDSA, not …inP1363Format)',
        ),
      )
    expect(diagnose(ec(RIGHT, 'sha512'), by)).toEqual(fits('made with SHA-512: sign by ECDSA with SHA-256'))
    expect(diagnose(ec(RIGHT, 'sha384'), by)).toEqual(fits('made with SHA-384: sign by ECDSA with SHA-256'))
    expect(diagnose(ec(RIGHT, 'sha1'), by)).toEqual(fits('made with SHA-1: sign by ECDSA with SHA-256'))
    expect(diagnose(ec(hashed('sha256', RIGHT)), by)).toEqual(fits(`hashed twice: ${ITSELF}`))
    expect(diagnose(ec(`${RIGHT}\n`), by)[0]).toMatch(/with a line feed at its end: let nothing/)
    // Each text costs a verification: those that one mistake makes of many places come last.
    expect(diagnose(ec(RIGHT.replace('abc', 'ABC')), by)[0]).toMatch(/with an X-Request-ID in capitals: sign each/)
    expect(diagnose(ec(`${RIGHT}\n`, 'sha512'), by)[0]).toMatch(/an ECDSA signature shows neither text nor key/)
    expect(diagnose(ec('another'), by)).toEqual([
      `The signature fits nothing that was tried: an ECDSA signature shows neither text nor key, nor whether it was altered on the way. ${UNCHANGED}`,
      expect.stringMatching(/^Tried without success: [1-9]\d* texts and encodings that clients get wrong\.$/),
    ])
  })

  it('and what is right is named as what it is', () => {
    expect(diagnoseSignature(evidence(signed(RIGHT)))).toEqual({
      cause: 'The signature fits the signing string: .',
      difference: undefined,
    })
  })
})

const LIST = 'is a list of numbers, as Go, JavaScript and Java write bytes: write their Base64'

const UNCHANGED = 'Sign with the key that the certificate was issued for, and send the Base64 of the bytes unchanged.'
const NOTHING_SEEN = `The signature fits nothing that was tried, and the key of the certificate shows no signature by RSA (PKCS #1 v1.5) in it: it was made with another key or in another way, or altered on the way (one letter is enough). ${UNCHANGED}`

/** No cause is named. That texts were tried is said where random bytes may be RSA-PSS with the longest salt, which a text alone would prove. */
function expectNothingSeen([first, ...others]: readonly string[]): void {
  expect(first).toBe(NOTHING_SEEN)
  expect(others.filter(text => !text.startsWith('Tried without success'))).toEqual([])
}
const cut = (bytes: number) =>
  `The signature fits nothing that was tried: it has ${bytes} bytes, and one of this certificate's RSA key has 256, so that it was made with another key, or cut on the way. ${UNCHANGED}`

describe('a cause that is not found', () => {
  it.each([
    ['sha256', 'SHA-256'],
    ['sha1', 'SHA-1'],
    ['sha512', 'SHA-512'],
    ['sha384', 'SHA-384'],
    ['sha224', 'SHA-224'],
    ['md5', 'MD5'],
  ])('is shown by its %s, when the key is right', (hash, word) => {
    expect(diagnose(signed('another', hash))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The key is right: what was signed is another text than the server's, with the ${word} ${hashed(hash, 'another').toString('hex')}\\.$`,
        ),
      ),
      expect.stringMatching(/^Tried without success: \d+ texts and encodings that clients get wrong\.$/),
      expect.stringMatching(/^A value that was made twice cannot be guessed: make X-Request-ID once, /),
    ])
  })

  it('was made with another key, or is of another length', () => {
    expectNothingSeen(diagnose(signed(RIGHT, 'sha256', otherKey())))
    expect(diagnose(signed(RIGHT, 'sha256', keptKey('weak', 1024)))).toEqual([cut(128)])
    expect(diagnose('?')[0]).toMatch(/^The parameter signature is no Base64 of anything\.$/)
    expect(diagnose(Buffer.alloc(256, 0xff))).toEqual([NOTHING_SEEN])
    const padding = constants.RSA_PKCS1_PADDING
    const encrypted = publicEncrypt({ key: publicKey, padding }, hashed('sha256', RIGHT))
    expect(diagnose(encrypted)).toEqual([NOTHING_SEEN])
  })

  const SIZE = ". A signature of this certificate's RSA key has 256 bytes."
  const EC = `It has the form of an ECDSA signature: sign with the key that the certificate was issued for${SIZE}`
  const CMS = `It is a PKCS #7 (CMS) signature, as openssl cms, openssl smime and SignedCms of .NET make: sign the string alone, by RSA (PKCS #1 v1.5) with SHA-256${SIZE}`
  const AS_TEXT = `Its bytes were made a text of UTF-8 on the way, in which each that is none became EF BF BD: write the Base64 of the bytes as they come from the signing function${SIZE}`

  it.each([
    ['3006020101020101', EC],
    ['3106020101020101', cut(8)],
    ['3005020101020101', cut(8)],
    ['3006040101020101', cut(8)],
    ['308201000609'.concat('2a864886f70d010702ffff'), CMS],
    ['318201000609'.concat('2a864886f70d010702ffff'), cut(17)],
    ['308201000509'.concat('2a864886f70d010702ffff'), cut(17)],
    ['308201000608'.concat('2a864886f70d010702ffff'), cut(17)],
    ['308201000609'.concat('2a864886f70d010902ffff'), cut(17)],
    ['308201', cut(3)],
    ['41efbfbd42', AS_TEXT],
    ['41efbf42', cut(4)],
  ])('is recognised by the form of its bytes: %s', (hex, says) => {
    expect(diagnose(Buffer.from(hex, 'hex'))).toEqual([says])
  })

  it('is recognised by the form of another reading of it', () => {
    expect(diagnose('ab'.repeat(64))[0]).toMatch(/^It has 64 bytes, as an HMAC by SHA-512 has/)
  })

  it.each([
    ['', 'is empty: the signing function failed, or its result was not used'],
    ['[B@1f', 'is what Java writes for an array of bytes: write Base64.getEncoder().encodeToString(bytes)'],
    ['[object Promise]', 'is what JavaScript writes for a Promise: await it'],
    ['[object Uint8Array]', 'is what JavaScript writes for an object: write Buffer.from(bytes).toString("base64")'],
    ['System.Byte[]', 'is what .NET writes for an array of bytes: write Convert.ToBase64String(bytes)'],
    ['undefined', 'is a word in place of a value: the string was not signed yet'],
    ['{{signature}}', 'is a variable of Postman without a value: set it in the pre-request script'],
    ['$SIGNATURE', 'is a variable that was not replaced'],
    [`$\{SIGNATURE}`, 'is a variable that was not replaced'],
    ['[12 3 4 5 6 7 8 9 200 11]', LIST],
    ['[12, -3, 4, 5, 6, 7, 8, 9, -100]', LIST],
    ['12,3,4,5,6,7,8,9,200', LIST],
    [
      'eyJhbGciOiJSUzI1NiJ9..c2ln',
      'is a JSON Web Signature: sign the signing string, and write the Base64 of the bytes',
    ],
    ['data:;base64,YQ==', 'is a data: URL: write what stands after its comma'],
    ['-----BEGIN X', 'is a PEM: write the Base64 of the signature alone, on one line'],
  ])('is no signature: %s', (written, says) => {
    expect(diagnose(written)).toEqual([`The parameter signature ${says}.`])
  })

  it.each(['x[B@1f', '[B@1f;', '$a b', 'my data:', '[1 2 3 4 5 6 7 8]', '{{a}} b'])('is something else: %s', written =>
    expect(diagnose(written)).toEqual(['The parameter signature is no Base64 of anything.']),
  )

  it('is another content without the name of a hash', () => {
    expect(diagnose(bare(Buffer.from('another')))[0]).toMatch(
      /^The key is right, but what it signed are 7 bytes without the name of a hash before them: sign by RSA \(PKCS #1 v1\.5\) with SHA-256\.$/,
    )
  })

  it('is reported with how much was tried', () => {
    const tried = Number(/success: (\d+) texts/.exec(diagnose(signed('another'))[1] ?? '')?.[1])
    expect(tried).toBeGreaterThan(500)
    const once = Number(
      /success: (\d+) texts/.exec(
        diagnose(signed('another', 'sha256', ecKey), { key: createPublicKey(ecKey) })[1] ?? '',
      )?.[1],
    )
    // 50 verifications less 18 kept for others, of which five are for the right text.
    expect(once).toBe(28)
  })
})

describe('the key of another certificate', () => {
  const owned = (owner: string, by: KeyObject) => ({ owner, key: createPublicKey(by) })

  it('is named by its owner, with a mistake in the text and the form', () => {
    const otherKeys = [owned('nobody', keptKey('nobody')), owned('Other AS', otherKey())]
    expect(diagnose(signed(RIGHT, 'sha256', otherKey()), { otherKeys })).toEqual([
      'The signature fits the signing string, made with the key of Other AS: send the certificate that belongs to the key.',
    ])
    const [cause, difference] = diagnose(signed(`${RIGHT}\r\n`, 'sha1', otherKey()).toString('hex'), { otherKeys })
    expect(cause).toBe(
      `The signature fits the signing string with \\r\\n at its end, made with SHA-1, made with the key of Other AS, sent in hexadecimal: let nothing follow the last value; ${BY_RSA}; send the certificate that belongs to the key; send the Base64 of its bytes (openssl prints hexadecimal unless it gets -binary).`,
    )
    expect(difference).toBe(
      'The two strings differ first at byte 54, marked >>>. The server built: 00 GMT\\nx-request-id: abc >>> [end]. The client signed: 00 GMT\\nx-request-id: abc >>> \\r\\n.',
    )
  })

  it('of an elliptic curve is tried for the right text alone', () => {
    const otherKeys = [owned('Elliptic', ecKey)]
    expect(diagnose(signed(RIGHT, 'sha256', ecKey), { otherKeys })[0]).toMatch(/with the key of Elliptic/)
    expect(diagnose(signed(`${RIGHT}\n`, 'sha256', ecKey), { otherKeys })[0]).toMatch(
      /^It has the form of an ECDSA signature/,
    )
  })

  it('shows nothing of a text that it signed', () => {
    const otherKeys = [owned('Other AS', otherKey())]
    expectNothingSeen(diagnose(signed('another', 'sha256', otherKey()), { otherKeys }))
  })

  it('says nothing by what it shows by chance', () => {
    const other = otherKey()
    for (const shown of [other, key]) {
      const chance = endingLikePss(shown, attempt => signed(`${attempt}`, 'sha256', keptKey('nobody')))
      expectNothingSeen(diagnose(chance, { otherKeys: [owned('Other AS', other)] }))
    }
  })
})

describe('where two strings part', () => {
  const differenceOf = (text: string) => diagnose(signed(text))[1]
  it('is shown by its byte and what is around it', () => {
    expect(differenceOf(`\n${RIGHT}`)).toBe(
      'The two strings differ first at byte 1, marked >>>. The server built:  >>> date: Sat, 02 Mar 2026 0. The client signed:  >>> \\ndate: Sat, 02 Mar 2026 .',
    )
    expect(differenceOf(RIGHT.replace('x-request-id: abc', ''))).toMatch(/^Tried without success/)
    expect(differenceOf(RIGHT.split('\n')[0] ?? '')).toBe(
      'The two strings differ first at byte 36, marked >>>. The server built: 02 Mar 2026 09:30:00 GMT >>> \\nx-request-id: abc. The client signed: 02 Mar 2026 09:30:00 GMT >>> [end].',
    )
  })

  it('is not shown for other texts', () => {
    expect(diagnose(signed(BODY))).toEqual([
      'The signature fits the body: sign the signing string, in which the digest stands for the body.',
    ])
  })
})

describe('what clients sign in place of the signing string', () => {
  it.each<[string | Buffer, string]>([
    [BODY, 'the body: sign the signing string, in which the digest stands for the body'],
    [createDigest(BODY), 'the digest alone: sign the signing string, of which the digest is one line'],
    [
      createDigest(BODY).slice(8),
      'the Base64 of the digest alone: sign the signing string, of which the digest is one line',
    ],
    [
      `${RIGHT}{"a":1}`,
      'the signing string followed by the body: sign the string alone: the digest stands for the body',
    ],
    [
      `${RIGHT}\n{"a":1}`,
      'the signing string, a line feed and the body: sign the string alone: the digest stands for the body',
    ],
    ['date x-request-id', 'the list of header names: sign a line "name: value" for each of them'],
    ['', 'an empty text: sign the signing string: was it built in another variable?'],
  ])('%j', (text, words) => expect(diagnose(signed(text))).toEqual([`The signature fits ${words}.`]))

  it('is no body where there is none, and no digest where there is none', () => {
    const message = { method: 'GET', target: '/', headers: [] }
    expect(diagnose(signed(''), { body: Buffer.alloc(0), message })[0]).toMatch(/^The signature fits an empty text/)
    expect(diagnose(signed('undefined'), { message })[0]).toMatch(/^The key is right/)
  })
})

describe('two mistakes at once', () => {
  it.each([
    [
      RIGHT.replaceAll(': ', ':').replaceAll('\n', '\r\n'),
      'without the space after each colon and with \\r\\n between its lines',
    ],
    [`${RIGHT.toUpperCase().replace(/: .*/g, '')}`, undefined],
  ])('%j', (text, words) => {
    if (words === undefined) expect(diagnose(signed(text))[0]).toMatch(/^The key is right/)
    else expect(diagnose(signed(text))[0]).toContain(`The signature fits the signing string ${words}: `)
  })
})

describe('the forms in which a signature is sent', () => {
  const bytes = Buffer.from(Array.from({ length: 65 }, (_, place) => (place * 37 + 251) % 256))
  const base64 = bytes.toString('base64')
  const found = (written: string) =>
    listSignatureForms(written)
      .filter(form => form.bytes.equals(bytes))
      .map(({ did, remedy }) => [did, remedy])
  const ONCE = 'send the Base64 of its bytes'

  it.each<[string, string, string | undefined, string | undefined]>([
    ['plain', base64, undefined, undefined],
    [
      'URL form',
      bytes.toString('base64url'),
      'in the URL form of Base64',
      'write + and / for - and _, and = at the end (Java: Base64.getEncoder(), not getUrlEncoder())',
    ],
    [
      'URL form with padding',
      `${bytes.toString('base64url')}=`,
      'in the URL form of Base64',
      'write + and / for - and _, and = at the end (Java: Base64.getEncoder(), not getUrlEncoder())',
    ],
    ['no padding', base64.replace(/=+$/, ''), 'in Base64 without the = at its end', 'write the padding too'],
    [
      'hexadecimal',
      bytes.toString('hex'),
      'in hexadecimal',
      `${ONCE} (openssl prints hexadecimal unless it gets -binary)`,
    ],
    [
      'hexadecimal with colons',
      bytes.toString('hex').toUpperCase().match(/../g)?.join(':') ?? '',
      'in hexadecimal',
      `${ONCE} (openssl prints hexadecimal unless it gets -binary)`,
    ],
    ['twice', Buffer.from(base64).toString('base64'), 'in Base64 twice', `${ONCE} once`],
    ['twice, with a line feed', Buffer.from(`${base64}\n`).toString('base64'), 'in Base64 twice', `${ONCE} once`],
    [
      'Base64 of hexadecimal',
      Buffer.from(bytes.toString('hex')).toString('base64'),
      'as the Base64 of hexadecimal',
      `${ONCE}, not of their hexadecimal`,
    ],
    ['PEM', `-----BEGIN PKCS7-----${base64}-----END PKCS7-----`, undefined, undefined],
    ['percent', encodeURIComponent(base64), 'percent-encoded', 'leave the Base64 as it is: a header is no URL'],
    [
      'blanks',
      base64.replaceAll('+', ' '),
      'with a blank for each + of its Base64',
      'do not decode it as a form: + is a letter of Base64',
    ],
    [
      'line breaks',
      base64.replace(/.{20}/g, '$&\n'),
      'with line breaks in its Base64',
      'write it on one line (base64 -w0; Java: getEncoder(), not getMimeEncoder())',
    ],
    [
      'written line breaks',
      base64.replace(/.{20}/g, '$&\\r\\n'),
      'with line breaks in its Base64',
      'write it on one line (base64 -w0; Java: getEncoder(), not getMimeEncoder())',
    ],
    ['name', `RSA-SHA256=${base64}`, 'with a name before its Base64', 'send the Base64 alone'],
    ['name and blank', `Signature: ${base64}`, 'with a name before its Base64', 'send the Base64 alone'],
    [
      'reverse',
      Buffer.from(bytes).reverse().toString('base64'),
      'with its bytes in reverse order',
      'turn them round (Windows CryptoAPI gives the lowest byte first)',
    ],
  ])('%s', (what, written, did, remedy) => {
    if (what === 'PEM')
      expect(listSignatureForms(`-----BEGIN A-----${base64}-----END A-----`)).toContainEqual({
        bytes,
        did: 'as a PEM',
        remedy: `${ONCE}, without lines around it`,
      })
    else expect(found(written)).toContainEqual([did, remedy])
  })

  it('are none where nothing can be read', () => {
    for (const nothing of ['', '?', '%', '-----BEGIN A----------END A-----', 'ab', '\u00e6\u00f8'])
      expect(
        listSignatureForms(nothing).filter(({ bytes: read }) => read.length > 2),
        nothing,
      ).toEqual([])
    expect(listSignatureForms('')).toEqual([])
    expect(listSignatureForms('%E0%A4')).toEqual([])
  })

  it('of plain Base64 come first, with nothing to say', () => {
    expect(listSignatureForms(base64)).toEqual([
      { bytes },
      {
        bytes: Buffer.from(bytes).reverse(),
        did: 'with its bytes in reverse order',
        remedy: 'turn them round (Windows CryptoAPI gives the lowest byte first)',
      },
    ])
  })
})

describe('what one refusal may cost (D96)', () => {
  it('is a number of verifications', () => {
    const budget = createBudget(2)
    expect([budget.isSpent(), budget.spend(), budget.spend(), budget.isSpent(), budget.spend()]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(openSignature(signed(RIGHT), publicKey, createBudget(0))).toBeUndefined()
    for (const signature of [signed(RIGHT), pss(RIGHT, 'sha256')]) {
      expect(openSignature(signature, publicKey, createBudget(0))).toBeUndefined()
      const once = openSignature(signature, publicKey, createBudget(1))
      expect(once?.budget).toBeUndefined()
      expect(once?.fits(Buffer.from(RIGHT), true)).toBeDefined()
      expect(once?.fits(Buffer.from('another'), true)).toBeUndefined()
    }
    const spent = createBudget(0)
    expect(openSignature(signed(RIGHT, 'sha256', ecKey), createPublicKey(ecKey), spent)?.budget).toBe(spent)
  })

  it('is no more for a long string: two million bytes of texts', () => {
    const value = 'x'.repeat(30_000)
    const tried = diagnose(signed('another'), { lines: [{ name: 'a', value }] })[1]
    const count = Number(/success: (\d+)/.exec(tried ?? '')?.[1])
    expect(count).toBeGreaterThan(30)
    expect(count).toBeLessThan(100)
  })

  it('is five refusals a second for each TPP', () => {
    let now = 1_000
    const doctor = createSignatureDoctor(() => new Date(now))
    const look = () => doctor.mayLook('a')
    expect([look(), look(), look(), look(), look(), look()]).toEqual([true, true, true, true, true, false])
    expect(doctor.mayLook('b')).toBe(true)
    expect(doctor.examine('a', () => evidence(signed(BODY)))).toEqual([NOT_EXAMINED])
    expect(doctor.examine('b', () => evidence(signed(BODY)))[0]).toMatch(/^The signature fits the body/)
    now = 1_999
    expect(look()).toBe(false)
    now = 2_000
    expect(look()).toBe(true)
  })
})

it('the key of the authority is none of the TPP', () => {
  const certificate = reader.read(headerOf(callOf({}), 'TPP-Signature-Certificate'), NOW)
  expect(reader.listOtherKeys(certificate).some(one => one.key.equals(createPublicKey(authority.key)))).toBe(true)
})
