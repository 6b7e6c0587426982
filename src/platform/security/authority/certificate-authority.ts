import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomInt,
  X509Certificate,
} from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DomainError } from '../../../domain/errors.ts'
import { normaliseTppId } from '../../../domain/tpps.ts'
import { writePrivateFolder } from '../../files/private-files.ts'
import { readCertificateFields } from '../certificates/fields.ts'
import { findControl, showText } from '../refusals.ts'
import { buildCertificate, type CertificateTemplate, encodePem, type WrittenAttribute } from './certificate-builder.ts'
import { type FlawName, spoilCertificate } from './flawed-certificates.ts'

/** A certificate to be issued to a TPP. */
export type CertificateRequest = {
  /** the common name, 1 to 64 characters */
  readonly name: string
  /** the organisation, 1 to 64 characters; by default the name */
  readonly organization?: string
  readonly roles: readonly ('PSP_PI' | 'PSP_AI')[]
  /** such as `NO-FSA-987654321`, with or without the prefix PSD; by default a random one of the Norwegian authority */
  readonly authorityId?: string
  readonly now: Date
  /** by default `now` */
  readonly notBefore?: Date
  /** by default a year after `notBefore` */
  readonly notAfter?: Date
  /** the key to certify: a private one, or the public half of one that stays with its owner; by default a new RSA key of 2048 bits */
  readonly key?: KeyObject
}

export type IssuedCertificate = { readonly keyPem: string; readonly certificatePem: string }

export type CertificateAuthority = {
  readonly certificate: X509Certificate
  /** Issues a QSealC-like certificate, or a deliberately flawed one. Throws DomainError FORMAT_ERROR with the path of the wrong field. */
  issue(request: CertificateRequest, flaw?: FlawName): IssuedCertificate
  /** Certifies a key: PEM of the certificate alone. Refuses as `issue` does. */
  certify(request: CertificateRequest & { readonly key: KeyObject }): string
}

/**
 * Opens the sandbox's own CA: the files `ca/key.pem` and `ca/cert.pem` in the directory; creates them if there are none. Both are written into a
 * folder of their own, which then gets its name in one step: a crash leaves no incomplete CA, and of two processes that start at once one wins and
 * the other uses the winner's.
 * @param made a key for a new CA; by default a new RSA key of 2048 bits
 * @throws Error that names the file to repair or delete
 */
export function openCertificateAuthority(directory: string, now: Date, made?: KeyObject): CertificateAuthority {
  const folder = authorityFolder(directory)
  assertUsable(folder)
  if (!existsSync(join(folder, 'cert.pem')) && !existsSync(join(folder, 'key.pem'))) createAuthority(folder, now, made)
  const certificate = readPart(folder, 'cert.pem', pem => new X509Certificate(pem))
  const key = readPart(folder, 'key.pem', createPrivateKey)
  if (!certificate.checkPrivateKey(key))
    throw new Error(`The key and the certificate in ${folder} do not belong together: ${REPAIR}`)
  if (now > new Date(certificate.validTo))
    throw new Error(`The sandbox's CA in ${folder} expired at ${certificate.validTo}: ${REPAIR}`)
  return authorityOf(certificate, key)
}

export function authorityOf(certificate: X509Certificate, key: KeyObject): CertificateAuthority {
  return {
    certificate,
    issue: (request, flaw) => issue(request, flaw, certificate, key),
    certify: request => certify(request, certificate, key),
  }
}

export function newAuthority(now: Date, key: KeyObject): IssuedCertificate {
  const certificate = buildCertificate({
    serial: createSerial(),
    subject: AUTHORITY_NAME,
    notBefore: now,
    notAfter: addYears(now, AUTHORITY_YEARS),
    key,
    issuerKey: key,
    isAuthority: true,
    keyUsage: ['keyCertSign', 'cRLSign'],
  })
  return { keyPem: exportKey(key), certificatePem: encodePem(certificate, 'CERTIFICATE') }
}

export function authorityFolder(directory: string): string {
  return join(directory, 'ca')
}

/** The name contains a comma and an Ø, so that clients meet escaping and encoding early. In the order of the certificate. */
const AUTHORITY_NAME = [
  ['2.5.4.6', 'NO'],
  ['2.5.4.10', 'Sandbank, Testbank AS'],
  ['2.5.4.3', 'Sandbank Øvelse CA'],
] as const satisfies readonly WrittenAttribute[]

const REPAIR =
  'restore the files from a copy, or delete the folder to get a new CA (certificates of the old one are then refused)'
const AUTHORITY_YEARS = 20
const LONGEST_NAME = 64
const AUTHORITY_ID = /^([A-Z]{2}-[A-Z]{2,8})-[A-Za-z0-9._/-]{1,64}$/
const AUTHORITY_NAMES: ReadonlyMap<string, string> = new Map([['NO-FSA', 'Finanstilsynet (sandbox)']])

