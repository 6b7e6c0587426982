import { decodePercent } from '../../../domain/texts.ts'
import type { RawHeaders, SignedLine, SignedMessage } from '../signature/signing-string.ts'
import * as line from './line-changes.ts'
import type { Plans, SigningCase, SigningPlan } from './signing-plans.ts'

/** A common mistake of clients: what they did, as words after "the signing string", and the remedy. */
type Mistake = {
  readonly did: string
  readonly remedy: string
  /** the plans that result from it; none when it makes no difference */
  readonly plans: Plans
  /** is also tried together with each other mistake that has this mark */
  readonly joins?: true
}

const AS_LISTED = 'write the lines in the order in which the parameter headers lists them'
const SMALL = 'write the names in small letters, whatever they look like in the request'
const AS_SENT = 'sign each value exactly as it is sent'
const BYTES_SENT = 'sign the bytes that are sent'
const BY_LINE_FEED = 'join the lines by a line feed (\\n) alone'
const NO_MORE = 'let nothing follow the last value'
const COLON = 'write "name: value", with one space'
const UTF_8 = 'sign its bytes in UTF-8'
const ITSELF = 'sign the string itself'
const TARGET = 'write the method in small letters, a space, path and query exactly as they are sent'
const ONCE = 'take the time once, for the header and for the string'
const HOST = 'sign Host as it is sent, with its port: localhost and 127.0.0.1 are two values'
const OUT = 'take each value out of its list (Go: Header.Get(name), not Header[name])'
const LISTED = 'write a line for each name that headers lists, also for what your tool adds by itself, or list fewer'

const layout = (did: string, remedy: string, changes: Partial<SigningPlan>): Mistake => ({
  did,
  remedy,
  plans: plan => [{ ...plan, ...changes }],
  joins: true,
})
const encoded = (did: string, remedy: string, encode: (text: string) => Buffer) => layout(did, remedy, { encode })
const many = (did: string, remedy: string, plans: Plans): Mistake => ({ did, remedy, plans })
type Lines = readonly SignedLine[]
const lines = (did: string, remedy: string, change: (all: Lines, signing: SigningCase) => Lines): Mistake => ({
  did,
  remedy,
  plans: (plan, signing) => [{ ...plan, lines: change(plan.lines, signing) }],
  joins: true,
})
const names = (did: string, remedy: string, change: (name: string, headers: RawHeaders) => string): Mistake =>
  lines(did, remedy, (all, { message }) => all.map(one => ({ ...one, name: change(one.name, message.headers) })))
const values = (did: string, remedy: string, change: (value: string) => string): Mistake =>
  many(did, remedy, plan => [{ ...plan, lines: plan.lines.map(one => ({ ...one, value: change(one.value) })) }])
type Change = (value: string, signing: SigningCase) => string
/** Another value of one header. */
const header = (name: string, did: string, change: Change, remedy = AS_SENT): Mistake =>
  many(did, remedy, (plan, signing) => [
    { ...plan, lines: plan.lines.map(one => (one.name === name ? { name, value: change(one.value, signing) } : one)) },
  ])
const date = (did: string, change: (value: string) => string): Mistake => header('date', did, change)
const target = (did: string, change: (path: string, method: string) => string): Mistake =>
  header(
    '(request-target)',
    `with a (request-target) ${did}`,
    (_, { message }) => change(message.target, message.method.toLowerCase()),
    TARGET,
  )
const path = (did: string, change: (sent: string) => string): Mistake =>
  target(did, (sent, method) => `${method} ${change(sent)}`)

