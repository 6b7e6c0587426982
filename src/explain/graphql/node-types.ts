import {
  type ASTNode,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** What the schema says of a node: the type whose fields stand there, the names of the arguments, and the type of the value. */
type NodeTypes = {
  readonly owner: GraphQLNamedType | undefined
  readonly args: readonly string[]
  readonly input: ReturnType<TypeInfo['getInputType']>
  readonly holder: ReturnType<TypeInfo['getParentInputType']>
}
export type TypesOfNodes = ReadonlyMap<ASTNode, NodeTypes>

/** The types at each node of a document. */
export function typesIn(document: DocumentNode, schema: GraphQLSchema): TypesOfNodes {
  const info = new TypeInfo(schema)
  const types = new Map<ASTNode, NodeTypes>()
  visit(
    document,
    visitWithTypeInfo(info, {
      enter: node => {
        types.set(node, {
          owner: info.getParentType() ?? undefined,
          args: info.getFieldDef()?.args.map(({ name }) => name) ?? [],
          input: info.getInputType(),
          holder: info.getParentInputType(),
        })
      },
    }),
  )
  return types
}
