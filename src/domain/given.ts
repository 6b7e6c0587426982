/**
 * For `satisfies`: an object that names every field of a command. A field added to a command does not compile until each row, answer and export
 * handles it, so none is accepted and lost.
 */
export type EachOf<Fields> = { readonly [Name in keyof Fields]-?: unknown } & Readonly<Record<string, unknown>>

/** Any fields of a command: those of a body that are well-formed. */
export type AnyOf<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** The fields of an object that have a value. Others are left out, so that the store takes them neither as a value nor as a condition. */
export function given<Fields extends object>(fields: Fields): WithoutAbsent<Fields>
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The same for arguments of GraphQL, where null means the same as absent. */
export function withoutNulls<Fields extends object>(fields: Fields): WithoutNulls<Fields>
export function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
}

type WithoutNulls<Fields> = WithoutAbsent<{
  [Name in keyof Fields]: null extends Fields[Name] ? NonNullable<Fields[Name]> | undefined : Fields[Name]
}>

type WithoutAbsent<Fields> = Pick<Fields, AlwaysPresent<Fields>> & {
  [Name in Exclude<keyof Fields, AlwaysPresent<Fields>>]?: Exclude<Fields[Name], undefined>
}
type AlwaysPresent<Fields> = { [Name in keyof Fields]-?: undefined extends Fields[Name] ? never : Name }[keyof Fields]

/** The names in a table, in its order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly [Name, ...Name[]]
export function namesOf(table: object): readonly string[] {
  return Object.keys(table)
}

/** A field of a value that may not be an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value itself if nothing in it is null, which is nearly always so: a large one is not copied. */
export function withoutNullsIn(value: unknown): unknown {
  if (!hasParts(value) || !holdsNull(value)) return value
  if (Array.isArray(value)) return value.map(withoutNullsIn)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === null ? [] : [[key, withoutNullsIn(part)]])),
  )
}

function holdsNull(value: Parts): boolean {
  return Object.keys(value).some(key => value[key] === null || (hasParts(value[key]) && holdsNull(value[key])))
}

type Parts = Readonly<Record<string, unknown>>

function hasParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null
}
