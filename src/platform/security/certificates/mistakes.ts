import { DomainError } from '../../../domain/errors.ts'
import { type DerElement, DerError, decodeBase64, readChildren, readDer, readOid, TAG } from './der.ts'
import { readCertificateFields } from './fields.ts'
import { decodeCertificateHeader, PRIVATE_KEY } from './header.ts'

/** A known mistake in an unreadable TPP-Signature-Certificate: a certificate in another encoding, or another kind of file (D96). */
export function findCertificateMistake(header: string): string | undefined {
  if (isReadable(header)) return undefined
  const trimmed = header.trim()
  for (const { did, read } of WRITINGS) {
    const bytes = read(trimmed)
    if (bytes !== undefined && isCertificate(bytes)) return `The header holds a certificate ${did}: ${PLAIN}.`
  }
  const word = WORDS.find(([form]) => form.test(trimmed))
  if (word !== undefined) return `The header ${word[1]}`
  const plain = decodeBase64(trimmed)
  if (plain === undefined) return undefined
  return THINGS.find(({ is }) => quietly(() => is(plain)) === true)?.text ?? describeCut(plain)
}

const SEND = 'send the certificate, as the Base64 of its DER on one line'
const PLAIN = 'send the Base64 of its DER alone, on one line'

/** Values of a field that was left empty or unset. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^\{\{.*\}\}$/, `holds a variable of Postman without a value: ${SEND}.`],
  [/^\$\{?\w+\}?$|^%\w+%$/, `holds a variable that was not replaced: ${SEND}.`],
  [/^(?:undefined|null|None|nil|NULL)$/, `holds a word in place of a value: ${SEND}.`],
  [
    /^\[B@[\da-f]+$/,
    `holds what Java writes for an array of bytes: write Base64.getEncoder().encodeToString(certificate.getEncoded()).`,
  ],
  [/^\[object \w+\]$/, `holds what JavaScript writes for an object: write certificate.raw.toString("base64").`],
  [/^System\.\S+$/, `holds what .NET writes for an object: write Convert.ToBase64String(certificate.RawData).`],
  [
    /^<\S+ .*>$|^<Certificate/,
    `holds what Python writes for an object: write base64.b64encode(certificate.public_bytes(Encoding.DER)).decode().`,
  ],
  [
    /^(?:file:|~?\/|\.{1,2}\/|[A-Za-z]:\\)[^=]*\.\w{2,5}$|^[\w.-]+\.(?:pem|crt|cer|der|p12|pfx|key)$/i,
    'holds the name of a file: send what is in it.',
  ],
  [/^(?:CN|C|O|OU|L|ST|SERIALNUMBER)\s?=/i, `holds a name, such as that of a certificate's owner: ${SEND}.`],
  [/^(?:[0-9a-f]{2}:?){20}$|^(?:[0-9a-f]{2}:?){32}$/i, `holds the fingerprint of a certificate: ${SEND}.`],
  [/^(?:ssh-|ecdsa-sha2-)/, `holds a public key of SSH, which is no certificate: ${SEND}.`],
  [/^\{(?=.*"kty")(?=.*"(?:d|k)"\s*:)/s, PRIVATE_KEY.replace(/^The header /, '')],
  [/^\{.*"kty"/s, `holds a JSON Web Key, which is no certificate: ${SEND}.`],
]

/** The length in the DER shows that the end is missing. */
function describeCut(bytes: Buffer): string | undefined {
  if (bytes[0] !== 0x30 || bytes[1] !== 0x82 || bytes.length < 5) return undefined
  const whole = bytes.readUInt16BE(2) + 4
  return whole <= bytes.length || bytes[4] !== 0x30
    ? undefined
    : `The header holds a certificate that was cut off: it says that it has ${whole} bytes, and ${bytes.length} came. ${PLAIN[0]?.toUpperCase()}${PLAIN.slice(1)}.`
}

type Writing = { readonly did: string; readonly read: (header: string) => Buffer | undefined }

