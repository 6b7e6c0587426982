import { X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalTpp } from '../../../domain/tpps.ts'
import { describeCertificate } from '../certificates/certificates.ts'

/** The text about a flaw that `sandbank tpp new --flaw` stores beside the certificate. */
export const FLAW_FILE = 'flaw.txt'

/**
 * The TPPs of this machine, which `sandbank tpp new` stores in the folder `tpps` of the home. The folder is read each time, since they may change
 * while the server runs; each certificate is parsed once. A folder without a TPP is ignored.
 */
export function localTppReader(home: string): () => readonly LocalTpp[] {
  const read = new Map<string, { readonly stamp: string; readonly tpp: LocalTpp | undefined }>()
  return () =>
    foldersOf(join(home, 'tpps')).flatMap(localName => {
      const file = join(home, 'tpps', localName, 'cert.pem')
      const stamp = stampOf(file)
      const before = read.get(localName)
      const tpp = before?.stamp === stamp ? before.tpp : readTpp(join(home, 'tpps', localName), localName)
      read.set(localName, { stamp, tpp })
      return tpp === undefined ? [] : [tpp]
    })
}

/** A TPP with a certificate of this bank, as the bank describes it. @throws when it cannot be read */
export function describeLocalTpp(localName: string, certificate: string | Buffer, flawed: boolean): LocalTpp {
  const { tppId, tppName, roles, notAfter } = describeCertificate(new X509Certificate(certificate))
  return { id: tppId, name: tppName, localName, certificate: { roles, notAfter }, flawed }
}

/** Signs as a TPP whose key is here. */
export type LocalKey = { readonly keyPem: string; readonly certificatePem: string }

/** The key and certificate of a TPP of this machine, by its name in `localTppReader`. */
export function readLocalKey(home: string, localName: string): LocalKey {
  const text = (file: string) => readFileSync(join(home, 'tpps', localName, file), 'utf8')
  return { keyPem: text('key.pem'), certificatePem: text('cert.pem') }
}

function foldersOf(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.flatMap(entry => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [])).sort()
  } catch {
    return []
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}

function readTpp(folder: string, localName: string): LocalTpp | undefined {
  try {
    return describeLocalTpp(localName, readFileSync(join(folder, 'cert.pem')), existsSync(join(folder, FLAW_FILE)))
  } catch {
    return undefined
  }
}
