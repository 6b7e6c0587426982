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
  return { url, send: async sent => app.fetch(toRequest(url, sent), {}) }
}

/** A bank that is served elsewhere. */
export function overHttp(url: string): Door {
  return {
    url,
    send: sent =>
      fetch(toRequest(url, sent)).catch((cause: unknown) => {
        throw new SandbankError(
          `No bank answers at ${url}: start it with \`npx sandbank start\`, or correct the address.`,
          {
            cause,
          },
        )
      }),
  }
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
