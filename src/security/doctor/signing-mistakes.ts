import type { RawHeaders, SignedLine, SignedMessage } from '../signature/signing-string.ts'
import type { SigningCase, SigningPlan } from './signing-plans.ts'

/** A thing that clients do wrong: what they did, to follow "the signing string", and what to do. */
export type Mistake = {
  readonly did: string
  readonly fix: string
  /** the plans that would come of it; none where it makes no difference */
  readonly plans: (plan: SigningPlan, signing: SigningCase) => readonly SigningPlan[]
  /** is also tried together with each other one that is */
  readonly joins?: true
}

const layout = (did: string, fix: string, changes: Partial<SigningPlan>): Mistake => ({
  did,
  fix,
  plans: plan => [{ ...plan, ...changes }],
  joins: true,
})
const lines = (
  did: string,
  fix: string,
  change: (all: readonly SignedLine[], signing: SigningCase) => readonly SignedLine[],
  joins?: true,
): Mistake => ({
  did,
  fix,
  plans: (plan, signing) => [{ ...plan, lines: change(plan.lines, signing) }],
  ...(joins === undefined ? {} : { joins }),
})
/** Another value for a header; undefined leaves it. */
const values = (
  did: string,
  fix: string,
  change: (line: SignedLine, signing: SigningCase) => string | undefined,
): Mistake =>
  lines(did, fix, (all, signing) =>
    all.map(line => {
      const value = change(line, signing)
      return value === undefined ? line : { ...line, value }
    }),
  )
const names = (did: string, fix: string, change: (name: string, headers: RawHeaders) => string): Mistake =>
  lines(
    did,
    fix,
    (all, { message }) => all.map(({ name, value }) => ({ name: change(name, message.headers), value })),
    true,
  )
const target = (
  did: string,
  change: (method: string, target: string, headers: RawHeaders) => string | undefined,
): Mistake =>
  values(
    `with a (request-target) ${did}`,
    'write the method in small letters, a space, path and query exactly as they are sent',
    ({ name }, { message }) =>
      name === '(request-target)' ? change(message.method.toLowerCase(), message.target, message.headers) : undefined,
  )
const only = (name: string, change: (value: string) => string | undefined) => (line: SignedLine) =>
  line.name === name ? change(line.value) : undefined

const AS_LISTED = 'write the lines in the order in which the parameter headers lists them'
const SMALL = 'write the names in small letters, whatever they look like in the request'
const AS_SENT = 'sign each value exactly as it is sent'
const BY_LINE_FEED = 'join the lines by a line feed (\\n) alone'

