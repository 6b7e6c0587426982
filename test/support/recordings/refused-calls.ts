import { ERRORS, wireCode } from '../../../src/bank/wire/errors.ts'
import { ERROR_CODES, type ErrorCode } from '../../../src/domain/errors.ts'
import { DAY, NOW } from '../builders/certificates.ts'
import { withHeaders } from '../clients/signing-client.ts'
import type { Recorder, Request, Scene } from './recorder.ts'
import type { Recorded } from './written.ts'

const UNKNOWN_ID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721'

type Play = (scene: Scene, recorder: Recorder) => Promise<Recorded>

/** For each code a call that gets it. Three codes refuse what a PSU decides, which is no call of REST: GraphQL's recording has them. */
const REFUSED: Readonly<Record<Exclude<ErrorCode, 'SCA_EXPIRED' | 'SCA_INVALID' | 'SCA_NOT_FOUND'>, Play>> = {
  FORMAT_ERROR: ({ example }) => example('createCustomer', body({ name: '', colour: 'blue' })),
  BAD_REQUEST: ({ example }) => example('createAccount', body({ customerNumber: '99999999999' })),
  HTTP_HEADER_REQUIRED: ({ example }) => example('createPayment', headers({}, ['TPP-Redirect-URI', 'PSU-ID'])),
  QUERY_PARAMETER_REQUIRED: ({ example }) =>
    example('accountTransactions', request => ({ ...request, path: request.path.replace(/\?.*/, '') })),
  PAYMENT_FAILED: ({ example }) =>
    example('createPayment', request => ({
      ...body({ instructedAmount: { amount: '99999999.00', currency: 'NOK' } })(request),
      path: instant(request.path),
    })),
  EXECUTION_DATE_INVALID: ({ example }) => example('createPayment', body({ requestedExecutionDate: '2026-01-05' })),
  REFERENCE_MIX_INVALID: async ({ example, send, known }) => {
    await example('createBulkPayment')
    return send('createSigningBasket', body({ paymentIds: [known.get('paymentId')] }))
  },
  KID_MISSING: async ({ operate, example }, { ids }) => {
    await operate(
      'mutation ($id: ID!) { done: setKidDemand(input: { accountId: $id, demanded: true }) { account { id } } }',
      {
        id: ids.creditor.id,
      },
    )
    return example('createPayment')
  },
  KID_INVALID: ({ example }) =>
    example(
      'createPayment',
      body({
        remittanceInformationUnstructured: undefined,
        remittanceInformationStructuredArray: [
          { reference: '1234567890', referenceType: 'SCOR', referenceIssuer: 'KID' },
        ],
      }),
    ),
  CERTIFICATE_MISSING: ({ example }) => example('accounts', signedThen({ 'TPP-Signature-Certificate': undefined })),
  CERTIFICATE_INVALID: ({ example }) => example('accounts', signedThen({ 'TPP-Signature-Certificate': 'none' })),
  CERTIFICATE_EXPIRED: ({ example }, { issue }) => {
    const holder = issue({ notBefore: new Date(NOW.getTime() - 9 * DAY), notAfter: new Date(NOW.getTime() - DAY) })
    return example('accounts', request => ({ ...request, holder }))
  },
  SIGNATURE_MISSING: ({ example }) => example('accounts', signedThen({ Signature: undefined })),
  SIGNATURE_INVALID: ({ example }) => example('accounts', signedThen({ Digest: 'SHA-256=AAAA' })),
  PSU_CREDENTIALS_INVALID: ({ example }) => example('consentedAccounts', headers({ 'PSU-ID': UNKNOWN_ID })),
  CONSENT_INVALID: ({ send }) => send('consentedAccounts'),
  CONSENT_EXPIRED: async ({ operate, send }, { ids, tppId }) => {
    await operate(GRANT, { number: ids.customer.customerNumber, tpp: tppId, at: '2025-08-01T10:00:00Z' })
    return send('consentedAccounts')
  },
  FORBIDDEN: ({ example }, { issue }) =>
    example('createPayment', request => ({
      ...request,
      holder: issue({ psd2: { roles: ['PSP_AI'], authorityName: 'FSA', authorityId: 'NO-FSA' } }),
    })),
  CONSENT_UNKNOWN: async ({ operate, send }, { ids, tppId }) => {
    const { consent } = await operate(GRANT, { number: ids.customer.customerNumber, tpp: tppId })
    await operate('mutation ($id: ID!) { done: revokeConsent(id: $id) { consent { id } } }', consent)
    return send('consentedAccounts')
  },
  PRODUCT_INVALID: ({ example }) =>
    example('createPeriodicPayment', request => ({
      ...request,
      path: instant(request.path),
    })),
  PRODUCT_UNKNOWN: ({ example }) =>
    example('createPayment', request => ({ ...request, path: request.path.replace('norwegian', 'nordic') })),
  NOT_FOUND: ({ example }) =>
    example('accounts', request => ({ ...request, path: request.path.replace('accounts', 'acounts') })),
  RESOURCE_UNKNOWN: ({ example }) =>
    example('customer', request => ({ ...request, path: request.path.replace(/[^/]+$/, UNKNOWN_ID) })),
  METHOD_NOT_ALLOWED: ({ example }) => example('accounts', request => ({ ...request, method: 'PATCH' })),
  CANCELLATION_INVALID: async ({ example, send, operate, known }) => {
    await example('createPayment')
    await operate('mutation ($id: ID!) { done: cancelPaymentInBank(id: $id) { payment { id } } }', {
      id: known.get('paymentId'),
    })
    return send('cancelPayment')
  },
  NOT_ACCEPTABLE: ({ example }) => example('accounts', headers({ Accept: 'text/html' })),
  CONFLICT: async ({ example, send }) => {
    await example('createCustomer')
    return send('createCustomer')
  },
  CONTENT_TOO_LARGE: ({ example }) =>
    example('createCustomer', request => ({ ...request, body: ' '.repeat(1_048_577) })),
  UNSUPPORTED_MEDIA_TYPE: ({ example }) => example('createCustomer', headers({ 'Content-Type': 'text/plain' })),
  ACCESS_EXCEEDED: async ({ prepare, send }) => {
    await prepare('accountBalances')
    for (let call = 1; call <= 4; call += 1) await send('accountBalances', headers({}, ['PSU-IP-Address']))
    return send('accountBalances', headers({}, ['PSU-IP-Address']))
  },
  HEADERS_TOO_LARGE: ({ example }) => example('accounts', headers({ 'X-Filled': 'x'.repeat(33_000) })),
  SYSTEM_ERROR: ({ example }) => example('accounts', headers({ 'Sandbank-Scenario': 'error; code=SYSTEM_ERROR' })),
  UNAVAILABLE: ({ example }) => example('accounts', headers({ 'Sandbank-Scenario': 'error; code=UNAVAILABLE' })),
}

