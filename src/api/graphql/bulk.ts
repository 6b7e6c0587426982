import { z } from '@hono/zod-openapi'
import type { Naming } from '../../bank/resolvers/keys.ts'
import { DomainError } from '../../domain/errors.ts'
import type { KeyedKind } from '../../domain/keys.ts'
import { builder } from './builder.ts'
import { given, inputTypeOf, keysArg } from './inputs.ts'

/** How many things one call creates: as many as can be checked, stored and answered in some milliseconds (D74). */
export const MOST_AT_ONCE = 500

/** The arguments of a field that creates several things of a kind: `inputs`, and a key for each (D83). */
export function bulkArgs<Schema extends z.ZodType>(schema: Schema, things: string) {
  const few = `must be a list of 1 to ${MOST_AT_ONCE} ${things}.`
  const inputs = builder.args(t => ({
    inputs: t
      .field({ type: [inputTypeOf(schema)], required: true, description: `The ${things}, 1 to ${MOST_AT_ONCE}.` })
      .validate(given(z.array(schema).min(1, few).max(MOST_AT_ONCE, few))),
  }))
  return { ...inputs, ...keysArg }
}

/** The keys of such a call. FORMAT_ERROR unless there are as many keys as inputs. */
export function namingOfMany(
  kind: KeyedKind,
  keys: readonly (string | null | undefined)[] | null | undefined,
  inputs: readonly unknown[],
): Naming | undefined {
  if (keys == null) return undefined
  if (keys.length !== inputs.length)
    throw new DomainError(
      'FORMAT_ERROR',
      `must be as many as inputs: there are ${inputs.length} inputs and ${keys.length} keys.`,
      'keys',
    )
  return { kind, keys, pathOf: place => `keys[${place}]` }
}
