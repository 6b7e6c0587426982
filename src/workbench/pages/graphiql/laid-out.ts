import { type ASTNode, Kind, parse, print, type ValueNode, visit } from 'graphql'

/** A document as GraphiQL lays it out, under its comment; but an input that is long has a line for each of its fields. */
export function laidOut(text: string): string {
  const [comment = ''] = /^(?:#.*\n)*/.exec(text) ?? []
  return `${comment}${printed(parse(text))}\n`
}

/** The longest value that stays in one line. */
const ONE_LINE = 60

export function printed(node: ASTNode): string {
  // What a name of an enum is printed as is its text.
  const broken = (value: ValueNode) => ({ kind: Kind.ENUM, value: lines(value) }) as const
  return print(visit(node, { ObjectValue: broken, ListValue: broken }))
}

function lines(value: ValueNode): string {
  const short = print(value)
  if (short.length <= ONE_LINE) return short
  if (value.kind === Kind.OBJECT)
    return block('{', value.fields.map(field => `${field.name.value}: ${lines(field.value)}`).join('\n'), '}')
  return value.kind === Kind.LIST ? block('[', value.values.map(lines).join('\n'), ']') : short
}

const block = (open: string, content: string, close: string) =>
  `${open}\n  ${content.replaceAll('\n', '\n  ')}\n${close}`
