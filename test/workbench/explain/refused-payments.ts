import {
  accountOf,
  agreementOf,
  approve,
  BULK,
  bulk,
  FJORDFISK,
  INSTANT,
  KARI,
  KARIS,
  NDCT,
  OLA,
  OLAS,
  PLAN,
  payment,
  type Refusal,
  UNKNOWN,
} from './why-remedies.ts'

const FJORDFISKS = { iban: 'NO0715034030011', currency: 'NOK' }

/** Payments and signing baskets that are refused. */

export const PAYMENTS: readonly Refusal[] = [
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
      await w.ask(
        `mutation { setKidDemand(input: { accountId: "${await accountOf(w, OLA)}", demanded: true }) { account { id } } }`,
      )
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
      return w.call('POST', NDCT, {
        psu: KARI,
        json: payment({
          debtorAccount: FJORDFISKS,
          instructedAmount: { amount: '99000000.00', currency: 'NOK' },
        }),
        headers: ['PSU-Context: CORPORATE', `PSU-Corporate-ID: ${await agreementOf(w, FJORDFISK)}`],
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
    async (w, cli) => {
      cli.addTpp(`other-${w.name}`)
      const { paymentId } = await w.made(NDCT, payment())
      return w.call('GET', `${NDCT}/${paymentId}/status`, { psu: KARI, tpp: `other-${w.name}` })
    },
  ],
  [
    'a payment of a corporation without its agreement',
    'HTTP_HEADER_REQUIRED',
    async w => {
      const headers = ['PSU-Context: CORPORATE', `PSU-Corporate-ID: ${await agreementOf(w, FJORDFISK)}`]
      const { text } = await w.call('POST', NDCT, { psu: KARI, json: payment({ debtorAccount: FJORDFISKS }), headers })
      return w.call('GET', `${NDCT}/${JSON.parse(text).paymentId}/status`, { psu: KARI })
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

export const FORMS: readonly Refusal[] = [
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

export const BASKETS: readonly Refusal[] = [
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
