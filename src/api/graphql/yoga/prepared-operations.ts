import {
  type DocumentNode,
  GraphQLError,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { byRule, DomainError, type Words } from '../../../domain/errors.ts'
import { fieldOf } from '../../../domain/given.ts'
import { type Execute, prepareExecution } from '../execution/prepare.ts'
import { schema } from '../schema.ts'
import { type CostOf, prepareCost } from './cost.ts'
import { fragmentsOf } from './limits.ts'

/** An operation, ready to run: all work that does not depend on its variables is done. */
export type PreparedOperation = {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly costOf: CostOf
  readonly execute: Execute
  /** The names of its root fields. */
  readonly fields: readonly string[]
}

const prepared = new WeakMap<OperationDefinitionNode, PreparedOperation>()

/** Prepares an operation of a valid document, once for as long as the document is cached. */
export function prepareOperation(document: DocumentNode, operation: OperationDefinitionNode): PreparedOperation {
  const known = prepared.get(operation)
  if (known !== undefined) return known
  const made = {
    document,
    operation,
    costOf: prepareCost(schema, document, operation),
    execute: prepareExecution(schema, document, operation),
    fields: [...rootFields(document, operation)],
  }
  prepared.set(operation, made)
  return made
}

/** The operation to run. Throws when the document has none with this name, or several. */
export function chooseOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter(node => node.kind === Kind.OPERATION_DEFINITION)
  const [only, ...others] = operations
  if (name !== undefined) {
    const named = operations.find(operation => operation.name?.value === name)
    if (named !== undefined) return named
    throw new GraphQLError(`Unknown operation named ${JSON.stringify(name.slice(0, 80))}.`)
  }
  if (only === undefined) throw new GraphQLError('The document has no operation to run.')
  if (others.length === 0) return only
  throw new GraphQLError('The document has several operations: say with operationName which one to run.')
}

function rootFields(document: DocumentNode, operation: OperationDefinitionNode): Set<string> {
  const fragments = fragmentsOf(document)
  const [names, spread] = [new Set<string>(), new Set<string>()]
  collect(operation.selectionSet)
  return names

  function collect(set: SelectionSetNode | undefined): void {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) names.add(node.name.value)
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet)
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value)
        collect(fragments.get(node.name.value)?.selectionSet)
      }
    }
  }
}

/** Whether an operation of a document runs one of certain operations of the bank: as a mutation, or below `asTpp`. */
export function runsOperation({ document, operation }: PreparedOperation, isMeant: (name: string) => boolean): boolean {
  const info = new TypeInfo(schema)
  let runs = false
  visit(
    // With the fragments that it uses; a client may send what it has besides.
    separateOperations(document)[operation.name?.value ?? ''] ?? document,
    visitWithTypeInfo(info, {
      Field: () => {
        const name = fieldOf(info.getFieldDef()?.extensions['operation'], 'name')
        runs ||= typeof name === 'string' && isMeant(name)
      },
    }),
  )
  return runs
}

/**
 * Operations that change something are refused over GET: mutations, and also queries that read as a TPP, since a refused one stores an SCA and an
 * answered one is counted (D32, D41). Links and pictures of other sites can make a browser send a GET.
 */
export function refuseGet({ operation }: OperationDefinitionNode, fields: readonly string[]): GraphQLError | undefined {
  if (operation === OperationTypeNode.SUBSCRIPTION) return undefined
  if (operation === OperationTypeNode.MUTATION) return notByGet('A mutation changes something: send it with POST.')
  const field = fields.find(readsAsTpp)
  if (field === undefined) return undefined
  return notByGet(byRule.D41`${field} reads as a TPP, which is counted, and may start an SCA: send it with POST.`)
}

function notByGet(words: string | Words): GraphQLError {
  const originalError = new DomainError('METHOD_NOT_ALLOWED', words)
  return new GraphQLError(originalError.message, { originalError })
}

function readsAsTpp(field: string): boolean {
  const args = schema.getQueryType()?.getFields()[field]?.args ?? []
  return args.some(({ type }) => getNamedType(type).name === 'AccessInput')
}
