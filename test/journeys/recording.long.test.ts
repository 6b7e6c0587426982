import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { recordFields, recordOperator } from '../support/recordings/graphql-calls.ts'
import { openRecorder, type Recorder } from '../support/recordings/recorder.ts'
import { recordRefusals } from '../support/recordings/refused-calls.ts'
import { recordOperations } from '../support/recordings/rest-calls.ts'

const FOLDER = new URL('../support/recordings/texts/', import.meta.url).pathname
const isRecording = process.env['SANDBANK_RECORD'] !== undefined

it('answers each operation and each refusal of REST with the recorded bytes, and stores the same', async () => {
  const recorder = await open()
  const texts = await recordOperations(recorder)
  compare('rest-', texts.set('rest-refusals', await recordRefusals(recorder)))
})

it('answers each field of an operation and the operator’s own in GraphQL with the recorded bytes', async () => {
  const recorder = await open()
  const texts = await recordFields(recorder)
  compare('graphql-', texts.set('graphql-operator', await recordOperator(recorder)))
})

/** For one door: no scene of the other has a part in its texts. */
async function open(): Promise<Recorder> {
  const recorder = await openRecorder(mkdtempSync(join(tmpdir(), 'sandbank-')))
  onTestFinished(recorder.close)
  return recorder
}

/** Compares the files whose names begin like this. With `npm run record` they are written. */
function compare(begin: string, texts: ReadonlyMap<string, string>): void {
  const files = readdirSync(FOLDER).filter(name => name.startsWith(begin))
  if (isRecording) {
    for (const file of files) rmSync(join(FOLDER, file))
    for (const [name, text] of texts) writeFileSync(join(FOLDER, `${name}.txt`), text)
    return
  }
  expect([...texts.keys()].map(name => `${name}.txt`).toSorted()).toEqual(files.toSorted())
  for (const [name, text] of texts) expect(text, name).toBe(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'))
}
