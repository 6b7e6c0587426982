import {
  type ArgumentNode,
  type FieldNode,
  Kind,
  parse,
  parseValue,
  print,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import { isObject } from '../../domain/given.ts'
import type { Fields, GraphqlDocument, RefusedCall } from '../commands.ts'

/** Values of arguments, as GraphQL writes them. */
type ArgumentTexts = Readonly<Record<string, string>>

/**
 * The document with other arguments of its root fields, or of those that `isMeant`: in their variables where they have some, else as
 * literals. Fields of an object are merged.
 */
export function withArguments(
  graphql: GraphqlDocument,
  written: ArgumentTexts,
  isMeant: (field: string) => boolean = () => true,
): GraphqlDocument {
  const variables: Record<string, unknown> = { ...graphql.variables }
  const given = Object.entries(written).map(([name, text]) => ({ name, value: parseValue(text) }))
  const changed = (node: FieldNode): FieldNode => {
    const args = given.reduce<readonly ArgumentNode[]>((all, { name, value }) => {
      const own = all.find(one => one.name.value === name)?.value
      if (own?.kind !== Kind.VARIABLE)
        return [...all.filter(one => one.name.value !== name), argument(name, own, value)]
      const [before, after] = [variables[own.name.value], valueFromASTUntyped(value)]
      variables[own.name.value] = isObject(before) && isObject(after) ? { ...before, ...after } : after
      return all
    }, node.arguments ?? [])
    return { ...node, arguments: args }
  }
  const document = parse(graphql.query)
  const definitions = document.definitions.map(one => {
    if (one.kind !== Kind.OPERATION_DEFINITION) return one
    const selections = one.selectionSet.selections.map(node =>
      node.kind === Kind.FIELD && isMeant(node.name.value) ? changed(node) : node,
    )
    return { ...one, selectionSet: { ...one.selectionSet, selections } }
  })
  return { ...graphql, query: print({ ...document, definitions }), variables }
}

function argument(name: string, before: ValueNode | undefined, after: ValueNode): ArgumentNode {
  const fieldsOf = (value: ValueNode | undefined) => (value?.kind === Kind.OBJECT ? value.fields : [])
  const names = new Set(fieldsOf(after).map(one => one.name.value))
  const fields = [...fieldsOf(before).filter(one => !names.has(one.name.value)), ...fieldsOf(after)]
  const value = after.kind === Kind.OBJECT ? { ...after, fields } : after
  return { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: name }, value }
}

/** The fields that read as a TPP, for whom the argument `access` says (D71). */
const READING =
  /^(?:consented(?:Card)?Accounts?|(?:card)?[aA]ccount(?:Balances|Transactions|TransactionDetails)|confirmFunds)$/

/** Whether the operator reads as a TPP: then the PSU is in `access`. */
export function readsAsTpp({ graphql }: Pick<RefusedCall, 'graphql'>): boolean {
  return graphql !== undefined && (graphql.query.match(/\w+/g) ?? []).some(word => READING.test(word))
}

/** Who a call of the operator's door reads for: what REST has in headers. */
export function accessOf({ graphql }: Pick<RefusedCall, 'graphql'>): Fields {
  const access = graphql?.variables['access']
  return isObject(access) ? access : {}
}

/** The call with other fields in `access`. */
export function withAccess(call: RefusedCall, written: ArgumentTexts): RefusedCall {
  if (call.graphql === undefined) return call
  const fields = Object.entries(written).map(([name, text]) => `${name}: ${text}`)
  return {
    ...call,
    graphql: withArguments(call.graphql, { access: `{ ${fields.join(', ')} }` }, name => READING.test(name)),
  }
}
