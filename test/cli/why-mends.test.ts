import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../src/domain/errors.ts'
import { bulk, KARI, KARIS, OLAS, type Place, payment, type Reply, useMendedBank } from '../support/why-mends.ts'

/**
 * What `why` gives after a refusal is pasted into a shell, and succeeds: for each code that a client can be refused with, and for each
 * way to it that wants another mend (D97).
 */

const OLA = '12085592767'
const FJORDFISK = '18129215603'
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const CUSTOMERS = '/v1/sandbox/customers'
const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
const INSTANT = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'
const BULK = '/v1/bulk-payments/norwegian-domestic-credit-transfers'
const PLAN = '/v1/periodic-payments/norwegian-domestic-credit-transfers'

const { cli, newWorld, follow } = useMendedBank()

type Row = readonly [name: string, code: string, refuse: (world: Place) => Promise<Reply>]

const grant = (psu: string, more = '') =>
  `mutation { grantConsent(access: { tpp: "acme" }, customerNumber: "${psu}", context: PRIVATE${more}) { consent { id } } }`
const idsOf = async (world: Place) =>
  (await world.ask('{ customers { nodes { id customerNumber accounts { nodes { id iban } } } } }')).customers.nodes
const accountOf = async (world: Place, number: string) =>
  (await idsOf(world)).find((one: { customerNumber: string }) => one.customerNumber === number).accounts.nodes[0].id
const approve = async (world: Place, made: { _links: { scaRedirect: { href: string } } }, psu = KARI) => {
  const id = made._links.scaRedirect.href.split('/').at(-1)
  await world.ask(
    `mutation { completeAuthorisation(id: "${id}", customerNumber: "${psu}", outcome: APPROVED) { redirectTo } }`,
  )
  return id
}
const create = (changes: object = {}) => ({ customerNumber: '01017012345', name: 'Siri', type: 'PRIVATE', ...changes })

const SIGNED: readonly Row[] = [
  [
    'a call without a certificate',
    'CERTIFICATE_MISSING',
    w => w.call('GET', CUSTOMERS, { headers: ['TPP-Signature-Certificate:'] }),
  ],
  [
    'a certificate that is none',
    'CERTIFICATE_INVALID',
    w => w.call('GET', CUSTOMERS, { headers: ['TPP-Signature-Certificate: abc'] }),
  ],
  [
    'an expired certificate',
    'CERTIFICATE_EXPIRED',
    async w => {
      await cli.run(['tpp', 'new', 'old', '--flaw', 'expired', '--force'])
      return w.call('GET', CUSTOMERS, { tpp: 'old' })
    },
  ],
  ['a call without a signature', 'SIGNATURE_MISSING', w => w.call('GET', CUSTOMERS, { headers: ['Signature:'] })],
  [
    'a signature of another string',
    'SIGNATURE_INVALID',
    w =>
      w.call('GET', CUSTOMERS, {
        headers: ['Signature: keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="date",signature="AA=="'],
      }),
  ],
  [
    'a signature with another key',
    'SIGNATURE_INVALID',
    async w => {
      await cli.run(['tpp', 'new', 'mixed', '--flaw', 'other-key', '--force'])
      return w.call('GET', CUSTOMERS, { tpp: 'mixed' })
    },
  ],
  [
    'the digest of another body',
    'SIGNATURE_INVALID',
    w => w.call('POST', CUSTOMERS, { json: create(), headers: ['Digest: SHA-256=AAAA'] }),
  ],
  [
    'a certificate without the role',
    'FORBIDDEN',
    async w => {
      await cli.run(['tpp', 'new', 'reader', '--roles', 'AI', '--force'])
      return w.call('POST', NDCT, { tpp: 'reader', psu: KARI, json: payment() })
    },
  ],
]

