import { constants, createHmac, createPublicKey, publicEncrypt, randomUUID, sign as signBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { NOT_EXAMINED } from '../../../src/domain/tpps.ts'
import { expectRefusal } from '../../support/builders/builders.ts'
import { issueTo, issueWithOpenssl, NOW } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { newEcKey } from '../../support/builders/public-keys.ts'
import { send, startBank } from '../../support/clients/bank.ts'
import { serve } from '../../support/clients/serve-store.ts'
import { endingLikePss, endsLikePss } from '../../support/harness/ending-like-pss.ts'
import { authority, otherKey } from '../../support/hostile/attack-kit.ts'
import {
  BODY,
  type Client,
  callOf,
  hashed,
  line,
  lines,
  NAMES,
  OTHER_SIGNATURES,
  WRONG_TEXTS,
} from '../../support/hostile/wrong-signatures.ts'

const bank = await startBank()
const machineNow = () => NOW
const server = await serve(bank.store, [authority.certificate], machineNow)
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.stop()
})

const key = keptKey('tpp')

/** One of each kind: the room of signatures tries them all. */
const SENT = [
  'a line feed at the end',
  'CRLF between',
  'the lines of echo of Windows',
  'echo -n of a shell that knows no -n',
  '"\u00c3\u00b8" for %C3%B8',
  'localhost for 127.0.0.1',
  'names as sent',
  'one name as sent',
  'a line forgotten',
  'the method in capitals',
  'the digest of nothing',
  'undefined for a value',
  'UTF-16',
  'the body',
  'two at once',
  'SHA-1',
  'PSS',
  'a bare hash',
  'base64url',
]

const causeOf = async (client: Client, holder?: Parameters<typeof callOf>[1]) => {
  const texts = expectRefusal(await send(server.url, callOf(client, holder)), 401, 'SIGNATURE_INVALID')
  for (const text of texts) expect(text).not.toMatch(/error:|ERR_|node:|\/src\/|\n/)
  // One look: each text within D16, all of them on a screen of 24 lines.
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(512)
  expect(texts.join(' ').length).toBeLessThanOrEqual(24 * 80)
  return texts
}

