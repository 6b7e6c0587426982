import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import type { Context } from '../../bank/context.ts'
import { parseJson } from '../../domain/texts.ts'
import type { Config } from '../../platform/config.ts'
import { replaceFile } from '../../platform/files/private-files.ts'
import { restoreSnapshot } from '../../sandbox/worlds/snapshots/snapshots.ts'
import type { CommandResult } from './command.ts'
import { EXIT, Failure, messageOf } from './failure.ts'
import { type PlaceOptions, placeAsOptions } from './place.ts'
import { localDoor, remoteDoor, type SnapshotDoor } from './snapshot-doors.ts'

/** Snapshots in files: a line for the source, lines of rows, and a last one with their number and their SHA-256. */

export type SnapshotFileOptions = PlaceOptions & { readonly name?: string }

/** `snapshot save`: writes a snapshot, or the world as it is now, to a file. */
export async function saveSnapshot(
  file: string,
  { name, ...place }: SnapshotFileOptions,
  config: Config,
): Promise<CommandResult> {
  const door = remoteDoor(place, config)
  const lines = name === undefined ? await saveNow(file, door) : await write(file, linesOf(door, name))
  const what = name === undefined ? 'The world as it is now' : `The snapshot ${name}`
  return {
    text: `${what} is in ${file}, in ${lines} lines. Open it elsewhere with: npx sandbank snapshot load ${file}`,
    exitCode: EXIT.done,
  }
}

/** Writes a world of the bank in this process to a file, as it is now, as `snapshot save` does. */
export async function saveWorld(file: string, ctx: Context): Promise<void> {
  await saveNow(file, localDoor(ctx))
}

async function saveNow(file: string, door: SnapshotDoor): Promise<number> {
  const name = nameFor('save')
  await door.take(name)
  try {
    return await write(file, linesOf(door, name))
  } finally {
    await door.drop(name)
  }
}

/** `snapshot load`: a snapshot of a world from a file. Nothing of a damaged file is sent to the bank. */
export async function loadSnapshot(file: string, options: SnapshotFileOptions, config: Config): Promise<CommandResult> {
  await assertWhole(file)
  const name = await send(remoteDoor(options, config), file, options.name)
  const place = placeAsOptions(options)
  return {
    text: `The snapshot ${name} is there. Put the world back to it with: npx sandbank snapshot restore ${name}${place}, or make one of it with: npx sandbank world create --snapshot ${name}${place}`,
    exitCode: EXIT.done,
  }
}

/** Replaces a world of the bank in this process with the content of a file. */
export async function restoreWorld(file: string, ctx: Context): Promise<void> {
  const door = localDoor(ctx)
  const name = await send(door, file, nameFor('import'))
  try {
    await restoreSnapshot(ctx, name)
  } finally {
    await door.drop(name)
  }
}

function nameFor(use: 'save' | 'import'): string {
  return `${use}-${createHash('sha256').update(`${process.pid} ${performance.now()}`).digest('hex').slice(0, 12)}`
}

async function* linesOf(door: SnapshotDoor, name: string): AsyncGenerator<string> {
  for (let at: string | null | undefined; at !== null; ) {
    const { line, next = null }: Awaited<ReturnType<SnapshotDoor['read']>> = await door.read(name, at)
    if (line !== '') yield line
    at = next
  }
}

/** Writes beside the file and then replaces it, so that the file is always complete. */
async function write(file: string, lines: AsyncIterable<string>): Promise<number> {
  let count = 0
  const hash = createHash('sha256')
  async function* all() {
    for await (const line of lines) {
      count += 1
      hash.update(`${line}\n`)
      yield `${line}\n`
    }
    yield `${JSON.stringify({ lines: count, sha256: hash.digest('hex') })}\n`
  }
  try {
    await replaceFile(file, all())
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new Failure('usage', `${file} cannot be written (${messageOf(error)}).`, error)
  }
  return count
}

/** The beginning of each snapshot's first line. */
const BEGINNING = '{"sandbank":"snapshot"'

/** Whether a file contains a snapshot, complete or not, whatever its name. */
export function isSnapshot(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const beginning = Buffer.alloc(BEGINNING.length)
    readSync(descriptor, beginning)
    return beginning.toString() === BEGINNING
  } finally {
    closeSync(descriptor)
  }
}

const last = z.strictObject({ lines: z.number(), sha256: z.string() })

/** Reads the file once before anything is sent: its last line says how much it must contain. */
export async function assertWhole(file: string): Promise<void> {
  const hash = createHash('sha256')
  let count = 0
  let held: string | undefined
  for await (const line of linesIn(file)) {
    if (held !== undefined) {
      hash.update(`${held}\n`)
      count += 1
    }
    held = line
    if (count === 0 && !line.startsWith(BEGINNING)) throw noSnapshot(file, 'its first line says nothing of it')
  }
  const end = last.safeParse(parseJson(held ?? ''))
  if (!end.success) throw noSnapshot(file, 'its end is missing')
  if (end.data.lines !== count || end.data.sha256 !== hash.digest('hex'))
    throw noSnapshot(file, 'it was changed after it was written')
}

async function send(door: SnapshotDoor, file: string, name: string | undefined): Promise<string> {
  let id: string | undefined
  let held: string | undefined
  for await (const line of linesIn(file)) {
    if (held !== undefined) {
      if (id === undefined) id = await door.begin(held)
      else await door.add(id, held)
    }
    held = line
  }
  return (await door.finish(id ?? '', name)).name
}

/** No line of ours is nearly as long: a longer one cannot be a snapshot's, and is not read into memory. */
const LONGEST_LINE = 1_000_000

async function* linesIn(file: string): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > LONGEST_LINE) throw noSnapshot(file, `it has a line of more than ${LONGEST_LINE} characters`)
    }
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new Failure('usage', `${file} cannot be read (${messageOf(error)}).`, error)
  }
  if (rest !== '') yield rest
}

function noSnapshot(file: string, why: string): Failure {
  return new Failure('usage', `${file} is no whole snapshot of Sandbank: ${why}. Nothing of it was loaded.`)
}
