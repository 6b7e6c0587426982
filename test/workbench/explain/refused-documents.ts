import { KARI, UNKNOWN } from './why-remedies.ts'

/** Documents of GraphQL that are not run: each name says what is wrong. */

const customer = '{ customerNumber: "01017012345", name: "Siri", type: PRIVATE }'
/** Documents that cannot be run. */
export const DOCUMENTS: readonly (readonly [name: string, document: string])[] = [
  ['several misspelt names', '{ custmers { nodes { nme customerNumbr } } }'],
  ['a misspelt argument', `{ customer(customerNumbr: "${KARI}") { name } }`],
  ['a field of one type among several', `{ node(id: "${UNKNOWN}") { iban } }`],
  ['fields of a text', '{ customers { nodes { name { first } } } }'],
  [
    'a value that an enumeration has not',
    `mutation { createCustomer(input: ${customer.replace('PRIVATE', 'PRIVAT')}) { customer { id } } }`,
  ],
  [
    'an enumeration as a text',
    `mutation { createCustomer(input: ${customer.replace('PRIVATE', '"PRIVATE"')}) { customer { id } } }`,
  ],
  ['a variable that was not declared', 'query Q { customers(first: $n) { nodes { name } } }'],
  ['a variable that nothing uses', 'query Q($n: Int) { customers { nodes { name } } }'],
  ['a variable of another type', 'query ($n: String) { customers(first: $n) { nodes { name } } }'],
  ['a misspelt type', 'query ($n: Itn) { customers(first: $n) { nodes { name } } }'],
  ['two operations', 'query A { clock { now } } query B { world { name } }'],
  ['a query as a subscription', 'subscription { customers { nodes { name } } }'],
]

export const LARGE: readonly (readonly [name: string, document: string])[] = [
  ['too many root fields', `{ ${Array.from({ length: 60 }, (_, at) => `a${at}: clock { now }`).join(' ')} }`],
  ['too many aliases', `{ clock { ${Array.from({ length: 60 }, (_, at) => `a${at}: now`).join(' ')} } }`],
  ['too many tokens', `{ ${'clock { now } '.repeat(1_500)} }`],
  [
    'too many levels',
    `{ customers { nodes ${'{ accounts { nodes { owner '.repeat(10)}{ name }${' } } }'.repeat(10)} } }`,
  ],
  [
    'too many rows',
    '{ customers(first: 1000) { nodes { accounts(first: 1000) { nodes { transactions(first: 1000) { nodes { id } } } } } } }',
  ],
]

export const LOST: readonly (readonly [name: string, document: string, where: string])[] = [
  ['nothing', '', 'Line 1, column 1'],
  ['a word', 'hello', 'Line 1, column 1'],
  ['a bracket that was not closed', '{ customers { nodes { name }', 'Line 1, column 29'],
  ['single quotation marks', `{ customer(by: { customerNumber: '${KARI}' }) { name } }`, 'Line 1, column 34'],
  ['= in place of :', `{ customer(customerNumber = "${KARI}") { name } }`, 'Line 1, column 27'],
  ['two fields of one name', '{ a: clock { now } a: world { name } }', 'Line 1, column 3'],
  ['an argument twice', '{ customers(first: 1, first: 2) { nodes { name } } }', 'Line 1, column 13'],
  ['a directive that there is not', '{ clock @cached { now } }', 'Line 1, column 9'],
  ['a fragment that there is not', '{\n  clock { ...F }\n}', 'Line 2, column 14'],
  ['a field that is like none', '{ clock {\n    x1\n} }', 'Line 2, column 5'],
  ['a required argument that is missing', 'mutation { advance: deleteWorld { world { name } } }', 'Line 1, column 12'],
]
