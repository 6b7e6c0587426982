import { Kind, type OperationDefinitionNode, parse, valueFromASTUntyped } from 'graphql'
import type { JournaledCall } from '../../../domain/calls.ts'
import { given, isObject } from '../../../domain/given.ts'
import { meantJson } from '../../../platform/http/json-mistakes.ts'
import { type GraphqlDocument, recordIn } from '../commands.ts'

/** The document of a call of the operator's door, from its JSON or its address; undefined when there is none. */
export function readDocument({
  request,
  target,
}: Pick<JournaledCall, 'request' | 'target'>): GraphqlDocument | undefined {
  const { searchParams } = new URL(target, 'http://bank')
  const fields = request.body === undefined ? Object.fromEntries(searchParams) : recordIn(meantJson(request.body) ?? '')
  const { query, variables } = fields
  if (typeof query !== 'string') return undefined
  return {
    query,
    variables: typeof variables === 'string' ? recordIn(variables) : isObject(variables) ? variables : {},
  }
}

/** A field that a document asks of the operator's graph itself, with its arguments. */
export type RootField = { readonly name: string; readonly args: Readonly<Record<string, unknown>> }

export function rootFields({ query, variables }: GraphqlDocument): RootField[] {
  return (operationIn(query)?.selectionSet.selections ?? []).flatMap(field => {
    if (field.kind !== Kind.FIELD) return []
    const args = (field.arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromASTUntyped(value, { ...variables }),
    ])
    return [{ name: field.name.value, args: given(Object.fromEntries(args)) }]
  })
}

/** The values that a field takes: those of its input, or its arguments. */
export function inputOf({ args }: RootField): RootField['args'] {
  const { input } = args
  return isObject(input) ? input : args
}

export function operationIn(query: string): OperationDefinitionNode | undefined {
  return documentIn(query)?.definitions.find(one => one.kind === Kind.OPERATION_DEFINITION)
}

/** The document of a text; undefined when it has a syntax error. */
export function documentIn(query: string) {
  try {
    return parse(query)
  } catch {
    return undefined
  }
}
