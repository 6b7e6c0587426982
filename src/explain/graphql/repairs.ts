import { setImmediate as turn } from 'node:timers/promises'
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  isObjectType,
  Kind,
  Lexer,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  specifiedRules,
  TokenKind,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** A part of a text, and what stands there instead. */
type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** A document that can be run, or where and why one cannot. */
export type Repair =
  | { readonly query: string }
  | { readonly line: number; readonly column: number; readonly text: string }

const MOST_ROUNDS = 12
/** How long a document may be that is read again and again: some of the checks take the square of it. */
export const LONGEST_REPAIRED = 2_000

/**
 * The nearest document that can be run: brackets closed, names as the schema has them, nothing that is not used. Each round mends what the checks before it showed, and
 * lets others in (D74).
 */
export async function repair(schema: GraphQLSchema, query: string, operationName?: string): Promise<Repair> {
  let text = query
  let first: Repair | undefined
  const place = (document: DocumentNode | undefined) => ({ text, document, schema, operationName })
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const read = readDocument(schema, text)
    if (read.errors.length === 0) return { query: text.trim() }
    first ??= faultOf(read.errors[0])
    const edits = read.errors.flatMap(error => editsFor(error, place(read.document)) ?? [])
    const next = applied(text, edits)
    if (next === text) return first
    text = next
    await turn()
  }
  return first ?? { query }
}

type Reading = { readonly document: DocumentNode | undefined; readonly errors: readonly GraphQLError[] }

function readDocument(schema: GraphQLSchema, text: string): Reading {
  try {
    const document = parse(text, { maxTokens: LONGEST_REPAIRED })
    const errors = validate(schema, document, specifiedRules, { maxErrors: 20 })
    const operations = document.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION)
    const unknown = operations.filter(({ operation }) => schema.getRootType(operation) === undefined)
    if (unknown.length > 0) return { document, errors: [new GraphQLError(NO_SUCH_KIND, { nodes: unknown })] }
    if (errors.length > 0 || operations.length === 1) return { document, errors }
    const fault = operations.length === 0 ? 'The document has no operation to run.' : SEVERAL
    return { document, errors: [new GraphQLError(fault, { nodes: operations })] }
  } catch (error) {
    if (error instanceof GraphQLError) return { document: undefined, errors: [error] }
    throw error
  }
}

const NO_SUCH_KIND = 'The schema has no subscriptions.'
const SEVERAL = 'The document has several operations.'

function faultOf(error: GraphQLError | undefined): Repair {
  const [{ line, column } = { line: 1, column: 1 }] = error?.locations ?? []
  return { line, column, text: error?.message ?? '' }
}

/** All edits that do not touch each other, from the end to the beginning. */
function applied(text: string, edits: readonly Edit[]): string {
  let [done, before] = [text, Number.POSITIVE_INFINITY]
  for (const { start, end, text: own } of edits.toSorted((one, other) => other.start - one.start)) {
    if (end > before) continue
    done = `${done.slice(0, start)}${own}${done.slice(end)}`
    before = start
  }
  return done
}

type Place = {
  readonly text: string
  readonly document: DocumentNode | undefined
  readonly schema: GraphQLSchema
  readonly operationName: string | undefined
}
type Mend = (error: GraphQLError, words: readonly string[], place: Place) => readonly Edit[] | undefined

function editsFor(error: GraphQLError, place: Place): readonly Edit[] | undefined {
  for (const [pattern, mend] of MENDS) {
    const found = pattern.exec(error.message.slice(0, 1_000))
    const edits = found === null ? undefined : mend(error, found.slice(1), place)
    if (edits !== undefined) return edits
  }
  return undefined
}

