import { DomainError } from '../domain/errors.ts'
import { readCertificateFields } from './certificate-fields.ts'
import { decodeCertificateHeader } from './certificate-header.ts'
import { type DerElement, DerError, readChildren, readDer, readOid, TAG } from './der.ts'

/**
 * What a header holds that should hold a certificate and cannot be read: a certificate in another writing, or another
 * thing that lies beside it on disks (D96). undefined when nothing explains it.
 */
export function findCertificateMistake(header: string): string | undefined {
  if (isReadable(header)) return undefined
  const trimmed = header.trim()
  for (const { did, read } of WRITINGS) {
    const bytes = read(trimmed)
    if (bytes !== undefined && isCertificate(bytes)) return `The header holds a certificate ${did}: ${PLAIN}.`
  }
  const plain = decodeBase64(trimmed)
  return plain === undefined ? undefined : THINGS.find(({ is }) => quietly(() => is(plain)) === true)?.text
}

const PLAIN = 'send the Base64 of its DER alone, on one line'

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
    read: text => decodeBase64(decodeBase64(text)?.toString('latin1').replace(/\s/g, '') ?? ''),
  },
  { did: 'in quotation marks', read: text => decodeBase64(text.replace(/^\[?["']|["']\]?$/g, '')) },
  { did: 'after another word', read: text => decodeBase64(/^[A-Za-z0-9-]{1,20}[:=]\s*(\S+)$/.exec(text)?.[1] ?? '') },
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

/** Things that are DER too. */
const THINGS: readonly { readonly text: string; readonly is: (bytes: Buffer) => boolean }[] = [
  {
    text: 'The header holds a private key, which must never leave its owner: make another key, and send the certificate.',
    is: bytes => {
      const [version, second, third] = readChildren(readDer(bytes))
      return version?.tag === TAG.integer && (second?.tag === TAG.integer || third?.tag === TAG.octetString)
    },
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
    text: 'The header holds a request for a certificate (CSR): send the certificate that a CA made of it.',
    is: bytes => {
      const [info, , bits] = readChildren(readDer(bytes))
      const [version, name, key] = info === undefined ? [] : readChildren(info)
      return bits?.tag === TAG.bitString && version?.tag === TAG.integer && name?.tag === TAG.sequence && isKey(key)
    },
  },
  {
    text: `The header holds several certificates, one after the other: ${PLAIN}, without its chain.`,
    // A certificate has a length of two bytes behind its tag; the whole is none, or nobody would ask.
    is: bytes => bytes.length > 4 && isCertificate(bytes.subarray(0, 4 + bytes.readUInt16BE(2))),
  },
]

function isReadable(header: string): boolean {
  try {
    return isCertificate(decodeCertificateHeader(header))
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
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

function decodeBase64(text: string): Buffer | undefined {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 ? Buffer.from(text, 'base64') : undefined
}
