import { writeFileSync } from 'node:fs'
import type { Cli } from '../../support/clients/cli.ts'
import {
  accountOf,
  BULK,
  CUSTOMERS,
  create,
  grant,
  KARI,
  NDCT,
  OLA,
  OLAS,
  payment,
  type Refusal,
  UNKNOWN,
} from './why-remedies.ts'

/** Calls that are refused for their proof, for how they speak HTTP, and for whom they are. */

export const SIGNED: readonly Refusal[] = [
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
    async (w, cli) => {
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
    async (w, cli) => {
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
    async (w, cli) => {
      await cli.run(['tpp', 'new', 'reader', '--roles', 'AI', '--force'])
      return w.call('POST', NDCT, { tpp: 'reader', psu: KARI, json: payment() })
    },
  ],
]

export const HTTP: readonly Refusal[] = [
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
  ['a payment without a PSU', 'HTTP_HEADER_REQUIRED', w => w.call('POST', NDCT, { json: payment() })],
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
    async (w, cli) => {
      const { debtorAccount, ...transfer } = payment()
      const file = `@${await bigFile(cli, { debtorAccount, payments: Array.from({ length: 9_000 }, () => transfer) })}`
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

export const CONSENTS: readonly Refusal[] = [
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
      await w.ask(`mutation { revokeConsent(id: "${grantConsent.consent.id}") { consent { id } } }`)
      return w.call('GET', '/v1/accounts', { psu: KARI })
    },
  ],
  [
    'a consent of 200 days ago',
    'CONSENT_EXPIRED',
    async w => {
      await w.ask(grant(KARI))
      await w.ask('mutation { advanceClock(input: { by: "P200D" }) { clock { now } } }')
      return w.call('GET', '/v1/accounts?withBalance=true', { psu: KARI })
    },
  ],
  [
    'lines older than 90 days without a fresh SCA',
    'CONSENT_EXPIRED',
    async w => {
      await w.ask(grant(KARI))
      await w.ask('mutation { advanceClock(input: { by: "PT1H" }) { clock { now } } }')
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
    'an unknown PSU-ID',
    'PSU_CREDENTIALS_INVALID',
    w => w.call('POST', NDCT, { json: payment(), headers: [`PSU-ID: ${UNKNOWN}`, 'PSU-Context: PRIVATE'] }),
  ],
  [
    'an unknown number',
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

async function bigFile({ home }: Cli, body: object): Promise<string> {
  const file = `${home}/big.json`
  writeFileSync(file, JSON.stringify(body))
  return file
}
