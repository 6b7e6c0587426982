import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ReadyAnswer } from './answers.ts'
import { wantsGzip } from './negotiation.ts'

/** Text that is the same for everyone: made once, when it is first asked for, and packed then. */
export type File = {
  readonly version: () => string
  readonly answer: (header: (name: string) => string | undefined, caching: string) => Promise<ReadyAnswer>
}

/** A file of this type with the text that `read` gives; it is read again when `edition` changes. */
export function createFile(type: string, read: () => string, edition: () => string = () => ''): File {
  let latest: { readonly edition: string; readonly bytes: Buffer; readonly version: string } | undefined
  let packed: { readonly version: string; readonly bytes: Promise<Buffer> } | undefined
  const load = () => {
    const wanted = edition()
    if (latest?.edition !== wanted) {
      const bytes = Buffer.from(read())
      const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
      latest = { edition: wanted, bytes, version }
    }
    return latest
  }
  const pack = ({ bytes, version }: { readonly bytes: Buffer; readonly version: string }) => {
    if (packed?.version !== version) packed = { version, bytes: promisify(gzip)(bytes) }
    return packed.bytes
  }
  return {
    version: () => load().version,
    answer: async (header, caching) => {
      const loaded = load()
      const { bytes, version } = loaded
      const zips = wantsGzip(header('Accept-Encoding'))
      const tag = `"${version}${zips ? '-gzip' : ''}"`
      const headers = { ETag: tag, 'Cache-Control': caching, Vary: 'Accept-Encoding' }
      if (isKnown(header('If-None-Match'), tag)) return { status: 304, headers, body: '' }
      const typed = { ...headers, 'Content-Type': type }
      if (!zips) return { status: 200, headers: typed, body: bytes }
      return { status: 200, headers: { ...typed, 'Content-Encoding': 'gzip' }, body: await pack(loaded) }
    },
  }
}

// A reader that has the text in either coding has it (RFC 9110, 13.1.2 compares weakly).
function isKnown(known: string | undefined, tag: string): boolean {
  return known?.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, ''))) === true
}
