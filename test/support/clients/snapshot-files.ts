import { createHash } from 'node:crypto'
import type { Answer } from './bank.ts'

/** Snapshot files at the operator's door (D131). */

export const SNAPSHOT = 'application/vnd.sandbank.snapshot'

/** Where the files of a world are, below the address of its bank. */
type Place = { readonly url: string; readonly base: string }

export async function getSnapshot(
  { url, base }: Place,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return answerOf(await fetch(`${url}${base}/snapshots/${name}`, { headers }))
}

export async function putSnapshot(
  { url, base }: Place,
  name: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const all = { 'Content-Type': SNAPSHOT, ...headers }
  const call = { method: 'PUT', headers: all, body, duplex: 'half' }
  return answerOf(await fetch(`${url}${base}/snapshots/${name}`, call))
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: isJson ? JSON.parse(text) : undefined,
  }
}

/** The lines of a file without its last one. */
export const linesIn = (text: string): string[] => text.trimEnd().split('\n').slice(0, -1)

/** Lines as a whole file: the last one says how many there are, and their SHA-256. */
export function wholeFile(lines: readonly string[]): string {
  const text = lines.map(line => `${line}\n`).join('')
  return `${text}${JSON.stringify({ lines: lines.length, sha256: createHash('sha256').update(text).digest('hex') })}\n`
}
