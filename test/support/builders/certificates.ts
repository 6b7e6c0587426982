import { execFileSync } from 'node:child_process'
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CertificateAuthority,
  openCertificateAuthority,
} from '../../../src/platform/security/authority/certificate-authority.ts'
import {
  buildCertificate,
  type CertificateTemplate,
  encodePem,
} from '../../../src/platform/security/authority/certificate-builder.ts'
import { readCertificateFields } from '../../../src/platform/security/certificates/fields.ts'
import { fillAuthority, keptKey } from './kept-keys.ts'

/** The instant at which the certificates of the tests are made, on a whole second as certificates count. */
export const NOW = new Date('2026-03-02T09:30:00.000Z')
export const DAY = 86_400_000

/** Runs with a folder that is gone afterwards. */
export function withFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-'))
  try {
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A CA of the sandbox's own making, and its private key, for certificates that it would never issue itself. No bank of the tests trusts it. */
export function makeAuthority(): CertificateAuthority & { readonly key: KeyObject } {
  return withFolder(folder => {
    fillAuthority(folder, 'another')
    const authority = openCertificateAuthority(folder, NOW)
    return { ...authority, key: createPrivateKey(readFileSync(join(folder, 'ca', 'key.pem'))) }
  })
}

export type Holder = { readonly key: KeyObject; readonly certificate: X509Certificate }

type CertificateRequest = Parameters<CertificateAuthority['issue']>[0]

/** A certificate as `sandbank tpp new` makes it. */
export function issueTo(authority: CertificateAuthority, changes: Partial<CertificateRequest> = {}): Holder {
  const issued = authority.issue({
    name: 'Fjord Pay AS',
    roles: ['PSP_PI', 'PSP_AI'],
    authorityId: 'NO-FSA-987654321',
    key: keptKey('tpp'),
    now: NOW,
    ...changes,
  })
  return { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
}

/** A certificate that no decent CA makes: every part can be chosen. By default it is a good one. */
export function forgeCertificate(
  issuer: { readonly certificate?: X509Certificate; readonly key: KeyObject },
  changes: Partial<CertificateTemplate> = {},
): X509Certificate {
  return new X509Certificate(forgeDer(issuer, changes))
}

/** The same as bytes, for what OpenSSL would not even read. */
export function forgeDer(
  issuer: { readonly certificate?: X509Certificate; readonly key: KeyObject },
  changes: Partial<CertificateTemplate> = {},
): Buffer {
  return buildCertificate({
    serial: Buffer.from('4f02a1', 'hex'),
    subject: [
      ['2.5.4.6', 'NO'],
      ['2.5.4.10', 'Fjord Pay AS'],
      ['2.5.4.97', 'PSDNO-FSA-987654321'],
      ['2.5.4.3', 'fjordpay.example'],
    ],
    notBefore: new Date(NOW.getTime() - DAY),
    notAfter: new Date(NOW.getTime() + 30 * DAY),
    key: keptKey('tpp'),
    ...(issuer.certificate === undefined
      ? {}
      : { issuerDer: readCertificateFields(issuer.certificate.raw).subjectDer }),
    issuerKey: issuer.key,
    isAuthority: false,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    ...changes,
  })
}

export type OpensslRequest = {
  /** as `-subj` takes it */
  readonly subject: string
  /** lines of an extension section */
  readonly extensions?: string
  /** further arguments of `openssl x509 -req`, such as `-sha1` */
  readonly options?: readonly string[]
}

/** A certificate that openssl issues, for what our own builder cannot write. */
export function issueWithOpenssl(
  issuer: { readonly certificate: X509Certificate; readonly key: KeyObject },
  key: KeyObject,
  request: OpensslRequest,
): X509Certificate {
  return withFolder(folder => {
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const ca = file('ca.pem', encodePem(issuer.certificate.raw, 'CERTIFICATE'))
    const caKey = file('ca-key.pem', exportPem(issuer.key))
    const csr = join(folder, 'leaf.csr')
    openssl([
      'req',
      '-new',
      '-utf8',
      '-key',
      file('leaf-key.pem', exportPem(key)),
      '-subj',
      request.subject,
      '-out',
      csr,
    ])
    // Without any, openssl before 3.2 writes version 1.
    const extensions = ['-extfile', file('extensions.cnf', request.extensions ?? 'subjectKeyIdentifier=hash\n')]
    // openssl dates a certificate by the machine's clock, so readers of it are asked at that time.
    const der = openssl([
      'x509',
      '-req',
      '-in',
      csr,
      '-CA',
      ca,
      '-CAkey',
      caKey,
      '-set_serial',
      '0x4f02a1',
      '-days',
      '30',
      '-outform',
      'DER',
      ...extensions,
      ...(request.options ?? ['-sha256']),
    ])
    return new X509Certificate(der)
  })
}

/** The standard output of the openssl command. */
export function openssl(args: readonly string[], input?: string | Buffer): Buffer {
  return execFileSync('openssl', [...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  })
}

export function exportPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The header form of a certificate that the interface names. */
export function headerForm(certificate: X509Certificate): string {
  return certificate.raw.toString('base64')
}
