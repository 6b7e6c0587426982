import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/rest/routes.ts'
import { ROOT } from '../support/source-files.ts'

const A = '/v1/sandbox/accounts'
const C = '/v1/sandbox/card-accounts'
const G = '/v1/sandbox/agreements'

/** The operations on sandbox data that are published: method, path, header set, success code. */
const PUBLISHED = [
  'POST /v1/sandbox/customers sandboxWrite 201',
  'GET /v1/sandbox/customers?withAccounts&withAgreements sandboxRead 200',
  'GET /v1/sandbox/customers/{customerId} sandboxRead 200',
  'DELETE /v1/sandbox/customers/{customerId} sandboxRead 204',
  `POST ${A} sandboxWrite 201`,
  `GET ${A} sandboxRead 200`,
  `GET ${A}/{mockAccountId} sandboxRead 200`,
  `DELETE ${A}/{mockAccountId} sandboxRead 204`,
  `PUT ${A}/{mockAccountId}/balances sandboxWrite 200`,
  `POST ${A}/{mockAccountId}/transactions sandboxWrite 201`,
  `GET ${A}/{mockAccountId}/transactions?fromDate&toDate&offset&limit sandboxRead 200`,
  `GET ${A}/{mockAccountId}/transactions/{mockTransactionId} sandboxRead 200`,
  `DELETE ${A}/{mockAccountId}/transactions sandboxRead 204`,
  `POST ${G} sandboxWrite 201`,
  `GET ${G} sandboxRead 200`,
  `GET ${G}/{mockAgreementId} sandboxRead 200`,
  `DELETE ${G}/{mockAgreementId} sandboxRead 204`,
  `POST ${G}/{mockAgreementId}/engagements sandboxWrite 201`,
  `GET ${G}/{mockAgreementId}/engagements sandboxWrite 200`,
  `GET ${G}/{mockAgreementId}/engagements/{mockEngagementId} sandboxWrite 200`,
  `DELETE ${G}/{mockAgreementId}/engagements/{mockEngagementId} sandboxWrite 204`,
  `POST ${C} sandboxWrite 201`,
  `GET ${C} sandboxRead 200`,
  `GET ${C}/{mockCardAccountId} sandboxRead 200`,
  `DELETE ${C}/{mockCardAccountId} sandboxRead 204`,
  `PUT ${C}/{mockCardAccountId}/balances sandboxWrite 200`,
  `POST ${C}/{mockCardAccountId}/transactions sandboxWrite 201`,
  `GET ${C}/{mockCardAccountId}/transactions?fromDate&toDate&offset&limit sandboxRead 200`,
  `GET ${C}/{mockCardAccountId}/transactions/{mockCardTransactionId} sandboxRead 200`,
  `DELETE ${C}/{mockCardAccountId}/transactions sandboxRead 204`,
  'POST /v1/sandbox/initialize sandboxWrite 200',
]

const sandbox = ROUTES.filter(route => route.path.startsWith('/v1/sandbox/'))

describe('The routes', () => {
  it('for sandbox data are those that are published, no more and no fewer', () => {
    const routes = sandbox.map(route => {
      const query = Object.keys(route.query.shape).join('&')
      return `${route.method} ${route.path}${query === '' ? '' : `?${query}`} ${route.headerSet} ${route.success}`
    })
    expect(routes.toSorted()).toEqual(PUBLISHED.toSorted())
  })

  it('each have a name of their own', () => {
    const names = ROUTES.map(route => route.operation)
    expect(new Set(names).size).toBe(names.length)
  })

  it('each have a twin of the same name in the GraphQL schema: reading a query, writing a mutation (D71)', () => {
    const schema = buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'))
    const queries = schema.getQueryType()?.getFields() ?? {}
    const mutations = schema.getMutationType()?.getFields() ?? {}
    const alone = ROUTES.filter(
      ({ method, operation }) => !Object.hasOwn(method === 'GET' ? queries : mutations, operation),
    )
    expect(alone.map(({ method, path, operation }) => `${method} ${path}: ${operation}`)).toEqual([])
  })
})
