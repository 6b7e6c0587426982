import { type GraphQLInputType, getNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { keyedPlaces } from '../../src/api/graphql/keyed-arguments.ts'
import { schema } from '../../src/api/graphql/schema.ts'
import { KEYED } from '../../src/domain/keys.ts'

// Ids of what has no key: calls of the journal, sessions of TPPs, and clocks.
const NO_THING = ['Query.call by.id', 'Query.copyCalls ids', 'Query.why of.call']
// Numbers that a call gives.
const NEW = [
  'Mutation.createAccount input.iban',
  'Mutation.createAccounts inputs.iban',
  'Mutation.createCustomer input.customerNumber',
  'Mutation.createCustomers inputs.customerNumber',
]

const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(type => !type.name.startsWith('__'))
  .flatMap(type => Object.values(type.getFields()).map(field => ({ place: `${type.name}.${field.name}`, field })))

function* leaves(
  name: string,
  type: GraphQLInputType,
  above = '',
  within: readonly string[] = [],
): Generator<[string, string]> {
  const inner = getNamedType(type)
  const path = above === '' ? name : `${above}.${name}`
  if (!isInputObjectType(inner)) yield [path, inner.name]
  else if (!within.includes(inner.name) && !inner.name.startsWith('Fixture'))
    for (const part of Object.values(inner.getFields()))
      yield* leaves(part.name, part.type, path, [...within, inner.name])
}

it('takes a key wherever an id or a number names a thing (D83)', () => {
  const NUMBERS = /(^|\.)(psu|customerNumber|owner|customer|iban)$/
  const without = fields.flatMap(({ place, field }) => {
    const keyed = new Set(keyedPlaces(field.args).map(({ path }) => path.filter(step => step !== '*').join('.')))
    return field.args.flatMap(arg =>
      [...leaves(arg.name, arg.type)].flatMap(([path, type]) =>
        (type === 'ID' || NUMBERS.test(path)) && !keyed.has(path) ? [`${place} ${path}`] : [],
      ),
    )
  })
  expect(without.toSorted()).toEqual([...NO_THING, ...NEW].toSorted())
})

it('lets every mutation that makes something give it a key (D83)', () => {
  // Worlds, snapshots and TPPs have names of their own; a move of the clock makes nothing.
  const MAKES = /^(create|offer|grant|start|authorise|setScenario|setHabit)/
  const named = fields.filter(({ place, field }) => place === `Mutation.${field.name}` && MAKES.test(field.name))
  const without = named.filter(({ field }) => {
    const inputs = field.args.map(({ type }) => getNamedType(type)).filter(isInputObjectType)
    return !inputs.some(input => input.getFields()['key'] !== undefined)
  })
  expect(named.length).toBeGreaterThan(15)
  expect(without.map(({ place }) => place)).toEqual(['Mutation.createWorld'])
  const makers = fields.filter(({ field }) => field.extensions['makes'] !== undefined)
  expect(makers.map(({ place }) => place).toSorted()).toEqual(
    named
      .map(({ place }) => place)
      .filter(place => place !== 'Mutation.createWorld')
      .toSorted(),
  )
})

it('shows the key of every thing that may have one (D83)', () => {
  for (const kind of Object.keys(KEYED)) {
    const type = schema.getType(kind)
    expect([kind, (isObjectType(type) || isInterfaceType(type)) && type.getFields()['key'] !== undefined]).toEqual([
      kind,
      true,
    ])
  }
})
