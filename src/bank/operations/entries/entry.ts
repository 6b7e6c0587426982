import type { z } from '@hono/zod-openapi'
import type { Context } from '../../context.ts'
import type { ExportRow } from '../../resolvers/exports/rows.ts'

/** What an operation creates, and a fixture names by a key (D83). */
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
  | 'habit'

/** A thing of the world, by its id and by the number that inputs use for it; without a number, by the id. */
export type Identity = { readonly id: string; readonly number: string }

/** The places where an input names something else: `engagements.*.account.iban`, `*` for each entry of a list. */
export type Reference = {
  readonly at: string
  readonly to: Noun | readonly Noun[]
  readonly by: keyof Identity
  /** Whether a text may be the number of a thing at another bank. */
  readonly orElsewhere?: (name: string) => boolean
}

/** An entry as written: the arguments of its operation and the fields of its input side by side (D82). */
export type EntryFields = Readonly<Record<string, unknown>>

/** How entries of a document become calls of an operation, and rows become entries again. The meaning of the fields belongs to the operation. */
export type EntryKind<Shape extends z.core.$ZodShape = z.core.$ZodShape> = {
  readonly noun: Noun
  /** The operations that create such a thing or change its fields. */
  readonly operations: readonly string[]
  /** The arguments and fields of the operation, without those that the document expresses by nesting. */
  readonly fields: Shape
  readonly references: readonly Reference[]
  /** The same for an input that keeps only the number of what it names: that may be created later, and an export shows the number. */
  readonly mentions?: readonly Reference[]
  /** Fills in missing numbers, derived from a key, or from the place of an entry without a key (D83). */
  readonly derive?: (entry: EntryFields, key: string) => EntryFields
  /** Its other names besides the key, which other entries may use. */
  readonly numbers?: (entry: EntryFields) => readonly string[]
  /** Creates the things by the operation. All belong to one owner; faults are at `inputs[place]`. */
  readonly make: (
    at: Context,
    entries: readonly EntryFields[],
    owner: Identity | undefined,
  ) => Promise<readonly Identity[]>
  /** The entry states when it was created. */
  readonly isDated?: true
  /** An export gives it a key only if it had one. */
  readonly isUnnamed?: true
  /**
   * Entries of one owner may be created together. Customers and accounts are not, though D82 names them: one costs 0.2 ms, of which a bulk call would
   * save half, and the ids of each follow from its own key (D83).
   */
  readonly inBulk?: true
  /** When it must be created, so that by now it has its stated state. */
  readonly madeAt?: (entry: EntryFields, now: Date) => Date
  /**
   * The rules that are reported together with faults of form (D78), for an entry as written; the things that it names may be known or not. Throws
   * their faults.
   */
  readonly judge?: (entry: EntryFields, isNamed: (account: string) => boolean) => void
  /** The last step, after all things of the document exist. */
  readonly after?: (at: Context, entry: EntryFields, made: Identity) => Promise<void>
  /** Whether the stated result has been reached. */
  readonly check?: (at: Context, entry: EntryFields, made: Identity) => Promise<void>
  /** The rows of a world as the entries that would create them (D85), oldest first. */
  readonly rows: (at: Context) => Promise<readonly ExportRow[]>
  /** Those of the world with one of these names. */
  readonly find?: (
    at: Context,
    names: readonly string[],
  ) => Promise<readonly (readonly [name: string, found: Identity])[]>
}

/** Creates each on its own. */
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

/** A kind of entry whose fields have known types. */
export function entryKind<Shape extends z.core.$ZodShape>(kind: EntryKind<Shape>): EntryKind<Shape> {
  return kind
}

/** A text of a field that was parsed as one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
