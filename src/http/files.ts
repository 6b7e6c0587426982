import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { ReadyAnswer } from './answers.ts'

/** Text that is the same for everyone: made once, when it is first asked for, and packed then. */
export type File = {
  readonly version: () => string
  readonly answer: (header: (name: string) => string | undefined, caching: string) => Promise<ReadyAnswer>
}

/** A file of this type with the text that `read` gives. */
export function createFile(type: string, read: () => string): File {
  let plain: { readonly bytes: Buffer; readonly version: string } | undefined
  let packed: Promise<Buffer> | undefined
  const load = () => {
    if (plain === undefined) {
      const bytes = Buffer.from(read())
      plain = { bytes, version: createHash('sha256').update(bytes).digest('base64url').slice(0, 12) }
    }
    return plain
  }
  const pack = () => {
    packed ??= promisify(gzip)(load().bytes)
    return packed
  }
  return {
    version: () => load().version,
    answer: async (header, caching) => {
      const { bytes, version } = load()
      const zips = wantsGzip(header('Accept-Encoding'))
      const tag = `"${version}${zips ? '-gzip' : ''}"`
      const headers = { ETag: tag, 'Cache-Control': caching, Vary: 'Accept-Encoding' }
      if (isKnown(header('If-None-Match'), tag)) return { status: 304, headers, body: '' }
      const typed = { ...headers, 'Content-Type': type }
      if (!zips) return { status: 200, headers: typed, body: bytes }
      return { status: 200, headers: { ...typed, 'Content-Encoding': 'gzip' }, body: await pack() }
    },
  }
}

function wantsGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return false
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['gzip', 'identity'])[0] === 'gzip'
}

// A reader that has the text in either coding has it (RFC 9110, 13.1.2 compares weakly).
function isKnown(known: string | undefined, tag: string): boolean {
  return known?.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, ''))) === true
}
