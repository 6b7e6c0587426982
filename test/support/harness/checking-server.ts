import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DomainError } from '../../../src/domain/errors.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import type { RawHeaders } from '../../../src/platform/security/signature/signing-string.ts'

/** A request as it arrived. */
export type Received = {
  readonly method: string
  readonly target: string
  readonly headers: RawHeaders
  readonly body: Buffer
}

export type CheckingServer = {
  readonly url: string
  readonly port: number
  /** All requests, the newest last. */
  readonly received: Received[]
  stop(): Promise<void>
}

export type CheckingServerOptions = {
  /** Holds the CA that is trusted; without one nothing is checked. */
  readonly home?: string
  /** What /graphql knows, by customerNumber, and the token it demands. */
  readonly psuIds?: Readonly<Record<string, string>>
  readonly token?: string
}

/**
 * Keeps every request, checks certificate, signature and digest with the real verifiers, and answers with what it got:
 * 200, or the status that the header X-Wanted-Status asks for, or 401 with the reason.
 */
export async function startCheckingServer(options: CheckingServerOptions = {}): Promise<CheckingServer> {
  const received: Received[] = []
  const server = createServer((incoming, outgoing) => {
    readRequest(incoming).then(request => {
      received.push(request)
      if (/^(\/worlds\/[^/]+)?\/graphql$/.test(request.target)) answerPsuId(request, options, outgoing)
      else answer(request, options, outgoing)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** The value of a request's header, or undefined. */
export function findHeader({ headers }: Pick<Received, 'headers'>, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

async function readRequest(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const { method = '', url: target = '', rawHeaders } = incoming
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] satisfies [string, string]] : [],
  )
  return { method, target, headers, body: Buffer.concat(chunks) }
}

function answer(request: Received, { home }: CheckingServerOptions, outgoing: ServerResponse): void {
  try {
    if (home !== undefined) check(request, home)
    const status = Number(findHeader(request, 'X-Wanted-Status') ?? 200)
    const { method, target, body } = request
    reply(outgoing, status, status === 204 ? undefined : { method, target, body: body.toString('utf8') })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    reply(outgoing, 401, {
      tppMessages: error.faults.map(fault => ({ category: 'ERROR', code: error.code, ...fault })),
    })
  }
}

function check(request: Received, home: string): void {
  const file = join(home, 'ca', 'cert.pem')
  const reader = createCertificateReader(existsSync(file) ? [new X509Certificate(readFileSync(file))] : [])
  const now = new Date()
  const certificate = reader.read(findHeader(request, 'TPP-Signature-Certificate') ?? '', now)
  verifySignature(request, certificate, { keyId: 'strict', now })
  const digest = findHeader(request, 'Digest')
  if (digest !== undefined) verifyDigest(digest, request.body)
}

function answerPsuId(request: Received, { psuIds = {}, token }: CheckingServerOptions, outgoing: ServerResponse): void {
  if (token !== undefined && findHeader(request, 'Authorization') !== `Bearer ${token}`) {
    reply(outgoing, 401, { errors: [] })
    return
  }
  const { variables } = JSON.parse(request.body.toString('utf8'))
  const psuId = psuIds[variables.customerNumber]
  reply(outgoing, 200, { data: { customer: psuId === undefined ? null : { psuId } } })
}

function reply(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
  outgoing.end(body === undefined ? undefined : JSON.stringify(body))
}
