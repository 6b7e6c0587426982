import { X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The certificates that the operator trusts besides the sandbox's own: every file in the folder `trust` of the
 * directory, each with one or more certificates in PEM, or one in DER. Folders and files that begin with a dot are
 * passed over; no folder means no anchors.
 * @throws Error that names the file which is no certificate
 */
export function readTrustAnchors(directory: string): X509Certificate[] {
  const folder = join(directory, 'trust')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(entry => join(folder, entry.name))
    .sort()
    .flatMap(readAnchorFile)
}

function readAnchorFile(file: string): X509Certificate[] {
  const bytes = readFileSync(file)
  const [, ...blocks] = bytes.toString('latin1').split('-----BEGIN CERTIFICATE-----')
  const sources = blocks.length === 0 ? [bytes] : blocks.map(block => `-----BEGIN CERTIFICATE-----${block}`)
  return sources.map(source => {
    try {
      return new X509Certificate(source)
    } catch {
      throw new Error(
        `${file} is no certificate, or holds one that cannot be read: the folder trust is for certificates in PEM.`,
      )
    }
  })
}