const HTTP: readonly Row[] = [
  [
    'headers that are missing',
    'HTTP_HEADER_REQUIRED',
    w =>
      w
        .call('GET', `${NDCT}/${UNKNOWN}/status`, { psu: KARI, headers: ['TPP-Session-ID:', 'PSU-IP-Address:'] })
        .then(async () => {
          const { paymentId } = await w.made(NDCT, payment())
          return w.call('GET', `${NDCT}/${paymentId}/status`, {
            psu: KARI,
            headers: ['TPP-Session-ID:', 'PSU-IP-Address:', 'x-accept-fix:'],
          })
        }),
  ],
  ['a payment for nobody', 'HTTP_HEADER_REQUIRED', w => w.call('POST', NDCT, { json: payment() })],
  [
    'a corporation without its agreement',
    'HTTP_HEADER_REQUIRED',
    w =>
      w.call('POST', NDCT, {
        psu: KARI,
        json: payment({ debtorAccount: { iban: 'NO0715034030011', currency: 'NOK' } }),
        headers: ['PSU-Context: CORPORATE'],
      }),
  ],
  [
    'an address of the PSU that is none',
    'FORMAT_ERROR',
    w =>
      w.call('POST', NDCT, {
        psu: KARI,
        json: payment(),
        headers: ['PSU-IP-Address: here', 'PSU-Device-ID: 1', 'PSU-HTTP-Method: get'],
      }),
  ],
  [
    'a PSU-ID that is no UUID',
    'FORMAT_ERROR',
    w => w.call('POST', NDCT, { json: payment(), headers: ['PSU-ID: kari'] }),
  ],
  ['an X-Request-ID with a blank', 'FORMAT_ERROR', w => w.call('GET', CUSTOMERS, { headers: ['X-Request-ID: a b'] })],
  [
    'an agreement in the private context',
    'FORMAT_ERROR',
    w =>
      w.call('POST', NDCT, {
        psu: KARI,
        json: payment(),
        headers: ['PSU-Context: PRIVATE', `PSU-Corporate-ID: ${UNKNOWN}`],
      }),
  ],
  [
    'no bookingStatus',
    'QUERY_PARAMETER_REQUIRED',
    async w => {
      await w.ask(grant(KARI))
      return w.call('GET', `/v1/accounts/${await accountOf(w, KARI)}/transactions`, { psu: KARI })
    },
  ],
  ['a misspelt path', 'NOT_FOUND', w => w.call('GET', '/v1/sandbox/customer?withAccounts=true')],
  ['a path with a slash at its end', 'NOT_FOUND', w => w.call('GET', `${CUSTOMERS}/`)],
  ['a path of another version', 'NOT_FOUND', w => w.call('GET', '/v2/sandbox/customers')],
  ['a path that is like none', 'NOT_FOUND', w => w.call('GET', '/v1/something/else/entirely')],
  ['PUT where only POST is', 'METHOD_NOT_ALLOWED', w => w.call('PUT', CUSTOMERS, { json: create() })],
  ['DELETE of a list', 'METHOD_NOT_ALLOWED', w => w.call('DELETE', '/v1/sandbox/agreements')],
  ['an Accept without JSON', 'NOT_ACCEPTABLE', w => w.call('GET', CUSTOMERS, { headers: ['Accept: application/xml'] })],
  [
    'a form',
    'UNSUPPORTED_MEDIA_TYPE',
    w =>
      w.call('POST', CUSTOMERS, {
        data: 'customerNumber=01017012345&name=Siri&type=PRIVATE',
        headers: ['Content-Type: application/x-www-form-urlencoded'],
      }),
  ],
  [
    'a body above a MiB',
    'CONTENT_TOO_LARGE',
    async w => {
      const { debtorAccount, ...transfer } = payment()
      const file = `@${await bigFile({ debtorAccount, payments: Array.from({ length: 9_000 }, () => transfer) })}`
      return w.call('POST', BULK, { psu: KARI, data: file })
    },
  ],
  [
    'an id that was used for another call',
    'CONFLICT',
    async w => {
      const headers = ['X-Request-ID: twice']
      await w.call('POST', CUSTOMERS, { json: create(), headers })
      return w.call('POST', CUSTOMERS, { json: create({ customerNumber: '01017012346' }), headers })
    },
  ],
  [
    'headers above 32 KiB',
    'HEADERS_TOO_LARGE',
    w =>
      w.call('GET', CUSTOMERS, {
        headers: ['PSU-User-Agent', 'PSU-Accept', 'PSU-Geo-Location'].map(name => `${name}: ${'x'.repeat(12_000)}`),
      }),
  ],
]