/** What clients do to the signing string, the most usual first. Each is proven by the cryptography before it is told. */
export const MISTAKES: readonly Mistake[] = [
  layout(
    'with a line feed at its end',
    'let nothing follow the last value (echo and heredocs add one, printf %s does not)',
    { end: '\n' },
  ),
  names(
    'with the names as the request has them',
    SMALL,
    (name, headers) => headers.find(([sent]) => sent.toLowerCase() === name)?.[0] ?? name,
  ),
  layout('without the space after each colon', 'write "name: value", with one space', { inside: ':' }),
  layout('with \\r\\n between its lines', `${BY_LINE_FEED}, on Windows too`, { between: '\r\n' }),
  lines('in alphabetical order', AS_LISTED, all => all.toSorted((a, b) => (a.name < b.name ? -1 : 1)), true),
  lines(
    'in the order of the headers of the request',
    AS_LISTED,
    (all, { message }) => sortByRequest(all, message),
    true,
  ),
  {
    did: 'of values alone, without the names',
    fix: 'write "name: value" in each line',
    plans: plan => [{ ...plan, inside: '', lines: plan.lines.map(({ value }) => ({ name: '', value })) }],
    joins: true,
  },
  layout(
    'with the two characters \\ and n between its lines',
    `${BY_LINE_FEED}: in a shell printf '%s\\n' or $'\\n' makes one`,
    { between: '\\n' },
  ),
  layout('with \\r\\n at its end', 'let nothing follow the last value', { end: '\r\n' }),
  layout(
    'with \\r\\n between its lines and at its end',
    'join the lines by a line feed (\\n) alone, and let nothing follow the last value',
    { between: '\r\n', end: '\r\n' },
  ),
  {
    did: 'with a (request-target) that the parameter headers does not list',
    fix: 'list (request-target) in headers, in its place, or leave its line out',
    plans: (plan, { message }) =>
      plan.lines.some(({ name }) => name === '(request-target)')
        ? []
        : [true, false].map(first => {
            const line = { name: '(request-target)', value: `${message.method.toLowerCase()} ${message.target}` }
            return { ...plan, lines: first ? [line, ...plan.lines] : [...plan.lines, line] }
          }),
    joins: true,
  },
  {
    did: 'with a Date some seconds from the one that is sent: the clock was read twice',
    fix: 'take the time once, for the header and for the string',
    plans: listOtherDates,
  },
  {
    did: 'without the line of a header that the parameter headers lists',
    fix: 'write a line for each name that headers lists, also for what your tool adds by itself, or list fewer',
    plans: plan => plan.lines.map((_, at) => ({ ...plan, lines: plan.lines.toSpliced(at, 1) })),
  },
  {
    did: 'with a line for a header that the parameter headers does not list',
    fix: 'list in headers every name that you sign, in the same order',
    plans: listAdded,
  },
  target('without its query', (method, path) => `${method} ${path.split('?', 1)[0]}`),
  target('with the method in capitals', (method, path) => `${method.toUpperCase()} ${path}`),
  target('without the path of the world', (method, path) => `${method} ${path.replace(/^\/worlds\/[^/]+/, '')}`),
  target('with the whole URL', (method, path, headers) => `${method} http://${hostOf(headers)}${path}`),
  target('with the whole https URL', (method, path, headers) => `${method} https://${hostOf(headers)}${path}`),
  target('that is percent-decoded', (method, path) => `${method} ${decodePercent(path)}`),
  target('without the method', (_, path) => path),
  target('with the protocol version', (method, path) => `${method} ${path} HTTP/1.1`),
  target('with a ? at its end', (method, path) => (path.includes('?') ? undefined : `${method} ${path}?`)),
  target('with its query in alphabetical order', (method, path) => `${method} ${sortQuery(path)}`),
  target('with a slash more at its end', (method, path) => `${method} ${path}/`),
  target('with a slash less at its end', (method, path) =>
    path.endsWith('/') ? `${method} ${path.slice(0, -1)}` : undefined,
  ),
  target('with a slash more before its query', (method, path) => `${method} ${path.replace('?', '/?')}`),
  target('without /v1', (method, path) => `${method} ${path.replace('/v1/', '/')}`),
  target('with + for the blanks of its query', (method, path) => inQuery(method, path, '%20', '+')),
  target('with %20 for the blanks of its query, which are sent as +', (method, path) =>
    inQuery(method, path, '+', '%20'),
  ),
  target('with two slashes where the base URL ends', (method, path) => `${method} /${path}`),
  target('with the host before the path', (method, path, headers) => `${method} ${hostOf(headers)}${path}`),
  lines(
    'with a line for host in place of (request-target)',
    'write the line (request-target), since the parameter headers lists it: the method in small letters, a space, path and query',
    (all, { message }) =>
      all.map(line => (line.name === '(request-target)' ? { name: 'host', value: hostOf(message.headers) } : line)),
  ),
  target('of a GET', (_, path) => `get ${path}`),
  target('of a POST', (_, path) => `post ${path}`),
  target('without a method and without a slash', (_, path) => path.slice(1)),
  values('with the digest of an empty body', 'hash the body that is sent, after it is written', (line, { digests }) =>
    line.name === 'digest' ? digests[1] : undefined,
  ),
  values(
    'with the digest alone, without SHA-256= before it',
    AS_SENT,
    only('digest', value => value.slice(value.indexOf('=') + 1)),
  ),
  values(
    'with the name of the digest in small letters',
    AS_SENT,
    only('digest', value => value.replace(/[^=]*/, name => name.toLowerCase())),
  ),
  values(
    'with the name of the digest in capitals',
    AS_SENT,
    only('digest', value => value.replace(/[^=]*/, name => name.toUpperCase())),
  ),
  values(
    'with a digest that the body really has, while the header sends another',
    'send the digest that you sign',
    (line, { digests }) => (line.name === 'digest' ? digests[0] : undefined),
  ),
  values('with the digest in hexadecimal, while the header has it in Base64', AS_SENT, only('digest', inHexadecimal)),
  values(
    'with the digest without the = at its end',
    AS_SENT,
    only('digest', value => value.replace(/={1,2}$/, '')),
  ),
  values(
    'with the digest in the URL form of Base64',
    AS_SENT,
    only('digest', value => value.replaceAll('+', '-').replaceAll('/', '_')),
  ),
  values(
    'with an X-Request-ID in capitals',
    AS_SENT,
    only('x-request-id', value => value.toUpperCase()),
  ),
  values(
    'with an X-Request-ID in small letters',
    AS_SENT,
    only('x-request-id', value => value.toLowerCase()),
  ),
  values(
    'with an X-Request-ID without its hyphens',
    AS_SENT,
    only('x-request-id', value => value.replaceAll('-', '')),
  ),
  values(
    'with an X-Request-ID in braces',
    `${AS_SENT} (.NET: Guid.ToString("D"), not "B")`,
    only('x-request-id', value => `{${value}}`),
  ),
  {
    did: 'with a header’s name once more in its value',
    fix: 'write each name once, before the colon',
    plans: plan =>
      plan.lines.flatMap((line, at) =>
        [line.name, titleCase(line.name)].map(name => ({
          ...plan,
          lines: plan.lines.with(at, { ...line, value: `${name}: ${line.value}` }),
        })),
      ),
  },
  {
    did: 'with a variable of Postman that has no value yet',
    fix: 'sign in the pre-request script, when each variable has its value (pm.variables.replaceIn)',
    plans: listTemplates,
  },
  {
    did: 'with a Date in another time zone that is called GMT',
    fix: 'write the time of GMT, for the header and for the string',
    plans: plan => shiftDate(plan, listHours()),
  },
  values(
    'with a PSU-ID in other case',
    AS_SENT,
    only('psu-id', value => (value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase())),
  ),
  values('with a percent-encoded TPP-Redirect-URI', AS_SENT, only('tpp-redirect-uri', encodeURIComponent)),
  values('with a percent-decoded TPP-Redirect-URI', AS_SENT, only('tpp-redirect-uri', decodePercent)),
  values(
    'with a slash more at the end of TPP-Redirect-URI',
    AS_SENT,
    only('tpp-redirect-uri', value => `${value}/`),
  ),
  values(
    'with a slash less at the end of TPP-Redirect-URI',
    AS_SENT,
    only('tpp-redirect-uri', value => value.replace(/\/$/, '')),
  ),
  values(
    'with a Date in ISO 8601',
    AS_SENT,
    only('date', value => isoDate(value, iso => iso)),
  ),
  values(
    'with a Date in ISO 8601, in whole seconds',
    AS_SENT,
    only('date', value => isoDate(value, iso => iso.replace('.000', ''))),
  ),
  values(
    'with the Date as a number of seconds',
    AS_SENT,
    only('date', value => isoDate(value, iso => String(Date.parse(iso) / 1000))),
  ),
  values(
    'with the Date as a number of milliseconds',
    AS_SENT,
    only('date', value => isoDate(value, iso => String(Date.parse(iso)))),
  ),
  values(
    'with a Date whose day has one digit',
    `${AS_SENT} (HTTP wants two digits)`,
    only('date', value => value.replace(', 0', ', ')),
  ),
  ...(['UTC', '+0000'] as const).map(zone =>
    values(
      `with ${zone} for the GMT of its Date`,
      AS_SENT,
      only('date', value => (value.endsWith('GMT') ? `${value.slice(0, -3)}${zone}` : undefined)),
    ),
  ),
  ...(['', 'undefined', 'null', 'None'] as const).map(
    (text): Mistake => ({
      did:
        text === ''
          ? 'with nothing for the value of a header that is sent'
          : `with the word ${text} for the value of a header that is sent`,
      fix: 'set the header first, and sign its value then',
      plans: plan => plan.lines.map(({ name }, at) => ({ ...plan, lines: plan.lines.with(at, { name, value: text }) })),
    }),
  ),
  values('with its values in small letters', AS_SENT, ({ value }) => value.toLowerCase()),
  values('with runs of blanks made one', AS_SENT, ({ value }) => value.replace(/ +/g, ' ')),
  values('with a blank after each value', 'let no blank follow a value', ({ value }) => `${value} `),
  values(
    'with its values in brackets',
    'take each value out of its list (Go: Header.Get(name), not Header[name])',
    ({ value }) => `[${value}]`,
  ),
  values('with its values as Python shows a list', 'take each value out of its list', ({ value }) => `['${value}']`),
  values(
    'with its values as Python shows bytes',
    "make texts of them (.decode('ascii'))",
    ({ value }) => `b'${value}'`,
  ),
  values('with its values in quotation marks', AS_SENT, ({ value }) => `"${value}"`),
  values('with its values percent-encoded', AS_SENT, ({ value }) => encodeURIComponent(value)),
  names('with the names in capitals', SMALL, name => name.toUpperCase()),
  names('with the names like X-Request-Id', SMALL, titleCase),
  names('with _ for the hyphens of the names', 'write the names as they are sent, in small letters', name =>
    name.startsWith('(') ? name : name.replaceAll('-', '_'),
  ),
  names('with the names as $_SERVER of PHP and WSGI have them', SMALL, name =>
    name.startsWith('(') ? name : `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
  ),
  layout('with blanks on both sides of each colon', 'write "name: value"', { inside: ' : ' }),
  layout('with = for each colon', 'write "name: value"', { inside: '=' }),
  layout('with two spaces after each colon', 'write "name: value", with one space', { inside: ':  ' }),
  layout('with a tab after each colon', 'write "name: value", with one space', { inside: ':\t' }),
  layout('with a blank between its lines', BY_LINE_FEED, { between: ' ' }),
  layout('with a comma and a blank between its lines', BY_LINE_FEED, { between: ', ' }),
  layout('with a comma between its lines', BY_LINE_FEED, { between: ',' }),
  layout('with a semicolon between its lines', BY_LINE_FEED, { between: ';' }),
  layout('with & between its lines', BY_LINE_FEED, { between: '&' }),
  layout('with nothing between its lines', BY_LINE_FEED, { between: '' }),
  layout('with \\r between its lines', BY_LINE_FEED, { between: '\r' }),
  layout('with an empty line at its end', 'let nothing follow the last value', { end: '\n\n' }),
  layout('with a line feed before it', 'begin with the first name', { start: '\n' }),
  layout('with a blank at its end', 'let nothing follow the last value', { end: ' ' }),
  layout('with a zero byte at its end', 'let nothing follow the last value (texts of C end in one)', { end: '\0' }),
  layout('with quotation marks around it', 'sign the text alone', { start: '"', end: '"' }),
  lines('in reverse order', AS_LISTED, all => all.toReversed(), true),
  lines('in the order of the interface: date, digest, x-request-id and so on', AS_LISTED, sortByInterface, true),
  {
    did: 'in another order of its lines',
    fix: `${AS_LISTED} (maps of Java, Go and C# have no order)`,
    plans: plan => listOrders(plan.lines).map(ordered => ({ ...plan, lines: ordered })),
  },
  layout('in UTF-16, low byte first', 'sign its bytes in UTF-8 (.NET: Encoding.UTF8, not Encoding.Unicode)', {
    encode: text => Buffer.from(text, 'utf16le'),
  }),
  layout('in UTF-16, high byte first', 'sign its bytes in UTF-8 (Java: getBytes(UTF_8), not UTF_16)', {
    encode: text => Buffer.from(text, 'utf16le').swap16(),
  }),
  layout('in UTF-16 with a byte order mark', 'sign its bytes in UTF-8 (Java: getBytes(UTF_8), not UTF_16)', {
    start: '\ufeff',
    encode: text => Buffer.from(text, 'utf16le').swap16(),
  }),
  layout('with a byte order mark before it', 'write it in UTF-8 without a byte order mark', {
    encode: text => Buffer.concat([Buffer.from('\ufeff'), Buffer.from(text, 'latin1')]),
  }),
  layout('in ISO-8859-1, while the headers are sent in UTF-8', 'sign the bytes that are sent', {
    encode: text => Buffer.from(Buffer.from(text, 'latin1').toString(), 'latin1'),
  }),
  layout('in UTF-8, while the headers are sent in ISO-8859-1', 'sign the bytes that are sent', {
    encode: text => Buffer.from(text),
  }),
  layout(
    'with ? for what is not ASCII',
    'sign the bytes that are sent (Java’s getBytes(US_ASCII) and its HttpClient write ? there)',
    {
      encode: text =>
        Buffer.from(
          Buffer.from(text, 'latin1')
            .toString()
            .replace(/[^\p{ASCII}]/gu, '?'),
        ),
    },
  ),
  layout('in Base64', 'sign the string itself', {
    encode: text => Buffer.from(Buffer.from(text, 'latin1').toString('base64')),
  }),
  layout('in hexadecimal', 'sign the string itself', {
    encode: text => Buffer.from(Buffer.from(text, 'latin1').toString('hex')),
  }),
  layout('percent-encoded as a whole', 'sign the string itself', {
    encode: text => Buffer.from(encodeURIComponent(text)),
  }),
  layout('as a JSON text, in quotation marks and with \\n for each line feed', 'sign the string itself', {
    encode: text => Buffer.from(JSON.stringify(text)),
  }),
]

/** Postman's own variables, and what people call theirs. */
function listTemplates(plan: SigningPlan): SigningPlan[] {
  return plan.lines.flatMap(({ name }, at) => {
    const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    const own = { 'x-request-id': ['$guid', '$randomUUID', 'requestId', 'request_id', 'uuid'], date: ['$isoTimestamp'] }
    const names = [
      name,
      titleCase(name),
      camel,
      name.replaceAll('-', '_'),
      ...(new Map(Object.entries(own)).get(name) ?? []),
    ]
    return names.map(one => ({ ...plan, lines: plan.lines.with(at, { name, value: `{{${one}}}` }) }))
  })
}

const FURTHEST_HOURS = 14

function listHours(): number[] {
  return Array.from({ length: FURTHEST_HOURS }, (_, hour) => hour + 1).flatMap(hour => [hour * 3600, -hour * 3600])
}

const MOST_PERMUTED = 5

/** Every order of a few lines: maps of many languages have none. */
function listOrders<Item>(items: readonly Item[]): Item[][] {
  if (items.length > MOST_PERMUTED) return []
  return items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => listOrders(items.toSpliced(at, 1)).map(rest => [item, ...rest]))
}

