import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import { type GraphQLFieldResolver, type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql'
import type { Context } from '../../bank/context.ts'
import { reportTogether } from '../../bank/inputs/parse.ts'
import { DomainError } from '../../domain/errors.ts'
import { fieldOf } from '../../domain/given.ts'

/** The rules that are reported together with faults of an input's form (D16, D78), for a field with the given arguments. Throws their faults. */
export type Judge = (args: Readonly<Record<string, unknown>>, bank: Context) => Promise<void>

const judges = new Map<string, Judge>()

/** Declares the rules for the input of a field, also for the case that GraphQL refuses it before the field runs. */
export function registerJudge(field: string, judge: Judge): void {
  judges.set(field, judge)
}

/** The rules for the input of a field besides its form; undefined when there are none. */
export function findJudge(field: string): Judge | undefined {
  return judges.get(field)
}

/** The input of a field: its type, and the value that was given. */
type GivenInput = { readonly type: GraphQLInputType | undefined; readonly value: unknown }

/**
 * A refusal of the bank with the places of GraphQL (D130): a field of the input stands below `input`. Places in a document, in `inputs[n]` and those of
 * other arguments stay. Where a document stands in the input, a field that both can have, `clock`, is the document's when the input does not give it.
 */
function placedIn({ type, value }: GivenInput, error: DomainError): DomainError {
  const input = getNamedType(type)
  const fields = new Set(isInputObjectType(input) ? Object.keys(input.getFields()) : [])
  const hasDocument = fieldOf(fieldOf(value, 'source'), 'fixture') != null
  const isOwn = (field: string) => fields.has(field) && (!hasDocument || fieldOf(value, field) != null)
  const placed = error.listed.map(fault => {
    const [first = ''] = /^\w+/.exec(fault.path ?? '') ?? []
    return isOwn(first) ? { ...fault, path: `input.${fault.path}` } : fault
  })
  return new DomainError(error.code, placed, undefined, error.links, error.unlisted)
}

/** Rules, which know nothing of GraphQL, with the places of GraphQL. */
export async function judgePlaced(input: GivenInput, judged: Promise<void> | undefined): Promise<void> {
  await judged?.catch(error => {
    throw error instanceof DomainError ? placedIn(input, error) : error
  })
}

/**
 * Reports the faults that @pothos/plugin-validation or the field itself finds together with those of the rules, with their places in the arguments. It
 * wraps both, since the rules read the store.
 */
class JudgedPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapArgMappers(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { name, args }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const judge = findJudge(name)
    if (judge === undefined && args['input'] === undefined) return resolve
    return async (parent, given, context, info) => {
      try {
        return await resolve(parent, given, context, info)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const type = info.parentType.getFields()[info.fieldName]?.args.find(arg => arg.name === 'input')?.type
        const input = { type, value: fieldOf(given, 'input') }
        const placed = placedIn(input, error)
        if (judge === undefined) throw placed
        throw await reportTogether(placed, () => judgePlaced(input, judge({ ...given }, bankOf(context))))
      }
    }
  }
}

// The context of this schema; a general plugin cannot know its type.
function bankOf(context: object): Context
function bankOf({ bank }: { readonly bank?: unknown }): unknown {
  return bank
}

export const JUDGED = 'judged'
SchemaBuilder.registerPlugin(JUDGED, JudgedPlugin)

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [JUDGED]: JudgedPlugin<Types>
    }
  }
}
