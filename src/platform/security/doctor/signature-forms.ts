import { decodePercent } from '../../../domain/texts.ts'
import { decodeBase64 } from '../certificates/der.ts'

/** The bytes of a signature, and how the client wrote them if not in plain Base64. */
export type SignatureForm = { readonly bytes: Buffer; readonly did?: string; readonly remedy?: string }

/** All readings of the parameter signature, plain Base64 first. */
export function listSignatureForms(written: string): SignatureForm[] {
  const plain = decodeBase64(written)
  const forms: readonly SignatureForm[] = FORMS.flatMap(([did, remedy, read]) => {
    const bytes = read(written, plain)
    return bytes === undefined || bytes.length === 0 ? [] : [{ bytes, did, remedy }]
  })
  return [...(plain === undefined ? [] : [{ bytes: plain }]), ...forms]
}

/** Texts of other objects than a signature, as languages and tools write them. */
const NO_SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'is empty: the signing function failed, or its result was not used'],
  [/^\[B@[\da-f]+$/, 'is what Java writes for an array of bytes: write Base64.getEncoder().encodeToString(bytes)'],
  [/^\[object Promise\]$/, 'is what JavaScript writes for a Promise: await it'],
  [/^\[object \w+\]$/, 'is what JavaScript writes for an object: write Buffer.from(bytes).toString("base64")'],
  [/^System\.Byte\[\]$/, 'is what .NET writes for an array of bytes: write Convert.ToBase64String(bytes)'],
  [/^(?:undefined|null|None|nil|NULL)$/, 'is a word in place of a value: the string was not signed yet'],
  [/^\{\{.*\}\}$/, 'is a variable of Postman without a value: set it in the pre-request script'],
  [/^\$\{?\w+\}?$/, 'is a variable that was not replaced'],
  [
    /^\[?-?\d{1,3}(?:(?:,| |, )-?\d{1,3}){8,}\]?$/,
    'is a list of numbers, as Go, JavaScript and Java write bytes: write their Base64',
  ],
  [/^ey[\w-]+\.[\w-]*\.[\w-]+$/, 'is a JSON Web Signature: sign the signing string, and write the Base64 of the bytes'],
  [/^data:/, 'is a data: URL: write what stands after its comma'],
  [/^-----BEGIN/, 'is a PEM: write the Base64 of the signature alone, on one line'],
]

/** What the parameter contains instead of a signature. */
export function describeNoSignature(written: string): string | undefined {
  return NO_SIGNATURES.find(([form]) => form.test(written.slice(0, 4_000)))?.[1]
}

type Reader = (written: string, plain: Buffer | undefined) => Buffer | undefined
const PLAIN = 'send the Base64 of its bytes'
const PADDED = 'write + and / for - and _, and = at the end (Java: Base64.getEncoder(), not getUrlEncoder())'

const FORMS: readonly (readonly [did: string, remedy: string, read: Reader])[] = [
  [
    'in the URL form of Base64',
    PADDED,
    text => (/[-_]/.test(text) ? read(/^[\w-]+={0,2}$/, text, 'base64url') : undefined),
  ],
  [
    'in Base64 without the = at its end',
    'write the padding too',
    text => (text.length % 4 > 1 ? read(/^[A-Za-z0-9+/]+$/, text, 'base64') : undefined),
  ],
  ['in hexadecimal', `${PLAIN} (openssl prints hexadecimal unless it gets -binary)`, readHex],
  [
    'as openssl prints it',
    `${PLAIN}: openssl dgst -sha256 -sign KEY -binary | base64 -w0`,
    text => readHex(/^[A-Za-z\d-]{3,24}\([^)]{0,100}\)=\s?([\da-f]+)\s*$/i.exec(text)?.[1]),
  ],
  [
    'in hexadecimal with hyphens',
    `${PLAIN} (.NET: Convert.ToBase64String, not BitConverter.ToString)`,
    text => (/^[\dA-F]{2}(?:-[\dA-F]{2})+$/i.test(text) ? readHex(text.replaceAll('-', '')) : undefined),
  ],
  [
    'as Python shows bytes',
    `${PLAIN} as text (.decode('ascii'))`,
    text => decodeBase64(/^b'([A-Za-z\d+/=]+)'$/.exec(text)?.[1]),
  ],
  ['in Base64 twice', `${PLAIN} once`, (_, plain) => decodeBase64(plain?.toString('latin1').trim())],
  [
    'as the Base64 of hexadecimal',
    `${PLAIN}, not of their hexadecimal`,
    (_, plain) => readHex(plain?.toString('latin1').trim()),
  ],
  [
    'as a PEM',
    `${PLAIN}, without lines around it`,
    text => decodeBase64(/^-----BEGIN [A-Z ]{1,40}-----([^-]*)-----END/.exec(text)?.[1]),
  ],
  [
    'percent-encoded',
    'leave the Base64 as it is: a header is no URL',
    text => (text.includes('%') ? decodeBase64(decodePercent(text)) : undefined),
  ],
  [
    'with a blank for each + of its Base64',
    'do not decode it as a form: + is a letter of Base64',
    text => (text.includes(' ') ? decodeBase64(text.replaceAll(' ', '+')) : undefined),
  ],
  [
    'with line breaks in its Base64',
    'write it on one line (base64 -w0; Java: getEncoder(), not getMimeEncoder())',
    text => (/\\|\s/.test(text) ? decodeBase64(text.replace(/\\[rn]|\s/g, '')) : undefined),
  ],
  [
    'with a name before its Base64',
    'send the Base64 alone',
    text => decodeBase64(/^[A-Za-z][A-Za-z0-9-]{2,20}[=:] ?(.*)$/.exec(text)?.[1]),
  ],
  [
    'with its bytes in reverse order',
    'turn them round (Windows CryptoAPI gives the lowest byte first)',
    (_, plain) => plain && Buffer.from(plain).reverse(),
  ],
]

function read(form: RegExp, text: string, encoding: 'base64' | 'base64url' | 'hex'): Buffer | undefined {
  return form.test(text) ? Buffer.from(text, encoding) : undefined
}

function readHex(text = ''): Buffer | undefined {
  const digits = text.replaceAll(':', '')
  return digits.length >= 64 && digits.length % 2 === 0 ? read(/^[0-9a-f]+$/i, digits, 'hex') : undefined
}
