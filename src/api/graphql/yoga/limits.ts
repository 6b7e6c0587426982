import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type SelectionNode,
  type SelectionSetNode,
  type Source,
  TokenKind,
  type ValidationContext,
} from 'graphql'
import { actWanted, DomainError } from '../../../domain/errors.ts'

/** The permitted size of one request. A refusal names the limit and the size of the request. */
export const LIMITS = {
  characters: 262_144,
  tokens: 5_000,
  nesting: 100,
  depth: 20,
  aliases: 50,
  rootFields: 50,
  cost: 100_000,
  answerBytes: 8_388_608,
} as const

/**
 * Counts the tokens of a document, and the depth of its brackets, before any recursive code reads it: a document that is too large is refused at the
 * limit and not at its end (D74). Comments and escapes cost as much as tokens but are not counted, so the characters have a limit, too. Returns the
 * count. Text that is not a token is left for the parser to refuse.
 */
export function assertReadable(source: Source): number {
  if (source.body.length > LIMITS.characters) throw tooLarge('characters', source.body.length)
  const lexer = new Lexer(source)
  let [tokens, nesting, deepest] = [0, 0, 0]
  try {
    for (
      let { kind } = lexer.advance();
      kind !== TokenKind.EOF && tokens <= LIMITS.tokens;
      { kind } = lexer.advance()
    ) {
      tokens += 1
      nesting += NESTING[kind] ?? 0
      deepest = Math.max(deepest, nesting)
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  if (tokens > LIMITS.tokens) throw tooLarge('tokens', 'more')
  if (deepest > LIMITS.nesting) throw tooLarge('nesting', deepest)
  return tokens
}

const NESTING: Readonly<Partial<Record<TokenKind, number>>> = {
  [TokenKind.BRACE_L]: 1,
  [TokenKind.BRACE_R]: -1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.PAREN_L]: 1,
  [TokenKind.PAREN_R]: -1,
}

/** What validation checks beyond GraphQL's own rules: everything that depends on the document alone. Its result is cached with the document. */
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

/** The fragments of a document by name; of two with one name, which validation refuses, either one. */
export function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap(node => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
}
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The refusal of a request that is too large: BAD_REQUEST, as REST refuses sizes. */
function tooLarge(limit: keyof typeof WORDS, actual: number | 'more'): GraphQLError {
  const { whose, what, remedy } = WORDS[limit]
  const text = `${whose} may have ${LIMITS[limit]} ${what}; this one has ${actual}. ${remedy}`
  return refusedRequest(new DomainError('BAD_REQUEST', actWanted('SEND_LESS', text)))
}

/** A refusal of the whole request, before anything runs. */
export function refusedRequest(refusal: DomainError): GraphQLError {
  return new GraphQLError(refusal.message, { originalError: refusal })
}

const WORDS = {
  characters: { whose: 'A document', what: 'characters', remedy: 'Split it, or move values into variables.' },
  tokens: { whose: 'A document', what: 'tokens', remedy: 'Split it, or move values into variables.' },
  nesting: { whose: 'A document', what: 'brackets inside each other', remedy: 'Ask for less at once.' },
  aliases: { whose: 'A document', what: 'aliases', remedy: 'Split it.' },
  depth: { whose: 'A document', what: 'levels of fields', remedy: 'Ask for less at once.' },
  rootFields: { whose: 'A document', what: 'root fields in an operation', remedy: 'Split the operation.' },
} as const

/** Levels of fields; fragments count where they are used. Each fragment is measured once. */
function depthOf(selections: SelectionSetNode, fragments: Fragments): number {
  const measured = new Map<string, number>()
  return depthOfSet(selections)

  function depthOfSet(set: SelectionSetNode | undefined): number {
    return set === undefined ? 0 : set.selections.reduce((most, node) => Math.max(most, depthOfNode(node)), 0)
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

/** A measure that is computed once for each name. Zero while it is being computed: GraphQL's own rule refuses fragments that use each other. */
export function measureOnce(measured: Map<string, number>, name: string, measure: () => number): number {
  const known = measured.get(name)
  if (known !== undefined) return known
  measured.set(name, 0)
  const value = measure()
  measured.set(name, value)
  return value
}

function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((total, item) => total + measure(item), 0)
}