function sortQuery(path: string): string {
  const [plain = '', query] = path.split('?')
  return query === undefined ? path : `${plain}?${query.split('&').sort().join('&')}`
}

function titleCase(name: string): string {
  return name.replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())
}

/** How far the second reading of a clock may be from the first, in seconds. */
const TWICE_SECONDS = 10

/** A Date header that was made again for sending is some seconds later, seldom earlier. */
function listOtherDates(plan: SigningPlan): SigningPlan[] {
  return shiftDate(
    plan,
    Array.from({ length: 2 * TWICE_SECONDS }, (_, step) =>
      step < TWICE_SECONDS ? -1 - step : step - TWICE_SECONDS + 1,
    ),
  )
}

function shiftDate(plan: SigningPlan, shifts: readonly number[]): SigningPlan[] {
  const at = plan.lines.findIndex(({ name }) => name === 'date')
  const line = plan.lines[at]
  const time = Date.parse(line?.value ?? '')
  if (line === undefined || Number.isNaN(time)) return []
  return shifts.map(seconds => {
    const value = new Date(time + seconds * 1000).toUTCString()
    return { ...plan, lines: plan.lines.with(at, { name: 'date', value }) }
  })
}

const MOST_ADDED = 30

function listAdded(plan: SigningPlan, { message }: SigningCase): SigningPlan[] {
  const listed = new Set(plan.lines.map(({ name }) => name))
  return message.headers
    .map(([name, value]) => ({ name: name.toLowerCase(), value: value.trim() }))
    .filter(({ name }) => !listed.has(name))
    .slice(0, MOST_ADDED)
    .flatMap(line => [
      { ...plan, lines: [...plan.lines, line] },
      { ...plan, lines: [line, ...plan.lines] },
    ])
}

