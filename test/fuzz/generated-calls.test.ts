import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HEADERS } from '../../src/api/rest/headers.ts'
import { ROUTES } from '../../src/api/rest/routes.ts'
import { UNKNOWN_ID } from '../support/builders/builders.ts'
import {
  BASKETS,
  BULK,
  bulkBody,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
} from '../support/builders/payments.ts'
import { send, startBank } from '../support/clients/bank.ts'
import { ask } from '../support/clients/both-doors.ts'
import { signedRequest } from '../support/clients/signing-client.ts'
import { expectOutcome, inTime, RUNS } from './outcome.ts'

/** Signed calls of every operation, as one would generate them from the document: real ids, and any value in any header. */

const bank = await startBank()
const world = await bank.world('STANDARD')
const PRIVATE = '13039319955'

const known = await world.graphql(
  `{ customers { nodes { psuId customerNumber accounts { nodes { id iban currency } } cardAccounts { nodes { id } } } }
     agreements { nodes { id } } }`,
)
type Customer = { psuId: string; customerNumber: string; accounts: { nodes: Numbered[] } }
type Numbered = { id: string; iban: string; currency: string }
const customers: Customer[] = known.body.data.customers.nodes
const payer = customers.find(({ customerNumber }) => customerNumber === PRIVATE)
const [debtor, creditor] = payer?.accounts.nodes ?? []
if (payer === undefined || debtor === undefined || creditor === undefined) throw new Error('There is no payer.')
const PSU = {
  'PSU-ID': payer.psuId,
  'PSU-IP-Address': '127.0.0.1',
  'TPP-Redirect-URI': 'https://tpp.example/back',
  'TPP-Session-ID': 's',
  'x-accept-fix': 'none',
} as const

const BODIES: Readonly<Record<string, unknown>> = {
  [NDCT]: paymentBody(debtor, creditor),
  [INSTANT]: paymentBody(debtor, creditor),
  [BULK]: bulkBody(debtor, creditor),
  [PERIODIC]: periodicBody(debtor, creditor),
}

/** A payment of each kind, before its SCA, after it, and cancelled; one in a basket. */
async function makePayments(): Promise<string[]> {
  const ids: string[] = []
  const create = async (path: string) => {
    const body = BODIES[path]
    // Periodic payments know no duplicates (D46).
    const query = path === PERIODIC ? '' : '?allowLogicalDuplicate=true'
    const answer = await world.call('POST', `${path}${query}`, { headers: PSU, body })
    expect(answer.status, answer.text).toBe(201)
    ids.push(answer.body.paymentId)
    return `${path}/${answer.body.paymentId}`
  }
  for (const path of Object.keys(BODIES)) {
    await create(path)
    await world.call('DELETE', await create(path), { headers: PSU })
    const started = await world.call('POST', `${await create(path)}/authorisations`, { headers: PSU })
    await ask(
      world,
      `mutation { completeAuthorisation(input: { id: "${started.body.authorisationId}", psu: "${PRIVATE}", outcome: APPROVED }) { redirectTo } }`,
    )
  }
  await create(NDCT)
  const basket = await world.call('POST', BASKETS, { headers: PSU, body: { paymentIds: [ids.at(-1)] } })
  return [...ids, basket.body.basketId]
}

const ids = [
  ...(await makePayments()),
  ...customers.flatMap(({ accounts }) => accounts.nodes.map(({ id }) => id)),
  ...known.body.data.agreements.nodes.map(({ id }: { id: string }) => id),
]
const anId = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, fc.constantFrom(UNKNOWN_ID, '%00', '..', "'"))
const PARTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  paymentService: fc.constantFrom('payments', 'bulk-payments', 'periodic-payments'),
  paymentProduct: fc.constantFrom(...[NDCT, INSTANT].map(path => path.split('/').at(-1) ?? ''), 'unknown'),
}
const VALUES = [
  ...customers.map(({ psuId }) => psuId),
  ...customers.map(({ customerNumber }) => customerNumber),
  ...known.body.data.agreements.nodes.map(({ id }: { id: string }) => id),
  'PRIVATE',
  'CORPORATE',
  'banana',
  'true',
  'false',
  '127.0.0.1',
  '0',
  'nb',
  'GET',
  'https://tpp.example/back?a=b',
  'com.example.app:/back',
  'longer-names, ,cash-account-type-iso',
  '\u00e6',
]
const SIGNED = new Set(['X-Request-ID', 'TPP-Signature-Certificate', 'Signature', 'Digest', 'Date'])
const headers = fc.dictionary(
  fc.constantFrom(...HEADERS.map(({ name }) => name).filter(name => !SIGNED.has(name)), 'Accept', 'Content-Type'),
  fc.constantFrom(...VALUES),
  { maxKeys: 6 },
)

describe('A generated call is answered, and never with a fault', () => {
  it.each(ROUTES.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    const parts = path.split('/').map(part => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
      return name === undefined ? fc.constant(part) : (PARTS[name] ?? anId)
    })
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...parts),
        headers,
        fc.constantFrom(undefined, ...Object.values(BODIES), {}),
        async (target, more, body) => {
          const isEmpty = method === 'GET' || method === 'DELETE' || body === undefined
          const typed = isEmpty ? {} : { 'Content-Type': 'application/json' }
          const request = signedRequest({
            ...bank.tpp,
            method,
            url: `${world.base}${target.join('/')}`,
            headers: Object.entries({ ...PSU, ...typed, ...more }),
            body: isEmpty ? '' : JSON.stringify(body),
          })
          const answer = await inTime(send(bank.url, request))
          if (answer.status >= 400 && answer.body?._links === undefined) expectOutcome(bank, method, answer)
          else expectNoFault(answer.status)
        },
      ),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 10) },
    )
  })
})

function expectNoFault(status: number): void {
  if (status >= 500 || bank.faults.length > 0) throw new Error(`${status}: ${String(bank.faults[0])}`)
}
