import { describe, expect, it } from 'vitest'
import { withSuggestion } from '../../src/explain/suggestions.ts'

// GraphQL says itself what it takes a mistake for: the mend of such a call follows it (D97).

const queryFor = (query: string, text: string) => withSuggestion({ query, variables: {} }, text).query
const noField = (name: string, meant: string) => `Cannot query field "${name}" on type "Query". Did you mean ${meant}?`

describe('A name that the schema does not have', () => {
  it.each([
    ['{ customrs { id } }', noField('customrs', '"customers" or "customer"'), '{ customers { id } }'],
    ['{ a { name nam } b { nam names } }', noField('nam', '"name"'), '{ a { name name } b { name names } }'],
    [
      'query ($frst: Int) { customers(frst: $frst) { id } }',
      'Unknown argument "frst" on field "Query.customers". Did you mean "first" or "last"?',
      'query ($frst: Int) { customers(first: $frst) { id } }',
    ],
    [
      'query ($a: Strng) { a }',
      'Unknown type "Strng". Did you mean "String"? Variable "$a" is never used.',
      'query ($a: String) { a }',
    ],
    ['{ a }', 'Cannot query field "a" on type "Query".', '{ a }'],
    ['{ a }', 'Is it "a"? Did you mean "b"?', '{ a }'],
    ['{ a }', 'Something else is wrong.', '{ a }'],
  ])('becomes the nearest one: %s', (query, text, right) => expect(queryFor(query, text)).toBe(right))

  it('is looked for in the beginning of what was said', () => {
    const name = 'x'.repeat(945)
    expect(queryFor(`{ ${name} }`, noField(name, '"y"'))).toBe('{ y }')
    expect(queryFor(`{ ${name}x }`, noField(`${name}x`, '"y"'))).toBe(`{ ${name}x }`)
  })

  it('leaves the variables as they are', () => {
    const asked = { query: '{ frst }', variables: { a: 'frst' } }
    expect(withSuggestion(asked, noField('frst', '"first"'))).toEqual({ query: '{ first }', variables: { a: 'frst' } })
  })
})

describe('A field without a selection', () => {
  const text = (name: string) =>
    `Field "${name}" of type "[A!]!" must have a selection of subfields. Did you mean "${name} { ... }"?`

  it.each([
    ['{ customers }', '{ customers { __typename } }'],
    ['{ customers(first: 2) }', '{ customers(first: 2) { __typename } }'],
    ['{ customers (first: 2) id }', '{ customers (first: 2) { __typename } id }'],
    ['{ a: customers { id } customers }', '{ a: customers { id } customers { __typename } }'],
    [
      '{ customers(first: 1) { id } b: customers(first: 2) }',
      '{ customers(first: 1) { id } b: customers(first: 2) { __typename } }',
    ],
    ['{ customers: customers }', '{ customers: customers { __typename } }'],
    ['query ($customers: Int) { customers }', 'query ($customers: Int) { customers { __typename } }'],
    ['{ allcustomers customersall customers }', '{ allcustomers customersall customers { __typename } }'],
  ])('gets one: %s', (query, right) => {
    const asked = { query, variables: { a: 1 } }
    expect(withSuggestion(asked, text('customers'))).toEqual({ query: right, variables: { a: 1 } })
  })
})

describe('A field that only some of the types have', () => {
  it.each([
    ['{ node(id: "x") { customerNumber } }', '{ node(id: "x") { ... on Customer { customerNumber } } }'],
    ['{ node { customerNumber(a: 1) id } }', '{ node { ... on Customer { customerNumber(a: 1) } id } }'],
    ['{ node { customerNumber { a } id } }', '{ node { ... on Customer { customerNumber { a } } id } }'],
    [
      '{ node { customerNumber(a: 1){a{b{c d}}e} f } }',
      '{ node { ... on Customer { customerNumber(a: 1){a{b{c d}}e} } f } }',
    ],
    [
      'query ($customerNumber: ID) { node { customerNumber } }',
      'query ($customerNumber: ID) { node { ... on Customer { customerNumber } } }',
    ],
  ])('is asked of that type: %s', (query, right) => {
    const text = noField('customerNumber', 'to use an inline fragment on "Customer" or "Psu"')
    expect(withSuggestion({ query, variables: { a: 1 } }, text)).toEqual({ query: right, variables: { a: 1 } })
  })
})

describe('A value that is none of an enum', () => {
  const none = 'Value "PRIVAT" does not exist in "PsuContext" enum. Did you mean the enum value "PRIVATE"?'
  const quoted = 'Enum "PsuContext" cannot represent non-enum value: "PRIVAT". Did you mean the enum value "PRIVATE"?'

  it.each([
    [none, '{ a(b: PRIVAT, c: "PRIVATE") }', '{ a(b: PRIVATE, c: "PRIVATE") }'],
    [none, 'query ($PRIVAT: Int) { a(b: PRIVAT, c: PRIVAT) }', 'query ($PRIVAT: Int) { a(b: PRIVATE, c: PRIVATE) }'],
    [quoted, 'query ($c: PsuContext) { a(b: "PRIVAT") }', 'query ($c: PsuContext) { a(b: PRIVATE) }'],
    [quoted, '{ a(b: PRIVATES) }', '{ a(b: PRIVATES) }'],
  ])('becomes the nearest one in the document: %s %s', (text, query, right) =>
    expect(queryFor(query, text)).toBe(right),
  )

  it.each([none, quoted, `Variable "$c": ${none}`])('becomes the nearest one in the variables: %s', text => {
    const variables = { c: 'PRIVAT', input: { list: ['PRIVAT', 'PRIVATES'] } }
    expect(withSuggestion({ query: '{ a(b: $c) }', variables }, text)).toEqual({
      query: '{ a(b: $c) }',
      variables: { c: 'PRIVATE', input: { list: ['PRIVATE', 'PRIVATES'] } },
    })
  })
})
