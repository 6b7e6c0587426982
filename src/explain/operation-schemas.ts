import type { z } from '@hono/zod-openapi'
import { Kind } from 'graphql'
import { OPERATIONS } from '../operations/list.ts'
import type { AnyOperation } from '../operations/operation.ts'
import { findOperation, ROUTER } from '../rest/routes.ts'
import type { RefusedCall } from './commands.ts'
import { operationIn } from './graphql/documents.ts'

/** The operation of a call, at either door; undefined for a call without one. */
export function operationOf({ method, path, graphql }: RefusedCall): AnyOperation | undefined {
  if (graphql !== undefined) return OPERATIONS.find(({ name }) => name === fieldOf(graphql.query))
  return findOperation(method, path.split('?', 1)[0] ?? '')?.runs
}

function fieldOf(query: string): string | undefined {
  const [field] = operationIn(query)?.selectionSet.selections ?? []
  return field?.kind === Kind.FIELD ? field.name.value : undefined
}

export function methodsOf(path: string): readonly string[] {
  return [...(ROUTER.find(path.split('?', 1)[0] ?? '')?.handlers.keys() ?? [])]
}

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
