import { type DocumentNode, type FieldNode, GraphQLError, Kind, parse, print, visit } from 'graphql'

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
  const operation = document.definitions.find(one => one.kind === Kind.OPERATION_DEFINITION)
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
