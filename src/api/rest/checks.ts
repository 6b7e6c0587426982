import { type Service, takesInput } from '../../bank/operations/operation.ts'
import type { Step } from '../../domain/calls.ts'
import { byRule, DomainError, type Fault } from '../../domain/errors.ts'
import { reachedAt } from '../../platform/http/headers.ts'
import { assertJsonType, assertPlain, parseJsonBody } from '../../platform/http/json-bodies.ts'
import { jsonMistake } from '../../platform/http/json-mistakes.ts'
import { chooseType } from '../../platform/http/negotiation.ts'
import type { CertificateReader, TppCertificate } from '../../platform/security/certificates/certificates.ts'
import type { Evidence, SignatureDoctor } from '../../platform/security/doctor/signature-doctor.ts'
import { verifyDigest } from '../../platform/security/signature/digest.ts'
import { describeToken } from '../../platform/security/signature/header-values.ts'
import { type RefusedSignature, verifySignature } from '../../platform/security/signature/http-signature.ts'
import { refuseTolerated, type Warning, warnOfUnmet } from '../../platform/security/warnings.ts'
import type { Call, SeenCall, Trace } from './call.ts'
import type { HeaderChecks, HeaderPolicy } from './headers.ts'
import type { Route } from './serve.ts'

export type Security = {
  readonly certificates: CertificateReader
  readonly keyId: 'tolerant' | 'strict'
  /** Refuses a deviation that is tolerated by default but that a bank may refuse (D73). */
  readonly strict?: boolean
  readonly headers: HeaderPolicy
  readonly machineNow: () => Date
}

/** What the checks of a call need besides the call. */
export type Checking = {
  readonly route: Route
  readonly headers: HeaderChecks
  readonly security: Security
  readonly doctor: SignatureDoctor
}

/**
 * The checks between size and replay (D12), in their order, each a named step, recorded in the trace as it begins. Roles (D14) come right after the
 * proof of identity.
 */
export function authenticate(call: Call, trace: Trace, checking: Checking): TppCertificate {
  trace.steps.push('CERTIFICATE')
  const certificate = readCertificate(call, checking.security)
  // The certificate helps to find a refused call in the journal; only the signature proves the caller's identity.
  trace.tppId = certificate.tppId
  tolerate(certificate.warnings, trace, checking)
  for (const { step, run } of CHECKS) {
    trace.steps.push(step)
    const warnings = run(call, certificate, checking)
    if (warnings !== undefined) tolerate(warnings, trace, checking)
  }
  return certificate
}

// Recorded at once: the answer of a call that is refused later carries the warning, too (D73).
function tolerate(warnings: readonly Warning[], trace: Trace, { security }: Checking): void {
  if (warnings.length === 0) return
  if (security.strict === true) refuseTolerated(warnings)
  trace.warnings.push(...warnings)
}

/** A step that throws its refusal, or returns the deviations that it tolerated. */
type Check = {
  readonly step: Step
  readonly run: (call: Call, certificate: TppCertificate, checking: Checking) => readonly Warning[] | undefined
}

const CHECKS: readonly Check[] = [
  { step: 'SIGNATURE', run: checkSignature },
  { step: 'DIGEST', run: (call, { tppId }, { doctor }) => checkDigest(call, () => doctor.mayLook(tppId)) },
  { step: 'ROLES', run: (_, certificate, { route }) => assertRoles(certificate, route.service) },
  { step: 'REQUIRED_HEADERS', run: (call, _, { headers }) => headers.assertPresent(call.header) },
  {
    step: 'HEADER_FORMATS',
    run: (call, _, { headers }) => headers.assertFormats(call.header) ?? warnOfUnmet(call.header),
  },
]

function checkSignature(
  call: Call,
  certificate: TppCertificate,
  { security, doctor }: Checking,
): readonly Warning[] | undefined {
  const { tppId } = certificate
  return withDigest(
    call,
    () => doctor.mayLook(tppId),
    () =>
      verifySignature(call, certificate, {
        keyId: security.strict === true ? 'strict' : security.keyId,
        now: security.machineNow(),
        remember: lines => doctor.remember(tppId, lines),
        examine: refused => doctor.examine(tppId, () => evidenceOf(call, certificate, refused, security)),
      }),
  )
}

function readCertificate(call: Call, { certificates, machineNow }: Security): TppCertificate {
  const header = call.header('TPP-Signature-Certificate')
  if (header) return certificates.read(header, machineNow(), reachedAt(call.header))
  const other = call.headers.find(([, value]) => CERTIFICATE_START.test(value))?.[0]
  const where =
    other === undefined
      ? '`npx sandbank tpp new NAME` makes one.'
      : `The header ${other.slice(0, 80)} holds one: send it under that name.`
  const token = describeToken(call.header)
  throw new DomainError(
    'CERTIFICATE_MISSING',
    `${token === undefined ? '' : `${token} `}Every call carries its signing certificate, Base64 of the DER form, in the header TPP-Signature-Certificate. ${where}`,
    'TPP-Signature-Certificate',
  )
}