const CONSENTS: readonly Row[] = [
  [
    'no consent',
    'CONSENT_INVALID',
    w => w.call('GET', '/v1/accounts', { psu: OLA, headers: ['PSU-Context: PRIVATE'] }),
  ],
  ['no consent and no PSU', 'CONSENT_INVALID', w => w.call('GET', '/v1/accounts')],
  [
    'a consent that was taken back',
    'CONSENT_UNKNOWN',
    async w => {
      const { grantConsent } = await w.ask(grant(KARI))
      await w.ask(`mutation { revokeConsent(id: "${grantConsent.consent.id}") { id } }`)
      return w.call('GET', '/v1/accounts', { psu: KARI })
    },
  ],
  [
    'a consent of 200 days ago',
    'CONSENT_EXPIRED',
    async w => {
      await w.ask(grant(KARI))
      await w.ask('mutation { advanceClock(by: "P200D") { now } }')
      return w.call('GET', '/v1/accounts?withBalance=true', { psu: KARI })
    },
  ],
  [
    'lines older than 90 days without a fresh SCA',
    'CONSENT_EXPIRED',
    async w => {
      await w.ask(grant(KARI))
      await w.ask('mutation { advanceClock(by: "PT1H") { now } }')
      return w.call(
        'GET',
        `/v1/accounts/${await accountOf(w, KARI)}/transactions?bookingStatus=booked&dateFrom=2026-01-01`,
        { psu: KARI },
      )
    },
  ],
  [
    'the account of somebody else',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      return w.call('GET', `/v1/accounts/${await accountOf(w, OLA)}`, { psu: KARI })
    },
  ],
  [
    'an account that there is not',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      return w.call('GET', `/v1/accounts/${UNKNOWN}/balances`, { psu: KARI })
    },
  ],
  [
    'a card account that there is not',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      return w.call('GET', `/v1/card-accounts/${UNKNOWN}/balances`, { psu: KARI })
    },
  ],
  [
    'a transaction that there is not',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      return w.call('GET', `/v1/accounts/${await accountOf(w, KARI)}/transactions/${UNKNOWN}`, { psu: KARI })
    },
  ],
  [
    'funds of an account outside the consent',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      return w.call('POST', '/v1/funds-confirmations', {
        psu: KARI,
        json: { account: OLAS, instructedAmount: { amount: '1.00', currency: 'NOK' } },
      })
    },
  ],
  [
    'the fifth call without the PSU',
    'ACCESS_EXCEEDED',
    async w => {
      await w.ask(grant(KARI))
      const path = `/v1/accounts/${await accountOf(w, KARI)}/balances`
      for (let count = 0; count < 4; count += 1) await w.call('GET', path, { psu: KARI })
      return w.call('GET', path, { psu: KARI })
    },
  ],
  [
    'a PSU-ID that nobody has',
    'PSU_CREDENTIALS_INVALID',
    w => w.call('POST', NDCT, { json: payment(), headers: [`PSU-ID: ${UNKNOWN}`, 'PSU-Context: PRIVATE'] }),
  ],
  [
    'a number that nobody has',
    'PSU_CREDENTIALS_INVALID',
    w => w.call('POST', NDCT, { json: payment(), headers: ['X-PSU-IDENTITY: 1', 'PSU-Context: PRIVATE'] }),
  ],
  [
    'an agreement that the PSU is not in',
    'PSU_CREDENTIALS_INVALID',
    w =>
      w.call('POST', NDCT, {
        psu: KARI,
        json: payment(),
        headers: ['PSU-Context: CORPORATE', `PSU-Corporate-ID: ${UNKNOWN}`],
      }),
  ],
]

