import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { issueTo, NOW } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { send, startBank } from '../../support/clients/bank.ts'
import { serve } from '../../support/clients/serve-store.ts'
import { signedAgain } from '../../support/clients/signed-again.ts'
import { signedRequest } from '../../support/clients/signing-client.ts'
import { authority } from '../../support/hostile/attack-kit.ts'

const bank = await startBank()
const server = await serve(bank.store, [authority.certificate], () => NOW)
afterAll(() => server.stop())

const BODY = '{"name":"Åse & Co","customerNumber":"1/2","type":"PRIVATE"}'
const JSON_BODY: Readonly<Record<string, string>> = JSON.parse(BODY)
const hash = (text: string | Buffer, algorithm = 'sha256') => createHash(algorithm).update(text).digest()
const digestOf = (text: string | Buffer) => `SHA-256=${hash(text).toString('base64')}`
const unicode = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
let next = 300_000_000

/** A call whose Digest says otherwise than its body, and which is signed as it is. */
const refuse = async (digest: string, authorityId = `NO-FSA-${next++}`, body = BODY): Promise<string> => {
  const holder = issueTo(authority, { key: keptKey('tpp'), authorityId })
  const request = signedRequest({ ...holder, method: 'POST', url: PATHS.customers, body, date: NOW })
  const answer = await send(server.url, signedAgain(holder, request, { Digest: digest }))
  return expectRefusal(answer, 401, 'SIGNATURE_INVALID').join(' ')
}