/** What GraphQL says of a document, and what mends it: the first that fits. */
const MENDS: readonly (readonly [RegExp, Mend])[] = [
  [/^Syntax Error: .*<EOF>/, (_, __, { text }) => closing(text)],
  [/^Syntax Error: Unexpected single quote character/, (_, __, { text }) => quoted(text, "'")],
  [/^Syntax Error: Unexpected character: U\+201[89A-F]/, (_, __, { text }) => quoted(text, CURLED)],
  [/^Syntax Error: Unterminated string/, ({ positions }, _, { text }) => endOfString(text, positions?.[0])],
  [/^Syntax Error: Expected ":", found "="/, error => [instead(error, 1, ':')]],
  [/^Syntax Error: Expected Name, found "}"/, error => [instead(error, 0, '__typename ')]],
  [/^Syntax Error: Expected Name, found "\)"/, (error, _, { text }) => withoutBrackets(error, text)],
  [/^Syntax Error: Unexpected Name "(\w+)"/, beginning],
  [/^Syntax Error: Unexpected (?:character|"[})\]]")/, error => [instead(error, 1, '')]],
  [/^Syntax Error: Expected "\$", found Name/, error => [instead(error, 0, '$')]],
  [
    /Did you mean (?:to use )?an inline fragment on "(\w+)"/,
    (error, [type = '']) => around(error, `... on ${type} { `, ' }'),
  ],
  [/must have a selection of subfields/, error => after(error, ' { __typename }')],
  [/must not have a selection since/, error => onField(error, ({ selectionSet }) => edit(selectionSet?.loc, ''))],
  [/Did you mean the enum value "(\w+)"/, (error, [value = '']) => whole(error, value)],
  [/^Enum "\w+" cannot represent non-enum value: "(\w+)"/, (error, [value = '']) => whole(error, value)],
  [/Did you mean "@?([\w.]+)"/, (error, [name = '']) => renamed(error, name)],
  [/^Variable "\$(\w+)" is not defined/, (_, [name = ''], place) => declared(name, place)],
  [/^Variable "\$\w+" is never used/, (error, _, { document }) => unused(error, document)],
  [
    /^Variable "\$\w+" of type ".*" used in position expecting type "(.*)"\.$/,
    (error, [type = '']) => retyped(error, type),
  ],
  [
    /^(?:String|ID|Date|DateTime|Decimal) cannot represent a non string value: /,
    ({ nodes }, _, { text }) => {
      const loc = nodes?.[0]?.loc
      return edit(loc, JSON.stringify(text.slice(loc?.start, loc?.end)))
    },
  ],
  [/^(?:Int|Float) cannot represent non-\w+ value: "(-?\d+)"/, (error, [value = '']) => whole(error, value)],
  [
    /^Boolean cannot represent a non boolean value: "?(true|false)"?$/i,
    (error, [value = '']) => whole(error, value.toLowerCase()),
  ],
  [/^Cannot query field "(\w+)" on type "(?:Query|Mutation)"/, otherKind],
  [
    /^Cannot query field "(\w+)" on type "(\w+)Connection"/,
    (error, [field = '', type = ''], { schema }) => {
      const rows = schema.getType(type)
      const isOfRow = isObjectType(rows) && rows.getFields()[field] !== undefined
      return isOfRow ? around(error, 'nodes { ', ' }') : undefined
    },
  ],
  [/^Fragment "\w+" is never used/, error => whole(error, '')],
  [/^Unknown directive /, error => whole(error, '')],
  [/^Fields "(\w+)" conflict because/, (error, [name = '']) => aliased(error, name)],
  [/^There can be only one (?:argument|input field) /, onlyOnce],
  [/^The schema has no subscriptions/, error => onOperation(error)],
  [/^This anonymous operation must be|^The document has several operations/, (_, __, place) => chosenAlone(place)],
]

function edit(loc: { readonly start: number; readonly end: number } | undefined, text: string): Edit[] | undefined {
  return loc === undefined ? undefined : [{ start: loc.start, end: loc.end, text }]
}

function whole({ nodes }: GraphQLError, text: string): Edit[] | undefined {
  return edit(nodes?.[0]?.loc, text)
}

function instead({ positions }: GraphQLError, length: number, text: string): Edit {
  const start = positions?.[0] ?? 0
  return { start, end: start + length, text }
}

function around({ nodes }: GraphQLError, before: string, behind: string): Edit[] | undefined {
  const loc = nodes?.[0]?.loc
  if (loc === undefined) return undefined
  return [
    { start: loc.start, end: loc.start, text: before },
    { start: loc.end, end: loc.end, text: behind },
  ]
}

function after({ nodes }: GraphQLError, text: string): Edit[] | undefined {
  const loc = nodes?.[0]?.loc
  return loc === undefined ? undefined : [{ start: loc.end, end: loc.end, text }]
}

function onField({ nodes }: GraphQLError, change: (field: FieldNode) => Edit[] | undefined): Edit[] | undefined {
  const [node] = nodes ?? []
  if (node?.kind === Kind.FIELD) return change(node)
  return node?.kind === Kind.SELECTION_SET ? edit(node.loc, '') : undefined
}

/** Another name in place of a node's own. */
function renamed({ nodes }: GraphQLError, name: string): Edit[] | undefined {
  const [node] = nodes ?? []
  const own = name.split('.').at(-1) ?? name
  if (node === undefined) return undefined
  return edit('name' in node && node.name !== undefined ? node.name.loc : node.loc, own)
}

/** The brackets that were not closed, in their order. */
function closing(text: string): Edit[] | undefined {
  const lexer = new Lexer(new Source(text))
  const open: string[] = []
  try {
    for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
      const own = CLOSING[kind]
      if (own !== undefined) open.push(own)
      else if (kind === open.at(-1)) open.pop()
    }
  } catch {
    return undefined
  }
  if (open.length === 0) return undefined
  return [{ start: text.length, end: text.length, text: ` ${open.toReversed().join(' ')}` }]
}

