import { z } from '@hono/zod-openapi'

/** The schema both doors share, for GraphQL's inputs: a null there means that a field was not given. */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(withoutNulls, schema)
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === null ? [] : [[key, withoutNulls(part)]])),
  )
}
