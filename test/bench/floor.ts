import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { runInThisContext } from 'node:vm'
import { Database, type Statement } from '../../src/platform/store/sqlite/driver.ts'

/**
 * The least that any server of this kind does, as a process of its own: bare node:http, prepared statements, rows as arrays and one literal
 * that makes JSON of them.
 *
 *     GET  /account/ID            one signature verified with a key that is kept, one row
 *     GET  /statement/ID          the same, and 200 rows more
 *     GET  /open-statement/ID     without the signature
 *     GET  /open-account/ID       one row without it
 *     GET  /open-payments/ID      200 payments of the same world
 *     POST /customers             signature, SHA-256 of the body, JSON, one row; those that wait share one durable commit
 */
const [, , books = '', own = ''] = process.argv
const reading = new Database(books, { readonly: true })
const oneAccount = reading.prepare('SELECT * FROM "Account" WHERE "id" = ?').raw()
const itsTransactions = reading
  .prepare(
    'SELECT * FROM "Transaction" WHERE "worldId" = ? AND "accountId" = ? ORDER BY "bookingDate" DESC, "id" DESC LIMIT 200',
  )
  .raw()
const payments = reading.prepare('SELECT * FROM "Payment" WHERE "worldId" = ? ORDER BY "id" LIMIT 200').raw()
const toAccount = literalOf(oneAccount)
const toTransaction = literalOf(itsTransactions)
const toPayment = literalOf(payments)

const writing = new Database(own)
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'fullfsync = ON']) writing.pragma(pragma)
writing.exec('CREATE TABLE "Customer" ("id" TEXT PRIMARY KEY, "number" TEXT UNIQUE, "name" TEXT, "type" TEXT)')
const addCustomer = writing.prepare('INSERT INTO "Customer" VALUES (?, ?, ?, ?)')

type Handler = (request: IncomingMessage, response: ServerResponse, id: string) => void

const ROUTES: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['account', (request, response, id) => answer(response, isSigned(request) ? accountOf(id) : undefined)],
  ['statement', (request, response, id) => answer(response, isSigned(request) ? statementOf(id) : undefined)],
  ['open-statement', (_, response, id) => answer(response, statementOf(id))],
  ['open-account', (_, response, id) => answer(response, accountOf(id))],
  ['open-payments', (_, response, id) => answer(response, paymentsBeside(id))],
  ['customers', create],
])

const server = createServer((request, response) => {
  const [, kind = '', id = ''] = request.url?.split('/') ?? []
  ROUTES.get(kind)?.(request, response, id)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.once('SIGTERM', () => process.exit(0))

function accountOf(id: string): unknown {
  return toAccount(oneAccount.get([id]))
}

function paymentsBeside(id: string): unknown {
  return payments.all([worldOf(oneAccount.get([id]))]).map(toPayment)
}

function worldOf(row: unknown): string {
  return Array.isArray(row) ? String(row[0]) : ''
}

function statementOf(id: string): unknown {
  const row: unknown = oneAccount.get([id])
  const worldId = worldOf(row)
  return { account: toAccount(row), transactions: itsTransactions.all([worldId, id]).map(toTransaction) }
}

function answer(response: ServerResponse, found: unknown, status = 200): void {
  const body = JSON.stringify(found ?? {})
  response.writeHead(found === undefined ? 401 : status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

const waiting: { readonly row: readonly string[]; readonly response: ServerResponse }[] = []

function create(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = []
  request.on('data', part => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts)
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`
    if (!isSigned(request) || request.headers['digest'] !== digest) return answer(response, undefined)
    const { customerNumber, name, type } = JSON.parse(body.toString())
    if (waiting.push({ row: [String(request.headers['x-request-id']), customerNumber, name, type], response }) === 1)
      setImmediate(commit)
  })
}

function commit(): void {
  const group = waiting.splice(0)
  writing.exec('BEGIN IMMEDIATE')
  for (const { row } of group) addCustomer.run(row)
  writing.exec('COMMIT')
  for (const { row, response } of group) answer(response, { id: row[0] }, 201)
}

function literalOf(statement: Statement): (row: unknown) => unknown {
  const members = statement.columns().map(({ name }, place) => `${JSON.stringify(name)}: row[${place}]`)
  return runInThisContext(`row => ({ ${members.join(', ')} })`)
}

const keys = new Map<string, KeyObject>()

function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const header = unwrap(String(headers['signature']))
  const names = /headers="([^"]*)"/.exec(header)?.[1]?.split(' ') ?? []
  const signature = /signature="([^"]*)"/.exec(header)?.[1] ?? ''
  const lines = names.map(name =>
    name === '(request-target)' ? `${name}: ${method?.toLowerCase()} ${url}` : `${name}: ${headers[name]}`,
  )
  return verify(
    'sha256',
    Buffer.from(lines.join('\n')),
    keyOf(String(headers['tpp-signature-certificate'])),
    Buffer.from(signature, 'base64'),
  )
}

// The issuer's name holds an Ø, so the header comes as one encoded word.
function unwrap(header: string): string {
  const word = /^=\?utf-8\?B\?(.*)\?=$/.exec(header)?.[1]
  return word === undefined ? header : Buffer.from(word, 'base64').toString()
}

function keyOf(certificate: string): KeyObject {
  const kept = keys.get(certificate)
  if (kept !== undefined) return kept
  const key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
  keys.set(certificate, key)
  return key
}
