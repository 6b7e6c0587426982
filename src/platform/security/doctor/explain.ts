import { DomainError } from '../../../domain/errors.ts'
import type { ExplainedStep, SignatureExplanation } from '../../../domain/tpps.ts'
import { type CertificateReader, describeUntrusted, type TppCertificate } from '../certificates/certificates.ts'
import { CERTIFICATE_HEADER, refuseCertificate } from '../certificates/header.ts'
import { refuse } from '../refusals.ts'
import { checkDate } from '../signature/date.ts'
import { createDigest, verifyDigest } from '../signature/digest.ts'
import { type RefusedSignature, verifySignature } from '../signature/http-signature.ts'
import { readSignatureHeader } from '../signature/parameters.ts'
import { buildSigningString } from '../signature/signing-string.ts'
import { formatWarning, type Warning } from '../warnings.ts'
import { type PastedRequest, readPastedRequest } from './pasted-requests.ts'
import { describeDiagnosis, diagnoseSignature } from './signature-doctor.ts'

/**
 * Explains a pasted signed request step by step (D96): one of this bank, or of another with the same interface, whose certificate this one need not
 * trust. It accepts nothing and stores nothing.
 */
export function explainWith(
  certificates: CertificateReader,
  machineNow: () => Date,
): (text: string, received?: string) => SignatureExplanation {
  return (text, received) => {
    const request = readPastedRequest(text)
    const body = received === undefined ? chooseBody(request) : Buffer.from(received)
    const now = machineNow()
    const header = request.header(CERTIFICATE_HEADER)
    const [trust, trusted] = take('certificate', 'The certificate is trusted here.', () =>
      certificates.read(header ?? refuseCertificate(NO_CERTIFICATE), now),
    )
    const certificate = trusted ?? (header === undefined ? undefined : quietly(() => describeUntrusted(header)))
    const signature =
      certificate === undefined
        ? undefined
        : take('signature', 'The signature fits the key of the certificate.', () =>
            verifySignature(request, certificate, {
              keyId: 'tolerant',
              now: dateOf(request) ?? now,
              examine: refused => examine(request, body, certificate, refused, certificates),
            }),
          )
    const written = request.header('Date')
    const [date] = take('date', written === undefined ? 'There is no Date.' : 'The Date is near the clock.', () =>
      checkDate(written, now),
    )
    const digest = take('digest', describeDigest(request, body), () =>
      checkDigest(request, body, received === undefined),
    )
    const steps = [trust, ...(signature === undefined ? [] : [signature[0]]), date, digest[0]]
    const warnings: readonly Warning[] = [
      ...(certificate?.warnings ?? []),
      ...(signature?.[1] ?? []),
      ...(digest[1] ?? []),
    ]
    return {
      accepted: steps.every(({ passed }) => passed),
      steps,
      signingString: quietly(() => buildSigningString(request, namesOf(request))),
      warnings: warnings.map(formatWarning),
    }
  }
}

/** Runs one step: its verdict and its result. */
function take<T>(name: string, passed: string, run: () => T): readonly [ExplainedStep, T | undefined] {
  try {
    const result = run()
    return [{ name, passed: true, texts: [passed] }, result]
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [{ name, passed: false, texts: error.faults.map(({ text }) => text) }, undefined]
  }
}

function quietly<T>(run: () => T): T | undefined {
  return take('', '', run)[1]
}

function examine(
  { method, target, headers }: PastedRequest,
  body: Buffer,
  certificate: TppCertificate,
  refused: RefusedSignature,
  certificates: CertificateReader,
): readonly string[] {
  return describeDiagnosis(
    diagnoseSignature({
      ...refused,
      message: { method, target, headers },
      body,
      key: certificate.publicKey,
      otherKeys: certificates.listOtherKeys(certificate),
    }),
  )
}

function namesOf(request: PastedRequest): readonly string[] {
  return readSignatureHeader(request.header('Signature') ?? '').headers
}

/** A pasted request is rarely from this minute, so its own Date replaces the clock; the step date checks that. */
function dateOf(request: PastedRequest): Date | undefined {
  const time = new Date(request.header('Date') ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time
}

const NO_CERTIFICATE =
  'TPP-Signature-Certificate is missing: without it the signature cannot be checked. Send the Base64 of the certificate in DER, on one line.'

function describeDigest(request: PastedRequest, body: Buffer): string {
  if (request.header('Digest') !== undefined) return 'The digest fits the body.'
  if (body.length === 0) return 'There is no Digest, and no body.'
  return `There is no Digest, so that nothing proves the body, and most calls with one are refused. For this body it is ${createDigest(body)}`
}

function checkDigest(request: PastedRequest, body: Buffer, isPasted = true): readonly Warning[] {
  const digest = request.header('Digest')
  if (digest === undefined) return []
  const isLeftOut = isPasted && body.length === 0 && quietly(() => verifyDigest(digest, body)) === undefined
  if (!isLeftOut) return verifyDigest(digest, body)
  const length = request.header('Content-Length')
  // A log without the body is not a mistake of the client.
  return refuse(
    'SIGNATURE_INVALID',
    length === '0'
      ? `The digest is not that of an empty body, which would be ${createDigest(body)}`
      : `The digest is not that of an empty body, and no body follows the headers here${length === undefined ? '' : `, though Content-Length says ${length} bytes`}: paste it after an empty line. curl -v does not show it.`,
    'Digest',
  )
}

/** The body that the digest fits, since a paste may have changed its line ends. */
function chooseBody(request: PastedRequest): Buffer {
  const [first = Buffer.alloc(0)] = request.bodies
  return request.bodies.find(body => quietly(() => checkDigest(request, body)) !== undefined) ?? first
}