describe('a signature that is refused says which mistake explains it, and how to correct it', () => {
  it.each([...WRONG_TEXTS, ...OTHER_SIGNATURES].filter(([mistake]) => SENT.includes(mistake)))(
    '%s',
    async (_, client, words) => {
      const texts = await causeOf(client)
      expect(texts.join(' ')).toMatch(words)
      expect(texts[0]).toMatch(/^Signature: The signature fits /)
    },
  )

  it.each<[string, string, RegExp]>([
    ['empty', '', /The parameter signature is empty: the signing function failed/],
    ['an array of Java', '[B@1b6d3586', /is what Java writes for an array of bytes: write Base64/],
    ['a Promise', '[object Promise]', /is what JavaScript writes for a Promise: await it/],
    ['an object of JavaScript', '[object ArrayBuffer]', /is what JavaScript writes for an object/],
    ['an array of .NET', 'System.Byte[]', /is what \.NET writes for an array of bytes/],
    ['a word', 'None', /is a word in place of a value/],
    ['a variable of Postman', '{{signature}}', /is a variable of Postman without a value/],
    ['a variable of a shell', '$SIGNED', /is a variable that was not replaced/],
    [
      'an array of Java as text',
      '[12, -3, 4, 5, 6, 7, 8, 9, -100, 11]',
      /is a list of numbers, as Go, JavaScript and Java write/,
    ],
    [
      'a JSON Web Signature',
      'eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.c2ln',
      /is a JSON Web Signature: sign the signing string/,
    ],
    ['a data: URL', 'data:;base64,AAAA', /is a data: URL: write what stands after its comma/],
    [
      'a PEM',
      '-----BEGIN SIGNATURE-----AAAA-----END SIGNATURE-----',
      /is a PEM: write the Base64 of the signature alone/,
    ],
    ['a list of numbers', '[12 3 4 5 6 7 8 9 200 11]', /is a list of numbers, as Go, JavaScript and Java write bytes/],
  ])('a text that is no signature, but %s, is named as what it is', async (_, written, words) => {
    expect((await causeOf({ write: () => written }))[0]).toMatch(words)
  })

  it.each<[string, string, RegExp]>([
    ['RFC 9421', 'sig1=:AAAA:', /It is in the form of RFC 9421/],
    ['JSON', '{"keyId":"x"}', /It is JSON: write name="value"/],
    ['a JSON Web Signature', 'eyJhbGciOiJSUzI1NiJ9..c2ln', /It is a JSON Web Signature/],
    ['JSON.stringify', '"keyId=\\"x\\",signature=\\"AA==\\""', /It stands in quotation marks as a whole/],
    ['escapes', 'keyId=\\"x\\",signature=\\"AA==\\"', /Its quotation marks are written \\": leave the backslashes out/],
    ['HTML', 'keyId=&quot;SN=1, CA&quot;,signature=&quot;AA==&quot;', /Its quotation marks are those of HTML/],
    [
      'a word processor',
      `=?utf-8?B?${Buffer.from('keyId=”SN=1 CA”,signature=”AA==”').toString('base64')}?=`,
      /typographic ones/,
    ],
    ['colons', 'keyId:"x",signature:"AA=="', /It has a colon after a name: write name="value"/],
    [
      'a list of JSON',
      'keyId="x",headers=["date","digest"],signature="AA=="',
      /The parameter headers is a list of JSON/,
    ],
    [
      'bare Base64',
      Buffer.from('keyId="x",signature="AA=="').toString('base64'),
      /It is the Base64 of the header: write =\?utf-8\?B\?/,
    ],
    ['the form Q, unescaped', '=?utf-8?Q?keyId="x",signature="AA=="?=', /In the form Q a blank is written _/],
    ['a word that is cut', '=?utf-8?B?a2V5SWQ9', /It does not end in \?=: was it cut off\?/],
    ['RFC 9421 inside', 'keyId="x",headers="@method digest",signature="AA=="', /lists @method, which is of RFC 9421/],
    ['raw bytes', 'keyId="x",signature="\x89"', /a signature is sent as the Base64 of its bytes/],
  ])('a header in the form of %s is named as that', async (_, value, words) => {
    const { headers, ...call } = callOf({})
    const changed = headers.map(([name, sent]) => [name, name === 'Signature' ? value : sent] as const)
    const answer = await send(server.url, { ...call, headers: changed })
    expect(expectRefusal(answer, 401, 'SIGNATURE_INVALID').join(' ')).toMatch(words)
  })

  it('and the untouched call is accepted, so that each is refused for its own reason', async () => {
    expect((await send(server.url, callOf({}))).status).not.toBe(401)
  })

  it('marks where the two strings part', async () => {
    const [, mark] = await causeOf({ text: right => `${right}\n` })
    expect(mark).toMatch(
      /^Signature: The two strings differ first at byte \d+, marked >>>\. The server built: .*a%20b >>> \[end\]\. The client signed: .*a%20b >>> \\n\.$/,
    )
  })
})

const NOTHING_SEEN =
  /^Signature: The signature fits nothing that was tried, and the key of the certificate shows no signature by RSA \(PKCS #1 v1\.5\) in it: it was made with another key or in another way, or altered on the way \(one letter is enough\)\. Sign with the key that the certificate was issued for, and send the Base64 of the bytes unchanged\.$/

describe('a signature with another key', () => {
  it('of a TPP that has called is distinguished from one of an unknown TPP', async () => {
    const other = issueTo(authority, { key: otherKey(), authorityId: 'NO-FSA-555', name: 'Other AS' })
    await send(server.url, callOf({ sign: text => signBytes('sha256', text, otherKey()) }, other))
    expect((await causeOf({ sign: text => signBytes('sha256', text, otherKey()) }))[0]).toMatch(
      /made with the key of another certificate of Other AS, serial [0-9a-f]+: send the certificate that belongs to the key/,
    )
  })

  it('of the CA is named', async () => {
    expect((await causeOf({ sign: text => signBytes('sha256', text, authority.key) }))[0]).toMatch(
      /made with the key of the issuer CN=Sandbank Øvelse CA/,
    )
  })

  it('of an unknown key is named, since an RSA signature shows it', async () => {
    expect((await causeOf({ sign: text => signBytes('sha256', text, keptKey('nobody')) }))[0]).toMatch(NOTHING_SEEN)
    const chance = endingLikePss(key, attempt => signBytes('sha256', Buffer.from(`${attempt}`), keptKey('nobody')))
    expect((await causeOf({ sign: () => chance }))[0]).toMatch(NOTHING_SEEN)
    const short = { sign: (text: Buffer) => signBytes('sha256', text, keptKey('weak', 1024)) }
    expect((await causeOf(short))[0]).toMatch(
      /it has 128 bytes, and one of this certificate's RSA key has 256, so that it was made with another key, or cut on the way\. Sign with the key /,
    )
  })
})

describe('bytes that no RSA key of this certificate made', () => {
  const ec = newEcKey('P-256')
  it.each<[string, (text: Buffer) => Buffer, RegExp]>([
    [
      'an HMAC with a secret of its own',
      text => createHmac('sha256', 'secret').update(text).digest(),
      /^Signature: It has 32 bytes, as an HMAC or a hash by SHA-256 has\. There is no shared secret/,
    ],
    [
      'an HMAC by SHA-512',
      text => createHmac('sha512', 'secret').update(text).digest(),
      /It has 64 bytes, as an HMAC by SHA-512 has, or a signature by Ed25519/,
    ],
    [
      'an HMAC by SHA-1',
      text => createHmac('sha1', 'secret').update(text).digest(),
      /It has 20 bytes, as an HMAC or a hash by SHA-1/,
    ],
    [
      'an ECDSA signature',
      text => signBytes('sha256', text, ec),
      /It has the form of an ECDSA signature: sign with the key that the certificate was issued for/,
    ],
    [
      'bytes that were text on the way',
      text => Buffer.from(signBytes('sha256', text, key).toString('utf8')),
      /became EF BF BD: write the Base64 of the bytes/,
    ],
    [
      'a CMS signature',
      text => Buffer.concat([Buffer.from('308203a006092a864886f70d010702', 'hex'), signBytes('sha256', text, key)]),
      /It is a PKCS #7 \(CMS\) signature, as openssl cms/,
    ],
  ])('%s is recognised by its form', async (_, sign, words) => {
    expect((await causeOf({ sign }))[0]).toMatch(words)
  })
})

describe('a value that was made twice', () => {
  it.each(['x-request-id', 'psu-id'])('%s, cannot be found, and the refusal says why', async name => {
    expect((await causeOf({ text: line(name, () => randomUUID()) }))[2]).toMatch(
      /A value that was made twice cannot be guessed: make X-Request-ID once, for the header and for the string/,
    )
  })
})

describe('what is sent in place of what the interface has', () => {
  const textsOf = async (
    changes: Readonly<Record<string, readonly (readonly [string, string])[]>>,
    client: Client = {},
  ) => {
    const { headers, ...call } = callOf(client)
    const changed = headers.flatMap(header => changes[header[0]] ?? [header])
    const { status, text } = await send(server.url, { ...call, headers: changed })
    const { tppMessages } = JSON.parse(text)
    return [status, tppMessages[0].code, tppMessages[0].text]
  }
  const token = ['Authorization', 'Bearer abc'] as const
  const withUnderscores = (wrapped: string) => {
    const header = Buffer.from(wrapped.slice('=?utf-8?B?'.length, -2), 'base64').toString()
    return `=?utf-8?B?${Buffer.from(header.replace('x-request-id', 'x_request_id')).toString('base64')}?=`
  }

  it('a token is named, before what is missing', async () => {
    const words = /^Authorization has a Bearer token, which the interface does not know: each call is signed instead\. /
    expect(await textsOf({ 'TPP-Signature-Certificate': [token], Signature: [] })).toEqual([
      401,
      'CERTIFICATE_MISSING',
      expect.stringMatching(words),
    ])
    expect(await textsOf({ Signature: [token] })).toEqual([401, 'SIGNATURE_MISSING', expect.stringMatching(words)])
  })

  it('Content-Digest is named where Digest is missing, signed or not', async () => {
    const other = ['Content-Digest', 'sha-256=:abc:'] as const
    const words =
      /The request carries Content-Digest of RFC 9530: the interface has Digest of RFC 3230, SHA-256=<Base64>\.$/
    expect(await textsOf({ Digest: [other] })).toEqual([401, 'SIGNATURE_INVALID', expect.stringMatching(words)])
    const { headers, ...call } = callOf({ names: NAMES.filter(name => name !== 'digest') })
    const unsigned = headers.map(header => (header[0] === 'Digest' ? other : header))
    expect(expectRefusal(await send(server.url, { ...call, headers: unsigned }), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
      'Digest: The header Digest is required for this operation. The request carries Content-Digest of RFC 9530: the interface has Digest of RFC 3230, SHA-256=<Base64>.',
    ])
  })

  it('names with underscores are listed, in the request and in the parameter headers', async () => {
    expect(await textsOf({ 'X-Request-ID': [['X_Request_ID', 'a']] })).toEqual([
      401,
      'SIGNATURE_INVALID',
      'The header x-request-id is listed as signed, but the request does not carry it. The request carries x_request_id: write the name with hyphens, both there and in the parameter headers.',
    ])
    const { headers, ...call } = callOf({})
    const listed = headers.map(
      ([name, value]) => [name, name === 'Signature' ? withUnderscores(value) : value] as const,
    )
    expect(expectRefusal(await send(server.url, { ...call, headers: listed }), 401, 'SIGNATURE_INVALID')[0]).toBe(
      'Signature: The request carries x-request-id without signing it: sign headers="(request-target) date digest x-request-id psu-id tpp-redirect-uri".',
    )
  })

  it('a certificate in Base64 twice is named as that, of DER and of PEM', async () => {
    const { certificate } = issueTo(authority, { key, authorityId: 'NO-FSA-4711' })
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    for (const twice of [base64(certificate.raw.toString('base64')), base64(base64(certificate.toString()))])
      expect(await textsOf({ 'TPP-Signature-Certificate': [['TPP-Signature-Certificate', twice]] })).toEqual([
        401,
        'CERTIFICATE_INVALID',
        expect.stringMatching(/^The header holds a certificate in Base64 twice: /),
      ])
  })
})

describe('a signature over what an earlier call had', () => {
  const holder = () =>
    issueTo(authority, { key, authorityId: `NO-FSA-66${randomUUID().replace(/\D/g, '').slice(0, 7)}` })
  const earlierId = (sent: ReturnType<typeof callOf>) =>
    sent.headers.find(([name]) => name === 'X-Request-ID')?.[1] ?? ''

  it('its X-Request-ID is found and named, also where that call was refused', async () => {
    const own = holder()
    const earlier = callOf({ text: right => `${right}\n` }, own)
    await send(server.url, earlier)
    // Calls of other TPPs come between, and the next of this one has another id.
    await send(server.url, callOf({}))
    const [cause, mark] = await causeOf({ text: line('x-request-id', () => earlierId(earlier)) }, own)
    expect(cause).toBe(
      `Signature: The signature fits the signing string with the X-Request-ID of an earlier call (${earlierId(earlier)}): make the X-Request-ID once for each call, for the header and for the string.`,
    )
    expect(mark).toMatch(/^Signature: The two strings differ first at byte/)
  })

  it('all of it, as when a signature is kept and sent again, is named with the call that it was of', async () => {
    const own = holder()
    const earlier = callOf({}, own)
    const { Signature: kept = '' } = Object.fromEntries(earlier.headers)
    await send(server.url, earlier)
    await send(server.url, callOf({}))
    const { headers, ...call } = callOf({ body: '{"customerNumber":"8"}', target: '/v1/sandbox/customers' }, own)
    const again = {
      ...call,
      headers: headers.map(([name, value]) => [name, name === 'Signature' ? kept : value] as const),
    }
    expect(expectRefusal(await send(server.url, again), 401, 'SIGNATURE_INVALID')[0]).toBe(
      `Signature: The signature fits the signing string of an earlier call, with X-Request-ID ${earlierId(earlier)}: sign each call anew, over its own headers.`,
    )
  })

  it('of another TPP is not named', async () => {
    const [other, own] = [holder(), holder()]
    const earlier = callOf({}, other)
    await send(server.url, earlier)
    await send(server.url, callOf({}))
    const [cause] = await causeOf({ text: line('x-request-id', () => earlierId(earlier)) }, own)
    expect(cause).toContain('The key is right: what was signed is another text')
  })
})

describe('a text that is not found', () => {
  it('is shown by its hash, when the key is right', async () => {
    const text = 'something else'
    expect((await causeOf({ text: () => text }))[0]).toContain(
      `The key is right: what was signed is another text than the server's, with the SHA-256 ${hashed('sha256', text).toString('hex')}.`,
    )
  })

  it.each([0, 100, 341])('has one altered letter (%i), which is named as a possible cause', async at => {
    const write = (made: Buffer) => {
      const base64 = made.toString('base64')
      // The last letter carries two bits, the upper ones: these differ in them.
      const others = [...'AQgw'].map(letter => `${base64.slice(0, at)}${letter}${base64.slice(at + 1)}`)
      // One that ends as PSS does by chance would be looked into.
      return others.find(text => text !== base64 && !endsLikePss(key, Buffer.from(text, 'base64'))) ?? ''
    }
    const altered = await causeOf({ write })
    expect(altered[0]).toMatch(NOTHING_SEEN)
    expect(altered.join(' ')).not.toMatch(/not made with|PSS|Tried/)
  })

  it('is encrypted by the public key, and shows nothing', async () => {
    const sign = (text: Buffer) =>
      publicEncrypt({ key: createPublicKey(key), padding: constants.RSA_PKCS1_PADDING }, hashed('sha256', text))
    expect((await causeOf({ sign }))[0]).toMatch(NOTHING_SEEN)
  })
})

it('a signature and a digest that are both wrong are named together, each with its cause (D16, D96)', async () => {
  const call = callOf({ text: right => `${right}\n` })
  const texts = expectRefusal(
    await send(server.url, { ...call, body: Buffer.from(`${BODY}\n`) }),
    401,
    'SIGNATURE_INVALID',
  )
  expect(texts[0]).toMatch(/^Signature: The signature fits the signing string with a line feed at its end/)
  expect(texts.find(text => text.startsWith('Digest: '))).toContain('another line end after it')
  // A digest that is right is no mistake.
  expect((await causeOf({ text: right => `${right}\n` })).filter(text => text.startsWith('Digest: '))).toEqual([])
})

describe('a flood of refused signatures', () => {
  it('is looked into five times a second for each TPP', async () => {
    const holder = issueTo(authority, { key, authorityId: 'NO-FSA-777' })
    const first: (string | undefined)[] = []
    for (let count = 0; count < 7; count++) first.push((await causeOf({ text: right => `${right}\n` }, holder))[0])
    expect(first.map(text => text?.includes('with a line feed at its end'))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(first[6]).toMatch(/^Signature: The signature does not fit rsa-sha256 over the signing string/)
    expect((await causeOf({ text: right => `${right}\n` }))[0]).toContain('with a line feed at its end')
  })
})

describe('what was wrong with a call that was not examined, since too many were refused in its second', () => {
  const why = async (id: string | undefined) => {
    const query = 'query ($id: ID!) { why(of: { call: $id }) { text } }'
    const body = JSON.stringify({ query, variables: { id } })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })).json()
    const page = await fetch(`${server.url}/requests/${id}`, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(200)
    return answer.data.why.text
  }
  it.each([
    [
      'the text',
      { text: (right: string) => `${right}\n` },
      BODY,
      'The signature fits the signing string with a line feed',
    ],
    ['the body', { body: `${BODY}\n` }, BODY, 'another line end after it'],
    ['a body with a line feed that was not hashed', {}, `${BODY}\n`, 'with another line end after it: sign'],
    ['a body with line ends of Windows', { body: '{\n}' }, '{\r\n}', 'with other line ends'],
    ['a byte order mark', {}, `\ufeff${BODY}`, 'without the byte order mark that is sent before it'],
  ])('is found when why is asked: %s', async (_, client, body, cause) => {
    const holder = issueTo(authority, { key, authorityId: `NO-FSA-${cause.length}` })
    const calls = Array.from({ length: 9 }, () => ({ ...callOf(client, holder), body: Buffer.from(body) }))
    const answers = await Promise.all(calls.map(call => send(server.url, call)))
    const unseen = answers.filter(({ text }) => text.includes('Sandbank-Request'))
    expect(unseen.length).toBeGreaterThan(0)
    for (const { headers } of unseen) {
      const text = await why(headers['sandbank-request'])
      expect(text).toContain(cause)
      expect(text).not.toContain(NOT_EXAMINED)
    }
  })
})

describe('an ECDSA signature that is refused', () => {
  const ecKey = newEcKey('P-256')
  const certificate = issueWithOpenssl(authority, ecKey, {
    subject: '/CN=Elliptic/organizationIdentifier=PSDNO-FSA-888',
  })
  // openssl dates by the machine's clock.
  const later = new Date(Date.now() + 60_000)
  // Each signature is another one, and some have the same letters in both forms of Base64.
  const signWhatUrlsWriteOtherwise = (text: Buffer): Buffer => {
    const made = signBytes('sha256', text, ecKey)
    return /[-_]/.test(made.toString('base64url')) ? made : signWhatUrlsWriteOtherwise(text)
  }
  const refuse = async (client: Client) => {
    const ecServer = await serve(bank.store, [authority.certificate], () => later)
    try {
      const call = callOf(
        { sign: text => signBytes('sha256', text, ecKey), ...client, names: NAMES.filter(one => one !== 'date') },
        { key: ecKey, certificate },
      )
      const headers = call.headers.filter(([one]) => one !== 'Date')
      return expectRefusal(await send(ecServer.url, { ...call, headers }), 401, 'SIGNATURE_INVALID')[0]
    } finally {
      await ecServer.stop()
    }
  }

  it.each<[string, Client, RegExp]>([
    [
      'r and s side by side',
      { sign: text => signBytes('sha256', text, { key: ecKey, dsaEncoding: 'ieee-p1363' }) },
      /written as r and s side by side: write ECDSA signatures in DER/,
    ],
    ['SHA-512', { sign: text => signBytes('sha512', text, ecKey) }, /made with SHA-512: sign by ECDSA with SHA-256/],
    ['hashed twice', { sign: text => signBytes('sha256', hashed('sha256', text), ecKey) }, /hashed twice/],
    ['a line feed', { text: right => `${right}\n` }, /with a line feed at its end/],
    [
      'no space',
      { text: lines(all => all.map(text => text.replace(': ', ':'))) },
      /without the space after each colon/,
    ],
    [
      'the method in capitals',
      { text: line('(request-target)', value => value.replace('post', 'POST')) },
      /with the method in capitals/,
    ],
    [
      'base64url',
      { sign: signWhatUrlsWriteOtherwise, write: made => made.toString('base64url') },
      /sent in the URL form of Base64/,
    ],
    [
      'something else',
      { text: () => 'something else' },
      /an ECDSA signature shows neither text nor key, nor whether it was altered on the way\. Sign with the key/,
    ],
  ])('%s', async (_, client, words) => {
    expect(await refuse(client)).toMatch(words)
  })
})