function sortByRequest(all: readonly SignedLine[], { headers }: SignedMessage): SignedLine[] {
  const place = (name: string) => headers.findIndex(([sent]) => sent.toLowerCase() === name)
  return all.toSorted((a, b) => place(a.name) - place(b.name))
}

const INTERFACE_ORDER = [
  '(request-target)',
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
]

function sortByInterface(all: readonly SignedLine[]): SignedLine[] {
  const place = (name: string) => INTERFACE_ORDER.indexOf(name) + (INTERFACE_ORDER.includes(name) ? 0 : 100)
  return all.toSorted((a, b) => place(a.name) - place(b.name))
}

function hostOf(headers: RawHeaders): string {
  return headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isoDate(value: string, show: (iso: string) => string): string | undefined {
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : show(new Date(time).toISOString())
}

function inQuery(method: string, path: string, sent: string, written: string): string {
  const [plain = '', ...query] = path.split('?')
  return `${method} ${[plain, ...query.map(part => part.replaceAll(sent, written))].join('?')}`
}

/** `SHA-256=` and the bytes behind it in hexadecimal. */
function inHexadecimal(value: string): string {
  const start = value.indexOf('=') + 1
  return value.slice(0, start) + Buffer.from(value.slice(start), 'base64').toString('hex')
}
