import { createPrivateKey, X509Certificate } from 'node:crypto'
import { v7 } from 'uuid'
import type { Caller } from '../../../src/context.ts'
import { SERVICE_PATHS } from '../../../src/domain/products.ts'
import { UNFINISHED_STATUSES } from '../../../src/domain/status.ts'
import { copyCall } from '../../../src/explain/copies/forms.ts'
import { createGraphql } from '../../../src/graphql/yoga/server.ts'
import { addressReader } from '../../../src/http/addresses.ts'
import { createLive } from '../../../src/live/live.ts'
import { createRest } from '../../../src/rest/app.ts'
import { certifyWith } from '../../../src/security/authority/certify.ts'
import { createCertificateReader, describeCertificate } from '../../../src/security/certificates/certificates.ts'
import { explainWith } from '../../../src/security/doctor/explain.ts'
import type { Store } from '../../../src/store/db.ts'
import { START } from '../builders/clocked-world.ts'
import { readingOf } from '../builders/whole-graph.ts'
import { takeKey, templateAuthority } from '../harness/template.ts'
import { PSU_PRESENT } from './psu.ts'
import { signRequest } from './sign-request.ts'

/** Everything that can be read of a world, by the path or document that reads it. */
type Reading = Readonly<Record<string, unknown>>

/** Both doors of a bank, without a port and without a journal, for one TPP. */
export type Doors = {
  readonly tpp: Extract<Caller, { kind: 'tpp' }>
  readonly to: (store: Store) => Opened
}

type Opened = {
  /**
   * Reads sandbox data, contacts, consents, and the payments and baskets that still have a way to go. In a turn one in two of the graph's lists and of what each
   * PSU may read, and of rows by themselves, which lists hold too, one in three: another turn, others. All of it when no turn is given.
   */
  readonly read: (world: string, turn: number | undefined) => Promise<Reading>
  readonly faults: readonly unknown[]
}

