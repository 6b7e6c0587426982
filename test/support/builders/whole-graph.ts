import {
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../../src/api/graphql/schema.ts'

/**
 * Documents that read everything that the graph holds of a noun: each field of each row, so that a field that is added later is read too. What a row leads to is
 * named by its id, and read where it is listed itself.
 */

/** Rows that no list of the world has by themselves: they are read whole where they hang. */
const WHOLE = ['Engagement', 'Transaction', 'CardTransaction', 'PaymentEntry', 'PaymentExecution']

/** More than a story makes, and few enough for what an operation may cost. */
const ROWS = 25

/** Fields that are left out, by type. */
type Without = Readonly<Record<string, readonly string[]>>

/** Which of three documents: each has all values, and one in three of what leads to other rows. */
export type Third = 0 | 1 | 2

/** `nouns { nodes { … } }` of a list of the world. */
export function readingOf(list: string, third: Third, without: Without): string {
  const field = schema.getQueryType()?.getFields()[list]
  if (field === undefined) throw new RangeError(`There is no list ${list}.`)
  return `${list}(first: ${ROWS}) { nodes ${selection(nodeOf(field.type), third, without)} }`
}

type Row = GraphQLObjectType | GraphQLInterfaceType

function selection(type: Row, third: Third, without: Without, above: readonly string[] = []): string {
  const own = isInterfaceType(type) ? Object.keys(type.getFields()) : []
  const kinds = (isInterfaceType(type) ? schema.getPossibleTypes(type) : []).map(
    kind => `... on ${kind.name} ${selection(kind, third, without, own)}`,
  )
  const parts = Object.values(type.getFields()).flatMap((field, place) => {
    if (above.includes(field.name)) return []
    const needsMore = field.args.some(arg => isNonNullType(arg.type) && arg.defaultValue === undefined)
    if (needsMore || (without[type.name] ?? []).includes(field.name)) return []
    const inner = getNamedType(field.type)
    if (isLeafType(inner)) return [field.name]
    const one = nodeOf(inner)
    const isRow = 'id' in one.getFields()
    const isWhole = !isRow || (WHOLE.includes(one.name) && !WHOLE.includes(type.name))
    if (isRow && !isWhole && place % 3 !== third) return []
    const rows = isWhole ? selection(one, third, without) : '{ id }'
    return [one === inner ? `${field.name} ${rows}` : `${field.name}(first: 100) { nodes ${rows} }`]
  })
  return `{ ${[...parts, ...kinds].join(' ') || '__typename'} }`
}

/** What a connection lists, else the type itself. */
function nodeOf(type: GraphQLOutputType): Row {
  const named = getNamedType(type)
  const nodes = isObjectType(named) ? named.getFields()['nodes'] : undefined
  const node = nodes === undefined ? named : getNamedType(nodes.type)
  if (isObjectType(node) || isInterfaceType(node)) return node
  throw new TypeError(`${named.name} is no list of rows.`)
}
