import type { z } from '@hono/zod-openapi'

/** The schema at a path below another one; undefined where there is none. */
export function schemaAt(schema: z.ZodType, [part, ...rest]: readonly string[]): z.ZodType | undefined {
  if (part === undefined) return schema
  const { def }: { readonly def: unknown } = schema
  const below = innerOf(Object(def), part)
  if (below === undefined) return undefined
  return below.isPart ? schemaAt(below.schema, rest) : schemaAt(below.schema, [part, ...rest])
}

type Definition = Readonly<Record<'shape' | 'element' | 'innerType' | 'in', unknown>>

function innerOf(def: Partial<Definition>, part: string): { schema: z.ZodType; isPart: boolean } | undefined {
  const shape: Readonly<Record<string, z.ZodType>> | undefined = def.shape === undefined ? undefined : Object(def.shape)
  if (shape !== undefined) {
    const schema = Object.hasOwn(shape, part) ? shape[part] : undefined
    return schema && { schema, isPart: true }
  }
  if (def.element !== undefined) return /^\d+$/.test(part) ? { schema: Object(def.element), isPart: true } : undefined
  const inner = def.innerType ?? def.in
  return inner === undefined ? undefined : { schema: Object(inner), isPart: false }
}
