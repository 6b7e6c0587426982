import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { buildCertificate, type CertificateTemplate, type WrittenAttribute, writeName } from './certificate-builder.ts'

/** Everything that a flaw may change: the certificate, its issuer, and the key that is handed out. */
export type FlawedPlan = {
  readonly template: CertificateTemplate
  /** the private key that is handed out; by default the certified one */
  readonly handedOut?: KeyObject
}

type Flaw = {
  readonly what: string
  /** the code of the bank's refusal (D13, D14) */
  readonly code: 'CERTIFICATE_INVALID' | 'CERTIFICATE_EXPIRED' | 'SIGNATURE_INVALID' | 'FORBIDDEN'
  /** words in the refusal's text */
  readonly words: string
  readonly spoil: (template: CertificateTemplate) => FlawedPlan
}

const changed =
  (changes: (template: CertificateTemplate) => Partial<CertificateTemplate>): Flaw['spoil'] =>
  template => ({
    template: { ...template, ...changes(template) },
  })
const keyed =
  (makeKey: () => KeyObject): Flaw['spoil'] =>
  template => {
    const key = makeKey()
    return { template: { ...template, key }, handedOut: key }
  }
const withExtension = (id: string, critical: boolean, value: Buffer) =>
  changed(() => ({ moreExtensions: [{ id, critical, value }] }))
/** Sequences in DER: one with the single purpose serverAuth (1.3.6.1.5.5.7.3.1), and an empty one. */
const SERVER_AUTH = Buffer.from('300a06082b06010505070301', 'hex')
const NO_MEMBERS = Buffer.from('3000', 'hex')
const DAY = 86_400_000
const after = (time: Date, days: number) => new Date(time.getTime() + days * DAY)
const newKey = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength }).privateKey
const SUBJECT_OF_OTHER = [
  ['2.5.4.6', 'NO'],
  ['2.5.4.3', 'Unknown CA'],
] as const

