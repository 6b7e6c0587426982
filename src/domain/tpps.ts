/** The TPP that the operator's calls are made as when they name none (D71). No certificate can have this id. */
export const OPERATOR_TPP_ID = 'SANDBANK'

/**
 * `PSDNO-FSA-987654321` and `NO-FSA-987654321` mean the same ([I] 1.21.6, D20): this gives the shorter one. Nothing else
 * about an id is changed, since a TPP's payments and consents hang on it.
 */
export function normaliseTppId(id: string): string {
  return id.replace(/^PSD(?=[A-Z]{2}-)/, '')
}

/** What a certificate of the sandbox's own authority is to say. The key stays with its owner: only the public one is given. */
type CertificateOrder = {
  readonly name: string
  readonly organization?: string | undefined
  readonly roles: readonly ('PSP_PI' | 'PSP_AI')[]
  readonly authorityId?: string | undefined
  /** SubjectPublicKeyInfo: PEM, or Base64 of its DER. */
  readonly publicKey: string
}

/** A certificate as its owner needs it: `keyId` is what Signature names it by, `header` the value of TPP-Signature-Certificate. */
export type IssuedTppCertificate = {
  readonly tppId: string
  readonly tppName: string
  readonly certificatePem: string
  readonly header: string
  readonly keyId: string
  readonly notAfter: Date
}

/** The sandbox's certificate authority as the operator's door knows it. FORMAT_ERROR with the field that is wrong. */
export type Certify = (order: CertificateOrder) => IssuedTppCertificate | Promise<IssuedTppCertificate>

/** A TPP that this bank knows. `localName` is what this machine calls it, where its key is here. */
export type KnownTpp = {
  readonly id: string
  readonly name: string
  readonly localName: string | undefined
  /** By the machine's clock. */
  readonly firstCalledAt: Date | undefined
}

/** A TPP whose key is on this machine (`sandbank tpp new`). */
export type LocalTpp = {
  readonly id: string
  readonly name: string
  readonly localName: string
  readonly notAfter?: Date
  /** Its certificate or key is wrong on purpose. */
  readonly flawed?: boolean
}

/** One step of the check of a signed request, and what it found. */
export type ExplainedStep = { readonly name: string; readonly passed: boolean; readonly texts: readonly string[] }

/** What became of a signed request that was pasted (D96). */
export type SignatureExplanation = {
  readonly accepted: boolean
  readonly steps: readonly ExplainedStep[]
  /** the right one; undefined when the request does not say what it signs */
  readonly signingString: string | undefined
  readonly warnings: readonly string[]
}

/** What must be signed whenever the request carries it ([I] Authentication 3). */
export const COVERED_HEADERS = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const

/** What a refusal says that was one of too many in its second (D96): the journal has the call, so that its cause is not lost. */
export const NOT_EXAMINED =
  'What went wrong is looked for in 5 refused signatures of a TPP a second; of the others when it is asked for: sandbank why, with the id in Sandbank-Request of this answer.'

/**
 * Explains a signed request from its text. FORMAT_ERROR when it is none.
 * @param body the body as it was received, where it is known: pasting changes line ends
 */
export type ExplainSignature = (request: string, body?: string) => SignatureExplanation | Promise<SignatureExplanation>

/**
 * D11: absolute, without fragment and control characters; http, https, or a private-use scheme, which is a domain name in reverse (RFC 8252, 7.1).
 * So no scheme that a browser itself gives a meaning is one, and none that could not have been registered. A host has no character that ends a directive of CSP. On the web a host is named behind
 * two slashes (RFC 9110, 4.2): `http:back` is absolute by its form, and a browser would still look for it below the page it is on.
 */
export function isRedirectUri(value: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(value) || value.includes('#')) return false
  if (!URL.canParse(value)) return false
  const { protocol, host } = new URL(value)
  if (/[;,]/.test(host)) return false
  return isWeb(protocol) ? /^[a-z]+:\/\/[^/\\]/i.test(value) : REVERSED_DOMAIN.test(protocol)
}

// A top-level domain of letters, or the ASCII form of one in other letters, and the labels below it (RFC 1123, 2.1: they may begin with a digit).
const REVERSED_DOMAIN = /^(?:[a-z]{2,63}|xn--[a-z0-9-]*[a-z0-9])(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+:$/

/** Whether a scheme, written with its colon, leads to a web server; any other that a TPP may use opens an app. */
export function isWeb(protocol: string): boolean {
  return protocol === 'http:' || protocol === 'https:'
}
