import { type DomainError, ERROR_CODES, type ErrorCode } from '../../domain/errors.ts'

type ErrorRow = {
  readonly status: ErrorStatus
  readonly wireCode?: string
  readonly meaning: string
  /** Further parts of its answers, at every door. */
  readonly headers?: Readonly<Record<string, string>>
}
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 429 | 431 | 500 | 503

/**
 * The one table from error code to HTTP status (D17). Some of our codes distinguish refusals to which the interface gives one name (405, 406, 413,
 * 415 and 431 are all BAD_REQUEST): `wireCode` is the one that the client sees.
 */
export const ERRORS: Readonly<Record<ErrorCode, ErrorRow>> = {
  FORMAT_ERROR: { status: 400, meaning: 'A value has the wrong form, or a field is unknown.' },
  BAD_REQUEST: { status: 400, meaning: 'The request breaks a rule of the operation.' },
  HTTP_HEADER_REQUIRED: { status: 400, meaning: 'A required header is missing.' },
  QUERY_PARAMETER_REQUIRED: { status: 400, meaning: 'A required query parameter is missing.' },
  SCA_INVALID: { status: 400, meaning: 'The strong customer authentication cannot be used this way.' },
  PAYMENT_FAILED: { status: 400, meaning: 'The payment cannot be carried out.' },
  EXECUTION_DATE_INVALID: { status: 400, meaning: 'An execution date is in the past or out of order.' },
  REFERENCE_MIX_INVALID: { status: 400, meaning: 'A bulk or periodic payment cannot be part of a signing basket.' },
  KID_MISSING: { status: 400, meaning: 'The creditor account demands a KID.' },
  KID_INVALID: { status: 400, meaning: 'The KID fails its check digit or its length.' },
  CERTIFICATE_MISSING: { status: 401, meaning: 'The header TPP-Signature-Certificate is missing.' },
  CERTIFICATE_INVALID: { status: 401, meaning: 'The certificate cannot be read, is not trusted or is too weak.' },
  CERTIFICATE_EXPIRED: { status: 401, meaning: 'The certificate is outside its dates of validity.' },
  SIGNATURE_MISSING: { status: 401, meaning: 'The header Signature is missing.' },
  SIGNATURE_INVALID: { status: 401, meaning: 'The signature or the digest does not fit the request.' },
  PSU_CREDENTIALS_INVALID: { status: 401, meaning: 'The PSU is unknown, or the agreement is not one of the PSU.' },
  CONSENT_INVALID: { status: 401, meaning: 'There is no consent for this call: send the PSU to scaRedirect.' },
  CONSENT_EXPIRED: { status: 401, meaning: 'The consent is too old for this call: send the PSU to scaRedirect.' },
  SCA_EXPIRED: { status: 401, meaning: 'The authorisation was not finished in time.' },
  FORBIDDEN: { status: 403, meaning: 'The caller or the PSU lacks the role or the limit for this call.' },
  CONSENT_UNKNOWN: { status: 403, meaning: 'The PSU revoked the consent.' },
  PRODUCT_INVALID: { status: 403, meaning: 'The payment product is not offered by this payment service.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such path.' },
  RESOURCE_UNKNOWN: { status: 404, meaning: 'There is no such resource for this caller.' },
  PRODUCT_UNKNOWN: { status: 404, meaning: 'There is no such payment product.' },
  SCA_NOT_FOUND: { status: 404, meaning: 'There is no such authorisation.' },
  // A path that does not support a method lists its own in Allow (RFC 9110, 15.5.6); when a scenario forces this, there is no list.
  METHOD_NOT_ALLOWED: {
    status: 405,
    wireCode: 'BAD_REQUEST',
    meaning: 'The path exists, but not with this method: see Allow.',
    headers: { Allow: 'GET, HEAD' },
  },
  // A final resource can still be read.
  CANCELLATION_INVALID: {
    status: 405,
    meaning: 'The payment is final and cannot be cancelled.',
    headers: { Allow: 'GET, HEAD' },
  },
  NOT_ACCEPTABLE: { status: 406, wireCode: 'BAD_REQUEST', meaning: 'The header Accept excludes application/json.' },
  CONFLICT: { status: 409, meaning: 'The request collides with what is stored, or with another request.' },
  CONTENT_TOO_LARGE: { status: 413, wireCode: 'BAD_REQUEST', meaning: 'The body is larger than 1 MiB.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    wireCode: 'BAD_REQUEST',
    meaning: 'The body is not declared as application/json.',
  },
  ACCESS_EXCEEDED: {
    status: 429,
    meaning: 'The calls without a PSU present are used up for today; or the server has as many worlds as it may.',
  },
  HEADERS_TOO_LARGE: { status: 431, wireCode: 'BAD_REQUEST', meaning: 'The headers are larger than 32 KiB.' },
  SYSTEM_ERROR: {
    status: 500,
    meaning: 'A fault of the server. Always a bug: please report it with the X-Request-ID.',
  },
  UNAVAILABLE: {
    status: 503,
    wireCode: 'SYSTEM_ERROR',
    meaning: 'The server is stopping or its store is busy: try again after Retry-After.',
    headers: { 'Retry-After': '1' },
  },
}

/** One message of an error answer, as the interface has it (TppMessage). */
export type TppMessage = {
  readonly category: 'ERROR' | 'WARNING'
  readonly code: string
  readonly path?: string
  readonly text?: string
}

/** The client's code for one of ours. */
export function wireCode(code: ErrorCode): string {
  return ERRORS[code].wireCode ?? code
}

/** Our code behind the client's code and status: several of ours share a code and differ in status. The journal stores some under our own name. */
export function codeOf(wire: string, status: number): ErrorCode | undefined {
  const own = ERROR_CODES.find(code => code === wire)
  if (own !== undefined && wireCode(own) !== wire) return own
  const known = ERROR_CODES.filter(code => wireCode(code) === wire)
  return known.find(code => ERRORS[code].status === status) ?? known[0]
}

/** Every code that a client can see, each once. */
export const WIRE_CODES: string[] = [...new Set(ERROR_CODES.map(wireCode))]

/** The messages of a refusal, the same on both doors (D16, D71). `text` is cut at 512 code points ([I] Limits). */
export function tppMessages(error: DomainError): TppMessage[] {
  return error.faults.map(({ text, path, code = error.code }) => ({
    category: 'ERROR' as const,
    code: wireCode(code),
    ...(path === undefined ? {} : { path }),
    text: cut(text, 512),
  }))
}

/** The links of a refusal: where the PSU can remove its cause (D32). */
export function linksOf({ links }: DomainError, origin: string | undefined) {
  const linked = Object.entries(links).map(
    ([name, path]) => [name, { href: absolute(path, origin), verbs: ['GET'] }] as const,
  )
  return linked.length === 0 ? undefined : Object.fromEntries(linked)
}

/** The address of a page for the PSU's browser; a path where its origin is not known (D19). */
export function absolute(path: string, origin: string | undefined): string {
  return `${origin ?? ''}${path}`
}

function cut(text: string, limit: number): string {
  const points = Array.from(text)
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`
}
