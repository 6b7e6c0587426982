import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'

/** The request behind the web one: only it has the target as it was sent. Absent when the app is called without a server. */
export function messageOf(c: HonoContext): IncomingMessage | undefined {
  const env: { incoming?: IncomingMessage } | undefined = c.env
  return env?.incoming
}

/** The address that a caller has, which distinguishes callers where they have no other name (D75). */
export function addressOf(c: HonoContext): string {
  return messageOf(c)?.socket.remoteAddress ?? ''
}
