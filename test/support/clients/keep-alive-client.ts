import http from 'node:http'
import https from 'node:https'
import type { SignedRequest } from './sign-request.ts'

export type PlainAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends requests over connections that stay open. `send` rejects when the connection ends before the answer does, or after `deadlineMs`. */
export type KeepAliveClient = { send(request: SignedRequest): Promise<PlainAnswer>; close(): void }

export function openClient(url: string, deadlineMs = 20_000): KeepAliveClient {
  const { protocol, hostname, port } = new URL(url)
  const { Agent, request: httpRequest } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  return { send, close: () => agent.destroy() }

  function send({ method, target, headers, body }: SignedRequest): Promise<PlainAnswer> {
    return new Promise((resolve, reject) => {
      const lines = [...headers, ['Content-Length', String(body.length)] as const].flat()
      const outgoing = httpRequest(
        {
          hostname,
          port,
          method,
          path: target,
          headers: ['Host', `${hostname}:${port}`, ...lines],
          agent,
          signal: AbortSignal.timeout(deadlineMs),
        },
        response => {
          const parts: Buffer[] = []
          response.on('data', part => parts.push(part))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
              text: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}