const PAYMENTS: readonly Row[] = [
  [
    'a creditor that is the debtor',
    'BAD_REQUEST',
    w => w.call('POST', NDCT, { psu: KARI, json: payment({ creditorAccount: KARIS }) }),
  ],
  [
    'a day that has passed',
    'EXECUTION_DATE_INVALID',
    w => w.call('POST', NDCT, { psu: KARI, json: payment({ requestedExecutionDate: '2020-01-01' }) }),
  ],
  [
    'an instant payment of tomorrow',
    'EXECUTION_DATE_INVALID',
    w => w.call('POST', INSTANT, { psu: KARI, json: payment({ requestedExecutionDate: '2099-01-01' }) }),
  ],
  [
    'a plan that ends before it begins',
    'EXECUTION_DATE_INVALID',
    w =>
      w.call('POST', PLAN, {
        psu: KARI,
        json: payment({ startDate: '2098-05-05', endDate: '2098-01-01', frequency: 'Monthly', dayOfExecution: '5' }),
      }),
  ],
  [
    'a KID with a wrong check digit',
    'KID_INVALID',
    w =>
      w.call('POST', NDCT, {
        psu: KARI,
        json: payment({ remittanceInformationStructuredArray: [{ reference: '12345', referenceType: 'SCOR' }] }),
      }),
  ],
  [
    'no KID for a creditor that wants one',
    'KID_MISSING',
    async w => {
      await w.ask(`mutation { setKidDemand(accountId: "${await accountOf(w, OLA)}", demanded: true) { id } }`)
      return w.call('POST', NDCT, { psu: KARI, json: payment({ remittanceInformationUnstructured: 'Rent' }) })
    },
  ],
  [
    'a transfer of a bulk without its KID',
    'KID_INVALID',
    async w => {
      const [transfer] = bulk().payments
      const wrong = { ...transfer, remittanceInformationStructuredArray: [{ reference: '12', referenceType: 'SCOR' }] }
      return w.call('POST', BULK, {
        psu: KARI,
        json: bulk({ payments: [{ ...transfer, creditorName: 'Kari' }, wrong] }),
      })
    },
  ],
  [
    'an instant payment above the balance',
    'PAYMENT_FAILED',
    w =>
      w.call('POST', INSTANT, {
        psu: KARI,
        json: payment({ instructedAmount: { amount: '9000000.00', currency: 'NOK' } }),
      }),
  ],
  [
    'the account of somebody else to pay from',
    'FORBIDDEN',
    w =>
      w.call('POST', NDCT, {
        psu: KARI,
        json: payment({ debtorAccount: OLAS, creditorAccount: KARIS }),
        headers: ['PSU-Context: PRIVATE'],
      }),
  ],
  [
    'an amount above the limit of everybody',
    'FORBIDDEN',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id owner { customerNumber } } } }')
      const own = agreements.nodes.find(
        (one: { owner: { customerNumber: string } }) => one.owner.customerNumber === FJORDFISK,
      )
      return w.call('POST', NDCT, {
        psu: KARI,
        json: payment({
          debtorAccount: { iban: 'NO0715034030011', currency: 'NOK' },
          instructedAmount: { amount: '99000000.00', currency: 'NOK' },
        }),
        headers: ['PSU-Context: CORPORATE', `PSU-Corporate-ID: ${own.id}`],
      })
    },
  ],
  [
    'the same payment twice',
    'CONFLICT',
    async w => {
      await w.made(NDCT, payment())
      return w.call('POST', NDCT, { psu: KARI, json: payment() })
    },
  ],
  [
    'a misspelt product',
    'PRODUCT_UNKNOWN',
    w => w.call('POST', '/v1/payments/norwegian-domestic', { psu: KARI, json: payment() }),
  ],
  [
    'a misspelt instant product',
    'PRODUCT_UNKNOWN',
    w => w.call('POST', '/v1/payments/instant-transfers', { psu: KARI, json: payment() }),
  ],
  [
    'a product that bulk payments have not',
    'PRODUCT_INVALID',
    w => w.call('POST', '/v1/bulk-payments/sepa-credit-transfers', { psu: KARI, json: bulk() }),
  ],
  [
    'a payment that there is not, of several',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.made(NDCT, payment())
      return w.call('GET', `${NDCT}/${UNKNOWN}/status`, { psu: KARI })
    },
  ],
  ['a payment where there is none yet', 'RESOURCE_UNKNOWN', w => w.call('GET', `${NDCT}/${UNKNOWN}`, { psu: KARI })],
  [
    'a payment of another service',
    'RESOURCE_UNKNOWN',
    async w => {
      const { paymentId } = await w.made(BULK, bulk())
      return w.call('GET', `${NDCT}/${paymentId}/status`, { psu: KARI })
    },
  ],
  [
    'the payment of another TPP',
    'RESOURCE_UNKNOWN',
    async w => {
      cli.addTpp(`other-${w.name}`)
      const { paymentId } = await w.made(NDCT, payment())
      return w.call('GET', `${NDCT}/${paymentId}/status`, { psu: KARI, tpp: `other-${w.name}` })
    },
  ],
  [
    'to cancel what is carried out',
    'CANCELLATION_INVALID',
    async w => {
      const made = await w.made(INSTANT, payment())
      await approve(w, made)
      return w.call('DELETE', `${INSTANT}/${made.paymentId}`, { psu: KARI })
    },
  ],
  [
    'to authorise what is carried out',
    'CONFLICT',
    async w => {
      const made = await w.made(INSTANT, payment())
      await approve(w, made)
      return w.call('POST', `${INSTANT}/${made.paymentId}/authorisations`, { psu: KARI })
    },
  ],
  [
    'an authorisation that there is not',
    'RESOURCE_UNKNOWN',
    async w => {
      const { paymentId } = await w.made(NDCT, payment())
      return w.call('GET', `${NDCT}/${paymentId}/authorisations/${UNKNOWN}`, { psu: KARI })
    },
  ],
]

