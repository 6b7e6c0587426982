import type { Want } from '../../../domain/errors.ts'
import { LONGEST_HEADER, refuse } from '../refusals.ts'

export const CERTIFICATE_HEADER = 'TPP-Signature-Certificate'

/**
 * The DER bytes in a TPP-Signature-Certificate header: Base64 of DER, as the interface says. Clients also send Base64 of a PEM file, a PEM without
 * its line breaks, or either of them URL-encoded. Of several certificates the first counts.
 * @throws DomainError CERTIFICATE_INVALID with the reason why it cannot be read
 */
export function decodeCertificateHeader(header: string): Buffer {
  if (header.length > LONGEST_HEADER) {
    refuseCertificate(
      `The header has ${header.length} characters, more than ${LONGEST_HEADER}: send one certificate, without its chain.`,
    )
  }
  const text = decodeUrl(header)
  const bytes = decodeBase64(text.includes(PEM_BEGIN) ? unwrapPem(text) : text)
  if (!bytes.subarray(0, PEM_BEGIN.length).equals(Buffer.from(PEM_BEGIN))) return bytes
  return decodeBase64(unwrapPem(bytes.toString('latin1')))
}

/** Whether the header has the form of the interface: the Base64 of the bytes, and nothing else. */
export function isPlainBase64(header: string, der: Buffer): boolean {
  return header === der.toString('base64')
}

/** Refuses a certificate: untrusted, weak or not readable (D13). */
export function refuseCertificate(reason: string, details: readonly string[] = [], want?: Want): never {
  refuse('CERTIFICATE_INVALID', reason, CERTIFICATE_HEADER, details, { want })
}

/** What the sender of a private key must do. */
export const PRIVATE_KEY =
  'The header holds a private key, which must never leave its owner: make another key, and send the certificate.'

const PEM_BEGIN = '-----BEGIN'
const PEM_END = '-----END'
const EXPECTED = 'Send the Base64 of the certificate in DER, on one line.'

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuseCertificate(`The header holds percent signs, but is not validly URL-encoded. ${EXPECTED}`)
  }
}

/** The Base64 between the lines of a PEM; a URL-encoder may have made `BEGIN+CERTIFICATE` of the first. */
function unwrapPem(text: string): string {
  const found = /-----BEGIN[ +]([A-Z0-9 +]{0,64})-----/.exec(text)
  if (found === null) return refuseCertificate(`The header begins like a PEM, but has no whole BEGIN line. ${EXPECTED}`)
  const [line, label = ''] = found
  if (/PRIVATE[ +]KEY/.test(label)) refuseCertificate(`${PRIVATE_KEY} It is a PEM of the kind ${label}.`)
  if (!label.endsWith('CERTIFICATE')) {
    return refuseCertificate(`The header holds a PEM of another kind (${label}): a certificate is needed. ${EXPECTED}`)
  }
  const start = found.index + line.length
  const end = text.indexOf(PEM_END, start)
  if (end < 0) return refuseCertificate(`The PEM in the header has no END line: it was cut off. ${EXPECTED}`)
  return text.slice(start, end)
}

function decodeBase64(text: string): Buffer {
  const compact = text.replace(/\\[rn]|\s/g, '')
  if (compact === '') return refuseCertificate(`The header holds no certificate. ${EXPECTED}`)
  const wrong = /[^A-Za-z0-9+/=]/u.exec(compact)
  if (wrong !== null) {
    return refuseCertificate(
      `The header is not Base64: character ${wrong.index + 1} is none of A-Z a-z 0-9 + / =. ${EXPECTED}`,
    )
  }
  if (compact.length % 4 !== 0 || !/^[^=]*={0,2}$/.test(compact)) {
    return refuseCertificate(
      `The header is not Base64: its ${compact.length} characters are not whole groups of four with at most two = at the end. Was it cut off? ${EXPECTED}`,
    )
  }
  return Buffer.from(compact, 'base64')
}