const PLAYS: Readonly<Partial<Record<ErrorCode, Play>>> = REFUSED

const GRANT =
  'mutation ($number: String!, $tpp: String!, $at: DateTime) { done: grantConsent(input: { psu: $number, context: PRIVATE, tpp: $tpp, at: $at }) { consent { id } } }'

/**
 * Each code that a call of REST can get.
 * @throws Error when a call gets another answer than the table of errors has for its code
 */
export async function recordRefusals(recorder: Recorder): Promise<string> {
  let text = ''
  for (const code of ERROR_CODES) {
    const play = PLAYS[code]
    if (play === undefined) continue
    text += await recorder.scene(code.toLowerCase().replaceAll('_', '-'), async scene => {
      const answer = await play(scene, recorder)
      const isRefused = answer.status === ERRORS[code].status && answer.text.includes(`"code":"${wireCode(code)}"`)
      if (!isRefused) throw new Error(`The call of ${code} is answered ${answer.status} ${answer.text}`)
      return answer
    })
  }
  return text
}

const instant = (path: string) =>
  path.replace(/norwegian-domestic.*/, 'instant-norwegian-domestic-credit-transfers-straks')

function body(changes: Readonly<Record<string, unknown>>): (request: Request) => Request {
  return request => ({ ...request, body: JSON.stringify({ ...JSON.parse(request.body ?? '{}'), ...changes }) })
}

function headers(
  more: Readonly<Record<string, string>>,
  without: readonly string[] = [],
): (request: Request) => Request {
  return request => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries({ ...request.headers, ...more }).filter(([name]) => !without.includes(name)),
    ),
  })
}

function signedThen(changes: Readonly<Record<string, string | undefined>>): (request: Request) => Request {
  return request => ({ ...request, tamper: signed => withHeaders(signed, changes) })
}
