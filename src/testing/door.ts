import type { Served } from '../server.ts'
import { SandbankError } from './failure.ts'

type Sent = {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | undefined
}

/** How a bank is reached: the same calls whether it is in this process or behind a port. */
export type Door = {
  /** The base URL of the world `default`, without a slash at its end. */
  readonly url: string
  send(request: Sent): Promise<Response>
}

/** The bank of this process: no port, no socket. */
export function inProcess(app: Served, url: string): Door {
  return {
    url,
    send: async sent => {
      try {
        return await app.fetch(toRequest(url, sent), {})
      } catch (cause) {
        throw new SandbankError(LOST, { cause })
      }
    },
  }
}

/** A bank that is served elsewhere. */
export function overHttp(url: string): Door {
  return {
    url,
    send: sent =>
      fetch(toRequest(url, sent)).catch((cause: unknown) => {
        throw new SandbankError(isLost(cause) ? LOST : nobodyAt(url), { cause })
      }),
  }
}

const LOST =
  'The connection ended without an answer. What the call was to do may be done: send it again with the same X-Request-ID to hear.'

function nobodyAt(url: string): string {
  return `No bank answers at ${url}: start it with \`npx sandbank start\`, or correct the address.`
}

/** Whether a call came through and its answer did not. */
function isLost(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET')
}

function toRequest(url: string, { method, target, headers, body }: Sent): Request {
  const fields = new Headers()
  for (const [name, value] of headers) fields.append(name, value)
  return new Request(`${new URL(url).origin}${target}`, {
    method,
    headers: fields,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
}
