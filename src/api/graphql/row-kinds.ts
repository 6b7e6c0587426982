import { fieldOf } from '../../domain/given.ts'

/** The types of an interface, by the words of the column that says which one a row is of. */
export type RowKinds = { readonly column: string; readonly types: Readonly<Record<string, string>> }

/** Which type of an interface a row is of. */
export function typeOfRow({ column, types }: RowKinds, row: unknown): string | undefined {
  return types[String(fieldOf(row, column))]
}

const KINDS = 'sandbankKinds'

/** What an interface says of its types to the code that writes answers. */
export function saysKinds(kinds: RowKinds): Readonly<Record<string, RowKinds>> {
  return { [KINDS]: kinds }
}

/** The types that an interface has said, if its rows say theirs. */
export function kindsShown(type: { readonly extensions: object }): RowKinds | undefined
export function kindsShown({ extensions }: { readonly extensions: object }): unknown {
  return Reflect.get(extensions, KINDS)
}
