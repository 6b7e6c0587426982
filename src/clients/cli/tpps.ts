import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile, writePrivateFolder } from '../../platform/files/private-files.ts'
import type { IssuedCertificate } from '../../platform/security/authority/certificate-authority.ts'
import { FLAW_NAMES, type FlawName } from '../../platform/security/authority/flawed-certificates.ts'
import { FLAW_FILE } from '../../platform/security/authority/local-tpps.ts'
import { type CertificateSummary, describeCertificate } from '../../platform/security/certificates/certificates.ts'
import { Failure, messageOf } from './failure.ts'

/** A TPP of this machine: `<home>/tpps/NAME/{key.pem,cert.pem}`. */
export type Tpp = {
  readonly name: string
  readonly keyFile: string
  readonly certificateFile: string
  readonly x509: X509Certificate
  readonly certificate: CertificateSummary
  /** what is deliberately wrong with key or certificate */
  readonly flaw: FlawName | undefined
}

const TPP_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Refuses a name that no folder can have: wrong usage. */
export function assertTppName(name: string): void {
  if (TPP_NAME.test(name)) return
  throw new Failure(
    'usage',
    `${JSON.stringify(name)} cannot name a TPP: use 1 to 63 letters a–z, digits and hyphens, with a letter or digit first.`,
  )
}

export function tppExists(home: string, name: string): boolean {
  return existsSync(join(home, 'tpps', name))
}

/** Writes key (readable only for the owner) and certificate into a folder that gets its name in one step: an incomplete TPP is never seen. */
export function writeTpp(
  home: string,
  name: string,
  issued: IssuedCertificate & { readonly flaw?: FlawName | undefined },
  replace: boolean,
): void {
  const folder = join(home, 'tpps', name)
  const files = {
    'key.pem': issued.keyPem,
    'cert.pem': issued.certificatePem,
    ...(issued.flaw === undefined ? {} : { [FLAW_FILE]: `${issued.flaw}\n` }),
  }
  try {
    writePrivateFolder(folder, files, replace ? replaceFolder : renameSync)
  } catch (error) {
    if (existsSync(folder) && !replace) throw tppTaken(name)
    throw new Failure(
      'usage',
      `${folder} cannot be written (${messageOf(error)}): make it writable, or set SANDBANK_HOME.`,
      error,
    )
  }
}

export function tppTaken(name: string): Failure {
  return new Failure(
    'usage',
    `There is a TPP ${name} already: choose another name, or replace its key and certificate with --force.`,
  )
}

/** All TPPs by name. A folder without one is a Failure that names it. */
export function listTpps(home: string): Tpp[] {
  return listTppNames(home).map(name => readTpp(home, name))
}

/** The TPP with that name, of a home or another bank; without a name the one that SANDBANK_TPP or `tpp use` chose, else the only one. */
export function chooseTpp(home: string, named: string | undefined, bank?: string): Tpp {
  const at = bank === undefined ? '' : ` --base ${bank}`
  const names = listTppNames(home)
  const name = named ?? chosenTpp(home)
  if (name !== undefined) {
    assertTppName(name)
    if (names.includes(name)) return readTpp(home, name)
    throw new Failure(
      'usage',
      `There is no TPP ${name} in ${join(home, 'tpps')}: make it with \`npx sandbank tpp new ${name}${at}\`${names.length === 0 ? '' : `, or use one of ${names.join(', ')}`}.`,
    )
  }
  const [only, ...others] = names
  if (only === undefined)
    throw new Failure(
      'usage',
      `There is no TPP in ${join(home, 'tpps')} yet to sign the call: make one with \`npx sandbank tpp new NAME${at}\`.`,
    )
  if (others.length > 0)
    throw new Failure(
      'usage',
      `There are several TPPs: choose one with --tpp, SANDBANK_TPP or \`npx sandbank tpp use NAME${at}\` (${names.join(', ')}).`,
    )
  return readTpp(home, only)
}

/** The id of a TPP, given as id or by its local name. */
export function tppIdOf(home: string, named: string): string {
  return listTppNames(home).includes(named) ? readTpp(home, named).certificate.tppId : named
}

/** Chooses the TPP that signs by default. */
export function chooseDefaultTpp(home: string, name: string, bank?: string): void {
  chooseTpp(home, name, bank)
  writePrivateFile(join(home, 'tpps', CHOSEN), `${name}\n`)
}

/** A file beside the folders of TPPs; no TPP can have its name. */
const CHOSEN = '.default'

function chosenTpp(home: string): string | undefined {
  const file = join(home, 'tpps', CHOSEN)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The private key, which must belong to the certificate. */
export function readTppKey(tpp: Tpp): KeyObject {
  const key = readPart(tpp.name, tpp.keyFile, createPrivateKey)
  if (tpp.flaw === 'other-key' || tpp.x509.checkPrivateKey(key)) return key
  throw new Failure(
    'usage',
    `${tpp.keyFile} is not the key of ${tpp.certificateFile}: make both again with \`npx sandbank tpp new ${tpp.name} --force\`.`,
  )
}

export function listTppNames(home: string): string[] {
  const folder = join(home, 'tpps')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap(entry => (entry.isDirectory() && TPP_NAME.test(entry.name) ? [entry.name] : [])).sort()
}

/** Where a home has the key and the certificate of a TPP. */
export function filesOf(home: string, name: string) {
  return { keyFile: join(home, 'tpps', name, 'key.pem'), certificateFile: join(home, 'tpps', name, 'cert.pem') }
}

function readTpp(home: string, name: string): Tpp {
  const { keyFile, certificateFile } = filesOf(home, name)
  return readPart(name, certificateFile, pem => {
    const x509 = new X509Certificate(pem)
    return { name, keyFile, certificateFile, x509, certificate: describeCertificate(x509), flaw: readFlaw(home, name) }
  })
}

function readFlaw(home: string, name: string): FlawName | undefined {
  const file = join(home, 'tpps', name, FLAW_FILE)
  const written = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  return FLAW_NAMES.find(flaw => flaw === written)
}

function readPart<T>(name: string, file: string, parse: (pem: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure(
      'usage',
      `${file} cannot be read (${messageOf(error)}): restore it, or make it again with \`npx sandbank tpp new ${name} --force\`.`,
      error,
    )
  }
}

/** A folder cannot replace one that is not empty, so the old one is renamed first. */
function replaceFolder(draft: string, folder: string): void {
  const aside = `${draft}-old`
  const replaced = existsSync(folder)
  if (replaced) renameSync(folder, aside)
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (replaced) renameSync(aside, folder)
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}
