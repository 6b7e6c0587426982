import { constants, createHash, privateEncrypt, sign as signBytes } from 'node:crypto'
import { describeCertificate } from '../../../src/platform/security/certificates/certificates.ts'
import { createDigest } from '../../../src/platform/security/signature/digest.ts'
import { formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { buildSigningString } from '../../../src/platform/security/signature/signing-string.ts'
import { issueTo, NOW } from '../builders/certificates.ts'
import { keptKey } from '../builders/kept-keys.ts'
import { authority } from './attack-kit.ts'

const key = keptKey('tpp')
/** What a call of these tests signs. */
export const NAMES = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri']
const PSU_ID = '5f0a1b2c-3d4e-4f60-8182-93a4b5c6d7e8'
export const BODY = '{"customerNumber":"1","name":"Åse","type":"PRIVATE"}'
type Pair = readonly [name: string, value: string]

/** One thing that a client does in its own way; the rest is right. */
export type Client = {
  readonly text?: (right: string, headers: readonly Pair[]) => string | Buffer
  readonly sign?: (bytes: Buffer) => Buffer
  readonly write?: (signature: Buffer) => string
  readonly headers?: readonly Pair[]
  readonly names?: readonly string[]
  readonly target?: string
  readonly body?: string
}

const rsa =
  (hash: string, padding: number = constants.RSA_PKCS1_PADDING) =>
  (bytes: Buffer) =>
    signBytes(hash, bytes, { key, padding })
export const hashed = (hash: string, bytes: Buffer | string) => createHash(hash).update(bytes).digest()
/** Changes the line of one header. */
export const line = (name: string, change: (value: string) => string) => (right: string) =>
  right.replace(
    new RegExp(`^${name.replace(/[()]/g, '\\$&')}: (.*)$`, 'm'),
    (_, value: string) => `${name}: ${change(value)}`,
  )
/** Changes the lines of the signing string, or what stands between them. */
export const lines =
  (change: (all: string[]) => string[], between = '\n') =>
  (right: string) =>
    change(right.split('\n')).join(between)
const bytes = (encode: (text: string) => Buffer) => (right: string) => encode(Buffer.from(right, 'latin1').toString())
const name = (change: (name: string) => string) => lines(all => all.map(text => text.replace(/^[^:]*/, change)))

let next = 100_000_000
/** A TPP of its own for each call, since of one TPP only five refusals a second are looked into. */
export function callOf(client: Client, holder = issueTo(authority, { key, authorityId: `NO-FSA-${next++}` })) {
  const { target = '/v1/sandbox/customers?withAccounts=true', names = NAMES, body = BODY } = client
  const headers: Pair[] = [
    ['X-Request-ID', `Call-${next}`],
    ['PSU-ID', PSU_ID],
    ['Date', NOW.toUTCString()],
    ['TPP-Redirect-URI', 'https://tpp.example/back?state=a%20b'],
    ['Digest', createDigest(Buffer.from(body))],
    ['Content-Type', 'application/json'],
    ['TPP-Signature-Certificate', holder.certificate.raw.toString('base64')],
    ...(client.headers ?? []),
  ]
  const right = buildSigningString({ method: 'POST', target, headers }, names)
  const text = client.text?.(right, headers) ?? right
  const signature = (client.sign ?? rsa('sha256'))(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  const written = (client.write ?? (made => made.toString('base64')))(signature)
  const keyId = formatKeyId(describeCertificate(holder.certificate)).replaceAll('\\', '\\\\')
  const header = `keyId="${keyId}",headers="${names.join(' ')}",signature="${written}"`
  const wrapped = `=?utf-8?B?${Buffer.from(header).toString('base64')}?=`
  return { method: 'POST', target, headers: [...headers, ['Signature', wrapped] as const], body: Buffer.from(body) }
}

/** What clients sign in place of the right string, and the words by which the bank names it. */
export const WRONG_TEXTS: readonly (readonly [mistake: string, client: Client, words: RegExp])[] = [
  [
    'an order of a map',
    {
      names: ['date', 'digest', 'x-request-id', 'psu-id'].concat('tpp-redirect-uri'),
      text: lines(([a = '', b = '', c = '', ...rest]) => [c, a, ...rest, b]),
    },
    /in another order of its lines: .*maps of Java, Go and C# have no order/,
  ],
  [
    'a + for a blank',
    {
      target: '/v1/sandbox/customers?withAccounts=true&name=a%20b',
      text: line('(request-target)', value => value.replace('%20', '+')),
    },
    /with a \(request-target\) with \+ for the blanks of its query/,
  ],
  [
    'echo -n of a shell that knows no -n',
    { text: right => `-n ${right}\n` },
    /with "-n " before it and a line feed at its end: use printf/,
  ],
  ...[
    ['\xc3\xb8', /with a \(request-target\) that is percent-decoded: /] as const,
    ['\xf8', /with a \(request-target\) that is percent-decoded, in ISO-8859-1: /] as const,
    ['%c3%b8', /with a \(request-target\) with its percent-encoding in small letters: /] as const,
    ['%25C3%25B8', /with a \(request-target\) that is percent-encoded twice: /] as const,
  ].map(([written, words]): readonly [string, Client, RegExp] => [
    `${JSON.stringify(written)} for %C3%B8`,
    {
      target: '/v1/sandbox/customers?name=%C3%B8',
      text: line('(request-target)', value => value.replace('%C3%B8', written)),
    },
    words,
  ]),
  [
    'two slashes',
    { text: line('(request-target)', value => value.replace('/v1', '//v1')) },
    /with two slashes where the base URL ends/,
  ],
  [
    'a slash before the query',
    { text: line('(request-target)', value => value.replace('?', '/?')) },
    /with a slash more before its query/,
  ],
  [
    'underscores in names',
    { text: lines(all => all.map(text => text.replace(/^[a-z][^:]+/, one => one.replaceAll('-', '_')))) },
    /with _ for the hyphens of the names/,
  ],
  [
    'lists of Go',
    { text: lines(all => all.map(text => text.replace(/: (.*)$/, ': [$1]'))) },
    /with its values in brackets: .*Header\.Get/,
  ],
  [
    'lists of Python',
    { text: lines(all => all.map(text => text.replace(/: (.*)$/, ": ['$1']"))) },
    /with its values as Python shows a list/,
  ],
  [
    'bytes of Python for values',
    { text: lines(all => all.map(text => text.replace(/: (.*)$/, ": b'$1'"))) },
    /with its values as Python shows bytes: make texts of them/,
  ],
  [
    'the digest in hexadecimal',
    { text: line('digest', value => `SHA-256=${Buffer.from(value.slice(8), 'base64').toString('hex')}`) },
    /with the digest in hexadecimal, while the header has it in Base64/,
  ],
  [
    'the digest without padding',
    { text: line('digest', value => value.replace(/=+$/, '')) },
    /with the digest without the = at its end/,
  ],
  [
    'milliseconds',
    { text: line('date', value => String(Date.parse(value))) },
    /with the Date as a number of milliseconds/,
  ],
  [
    'a day of one digit',
    { text: line('date', value => value.replace(', 0', ', ')) },
    /with a Date whose day has one digit/,
  ],
  [
    'a variable of Postman',
    { text: line('x-request-id', () => '{{$guid}}') },
    /with a variable of Postman .*pm\.variables\.replaceIn/,
  ],
  [
    'a named variable of Postman',
    { text: line('tpp-redirect-uri', () => '{{tppRedirectUri}}') },
    /with a variable of Postman/,
  ],
  [
    'an hour too many',
    { text: line('date', value => new Date(Date.parse(value) + 7_200_000).toUTCString()) },
    /with a Date in another time zone that is called GMT/,
  ],
  [
    'a Guid in braces',
    { text: line('x-request-id', value => `{${value}}`) },
    /with an X-Request-ID in braces \(\.NET: Guid\.ToString/,
  ],
  [
    'the name twice',
    { text: line('digest', value => `Digest: ${value}`) },
    /with a header’s name once more in its value/,
  ],
  [
    'a query in another order',
    {
      target: '/v1/sandbox/customers?withAgreements=true&withAccounts=true',
      text: line('(request-target)', () => 'post /v1/sandbox/customers?withAccounts=true&withAgreements=true'),
    },
    /with a \(request-target\) with its query in alphabetical order/,
  ],
  [
    'a question mark',
    { target: '/v1/sandbox/customers', text: line('(request-target)', value => `${value}?`) },
    /with a \(request-target\) with a \? at its end/,
  ],
  [
    'a line feed at the end',
    { text: right => `${right}\n` },
    /fits the signing string with a line feed at its end: let nothing follow/,
  ],
  ['CRLF at the end', { text: right => `${right}\r\n` }, /with \\r\\n at its end: let nothing follow/],
  [
    'CRLF between',
    { text: lines(all => all, '\r\n') },
    /with \\r\\n between its lines: join the lines by a line feed \(\\n\) alone, on Windows too/,
  ],
  ['CRLF everywhere', { text: right => `${right.replaceAll('\n', '\r\n')}\r\n` }, /with \\r\\n after each line/],
  [
    'the lines of echo of Windows',
    { text: right => right.replace(/$/gm, ' \r').replace(/$/, '\n') },
    /with a blank and \\r\\n after each line, as echo of Windows writes them: join the lines by a line feed/,
  ],
  [
    'localhost for 127.0.0.1',
    {
      names: [...NAMES, 'host'],
      headers: [['Host', '127.0.0.1:8080']],
      text: line('host', () => 'localhost:8080'),
    },
    /with another name of this machine for its host: sign Host as it is sent, with its port/,
  ],
  ['a backslash and n', { text: lines(all => all, '\\n') }, /with the two characters \\ and n between its lines/],
  ['blanks between', { text: lines(all => all, ' ') }, /with a blank between its lines/],
  ['commas between', { text: lines(all => all, ', ') }, /with a comma and a blank between its lines/],
  ['nothing between', { text: lines(all => all, '') }, /with nothing between its lines/],
  [
    'no space',
    { text: lines(all => all.map(text => text.replace(': ', ':'))) },
    /without the space after each colon: write "name: value"/,
  ],
  [
    'names as sent',
    { text: (right, headers) => name(one => headers.find(([sent]) => sent.toLowerCase() === one)?.[0] ?? one)(right) },
    /with the names as the request has them: write the names in small letters/,
  ],
  [
    'one name as sent',
    { text: name(one => (one === 'digest' ? 'Digest' : one)) },
    /with some of the names not in small letters: write the names in small letters/,
  ],
  [
    'one line that ends in \\r',
    { text: lines(all => all.map((text, at) => (at === 1 ? `${text}\r` : text))) },
    /with one of its lines laid out otherwise/,
  ],
  ['names in capitals', { text: name(one => one.toUpperCase()) }, /with the names in capitals/],
  [
    'values only',
    { text: lines(all => all.map(text => text.replace(/^[^:]*: /, ''))) },
    /of values alone, without the names/,
  ],
  [
    'sorted',
    { text: lines(all => all.toSorted()) },
    /in alphabetical order: write the lines in the order in which the parameter headers lists them/,
  ],
  ['reversed', { text: lines(all => all.toReversed()) }, /in reverse order/],
  [
    'in the order of the request',
    {
      text: right =>
        ['(request-target)', 'x-request-id', 'psu-id', 'date', 'tpp-redirect-uri', 'digest']
          .map(one => right.split('\n').find(text => text.startsWith(one)))
          .join('\n'),
    },
    /in the order of the headers of the request/,
  ],
  [
    'a line forgotten',
    { text: lines(all => all.filter(text => !text.startsWith('psu-id'))) },
    /without the line of a header that the parameter headers lists: .*The two strings differ first at byte \d+, marked >>>\. The server built: .*>>> psu-id/,
  ],
  [
    'a line more',
    { text: right => `${right}\ncontent-type: application/json` },
    /with a line for a header that the parameter headers does not list/,
  ],
  [
    '(request-target) not listed',
    {
      names: NAMES.slice(1),
      text: right => `(request-target): post /v1/sandbox/customers?withAccounts=true\n${right}`,
    },
    /with a \(request-target\) that the parameter headers does not list/,
  ],
  [
    'the target without its query',
    { text: line('(request-target)', value => value.split('?')[0] ?? '') },
    /with a \(request-target\) without its query: write the method in small letters/,
  ],
  [
    'the method in capitals',
    { text: line('(request-target)', value => value.replace('post', 'POST')) },
    /with a \(request-target\) with the method in capitals/,
  ],
  [
    'the target as a URL',
    {
      headers: [['Host', 'bank.example']],
      text: line('(request-target)', value => value.replace(' ', ' http://bank.example')),
    },
    /with a \(request-target\) with the whole URL/,
  ],
  [
    'the target without the world',
    {
      target: '/worlds/default/v1/sandbox/customers',
      text: line('(request-target)', value => value.replace('/worlds/default', '')),
    },
    /with a \(request-target\) without the path of the world/,
  ],
  [
    'the target without the method',
    { text: line('(request-target)', value => value.replace('post ', '')) },
    /with a \(request-target\) without the method/,
  ],
  [
    'the target with its protocol',
    { text: line('(request-target)', value => `${value} HTTP/1.1`) },
    /with a \(request-target\) with the protocol version/,
  ],
  [
    'the target decoded',
    { target: '/v1/sandbox/customers?x=a%20b', text: line('(request-target)', decodeURIComponent) },
    /that is percent-decoded/,
  ],
  [
    'another method',
    { text: line('(request-target)', value => value.replace('post', 'get')) },
    /with a \(request-target\) of a GET/,
  ],
  [
    'the digest of nothing',
    { text: line('digest', () => createDigest(Buffer.alloc(0))) },
    /with the digest of an empty body: hash the body that is sent/,
  ],
  [
    'the digest without its name',
    { text: line('digest', value => value.replace('SHA-256=', '')) },
    /with the digest alone, without SHA-256= before it/,
  ],
  [
    'the name of the digest in small letters',
    { text: line('digest', value => value.replace('SHA', 'sha')) },
    /with the name of the digest in small letters/,
  ],
  [
    'an X-Request-ID in other case',
    { text: line('x-request-id', value => value.toLowerCase()) },
    /with an X-Request-ID in small letters: sign each value exactly as it is sent/,
  ],
  ['a PSU-ID in other case', { text: line('psu-id', value => value.toUpperCase()) }, /with a PSU-ID in capitals/],
  [
    'a redirect URI decoded',
    { text: line('tpp-redirect-uri', decodeURIComponent) },
    /with a percent-decoded TPP-Redirect-URI/,
  ],
  [
    'a redirect URI encoded',
    { text: line('tpp-redirect-uri', encodeURIComponent) },
    /with a percent-encoded TPP-Redirect-URI/,
  ],
  [
    'a Date read twice',
    { text: line('date', () => new Date(NOW.getTime() - 2000).toUTCString()) },
    /with a Date some seconds from the one that is sent: the clock was read twice: take the time once/,
  ],
  ['a Date in ISO 8601', { text: line('date', () => NOW.toISOString()) }, /with a Date in ISO 8601/],
  [
    'undefined for a value',
    { text: line('psu-id', () => 'undefined') },
    /with the word undefined for the value of a header that is sent: set the header first/,
  ],
  ['None for a value', { text: line('psu-id', () => 'None') }, /with the word None for the value/],
  ['values in small letters', { text: right => right.toLowerCase() }, /with its values in small letters/],
  [
    'quoted values',
    { text: lines(all => all.map(text => text.replace(/: (.*)$/, ': "$1"'))) },
    /with its values in quotation marks/,
  ],
  [
    'UTF-16',
    { text: bytes(text => Buffer.from(text, 'utf16le')) },
    /in UTF-16, low byte first: .*Encoding\.UTF8, not Encoding\.Unicode/,
  ],
  [
    'UTF-16 as Java has it',
    { text: bytes(text => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()) },
    /in UTF-16 with a byte order mark/,
  ],
  ['a byte order mark', { text: bytes(text => Buffer.from(`\ufeff${text}`)) }, /with a byte order mark before it/],
  [
    'ISO-8859-1 for what is sent as UTF-8',
    {
      names: [...NAMES, 'psu-user-agent'],
      headers: [['PSU-User-Agent', Buffer.from('Blåbær').toString('latin1')]],
      text: bytes(text => Buffer.from(text, 'latin1')),
    },
    /in ISO-8859-1, while the headers are sent in UTF-8/,
  ],
  [
    '? for what is not ASCII',
    {
      names: [...NAMES, 'psu-user-agent'],
      headers: [['PSU-User-Agent', Buffer.from('Blåbær').toString('latin1')]],
      text: bytes(text => Buffer.from(text.replace(/[^\p{ASCII}]/gu, '?'))),
    },
    /with \? for what is not ASCII: .*Java’s getBytes\(US_ASCII\)/,
  ],
  [
    'Base64 of the string',
    { text: bytes(text => Buffer.from(Buffer.from(text).toString('base64'))) },
    /the signing string in Base64: sign the string itself/,
  ],
  ['a JSON text', { text: bytes(text => Buffer.from(JSON.stringify(text))) }, /as a JSON text/],
  [
    'the body',
    { text: () => Buffer.from(BODY) },
    /The signature fits the body: sign the signing string, in which the digest stands for the body/,
  ],
  [
    'the digest alone',
    { text: (_, headers) => headers.find(([one]) => one === 'Digest')?.[1] ?? '' },
    /The signature fits the digest alone/,
  ],
  [
    'the string and the body',
    { text: right => Buffer.concat([Buffer.from(`${right}\n`, 'latin1'), Buffer.from(BODY)]) },
    /fits the signing string, a line feed and the body/,
  ],
  ['nothing', { text: () => '' }, /The signature fits an empty text/],
  [
    'two at once',
    { text: right => `${right.replaceAll(': ', ':')}\n` },
    /with a line feed at its end and without the space after each colon: let nothing follow .*; write "name: value"/,
  ],
  [
    'two others at once',
    { text: right => name(one => one.toUpperCase())(right.replaceAll('\n', '\r\n')) },
    /with \\r\\n between its lines and with the names in capitals/,
  ],
]

const ASN = constants.RSA_PKCS1_PADDING
/** How else they make and write their signatures. */
export const OTHER_SIGNATURES: readonly (readonly [mistake: string, client: Client, words: RegExp])[] = [
  [
    'SHA-1',
    { sign: rsa('sha1') },
    /fits the signing string, made with SHA-1: sign by RSA \(PKCS #1 v1\.5\) with SHA-256/,
  ],
  ['SHA-384', { sign: rsa('sha384') }, /made with SHA-384/],
  ['SHA-512', { sign: rsa('sha512') }, /made with SHA-512/],
  ['PSS', { sign: rsa('sha256', constants.RSA_PKCS1_PSS_PADDING) }, /made by RSA-PSS with SHA-256: .*not PSS/],
  ['PSS as hs2019 has it', { sign: rsa('sha512', constants.RSA_PKCS1_PSS_PADDING) }, /made by RSA-PSS with SHA-512/],
  [
    'hashed twice',
    { sign: text => rsa('sha256')(hashed('sha256', text)) },
    /hashed twice: give the signing function the string itself/,
  ],
  [
    'the hexadecimal of the hash',
    { sign: text => rsa('sha256')(Buffer.from(hashed('sha256', text).toString('hex'))) },
    /hashed twice, the second time the hexadecimal of the first/,
  ],
  [
    'the Base64 of the hash',
    { sign: text => rsa('sha256')(Buffer.from(hashed('sha256', text).toString('base64'))) },
    /hashed twice, the second time the Base64 of the first/,
  ],
  [
    'a bare hash',
    { sign: text => privateEncrypt({ key, padding: ASN }, hashed('sha256', text)) },
    /signed as a bare SHA-256, without the name of the hash before it: .*NONEwithRSA/,
  ],
  [
    'the text of the hash',
    { sign: text => privateEncrypt({ key, padding: ASN }, Buffer.from(hashed('sha256', text).toString('hex'))) },
    /signed as the text of its SHA-256/,
  ],
  [
    'base64url',
    { write: made => made.toString('base64url') },
    /sent in the URL form of Base64: write \+ and \/ for - and _/,
  ],
  [
    'hexadecimal',
    { write: made => made.toString('hex') },
    /fits the signing string, sent in hexadecimal: send the Base64 of its bytes/,
  ],
  ['Base64 twice', { write: made => Buffer.from(made.toString('base64')).toString('base64') }, /sent in Base64 twice/],
  [
    'Base64 of hexadecimal',
    { write: made => Buffer.from(made.toString('hex')).toString('base64') },
    /sent as the Base64 of hexadecimal/,
  ],
  [
    'no padding',
    { write: made => made.toString('base64').replace(/=+$/, '') },
    /sent in Base64 without the = at its end: write the padding too/,
  ],
  [
    'the text that openssl prints',
    { write: made => `RSA-SHA2-256(stdin)= ${made.toString('hex')}` },
    /sent as openssl prints it: .*-binary \| base64 -w0/,
  ],
  [
    'BitConverter of .NET',
    {
      write: made =>
        made
          .toString('hex')
          .toUpperCase()
          .replace(/..(?=.)/g, '$&-'),
    },
    /sent in hexadecimal with hyphens: .*Convert\.ToBase64String/,
  ],
  ['bytes of Python', { write: made => `b'${made.toString('base64')}'` }, /sent as Python shows bytes: .*decode/],
  ['percent-encoding', { write: made => encodeURIComponent(made.toString('base64')) }, /sent percent-encoded/],
  [
    'a PEM',
    { write: made => `-----BEGIN SIGNATURE-----${made.toString('base64')}-----END SIGNATURE-----` },
    /sent as a PEM/,
  ],
  [
    'bytes in reverse',
    { sign: text => rsa('sha256')(text).reverse() },
    /sent with its bytes in reverse order: .*CryptoAPI/,
  ],
  [
    'a line feed and SHA-512',
    { text: right => `${right}\n`, sign: rsa('sha512') },
    /with a line feed at its end, made with SHA-512: let nothing follow .*; sign by RSA/,
  ],
  [
    'a line feed and base64url',
    { text: right => `${right}\n`, write: made => made.toString('base64url') },
    /with a line feed at its end, sent in the URL form of Base64/,
  ],
]
