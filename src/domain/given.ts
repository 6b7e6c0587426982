/**
 * For `satisfies`: an object that names every field of a command, beside others. So a field that is added to a command does not compile until each row, answer and
 * export says where it is, and none is accepted and lost.
 */
export type EachOf<Fields> = { readonly [Name in keyof Fields]-?: unknown } & Readonly<Record<string, unknown>>

/** Any fields of a command: of a body, those that have their form. */
export type AnyOf<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** The fields of an object that have a value. What was not given is left out, so that a store takes it neither for a value nor for a condition. */
export function given<Fields extends object>(fields: Fields): WithoutAbsent<Fields>
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The same for arguments of GraphQL, where a null says no more than that nothing was given. */
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

/** The names of a table, in its order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly [Name, ...Name[]]
export function namesOf(table: object): readonly string[] {
  return Object.keys(table)
}

/** A field of what may be no object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same value where nothing in it is null, which is nearly always: a large one is not copied. */
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
