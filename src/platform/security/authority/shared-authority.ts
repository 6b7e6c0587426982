import { createPrivateKey, generateKeyPair, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import type { LocalTpp } from '../../../domain/tpps.ts'
import { createCertificateReader } from '../certificates/certificates.ts'
import { followTrustAnchors } from '../certificates/trust-anchors.ts'
import {
  authorityOf,
  type CertificateAuthority,
  type IssuedCertificate,
  newAuthority,
} from './certificate-authority.ts'
import type { FlawName } from './flawed-certificates.ts'
import type { LaterAuthority } from './later-authority.ts'
import { describeLocalTpp } from './local-tpps.ts'
import type { Vault } from './vault.ts'

/** A TPP as `sandbank tpp new` creates it; `flaw` says what is deliberately wrong. */
export type StoredTpp = IssuedCertificate & { readonly flaw?: FlawName | undefined }

const AUTHORITY = 'authority'
const TPPS = 'tpp/'

/** The CA of all servers on a database (D122). If there is none, it is created: when two servers do so at once, both use the first one's. */
export async function openSharedAuthority(vault: Vault, now: Date): Promise<CertificateAuthority> {
  if ((await vault.list(AUTHORITY)).size === 0) {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    await storeAuthority(vault, newAuthority(now, privateKey))
  }
  const [stored = ''] = (await vault.list(AUTHORITY)).values()
  const { keyPem, certificatePem }: IssuedCertificate = JSON.parse(stored)
  const certificate = new X509Certificate(certificatePem)
  if (now > new Date(certificate.validTo))
    throw new Error(
      `The sandbox's CA in the database expired at ${certificate.validTo}: DELETE FROM "Secret" to get a new one (certificates of the old one are then refused).`,
    )
  return authorityOf(certificate, createPrivateKey(keyPem))
}

/** A stored one stays. */
export function storeAuthority(vault: Vault, authority: IssuedCertificate): Promise<boolean> {
  return vault.store(AUTHORITY, JSON.stringify(authority))
}

/** The same as an authority of a server, with other trusted issuers: the folder `trust` of its home. */
export async function sharedAuthority(vault: Vault, home: string, now: Date): Promise<LaterAuthority> {
  const authority = await openSharedAuthority(vault, now)
  return {
    make: async () => undefined,
    open: async () => authority,
    certificates: createCertificateReader([authority.certificate], followTrustAnchors(home)),
    close: () => undefined,
  }
}

export async function storedTpps(vault: Vault): Promise<ReadonlyMap<string, StoredTpp>> {
  const stored = await vault.list(TPPS)
  return new Map([...stored].map(([name, text]) => [name, JSON.parse(text)]))
}

/** Returns whether it was stored: an existing one of that name stays unless it is replaced. */
export function storeTpp(vault: Vault, name: string, tpp: StoredTpp, replace: boolean): Promise<boolean> {
  return vault.store(`${TPPS}${name}`, JSON.stringify(tpp), replace)
}

/** These TPPs, as the bank describes them. */
export async function listStoredTpps(vault: Vault): Promise<readonly LocalTpp[]> {
  return [...(await storedTpps(vault))].map(([localName, { certificatePem, flaw }]) =>
    describeLocalTpp(localName, certificatePem, flaw !== undefined),
  )
}