const CURLED = '\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f'

const CLOSING: Readonly<Partial<Record<TokenKind, string>>> = {
  [TokenKind.BRACE_L]: TokenKind.BRACE_R,
  [TokenKind.BRACKET_L]: TokenKind.BRACKET_R,
  [TokenKind.PAREN_L]: TokenKind.PAREN_R,
}

function quoted(text: string, marks: string): Edit[] {
  return [...text].reduce<{ readonly at: number; readonly edits: Edit[] }>(
    ({ at, edits }, character) => {
      if (marks.includes(character)) edits.push({ start: at, end: at + character.length, text: '"' })
      return { at: at + character.length, edits }
    },
    { at: 0, edits: [] },
  ).edits
}

/** A string ends where the first bracket or the line does. */
function endOfString(text: string, position = 0): Edit[] | undefined {
  const begin = text.lastIndexOf('"', position - 1)
  if (begin < 0) return undefined
  const rest = text.slice(begin + 1)
  const length = /[)\]}\n]/.exec(rest)?.index ?? rest.length
  const end = begin + 1 + rest.slice(0, length).trimEnd().length
  return [{ start: end, end, text: '"' }]
}

function withoutBrackets({ positions }: GraphQLError, text: string): Edit[] | undefined {
  const end = positions?.[0] ?? 0
  const start = text.lastIndexOf('(', end)
  return start < 0 ? undefined : [{ start, end: end + 1, text: '' }]
}

const KEYWORDS = ['query', 'mutation', 'fragment'] as const

/** A word before a document: one of GraphQL's that is misspelt, or a field whose document has no brackets of its own. */
function beginning(error: GraphQLError, [word = '']: readonly string[], { text, schema }: Place): Edit[] | undefined {
  const start = error.positions?.[0] ?? 0
  if (text.slice(0, start).trim() !== '') return undefined
  const kinds = [
    ['', schema.getQueryType()],
    ['mutation ', schema.getMutationType()],
  ] as const
  const kind = kinds.find(([, type]) => type?.getFields()[word] !== undefined)
  if (kind !== undefined)
    return [
      { start, end: start, text: `${kind[0]}{ ` },
      { start: text.length, end: text.length, text: ' }' },
    ]
  const near = KEYWORDS.find(keyword => isNear(word.toLowerCase(), keyword))
  return near === undefined ? undefined : [{ start, end: start + word.length, text: near }]
}

/** Whether two words have the same letters but for one or two. */
function isNear(one: string, other: string): boolean {
  const left = [...other].reduce((rest, letter) => rest.replace(letter, ''), one)
  return Math.abs(one.length - other.length) <= 1 && left.length <= 1
}

/** A variable that was used and not declared, with the type of the place where it stands. */
function declared(name: string, { document, schema }: Place): Edit[] | undefined {
  if (document === undefined) return undefined
  const info = new TypeInfo(schema)
  let type: string | undefined
  visit(
    document,
    visitWithTypeInfo(info, {
      Variable: ({ name: { value } }) => {
        if (value === name) type ??= info.getInputType()?.toString()
      },
    }),
  )
  const operation = operationsOf(document)[0]
  if (type === undefined || operation?.loc === undefined) return undefined
  const known = operation.variableDefinitions?.at(-1)?.loc
  if (known !== undefined) return [{ start: known.end, end: known.end, text: `, $${name}: ${type}` }]
  const { start } = operation.loc
  const end = operation.name?.loc?.end ?? start + operation.operation.length
  const isShort = operation.selectionSet.loc?.start === start
  return isShort
    ? [{ start, end: start, text: `query ($${name}: ${type}) ` }]
    : [{ start: end, end, text: `($${name}: ${type})` }]
}

function operationsOf(document: DocumentNode | undefined): readonly OperationDefinitionNode[] {
  return document?.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION) ?? []
}

/** A declaration that nothing uses, with its brackets where it is the only one. */
function unused({ nodes }: GraphQLError, document: DocumentNode | undefined): Edit[] | undefined {
  const [node] = nodes ?? []
  const operation = operationsOf(document).find(({ variableDefinitions = [] }) =>
    variableDefinitions.some(one => one === node),
  )
  const [only, another] = operation?.variableDefinitions ?? []
  if (node?.loc === undefined) return undefined
  if (only === undefined || another !== undefined) return edit(node.loc, '')
  const end = operation?.selectionSet.loc?.start ?? node.loc.end
  const start = operation?.name?.loc?.end ?? (operation?.loc?.start ?? 0) + (operation?.operation.length ?? 0)
  return [{ start, end, text: ' ' }]
}