export async function openDoors(): Promise<Doors> {
  const authority = await templateAuthority()
  const realNow = () => new Date()
  const issued = authority.issue({ name: 'reader', roles: ['PSP_PI', 'PSP_AI'], now: realNow(), key: takeKey() })
  const certificate = new X509Certificate(issued.certificatePem)
  const key = createPrivateKey(issued.keyPem)
  const { tppId, tppName } = describeCertificate(certificate)
  const certificates = createCertificateReader([authority.certificate])
  return { tpp: { kind: 'tpp', tppId, tppName }, to }

  function to(store: Store): Opened {
    const faults: unknown[] = []
    const machineNow = () => new Date(START)
    const report = (error: unknown) => faults.push(error)
    const deps = { store, running: new Set<string>(), machineNow, newId: () => v7() }
    const security = { certificates, keyId: 'tolerant', headers: 'strict', machineNow: realNow } as const
    const rest = createRest({ deps, security, report })
    const graphql = createGraphql({
      paths: ['/graphql', '/worlds/:world/graphql'],
      deps,
      copyCall,
      rehearse: async () => undefined,
      live: createLive(deps),
      addressOf: addressReader(),
      certify: certifyWith(authority, realNow),
      explainSignature: explainWith(certificates, realNow),
      operator: { token: undefined, hosts: ['localhost'] },
      report,
    })

    // The interface's signature covers neither method nor path, and a GET may repeat its id (D15, D72): one does for all reads of a PSU.
    const signatures = new Map<string, ReturnType<typeof signRequest>['headers']>()
    const headersOf = (psu: Readonly<Record<string, string>>) => {
      const who = JSON.stringify(psu)
      const known =
        signatures.get(who) ??
        signRequest({
          key,
          certificate,
          method: 'GET',
          url: '/',
          headers: Object.entries({ ...PSU_PRESENT, ...psu }),
          body: '',
          requestId: `reads-${signatures.size}`,
          signedHeaders: ['digest', 'x-request-id', ...Object.keys(psu), 'tpp-redirect-uri'].map(name =>
            name.toLowerCase(),
          ),
        }).headers
      signatures.set(who, known)
      return known
    }
    const get = async (world: string, path: string, psu: Readonly<Record<string, string>> = NO_PSU) => {
      const headers = headersOf(psu)
      const { status, body } = await rest.answer({
        method: 'GET',
        target: `/worlds/${world}${path}`,
        lines: headers.flat(),
        readBody: async () => new Uint8Array(),
        hungUp: () => new AbortController().signal,
      })
      return [status, body.replaceAll(`/worlds/${world}`, '')]
    }
    const ask = async (world: string, query: string) => {
      const answer = await graphql.app.fetch(
        new Request(`http://localhost/worlds/${world}/graphql`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json', Host: 'localhost' },
          body: JSON.stringify({ query }),
        }),
      )
      const { data, errors } = JSON.parse(await answer.text())
      if (errors !== undefined) throw new Error(JSON.stringify(errors))
      return data
    }

    const read = async (world: string, turn: number | undefined): Promise<Reading> => {
      const { id: worldId } = await store.reader.world.findUniqueOrThrow({ where: { name: world } })
      const reading: Record<string, unknown> = {}
      const { lists, rows } = await pathsOf(store, worldId, tppId)
      const isTurnOf = (parts: number) => (_: unknown, place: number) =>
        turn === undefined || (place + turn) % parts === 0
      for (const [path, psu] of [...lists.filter(isTurnOf(2)), ...rows.filter(isTurnOf(3))]) {
        reading[`${path} ${psu === undefined ? '' : psu['PSU-ID']}`] = await get(world, path, psu)
      }
      for (const [third, { lists: queries, orders }] of DOCUMENTS.entries()) {
        if (turn !== undefined && turn % DOCUMENTS.length !== third) continue
        for (const [place, query] of queries.entries())
          if (isTurnOf(2)(query, place)) reading[query] = await ask(world, query)
        // Finished payments, and baskets that hold one, are not told.
        const { payments, signingBaskets } = await ask(world, orders)
        const open = openOnly(payments)
        const ids = new Set(open.map(({ id }) => id))
        const ofOpen = signingBaskets.nodes.filter((one: Row) => one.payments?.every(({ id }) => ids.has(id)))
        reading[orders] = { payments: open, signingBaskets: ofOpen }
      }
      return reading
    }
    return { read, faults }
  }
}

const NO_PSU = {}

type Headers = Readonly<Record<string, string>>
type Owned = { readonly customerId: string; readonly context: string; readonly agreementId: string }

