import { createHash } from 'node:crypto'
import { unzipSync } from 'node:zlib'
import { parseJson, withoutEnd } from '../../../domain/texts.ts'

/** A wrong digest, and the body. */
export type WrongDigest = { readonly hash: 'sha256' | 'sha512'; readonly claimed: string; readonly body: Uint8Array }

/** The mistake that explains a wrong digest exactly, as a sentence (D96); undefined when none does. */
export function findDigestMistake(wrong: WrongDigest): string | undefined {
  const actual = createHash(wrong.hash).update(wrong.body).digest()
  return findWriting(wrong.claimed, actual) ?? findHash(wrong) ?? findBody(wrong)
}

/** Limits of an examined body. */
const LONGEST_BODY = 65_536
const DEEPEST_BODY = 64

const HASHES = [
  ['sha256', 'SHA-256'],
  ['sha512', 'SHA-512'],
  ['sha1', 'SHA-1'],
  ['md5', 'MD5'],
  ['sha384', 'SHA-384'],
] as const

/** The mistake in a header that names neither hash of the interface: a right hash in a wrong form, or another hash. */
export function findDigestForm(header: string, body: Uint8Array): string | undefined {
  const text = header.trim()
  for (const [hash, name] of HASHES) {
    const base64 = createHash(hash).update(body).digest('base64')
    if (!text.endsWith(base64)) continue
    const before = text.slice(0, -base64.length)
    if (hash !== 'sha256' && hash !== 'sha512')
      return `It is the ${name} of the body, which the interface does not know: hash it by SHA-256.`
    if (before === '') return `The hash is right, but its name is missing: write ${name}= before it.`
    if (/^Digest:/i.test(before))
      return 'The hash is right, but the name of the header stands in its value, too: leave it out there.'
    return `The hash is right, but its name must be ${name}, with = after it.`
  }
  return undefined
}

const BYTES = 'write the Base64 of the hash’s bytes'
const IN_HEX = 'The hash is right, but written in hexadecimal: write its bytes in Base64.'
const OF_HEX = `That is the Base64 of the hexadecimal text: ${BYTES}.`

const BLANKS = [
  [
    '',
    'its Base64 has blanks in it: write it on one line, as base64 -w0 does (Java: getEncoder(), not getMimeEncoder()).',
  ],
  ['+', 'its Base64 has a blank for each +: do not decode it as a form, since + is a letter of Base64.'],
] as const

function findWriting(claimed: string, actual: Buffer): string | undefined {
  const base64 = actual.toString('base64')
  const hex = actual.toString('hex')
  const found = [
    [hex, IN_HEX],
    [hex.toUpperCase(), IN_HEX],
    [Buffer.from(hex).toString('base64'), OF_HEX],
    [Buffer.from(hex.toUpperCase()).toString('base64'), OF_HEX],
    [Buffer.from(base64).toString('base64'), `The hash is right, but in Base64 twice: ${BYTES} once.`],
    [encodeURIComponent(base64), 'The hash is right, but percent-encoded: write + / = as they are.'],
    [`"${base64}"`, 'The hash is right, but in quotation marks: leave them out.'],
    [
      `:${base64}:`,
      'The hash is right, but between colons, as in Content-Digest of RFC 9530: the interface has Digest of RFC 3230, without them.',
    ],
  ].find(([written]) => written === claimed)
  if (found !== undefined) return found[1]
  const blanks = BLANKS.find(([blank]) => base64 === claimed.replaceAll(/\\[rn]|\s/g, blank))
  if (blanks !== undefined) return `The hash is right, but ${blanks[1]}`
  if (base64.toLowerCase() === claimed.toLowerCase())
    return 'The hash is right, but its letters were made small or capital ones: Base64 has both, so write them as they are.'
  return withoutEnd(claimed, '=') === actual.toString('base64url')
    ? 'The hash is right, but in the URL form of Base64: write + and / instead of - and _.'
    : undefined
}

function findHash({ hash, claimed, body }: WrongDigest): string | undefined {
  const other = HASHES.find(([one]) => isBase64Of(claimed, createHash(one).update(body).digest()))
  if (other !== undefined)
    return `That is the ${other[1]} of the body: name it so, if it is SHA-256 or SHA-512, else use one of these.`
  const once = createHash(hash).update(body).digest()
  const twice = [once, once.toString('hex'), once.toString('base64')].some(text =>
    isBase64Of(claimed, createHash(hash).update(text).digest()),
  )
  return twice ? 'The body was hashed twice: hash its bytes once.' : undefined
}

/** Looks for a change of the body, between hash and sending, that explains the digest. */
function findBody({ hash, claimed, body }: WrongDigest): string | undefined {
  const matches = (text: string | Uint8Array) => isBase64Of(claimed, createHash(hash).update(text).digest())
  if (matches('')) return 'That is the digest of an empty body: hash the body that is sent.'
  if (body.length > LONGEST_BODY) return undefined
  const plain = unpacked(body)
  if (plain !== undefined && matches(plain))
    return 'It would match the body before it was compressed: send it as it was then, without Content-Encoding.'
  const text = Buffer.from(body).toString('utf8')
  return BODIES.find(([, texts]) => texts(text).some(matches))?.[0]
}

