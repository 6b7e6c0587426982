/** The TPP of operator's calls that name none (D71). No certificate can have this id. */
export const OPERATOR_TPP_ID = 'SANDBANK'

/**
 * `PSDNO-FSA-987654321` and `NO-FSA-987654321` mean the same ([I] 1.21.6, D20): returns the shorter one. Nothing else in an id is changed, since a
 * TPP's payments and consents depend on it.
 */
export function normaliseTppId(id: string): string {
  return id.replace(/^PSD(?=[A-Z]{2}-)/, '')
}

/** The content of a certificate that the sandbox's own authority issues. The key stays with its owner: only the public key is given. */
type CertificateOrder = {
  readonly name: string
  readonly organization?: string | undefined
  readonly roles: readonly ('PSP_PI' | 'PSP_AI')[]
  readonly authorityId?: string | undefined
  /** SubjectPublicKeyInfo: PEM, or Base64 of its DER. */
  readonly publicKey: string
}

/** A certificate as its owner needs it: `keyId` is its name in Signature, `header` the value of TPP-Signature-Certificate. */
export type IssuedTppCertificate = {
  readonly tppId: string
  readonly tppName: string
  readonly certificatePem: string
  readonly header: string
  readonly keyId: string
  readonly notAfter: Date
}

/** The sandbox's certificate authority, for operators. FORMAT_ERROR with the wrong field. */
export type Certify = (order: CertificateOrder) => IssuedTppCertificate | Promise<IssuedTppCertificate>

/** A TPP that this bank knows. `localName` is its name on this machine, if its key is here. */
export type KnownTpp = {
  readonly id: string
  readonly name: string
  readonly localName: string | undefined
  /** By the machine's clock. */
  readonly firstCalledAt: Date | undefined
  /** Of its certificate, if that is here. */
  readonly certificate?: CertificateFacts
}

/** TPPs by their ids with their names, and with the id where several have the name. */
export function distinctNames(names: ReadonlyMap<string, string>): readonly (readonly [id: string, name: string])[] {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const name of names.values()) (seen.has(name) ? shared : seen).add(name)
  return [...names].map(([id, name]) => [id, shared.has(name) ? `${name} (${id})` : name])
}

/** What a page shows of a certificate. */
export type CertificateFacts = { readonly roles: readonly string[] | undefined; readonly notAfter: Date }
/** Reads the header that contains a certificate; undefined when it contains none. */
export type ReadCertificate = (header: string) => CertificateFacts | undefined

/** A TPP whose key is on this machine (`sandbank tpp new`). */
export type LocalTpp = {
  readonly id: string
  readonly name: string
  readonly localName: string
  readonly certificate?: CertificateFacts
  /** The deliberate flaw of its certificate or key. */
  readonly flawed?: boolean
}

/** One step of the check of a signed request, and what it found. */
export type ExplainedStep = { readonly name: string; readonly passed: boolean; readonly texts: readonly string[] }

/** The explanation of a pasted signed request (D96). */
export type SignatureExplanation = {
  readonly accepted: boolean
  readonly steps: readonly ExplainedStep[]
  /** the right one; undefined when the request does not say what it signs */
  readonly signingString: string | undefined
  readonly warnings: readonly string[]
}

/** Headers that must be signed whenever the request carries them ([I] Authentication 3). */
export const COVERED_HEADERS = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const

/** The text of a refusal that was one of too many in its second (D96): the journal has the call, so that its cause is not lost. */
export const NOT_EXAMINED =
  'What went wrong is looked for in 5 refused signatures of a TPP a second; of the others when it is asked for: sandbank why, with the id in Sandbank-Request of this answer.'

/**
 * Explains a signed request from its text. FORMAT_ERROR when the text is not one.
 * @param body the body as received, if known: a paste changes line ends
 */
export type ExplainSignature = (request: string, body?: string) => SignatureExplanation | Promise<SignatureExplanation>

/**
 * D11: absolute, without fragment and control characters; http, https, or a private-use scheme, which is a reversed domain name (RFC 8252, 7.1). This
 * excludes schemes that browsers themselves interpret, and names that cannot be registered. A host has no character that ends a directive of CSP. A
 * web address has its host after two slashes (RFC 9110, 4.2): `http:back` is absolute by its form, but a browser would look for it below the present
 * page.
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

/** Whether a scheme, written with its colon, leads to a web server; all others that a TPP may use open an app. */
export function isWeb(protocol: string): boolean {
  return protocol === 'http:' || protocol === 'https:'
}