/** Deliberately flawed certificates, for clients that test how a bank refuses them. */
export const FLAWS = {
  expired: {
    what: 'It ended yesterday.',
    code: 'CERTIFICATE_EXPIRED',
    words: 'The certificate expired at',
    spoil: changed(({ notBefore }) => ({ notBefore: after(notBefore, -366), notAfter: after(notBefore, -1) })),
  },
  'not-yet': {
    what: 'It begins in 30 days.',
    code: 'CERTIFICATE_EXPIRED',
    words: 'The certificate is not valid before',
    spoil: changed(({ notBefore, notAfter }) => ({ notBefore: after(notBefore, 30), notAfter: after(notAfter, 30) })),
  },
  untrusted: {
    what: 'A CA that the bank does not know issued it.',
    code: 'CERTIFICATE_INVALID',
    words: 'which this server does not trust',
    spoil: template => issuedBy(template, newKey(), SUBJECT_OF_OTHER),
  },
  'same-name-ca': {
    what: 'Another CA with the name of the sandbox issued it.',
    code: 'CERTIFICATE_INVALID',
    words: 'another CA with the same name',
    spoil: changed(() => ({ issuerKey: newKey() })),
  },
  'self-signed': {
    what: 'It signed itself.',
    code: 'CERTIFICATE_INVALID',
    words: 'which this server does not trust',
    spoil: ({ issuerDer: _, ...template }) => {
      const key = newKey()
      return { template: { ...template, key, issuerKey: key }, handedOut: key }
    },
  },
  'long-chain': {
    what: 'A CA below the sandbox issued it, and the chain is not sent.',
    code: 'CERTIFICATE_INVALID',
    words: 'which this server does not trust',
    spoil: template => issuedBy(template, newKey(), [['2.5.4.3', 'Sandbank Sub CA']]),
  },
  'weak-key': {
    what: 'Its RSA key has 1024 bits.',
    code: 'CERTIFICATE_INVALID',
    words: 'an RSA key of 1024 bits: at least 2048 are needed',
    spoil: keyed(() => newKey(1024)),
  },
  'wrong-curve': {
    what: 'Its key is on the curve P-384.',
    code: 'CERTIFICATE_INVALID',
    words: 'a key of type ec (P-384)',
    spoil: keyed(() => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey),
  },
  'other-key': {
    what: 'The key beside it belongs to another certificate.',
    code: 'SIGNATURE_INVALID',
    words: 'it was made with another key',
    spoil: template => ({ template, handedOut: newKey() }),
  },
  'wrong-usage': {
    what: 'Its keyUsage allows encryption only.',
    code: 'CERTIFICATE_INVALID',
    words: 'keyUsage of the certificate does not allow signing',
    spoil: changed(() => ({ keyUsage: ['keyEncipherment'] })),
  },
  'server-only': {
    what: 'Its extendedKeyUsage allows serverAuth only.',
    code: 'CERTIFICATE_INVALID',
    words: 'extendedKeyUsage of the certificate allows other things only',
    spoil: withExtension('2.5.29.37', false, SERVER_AUTH),
  },
  ca: {
    what: 'It is that of a CA.',
    code: 'CERTIFICATE_INVALID',
    words: 'basicConstraints CA:TRUE',
    spoil: changed(() => ({ isAuthority: true, keyUsage: ['digitalSignature', 'keyCertSign'] })),
  },
  'no-roles': {
    what: 'Its PSD2 statement names no role.',
    code: 'FORBIDDEN',
    words: 'the certificate states none',
    spoil: changed(({ psd2 }) => (psd2 === undefined ? {} : { psd2: { ...psd2, roles: [] } })),
  },
  sha1: {
    what: 'Its issuer signed it with SHA-1.',
    code: 'CERTIFICATE_INVALID',
    words: 'with SHA-1: SHA-256 or better is needed',
    spoil: changed(() => ({ hash: 'sha1' })),
  },
  'version-1': {
    what: 'It is X.509 of version 1, without extensions.',
    code: 'CERTIFICATE_INVALID',
    words: 'X.509 of version 1',
    spoil: changed(() => ({ version: 1 })),
  },
  'critical-extension': {
    what: 'It has a critical extension that is not known.',
    code: 'CERTIFICATE_INVALID',
    words: 'critical extension 1.2.3.4.5',
    spoil: withExtension('1.2.3.4.5', true, NO_MEMBERS),
  },
  'name-constraints': {
    what: 'It has nameConstraints, which are for CAs.',
    code: 'CERTIFICATE_INVALID',
    words: 'has nameConstraints',
    spoil: withExtension('2.5.29.30', true, NO_MEMBERS),
  },
  'serial-0': {
    what: 'Its serial number is 0.',
    code: 'CERTIFICATE_INVALID',
    words: 'serial number of the certificate is 0',
    spoil: changed(() => ({ serial: Buffer.from([0]) })),
  },
  'no-subject': {
    what: 'Its subject is empty.',
    code: 'CERTIFICATE_INVALID',
    words: 'subject of the certificate is empty',
    spoil: changed(() => ({ subject: [] })),
  },
  'two-ids': {
    what: 'It has two organizationIdentifiers.',
    code: 'CERTIFICATE_INVALID',
    words: 'has 2 organizationIdentifiers',
    spoil: changed(({ subject }) => ({ subject: [...subject, ['2.5.4.97', 'PSDNO-FSA-000000000']] })),
  },
  'blank-in-id': {
    what: 'A blank follows its organizationIdentifier.',
    code: 'CERTIFICATE_INVALID',
    words: 'it must be visible characters',
    spoil: changed(({ subject }) => ({
      subject: subject.map(([type, value]) => [type, type === '2.5.4.97' ? `${value} ` : value] as const),
    })),
  },
  'bank-id': {
    what: "Its organizationIdentifier is that of the sandbox's operator.",
    code: 'CERTIFICATE_INVALID',
    words: "is the one of the sandbox's operator",
    spoil: changed(() => ({ subject: [['2.5.4.97', 'SANDBANK']] })),
  },
} as const satisfies Record<string, Flaw>

export type FlawName = keyof typeof FLAWS

export const FLAW_NAMES = Object.keys(FLAWS).filter((name): name is FlawName => name in FLAWS)

/** The certificate with its flaw, as DER, and the private key to hand out; undefined for the certified one. */
export function spoilCertificate(
  flaw: FlawName,
  template: CertificateTemplate,
): { readonly der: Buffer; readonly handedOut: KeyObject | undefined } {
  const plan: FlawedPlan = FLAWS[flaw].spoil(template)
  return { der: buildCertificate(plan.template), handedOut: plan.handedOut }
}

/** Signed by a CA that exists for this one certificate. */
function issuedBy(template: CertificateTemplate, issuerKey: KeyObject, name: readonly WrittenAttribute[]): FlawedPlan {
  return { template: { ...template, issuerKey, issuerDer: writeName(name) } }
}