const MISTAKES: readonly (readonly [mistake: string, digest: string, words: RegExp])[] = [
  ['hexadecimal', `SHA-256=${hash(BODY).toString('hex')}`, /written in hexadecimal: write its bytes in Base64/],
  ['hexadecimal in capitals', `SHA-256=${hash(BODY).toString('hex').toUpperCase()}`, /written in hexadecimal/],
  [
    'Base64 of hexadecimal',
    `SHA-256=${Buffer.from(hash(BODY).toString('hex')).toString('base64')}`,
    /Base64 of the hexadecimal text/,
  ],
  ['Base64 twice', `SHA-256=${Buffer.from(hash(BODY).toString('base64')).toString('base64')}`, /in Base64 twice/],
  ['base64url', `SHA-512=${hash(BODY, 'sha512').toString('base64url')}`, /in the URL form of Base64/],
  ['blanks', `SHA-256=${hash(BODY).toString('base64').replace(/.{20}/g, '$& ')}`, /its Base64 has blanks in it/],
  ['line breaks', `SHA-256=${hash(BODY).toString('base64').replace(/.{20}/, '$&\\n')}`, /its Base64 has blanks in it/],
  [
    'a blank for each +',
    `SHA-512=${hash(BODY, 'sha512').toString('base64').replaceAll('+', ' ')}`,
    /has a blank for each \+: do not decode it as a form/,
  ],
  [
    'small letters',
    `SHA-256=${hash(BODY).toString('base64').toLowerCase()}`,
    /letters were made small or capital ones/,
  ],
  ['no name', hash(BODY).toString('base64'), /The hash is right, but its name is missing: write SHA-256= before it/],
  ['another name', `sha256=${hash(BODY).toString('base64')}`, /its name must be SHA-256, with = after it/],
  ['a colon', `SHA-512:${hash(BODY, 'sha512').toString('base64')}`, /its name must be SHA-512, with = after it/],
  [
    'the name of the header',
    `Digest: SHA-256=${hash(BODY).toString('base64')}`,
    /the name of the header stands in its value, too/,
  ],
  [
    'str() of Python',
    digestOf("{'name': 'Åse & Co', 'customerNumber': '1/2', 'type': 'PRIVATE'}"),
    /what Python’s str\(\) makes/,
  ],
  ['percent-encoding', `SHA-256=${encodeURIComponent(hash(BODY).toString('base64'))}`, /percent-encoded/],
  ['quotation marks', `SHA-256="${hash(BODY).toString('base64')}"`, /in quotation marks: leave them out/],
  ['RFC 9530', `SHA-256=:${hash(BODY).toString('base64')}:`, /as in Content-Digest of RFC 9530/],
  [
    'MD5',
    `MD5=${hash(BODY, 'md5').toString('base64')}`,
    /It is the MD5 of the body, which the interface does not know/,
  ],
  ['SHA-1', `SHA=${hash(BODY, 'sha1').toString('base64')}`, /It is the SHA-1 of the body.*: hash it by SHA-256/],
  ['MD5 by another name', `SHA-256=${hash(BODY, 'md5').toString('base64')}`, /That is the MD5 of the body/],
  ['SHA-1 by another name', `SHA-256=${hash(BODY, 'sha1').toString('base64')}`, /That is the SHA-1 of the body/],
  [
    'SHA-512 by the name of SHA-256',
    `SHA-256=${hash(BODY, 'sha512').toString('base64')}`,
    /That is the SHA-512 of the body: name it so/,
  ],
  ['a hash of the hash', digestOf(hash(BODY)), /hashed twice: hash its bytes once/],
  ['a hash of its hexadecimal', digestOf(hash(BODY).toString('hex')), /hashed twice/],
  ['an empty body', digestOf(''), /digest of an empty body/],
  ['a line feed more', digestOf(`${BODY}\n`), /with another line end after it/],
  [
    'spaces, as Python writes',
    digestOf(BODY.replaceAll('":"', '": "').replaceAll('","', '", "')),
    /with other white space/,
  ],
  ['indented', digestOf(JSON.stringify(JSON_BODY, null, 2)), /with other white space/],
  [
    'sorted fields',
    digestOf(JSON.stringify(Object.fromEntries(Object.entries(JSON_BODY).sort()))),
    /with its fields in alphabetical order/,
  ],
  [
    'Python’s escapes',
    digestOf(unicode(BODY.replaceAll('":"', '": "').replaceAll('","', '", "'))),
    /with \\u for what is not ASCII, as Python’s json\.dumps writes it/,
  ],
  [
    'PHP’s escapes',
    digestOf(unicode(BODY.replaceAll('/', '\\/'))),
    /with \\\/ for each slash, as PHP’s json_encode writes it/,
  ],
  ['Go’s escapes', digestOf(BODY.replaceAll('&', '\\u0026')), /as Go’s json\.Marshal writes it/],
  ['UTF-16', digestOf(Buffer.from(BODY, 'utf16le')), /the body in UTF-16/],
  ['ISO-8859-1', digestOf(Buffer.from(BODY, 'latin1')), /the body in ISO-8859-1/],
  ['?', digestOf(BODY.replace('Å', '?')), /with \? for what is not ASCII/],
  ['a byte order mark', digestOf(`\ufeff${BODY}`), /with a byte order mark before it/],
  ['JSON twice', digestOf(JSON.stringify(BODY)), /serialised twice before it was hashed/],
  ['Base64 of the body', digestOf(Buffer.from(BODY).toString('base64')), /the Base64 of the body/],
  ['percent-encoded body', digestOf(encodeURIComponent(BODY)), /percent-encoded body/],
  ['undefined', digestOf('undefined'), /a word in place of the body/],
]

describe('a digest that is refused says which mistake explains it', () => {
  it.each(MISTAKES)('%s', async (_, digest, words) => {
    expect(await refuse(digest)).toMatch(words)
  })

  it('says which side has the byte order mark', async () => {
    expect(await refuse(digestOf(`\ufeff${BODY}`))).toMatch(
      /^Digest: It would match .* mark before it, which is not sent/,
    )
    expect(await refuse(digestOf(BODY), undefined, `\ufeff${BODY}`)).toMatch(
      /^Digest: It would match the body without the byte order mark that is sent before it: leave that out/,
    )
  })

  it('says nothing that it cannot prove', async () => {
    expect(await refuse(digestOf('another body'))).toMatch(/the \d+ bytes received have [A-Za-z0-9+/=]+\.$/)
  })

  it('looks five times a second for each TPP', async () => {
    const seen: boolean[] = []
    for (let count = 0; count < 7; count++) seen.push(/empty body/.test(await refuse(digestOf(''), 'NO-FSA-999')))
    expect(seen).toEqual([true, true, true, true, true, false, false])
  })
})
