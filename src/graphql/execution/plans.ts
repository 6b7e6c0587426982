import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql'
import type { GraphqlContext } from '../builder.ts'

/**
 * Operations made into functions that write their answer as JSON text. Everything about an operation that does not depend on a
 * request is done once: which fields are asked for, what resolves and writes each. The rules, also those of errors and nulls,
 * are graphql-js's; a test holds the bytes of both against each other.
 */

export type Variables = Readonly<Record<string, unknown>>
export type Text = string | Promise<string>
export type Path = {
  readonly prev: Path | undefined
  readonly key: string | number
  readonly typename: string | undefined
}

/** One execution of an operation. */
export type Run = {
  readonly context: GraphqlContext
  readonly variables: Variables
  readonly errors: Error[]
  /** The places that errors made null: what fails below them is not told as well. */
  readonly nulled: Set<Path | undefined>
  /** The lists of which a page of the preset size was not all, by the names on the way to them. */
  readonly cut: Set<string>
  readonly args: Map<object, Readonly<Record<string, unknown>>>
  /** Characters of values so far. */
  length: number
  /** When others were let run last. */
  since: number
}

export type Write = (value: unknown, path: Path, run: Run) => Text
export type FieldPlan = {
  readonly name: string
  /** Its name in the answer as JSON text, with the colon. */
  readonly label: string
  readonly nodes: readonly FieldNode[]
  readonly field: GraphQLField<unknown, unknown>
  readonly parent: GraphQLObjectType
  /** The property that it shows, where it does no more than that. */
  readonly exposed: string | undefined
  readonly resolve: (source: unknown, run: Run, path: Path) => unknown
  readonly write: Write
  readonly required: boolean
  /** The fields that are selected of it, where it is an object or a list of objects. */
  readonly below: (() => ObjectPlan) | undefined
}
export type ObjectPlan = {
  readonly type: GraphQLObjectType
  readonly fields: readonly FieldPlan[]
}

/** An answer that grew beyond its limit: nothing of it is told. */
export class AnswerTooLarge extends Error {}