const FORMS: readonly Row[] = [
  [
    'a payment of which next to nothing is right',
    'FORMAT_ERROR',
    w => w.call('POST', NDCT, { psu: KARI, json: { instructedAmount: { amount: 5 } } }),
  ],
  [
    'a debtor account that there is not',
    'FORMAT_ERROR',
    w => w.call('POST', NDCT, { psu: OLA, json: payment({ debtorAccount: { iban: 'NO00', currency: 'NOK' } }) }),
  ],
]

const BASKETS: readonly Row[] = [
  [
    'a bulk payment among others',
    'REFERENCE_MIX_INVALID',
    async w => {
      const [one, other] = [await w.made(NDCT, payment()), await w.made(BULK, bulk())]
      return w.call('POST', '/v1/signing-baskets', {
        psu: KARI,
        json: { paymentIds: [one.paymentId, other.paymentId] },
      })
    },
  ],
  [
    'nothing but a plan',
    'REFERENCE_MIX_INVALID',
    async w => {
      const { paymentId } = await w.made(
        PLAN,
        payment({ startDate: '2098-05-05', frequency: 'Monthly', dayOfExecution: '5' }),
      )
      return w.call('POST', '/v1/signing-baskets', { psu: KARI, json: { paymentIds: [paymentId] } })
    },
  ],
  [
    'a payment that there is not',
    'RESOURCE_UNKNOWN',
    w => w.call('POST', '/v1/signing-baskets', { psu: KARI, json: { paymentIds: [UNKNOWN] } }),
  ],
  [
    'a payment that is in a basket',
    'CONFLICT',
    async w => {
      const { paymentId } = await w.made(NDCT, payment())
      const json = { paymentIds: [paymentId] }
      await w.call('POST', '/v1/signing-baskets', { psu: KARI, json })
      return w.call('POST', '/v1/signing-baskets', { psu: KARI, json })
    },
  ],
  [
    'a basket that there is not',
    'RESOURCE_UNKNOWN',
    async w => {
      const { paymentId } = await w.made(NDCT, payment())
      await w.call('POST', '/v1/signing-baskets', { psu: KARI, json: { paymentIds: [paymentId] } })
      return w.call('GET', `/v1/signing-baskets/${UNKNOWN}/status`, { psu: KARI })
    },
  ],
]

