import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { isHost } from './framing.ts'
import { firstOf } from './headers.ts'

/** The address of a caller, which distinguishes callers without another name (D75). Empty when there is no connection. */
export type AddressOf = (incoming: IncomingMessage | undefined) => string

/** Who calls, and whose connections carry the calls of others. */
export type Callers = { readonly addressOf: AddressOf; readonly isProxy: (address: string) => boolean }

/** The origin of a link that another person than the caller opens (D19). `url` is the address of a request without a connection. */
export type OriginOf = (incoming: IncomingMessage | undefined, url?: string) => string | undefined

/**
 * Reads addresses behind proxies: the sender of a request from one of `proxies` is the last address in X-Forwarded-For, which that proxy itself has
 * added. Other callers may write anything there.
 */
export function readCallers(proxies: readonly string[] = []): Callers {
  const isProxy = listing(proxies)
  const addressOf: AddressOf = incoming => {
    const own = incoming?.socket.remoteAddress ?? ''
    if (!isProxy(own)) return own
    // Several lines of a header form one list.
    const sent = incoming?.headers['x-forwarded-for']
    return (
      addressIn(
        String(sent ?? '')
          .split(',')
          .at(-1) ?? '',
      ) ?? own
    )
  }
  return { addressOf, isProxy }
}

/**
 * Reads the origin by which a PSU's browser reaches the bank: the Host of the caller, or what a trusted proxy says of it. Undefined without a
 * well-formed one (D19). Without `proxies` those of this machine are trusted.
 */
export function originReader(proxies: readonly string[] = []): OriginOf {
  const isProxy = listing(proxies.length === 0 ? LOOPBACK : proxies)
  return (incoming, url) => {
    if (incoming === undefined) return url === undefined ? undefined : new URL(url).origin
    const said = (name: string) =>
      isProxy(incoming.socket.remoteAddress ?? '') ? firstOf(String(incoming.headers[name] ?? '')) : undefined
    const proto = said('x-forwarded-proto')
    const scheme = proto === 'https' ? 'https' : 'http'
    return originAt(scheme, said('x-forwarded-host')) ?? originAt(scheme, incoming.headers.host)
  }
}

const LOOPBACK = ['127.0.0.0/8', '::1']

// A port of 0 can be written, but nothing listens there.
function originAt(scheme: string, host = ''): string | undefined {
  const isReachable = host.length <= LONGEST_HOST && isHost(host) && !/:0+$/.test(host)
  return isReachable ? new URL(`${scheme}://${host}`).origin : undefined
}
const LONGEST_HOST = 261

/** Whether an address is one of these, or in one of these networks. */
function listing(entries: readonly string[]): (address: string) => boolean {
  const listed = new BlockList()
  for (const one of entries) {
    const [address = '', bits] = one.split('/')
    const family = familyOf(address)
    if (bits === undefined) listed.addAddress(address, family)
    else listed.addSubnet(address, Number(bits), family)
  }
  return address => entries.length > 0 && isIP(address) !== 0 && listed.check(address, familyOf(address))
}

/** Whether a text is valid for a proxy: an address, or a network as ADDRESS/BITS. */
export function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}

// Some proxies add the port.
function addressIn(entry: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry.trim()) ?? []
  const address = inBrackets ?? beforePort ?? entry.trim()
  return isIP(address) === 0 ? undefined : address.toLowerCase()
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
