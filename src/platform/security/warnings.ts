import type { ErrorCode } from '../../domain/errors.ts'
import { refuse } from './refusals.ts'

type Kind = { readonly refusal: ErrorCode; readonly path: string; readonly means: string }

/** Deviations that are accepted although a bank may refuse them (D73). `SANDBANK_STRICT=1` refuses each of them. */
export const TOLERATED = {
  CERTIFICATE_FORM: {
    refusal: 'CERTIFICATE_INVALID',
    path: 'TPP-Signature-Certificate',
    means: 'The certificate is sent as PEM, URL-encoded, with blanks or with its chain, not as the Base64 of its DER.',
  },
  QC_STATEMENTS_FORM: {
    refusal: 'CERTIFICATE_INVALID',
    path: 'TPP-Signature-Certificate',
    means:
      'The extension qcStatements of the certificate is one statement, not a sequence of statements (RFC 3739, 3.2.6; ETSI TS 119 495, 5.1).',
  },
  SIGNATURE_SCHEME: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Signature',
    means: 'The value of Signature begins with the word Signature, as in an Authorization header.',
  },
  SIGNATURE_NOT_WRAPPED: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Signature',
    means: 'The Signature header holds characters beyond ASCII without the RFC 2047 form ([I] Authentication 4).',
  },
  SIGNED_NAMES_CASE: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Signature',
    means: 'The parameter headers names headers in capitals; the draft wants small letters (2.1.3).',
  },
  PARAMETER_NAME: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Signature',
    means:
      'A parameter of the Signature header has a name that is nearly one of the draft, such as alworithm for algorithm: it counts as not sent (2.2).',
  },
  ALGORITHM_NAME: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Signature',
    means:
      'The algorithm is named by another word than rsa-sha256 ([I] Authentication 3). SANDBANK_KEYID=strict refuses it too.',
  },
  KEYID_FORM: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Signature',
    means:
      'The keyId spells serial number or issuer in another way than documented. SANDBANK_KEYID=strict refuses it too.',
  },
  DATE_FORM: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Date',
    means: 'The Date is not written as HTTP wants it (RFC 9110, 5.6.7).',
  },
  DIGEST_FORM: {
    refusal: 'SIGNATURE_INVALID',
    path: 'Digest',
    means: 'The Base64 of the digest lacks its = at the end.',
  },
  ADDRESS_LENGTH: {
    refusal: 'FORMAT_ERROR',
    path: 'creditorAddress',
    means: 'The number, postal code or city of an address has 71 to 140 characters, where 70 are the most (D31).',
  },
  FRACTION_DIGITS: {
    refusal: 'FORMAT_ERROR',
    path: 'amount',
    means:
      'An amount of the body has fewer digits after its point than ISO 4217 gives its currency ([I] Amount, D21): "10" or "10.5" in NOK, where "10.00" and "10.50" are meant.',
  },
} as const satisfies Record<string, Kind>

/** What the interface allows but is discouraged, or what will simply not happen (D30, D72, D73). It is never refused: [I] has no such rule. */
export const DISCOURAGED = {
  WORLD_SHARED: {
    path: 'initialize',
    means:
      'The world held payments or consents of other TPPs when initialize emptied it. What it held is its snapshot before-initialize, until the next such call: restoreSnapshot in GraphQL puts it back (D30).',
  },
  REQUEST_TARGET_UNSIGNED: {
    path: 'Signature',
    means:
      'The signature does not cover (request-target): an attacker who captures the request can send it to another path, or with another method.',
  },
  DATE_UNSIGNED: {
    path: 'Signature',
    means: 'The signature covers no Date: an attacker who captures the request can send it at any later time.',
  },
  NOTIFICATION_NOT_SENT: {
    path: 'TPP-Notification-URI',
    means:
      'The call asks for notifications in TPP-Notification-URI, which the interface does not have: nothing is sent there (D73). Read the status of the payment, basket or SCA.',
  },
  PAYEE_NOT_VERIFIED: {
    path: 'Client-VOP-Requested',
    means:
      'The call asks for a verification of the payee in Client-VOP-Requested, which the interface does not have: no name is compared (D73).',
  },
} as const satisfies Record<string, Omit<Kind, 'refusal'>>

export type WarningCode = keyof typeof TOLERATED | keyof typeof DISCOURAGED

/** One deviation that was tolerated, or a discouraged use, with its remedy; ASCII, since it becomes a header. */
export type Warning = { readonly code: WarningCode; readonly text: string }

/** Refuses a tolerated deviation. @throws DomainError with the code of a bank without tolerance */
export function refuseTolerated(warnings: readonly Warning[]): void {
  for (const { code, text } of warnings) {
    if (!isTolerated(code)) continue
    const { refusal, path } = TOLERATED[code]
    refuse(refusal, `${text} This server was set to refuse it (SANDBANK_STRICT=1).`, path, [], { rule: 'D73' })
  }
}

/** The value of a `Sandbank-Warning` header: `code; text`. */
export function formatWarning({ code, text }: Warning): string {
  return `${code}; ${text.replace(/[^\x20-\x7e]/g, '?')}`
}

/** What a header of Berlin Group asks for, and will not happen here (D73). */
export function warnOfUnmet(header: (name: string) => string | undefined): readonly Warning[] {
  return UNMET.flatMap(code => {
    const { path, means } = DISCOURAGED[code]
    const value = header(path)?.trim().toLowerCase()
    return value === undefined || value === '' || value === 'false' ? [] : [{ code, text: means }]
  })
}
const UNMET = ['NOTIFICATION_NOT_SENT', 'PAYEE_NOT_VERIFIED'] as const

function isTolerated(code: WarningCode): code is keyof typeof TOLERATED {
  return code in TOLERATED
}
