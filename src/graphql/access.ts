import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../domain/errors.ts'

/** Who may use the operator's door (D70): who knows the token, or without one whoever is on this machine, called by one of `hosts`. */
export type Operator = { readonly token: string | undefined; readonly hosts: readonly string[] | undefined }

type Header = (name: string) => string | undefined

/**
 * On loopback, where no token is asked for, a page of another site must not reach this door through the operator's browser:
 * neither under a name of its own that it points at this machine, nor across sites. FORBIDDEN.
 */
export function assertLocal({ token, hosts }: Operator, header: Header): void {
  if (token !== undefined) return
  const host = header('Host') ?? ''
  if (hosts !== undefined && !hosts.includes(withoutPort(host).toLowerCase())) {
    throw forbidden('Host', `Host ${shown(host)} is not a name of this server: use ${hosts.join(', ')} (D70).`)
  }
  const origin = header('Origin')
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return
  throw forbidden(
    'Origin',
    `A page of ${shown(origin)} may not use this door: only GraphiQL at http://${host.slice(0, 80)} may, and programs (D70).`,
  )
}

/** Whether the caller sent the token that is asked for, if any. Takes the same time whatever is wrong. */
export function hasToken({ token }: Operator, header: Header): boolean {
  if (token === undefined) return true
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(header('Authorization') ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function forbidden(path: string, text: string): DomainError {
  return new DomainError('FORBIDDEN', text, path)
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '')
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
