import {
  type ASTVisitor,
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  KnownArgumentNamesRule,
  Lexer,
  type SelectionNode,
  type SelectionSetNode,
  type Source,
  specifiedRules,
  TokenKind,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql'
import { actWanted, DomainError, MOST_FAULTS } from '../../domain/errors.ts'
import { nearest } from '../../domain/nearest-names.ts'

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

/**
 * The faults of a document by GraphQL's own rules, each with the name that was probably meant by its words. GraphQL's own suggestions go by letters
 * alone, which makes stopClock of setClock and REJECTED of ACCEPTED.
 */
export function faultsOfDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, RULES, { maxErrors: MOST_FAULTS, hideSuggestions: true })
}

type Suggest = (error: GraphQLError, context: ValidationContext) => GraphQLError

const SUGGESTING: ReadonlyMap<ValidationRule, Suggest> = new Map([
  [FieldsOnCorrectTypeRule, inRightPlace],
  [KnownArgumentNamesRule, underRightName],
  [ValuesOfCorrectTypeRule, underRightName],
])

const RULES: readonly ValidationRule[] = specifiedRules.map(rule => {
  const suggest = SUGGESTING.get(rule)
  if (suggest === undefined) return rule
  return context => {
    const reportError = (error: GraphQLError) => context.reportError(suggest(error, context))
    return rule(Object.create(context, { reportError: { value: reportError } }))
  }
})

type NamedType = GraphQLNamedType | null | undefined

/** The right place for a field that stands in the wrong one; this comes before a similar name. */
function inRightPlace(error: GraphQLError, context: ValidationContext): GraphQLError {
  const [node] = error.nodes ?? []
  const [owner, schema] = [context.getParentType(), context.getSchema()]
  if (node?.kind !== Kind.FIELD || owner == null) return error
  const field = node.name.value
  const has = (type: NamedType) => isObjectType(type) && type.getFields()[field] !== undefined
  const [isQuery, isMutation] = [has(schema.getQueryType()), has(schema.getMutationType())]
  if (owner === schema.getQueryType() && isMutation)
    return withHint(error, `It is a mutation: write mutation { ${field} … }.`)
  if (owner === schema.getSubscriptionType() && isQuery)
    return withHint(error, `It cannot be followed: ask by query { ${field} … }.`)
  if (owner === schema.getMutationType() && isQuery)
    return withHint(error, `It is a query: write query { ${field} … }.`)
  if (owner.name.endsWith('Connection') && has(schema.getType(owner.name.slice(0, -'Connection'.length))))
    return withHint(error, `The rows of a connection are its nodes: write nodes { ${field} }.`)
  const near =
    isObjectType(owner) || isInterfaceType(owner) ? nearest(field, Object.keys(owner.getFields())) : undefined
  return near === undefined ? error : withHint(error, `Did you mean "${near}"?`)
}

/** The name that was meant by an argument, a field of an input, or a value of an enum. */
function underRightName(error: GraphQLError, context: ValidationContext): GraphQLError {
  const [node] = error.nodes ?? []
  if (node?.kind === Kind.ARGUMENT) {
    const args = context.getFieldDef()?.args ?? []
    const near = nearest(
      node.name.value,
      args.map(({ name }) => name),
    )
    return near === undefined ? error : withHint(error, `Did you mean "${near}"?`)
  }
  if (node?.kind === Kind.OBJECT_FIELD) {
    const holder = getNamedType(context.getParentInputType())
    const near = isInputObjectType(holder) ? nearest(node.name.value, Object.keys(holder.getFields())) : undefined
    return near === undefined ? error : withHint(error, `Did you mean "${near}"?`)
  }
  const hint =
    node?.kind === Kind.ENUM || node?.kind === Kind.STRING ? hintOfWord(context.getInputType(), node.value) : ''
  return hint === '' ? error : withHint(error, hint)
}

/** The value of an enum that was meant, in a sentence; empty when there is none. */
export function hintOfWord(type: GraphQLInputType | null | undefined, word: string): string {
  const named = getNamedType(type)
  if (!isEnumType(named)) return ''
  const near = nearest(
    word,
    named.getValues().map(({ name }) => name),
  )
  return near === undefined ? '' : `Did you mean the enum value "${near}"?`
}

function withHint({ message, nodes }: GraphQLError, hint: string): GraphQLError {
  return new GraphQLError(`${message} ${hint}`, { nodes: nodes ?? null })
}