const DATA: readonly Row[] = [
  ['a number that is taken', 'CONFLICT', w => w.call('POST', CUSTOMERS, { json: create({ customerNumber: KARI }) })],
  [
    'an account whose numbers are taken',
    'CONFLICT',
    w =>
      w.call('POST', '/v1/sandbox/accounts', {
        json: {
          customerNumber: KARI,
          accountName: 'x',
          bban: '15034010010',
          iban: KARIS.iban,
          currency: 'NOK',
          product: 'x',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1, currency: 'NOK' } }],
        },
      }),
  ],
  [
    'an account of nobody',
    'BAD_REQUEST',
    w =>
      w.call('POST', '/v1/sandbox/accounts', {
        json: {
          customerNumber: '99',
          accountName: 'x',
          bban: '15034010099',
          iban: 'NO9315034010099',
          currency: 'NOK',
          product: 'x',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1, currency: 'NOK' } }],
        },
      }),
  ],
  [
    'a customer with a payment under way',
    'CONFLICT',
    async w => {
      await w.made(NDCT, payment())
      const { id } = (await idsOf(w)).find((one: { customerNumber: string }) => one.customerNumber === KARI)
      return w.call('DELETE', `${CUSTOMERS}/${id}`)
    },
  ],
  [
    'an account with a payment under way',
    'CONFLICT',
    async w => {
      await approve(w, await w.made(NDCT, payment()))
      return w.call('DELETE', `/v1/sandbox/accounts/${await accountOf(w, KARI)}`)
    },
  ],
  [
    'an agreement of a private owner',
    'BAD_REQUEST',
    w => w.call('POST', '/v1/sandbox/agreements', { json: { owner: KARI, name: 'x' } }),
  ],
  [
    'an account that the owner of the agreement has not',
    'BAD_REQUEST',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id owner { type } } } }')
      const { id } = agreements.nodes.find((one: { owner: { type: string } }) => one.owner.type === 'CORPORATE')
      return w.call('POST', `/v1/sandbox/agreements/${id}/engagements`, {
        json: {
          customer: OLA,
          account: { iban: KARIS.iban },
          roles: ['VIEW', 'REGISTER'],
          registerLimit: 1,
          approvalLimit: 1,
        },
      })
    },
  ],
  [
    'to delete the agreement of a private customer',
    'BAD_REQUEST',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id automatic } } }')
      const { id } = agreements.nodes.find((one: { automatic: boolean }) => one.automatic)
      return w.call('DELETE', `/v1/sandbox/agreements/${id}`)
    },
  ],
  [
    'a transaction that another account pays',
    'BAD_REQUEST',
    async w =>
      w.call('POST', `/v1/sandbox/accounts/${await accountOf(w, KARI)}/transactions`, {
        json: {
          transactionAmount: { amount: '1.00', currency: 'NOK' },
          bookingDate: '2026-01-05',
          valueDate: '2026-01-05',
          debtorAccount: OLAS,
        },
      }),
  ],
  ['a customer that there is not', 'RESOURCE_UNKNOWN', w => w.call('GET', `${CUSTOMERS}/${UNKNOWN}`)],
  [
    'an engagement that there is not',
    'RESOURCE_UNKNOWN',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id owner { type } } } }')
      const { id } = agreements.nodes.find((one: { owner: { type: string } }) => one.owner.type === 'CORPORATE')
      return w.call('GET', `/v1/sandbox/agreements/${id}/engagements/${UNKNOWN}`)
    },
  ],
  [
    'a mock transaction that there is not',
    'RESOURCE_UNKNOWN',
    async w => w.call('GET', `/v1/sandbox/accounts/${await accountOf(w, KARI)}/transactions/${UNKNOWN}`),
  ],
  [
    'contact information that nobody gave',
    'RESOURCE_UNKNOWN',
    w => w.call('GET', '/v1/tpps/NO-FSA-1/contact-information'),
  ],
  ['a world that there is not', 'RESOURCE_UNKNOWN', w => w.call('GET', `/worlds/no-${w.name}${CUSTOMERS}`)],
]

