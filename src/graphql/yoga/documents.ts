import {
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  Source,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { type Execute, prepareExecution } from '../execution/prepare.ts'
import { schema } from '../schema.ts'
import { type CostOf, prepareCost } from './cost.ts'
import { assertReadable, fragmentsOf, SizeLimitsRule } from './limits.ts'
import { findLiterals, type RefusedDocument } from './raw-input.ts'

/** An operation, ready to run: everything about it that does not depend on its variables is done. */
export type PreparedOperation = {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly costOf: CostOf
  readonly execute: Execute
  /** The names of its root fields. */
  readonly fields: readonly string[]
}

type Document =
  | RefusedDocument
  | {
      readonly document: DocumentNode
      readonly operations: Map<string | undefined, PreparedOperation>
    }

/** What a document keeps in memory, in bytes: its text, and a node with its token and place for each few characters. */
const BYTES_PER_TOKEN = 800
/** Of all documents together. */
export const MOST_BYTES = 33_554_432

// Bounded by bytes, since a document may be a mebibyte (7.1): clients that put values into documents would fill any count.
const documents = new LRUCache<string, Document>({ maxSize: MOST_BYTES })

/** Reads, validates and measures a document, once however often it is sent. Its refusals are kept too. */
export function prepareOperation(
  query: string,
  operationName: string | undefined,
): PreparedOperation | RefusedDocument {
  const known = documents.get(query)
  const read = known ?? readDocument(query)
  if ('errors' in read) return read
  const ready = read.operations.get(operationName)
  if (ready !== undefined) return ready
  const operation = chooseOperation(read.document, operationName)
  if (operation instanceof GraphQLError) return refused([operation])
  const { document } = read
  const prepared = {
    document,
    operation,
    costOf: prepareCost(schema, document, operation),
    execute: prepareExecution(schema, document, operation),
    fields: [...rootFields(document, operation)],
  }
  read.operations.set(operationName, prepared)
  return prepared
}

/** How many bytes the documents that are kept take, as they are counted. */
export function keptBytes(): number {
  return documents.calculatedSize
}

function readDocument(query: string): Document {
  const source = new Source(query)
  const { tokens, document } = parseDocument(source)
  documents.set(query, document, {
    size: query.length * 2 + tokens * BYTES_PER_TOKEN + 1,
  })
  return document
}

function parseDocument(source: Source): { tokens: number; document: Document } {
  let tokens = 0
  try {
    tokens = assertReadable(source)
    const document = parse(source)
    // Sizes first: GraphQL's own rules take their time with documents that are made to be slow.
    const sizes = validate(schema, document, [SizeLimitsRule], { maxErrors: MOST_ERRORS })
    if (sizes.length > 0) return { tokens, document: refused(sizes) }
    const errors = validate(schema, document, specifiedRules, { maxErrors: MOST_ERRORS })
    if (errors.length > 0) return { tokens, document: findLiterals(document, errors) }
    return { tokens, document: { document, operations: new Map() } }
  } catch (error) {
    if (error instanceof GraphQLError) return { tokens, document: refused([error]) }
    throw error
  }
}

const NO_DOCUMENT = { kind: Kind.DOCUMENT, definitions: [] } as const satisfies DocumentNode

function refused(errors: readonly GraphQLError[]): RefusedDocument {
  return { document: NO_DOCUMENT, errors, literals: [] }
}

/** As many faults as REST tells at once (D16). */
const MOST_ERRORS = 20

function chooseOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode | GraphQLError {
  const chosen = namedOperation(document, name)
  if (chosen instanceof GraphQLError || schema.getRootType(chosen.operation) !== undefined) return chosen
  return new GraphQLError('The schema has no subscriptions: ask with a query.', { nodes: chosen })
}

function namedOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode | GraphQLError {
  const operations = document.definitions.filter(node => node.kind === Kind.OPERATION_DEFINITION)
  const [only, ...others] = operations
  if (name !== undefined) {
    const named = operations.find(operation => operation.name?.value === name)
    return named ?? new GraphQLError(`Unknown operation named ${JSON.stringify(name.slice(0, 80))}.`)
  }
  if (only === undefined) return new GraphQLError('The document has no operation to run.')
  if (others.length === 0) return only
  return new GraphQLError('The document has several operations: say with operationName which one to run.')
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
