import { DomainError } from '../../../domain/errors.ts'
import { formatAmount } from '../../../domain/money.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'

/** A row of the world as the input that would create it again (D85), with its identities. */
export type ExportRow = {
  readonly id: string
  /** The id of the row that it belongs to. */
  readonly owner?: string | undefined
  /** The name that inputs use for it, if that is not its id. */
  readonly number?: string
  /** The time at which it must be created again; undefined when any time gives the same row. */
  readonly createdAt?: Date | undefined
  readonly entry: Readonly<Record<string, unknown>>
}

/** Removes absent members: documents have no nulls (D19). */
export function plain(entry: object): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(entry, (_, part) => part ?? undefined))
}

/** A stored amount in the form of inputs. */
export function amountOf(minor: bigint, currency: string) {
  return { amount: formatAmount(minor, currency), currency }
}

/** How many rows are read at once: about 10 ms (D74). */
const ROWS_AT_ONCE = 400

/** All rows of a table, read in slices by their ids. Refuses when there are too many. */
export async function* rowsInSlices<Row extends { readonly id: string }>(
  read: (after: string, take: number) => PromiseLike<readonly Row[]>,
): AsyncGenerator<Row> {
  let count = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    await yieldTurn()
    const rows: readonly Row[] = await read(after, ROWS_AT_ONCE)
    count += rows.length
    if (count > MOST_ROWS) throw new DomainError('BAD_REQUEST', TOO_MANY)
    yield* rows
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id
  }
}

/** A document is 16 MiB at most (D82). */
const MOST_ROWS = 100_000
const TOO_MANY = `A document has ${MOST_ROWS} entries of a kind at most; this world has more. A snapshot holds them all: takeSnapshot, or \`npx sandbank snapshot save FILE\`.`
