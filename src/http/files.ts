import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ReadyAnswer } from './answers.ts'
import { wantsGzip } from './negotiation.ts'
import { endTurn } from './turns.ts'

/** Text that is the same for everyone: made once, when it is first asked for, and packed then. */
export type File = {
  readonly version: () => string
  readonly answer: (header: (name: string) => string | undefined, caching: string) => Promise<ReadyAnswer>
}

type Edition = { readonly edition: string; readonly bytes: Buffer; readonly version: string }

function versionOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
}

/** A file of this type with the text that `read` gives; it is read again when `edition` changes. */
export function createFile(type: string, read: () => string, edition: () => string = () => ''): File {
  let latest: Edition | undefined
  let packed: { readonly version: string; readonly bytes: Promise<Buffer> } | undefined
  const load = (): Edition => {
    const wanted = edition()
    if (latest?.edition !== wanted) {
      const bytes = Buffer.from(read())
      latest = { edition: wanted, bytes, version: versionOf(bytes) }
    }
    return latest
  }
  // A large text takes a turn for each step (D74).
  const loadInTurns = async (): Promise<Edition> => {
    const wanted = edition()
    if (latest?.edition === wanted) return latest
    const text = read()
    await endTurn()
    const bytes = Buffer.from(text)
    await endTurn()
    const loaded = { edition: wanted, bytes, version: versionOf(bytes) }
    latest = loaded
    await endTurn()
    return loaded
  }
  const pack = ({ bytes, version }: { readonly bytes: Buffer; readonly version: string }) => {
    if (packed?.version !== version) packed = { version, bytes: promisify(gzip)(bytes) }
    return packed.bytes
  }
  return {
    version: () => load().version,
    answer: async (header, caching) => {
      const loaded = await loadInTurns()
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
