import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { schema } from '../../api/graphql/schema.ts'
import { DomainError } from '../../domain/errors.ts'
import { fieldOf } from '../../domain/given.ts'
import { nearest } from '../../domain/nearest-names.ts'
import type { World } from '../testing/kit.ts'
import type { Arguments, Desk, ObjectSchema } from './desk.ts'
import { schemaOf } from './json-schemas.ts'

/** A field of the query or the mutation: an operation of the operator. */
export type GraphField = {
  readonly name: string
  readonly kind: 'query' | 'mutation'
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** Runs it in a world; with what of it to read, else all that is not deep. */
  readonly run: (desk: Desk, world: World, given: Arguments, selection?: string) => Promise<unknown>
}

/** Every field of the operator's graph, by its name. */
export const GRAPH: ReadonlyMap<string, GraphField> = new Map(
  [
    ...fieldsOf('query', schema.getQueryType()?.getFields()),
    ...fieldsOf('mutation', schema.getMutationType()?.getFields()),
  ].map(field => [field.name, field]),
)

type Fields = Readonly<Record<string, GraphQLField<unknown, unknown>>>

function fieldsOf(kind: GraphField['kind'], fields: Fields = {}): GraphField[] {
  return Object.values(fields).map(field => ({
    name: field.name,
    kind,
    description: field.description ?? '',
    inputSchema: schemaOf(flatInput(field) ?? field.args),
    run: async ({ operator }, world, given, selection = selectionOf(field.type, DEPTH)) => {
      const { document, variables } = documentOf(kind, field, given, selection)
      // In the journal, and in a story of it, stands what the assistant did, and not what it looked at.
      const send = kind === 'query' ? operator.run : operator.relay
      return fieldOf(await send(field.name, document, variables, world.name), field.name)
    },
  }))
}

/** The fields of the one input that most mutations take. */
function flatInput({ args: [input, ...others] }: GraphQLField<unknown, unknown>) {
  if (input?.name !== 'input' || others.length > 0) return undefined
  const type = isNonNullType(input.type) ? input.type.ofType : input.type
  return isInputObjectType(type) ? Object.values(type.getFields()) : undefined
}

function documentOf(
  kind: GraphField['kind'],
  field: GraphQLField<unknown, unknown>,
  given: Arguments,
  selection: string,
) {
  const all: Arguments = flatInput(field) === undefined ? given : { input: given }
  const known = field.args.map(({ name }) => name)
  for (const name of Object.keys(all)) if (!known.includes(name)) throw unknownArgument(name, known)
  for (const arg of field.args)
    if (isRequiredArgument(arg) && (all[arg.name] ?? null) === null)
      throw new DomainError('FORMAT_ERROR', 'is required.', arg.name)
  const used = field.args.filter(({ name }) => Object.hasOwn(all, name))
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ')
  const round = (text: string) => (text === '' ? '' : `(${text})`)
  return { document: `${kind} ${round(declared)} { ${field.name}${round(passed)} ${selection} }`, variables: all }
}

export function unknownArgument(name: string, known: readonly string[]): DomainError {
  const near = nearest(name, known)
  const meant = near === undefined ? `The arguments are ${known.join(', ')}.` : `Did you mean ${near}?`
  return new DomainError('FORMAT_ERROR', `There is no argument ${JSON.stringify(name.slice(0, 80))}. ${meant}`)
}

/** How deep a thing is read: what a mutation or list has, and what stands in that. */
const DEPTH = 3

/** All fields of a type that need no argument, down to a depth. Lists in a thing have a field of their own. */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named) || depth === 0) return ''
  const parts = Object.values(named.getFields()).flatMap(field => {
    const { name } = getNamedType(field.type)
    if (field.args.some(isRequiredArgument) || field.deprecationReason !== undefined) return []
    if (isLeafType(getNamedType(field.type))) return field.name
    if (name.endsWith('Connection') || name.endsWith('Edge')) return []
    const below = selectionOf(field.type, depth - 1)
    return below === '' ? [] : `${field.name} ${below}`
  })
  return parts.length === 0 ? '' : `{ ${parts.join(' ')} }`
}
