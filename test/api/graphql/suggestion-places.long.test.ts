import { isInterfaceType, isObjectType, parse } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { faultsOfDocument } from '../../../src/api/graphql/yoga/suggestions.ts'

it('D71: every place that a suggestion names is one of the schema', () => {
  const types = Object.values(schema.getTypeMap()).filter(type => isObjectType(type) || isInterfaceType(type))
  const names = [...new Set(types.flatMap(type => Object.keys(type.getFields())))]
  const wrong: string[] = []
  const owners = types.filter(({ name }) => !/^(?:__|Mutation|Subscription|Query)/.test(name))
  for (const [at, type] of owners.entries()) {
    const fragment = (field: string) => parse(`fragment F on ${type.name} { ${field} } query { ...F __typename }`)
    // To try all names with all types takes minutes.
    const some = names.filter((one, place) => (place + at) % 25 === 0 && type.getFields()[one] === undefined)
    for (const name of some) {
      const [fault] = faultsOfDocument(schema, fragment(name)).filter(({ message }) => message.startsWith('Cannot'))
      const [, written = ''] = /: write (.+)\.$/.exec(fault?.message ?? '') ?? []
      for (const path of written === '' ? [] : written.split(' or ')) {
        const unknown = faultsOfDocument(schema, fragment(path)).filter(({ message }) => message.startsWith('Cannot'))
        wrong.push(...unknown.map(({ message }) => `${type.name}.${name}: ${path}: ${message}`))
      }
    }
  }
  expect(wrong).toEqual([])
})