/** Every GET that there is something for. */
async function pathsOf({ reader }: Store, worldId: string, tppId: string) {
  const where = { worldId }
  const oldest = { id: 'asc' } as const
  const sandbox = '/v1/sandbox'
  const rows: [string, Headers?][] = []
  const lists: [string, Headers?][] = [
    [`${sandbox}/customers?withAccounts=true&withAgreements=true`],
    [`${sandbox}/accounts`],
    [`${sandbox}/card-accounts`],
    [`${sandbox}/agreements`],
    [`/v1/tpps/${tppId}/contact-information`],
  ]
  const [customers, accounts, cards, agreements, engagements, consents, payments, baskets] = await Promise.all([
    reader.customer.findMany({ where, orderBy: oldest }),
    reader.account.findMany({ where, orderBy: oldest }),
    reader.cardAccount.findMany({ where, orderBy: oldest }),
    reader.agreement.findMany({ where, orderBy: oldest }),
    reader.engagement.findMany({ where, orderBy: oldest }),
    reader.consent.findMany({ where: { ...where, tppId, revokedAt: null }, orderBy: oldest }),
    reader.payment.findMany({ where: { ...where, tppId, status: { in: [...UNFINISHED_STATUSES] } }, orderBy: oldest }),
    reader.signingBasket.findMany({
      where: { ...where, tppId, payments: { every: { status: { in: [...UNFINISHED_STATUSES] } } } },
      orderBy: oldest,
    }),
  ])
  for (const { id } of customers) rows.push([`${sandbox}/customers/${id}`])
  for (const { id } of accounts)
    rows.push([`${sandbox}/accounts/${id}`], [`${sandbox}/accounts/${id}/transactions?limit=1000`])
  for (const { id } of cards)
    rows.push([`${sandbox}/card-accounts/${id}`], [`${sandbox}/card-accounts/${id}/transactions?limit=1000`])
  for (const { id } of agreements)
    rows.push([`${sandbox}/agreements/${id}`], [`${sandbox}/agreements/${id}/engagements`])
  for (const { id, agreementId } of engagements) rows.push([`${sandbox}/agreements/${agreementId}/engagements/${id}`])
  const lines = await reader.transaction.findMany({ where, orderBy: oldest, take: 3 })
  for (const { id, accountId } of lines) rows.push([`${sandbox}/accounts/${accountId}/transactions/${id}`])

  const psus = new Map(customers.map(({ id, psuId }) => [id, psuId]))
  const psuOf = ({ customerId, context, agreementId }: Owned): Headers => ({
    // Of one that is gone nobody can read; the refusal is the same too.
    'PSU-ID': psus.get(customerId) ?? customerId,
    ...(context === 'CORPORATE' ? { 'PSU-Corporate-ID': agreementId } : {}),
  })
  const seen = new Set<string>()
  for (const consent of consents.toReversed()) {
    const psu = psuOf(consent)
    if (seen.has(JSON.stringify(psu))) continue
    seen.add(JSON.stringify(psu))
    lists.push(['/v1/accounts?withBalance=true', psu], ['/v1/card-accounts', psu])
    const own = await reader.consentAccount.findMany({ where: { worldId, consentId: consent.id } })
    for (const { accountId: id } of own)
      lists.push(
        [`/v1/accounts/${id}?withBalance=true`, psu],
        [`/v1/accounts/${id}/balances`, psu],
        [`/v1/accounts/${id}/transactions?bookingStatus=both`, psu],
      )
  }
  for (const payment of payments) {
    const path = `/v1/${SERVICE_PATHS[payment.service]}/${payment.product}/${payment.id}`
    lists.push([path, psuOf(payment)], [`${path}/status`, psuOf(payment)])
  }
  for (const basket of baskets) {
    const path = `/v1/signing-baskets/${basket.id}`
    lists.push([path, psuOf(basket)], [`${path}/status`, psuOf(basket)])
  }
  return { lists, rows }
}

/** What a document tells nothing of (D85): what became of payments that are finished, and the SCAs. */
const UNTOLD = {
  Customer: ['payments', 'authorisations'],
  Agreement: ['payments'],
  Account: ['payments', 'bookings'],
  CardAccount: ['bookings'],
  Transaction: ['payment'],
  Payment: ['authorisations', 'transactions', 'bookings', 'basket'],
  SigningBasket: ['authorisations'],
}

/** Each in three documents, of which a turn reads one. */
const DOCUMENTS = ([0, 1, 2] as const).map(third => ({
  lists: ['customers', 'accounts', 'cardAccounts', 'agreements', 'consents'].map(
    list => `{ ${readingOf(list, third, UNTOLD)} }`,
  ),
  orders: `{ ${readingOf('payments', third, UNTOLD)} signingBaskets(first: 25) { nodes { id status createdAt tppId context payments { id } } } }`,
}))

type Row = { readonly id: string; readonly status?: string; readonly payments?: readonly { id: string }[] }
type Page = { readonly nodes: readonly Row[] }

const OPEN = new Set<string>(UNFINISHED_STATUSES)
const openOnly = ({ nodes }: Page) => nodes.filter(({ status = '' }) => OPEN.has(status))