function createAuthority(folder: string, now: Date, key = createKey()): void {
  try {
    const { keyPem, certificatePem } = newAuthority(now, key)
    writePrivateFolder(folder, { 'key.pem': keyPem, 'cert.pem': certificatePem })
  } catch (error) {
    // Another process was first: its CA is used.
    if (existsSync(join(folder, 'cert.pem'))) return
    const others = existsSync(folder) ? readdirSync(folder) : []
    if (others.length === 0) throw error
    throw new Error(
      `${folder} is for the sandbox's CA, but holds other files (${others.slice(0, 5).join(', ')}) and neither cert.pem nor key.pem: move them away, or restore the CA from a copy.`,
      { cause: error },
    )
  }
}

// In a folder that cannot be entered no file seems to exist.
function assertUsable(folder: string): void {
  try {
    if (existsSync(folder)) accessSync(folder, constants.R_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `${folder}, the folder of the sandbox's CA, cannot be read: make it a folder that the user who starts the bank may read (chmod 700), or choose another SANDBANK_HOME.`,
      { cause },
    )
  }
}

function readPart<T>(folder: string, file: string, parse: (pem: string) => T): T {
  const path = join(folder, file)
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (cause) {
    // An existing CA that cannot be read now must not be deleted.
    if (existsSync(path))
      throw new Error(`${path}, a part of the sandbox's CA, cannot be read: ${String(cause)}`, { cause })
    throw new Error(`The sandbox's CA lacks ${path}: ${REPAIR}`, { cause })
  }
  try {
    return parse(pem)
  } catch (cause) {
    const what =
      pem.trim() === '' ? 'is empty' : `holds no ${file === 'key.pem' ? 'private key' : 'certificate'} in PEM`
    throw new Error(`${path}, a part of the sandbox's CA, ${what}: ${REPAIR}`, { cause })
  }
}

function issue(
  request: CertificateRequest,
  flaw: FlawName | undefined,
  issuer: X509Certificate,
  issuerKey: KeyObject,
): IssuedCertificate {
  const template = describeCertificate(request, issuer, issuerKey, () => request.key ?? createKey())
  const { der, handedOut = template.key } =
    flaw === undefined ? { der: buildCertificate(template) } : spoilCertificate(flaw, template)
  return { keyPem: exportKey(handedOut), certificatePem: encodePem(der, 'CERTIFICATE') }
}

function certify(
  request: CertificateRequest & { readonly key: KeyObject },
  issuer: X509Certificate,
  issuerKey: KeyObject,
): string {
  return encodePem(buildCertificate(describeCertificate(request, issuer, issuerKey, () => request.key)), 'CERTIFICATE')
}

/** The names and dates of a certificate that may be issued. Throws DomainError FORMAT_ERROR with the path of the wrong field. */
export function checkRequest(request: CertificateRequest) {
  const name = checkName('name', request.name)
  const organization = checkName('organization', request.organization ?? request.name)
  const authorityId = normaliseTppId(request.authorityId ?? `NO-FSA-${randomInt(100_000_000, 1_000_000_000)}`)
  const [, authority] = AUTHORITY_ID.exec(authorityId) ?? []
  if (authority === undefined) {
    throw new DomainError(
      'FORMAT_ERROR',
      `An authority id is country, authority and number, like NO-FSA-987654321: ${showText(authorityId)} is not.`,
      'authorityId',
    )
  }
  const notBefore = request.notBefore ?? request.now
  const notAfter = request.notAfter ?? addYears(notBefore, 1)
  if (notAfter <= notBefore) throw new DomainError('FORMAT_ERROR', 'A certificate ends after it begins.', 'notAfter')
  return { name, organization, authority, authorityId, notBefore, notAfter }
}

/** The key is generated last, after all other checks: it takes a tenth of a second. */
function describeCertificate(
  request: CertificateRequest,
  issuer: X509Certificate,
  issuerKey: KeyObject,
  keyOf: () => KeyObject,
): CertificateTemplate & { readonly key: KeyObject } {
  const { name, organization, authority, authorityId, notBefore, notAfter } = checkRequest(request)
  return {
    serial: createSerial(),
    subject: [
      ['2.5.4.6', authority.slice(0, 2)],
      ['2.5.4.10', organization],
      ['2.5.4.97', `PSD${authorityId}`],
      ['2.5.4.3', name],
    ],
    notBefore,
    notAfter,
    key: keyOf(),
    issuerDer: readCertificateFields(issuer.raw).subjectDer,
    issuerKey,
    isAuthority: false,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    psd2: { roles: request.roles, authorityName: AUTHORITY_NAMES.get(authority) ?? authority, authorityId: authority },
  }
}

function checkName(path: string, value: string): string {
  const name = value.trim()
  if (name !== '' && [...name].length <= LONGEST_NAME && findControl(name) === undefined && !/[\t\r\n]/.test(name))
    return name
  throw new DomainError(
    'FORMAT_ERROR',
    `A name in a certificate has 1 to ${LONGEST_NAME} characters, none of them a control character.`,
    path,
  )
}

/** 16 random bytes; the first is from 0x40 to 0x7f, so that the number is positive and never shorter. */
function createSerial(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

function createKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function exportKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function addYears(time: Date, years: number): Date {
  const later = new Date(time)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}
