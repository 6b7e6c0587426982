import { X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The certificates that the operator trusts besides the sandbox's own: every file in the folder `trust` of the directory, each with one or more
 * certificates in PEM, or one in DER. Folders and files whose names begin with a dot are ignored; without the folder there are no anchors. @throws
 * Error that names the file that is not a certificate
 */
export function readTrustAnchors(directory: string): X509Certificate[] {
  return anchorFiles(directory).flatMap(readAnchorFile)
}

/** A text that describes the folder: it differs when a file was added, removed or changed. */
function stateOf(directory: string): string {
  const files = anchorFiles(directory).map(file => {
    const { mtimeMs, size, ino } = statSync(file)
    return [file, mtimeMs, size, ino]
  })
  return JSON.stringify(files)
}

export type FurtherAnchors = {
  /** The anchors in the folder now, if the folder has changed since the last look. */
  renew(): readonly X509Certificate[] | undefined
  /** Why they cannot be read now; the earlier ones then stay valid. */
  fault(): string | undefined
}

/** The anchors of the folder while the bank runs, including files added later. The first look throws as `readTrustAnchors` does. */
export function followTrustAnchors(directory: string): FurtherAnchors {
  let [state, fault]: [string | undefined, string | undefined] = [undefined, undefined]
  return {
    renew: () => {
      try {
        const now = stateOf(directory)
        const anchors = now === state ? undefined : readTrustAnchors(directory)
        ;[state, fault] = [now, undefined]
        return anchors
      } catch (error) {
        if (state === undefined) throw error
        fault = error instanceof Error ? error.message : String(error)
        return undefined
      }
    },
    fault: () => fault,
  }
}

function anchorFiles(directory: string): string[] {
  const folder = join(directory, 'trust')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(entry => join(folder, entry.name))
    .sort()
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
