import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import type { Context } from '../../bank/context.ts'
import { reportTogether } from '../../bank/inputs/parse.ts'
import { DomainError } from '../../domain/errors.ts'

/** The rules that are reported together with faults of an input's form (D16, D78), for a field with the given arguments. Throws their faults. */
export type JudgeOf = (args: Readonly<Record<string, unknown>>, bank: Context) => (input: unknown) => Promise<void>

const INPUT = 'input'

const judges = new Map<string, JudgeOf>()

/** Declares the rules for an argument of a field, also for the case that GraphQL refuses it before the field runs. */
export function registerJudge(field: string, judgeOf: JudgeOf, argument = INPUT): void {
  judges.set(`${field} ${argument}`, judgeOf)
}

/** The rules for an argument of a field besides its form; undefined when there are none. */
export function findJudge(field: string, argument = INPUT): JudgeOf | undefined {
  return judges.get(`${field} ${argument}`)
}

/**
 * Reports the faults that @pothos/plugin-validation or the field itself finds together with those of the rules. It wraps both, since the rules read
 * the store.
 */
class JudgedPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapArgMappers(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { name }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const judgeOf = findJudge(name)
    if (judgeOf === undefined) return resolve
    return async (parent, args, context, info) => {
      try {
        return await resolve(parent, args, context, info)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const given: Readonly<Record<string, unknown>> = { ...args }
        throw await reportTogether(error, () => judgeOf(given, bankOf(context))(given[INPUT]))
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