/** What clients do to the signing string, most usual first. Each is proved by the cryptography before it is named. */
export const MISTAKES: readonly Mistake[] = [
  layout('with a line feed at its end', `${NO_MORE} (echo and heredocs add one, printf %s does not)`, { end: '\n' }),
  names('with the names as the request has them', SMALL, line.nameAsSent),
  layout('without the space after each colon', COLON, { inside: ':' }),
  layout('with \\r\\n between its lines', `${BY_LINE_FEED}, on Windows too`, { between: '\r\n' }),
  lines('in alphabetical order', AS_LISTED, all => all.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  lines('in the order of the headers of the request', AS_LISTED, line.sortByRequest),
  {
    did: 'of values alone, without the names',
    remedy: 'write "name: value" in each line',
    plans: plan => [{ ...plan, inside: '', lines: plan.lines.map(({ value }) => ({ name: '', value })) }],
    joins: true,
  },
  layout(
    'with the two characters \\ and n between its lines',
    `${BY_LINE_FEED}: in a shell printf '%s\\n' or $'\\n' makes one`,
    { between: '\\n' },
  ),
  layout('with \\r\\n at its end', NO_MORE, { end: '\r\n' }),
  layout('with \\r\\n after each line', `${BY_LINE_FEED}, and ${NO_MORE}`, { between: '\r\n', end: '\r\n' }),
  layout('with a blank and \\r\\n after each line, as echo of Windows writes them', `${BY_LINE_FEED}, and ${NO_MORE}`, {
    between: ' \r\n',
    end: ' \r\n',
  }),
  {
    did: 'with a (request-target) that the parameter headers does not list',
    remedy: 'list (request-target) in headers, in its place, or leave its line out',
    plans: line.addTarget,
    joins: true,
  },
  many('with a Date some seconds from the one that is sent: the clock was read twice', ONCE, line.shiftDate(10, 1)),
  many('without the line of a header that the parameter headers lists', LISTED, line.leaveOne),
  many(
    'with a line for a header that the parameter headers does not list',
    'list in headers every name that you sign, in the same order',
    line.addHeader,
  ),
  path('without its query', sent => sent.replace(/\?.*/, '')),
  target('with the method in capitals', (sent, method) => `${line.upper(method)} ${sent}`),
  path('without the path of the world', sent => sent.replace(/^\/worlds\/[^/]+/, '')),
  ...[
    ['http://', 'the whole URL'] as const,
    ['https://', 'the whole https URL'] as const,
    ['', 'the host before the path'] as const,
  ].map(([start, what]) =>
    header(
      '(request-target)',
      `with a (request-target) with ${what}`,
      (_, { message }) => `${line.lower(message.method)} ${start}${line.hostOf(message.headers)}${message.target}`,
      TARGET,
    ),
  ),
  path('that is percent-decoded', sent => line.asBytes(decodePercent(sent))),
  path('that is percent-decoded, in ISO-8859-1', decodePercent),
  path('that is percent-encoded, while it is sent as it is', line.inPercent),
  path('that is percent-encoded twice', encodeURI),
  path('with its percent-encoding in small letters', sent => sent.replace(/%[\dA-F]{2}/g, line.lower)),
  path('with its percent-encoding in capitals', sent => sent.replace(/%[\da-f]{2}/g, line.upper)),
  target('without the method', sent => sent),
  path('with the protocol version', sent => `${sent} HTTP/1.1`),
  path('with a ? at its end', sent => (sent.includes('?') ? sent : `${sent}?`)),
  path('with its query in alphabetical order', line.sortQuery),
  path('with a slash more at its end', sent => `${sent}/`),
  path('with a slash less at its end', sent => sent.replace(/\/$/, '')),
  path('with a slash more before its query', sent => sent.replace('?', '/?')),
  path('without /v1', sent => sent.replace('/v1/', '/')),
  path('with + for the blanks of its query', sent => line.changeQuery(sent, '%20', '+')),
  path('with %20 for the blanks of its query, which are sent as +', sent => line.changeQuery(sent, '+', '%20')),
  path('with two slashes where the base URL ends', sent => `/${sent}`),
  target('of a GET', sent => `get ${sent}`),
  target('of a POST', sent => `post ${sent}`),
  many('with another name of this machine for its host', HOST, line.nameMachine),
  header('digest', 'with the digest of an empty body', (_, { digests }) => digests.empty, 'hash the body that is sent'),
  header('digest', 'with the digest alone, without SHA-256= before it', value => value.slice(value.indexOf('=') + 1)),
  header('digest', 'with the name of the digest in small letters', value => value.replace(/[^=]*/, line.lower)),
  header('digest', 'with the name of the digest in capitals', value => value.replace(/[^=]*/, line.upper)),
  header(
    'digest',
    'with a digest that the body really has, while the header sends another',
    (_, { digests }) => digests.body,
    'send the digest that you sign',
  ),
  header('digest', 'with the digest in hexadecimal, while the header has it in Base64', line.inHexadecimal),
  header('digest', 'with the digest without the = at its end', value => value.replace(/={1,2}$/, '')),
  header('digest', 'with the digest in the URL form of Base64', line.inUrlForm),
  header('x-request-id', 'with an X-Request-ID in capitals', line.upper),
  header('x-request-id', 'with an X-Request-ID in small letters', line.lower),
  header('x-request-id', 'with an X-Request-ID without its hyphens', value => value.replaceAll('-', '')),
  header('x-request-id', 'with an X-Request-ID in braces (.NET: Guid.ToString("B"), not "D")', value => `{${value}}`),
  many('with a header’s name once more in its value', 'write each name once, before the colon', line.nameTwice),
  many(
    'with a variable of Postman that has no value yet',
    'sign in the pre-request script, when each variable has its value (pm.variables.replaceIn)',
    line.nameVariables,
  ),
  many('with a Date in another time zone that is called GMT', ONCE, line.shiftDate(14, 3600)),
  header('psu-id', 'with a PSU-ID in capitals', line.upper),
  header('psu-id', 'with a PSU-ID in small letters', line.lower),
  header('tpp-redirect-uri', 'with a percent-encoded TPP-Redirect-URI', encodeURIComponent),
  header('tpp-redirect-uri', 'with a percent-decoded TPP-Redirect-URI', decodePercent),
  header('tpp-redirect-uri', 'with a slash more at the end of TPP-Redirect-URI', value => `${value}/`),
  header('tpp-redirect-uri', 'with a slash less at the end of TPP-Redirect-URI', value => value.replace(/\/$/, '')),
  date('with a Date in ISO 8601', value => line.writeDate(value, iso => iso)),
  date('with a Date in ISO 8601, in whole seconds', value => line.writeDate(value, iso => iso.replace('.000', ''))),
  date('with the Date as a number of seconds', value => line.writeDate(value, (_, time) => `${time / 1000}`)),
  date('with the Date as a number of milliseconds', value => line.writeDate(value, (_, time) => `${time}`)),
  date('with a Date whose day has one digit', value => value.replace(', 0', ', ')),
  date('with UTC for the GMT of its Date', value => value.replace(/GMT$/, 'UTC')),
  date('with +0000 for the GMT of its Date', value => value.replace(/GMT$/, '+0000')),
  ...['nothing', 'undefined', 'null', 'None'].map(word =>
    many(
      `with ${word === 'nothing' ? word : `the word ${word}`} for the value of a header that is sent`,
      'set the header first, and sign its value then',
      line.eachValue(() => [word === 'nothing' ? '' : word]),
    ),
  ),
  values('with its values in small letters', AS_SENT, line.lower),
  values('with runs of blanks made one', AS_SENT, value => value.replace(/ +/g, ' ')),
  values('with a blank after each value', 'let no blank follow a value', value => `${value} `),
  values('with its values in brackets', OUT, value => `[${value}]`),
  values('with its values as Python shows a list', OUT, value => `['${value}']`),
  values('with its values as Python shows bytes', "make texts of them (.decode('ascii'))", value => `b'${value}'`),
  values('with its values in quotation marks', AS_SENT, value => `"${value}"`),
  values('with its values percent-encoded', AS_SENT, encodeURIComponent),
  names('with the names in capitals', SMALL, line.upper),
  many('with some of the names not in small letters', SMALL, line.nameSome),
  many('with one of its lines laid out otherwise', `${BY_LINE_FEED}, and ${COLON} in each`, line.layOutOne),
  names('with the names like X-Request-Id', SMALL, line.titleCase),
  names('with _ for the hyphens of the names', 'write the names as they are sent, in small letters', line.underscored),
  layout('with blanks on both sides of each colon', COLON, { inside: ' : ' }),
  layout('with = for each colon', COLON, { inside: '=' }),
  layout('with two spaces after each colon', COLON, { inside: ':  ' }),
  layout('with a tab after each colon', COLON, { inside: ':\t' }),
  layout('with a blank between its lines', BY_LINE_FEED, { between: ' ' }),
  layout('with a comma and a blank between its lines', BY_LINE_FEED, { between: ', ' }),
  layout('with a comma between its lines', BY_LINE_FEED, { between: ',' }),
  layout('with a semicolon between its lines', BY_LINE_FEED, { between: ';' }),
  layout('with & between its lines', BY_LINE_FEED, { between: '&' }),
  layout('with nothing between its lines', BY_LINE_FEED, { between: '' }),
  layout('with \\r between its lines', BY_LINE_FEED, { between: '\r' }),
  layout('with an empty line at its end', NO_MORE, { end: '\n\n' }),
  layout('with "-n " before it and a line feed at its end', 'use printf %s: the echo of some shells knows no -n', {
    start: '-n ',
    end: '\n',
  }),
  layout('with "-e " before it and a line feed at its end', 'use printf: the echo of some shells knows no -e', {
    start: '-e ',
    end: '\n',
  }),
  layout('with a line feed before it', 'begin with the first name', { start: '\n' }),
  layout('with a blank at its end', NO_MORE, { end: ' ' }),
  layout('with a zero byte at its end', `${NO_MORE} (texts of C end in one)`, { end: '\0' }),
  layout('with quotation marks around it', 'sign the text alone', { start: '"', end: '"' }),
  lines('in reverse order', AS_LISTED, all => all.toReversed()),
  lines('in the order of the interface: date, digest, x-request-id and so on', AS_LISTED, line.sortByInterface),
  many('in another order of its lines', `${AS_LISTED} (maps of Java, Go and C# have no order)`, line.listOrders),
  encoded('in UTF-16, low byte first', `${UTF_8} (.NET: Encoding.UTF8, not Encoding.Unicode)`, line.inUtf16),
  encoded('in UTF-16, high byte first', `${UTF_8} (Java: getBytes(UTF_8), not UTF_16)`, line.inJavaUtf16),
  layout('in UTF-16 with a byte order mark', `${UTF_8} (Java: getBytes(UTF_8), not UTF_16)`, {
    start: '\ufeff',
    encode: line.inJavaUtf16,
  }),
  layout('with a byte order mark before it', 'write it in UTF-8 without a byte order mark', { start: '\xef\xbb\xbf' }),
  encoded('in UTF-8, while the headers are sent in ISO-8859-1', BYTES_SENT, text => Buffer.from(text)),
  encoded('in ISO-8859-1, while the headers are sent in UTF-8', BYTES_SENT, line.inLatin1),
  encoded('with ? for what is not ASCII', `${BYTES_SENT} (Java’s getBytes(US_ASCII) writes ? there)`, line.inAscii),
  encoded('in Base64', ITSELF, text => Buffer.from(Buffer.from(text, 'latin1').toString('base64'))),
  encoded('in hexadecimal', ITSELF, text => Buffer.from(Buffer.from(text, 'latin1').toString('hex'))),
  encoded('as a JSON text, in quotation marks and with \\n for each line feed', ITSELF, line.inJson),
]

type Text = (signing: SigningCase, signingString: Buffer, names: readonly string[]) => Uint8Array | undefined
const ONE_LINE = 'sign the signing string, of which the digest is one line'
const ALONE = 'sign the string alone: the digest stands for the body'
const FOR_BODY = 'sign the signing string, in which the digest stands for the body'

/** What clients sign instead of the signing string. */
export const OTHER_TEXTS: readonly (readonly [did: string, remedy: string, text: Text])[] = [
  ['the body', FOR_BODY, ({ body }) => (body.length === 0 ? undefined : body)],
  ['the digest alone', ONE_LINE, ({ message }) => digestOf(message, value => value)],
  ['the Base64 of the digest alone', ONE_LINE, ({ message }) => digestOf(message, one => one.replace(/^[^=]*=/, ''))],
  ['the signing string followed by the body', ALONE, ({ body }, string) => Buffer.concat([string, body])],
  [
    'the signing string, a line feed and the body',
    ALONE,
    ({ body }, string) => Buffer.concat([string, Buffer.from('\n'), body]),
  ],
  [
    'the list of header names',
    'sign a line "name: value" for each of them',
    (_, __, listed) => Buffer.from(listed.join(' ')),
  ],
  ['an empty text', 'sign the signing string: was it built in another variable?', () => Buffer.alloc(0)],
]

function digestOf({ headers }: SignedMessage, change: (value: string) => string): Buffer | undefined {
  const value = headers.find(([sent]) => sent.toLowerCase() === 'digest')?.[1]
  return value === undefined ? undefined : Buffer.from(change(value), 'latin1')
}
