import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { parseJson } from '../domain/texts.ts'
import { replaceFile } from '../files/private-files.ts'
import type { CommandResult } from './command.ts'
import { EXIT, Failure, messageOf } from './failure.ts'
import { askFor } from './operator.ts'
import type { PlaceOptions } from './place.ts'

/** Snapshots in files: a line for what it is of, lines of rows, and a last one that says how many there are and their SHA-256. */

type Ask = <Schema extends z.ZodType>(query: string, variables: object, schema: Schema) => Promise<z.output<Schema>>

export type SnapshotFileOptions = PlaceOptions & { readonly name?: string }

const LINE = 'query ($name: String!, $at: String) { part: snapshotLine(name: $name, at: $at) { line next } }'
const part = z.object({ part: z.object({ line: z.string(), next: z.string().nullable() }) })

/** `snapshot save`: a snapshot, or the world as it is now, in a file. */
export async function saveSnapshot(file: string, options: SnapshotFileOptions, config: Config): Promise<CommandResult> {
  const ask: Ask = (query, variables, schema) => askFor(options, config, query, variables, schema)
  const name = options.name ?? (await take(ask))
  try {
    const lines = await write(file, linesOf(ask, name))
    const what = options.name === undefined ? 'The world as it is now' : `The snapshot ${name}`
    return {
      text: `${what} is in ${file}, in ${lines} lines. Open it elsewhere with: npx sandbank snapshot load ${file}`,
      exitCode: EXIT.done,
    }
  } finally {
    if (options.name === undefined)
      await ask('mutation ($name: String!) { deleteSnapshot(name: $name) { name } }', { name }, z.unknown())
  }
}

/** `snapshot load`: a snapshot of a world from a file. Nothing of a damaged file is sent to the bank. */
export async function loadSnapshot(file: string, options: SnapshotFileOptions, config: Config): Promise<CommandResult> {
  const ask: Ask = (query, variables, schema) => askFor(options, config, query, variables, schema)
  await assertWhole(file)
  const name = await send(ask, file, options.name)
  const world = options.world === undefined ? '' : ` --world ${options.world}`
  return {
    text: `The snapshot ${name} is there. Put the world back to it with: npx sandbank snapshot restore ${name}${world}, or make one of it with: npx sandbank world create --snapshot ${name}${world}`,
    exitCode: EXIT.done,
  }
}

const made = z.object({ made: z.object({ name: z.string() }) })

async function take(ask: Ask): Promise<string> {
  const name = `save-${createHash('sha256').update(`${process.pid} ${performance.now()}`).digest('hex').slice(0, 12)}`
  // Who is killed in the middle deletes nothing: then it goes by itself.
  await ask(
    'mutation ($name: String!) { made: takeSnapshot(name: $name, expiresAfter: "PT1H") { name } }',
    { name },
    made,
  )
  return name
}

async function* linesOf(ask: Ask, name: string): AsyncGenerator<string> {
  for (let at: string | null | undefined; at !== null; ) {
    const { part: found }: z.output<typeof part> = await ask(LINE, { name, at }, part)
    if (found.line !== '') yield found.line
    at = found.next
  }
}

/** Writes beside the file and then in its place, so that what is there is complete. */
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

const last = z.strictObject({ lines: z.number(), sha256: z.string() })

/** Reads the file once before anything is sent: its last line says what it has to hold. */
async function assertWhole(file: string): Promise<void> {
  const hash = createHash('sha256')
  let count = 0
  let held: string | undefined
  for await (const line of linesIn(file)) {
    if (held !== undefined) {
      hash.update(`${held}\n`)
      count += 1
    }
    held = line
    if (count === 0 && !line.startsWith('{"sandbank":"snapshot"'))
      throw noSnapshot(file, 'its first line says nothing of it')
  }
  const end = last.safeParse(parseJson(held ?? ''))
  if (!end.success) throw noSnapshot(file, 'its end is missing')
  if (end.data.lines !== count || end.data.sha256 !== hash.digest('hex'))
    throw noSnapshot(file, 'it was changed after it was written')
}

async function send(ask: Ask, file: string, name: string | undefined): Promise<string> {
  let id: string | undefined
  let held: string | undefined
  for await (const line of linesIn(file)) {
    if (held !== undefined) {
      if (id === undefined) id = (await ask(BEGIN, { line: held }, begun)).id
      else await ask(ADD, { id, line: held }, z.unknown())
    }
    held = line
  }
  return (await ask(FINISH, { id, name }, made)).made.name
}

const BEGIN = 'mutation ($line: String!) { id: beginSnapshot(line: $line) }'
const begun = z.object({ id: z.string() })
const ADD = 'mutation ($id: ID!, $line: String!) { rows: addSnapshotLine(id: $id, line: $line) }'
const FINISH = 'mutation ($id: ID!, $name: String) { made: finishSnapshot(id: $id, name: $name) { name } }'

/** No line of ours is nearly as long: what is longer is no snapshot, and is not read into the memory. */
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
