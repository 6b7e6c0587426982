import { z } from '@hono/zod-openapi'
import { withoutNullsIn } from '../../domain/given.ts'
import { inForm } from './decimals.ts'

/** The shared schema for GraphQL's inputs: a null there means that a field was not given, and a decimal number is written in either form. */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(value => inForm(schema, withoutNullsIn(value)), schema)
}

const known = new Map<string, z.ZodType>()

/** The schema of an input type's values. */
export function noteInput(name: string, schema: z.ZodType): void {
  known.set(name, schema)
}

/** The schema of an input type, for refusals before GraphQL runs anything. */
export function schemaOfInput(name: string): z.ZodType | undefined {
  const schema = known.get(name)
  return schema === undefined ? undefined : given(schema)
}
