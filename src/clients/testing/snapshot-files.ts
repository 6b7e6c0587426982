import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { systemClockAndIds } from '../../bank/context.ts'
import { replaceFile } from '../../platform/files/private-files.ts'
import { streamOf } from '../../platform/http/answers.ts'
import { SandbankError } from './failure.ts'
import type { Operator } from './operator.ts'

/**
 * Snapshot files of the kit (D131): each is a snapshot of a world for as long as it is written or read. A killed process deletes nothing: each therefore
 * expires by itself.
 */

const LIFE = 'PT1H'
const TAKE = `mutation Take($name: String!) { takeSnapshot(name: $name, expiresAfter: "${LIFE}") { snapshot { name } } }`
const DROP = 'mutation Drop($name: String!) { deleteSnapshot(name: $name) { snapshot { name } } }'

/** Writes a world, as it is now, to a file, which is always complete. */
export async function saveWorld(operator: Operator, call: string, world: string, file: string): Promise<void> {
  const name = newName()
  await operator.run(call, TAKE, { name }, world)
  try {
    await replaceFile(file, await operator.readSnapshot(call, name, world))
  } catch (cause) {
    if (cause instanceof SandbankError) throw cause
    throw new SandbankError(`${call}: the file was not written: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    })
  } finally {
    await operator.run(call, DROP, { name }, world)
  }
}

/** Does something with the snapshot of a file, which is one of the world `default` until then. */
export async function withFile<Result>(
  operator: Operator,
  call: string,
  file: string,
  use: (snapshot: string) => Promise<Result>,
): Promise<Result> {
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw new SandbankError(`${call}: the file cannot be read: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    })
  })
  const name = newName()
  await operator.storeSnapshot(call, { name, expiresAfter: LIFE }, streamOf(createReadStream(file)))
  try {
    return await use(name)
  } finally {
    await operator.run(call, DROP, { name })
  }
}

const newName = () => `file-${systemClockAndIds.newId()}`
