import { z } from 'zod'
import type { Context } from '../../bank/context.ts'
import type { Config } from '../../platform/config.ts'
import {
  addSnapshotLine,
  beginSnapshot,
  finishSnapshot,
  readSnapshotLine,
} from '../../sandbox/worlds/snapshots/files.ts'
import { deleteSnapshot, takeSnapshot } from '../../sandbox/worlds/snapshots/snapshots.ts'
import { askFor } from './operator.ts'
import type { PlaceOptions } from './place.ts'

/** The source or destination of a snapshot's file: the world of a running bank, or that of the bank in this process, which is not open to callers. */
export type SnapshotDoor = {
  /** A line (the first one without `at`), and the token of the next. */
  read(
    name: string,
    at: string | undefined,
  ): Promise<{ readonly line: string; readonly next?: string | null | undefined }>
  /** The first line of an upload. Returns the token for its other lines. */
  begin(line: string): Promise<string>
  add(id: string, line: string): Promise<unknown>
  finish(id: string, name: string | undefined): Promise<{ readonly name: string }>
  take(name: string): Promise<unknown>
  drop(name: string): Promise<unknown>
}

/** A killed process deletes nothing: a snapshot for a file therefore expires by itself. */
const LIFE = 'PT1H'

/** The world of a running bank. */
export function remoteDoor(options: PlaceOptions, config: Config): SnapshotDoor {
  const ask = <Schema extends z.ZodType>(query: string, variables: object, schema: Schema) =>
    askFor(options, config, query, variables, schema)
  return {
    read: async (name, at) => (await ask(LINE, { name, at }, part)).part,
    begin: async line => (await ask(BEGIN, { line }, begun)).id,
    add: (id, line) => ask(ADD, { id, line }, z.unknown()),
    finish: async (id, name) => (await ask(FINISH, { id, name }, made)).made,
    take: name => ask(TAKE, { name, life: LIFE }, made),
    drop: name => ask(DROP, { name }, z.unknown()),
  }
}

/** A world of the bank in this process. */
export function localDoor(ctx: Context): SnapshotDoor {
  return {
    read: (name, at) => readSnapshotLine(ctx, name, at),
    begin: line => beginSnapshot(ctx, line),
    add: (id, line) => addSnapshotLine(ctx, id, line),
    finish: (id, name) => finishSnapshot(ctx, id, name),
    take: name => takeSnapshot(ctx, name, { expiresAfter: LIFE }),
    drop: name => deleteSnapshot(ctx, name),
  }
}

const LINE = 'query ($name: String!, $at: String) { part: snapshotLine(name: $name, at: $at) { line next } }'
const part = z.object({ part: z.object({ line: z.string(), next: z.string().nullable() }) })
const BEGIN = 'mutation ($line: String!) { id: beginSnapshot(line: $line) }'
const begun = z.object({ id: z.string() })
const ADD = 'mutation ($id: ID!, $line: String!) { rows: addSnapshotLine(id: $id, line: $line) }'
const FINISH = 'mutation ($id: ID!, $name: String) { made: finishSnapshot(id: $id, name: $name) { name } }'
const TAKE =
  'mutation ($name: String!, $life: String) { made: takeSnapshot(name: $name, expiresAfter: $life) { name } }'
const made = z.object({ made: z.object({ name: z.string() }) })
const DROP = 'mutation ($name: String!) { deleteSnapshot(name: $name) { name } }'
