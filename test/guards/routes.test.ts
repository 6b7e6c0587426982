import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/api/rest/routes.ts'

const A = '/v1/sandbox/accounts'
const C = '/v1/sandbox/card-accounts'
const G = '/v1/sandbox/agreements'
const P = '/v1/{paymentService}/{paymentProduct}/{paymentId}'
const B = '/v1/signing-baskets'

const scaOf = (path: string) => [
  `POST ${path} basket 201`,
  `GET ${path} basket 200`,
  `GET ${path}/{authorisationId} basket 200`,
]

/** All operations that are published: method, path, header set, success code. */
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
  'POST /v1/bank-offered-consents consent 201',
  'POST /v1/consents consent 201',
  'GET /v1/accounts?withBalance transactionDetails 200',
  'GET /v1/accounts/{id}?withBalance transactionDetails 200',
  'GET /v1/accounts/{id}/balances transactionDetails 200',
  'GET /v1/accounts/{id}/transactions?bookingStatus&dateFrom&dateTo&offset&limit transactionDetails 200',
  'GET /v1/accounts/{id}/transactions/{transactionId} transactionDetails 200',
  'GET /v1/card-accounts?withBalance transactionDetails 200',
  'GET /v1/card-accounts/{id}?withBalance transactionDetails 200',
  'GET /v1/card-accounts/{id}/balances transactionDetails 200',
  'GET /v1/card-accounts/{id}/transactions?bookingStatus&dateFrom&dateTo&offset&limit transactionDetails 200',
  'POST /v1/funds-confirmations transactionDetails 200',
  'PUT /v1/tpps/{tppId}/contact-information sandboxWrite 200',
  'GET /v1/tpps/{tppId}/contact-information sandboxRead 200',
  'POST /v1/payments/{paymentProduct}?allowLogicalDuplicate periodicPayment 201',
  'POST /v1/bulk-payments/{paymentProduct}?allowLogicalDuplicate periodicPayment 201',
  'POST /v1/periodic-payments/{paymentProduct} periodicPayment 201',
  `GET ${P} basket 200`,
  `GET ${P}/status basket 200`,
  `DELETE ${P} basket 204`,
  ...scaOf(`${P}/authorisations`),
  ...scaOf(`${P}/cancellation-authorisations`),
  `POST ${B} basket 201`,
  `GET ${B}/{basketId} basket 200`,
  `GET ${B}/{basketId}/status basket 200`,
  `DELETE ${B}/{basketId} basket 204`,
  ...scaOf(`${B}/{basketId}/authorisations`),
]

describe('The routes', () => {
  it('are those that are published, no more and no fewer', () => {
    const routes = ROUTES.map(route => {
      const query = Object.keys(route.query.shape).join('&')
      return `${route.method} ${route.path}${query === '' ? '' : `?${query}`} ${route.headerSet} ${route.success}`
    })
    expect(routes.toSorted()).toEqual(PUBLISHED.toSorted())
  })

  it('each have a name of their own', () => {
    const names = ROUTES.map(route => route.operation)
    expect(new Set(names).size).toBe(names.length)
  })
})
