import { inflateRawSync } from 'node:zlib'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'

/** All that a journal's file holds, as text: what is compressed in it could not be searched. */
export function journalText(path: string): string {
  const file = new Database(path, { readonly: true })
  try {
    const calls = file.prepare('SELECT * FROM Call').all()
    const batches = file.prepare<Uint8Array>('SELECT messages FROM Batch').pluck().all()
    return [
      JSON.stringify(calls),
      ...batches.map(messages => Buffer.from(messages[0] === BRACKET ? messages : inflateRawSync(messages)).toString()),
    ].join('\n')
  } finally {
    file.close()
  }
}

// What is small is written as it is: JSON.
const BRACKET = '['.charCodeAt(0)
