/** The bytes of a signature, and how the client wrote them where it did not write plain Base64. */
export type SignatureForm = { readonly bytes: Buffer; readonly did?: string; readonly fix?: string }

/** Everything that the parameter signature can stand for, plain Base64 first. */
export function listSignatureForms(written: string): SignatureForm[] {
  const plain = decodeBase64(written)
  const forms: readonly SignatureForm[] = FORMS.flatMap(({ did, fix, read }) => {
    const bytes = read(written, plain)
    return bytes === undefined || bytes.length === 0 ? [] : [{ bytes, did, fix }]
  })
  return [...(plain === undefined ? [] : [{ bytes: plain }]), ...forms]
}

/** What languages write where somebody made a text of something else than the Base64 of a signature. */
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

/** What the parameter is, where it cannot be a signature at all. */
export function describeNoSignature(written: string): string | undefined {
  return NO_SIGNATURES.find(([form]) => form.test(written.slice(0, 4_000)))?.[1]
}

type Form = {
  readonly did: string
  readonly fix: string
  readonly read: (written: string, plain: Buffer | undefined) => Buffer | undefined
}

const PLAIN = 'send the Base64 of its bytes'

const FORMS: readonly Form[] = [
  {
    did: 'in the URL form of Base64',
    fix: 'write + and / for - and _, and = at the end (Java: Base64.getEncoder(), not getUrlEncoder())',
    read: written =>
      /^[\w-]+={0,2}$/.test(written) && /[-_]/.test(written) ? Buffer.from(written, 'base64url') : undefined,
  },
  {
    did: 'in Base64 without the = at its end',
    fix: 'write the padding too',
    read: written =>
      /^[A-Za-z0-9+/]+$/.test(written) && written.length % 4 > 1 ? Buffer.from(written, 'base64') : undefined,
  },
  {
    did: 'in hexadecimal',
    fix: `${PLAIN} (openssl prints hexadecimal unless it gets -binary)`,
    read: readHex,
  },
  {
    did: 'as openssl prints it',
    fix: `${PLAIN}: openssl dgst -sha256 -sign KEY -binary | base64 -w0`,
    read: written => readHex(/^[A-Za-z\d-]{3,24}\([^)]{0,100}\)=\s?([\da-f]+)\s*$/i.exec(written)?.[1] ?? ''),
  },
  {
    did: 'in hexadecimal with hyphens',
    fix: `${PLAIN} (.NET: Convert.ToBase64String, not BitConverter.ToString)`,
    read: written => (/^[\dA-F]{2}(?:-[\dA-F]{2})+$/i.test(written) ? readHex(written.replaceAll('-', '')) : undefined),
  },
  {
    did: 'as Python shows bytes',
    fix: `${PLAIN} as text (.decode('ascii'))`,
    read: written => decodeBase64(/^b'([A-Za-z\d+/=]+)'$/.exec(written)?.[1] ?? ''),
  },
  { did: 'in Base64 twice', fix: `${PLAIN} once`, read: (_, plain) => decodeBase64(textOf(plain)) },
  {
    did: 'as the Base64 of hexadecimal',
    fix: `${PLAIN}, not of their hexadecimal`,
    read: (_, plain) => readHex(textOf(plain)),
  },
  {
    did: 'as a PEM',
    fix: `${PLAIN}, without lines around it`,
    read: written => decodeBase64(/^-----BEGIN [A-Z ]{1,40}-----([^-]*)-----END/.exec(written)?.[1] ?? ''),
  },
  {
    did: 'percent-encoded',
    fix: 'leave the Base64 as it is: a header is no URL',
    read: written => (written.includes('%') ? decodeBase64(decodePercent(written)) : undefined),
  },
  {
    did: 'with a blank for each + of its Base64',
    fix: 'do not decode it as a form: + is a letter of Base64',
    read: written => (written.includes(' ') ? decodeBase64(written.replaceAll(' ', '+')) : undefined),
  },
  {
    did: 'with line breaks in its Base64',
    fix: 'write it on one line (base64 -w0; Java: getEncoder(), not getMimeEncoder())',
    read: written => (/\\|\s/.test(written) ? decodeBase64(written.replace(/\\[rn]|\s/g, '')) : undefined),
  },
  {
    did: 'with a name before its Base64',
    fix: 'send the Base64 alone',
    read: written => {
      const [, rest] = /^[A-Za-z][A-Za-z0-9-]{2,20}[=:] ?(.*)$/.exec(written) ?? []
      return rest === undefined ? undefined : decodeBase64(rest)
    },
  },
  {
    did: 'with its bytes in reverse order',
    fix: 'turn them round (Windows CryptoAPI gives the lowest byte first)',
    read: (_, plain) => (plain === undefined ? undefined : Buffer.from(plain).reverse()),
  },
]

function decodeBase64(text: string): Buffer | undefined {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 ? Buffer.from(text, 'base64') : undefined
}

function readHex(text: string): Buffer | undefined {
  const digits = text.replaceAll(':', '')
  return digits.length >= 64 && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)
    ? Buffer.from(digits, 'hex')
    : undefined
}

function textOf(bytes: Buffer | undefined): string {
  return bytes?.toString('latin1').trim() ?? ''
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
