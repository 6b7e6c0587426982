import { generateKeyPair } from 'node:crypto'
import { accessSync, constants, existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { DomainError } from '../../../domain/errors.ts'
import { type CertificateReader, createCertificateReader } from '../certificates/certificates.ts'
import { followTrustAnchors } from '../certificates/trust-anchors.ts'
import { authorityFolder, type CertificateAuthority, openCertificateAuthority } from './certificate-authority.ts'

/** The sandbox's own CA on a server: in a new home it is created in the background, or when it is first needed. */
export type LaterAuthority = {
  /** Creates it if there is none. Rejects with the reason when that fails. */
  make(): Promise<void>
  /** The CA, for a call. Rejects with UNAVAILABLE when it cannot be created now; the next call tries again. */
  open(): Promise<CertificateAuthority>
  /** Reads certificates of this CA and of other trusted issuers. */
  readonly certificates: CertificateReader
  /** Creates no CA from now on. */
  close(): void
}

/**
 * Opens the CA of a home. When its folder contains anything, it is opened at once, with all its possible faults. When it does not exist, no
 * certificate of it can exist either: its key takes a third of a first start, and is generated in another thread after the first answers.
 * @throws as `openCertificateAuthority` does
 */
export function openAuthorityLater(home: string, machineNow: () => Date): LaterAuthority {
  const folder = authorityFolder(home)
  let opened = existsSync(folder) || !isWritable(home) ? openCertificateAuthority(home, machineNow()) : undefined
  let opening: Promise<CertificateAuthority> | undefined
  let reader: CertificateReader | undefined
  let closed = false

  // Another process, for example `sandbank tpp new`, may have created it meanwhile.
  function find(): CertificateAuthority | undefined {
    if (opened === undefined && existsSync(folder)) opened = openCertificateAuthority(home, machineNow())
    return opened
  }

  async function make(): Promise<CertificateAuthority> {
    const { privateKey } = await generateKey('rsa', { modulusLength: 2048 })
    if (closed) throw new Error('The bank is closing.')
    // A deleted directory is not created again with a key in it.
    if (!existsSync(home)) throw new Error(`No CA was made: ${home} was moved or deleted while the bank was using it.`)
    opened = find() ?? openCertificateAuthority(home, machineNow(), privateKey)
    return opened
  }

  function findOrMake(): Promise<CertificateAuthority> {
    const there = find()
    if (there !== undefined) return Promise.resolve(there)
    opening ??= make().finally(() => {
      opening = undefined
    })
    return opening
  }

  async function open(): Promise<CertificateAuthority> {
    return findOrMake().catch(error => {
      throw new DomainError('UNAVAILABLE', `The sandbox's CA could not be made: ${whyNot(error)}`)
    })
  }

  function certificates(): CertificateReader {
    if (reader !== undefined) return reader
    const authority = find()
    if (authority === undefined) throw new Error('No certificate can be read before there is a CA: wait for `ready`.')
    reader = createCertificateReader([authority.certificate], followTrustAnchors(home))
    return reader
  }

  if (opened !== undefined) certificates()
  return {
    make: async () => void (await findOrMake()),
    open,
    certificates: {
      ready: () => (find() !== undefined ? undefined : open().then(() => undefined)),
      read: (header, now, at) => certificates().read(header, now, at),
      listOtherKeys: certificate => certificates().listOtherKeys(certificate),
    },
    close: () => {
      closed = true
    },
  }
}

// No path and no message of the system: callers read it.
function whyNot(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  if (/\bE[MN]FILE\b/.test(text)) return 'the server has too many files and connections open (ulimit -n). Try again.'
  if (/\b(ENOSPC|EDQUOT)\b/.test(text)) return 'its disk is full.'
  return 'can its folder be written?'
}

const generateKey = promisify(generateKeyPair)

// If it cannot be created, the start reports this.
function isWritable(home: string): boolean {
  try {
    accessSync(home, constants.W_OK)
    return true
  } catch {
    return false
  }
}