const WRITINGS: readonly Writing[] = [
  {
    did: 'in the URL form of Base64',
    read: text => (/^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined),
  },
  {
    did: 'in Base64 without the = at its end',
    read: text => (/^[A-Za-z0-9+/]+$/.test(text) ? Buffer.from(text, 'base64') : undefined),
  },
  {
    did: 'in hexadecimal',
    read: text => (/^[0-9a-f:]+$/i.test(text) ? Buffer.from(text.replaceAll(':', ''), 'hex') : undefined),
  },
  {
    did: 'in Base64 twice',
    read: text => decodeHeader(decodeBase64(text)?.toString('latin1') ?? ''),
  },
  { did: 'in quotation marks', read: text => decodeBase64(text.replace(/^\[?["']|["']\]?$/g, '')) },
  {
    did: 'after another word',
    read: text => decodeBase64(/^[A-Za-z0-9-]{1,20}(?:[:=]\s*| +)(\S+)$/.exec(text)?.[1] ?? ''),
  },
  { did: 'sent twice, joined by a comma', read: text => decodeBase64(text.split(',', 1)[0] ?? '') },
  {
    did: 'that was decoded as a form, with a blank for each +',
    // HTTP cuts off the blanks at the end of a value.
    read: text =>
      text.includes(' ')
        ? decodeBase64(text.replaceAll(' ', '+').padEnd(Math.ceil(text.length / 4) * 4, '+'))
        : undefined,
  },
]

/** Other kinds of files; most are DER, too. */
const THINGS: readonly { readonly text: string; readonly is: (bytes: Buffer) => boolean }[] = [
  {
    // PKCS #1; SEC 1, as openssl ecparam -genkey writes it; PKCS #8.
    text: PRIVATE_KEY,
    is: bytes => {
      const [version, second, third] = readChildren(readDer(bytes))
      const kind = second?.tag
      return version?.tag === TAG.integer && (kind === TAG.integer || isEcKey(second) || third?.tag === TAG.octetString)
    },
  },
  {
    text: `${PRIVATE_KEY} It is encrypted (PKCS #8), but its password opens it.`,
    is: bytes => {
      const [algorithm, content] = readChildren(readDer(bytes))
      return (
        algorithm?.tag === TAG.sequence &&
        content?.tag === TAG.octetString &&
        isOid(readChildren(algorithm)[0], '1.2.840.113549.1.5.')
      )
    },
  },
  {
    text: `${PRIVATE_KEY} It is one of OpenSSH.`,
    is: bytes => bytes.subarray(0, 14).equals(Buffer.from('openssh-key-v1')),
  },
  {
    text: 'The header holds a key store of Java (.jks), which has the private key in it: make another key, and send the certificate alone (keytool -exportcert).',
    is: bytes => ['feedfeed', 'cececece'].includes(bytes.subarray(0, 4).toString('hex')),
  },
  {
    text: `The header holds a PKCS #12 file (.p12, .pfx), which has the private key in it: make another key, and send the certificate alone.`,
    is: bytes => {
      const [version, content] = readChildren(readDer(bytes))
      return (
        version?.tag === TAG.integer &&
        content?.tag === TAG.sequence &&
        isOid(readChildren(content)[0], '1.2.840.113549.1.7.')
      )
    },
  },
  {
    text: `The header holds a PKCS #7 container (.p7b): ${PLAIN} (openssl pkcs7 -print_certs takes it out).`,
    is: bytes => isOid(readChildren(readDer(bytes))[0], '1.2.840.113549.1.7.'),
  },
  {
    text: 'The header holds a public key alone: send the certificate, which has it in it.',
    is: bytes => {
      const [algorithm, bits, ...rest] = readChildren(readDer(bytes))
      return rest.length === 0 && bits?.tag === TAG.bitString && algorithm?.tag === TAG.sequence
    },
  },
  {
    text: 'The header holds a request for a certificate (CSR): send the certificate that a CA issued for it.',
    is: bytes => {
      const [info, , bits] = readChildren(readDer(bytes))
      const [version, name, key] = info === undefined ? [] : readChildren(info)
      return bits?.tag === TAG.bitString && version?.tag === TAG.integer && name?.tag === TAG.sequence && isKey(key)
    },
  },
  {
    text: `The header holds several certificates, one after the other: ${PLAIN}, without its chain.`,
    // A certificate has a length of two bytes after its tag. This function is called only when the whole is not a certificate.
    is: bytes => bytes.length > 4 && isCertificate(bytes.subarray(0, 4 + bytes.readUInt16BE(2))),
  },
]

function isReadable(header: string): boolean {
  const bytes = decodeHeader(header)
  return bytes !== undefined && isCertificate(bytes)
}

function decodeHeader(header: string): Buffer | undefined {
  try {
    return decodeCertificateHeader(header)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

// A private key of SEC 1 has as many bytes as its curve, of which the shortest in use have 20.
function isEcKey(element: DerElement | undefined): boolean {
  return element?.tag === TAG.octetString && element.content.length >= 20
}

function isKey(element: DerElement | undefined): boolean {
  return element !== undefined && readChildren(element)[1]?.tag === TAG.bitString
}

function isOid(element: DerElement | undefined, start: string): boolean {
  return element?.tag === TAG.oid && readOid(element).startsWith(start)
}

function isCertificate(bytes: Buffer): boolean {
  return quietly(() => readCertificateFields(bytes)) !== undefined
}

function quietly<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof DerError) return undefined
    throw error
  }
}
