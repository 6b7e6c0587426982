import {
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  specifiedRules,
  type ValidationRule,
} from 'graphql'
import { nearest } from '../../domain/nearest-names.ts'

type NamedType = GraphQLNamedType | null | undefined

/** GraphQL's own, of which that of fields says where a field is right that stands in the wrong place: before a name that is only like it. */
const FieldsRule: ValidationRule = context => {
  const reportError = (error: GraphQLError) =>
    context.reportError(clearer(error, context.getParentType(), context.getSchema()))
  return FieldsOnCorrectTypeRule(Object.create(context, { reportError: { value: reportError } }))
}

/** What a document of the operator must keep. */
export const RULES: readonly ValidationRule[] = specifiedRules.map(rule =>
  rule === FieldsOnCorrectTypeRule ? FieldsRule : rule,
)

function clearer(error: GraphQLError, owner: NamedType, schema: GraphQLSchema): GraphQLError {
  const { message, nodes } = error
  const [node] = nodes ?? []
  if (node?.kind !== Kind.FIELD || owner == null) return error
  const field = node.name.value
  const plain = `Cannot query field "${field}" on type "${owner.name}".`
  const has = (type: NamedType) => isObjectType(type) && type.getFields()[field] !== undefined
  const told = (words: string) => new GraphQLError(`${plain} ${words}`, { nodes: node })
  const [isQuery, isMutation] = [has(schema.getQueryType()), has(schema.getMutationType())]
  if (owner === schema.getQueryType() && isMutation) return told(`It is a mutation: write mutation { ${field} … }.`)
  if (owner === schema.getSubscriptionType() && isQuery)
    return told(`It cannot be followed: ask by query { ${field} … }.`)
  if (owner === schema.getMutationType() && isQuery) return told(`It is a query: write query { ${field} … }.`)
  if (owner.name.endsWith('Connection') && has(schema.getType(owner.name.slice(0, -'Connection'.length))))
    return told(`The rows of a connection are its nodes: write nodes { ${field} }.`)
  // Where GraphQL suggests names, the nearest one alone.
  const isLike = message !== plain && isObjectType(owner)
  const near = isLike ? nearest(field, Object.keys(owner.getFields())) : undefined
  return near === undefined ? error : told(`Did you mean "${near}"?`)
}
