import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import type { Context } from '../../bank/context.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Config } from '../../platform/config.ts'
import { replaceFile } from '../../platform/files/private-files.ts'
import {
  assertWholeSnapshot,
  beginsAsSnapshot,
  loadSnapshot,
  nameInSnapshot,
  openSnapshot,
} from '../../sandbox/worlds/snapshots/files.ts'
import { deleteSnapshot, restoreSnapshot, takeSnapshot } from '../../sandbox/worlds/snapshots/snapshots.ts'
import type { CommandResult } from './command.ts'
import { EXIT, Failure, messageOf } from './failure.ts'
import { askFor, transfer } from './operator.ts'
import { type PlaceOptions, placeAsOptions } from './place.ts'

/** Snapshots in files: from a running bank over HTTP (D131), or from the bank in this process, which is not open to callers. */

export type SnapshotFileOptions = PlaceOptions & { readonly name?: string }

/** A killed process deletes nothing: a snapshot for a file therefore expires by itself. */
const LIFE = 'PT1H'
const TAKE =
  'mutation ($name: String!, $life: Duration) { made: takeSnapshot(name: $name, expiresAfter: $life) { snapshot { name } } }'
const DROP = 'mutation ($name: String!) { made: deleteSnapshot(name: $name) { snapshot { name } } }'
const made = z.object({ made: z.object({ snapshot: z.object({ name: z.string() }) }) })

/** `snapshot save`: writes a snapshot, or the world as it is now, to a file. */
export async function saveSnapshot(
  file: string,
  { name, ...place }: SnapshotFileOptions,
  config: Config,
): Promise<CommandResult> {
  const read = async (from: string) => write(file, await transfer('GET', place, config, from))
  if (name !== undefined) await read(name)
  else {
    const now = nameFor('save')
    await askFor(place, config, TAKE, { name: now, life: LIFE }, made)
    await read(now).finally(() => askFor(place, config, DROP, { name: now }, made))
  }
  const what = name === undefined ? 'The world as it is now' : `The snapshot ${name}`
  return {
    text: `${what} is in ${file}. Open it elsewhere with: npx sandbank snapshot load ${file}`,
    exitCode: EXIT.done,
  }
}

/** Writes a world of the bank in this process to a file, as it is now, as `snapshot save` does. */
export async function saveWorld(file: string, ctx: Context): Promise<void> {
  const name = nameFor('save')
  await takeSnapshot(ctx, name, { expiresAfter: LIFE })
  try {
    await write(file, await openSnapshot(ctx, name))
  } finally {
    await deleteSnapshot(ctx, name)
  }
}

/** `snapshot load`: a snapshot of a world from a file. Nothing of a damaged file is sent to the bank. */
export async function loadSnapshotFile(
  file: string,
  { name: given, ...options }: SnapshotFileOptions,
  config: Config,
): Promise<CommandResult> {
  await assertWhole(file)
  const name = given ?? nameInSnapshot(beginningOf(file)) ?? ''
  const body = createReadStream(file)
  for await (const _ of await transfer('PUT', options, config, name, body)) {
    // The answer says no more than is known here.
  }
  const place = placeAsOptions(options)
  return {
    text: `The snapshot ${name} is there. Put the world back to it with: npx sandbank snapshot restore ${name}${place}, or make one of it with: npx sandbank world create --snapshot ${name}${place}`,
    exitCode: EXIT.done,
  }
}

/** Replaces a world of the bank in this process with the content of a file. */
export async function restoreWorld(file: string, ctx: Context): Promise<void> {
  const name = nameFor('import')
  await loadSnapshot(ctx, name, createReadStream(file), { expiresAfter: LIFE })
  try {
    await restoreSnapshot(ctx, name)
  } finally {
    await deleteSnapshot(ctx, name)
  }
}

function nameFor(use: 'save' | 'import'): string {
  return `${use}-${createHash('sha256').update(`${process.pid} ${performance.now()}`).digest('hex').slice(0, 12)}`
}

/** Writes beside the file and then replaces it, so that the file is always complete. */
async function write(file: string, parts: AsyncIterable<string>): Promise<void> {
  try {
    await replaceFile(file, parts)
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new Failure('usage', `${file} cannot be written (${messageOf(error)}).`, error)
  }
}

/** Whether a file contains a snapshot, complete or not, whatever its name. */
export function isSnapshot(file: string): boolean {
  return beginsAsSnapshot(beginningOf(file))
}

/** Reads the file once before anything is done with it: its last line says how much it must contain. */
export async function assertWhole(file: string): Promise<void> {
  try {
    await assertWholeSnapshot(createReadStream(file))
  } catch (error) {
    const why = error instanceof DomainError ? `: ${error.message}` : ` cannot be read (${messageOf(error)}).`
    throw new Failure('usage', `${file}${why}`, error)
  }
}

/** No first line is longer. */
const LONGEST_HEAD = 10_000

function beginningOf(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const beginning = Buffer.alloc(LONGEST_HEAD)
    return beginning.toString('utf8', 0, readSync(descriptor, beginning))
  } finally {
    closeSync(descriptor)
  }
}
