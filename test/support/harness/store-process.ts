// A second process for the tests of the store: store-process.ts URL PREFIX COUNT. It says `ready`, waits for a line,
// opens the store, says `open`, and writes COUNT worlds from eight callers, naming each when it was acknowledged. When one is refused, it says whether
// another caller that has read its rows may show them now.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openStore } from '../../../src/platform/store/db.ts'
import { addWorld } from '../builders/world-rows.ts'

const [url = '', prefix = '', count = '0'] = process.argv.slice(2)

/** At once, or a kill would take what was acknowledged and not yet said. Who listens may be slow: then the pipe is full for a moment. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EAGAIN') throw error
    }
  }
}

say('ready')
await once(process.stdin, 'data')
const store = await openStore(url)
say('open')

let next = 0
async function write(): Promise<void> {
  while (next < Number(count)) {
    next += 1
    const id = `${prefix}-${next}`
    try {
      await store.transaction(tx => addWorld(tx, id))
    } catch (error) {
      await store.pendingCommit()?.catch(() => say('not to be shown'))
      throw error
    }
    say(id)
  }
}

await Promise.all(Array.from({ length: 8 }, write))
await store.close()
process.exit(0)
