import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  type ValidationContext,
} from 'graphql'
import { DomainError } from '../domain/errors.ts'

/** How large one request may be. A refusal names the limit and what the request had. */
export const LIMITS = {
  bodyBytes: 1_048_576,
  tokens: 5_000,
  depth: 20,
  aliases: 50,
  rootFields: 50,
  cost: 500_000,
} as const

/** Reads a document. Refuses one of too many tokens before it is read to its end. */
export function parseWithinLimits(source: string | Source): DocumentNode {
  try {
    return parse(source, { maxTokens: LIMITS.tokens })
  } catch (error) {
    const tokens = error instanceof Error && error.message.includes('Parsing aborted') ? countTokens(source) : 0
    if (tokens > LIMITS.tokens) throw tooLarge('tokens', tokens)
    throw error
  }
}

/** What validation checks beyond GraphQL's own rules: everything that the document alone decides. Its result is kept with the document. */
export function SizeLimitsRule(context: ValidationContext): ASTVisitor {
  const document = context.getDocument()
  const fragments = fragmentsOf(document)
  const refuse = (error: GraphQLError) => context.reportError(error)
  return {
    Document: () => {
      const aliases = sum(document.definitions, node => ('selectionSet' in node ? countAliases(node.selectionSet) : 0))
      if (aliases > LIMITS.aliases) refuse(tooLarge('aliases', aliases))
    },
    OperationDefinition: operation => {
      const depth = depthOf(operation.selectionSet, fragments)
      if (depth > LIMITS.depth) refuse(tooLarge('depth', depth))
      const roots = countRootFields(operation.selectionSet, fragments)
      if (roots > LIMITS.rootFields) refuse(tooLarge('rootFields', roots))
    },
  }
}

/** The fragments of a document by name; of two with one name, which validation refuses, either. */
export function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap(node => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
}
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The refusal of a request that is too large: BAD_REQUEST, as REST has it for its sizes. */
export function tooLarge(limit: 'tokens' | 'aliases' | 'depth' | 'rootFields', actual: number): GraphQLError {
  const { what, remedy } = WORDS[limit]
  const text = `A document may have ${LIMITS[limit]} ${what}; this one has ${actual}. ${remedy}`
  return refusedRequest(new DomainError('BAD_REQUEST', text))
}

/** A refusal of the whole request, before anything runs. */
export function refusedRequest(refusal: DomainError): GraphQLError {
  return new GraphQLError(refusal.message, {
    originalError: refusal,
    extensions: { http: { status: 400, spec: true } },
  })
}

const WORDS = {
  tokens: { what: 'tokens', remedy: 'Split it, or move values into variables.' },
  aliases: { what: 'aliases', remedy: 'Split it.' },
  depth: { what: 'levels of fields', remedy: 'Ask for less at once.' },
  rootFields: { what: 'root fields in an operation', remedy: 'Split the operation.' },
} as const

function countTokens(source: string | Source): number {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source)
  let count = 0
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count += 1
  } catch {
    // What follows is no token any more; those before it are too many already.
  }
  return count
}

/** Levels of fields, fragments counted where they are spread. Each fragment is measured once, however often it is spread. */
function depthOf(selections: SelectionSetNode, fragments: Fragments): number {
  const measured = new Map<string, number>()
  return depthOfSet(selections)

  function depthOfSet(set: SelectionSetNode | undefined): number {
    return set === undefined ? 0 : Math.max(...set.selections.map(depthOfNode), 0)
  }
  function depthOfNode(node: SelectionNode): number {
    if (node.kind === Kind.FIELD) return 1 + depthOfSet(node.selectionSet)
    if (node.kind === Kind.INLINE_FRAGMENT) return depthOfSet(node.selectionSet)
    return measureOnce(measured, node.name.value, () => depthOfSet(fragments.get(node.name.value)?.selectionSet))
  }
}

function countRootFields(selections: SelectionSetNode, fragments: Fragments): number {
  const measured = new Map<string, number>()
  return countSet(selections)

  function countSet(set: SelectionSetNode | undefined): number {
    return set === undefined ? 0 : sum(set.selections, countNode)
  }
  function countNode(node: SelectionNode): number {
    if (node.kind === Kind.FIELD) return 1
    if (node.kind === Kind.INLINE_FRAGMENT) return countSet(node.selectionSet)
    return measureOnce(measured, node.name.value, () => countSet(fragments.get(node.name.value)?.selectionSet))
  }
}

function countAliases(set: SelectionSetNode | undefined): number {
  if (set === undefined) return 0
  return sum(set.selections, node => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return 0
    return (node.kind === Kind.FIELD && node.alias !== undefined ? 1 : 0) + countAliases(node.selectionSet)
  })
}

/** A measure that is taken once for each name. Zero while it is being taken: fragments that spread each other are refused by GraphQL's own rule. */
export function measureOnce(measured: Map<string, number>, name: string, measure: () => number): number {
  const known = measured.get(name)
  if (known !== undefined) return known
  measured.set(name, 0)
  const value = measure()
  measured.set(name, value)
  return value
}

export function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((so, item) => so + measure(item), 0)
}
