import type { z } from '@hono/zod-openapi'
import type { Context } from '../../context.ts'
import type { ExportRow } from '../../resolvers/exports/rows.ts'

/** What an operation makes, as a fixture names it by a key (D83). */
export type Noun =
  | 'customer'
  | 'account'
  | 'card account'
  | 'transaction'
  | 'card transaction'
  | 'agreement'
  | 'engagement'
  | 'contact'
  | 'consent'
  | 'payment'
  | 'signing basket'
  | 'scenario'

/** Something of the world, by its id and by the number that inputs name it by, which is the id where it has none. */
export type Identity = { readonly id: string; readonly number: string }

/** Where an input names something else: `engagements.*.account.iban`, `*` for each entry of a list. */
export type Reference = {
  readonly at: string
  readonly to: Noun | readonly Noun[]
  readonly by: keyof Identity
  /** It may be of another bank, where the text has the form of a number. */
  readonly orElsewhere?: true
}

/** An entry as it is written: the arguments of its operation and the fields of its input side by side (D82). */
export type EntryFields = Readonly<Record<string, unknown>>

/** How entries of a document become calls of an operation, and rows become entries again. What the entry says is the operation's own affair. */
export type EntryKind<Shape extends z.core.$ZodShape = z.core.$ZodShape> = {
  readonly noun: Noun
  /** Those that make one, or change what it says. */
  readonly operations: readonly string[]
  /** The arguments and fields of the operation, without what a document says by its tree. */
  readonly fields: Shape
  readonly references: readonly Reference[]
  /** Fills in the numbers that follow from a key, or from the place of an entry without one (D83). */
  readonly derive?: (entry: EntryFields, key: string) => EntryFields
  /** What else than its key others may name it by. */
  readonly numbers?: (entry: EntryFields) => readonly string[]
  /** Makes them, by the operation. All belong to one owner; faults are those of `inputs[place]`. */
  readonly make: (
    at: Context,
    entries: readonly EntryFields[],
    owner: Identity | undefined,
  ) => Promise<readonly Identity[]>
  /** It says when it was made. */
  readonly isDated?: true
  /** An export gives it no key that it did not have. */
  readonly isUnnamed?: true
  /** Entries of one owner may be made together. */
  readonly inBulk?: true
  /** When it must be made, so that it is by now what it is to be. */
  readonly madeAt?: (entry: EntryFields, now: Date) => Date
  /** The rules that are told with faults of its shape (D78): of an entry as it was written, what it names being known or not. Throws what they find. */
  readonly judge?: (entry: EntryFields, isNamed: (account: string) => boolean) => void
  /** What came of it: done once everything is there. */
  readonly after?: (at: Context, entry: EntryFields, made: Identity) => Promise<void>
  /** Whether what was to come of it has come. */
  readonly check?: (at: Context, entry: EntryFields, made: Identity) => Promise<void>
  /** Those that a world has, as the entries that would make them (D85), oldest first. */
  readonly rows: (at: Context) => Promise<readonly ExportRow[]>
  /** Those of the world that are known by one of these names. */
  readonly find?: (
    at: Context,
    names: readonly string[],
  ) => Promise<readonly (readonly [name: string, found: Identity])[]>
}

/** Makes each by itself. */
export function oneByOne(make: (at: Context, entry: EntryFields, owner: Identity | undefined) => Promise<Identity>) {
  return async (
    at: Context,
    entries: readonly EntryFields[],
    owner: Identity | undefined,
  ): Promise<readonly Identity[]> => {
    const made: Identity[] = []
    for (const entry of entries) made.push(await make(at, entry, owner))
    return made
  }
}

/** A kind of entry, whose fields are known by their types. */
export function entryKind<Shape extends z.core.$ZodShape>(kind: EntryKind<Shape>): EntryKind<Shape> {
  return kind
}

/** Text of a field that was read as one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