const OPERATOR: readonly Row[] = [
  [
    'an input with a wrong value',
    'FORMAT_ERROR',
    w =>
      w.graphql('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }', {
        input: { customerNumber: '01017012345', name: '', type: 'PRIVATE' },
      }),
  ],
  [
    'an input with an unknown field and a missing one',
    'FORMAT_ERROR',
    w =>
      w.graphql('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }', {
        input: { customerNumber: '01017012345', nme: 'Siri', type: 'PRIVATE' },
      }),
  ],
  [
    'a misspelt field of an input in the document',
    'FORMAT_ERROR',
    w =>
      w.graphql(
        'mutation { createCustomer(input: { custommerNumber: "01017012345", nme: "Siri", type: PRIVATE }) { id } }',
      ),
  ],
  [
    'a wrong value that stands in the document',
    'FORMAT_ERROR',
    w =>
      w.graphql(
        'mutation { createCustomer(input: { customerNumber: "01017012345", name: "", type: PRIVATE }) { id } }',
      ),
  ],
  [
    'an argument of the wrong form',
    'FORMAT_ERROR',
    w => w.graphql('mutation { advanceClock(by: "tomorrow") { now } }'),
  ],
  [
    'a payment of a wrong amount',
    'FORMAT_ERROR',
    w =>
      w.graphql(
        'mutation ($input: CreatePaymentInput!) { createPayment(product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, psu: "13039319955", input: $input) { payment { id } } }',
        { input: payment({ instructedAmount: { amount: '1.234', currency: 'NOK' } }) },
      ),
  ],
  ['a field that is misspelt', 'FORMAT_ERROR', w => w.graphql('{ customers { nodes { customerNumbr } } }')],
  ['a field that is like none', 'FORMAT_ERROR', w => w.graphql('{ customers { nodes { x1 } } }')],
  ['an argument that is like none', 'FORMAT_ERROR', w => w.graphql('mutation { stopClock(x1: 1) }')],
  ['fields of a field that were not chosen', 'FORMAT_ERROR', w => w.graphql('mutation { takeSnapshot(name: "s") }')],
  [
    'a clock that is to go back',
    'BAD_REQUEST',
    w => w.graphql('mutation { advanceClock(to: "2001-01-01T00:00:00Z") { now } }'),
  ],
  ['to delete the default world', 'BAD_REQUEST', w => w.graphql('mutation { deleteWorld(name: "default") { name } }')],
  [
    'a payment twice',
    'CONFLICT',
    async w => {
      const input = payment()
      const query =
        'mutation ($input: CreatePaymentInput!) { createPayment(product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, psu: "13039319955", input: $input) { payment { id } } }'
      await w.graphql(query, { input })
      return w.graphql(query, { input })
    },
  ],
  ['a world that there is', 'CONFLICT', w => w.graphql(`mutation { createWorld(name: "${w.name}") { name } }`)],
  [
    'a snapshot that there is',
    'CONFLICT',
    async w => {
      await w.ask('mutation { takeSnapshot(name: "before") { name } }')
      return w.graphql('mutation { takeSnapshot(name: "before") { name } }')
    },
  ],
  [
    'a number that is taken',
    'CONFLICT',
    w =>
      w.graphql(
        'mutation { createCustomer(input: { customerNumber: "13039319955", name: "x", type: PRIVATE }) { id } }',
      ),
  ],
  ['an account that there is not', 'RESOURCE_UNKNOWN', w => w.graphql(`{ account(id: "${UNKNOWN}") { id } }`)],
  [
    'a customer that there is not',
    'RESOURCE_UNKNOWN',
    w => w.graphql('query ($number: String!) { customer(customerNumber: $number) { id } }', { number: '77' }),
  ],
  [
    'a PSU that there is not',
    'PSU_CREDENTIALS_INVALID',
    w =>
      w.graphql(
        'mutation ($input: CreatePaymentInput!) { createPayment(product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, psu: "77", input: $input) { payment { id } } }',
        { input: payment() },
      ),
  ],
  [
    'a payment from the account of a corporation',
    'FORBIDDEN',
    w =>
      w.graphql(
        'mutation ($input: CreatePaymentInput!) { createPayment(product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, psu: "13039319955", context: PRIVATE, input: $input) { payment { id } } }',
        { input: payment({ debtorAccount: { iban: 'NO0715034030011', currency: 'NOK' } }) },
      ),
  ],
  [
    'to cancel what is carried out, in the bank',
    'CANCELLATION_INVALID',
    async w => {
      const made = await w.made(INSTANT, payment())
      await approve(w, made)
      return w.graphql(`mutation { cancelPaymentInBank(id: "${made.paymentId}") { id } }`)
    },
  ],
  [
    'the agreement of a private customer',
    'BAD_REQUEST',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id automatic } } }')
      const { id } = agreements.nodes.find((one: { automatic: boolean }) => one.automatic)
      return w.graphql(`mutation { deleteAgreement(id: "${id}") { id } }`)
    },
  ],
  [
    'an SCA that there is not',
    'SCA_NOT_FOUND',
    w =>
      w.graphql(
        `mutation { completeAuthorisation(id: "${UNKNOWN}", customerNumber: "13039319955", outcome: APPROVED) { redirectTo } }`,
      ),
  ],
  [
    'an SCA that was used',
    'SCA_INVALID',
    async w => {
      const id = await approve(w, await w.made(NDCT, payment()))
      return w.graphql(
        `mutation { completeAuthorisation(id: "${id}", customerNumber: "13039319955", outcome: APPROVED) { redirectTo } }`,
      )
    },
  ],
  [
    'an SCA of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const made = await w.made(NDCT, payment())
      await w.ask('mutation { advanceClock(by: "PT1H") { now } }')
      const id = made._links.scaRedirect.href.split('/').at(-1)
      return w.graphql(
        `mutation { completeAuthorisation(id: "${id}", customerNumber: "13039319955", outcome: APPROVED) { redirectTo } }`,
      )
    },
  ],
  [
    'the SCA of somebody else',
    'PSU_CREDENTIALS_INVALID',
    async w => {
      const made = await w.made(NDCT, payment())
      const id = made._links.scaRedirect.href.split('/').at(-1)
      return w.graphql(
        `mutation { completeAuthorisation(id: "${id}", customerNumber: "12085592767", outcome: APPROVED) { redirectTo } }`,
      )
    },
  ],
]

async function bigFile(body: object): Promise<string> {
  const { writeFileSync } = await import('node:fs')
  const file = `${cli.home}/big.json`
  writeFileSync(file, JSON.stringify(body))
  return file
}

const TABLES = [SIGNED, HTTP, CONSENTS, PAYMENTS, FORMS, BASKETS, DATA, OPERATOR]

