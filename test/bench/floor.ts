import { type KeyObject, verify, X509Certificate } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import Database from 'better-sqlite3'

/**
 * The least that any server of this kind does, as a process of its own. `/signed/ID`: one signature verified with a key that is
 * kept, one prepared statement, JSON. `/statement/ID`: two prepared statements for an account and 200 transactions, JSON.
 */
const [, , path = ''] = process.argv
const database = new Database(path, { readonly: true })
const oneAccount = database.prepare('SELECT * FROM "Account" WHERE "worldId" = ? AND "id" = ?')
const itsTransactions = database.prepare(
  'SELECT * FROM "Transaction" WHERE "worldId" = ? AND "accountId" = ? ORDER BY "bookingDate" DESC, "id" DESC LIMIT 200',
)
const keys = new Map<string, KeyObject>()

const server = createServer((request, response) => {
  const [, kind, id] = request.url?.split('/') ?? []
  const account = kind === 'signed' && !isSigned(request) ? undefined : oneAccount.get('default', id)
  const body = JSON.stringify(
    kind === 'signed' ? account : { account, transactions: itsTransactions.all('default', id) },
  )
  response.writeHead(account === undefined ? 401 : 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body ?? ''),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.once('SIGTERM', () => process.exit(0))

function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const header = unwrap(String(headers.signature))
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