// DER of more than 255 bytes, PEM, URL-encoded PEM, and the Base64 of PEM.
const CERTIFICATE_START =
  /^\s*(?:MII[A-Z][A-Za-z0-9+/]{300}|-----BEGIN CERTIFICATE|-----BEGIN%20CERT|LS0tLS1CRUdJTiBDRVJU)/

function evidenceOf(
  { method, target, headers, body }: Call,
  certificate: TppCertificate,
  refused: RefusedSignature,
  { certificates }: Security,
): Omit<Evidence, 'earlier'> {
  return {
    ...refused,
    message: { method, target, headers },
    body,
    key: certificate.publicKey,
    otherKeys: certificates.listOtherKeys(certificate),
  }
}

/** A refused signature together with the fault of the digest, which would be the next refusal (D16, D96). */
function withDigest(call: Call, mayLook: () => boolean, verify: () => readonly Warning[]): readonly Warning[] {
  try {
    return verify()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'SIGNATURE_INVALID') throw error
    throw new DomainError(error.code, [...error.faults, ...digestFaults(call, mayLook)])
  }
}

function digestFaults(call: Call, mayLook: () => boolean): readonly Fault[] {
  try {
    checkDigest(call, mayLook)
    return []
  } catch (error) {
    if (error instanceof DomainError) return error.faults
    throw error
  }
}

function checkDigest(call: Call, mayLook: () => boolean): readonly Warning[] | undefined {
  const digest = call.header('Digest')
  return digest === undefined ? undefined : verifyDigest(digest, call.body, mayLook)
}

/** D14. */
const ALLOWED: Record<Service, readonly string[]> = {
  accountInformation: ['PSP_AI'],
  payments: ['PSP_PI'],
  sandbox: ['PSP_PI', 'PSP_AI'],
}

function assertRoles({ roles }: TppCertificate, service: Service): undefined {
  if (roles === undefined || roles.some(role => ALLOWED[service].includes(role))) return undefined
  throw new DomainError(
    'FORBIDDEN',
    byRule.D14`This operation needs the role ${ALLOWED[service].join(' or ')}; the certificate states ${roles.join(', ') || 'none'}.`,
    'TPP-Signature-Certificate',
  )
}

/** The media types of a call (D12, D19): UNSUPPORTED_MEDIA_TYPE for its body, NOT_ACCEPTABLE for the answer it wants. */
export function assertMediaTypes(call: SeenCall, route: Route): void {
  const type = call.header('Content-Type')
  if (takesInput(route.runs) && type !== undefined) assertJsonType(type)
  assertPlain(call.header('Content-Encoding'))
  const accept = call.header('Accept')
  if (accept !== undefined && chooseType(accept, OFFERED) === undefined) {
    throw new DomainError(
      'NOT_ACCEPTABLE',
      `Answers are application/json, which Accept ${JSON.stringify(accept.slice(0, 80))} excludes.`,
      'Accept',
    )
  }
}

// A client may name the character set that all answers have.
const OFFERED = ['application/json', 'application/json; charset=utf-8']

/**
 * A body as JSON; `undefined` when there is none. FORMAT_ERROR when it is not JSON in UTF-8, or has a field twice; for a write that takes no body, when
 * it has any field (D18).
 */
export function parseBody(call: SeenCall, route: Route): unknown {
  if (!takesInput(route.runs)) {
    if (route.method !== 'GET' && call.body.length > 0 && !isEmptyObject(call.body))
      throw new DomainError('FORMAT_ERROR', byRule('D18', 'Leave it out.')`${route.operation} takes no body.`)
    return undefined
  }
  if (call.body.length === 0) {
    if (route.body.safeParse(undefined).success) return undefined
    throw new DomainError('FORMAT_ERROR', 'A JSON body is required.')
  }
  return parseJsonBody(call.body, jsonMistake)
}

/** Whether a body says nothing, as `{}`, which some clients send with each POST. */
function isEmptyObject(body: Uint8Array): boolean {
  return body.length < 100 && /^(?:\{\s*\})?$/.test(Buffer.from(body).toString('latin1').trim())
}

/** The query parameters. A repeated one is refused, since readers do not agree on which one counts. */
export function parseQuery(target: string): Record<string, string> {
  const mark = target.indexOf('?')
  const query: Record<string, string> = {}
  if (mark < 0) return query
  const repeated: string[] = []
  for (const [name, value] of new URLSearchParams(target.slice(mark + 1))) {
    if (Object.hasOwn(query, name)) repeated.push(name)
    Object.defineProperty(query, name, { value, enumerable: true, configurable: true })
  }
  if (repeated.length > 0)
    throw new DomainError(
      'FORMAT_ERROR',
      repeated.slice(0, 5).map(path => ({
        path,
        text: 'This query parameter is given more than once.',
        want: { kind: 'once' },
      })),
    )
  return query
}