it('The tables have each code, but those that no caller can bring about', () => {
  const told = new Set(TABLES.flat().map(([, code]) => code))
  expect(ERROR_CODES.filter(code => !told.has(code))).toEqual(['SYSTEM_ERROR', 'UNAVAILABLE'])
})

it('The command keeps the headers that count, and no secret', async () => {
  const world = await newWorld()
  const kept = [
    'PSU-Accept-Language: nb',
    'TPP-Redirect-Preferred: false',
    'x-accept-fix: longer-name',
    'PSU-Geo-Location: Tromsø',
  ]
  const secret = ['Authorization: Bearer geheim', 'Cookie: a=geheim', 'Proxy-Authorization: geheim']
  const refused = await world.call('GET', '/v1/accounts', { psu: KARI, headers: [...kept, ...secret] })
  const { change, exitCode } = await follow(world, refused, 'CONSENT_INVALID')
  for (const line of kept) expect(change).toContain(`--header '${line}'`)
  expect(change).not.toMatch(/geheim|hidden|Signature|Digest/)
  expect(exitCode).toBe(0)
})

it.each([
  ['in the document', ''],
  ['in a document that is long', `#${'x'.repeat(2_500)}\n`],
])('The command keeps what was given under a misspelt name, %s', async (_, before) => {
  const world = await newWorld()
  const document = 'mutation { createCustomer(input: { custommerNumber: "01017012345", nme: "Siri", type: PRIVATE }) '
  const refused = await world.graphql(`${before}${document} { id customerNumber name } }`)
  expect(refused.text).toContain(String.raw`nme: is not a field of this request (D18): did you mean \"name\"?`)
  const { change, exitCode, output } = await follow(world, refused, 'FORMAT_ERROR')
  expect(exitCode, `${change}\n${output}`).toBe(0)
  expect(output).toMatch(/"customerNumber": "01017012345",\s*"name": "Siri"/)
})

it('The command sends what stands in braces as it is, though something is saved under that name', async () => {
  const world = await newWorld()
  const headers = [String.raw`PSU-User-Agent: \{tppId} \{nobody}`]
  const json = create({ customerNumber: KARI, name: 'Siri {tppId}' })
  // The command line of the test fills in what is saved, as any other does.
  const { change, exitCode, output } = await follow(
    world,
    await world.call('POST', CUSTOMERS, {
      data: JSON.stringify(json).replace('{tppId}', String.raw`\u007btppId}`),
      headers,
    }),
    'CONFLICT',
  )
  expect(exitCode, `${change}\n${output}`).toBe(0)
  expect(change).toContain(String.raw`--header 'PSU-User-Agent: \{tppId} \{nobody}'`)
  const { customers } = await world.ask('{ customers { nodes { name } } }')
  expect(customers.nodes).toContainEqual({ name: 'Siri {tppId}' })
})

it('The command holds names that a shell or GraphQL would run as the texts that they are', async () => {
  const world = await newWorld()
  const customerNumber = `1'; touch PWNED; "$(touch PWNED)"`
  await world.ask('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }', {
    input: create({ customerNumber }),
  })
  await world.ask('mutation ($input: CreateAccountInput!) { createAccount(input: $input) { id } }', {
    input: {
      customerNumber,
      iban: 'NO9386011117947',
      bban: '86011117947',
      accountName: 'Daily',
      currency: 'NOK',
      product: 'Current account',
      cashAccountType: 'CACC',
      creditLine: 0,
      balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 10, currency: 'NOK' } }],
    },
  })
  const refused = await world.call('GET', '/v1/accounts', { psu: customerNumber })
  const { change, exitCode, output } = await follow(world, refused, 'CONSENT_INVALID')
  expect(exitCode, `${change}\n${output}`).toBe(0)
  expect(output).toContain('NO9386011117947')
  expect(existsSync(join(cli.home, 'PWNED'))).toBe(false)
})

describe.each([
  ['its proof', SIGNED],
  ['how it speaks HTTP', HTTP],
  ['whom it is for', CONSENTS],
  ['a payment', PAYMENTS],
  ['the form of a payment', FORMS],
  ['a signing basket', BASKETS],
  ['the data of the world', DATA],
  ['what the operator asked', OPERATOR],
])('A call that was refused for %s passes as `why` says (D97)', (_, rows) => {
  it.each(rows)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    const { change, exitCode, output } = await follow(world, await refuse(world), code)
    expect(exitCode, `${change}\n${output}`).toBe(0)
  })
})
