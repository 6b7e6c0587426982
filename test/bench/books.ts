import { createPrivateKey, generateKeyPairSync, randomUUID, X509Certificate } from 'node:crypto'
import { openCertificateAuthority } from '../../src/platform/security/authority/certificate-authority.ts'
import { describeCertificate } from '../../src/platform/security/certificates/certificates.ts'
import type { KeepAliveClient } from '../support/clients/keep-alive-client.ts'
import { type RequestToSign, type SignedRequest, signRequest } from '../support/clients/sign-request.ts'
import { BEARER } from '../support/harness/server-process.ts'

export type Tpp = Pick<RequestToSign, 'key' | 'certificate'>
type Headers = NonNullable<RequestToSign['headers']>

const OWNER = '13039319955'

export function issueTpp(home: string, name = 'bench'): Tpp {
  const now = new Date()
  const issued = openCertificateAuthority(home, now).issue({ name, roles: ['PSP_PI', 'PSP_AI'], now })
  return { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
}

/** The same by a running server, whose authority may lie in its database. */
export async function issueTppAt(client: KeepAliveClient): Promise<Tpp> {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { text } = await client.send(
    operators(
      'mutation ($key: String!) { issueCertificate(input: { name: "bench", publicKey: $key }) { certificate { certificatePem } } }',
      { key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') },
    ),
  )
  return { key, certificate: new X509Certificate(JSON.parse(text).data.issueCertificate.certificate.certificatePem) }
}

export function signed(tpp: Tpp, method: string, url: string, body = '', more: Headers = []): SignedRequest {
  const headers: Headers = [...(body === '' ? [] : [['Content-Type', 'application/json'] as const]), ...more]
  return signRequest({ ...tpp, method, url, headers, body, requestId: randomUUID() })
}

/** The path of a world, of which `default` has none. */
export type Base = '' | `/worlds/${string}`

export function operators(query: string, variables: Record<string, unknown> = {}, base: Base = ''): SignedRequest {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
    // A server on PostgreSQL demands it.
    ['Authorization', BEARER.Authorization],
  ] as const
  return { method: 'POST', target: `${base}/graphql`, headers, body: Buffer.from(JSON.stringify({ query, variables })) }
}

/** An account with 200 transactions. */
export async function addAccount(client: KeepAliveClient, tpp: Tpp, base: Base = ''): Promise<string> {
  const create = async (path: string, body: object): Promise<{ id: string }> => {
    const answer = await client.send(signed(tpp, 'POST', path, JSON.stringify(body)))
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }
  const { id } = await create(`${base}/v1/sandbox/accounts`, {
    customerNumber: OWNER,
    accountName: 'Bench',
    bban: '90000000001',
    iban: 'NO0090000000001',
    currency: 'NOK',
    product: 'Current',
    cashAccountType: 'CACC',
    creditLine: 0,
    balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1_000_000, currency: 'NOK' } }],
  })
  for (let number = 0; number < 200; number += 1) {
    const day = `2026-01-${String((number % 28) + 1).padStart(2, '0')}`
    await create(`${base}/v1/sandbox/accounts/${id}/transactions`, {
      transactionAmount: { amount: `-${number + 1}.50`, currency: 'NOK' },
      bookingDate: day,
      valueDate: day,
      creditorName: 'Ola Nordmann',
      creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
      endToEndId: `bench-${number}`,
      remittanceInformationUnstructured: 'Invoice 4711',
      bankTransactionCode: 'PMNT-RCDT-ESCT',
    })
  }
  return id
}

/** 200 payments that wait for their SCA. */
export async function addPayments(client: KeepAliveClient, tpp: Tpp, psu: Headers): Promise<void> {
  const next = newPayment(tpp, psu)
  for (let number = 0; number < 200; number += 1) {
    const answer = await client.send(next())
    if (answer.status !== 201) throw new Error(`payment: ${answer.status} ${answer.text}`)
  }
}

/** Lets the owner open the account to the TPP; the headers of the calls that rest on it, the PSU present and its SCA fresh. */
export async function grantConsent(client: KeepAliveClient, { certificate }: Tpp, base: Base = ''): Promise<Headers> {
  const { tppId } = describeCertificate(certificate)
  const answer = await client.send(
    operators(
      `mutation { grantConsent(input: { psu: "${OWNER}", context: PRIVATE, tpp: "${tppId}" }) { psuId } }`,
      {},
      base,
    ),
  )
  return [
    ['x-accept-fix', 'none'],
    ['TPP-Session-ID', 'bench'],
    ['TPP-Redirect-URI', 'https://tpp.example/back'],
    ['PSU-ID', JSON.parse(answer.text).data.grantConsent.psuId],
    ['PSU-IP-Address', '192.0.2.7'],
  ]
}

/** A new customer. */
export function newCustomer(tpp: Tpp, path: string): () => SignedRequest {
  return () => {
    const body = { customerNumber: randomUUID().slice(0, 30), name: 'Kari', type: 'PRIVATE' }
    return signed(tpp, 'POST', path, JSON.stringify(body))
  }
}

// Two rows of a bench pay from one account: an amount that both had would be a duplicate (D46).
let kroner = 0

/** A domestic payment that waits for its SCA; each is of another amount, since the same twice is taken for a mistake. */
export function newPayment(tpp: Tpp, psu: Headers, base: Base = ''): () => SignedRequest {
  return () => {
    kroner += 1
    const body = {
      instructedAmount: { amount: `${kroner}.00`, currency: 'NOK' },
      creditorName: 'Ola Nordmann',
      creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
      debtorAccount: { iban: 'NO0090000000001', currency: 'NOK' },
    }
    const path = `${base}/v1/payments/norwegian-domestic-credit-transfers`
    return signed(tpp, 'POST', path, JSON.stringify(body), psu)
  }
}
