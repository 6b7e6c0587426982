import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ReadyAnswer } from './answers.ts'
import { keepLatest } from './editions.ts'
import { wantsGzip } from './negotiation.ts'
import { endTurn } from './turns.ts'

/** Text that is the same for everyone: made once, when it is first asked for, and packed then. */
export type File = {
  readonly answer: (header: (name: string) => string | undefined, caching: string) => Promise<ReadyAnswer>
}

type Edition = { readonly bytes: Buffer; readonly version: string; readonly packed: () => Promise<Buffer> }

/** A name of these bytes: other bytes have another one. */
export function versionOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
}

/** A file of this type with the text that `read` gives; it is read again when `edition` changes. */
export function createFile(type: string, read: () => string | Promise<string>, edition: () => string = () => ''): File {
  const latest = keepLatest<Edition>()
  return {
    answer: async (header, caching) => {
      const { bytes, version, packed } = await latest(edition(), async () => load(await read()))
      const zips = wantsGzip(header('Accept-Encoding'))
      const tag = `"${version}${zips ? '-gzip' : ''}"`
      const headers = { ETag: tag, 'Cache-Control': caching, Vary: 'Accept-Encoding' }
      if (isKnown(header('If-None-Match'), tag)) return { status: 304, headers, body: '' }
      const typed = { ...headers, 'Content-Type': type }
      if (!zips) return { status: 200, headers: typed, body: bytes }
      return { status: 200, headers: { ...typed, 'Content-Encoding': 'gzip' }, body: await packed() }
    },
  }
}

/** Files that differ by something of the request, such as where it has reached the bank: as many as are asked for lately. */
export function createFiles(make: (name: string) => File): (name: string) => File {
  const files = new Map<string, File>()
  return name => {
    const file = files.get(name) ?? make(name)
    files.delete(name)
    files.set(name, file)
    for (const oldest of [...files.keys()].slice(0, Math.max(0, files.size - MOST_FILES))) files.delete(oldest)
    return file
  }
}

// Each is up to some hundred kilobytes.
const MOST_FILES = 8

// A large text takes a turn for each step (D74).
async function load(text: string): Promise<Edition> {
  await endTurn()
  const bytes = Buffer.from(text)
  await endTurn()
  const version = versionOf(bytes)
  await endTurn()
  const pack = keepLatest<Buffer>()
  return { bytes, version, packed: () => pack(version, () => promisify(gzip)(bytes)) }
}

// A reader that has the text in either coding has it (RFC 9110, 13.1.2 compares weakly).
function isKnown(known: string | undefined, tag: string): boolean {
  return known?.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, ''))) === true
}
