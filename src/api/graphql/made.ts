import { GraphQLError, type GraphQLSchema } from 'graphql'
import { fieldOf, isObject } from '../../domain/given.ts'
import type { Effect, GraphqlContext } from './builder.ts'
import { idOfSubject } from './fields.ts'

/** Lets each mutation note what it has done, for the refusal of one that follows in the same document (D130). */
export function withMade(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field
    if (resolve === undefined) continue
    field.resolve = async (source, args, context: GraphqlContext, info) => {
      const row: unknown = await resolve(source, args, context, info)
      const key = fieldOf(args['input'], 'key')
      const id = isObject(row) ? await idOfSubject(name, row, context) : undefined
      context.made.push({
        field: String(info.path.key),
        ...(id === undefined ? {} : { id }),
        ...(typeof key === 'string' ? { key } : {}),
      })
      return row
    }
  }
  return schema
}

/** An error of a document whose earlier mutations are done: it says so, and lists them. */
export function afterOthers(error: GraphQLError, made: readonly Effect[]): GraphQLError {
  if (made.length === 0) return error
  const { message, nodes = null, source, positions, path, extensions } = error
  const fields = made.map(({ field }) => field)
  const listed =
    fields.length <= MOST_NAMED ? fields.join(', ') : `${fields.slice(0, MOST_NAMED).join(', ')} and others`
  const text = `${message} What came before it is done, and stays: ${listed}.`
  return new GraphQLError(text, { nodes, source, positions, path, extensions: { ...extensions, made } })
}

const MOST_NAMED = 10
