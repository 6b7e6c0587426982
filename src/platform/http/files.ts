import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ReadyAnswer } from './answers.ts'
import type { Header } from './headers.ts'
import { wantsGzip } from './negotiation.ts'
import { endTurn } from './turns.ts'

/**
 * Keeps the latest version of a thing that takes long to build. Callers that come meanwhile wait for the same build, since another one would take as
 * long; then they continue one after the other, each in its own turn of the event loop (D74). After a failure the next caller starts a new build.
 */
export function keepLatest<Made>(): (edition: string, make: () => Promise<Made>) => Promise<Made> {
  let latest: Edition<Made> | undefined
  return (edition, make) => {
    if (latest?.edition === edition) {
      if (latest.isMade) return latest.made
      latest.lastInLine = latest.lastInLine.then(made => endTurn().then(() => made))
      return latest.lastInLine
    }
    const made = make()
    const mine: Edition<Made> = { edition, made, isMade: false, lastInLine: made }
    latest = mine
    made.then(
      () => {
        mine.isMade = true
      },
      () => {
        if (latest === mine) latest = undefined
      },
    )
    return made
  }
}

type Edition<Made> = {
  readonly edition: string
  readonly made: Promise<Made>
  isMade: boolean
  lastInLine: Promise<Made>
}

/** Text that is the same for everyone: built at the first request, and compressed then. */
export type File = {
  readonly answer: (header: Header, caching: string) => Promise<ReadyAnswer>
}

type Content = { readonly bytes: Buffer; readonly version: string; readonly packed: () => Promise<Buffer> }

/** An ETag for these bytes: other bytes have another one. */
export function versionOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
}

/** A file of this type with the text that `read` gives; it is read again when `edition` changes. */
export function createFile(type: string, read: () => string | Promise<string>, edition: () => string = () => ''): File {
  const latest = keepLatest<Content>()
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

/** Files that depend on the request, for example on the origin by which it reached the bank: the most recently requested ones are cached. */
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
async function load(text: string): Promise<Content> {
  await endTurn()
  const bytes = Buffer.from(text)
  await endTurn()
  const version = versionOf(bytes)
  await endTurn()
  const pack = keepLatest<Buffer>()
  return { bytes, version, packed: () => pack(version, () => promisify(gzip)(bytes)) }
}

// A reader that has the text in either encoding has it (RFC 9110, 13.1.2 compares weakly).
function isKnown(known: string | undefined, tag: string): boolean {
  return known?.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, ''))) === true
}