/** A compressed body, unpacked; undefined when it is not compressed, or too large. */
function unpacked(body: Uint8Array): Buffer | undefined {
  try {
    return unzipSync(body, { maxOutputLength: LONGEST_BODY })
  } catch {
    return undefined
  }
}

const SAME_BYTES = 'serialise the body once, then hash and send those bytes'
const sameJson = (how: string) => `It would match the same JSON ${how}: ${SAME_BYTES}.`
const LINE_ENDS = ['', '\n', '\r\n', ' \r\n']

/** Texts that clients hash instead of the body. */
const BODIES: readonly (readonly [says: string, texts: (text: string) => readonly (string | Buffer)[]])[] = [
  [
    'It would match the body with other line ends, or with another line end after it: sign the very bytes that are sent.',
    text => {
      const unix = text.replaceAll('\r\n', '\n')
      return [unix, unix.replaceAll('\n', '\r\n'), ...LINE_ENDS.map(end => unix.trimEnd() + end)]
    },
  ],
  [
    'It would match the same with the line ends of a file, which curl -d takes out: send the file with --data-binary @FILE.',
    text =>
      listJsonForms(text)
        .flatMap(form => [form, form.replaceAll('\n', '\r\n')])
        .filter(form => form.includes('\n') && form.replaceAll(/[\r\n]/g, '') === text),
  ],
  [sameJson('written with other white space'), text => listJsonForms(text)],
  [sameJson('with its fields in alphabetical order'), text => listJsonForms(text, sortFields)],
  [
    sameJson('with \\u for what is not ASCII, as Python’s json.dumps writes it'),
    text => [text, ...listJsonForms(text)].map(escapeNonAscii),
  ],
  [
    sameJson('with \\/ for each slash, as PHP’s json_encode writes it'),
    text => {
      const slashed = [text, ...listJsonForms(text)].map(one => one.replaceAll('/', '\\/'))
      return [...slashed, ...slashed.map(escapeNonAscii)]
    },
  ],
  [
    sameJson('with \\u003c, \\u003e and \\u0026 for < > &, as Go’s json.Marshal writes it'),
    text => [text, ...listJsonForms(text)].map(one => one.replace(/[<>&]/g, escapeUnit)),
  ],
  [
    'It would match what Python’s str() makes of the same data: hash json.dumps of it, and send that text.',
    text => listParsed(text).map(writePython),
  ],
  [
    'It would match the body in UTF-16: hash its bytes in UTF-8.',
    text => [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()],
  ],
  [
    'It would match the body in ISO-8859-1: hash its bytes in UTF-8, as they are sent.',
    text => [Buffer.from(text, 'latin1')],
  ],
  [
    'It would match the body with ? for what is not ASCII: hash its bytes in UTF-8.',
    text => [text.replace(/[^\p{ASCII}]/gu, '?')],
  ],
  [
    'It would match the body with a byte order mark before it, which is not sent: hash the bytes that are sent.',
    text => [`\ufeff${text}`],
  ],
  [
    'It would match the body without the byte order mark that is sent before it: leave that out of the body, since JSON begins with none.',
    text => [text.replace(/^\ufeff/, '')],
  ],
  [
    'It would match the body as a JSON text, in quotation marks: the body was serialised twice before it was hashed.',
    text => [JSON.stringify(text)],
  ],
  ['It would match the Base64 of the body: hash the body itself.', text => [Buffer.from(text).toString('base64')]],
  ['It would match the percent-encoded body: hash the body itself.', text => [encodeURIComponent(text)]],
  [
    'It would match a word in place of the body: the body was not there yet when it was hashed.',
    () => ['null', 'undefined', '{}', '[]', '""', '[object Object]', 'None'],
  ],
]

/** The same JSON as common libraries write it. A deep structure is skipped: indentation would make it large. */
function listJsonForms(text: string, change = (value: unknown) => value): string[] {
  return listParsed(text).flatMap(parsed => {
    const value = change(parsed)
    const spaced = JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')
    const indented = [2, 4, '\t'].map(space => JSON.stringify(value, null, space))
    return [JSON.stringify(value), spaced, ...indented, ...indented.map(one => `${one}\n`)]
  })
}

/** The value of a JSON text; undefined when it is not JSON, or too deep. */
function listParsed(text: string): unknown[] {
  const value = isShallow(text) ? parseJson(text) : undefined
  return value === undefined ? [] : [value]
}

/** As Python's str() writes dictionaries and lists. */
function writePython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writePython).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${writePython(name)}: ${writePython(inner)}`)
      .join(', ')}}`
  if (typeof value === 'string') return value.includes("'") ? `"${value}"` : `'${value}'`
  return value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : String(value)
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortFields(inner)]),
  )
}

function escapeNonAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, escapeUnit)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function isShallow(text: string): boolean {
  let depth = 0
  let deepest = 0
  let brackets = 0
  for (const character of text) {
    if (character === '[' || character === '{') {
      brackets++
      deepest = Math.max(deepest, ++depth)
    } else if (character === ']' || character === '}') depth--
  }
  return brackets <= LONGEST_BODY / 4 && deepest <= DEEPEST_BODY
}

/** Compared as text, with optional padding, since Buffer would skip characters that are not Base64. */
export function isBase64Of(claimed: string, bytes: Buffer): boolean {
  const encoded = bytes.toString('base64')
  return claimed === encoded || claimed === withoutEnd(encoded, '=')
}
