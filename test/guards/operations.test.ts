import { type GraphQLField, getNamedType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/api/graphql/schema.ts'
import { ROUTES } from '../../src/api/rest/routes.ts'
import { OPERATIONS, type OperationName } from '../../src/bank/operations/list.ts'
import { importsOf, sourceFiles } from '../support/harness/source-files.ts'

const queries = schema.getQueryType()?.getFields() ?? {}
const mutations = schema.getMutationType()?.getFields() ?? {}

/** Older paths of REST. */
const ONLY_REST = ['offerConsentDeprecated']
/** Reads whose body REST takes by POST. */
const READ_BY_POST = ['confirmFunds']
const NO_MUTATION = [...ONLY_REST, ...READ_BY_POST]
type Route = Pick<(typeof ROUTES)[number], 'method' | 'operation' | 'runs'>
const kindOf = ({ method, operation }: Pick<Route, 'method' | 'operation'>) =>
  method === 'GET' || READ_BY_POST.includes(operation) ? 'query' : 'mutation'
const fieldOf = (one: Route) =>
  kindOf(one) === 'query' ? walk((one.runs.readAt ?? one.operation).split('.')) : mutations[one.operation]

/** The field at the end of a way from the query on. */
function walk([first = '', ...rest]: readonly string[]) {
  return rest.reduce<GraphQLField<unknown, unknown> | undefined>((field, name) => {
    const type = field === undefined ? undefined : getNamedType(field.type)
    return isObjectType(type) ? type.getFields()[name] : undefined
  }, queries[first])
}

/** The bulk form of a mutation runs the operation of the single one. */
const SEVERAL = Object.keys(mutations).flatMap(name => (`${name}s` in mutations ? [`Mutation.${name}s`] : []))

/** Every field of the graph that runs an operation, by type and name. */
const RUNNING = Object.values(schema.getTypeMap()).flatMap(type =>
  isObjectType(type)
    ? Object.values(type.getFields()).flatMap(field =>
        field.extensions['operation'] === undefined
          ? []
          : [{ at: `${type.name}.${field.name}`, runs: field.extensions['operation'] }],
      )
    : [],
)

/** What the operator reads without a TPP: rows of the graph, in place of the answer of REST. */
const OPERATORS_READS = {
  customers: 'CustomerConnection!',
  customer: 'Customer',
  agreements: 'AgreementConnection!',
  agreement: 'Agreement',
  engagements: 'EngagementConnection!',
  engagement: 'Engagement',
  accounts: 'AccountConnection!',
  account: 'Account',
  cardAccounts: 'CardAccountConnection!',
  cardAccount: 'CardAccount',
  transactions: 'TransactionConnection!',
  transaction: 'Transaction',
  cardTransactions: 'CardTransactionConnection!',
  cardTransaction: 'CardTransaction',
} as const

/**
 * What the graph has in place of each operation: the kind of the field that runs its record, or the type of the operator's own read. An operation that is not here
 * does not compile, as one without a route (ROUTES) or an example (requestExamples) does not.
 */
const TWINS = {
  ...OPERATORS_READS,
  createCustomer: 'mutation',
  deleteCustomer: 'mutation',
  initialize: 'mutation',
  createAgreement: 'mutation',
  deleteAgreement: 'mutation',
  createEngagement: 'mutation',
  deleteEngagement: 'mutation',
  changeBalances: 'mutation',
  changeCardBalances: 'mutation',
  createAccount: 'mutation',
  createCardAccount: 'mutation',
  deleteAccount: 'mutation',
  deleteCardAccount: 'mutation',
  createCardTransaction: 'mutation',
  createTransaction: 'mutation',
  deleteCardTransactions: 'mutation',
  deleteTransactions: 'mutation',
  offerConsent: 'mutation',
  offerConsentDeprecated: null,
  accountBalances: 'query',
  accountTransactionDetails: 'query',
  accountTransactions: 'query',
  cardAccountBalances: 'query',
  cardAccountTransactions: 'query',
  confirmFunds: 'query',
  consentedAccount: 'query',
  consentedAccounts: 'query',
  consentedCardAccount: 'query',
  consentedCardAccounts: 'query',
  contactInformation: 'query',
  setContactInformation: 'mutation',
  authoriseCancellation: 'mutation',
  cancelPayment: 'mutation',
  createBulkPayment: 'mutation',
  createPayment: 'mutation',
  createPeriodicPayment: 'mutation',
  startPaymentAuthorisation: 'mutation',
  authoriseSigningBasket: 'mutation',
  createSigningBasket: 'mutation',
  deleteSigningBasket: 'mutation',
  payment: 'query',
  paymentStatus: 'query',
  paymentAuthorisations: 'query',
  paymentAuthorisation: 'query',
  cancellationAuthorisations: 'query',
  cancellationAuthorisation: 'query',
  signingBasket: 'query',
  signingBasketStatus: 'query',
  signingBasketAuthorisations: 'query',
  signingBasketAuthorisation: 'query',
} satisfies Record<OperationName, string | null>

describe('An operation', () => {
  it('is a record with a name of its own', () => {
    expect(OPERATIONS.length).toBeGreaterThan(50)
    expect(new Set(OPERATIONS.map(({ name }) => name)).size).toBe(OPERATIONS.length)
  })

  it('is served by REST, exactly once, and REST serves nothing else', () => {
    const served = ROUTES.map(({ runs }) => runs)
    expect(served.filter(one => !OPERATIONS.includes(one)).map(({ name }) => name)).toEqual([])
    const others = OPERATIONS.filter(one => served.filter(other => other === one).length !== 1)
    expect(others.map(({ name }) => name)).toEqual([])
  })

  it('has the ids of its path in REST', () => {
    const wrong = ROUTES.filter(({ path, runs }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      return named.toSorted().join() !== Object.keys(runs.ids).toSorted().join()
    })
    expect(wrong.map(({ operation }) => operation)).toEqual([])
  })

  it('has a field in GraphQL: reading at the path of its record or at its name, writing a mutation of its name (D71, D130)', () => {
    expect(ROUTES.filter(one => fieldOf(one) === undefined).map(({ operation }) => operation)).toEqual(ONLY_REST)
  })

  it('takes one input as its mutation, or the id of what it is about, and answers its own payload (D130)', () => {
    const changing = ROUTES.filter(one => one.method !== 'GET' && !NO_MUTATION.includes(one.operation))
    const wrong = changing.flatMap(one => {
      const field = fieldOf(one)
      const [arg, ...more] = field?.args ?? []
      const capital = `${one.operation.slice(0, 1).toUpperCase()}${one.operation.slice(1)}`
      const fits = arg === undefined || String(arg.type) === (arg.name === 'input' ? `${capital}Input!` : 'ID!')
      return fits && more.length === 0 && String(field?.type) === `${capital}Payload!` ? [] : [one.operation]
    })
    expect(wrong).toEqual([])
  })

  // The name alone does not make a twin: a list of the graph may be called as an operation is.
  it('is run by that field, or is a read that the operator has in the form that is named here', () => {
    const twins = ROUTES.map(one => {
      const field = fieldOf(one)
      const kind = field?.extensions['operation'] === one.runs ? kindOf(one) : String(field?.type)
      return [one.operation, field === undefined ? null : kind]
    })
    expect(Object.fromEntries(twins)).toEqual(TWINS)
  })

  it('does not compile without a twin, a route and an example', () => {
    // @ts-expect-error: the other operations are missing.
    const twins = { createCustomer: 'mutation' } satisfies Record<OperationName, string | null>
    // @ts-expect-error: no operation has this name.
    const names = ['closeBank'] satisfies OperationName[]
    expect(Object.keys(TWINS)).toEqual(expect.arrayContaining(Object.keys(twins)))
    expect(Object.keys(TWINS)).not.toEqual(expect.arrayContaining(names))
  })

  it('is run at exactly one field for one TPP, and each read of a TPP stands below asTpp (D130)', () => {
    const single = RUNNING.filter(({ at }) => !SEVERAL.includes(at))
    const twice = single.filter(({ runs }) => single.filter(other => other.runs === runs).length !== 1)
    expect(twice.map(({ at }) => at)).toEqual([])
    const readByTpps = ROUTES.filter(one => one.service !== 'sandbox' && fieldOf(one) !== mutations[one.operation])
    expect(readByTpps.length).toBeGreaterThan(15)
    expect(
      readByTpps.filter(({ runs }) => runs.readAt?.startsWith('asTpp.') !== true).map(one => one.operation),
    ).toEqual([])
    const belowAsTpp = RUNNING.filter(({ at }) => at.startsWith('AsTpp'))
    const readAt = OPERATIONS.filter(one => one.readAt !== undefined)
    expect(belowAsTpp.length).toBe(readAt.length)
  })

  // What a TPP does or reads is done by the operation at both doors. Other reads of the graph are the operator's own.
  it('is run by its field in GraphQL, where a TPP changes or reads something', () => {
    const common = ROUTES.filter(({ method, service }) => method !== 'GET' || service !== 'sandbox')
    expect(common.filter(one => fieldOf(one)?.extensions['operation'] !== one.runs).map(one => one.operation)).toEqual(
      ONLY_REST,
    )
  })

  // What the test before this one reads is said where the record is run, and nowhere else: a field or route that says it cannot run something else.
  it('is run where a field or a route says so', () => {
    const says = (room: string, pattern: RegExp) =>
      sourceFiles(room)
        .filter(({ text }) => pattern.test(text))
        .map(({ path }) => path)
    expect(says('src', /extensions: \{ operation\b/)).toEqual([
      'src/api/graphql/mutations.ts',
      'src/api/graphql/twins.ts',
      'src/api/graphql/worlds.ts',
    ])
    expect(says('src', /\boperations?\.(\w+\.)?run\(/)).toEqual([
      'src/api/graphql/mutations.ts',
      'src/api/graphql/twins.ts',
      'src/bank/operations/entries/payments.ts',
    ])
    // A fixture runs those that make its entries (D82).
    expect(
      says('src', /\b(create|set)\w+\.run\(/).filter(path => !path.startsWith('src/bank/operations/entries/')),
    ).toEqual([])
    expect(says('src', /\binitialize\.run\(/)).toEqual(['src/api/graphql/worlds.ts'])
    expect(says('src/api/rest', /\bruns: operation\b/)).toEqual(['src/api/rest/serve.ts'])
    expect(says('src', /\broute\.runs\.run\(/)).toEqual(['src/api/rest/replies.ts'])
  })

  it('is all that REST knows of the resolvers: no route reaches past it', () => {
    const past = sourceFiles('src/api/rest').filter(
      ({ path, text }) =>
        path !== 'src/api/rest/steps.ts' &&
        importsOf(text).some(({ from, typesOnly }) => from.includes('/resolvers/') && !typesOnly),
    )
    expect(past.map(({ path }) => path)).toEqual([])
  })
})
