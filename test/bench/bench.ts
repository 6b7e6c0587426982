import { spawn } from 'node:child_process'
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCertificateAuthority } from '../../src/security/certificate-authority.ts'
import { describeCertificate } from '../../src/security/certificates.ts'
import { type RequestToSign, type SignedRequest, signRequest } from '../../src/security/request-signer.ts'
import { openClient } from '../support/keep-alive-client.ts'
import { startServerProcess } from '../support/server-process.ts'
import { type Measured, measure, toBytes } from './load.ts'

/**
 * Requests per second and p99 of the real server beside the least that any server could do for the same answer, in one run on
 * one machine: the ratio is the result, the numbers are the machine's.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'abcdef' },
    profile: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const home = mkdtempSync(join(tmpdir(), 'sandbank-bench-'))
const tpp = issueTpp()
const nodeOptions = values.profile === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
const server = await startServerProcess({ SANDBANK_HOME: home }, nodeOptions)
const client = openClient(server.url)
const OWNER = '13039319955'
const accountId = await prepareBooks()
const psuHeaders = await grantConsent()
const floor = startFloor(join(home, 'sandbank.db'))
const floorUrl = await floor.url

const QUERY = `query Statement($id: ID!) { account(id: $id) {
  id accountName iban bban currency product cashAccountType creditLine
  transactions(first: 200) { nodes {
    id bookingDate valueDate transactionAmount { amount currency } creditorName creditorAccount { iban bban currency }
    debtorName debtorAccount { iban bban currency } endToEndId remittanceInformationUnstructured bankTransactionCode
  } }
} }`

const rows = {
  a: {
    what: 'floor: node:http, RSA verify, one SELECT',
    run: () => repeatedly(floorUrl, signed('GET', `/signed/${accountId}`)),
  },
  b: {
    what: 'signed GET of one account',
    run: () => repeatedly(server.url, signed('GET', `/v1/sandbox/accounts/${accountId}`)),
  },
  c: {
    what: 'floor: node:http, two SELECTs, 200 transactions',
    run: () => repeatedly(floorUrl, plain('GET', `/statement/${accountId}`, '')),
  },
  d: {
    what: 'GraphQL account with 200 transactions',
    run: () =>
      repeatedly(server.url, plain('POST', '/graphql', JSON.stringify({ query: QUERY, variables: { id: accountId } }))),
  },
  e: { what: 'durable signed POST (customer), 64 clients', run: writes },
  f: {
    what: 'signed GET of 200 transactions, by consent',
    run: () =>
      repeatedly(
        server.url,
        signed(
          'GET',
          `/v1/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=2026-01-01`,
          '',
          psuHeaders,
        ),
      ),
  },
}
const FLOOR_OF = new Map([
  ['b', 'a'],
  ['d', 'c'],
  ['f', 'c'],
])

const results = new Map<string, Measured>()
for (const [name, { what, run }] of Object.entries(rows)) {
  if (!values.only.includes(name)) continue
  const result = await run()
  results.set(name, result)
  console.log(line(name, what, result))
}
client.close()
for (const child of [server, floor]) child.kill('SIGTERM')
await Promise.all([server.exited, floor.exited])
rmSync(home, { recursive: true, force: true })
if ([...results.values()].some(result => result.refused > 0 || result.answers === 0)) process.exit(1)

function line(name: string, what: string, { perSecond, p99Ms, refused }: Measured): string {
  const least = results.get(FLOOR_OF.get(name) ?? '')
  const ratio = least === undefined ? '' : `  1/${(least.perSecond / perSecond).toFixed(1)} of (${FLOOR_OF.get(name)})`
  const wrong = refused === 0 ? '' : `  ${refused} REFUSED`
  return `(${name}) ${what.padEnd(50)} ${perSecond.toFixed(0).padStart(7)} /s  p99 ${p99Ms.toFixed(1).padStart(7)} ms${ratio}${wrong}`
}

async function repeatedly(url: string, request: SignedRequest): Promise<Measured> {
  const bytes = toBytes(url, request)
  await measure({ url, next: () => bytes, connections: 16, seconds: Math.min(2, seconds) })
  return measure({ url, next: () => bytes, connections: 16, seconds })
}

// Each has an id and a signature of its own, made before the clock starts.
function writes(): Promise<Measured> {
  const ready = Array.from({ length: Math.ceil(seconds * 1000) }, () => {
    const body = JSON.stringify({ customerNumber: randomUUID().slice(0, 30), name: 'Kari', type: 'PRIVATE' })
    return toBytes(server.url, signed('POST', '/v1/sandbox/customers', body))
  }).values()
  return measure({ url: server.url, next: () => ready.next().value, connections: 64, seconds })
}

function signed(method: string, url: string, body = '', more: RequestToSign['headers'] = []) {
  const headers: RequestToSign['headers'] = [
    ...(body === '' ? [] : [['Content-Type', 'application/json'] as const]),
    ...more,
  ]
  return signRequest({ ...tpp, method, url, headers, body, requestId: randomUUID() })
}

function plain(method: string, target: string, body: string): SignedRequest {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
  ] as const
  return { method, target, headers: body === '' ? [] : headers, body: Buffer.from(body) }
}

function issueTpp() {
  mkdirSync(home, { recursive: true })
  const now = new Date()
  const issued = openCertificateAuthority(home, now).issue({
    name: 'bench',
    roles: ['PSP_PI', 'PSP_AI'],
    now,
  })
  return { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
}

async function prepareBooks(): Promise<string> {
  const account = {
    customerNumber: OWNER,
    accountName: 'Bench',
    bban: '90000000001',
    iban: 'NO0090000000001',
    currency: 'NOK',
    product: 'Current',
    cashAccountType: 'CACC',
    creditLine: 0,
    balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1000, currency: 'NOK' } }],
  }
  const { id } = await create('/v1/sandbox/accounts', account)
  for (let number = 0; number < 200; number += 1) {
    await create(`/v1/sandbox/accounts/${id}/transactions`, {
      transactionAmount: { amount: `${number + 1}.50`, currency: 'NOK' },
      bookingDate: `2026-01-${String((number % 28) + 1).padStart(2, '0')}`,
      valueDate: `2026-01-${String((number % 28) + 1).padStart(2, '0')}`,
      debtorName: 'Ola Nordmann',
      debtorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
      endToEndId: `bench-${number}`,
      remittanceInformationUnstructured: 'Invoice 4711',
      bankTransactionCode: 'PMNT-RCDT-ESCT',
    })
  }
  return id
}

/** Lets the owner open the account to the TPP; the headers of the calls that rest on it, the PSU present and its SCA fresh. */
async function grantConsent(): Promise<NonNullable<RequestToSign['headers']>> {
  const { tppId } = describeCertificate(tpp.certificate)
  const query = `mutation { grantConsent(customerNumber: "${OWNER}", context: PRIVATE, access: { tpp: "${tppId}" }) { psuId } }`
  const answer = await client.send(plain('POST', '/graphql', JSON.stringify({ query })))
  const { psuId } = JSON.parse(answer.text).data.grantConsent
  return [
    ['x-accept-fix', 'none'],
    ['TPP-Session-ID', 'bench'],
    ['TPP-Redirect-URI', 'https://tpp.example/back'],
    ['PSU-ID', psuId],
    ['PSU-IP-Address', '192.0.2.7'],
  ]
}

async function create(path: string, body: object): Promise<{ id: string }> {
  const answer = await client.send(signed('POST', path, JSON.stringify(body)))
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text)
}

function startFloor(database: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', new URL('floor.ts', import.meta.url).pathname, database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = new Promise<string>(resolve =>
    child.stdout.setEncoding('utf8').once('data', text => resolve(text.trim())),
  )
  const exited = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
  return { url, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}
