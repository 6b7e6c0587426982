import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'

/** Decides between `count` things: 0 to count - 1. */
export type Choose = (count: number) => number

/** Values of the right type for an argument or an input field of this name; odd ones are mixed in by the caller. */
export type Guess = (name: string, scalar: string) => unknown

export type Operation = { readonly query: string; readonly variables: Record<string, unknown> }

/** A valid document of one root field, with all its arguments as variables and a selection of fields three levels deep. */
export function composeOperation(
  schema: GraphQLSchema,
  kind: 'query' | 'mutation',
  leaveOut: readonly string[],
  choose: Choose,
  guess: Guess,
): Operation {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  const fields = Object.values(root?.getFields() ?? {}).filter(field => !leaveOut.includes(field.name))
  const field = fields[choose(fields.length)]
  if (field === undefined) throw new Error(`the schema has no ${kind}`)
  const declared: string[] = []
  const variables: Record<string, unknown> = {}
  const declare = (argument: GraphQLArgument): string => {
    const name = `v${declared.length}`
    declared.push(`$${name}: ${argument.type}`)
    variables[name] = makeValue(argument.type, argument.name, choose, guess, 0)
    return `${argument.name}: $${name}`
  }
  const body = selectField(field, choose, declare, 3)
  return { query: `${kind} Fuzz${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${body} }`, variables }
}

type Declare = (argument: GraphQLArgument) => string

function selectField(field: GraphQLField<unknown, unknown>, choose: Choose, declare: Declare, depth: number): string {
  const used = field.args.filter(argument => isNonNullType(argument.type) || choose(3) > 0)
  const given = used.length > 0 ? `(${used.map(declare).join(', ')})` : ''
  return `${field.name}${given}${select(field.type, choose, declare, depth)}`
}

function select(type: GraphQLOutputType, choose: Choose, declare: Declare, depth: number): string {
  const named = getNamedType(type)
  if (isUnionType(named)) return ' { __typename }'
  if (!isObjectType(named) && !isInterfaceType(named)) return ''
  const fields = Object.values(named.getFields())
  const leaves = fields.filter(field => !isCompositeType(getNamedType(field.type)))
  const chosen = (depth > 0 ? fields : leaves).filter(() => choose(3) === 0).slice(0, 5)
  return ` { __typename ${chosen.map(field => selectField(field, choose, declare, depth - 1)).join(' ')} }`
}

function makeValue(type: GraphQLInputType, name: string, choose: Choose, guess: Guess, depth: number): unknown {
  if (isNonNullType(type)) return makeValue(type.ofType, name, choose, guess, depth)
  if (isListType(type))
    return Array.from({ length: choose(3) }, () => makeValue(type.ofType, name, choose, guess, depth + 1))
  if (isEnumType(type)) return type.getValues()[choose(type.getValues().length)]?.name
  if (!isInputObjectType(type)) return guess(name, type.name)
  return Object.fromEntries(
    fieldsGiven(type, choose, depth).map(field => [
      field.name,
      makeValue(field.type, field.name, choose, guess, depth + 1),
    ]),
  )
}

function fieldsGiven(type: GraphQLInputObjectType, choose: Choose, depth: number): readonly GraphQLInputField[] {
  const fields = Object.values(type.getFields())
  if (!type.isOneOf) return fields.filter(field => isNonNullType(field.type) || (depth < 5 && choose(2) === 0))
  const place = choose(fields.length)
  return fields.slice(place, place + 1)
}
