import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql'
import type { GraphqlContext } from '../builder.ts'
import { fragmentsOf } from '../yoga/limits.ts'
import { planOperation } from './planner.ts'
import {
  AnswerTooLarge,
  collect,
  type ObjectPlan,
  type Run,
  type Variables,
  writeFields,
  writeSerially,
} from './writing.ts'

/** The result: the text of `data`, and the errors in the order in which they occurred. */
export type WrittenAnswer = {
  readonly data: string
  readonly errors: readonly Error[]
  /** `extensions` of the answer, if it has any: the lists that were cut. */
  readonly extensions: { readonly truncated: readonly string[] } | undefined
}

/** `event` is the value that a subscription has received. */
export type Execute = (variables: Variables, context: GraphqlContext, event?: unknown) => Promise<WrittenAnswer>

/** Prepares an operation. Its conditions (@skip, @include) select among plans, each of which is built once. */
export function prepareExecution(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Execute {
  const fragments = fragmentsOf(document)
  const conditions = conditionsOf(document)
  const plans = new Map<string, ObjectPlan>()
  const planFor = (variables: Variables): ObjectPlan => {
    const key = conditions.map(name => String(variables[name])).join()
    const known = plans.get(key)
    if (known !== undefined) return known
    if (plans.size === MOST_PLANS) plans.clear()
    const made = planOperation({ schema, fragments, operation, variables })
    plans.set(key, made)
    return made
  }
  return async (variables, context, event) => {
    const run: Run = {
      context,
      variables,
      errors: [],
      nulled: new Set(),
      cut: new Set(),
      args: new Map(),
      length: 0,
      since: performance.now(),
    }
    const plan = planFor(variables)
    try {
      const serially = operation.operation === OperationTypeNode.MUTATION
      const data = serially ? await writeSerially(plan, run) : await writeFields(plan, event, undefined, run)
      const truncated = [...run.cut].slice(0, MOST_CUT_LISTS)
      return { data, errors: run.errors, extensions: truncated.length === 0 ? undefined : { truncated } }
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw error
      collect(run, asError(error), undefined)
      return { data: 'null', errors: run.errors, extensions: undefined }
    }
  }
}

const MOST_PLANS = 16
/** An operation with more conditions than this is a mistake. */
const MOST_CUT_LISTS = 20

function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