function retyped({ nodes }: GraphQLError, type: string): Edit[] | undefined {
  const definition = nodes?.find(node => node.kind === Kind.VARIABLE_DEFINITION)
  return definition?.kind === Kind.VARIABLE_DEFINITION ? edit(definition.type.loc, type) : undefined
}

/** Two fields of one name that ask for different things: the later one under another name. */
function aliased({ nodes }: GraphQLError, name: string): Edit[] | undefined {
  const last = nodes?.findLast(node => node.kind === Kind.FIELD && (node.alias ?? node.name).value === name)
  if (last?.kind !== Kind.FIELD || last.loc === undefined) return undefined
  if (last.alias !== undefined) return edit(last.alias.loc, `${name}2`)
  return [{ start: last.loc.start, end: last.loc.start, text: `${name}2: ` }]
}

/** The operation that was chosen, or the first, with the fragments: one call runs one. */
function chosenAlone({ document, operationName }: Place): Edit[] | undefined {
  const operations = operationsOf(document)
  const chosen = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
  return operations.length === 0
    ? undefined
    : operations.flatMap(one => (one === chosen ? [] : (edit(one.loc, '') ?? [])))
}

/** What stands twice stands once: as it was given last. */
function onlyOnce({ nodes }: GraphQLError, _: readonly string[], { document }: Place): Edit[] | undefined {
  const [name] = nodes ?? []
  const found: Edit[] = []
  const take = (node: ArgumentNode | ObjectFieldNode) => {
    if (node.name === name) found.push(...(edit(node.loc, '') ?? []))
  }
  if (document !== undefined) visit(document, { Argument: take, ObjectField: take })
  return found.length === 0 ? undefined : found
}

/** An operation whose fields are all of the other kind: a mutation that was written as a query, or the other way round. */
function otherKind({ nodes }: GraphQLError, _: readonly string[], { document, schema }: Place): Edit[] | undefined {
  const [field] = nodes ?? []
  const operation = operationsOf(document).find(({ selectionSet }) =>
    selectionSet.selections.some(one => one === field),
  )
  if (operation?.loc === undefined) return undefined
  const isQuery = operation.operation === 'query'
  const fields = (isQuery ? schema.getMutationType() : schema.getQueryType())?.getFields() ?? {}
  const areAll = operation.selectionSet.selections.every(
    one => one.kind === Kind.FIELD && fields[one.name.value] !== undefined,
  )
  if (!areAll) return undefined
  const { start } = operation.loc
  const isShort = operation.selectionSet.loc?.start === start
  const end = isShort ? start : start + operation.operation.length
  return [{ start, end, text: isQuery ? `mutation${isShort ? ' ' : ''}` : 'query' }]
}

function onOperation({ nodes }: GraphQLError): Edit[] | undefined {
  const start = nodes?.[0]?.loc?.start
  return start === undefined ? undefined : [{ start, end: start + 'subscription'.length, text: 'query' }]
}

/** How much of a document is left that was too large to be run: a few rows of a few fields, near the root. */
const SHORT = { fields: 5, levels: 6, rows: 10 } as const
const DEEPEST = 200
// To read and write what the journal keeps of the largest would take nearly as long as others may be held up (D74).
const LONGEST_SHORTENED = 30_000

/** The beginning of a document that asked for too much at once; nothing where it cannot be read. */
export function shorten(query: string): string | undefined {
  if (query.length > LONGEST_SHORTENED || depthOf(query) > DEEPEST) return undefined
  try {
    return print(shortened(parse(query, { maxTokens: 30_000 })))
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

function shortened(document: DocumentNode): DocumentNode {
  let level = 0
  const [operation] = operationsOf(document)
  const short = visit(operation ?? document, {
    SelectionSet: {
      enter: node => {
        level += 1
        const chosen = node.selections.filter(({ kind }) => kind === Kind.FIELD).slice(0, SHORT.fields)
        const selections = level > SHORT.levels || chosen.length === 0 ? [TYPE_NAME] : chosen
        return { ...node, selections }
      },
      leave: () => {
        level -= 1
      },
    },
    Argument: node => {
      const { name, value } = node
      const isMany = value.kind === Kind.INT && Number(value.value) > SHORT.rows
      if (!isMany || (name.value !== 'first' && name.value !== 'last')) return undefined
      return { ...node, value: { ...value, value: String(SHORT.rows) } }
    },
  })
  return { kind: Kind.DOCUMENT, definitions: short.kind === Kind.DOCUMENT ? short.definitions : [short] }
}

const TYPE_NAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const satisfies FieldNode

function depthOf(text: string): number {
  let [level, deepest] = [0, 0]
  for (const character of text) {
    if (character === '{' || character === '[' || character === '(') level += 1
    else if (character === '}' || character === ']' || character === ')') level -= 1
    deepest = Math.max(deepest, level)
  }
  return deepest
}
