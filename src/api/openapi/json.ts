import { isObject } from '../../domain/given.ts'

/** A JSON value of unknown form. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** The object at a path of keys; an empty one where there is none. */
export function objectAt(value: Json, ...path: readonly string[]): { readonly [key: string]: Json } {
  const found = path.reduce<Json>((at, key) => (isObject(at) ? (at[key] ?? {}) : {}), value)
  return isObject(found) ? found : {}
}

export function entriesOf(value: Json): (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : []
}

export function listAt(value: Json, key: string): readonly Json[] {
  const list = objectAt(value)[key]
  return list !== undefined && isList(list) ? list : []
}

export function textAt(value: Json, key: string): string {
  const text = isObject(value) ? value[key] : undefined
  return typeof text === 'string' ? text : ''
}
